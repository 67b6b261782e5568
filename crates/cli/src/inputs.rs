//! From arguments to a program.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::bail;
use cfront::{Budget, Command, CompileDb, LoadError, Loaded, Model, Options, Programs};
use ir::{FileId, SourceFile, Sources, Span};
use model::Diagnostic;
use store::Store;

use crate::args::{Inputs, Reading};
use crate::bounds::Bounds;
use crate::progress::Progress;
use crate::terminal::Terminal;

/// Reads the program the arguments name. `None` if it was refused, which has then been said.
///
/// With a store, units that have not changed are not read again. The program stays until the process ends, which is sooner done than releasing it piece by piece.
pub(crate) fn load(
    inputs: &Inputs,
    bounds: &Bounds,
    store: Option<&Arc<Store>>,
    terminal: &Terminal,
) -> anyhow::Result<Option<&'static Loaded>> {
    let commands = match commands(inputs, terminal)? {
        Ok(commands) => commands,
        Err(refused) => {
            show(&refused, terminal);
            return Ok(None);
        }
    };
    let what = match commands.as_slice() {
        [one] => format!("reading {}", one.file.display()),
        all => format!("reading {} files", all.len()),
    };
    let progress = Progress::start(terminal.progress(), what);
    let budget = Budget { time: bounds.left(), memory: bounds.memory() };
    let own = inputs.reading.models.iter().cloned().map(Model::File);
    let models: Vec<Model> = own.chain([Model::Libc]).collect();
    // Who names files means one program; a build compiles many.
    let programs = if inputs.database.is_some() { Programs::Several } else { Programs::One };
    let loaded = cfront::load_kept(&commands, &models, programs, store, &budget);
    drop(progress);
    match loaded {
        Ok(loaded) => {
            if let Some(note) = &loaded.note {
                terminal.note(note);
            }
            Ok(Some(Box::leak(Box::new(loaded))))
        }
        Err(refused) => {
            show(&refused, terminal);
            Ok(None)
        }
    }
}

fn show(refused: &LoadError, terminal: &Terminal) {
    terminal.say(report::diagnostics(&refused.diagnostics, &refused.sources, terminal.err_style()));
}

/// One command for each translation unit.
fn commands(inputs: &Inputs, terminal: &Terminal) -> anyhow::Result<Result<Vec<Command>, LoadError>> {
    let arguments = Options::from_args(&flags(&inputs.reading), Path::new(""));
    for note in &arguments.notes {
        terminal.note(note);
    }
    if let Some(database) = &inputs.database {
        return from_database(database, inputs, terminal);
    }
    let files: Vec<PathBuf> = inputs.paths.iter().chain(&arguments.files).cloned().collect();
    if files.is_empty() {
        bail!("nothing to analyze: name C files, or a compilation database with -p");
    }
    for file in &files {
        let why = match std::fs::metadata(file) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => "no such file".into(),
            Err(error) => error.to_string(),
            Ok(metadata) if metadata.is_dir() => {
                "is a directory; name C files, or a compilation database with -p".into()
            }
            Ok(_) => continue,
        };
        return Ok(Err(unreadable(file, &why)));
    }
    Ok(Ok(files.into_iter().map(|file| Command { file, options: arguments.options.clone() }).collect()))
}

/// A file that is not there to be read: an error at its beginning, in the form all errors have.
fn unreadable(file: &Path, why: &str) -> LoadError {
    let path = file.display().to_string().into();
    let sources = Sources {
        files: vec![SourceFile { path, text: None, system: false }],
        expansions: ir::Expansions::new(),
    };
    let span = Span { file: FileId(0), line: 1, column: 1, end_line: 1, end_column: 1, expansion: None };
    LoadError { sources, diagnostics: vec![Diagnostic::error(span, why)] }
}

/// The compiler's spelling of our C options, with what was given after `--`.
pub(crate) fn flags(reading: &Reading) -> Vec<String> {
    let mut flags = Vec::new();
    flags.extend(reading.include_dirs.iter().map(|dir| format!("-I{}", dir.display())));
    flags.extend(reading.defines.iter().map(|define| format!("-D{define}")));
    flags.extend(reading.undefines.iter().map(|name| format!("-U{name}")));
    for file in &reading.includes {
        flags.extend(["-include".to_owned(), file.clone()]);
    }
    flags.extend(reading.std.iter().map(|std| format!("-std={std}")));
    if reading.m32 {
        flags.push("-m32".into());
    }
    if reading.m64 {
        flags.push("-m64".into());
    }
    flags.extend(reading.cflags.iter().cloned());
    flags
}

/// The command line that does something else with the same program; its own options go before a `--`.
pub(crate) fn command(task: &str, inputs: &Inputs) -> Vec<String> {
    let mut words = vec!["shapewright".to_owned(), task.to_owned()];
    words.extend(inputs.paths.iter().map(|path| path.display().to_string()));
    if let Some(database) = &inputs.database {
        words.extend(["-p".to_owned(), database.display().to_string()]);
    }
    words.extend(flags(&Reading { cflags: Vec::new(), ..inputs.reading.clone() }));
    if !inputs.reading.cflags.is_empty() {
        words.push("--".to_owned());
        words.extend(inputs.reading.cflags.iter().cloned());
    }
    words
}

fn from_database(
    database: &Path,
    inputs: &Inputs,
    terminal: &Terminal,
) -> anyhow::Result<Result<Vec<Command>, LoadError>> {
    let path = if database.is_dir() { database.join("compile_commands.json") } else { database.to_owned() };
    let db = match CompileDb::read(&path) {
        Ok(db) => db,
        Err(refused) => return Ok(Err(refused)),
    };
    for note in &db.notes {
        terminal.note(note);
    }
    let mut commands = db.commands;
    if !inputs.paths.is_empty() {
        let resolve = |path: &Path| std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let wanted: Vec<PathBuf> = inputs.paths.iter().map(|path| resolve(path)).collect();
        commands.retain(|command| wanted.contains(&resolve(&command.file)));
        if commands.is_empty() {
            bail!("{}: has no entry for the files named", path.display());
        }
    }
    if commands.is_empty() {
        bail!("{}: has no C files", path.display());
    }
    if let Some(note) = keep_first(&mut commands) {
        terminal.note(&note);
    }
    let extra = flags(&inputs.reading);
    if !extra.is_empty() {
        terminal.note("C options on the command line are ignored with -p");
    }
    Ok(Ok(commands))
}

/// Keeps the first of several commands for a file: the others are mostly the same code for another library. Says so.
fn keep_first(commands: &mut Vec<Command>) -> Option<String> {
    let mut seen = std::collections::BTreeSet::new();
    let (kept, others): (Vec<Command>, Vec<Command>) = commands.drain(..).partition(|command| {
        let file = std::fs::canonicalize(&command.file).unwrap_or_else(|_| command.file.clone());
        seen.insert(file)
    });
    *commands = kept;
    let first = others.first()?.file.display();
    let more =
        match others.iter().map(|command| &command.file).collect::<std::collections::BTreeSet<_>>().len() {
            1 => " is compiled in several ways".to_owned(),
            files => format!(
                " and {} more are compiled in several ways",
                crate::terminal::count(files as u64 - 1, "file")
            ),
        };
    Some(format!("{first}{more}: the first is analyzed"))
}
