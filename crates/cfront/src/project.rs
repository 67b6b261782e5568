//! Whose lines may be shown.
//!
//! An `#include` may name any file that the user can read, and messages quote lines: a program could have `/etc/passwd` or the
//! environment of the process in a log that others read. So lines are quoted of files that belong to the project or lie on its
//! include paths, and messages about other files do not repeat words of theirs.
//!
//! A project is the directories that its C files lie in, up to the top of their repository, and the one that we were started in. No
//! part of it is what is hidden there (`.git`, `.ssh`), nor what describes the machine (`/proc`, `/etc`).

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use ir::{SourceFile, Sources, Span};
use model::Diagnostic;

use crate::files::{Contents, Disk};
use crate::models::Model;
use crate::options::{Command, Language};
use crate::regular::is_of_the_machine;

/// What lies at the top of a repository.
const TOPS: [&str; 5] = [".git", ".hg", ".svn", "shapewright.toml", "compile_commands.json"];

/// What is said of a file whose text is not shown.
const OUTSIDE: &str = "this file is outside of the project and of the include paths: its lines are not shown, and what is wrong with them is not either";

/// The directories whose files may be shown.
#[derive(Clone, Debug, Default)]
pub struct Project {
    roots: BTreeSet<PathBuf>,
    here: PathBuf,
}

impl Project {
    /// The project that these commands are of, read with these models.
    pub fn of(commands: &[Command], models: &[Model]) -> Self {
        let mut project = Self::here();
        let (mut own, mut directories) = (BTreeSet::new(), BTreeSet::new());
        // A file by another name may be anything.
        let is_c = |file: &&PathBuf| Language::of(file).is_some() && file.is_file();
        let modelled = models.iter().filter_map(|model| match model {
            Model::File(file) => Some(file),
            Model::Libc => None,
        });
        own.extend(modelled.filter(is_c).filter_map(|file| file.parent()));
        for Command { file, options } in commands {
            own.extend(Some(file).filter(is_c).and_then(|file| file.parent()));
            let searched =
                [&options.quote_dirs, &options.include_dirs, &options.system_dirs, &options.after_dirs];
            directories.extend(searched.into_iter().flatten().map(PathBuf::as_path));
        }
        for directory in own {
            project.add(directory, true);
        }
        for directory in directories {
            project.add(directory, false);
        }
        project
    }

    /// The project whose database, configuration or the like a file is, unless it is a link to something else.
    pub fn beside(file: &Path) -> Self {
        let mut project = Self::here();
        if let Some(directory) = file.parent() {
            project.add(directory, true);
        }
        project
    }

    /// The directory that we were started in.
    pub fn here() -> Self {
        let here = std::env::current_dir().and_then(|here| here.canonicalize()).unwrap_or_default();
        let mut project = Self { roots: BTreeSet::new(), here };
        project.add(Path::new("."), true);
        project
    }

    /// Adds a directory with its repository; one that has C files may be a hidden one.
    fn add(&mut self, directory: &Path, has_files: bool) {
        let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
        let Ok(directory) = directory.canonicalize() else { return };
        if self.roots.iter().any(|root| directory.starts_with(root)) {
            return;
        }
        let top = directory.ancestors().find(|above| TOPS.iter().any(|name| above.join(name).exists()));
        let root = top.unwrap_or(&directory).to_owned();
        // The whole disk is nobody's project.
        if root.parent().is_some() && (has_files || !is_hidden(&root, &self.here)) {
            self.roots.insert(root);
        }
    }

    /// Whether lines of a file may be shown. What was found on the system's include path may.
    pub fn shows(&self, path: &Path, system: bool) -> bool {
        // Our own headers, which are on no disk.
        if path.to_str().is_some_and(|path| path.starts_with('<')) {
            return true;
        }
        // What is not there was not read either.
        let Ok(path) = path.canonicalize() else { return true };
        if is_of_the_machine(&path) {
            return false;
        }
        let of =
            self.roots.iter().filter(|root| path.starts_with(root)).max_by_key(|root| root.as_os_str().len());
        match of {
            Some(root) => !is_hidden(&path, root),
            None => system && !is_hidden(&path, &self.here),
        }
    }

    /// Takes the text off files whose lines may not be shown.
    pub(crate) fn conceal(&self, sources: &mut Sources) {
        let outside =
            |file: &&mut SourceFile| file.text.is_some() && !self.shows(Path::new(&*file.path), file.system);
        sources.files.iter_mut().filter(outside).for_each(|file| file.text = None);
    }

    /// The same, with what is said about them.
    pub(crate) fn conceal_said(&self, sources: &mut Sources, said: &mut Vec<Diagnostic>) {
        let outside: Vec<bool> =
            sources.files.iter().map(|file| !self.shows(Path::new(&*file.path), file.system)).collect();
        if !outside.contains(&true) {
            return;
        }
        self.conceal(sources);
        let is_outside =
            |span: Span| span.is_known() && outside.get(span.file.0 as usize).copied().unwrap_or(false);
        let mut told = BTreeSet::new();
        said.retain_mut(|diagnostic| {
            for (span, note) in &mut diagnostic.notes {
                if is_outside(*span) {
                    "here".clone_into(note);
                }
            }
            if !is_outside(diagnostic.span) {
                return true;
            }
            OUTSIDE.clone_into(&mut diagnostic.message);
            diagnostic.notes.clear();
            // Once for each file.
            told.insert((diagnostic.span.file, diagnostic.severity))
        });
    }

