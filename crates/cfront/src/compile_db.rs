//! Compilation databases: `compile_commands.json`.
//!
//! An array of entries, each with the working `directory`, the `file`, and the compiler's words as
//! `arguments` or, quoted for the shell, as `command`. Nothing is executed; a file may have several
//! entries, and each that differs is a command of its own.

use std::path::{Path, PathBuf};

use ir::{FileId, SourceFile, Sources, Span};
use model::Diagnostic;
use serde::Deserialize;

use crate::load::LoadError;
use crate::options::{Command, Language, Options};
use crate::project::Project;
use crate::regular::read_regular;
use crate::unit::describe;

/// The commands of a database.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CompileDb {
    /// One for each C file and way of compiling it, in the order of the database.
    pub commands: Vec<Command>,
    /// What was passed over, one line each.
    pub notes: Vec<String>,
}

#[derive(Deserialize)]
struct Entry {
    #[serde(default)]
    directory: PathBuf,
    file: PathBuf,
    arguments: Option<Vec<String>>,
    command: Option<String>,
}

impl CompileDb {
    /// Reads a `compile_commands.json`. Relative directories in it are taken from its own place.
    pub fn read(path: &Path) -> Result<Self, LoadError> {
        let refuse = |message: String| LoadError::new(format!("{}: {message}", path.display()));
        let text = read_regular(path).map_err(|error| refuse(describe(&error)))?;
        Self::parse(&text, path).map_err(|mut refused| {
            Project::beside(path).conceal_said(&mut refused.sources, &mut refused.diagnostics);
            refused
        })
    }

    /// Reads the text of a database that lies at `path`.
    pub fn parse(text: &[u8], path: &Path) -> Result<Self, LoadError> {
        let entries: Vec<Entry> =
            serde_json::from_slice(text).map_err(|error| syntax_error(&error, text, path))?;
        let base = path.parent().unwrap_or(Path::new(""));
        let mut db = Self::default();
        for (n, entry) in entries.into_iter().enumerate() {
            match command(entry, base) {
                Ok((command, notes)) => {
                    db.notes
                        .extend(notes.into_iter().map(|note| format!("{}: {note}", command.file.display())));
                    db.commands.push(command);
                }
                Err(why) => db.notes.push(format!("entry {}: {why}", n + 1)),
            }
        }
        db.forget_repeated();
        Ok(db)
    }

    /// Keeps the first of several entries that say the same.
    fn forget_repeated(&mut self) {
        let mut kept: rustc_hash::FxHashMap<PathBuf, Vec<usize>> = rustc_hash::FxHashMap::default();
        let mut commands: Vec<Command> = Vec::with_capacity(self.commands.len());
        for command in self.commands.drain(..) {
            let same = kept.entry(command.file.clone()).or_default();
            if !same.iter().any(|&at| commands[at] == command) {
                same.push(commands.len());
                commands.push(command);
            }
        }
        self.commands = commands;
    }
}

fn command(entry: Entry, base: &Path) -> Result<(Command, Vec<String>), String> {
    let shown = entry.file.display().to_string();
    let args = match (entry.arguments, entry.command) {
        (Some(arguments), _) => arguments,
        (None, Some(command)) => shlex::split(&command)
            .ok_or_else(|| format!("{shown}: the quotes of its `command` do not match"))?,
        (None, None) => return Err(format!("{shown}: it has neither `arguments` nor `command`")),
    };
    // Without the `.` that many databases have in them, which would show in every message.
    let directory: PathBuf = base.join(entry.directory).components().collect();
    // The first word is the compiler.
    let read = Options::from_args(args.get(1..).unwrap_or_default(), &directory);
    let file = directory.join(entry.file);
    if read.options.language.or(Language::of(&file)).is_none() {
        return Err(format!("{shown}: not a C file"));
    }
    let notes = read.notes.into_iter().filter(|note| !note.ends_with(NOT_C)).collect();
    Ok((Command { file, options: read.options }, notes))
}

/// Operands that are not C are ordinary here: wrappers in front of the compiler, objects.
const NOT_C: &str = "is not a C file and was ignored";

fn syntax_error(error: &serde_json::Error, text: &[u8], path: &Path) -> LoadError {
    let (line, column) = (error.line() as u32, error.column().max(1) as u32);
    let whole = error.to_string();
    let message = whole.rsplit_once(" at line ").map_or(whole.as_str(), |(message, _)| message);
    let file = SourceFile {
        path: path.to_string_lossy().into(),
        text: Some(String::from_utf8_lossy(text).into()),
        system: false,
    };
    let span = Span { file: FileId(0), line, column, end_line: line, end_column: column, expansion: None };
    LoadError {
        sources: Sources { files: vec![file], expansions: ir::Expansions::new() },
        diagnostics: vec![Diagnostic::error(span, format!("not a compilation database: {message}"))],
    }
}
