//! The way in: commands to a program.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ir::{Program, Sources, Span};
use model::Diagnostic;

use crate::lower;
use crate::models::Model;
use crate::options::Command;
use crate::unit;
use crate::watchdog::{self, Budget, Failure};

/// A program, and what was accepted with a remark.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The program, with the sources that all spans point into.
    pub program: Program,
    /// Warnings and notes, in the order of the commands.
    pub warnings: Vec<Diagnostic>,
}

/// Why there is no program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadError {
    /// What the spans of the diagnostics point into.
    pub sources: Sources,
    /// At least one error, and what else was said.
    pub diagnostics: Vec<Diagnostic>,
}

impl LoadError {
    /// An error about no place in particular.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { sources: Sources::default(), diagnostics: vec![Diagnostic::error(Span::NONE, message)] }
    }
}

impl std::fmt::Display for LoadError {
    /// The first error, for callers that have one line; whoever has more renders the diagnostics.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let worst = self.diagnostics.iter().max_by_key(|said| said.severity);
        let Some(first) =
            self.diagnostics.iter().find(|said| Some(said.severity) == worst.map(|w| w.severity))
        else {
            return f.write_str("the program could not be read");
        };
        if first.span.is_known() {
            let Span { file, line, column, .. } = first.span;
            write!(f, "{}:{line}:{column}: ", self.sources.path(file))?;
        }
        f.write_str(&first.message)
    }
}

impl std::error::Error for LoadError {}

/// Reads, checks and links the translation units of a program.
pub fn load(commands: &[Command], budget: &Budget) -> Result<Loaded, LoadError> {
    load_with_models(commands, &[], budget)
}

/// The same; functions that the program calls and does not define are taken from these models, the first that has one.
pub fn load_with_models(
    commands: &[Command],
    models: &[Model],
    budget: &Budget,
) -> Result<Loaded, LoadError> {
    if commands.is_empty() {
        return Err(LoadError::new("no C files to read"));
    }
    if let Some(other) = commands.iter().find(|command| command.options.width != commands[0].options.width) {
        let (first, other) = (commands[0].file.display(), other.file.display());
        return Err(LoadError::new(format!("{first} and {other}: one is for 32 bits, the other for 64")));
    }
    let at = Arc::new(AtomicUsize::new(0));
    let work = {
        let (commands, models, at) = (commands.to_vec(), models.to_vec(), at.clone());
        move || run(&commands, &models, &at)
    };
    watchdog::run(budget, work).unwrap_or_else(|failure| {
        let file = commands.get(at.load(Ordering::Relaxed)).map(|command| command.file.display().to_string());
        Err(failed(&failure, file.as_deref(), budget))
    })
}

/// All of the front end, on the thread that is watched. `at` tells the watcher which command is
/// being worked on; past the last one stands for the linking of all.
fn run(commands: &[Command], models: &[Model], at: &AtomicUsize) -> Result<Loaded, LoadError> {
    let mut sources = Sources::default();
    let mut units = Vec::with_capacity(commands.len());
    let mut said = Vec::new();
    let mut refused = false;
    for (n, command) in commands.iter().enumerate() {
        at.store(n, Ordering::Relaxed);
        match unit::check(command, &mut sources) {
            Ok(mut unit) => {
                said.append(&mut unit.warnings);
                units.push(unit);
            }
            Err(diagnostics) => {
                refused = true;
                said.extend(diagnostics);
            }
        }
    }
    at.store(commands.len(), Ordering::Relaxed);
    if refused {
        return Err(LoadError { sources, diagnostics: said });
    }
    let models: Vec<Command> = models.iter().map(|model| model.command(&commands[0].options)).collect();
    match lower::program(units, &models, sources) {
        Ok(program) => Ok(Loaded { program, warnings: said }),
        Err((sources, diagnostics)) => {
            said.extend(diagnostics);
            Err(LoadError { sources, diagnostics: said })
        }
    }
}

fn failed(failure: &Failure, file: Option<&str>, budget: &Budget) -> LoadError {
    let what = file.unwrap_or("the program");
    LoadError::new(match failure {
        Failure::Time => {
            format!("{what}: the C front end did not finish within {} s", budget.time.as_secs_f64())
        }
        Failure::Memory => {
            format!("{what}: the C front end needs more than {} MB of memory", budget.memory >> 20)
        }
        Failure::Panic(message) => format!("{what}: internal error in the C front end: {message}"),
        Failure::NoThread(why) => format!("{what}: no thread for the C front end: {why}"),
    })
}