    /// Takes words of files whose lines may not be shown out of what is said about others: what was found where something else was expected.
    pub(crate) fn conceal_words(&self, disk: &Disk, said: &mut [Diagnostic]) {
        if said.is_empty() {
            return;
        }
        let is_inside = |(path, _): &(PathBuf, Arc<Contents>)| self.shows(path, path.starts_with("/usr"));
        let (inside, outside): (Vec<_>, Vec<_>) = disk.contents().into_iter().partition(is_inside);
        if outside.is_empty() {
            return;
        }
        let texts = |files: Vec<(PathBuf, Arc<Contents>)>| -> Vec<Arc<str>> {
            files.into_iter().map(|(_, contents)| contents.text()).collect()
        };
        let (inside, outside) = (texts(inside), texts(outside));
        for diagnostic in said {
            let notes = diagnostic.notes.iter_mut().map(|(_, note)| note);
            for text in notes.chain([&mut diagnostic.message]) {
                *text = without_words(text, &outside, &inside);
            }
        }
    }
}

/// A message without the words, which stand in quotes, that are in texts outside of the project only.
fn without_words(message: &str, outside: &[Arc<str>], inside: &[Arc<str>]) -> String {
    let quotes = ['`', '\''];
    let is_foreign = |word: &str| {
        let word = word.trim();
        let within = |texts: &[Arc<str>]| texts.iter().any(|text| text.contains(word));
        word.contains(char::is_alphanumeric) && within(outside) && !within(inside)
    };
    let mut out = String::with_capacity(message.len());
    for piece in message.split_inclusive(quotes) {
        let word = piece.trim_end_matches(quotes);
        out.push_str(if is_foreign(word) { "…" } else { word });
        out.push_str(&piece[word.len()..]);
    }
    out
}

/// Whether a path has a part that begins with a dot, those that another one has too aside.
fn is_hidden(path: &Path, known: &Path) -> bool {
    let shared = path.components().zip(known.components()).take_while(|(a, b)| a == b).count();
    let begins_with_dot = |name: &OsStr| name.as_encoded_bytes().starts_with(b".");
    path.components()
        .skip(shared)
        .any(|part| matches!(part, Component::Normal(name) if begins_with_dot(name)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;

    #[test]
    fn words_of_other_files_are_left_out() {
        let (outside, inside) = (["hunter2 int x;".into()], ["int y = 1".into()]);
        for (message, left) in [
            ("expected `;`, found `hunter2`", "expected `;`, found `…`"),
            ("'hunter2' undeclared, `int y`", "'…' undeclared, `int y`"),
            ("expected an expression", "expected an expression"),
        ] {
            assert_eq!(without_words(message, &outside, &inside), left);
        }
    }

    #[test]
    fn lines_of_the_project_and_its_include_paths_are_shown() {
        let kept = std::env::temp_dir().canonicalize().expect("a temporary directory");
        let at = kept.join(format!("sw-project-{}", std::process::id()));
        for file in [
            "repo/.git/config",
            "repo/src/a.c",
            "repo/include/a.h",
            "extra/b.h",
            "alone/c.c",
            "alone/.env",
            "other/d.h",
        ] {
            let file = at.join(file);
            std::fs::create_dir_all(file.parent().expect("a directory")).expect("a directory");
            std::fs::write(file, "").expect("a file");
        }
        std::os::unix::fs::symlink("/etc/passwd", at.join("alone/link.h")).expect("a link");
        let options = Options { include_dirs: vec![at.join("extra"), "/etc".into()], ..Options::default() };
        let command = |name: &str| Command { file: at.join(name), options: options.clone() };
        let project =
            Project::of(&[command("repo/src/a.c"), command("alone/c.c"), command("other/secret")], &[]);
        for (file, shown) in [
            ("repo/src/a.c", true),
            ("repo/src/../include/a.h", true),
            ("repo/.git/config", false),
            ("extra/b.h", true),
            ("alone/c.c", true),
            ("alone/.env", false),
            ("alone/link.h", false),
            ("other/d.h", false),
            ("other/none.h", true),
        ] {
            assert_eq!(project.shows(&at.join(file), false), shown, "{file}");
        }
        for (file, shown) in
            [("/etc/passwd", false), ("/proc/self/environ", false), ("<builtin>/stddef.h", true)]
        {
            assert_eq!(project.shows(Path::new(file), false), shown, "{file}");
            assert!(shown || !project.shows(Path::new(file), true), "{file}");
        }
        assert!(project.shows(&at.join("other/d.h"), true), "a header of the system");
        let _ = std::fs::remove_dir_all(at);
    }
}
