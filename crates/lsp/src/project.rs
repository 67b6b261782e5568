//! Which files are a program together, and how each is compiled: what a compilation database says.
//!
//! The database is the one that was named, or the nearest `compile_commands.json` above a file, also in a directory `build`; nobody
//! looks for one if it was said otherwise how C is to be read. It is read again when it has changed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use cfront::{Command, CompileDb, Options};

use crate::Settings;

/// A database with more files is of several programs, or of one that takes too long for somebody who waits: then files are checked alone.
const MOST_UNITS: usize = 64;

const NAME: &str = "compile_commands.json";

/// The commands of a database that was found, and when it was written.
type Found = (Option<SystemTime>, Arc<Vec<Command>>);

/// The databases that are known.
#[derive(Default)]
pub(crate) struct Projects(Mutex<BTreeMap<PathBuf, Found>>);

/// How a file is to be read.
pub(crate) struct Reading {
    /// The file by itself.
    pub(crate) alone: Command,
    /// The file first, and what belongs to it, if that is worth a try.
    pub(crate) program: Option<Vec<Command>>,
}

impl Projects {
    pub(crate) fn reading(&self, settings: &Settings, file: &Path) -> Reading {
        let commands = self.commands(settings, file);
        let wanted = resolved(file);
        let own = commands.iter().find(|command| resolved(&command.file) == wanted);
        let options = own.map_or(&settings.options, |command| &command.options).clone();
        let alone = Command { file: file.to_owned(), options };
        let mut seen = BTreeSet::from([wanted]);
        let others: Vec<Command> =
            commands.iter().filter(|command| seen.insert(resolved(&command.file))).cloned().collect();
        let together = own.is_some() && !others.is_empty() && others.len() < MOST_UNITS;
        let program = together.then(|| std::iter::once(alone.clone()).chain(others).collect());
        Reading { alone, program }
    }

    /// Whether two files may be of one program.
    pub(crate) fn are_together(&self, settings: &Settings, one: &Path, other: &Path) -> bool {
        let program = self.reading(settings, one).program.unwrap_or_default();
        let other = resolved(other);
        program.iter().any(|command| resolved(&command.file) == other)
    }

    fn commands(&self, settings: &Settings, file: &Path) -> Arc<Vec<Command>> {
        if !settings.commands.is_empty() {
            return Arc::clone(&settings.commands);
        }
        let nearest = (settings.options == Options::default()).then(|| nearest(file)).flatten();
        let Some(database) = nearest else { return Arc::default() };
        let written = std::fs::metadata(&database).and_then(|known| known.modified()).ok();
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, commands)) = known.get(&database)
            && *at == written
        {
            return Arc::clone(commands);
        }
        // One that cannot be read is as good as none.
        let commands = Arc::new(CompileDb::read(&database).map(|read| read.commands).unwrap_or_default());
        known.insert(database, (written, Arc::clone(&commands)));
        commands
    }
}

/// The nearest database above a file.
fn nearest(file: &Path) -> Option<PathBuf> {
    let places = |directory: &Path| [directory.join(NAME), directory.join("build").join(NAME)];
    file.ancestors().skip(1).flat_map(places).find(|place| place.is_file())
}

fn resolved(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(reading: &Reading) -> Vec<String> {
        let program = reading.program.iter().flatten();
        program.map(|command| command.file.file_name().unwrap().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn the_nearest_database_says_what_is_a_program() {
        let directory = tempfile::tempdir().unwrap();
        let at = |name: &str| directory.path().join(name);
        std::fs::create_dir_all(at("src")).unwrap();
        std::fs::create_dir_all(at("build")).unwrap();
        for name in ["src/a.c", "src/b.c", "src/c.c"] {
            std::fs::write(at(name), "").unwrap();
        }
        let entry = |name: &str, flag: &str| serde_json::json!({ "directory": at("src"), "file": name, "arguments": ["cc", flag, "-c", name] });
        let database = serde_json::json!([entry("a.c", "-DA"), entry("b.c", "-DB"), entry("a.c", "-DC")]);
        std::fs::write(at("build/compile_commands.json"), database.to_string()).unwrap();
        let (projects, settings) = (Projects::default(), Settings::default());
        let of_b = projects.reading(&settings, &at("src/b.c"));
        assert_eq!(names(&of_b), ["b.c", "a.c"]);
        assert_eq!(of_b.alone.options.macros.len(), 1);
        assert!(projects.are_together(&settings, &at("src/a.c"), &at("src/b.c")));
        // Who is not in it is alone, and so is everybody if it was said how C is to be read.
        assert!(projects.reading(&settings, &at("src/c.c")).program.is_none());
        let said = Settings { options: of_b.alone.options.clone(), ..Settings::default() };
        assert!(projects.reading(&said, &at("src/b.c")).program.is_none());
        // A broken one is none.
        std::fs::write(at("src/compile_commands.json"), "[").unwrap();
        assert!(projects.reading(&settings, &at("src/b.c")).program.is_none());
    }
}
