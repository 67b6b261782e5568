//! The command line: parses arguments, calls the crates that know how, prints what they say.
//!
//! Exit codes are part of the interface: see `exit`. It is a library so that its readers of options can be fuzzed; nobody else depends
//! on it.

mod args;
mod bench;
mod bounds;
mod check;
mod checkers;
mod config;
mod exit;
mod explain;
mod inputs;
mod instrument;
mod listing;
mod lsp;
mod predicates;
mod progress;
mod run;
mod show;
mod svcomp;
mod terminal;
mod triage;
mod values;
mod written;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

use args::{Cli, Integers, Limits, Task};
use bounds::{Bounds, Ended};
use config::Config;
use exit::Exit;
use report::Setting;
use terminal::Terminal;

/// Does what the command line of the process asks for.
pub fn main() -> ExitCode {
    // These live as long as the process: whoever ends it may need them.
    let (cli, settings): (&'static Cli, &'static [Setting]) = match arguments(std::env::args_os(), nearest) {
        Ok(Ok((cli, settings))) => (Box::leak(Box::new(cli)), settings.leak()),
        Ok(Err(error)) => {
            // `--help` and `--version` come this way too and are no errors.
            let failed = error.use_stderr();
            let printed = error.print();
            return if failed || printed.is_err() { Exit::BadInput } else { Exit::Clean }.into();
        }
        Err(error) => {
            Terminal::new(args::When::Auto, args::When::Never).error(&format!("{error:#}"));
            return Exit::BadInput.into();
        }
    };
    let terminal: &'static Terminal = Box::leak(Box::new(Terminal::new(cli.color, cli.progress)));
    // A panic is a bug of ours and must not look like an answer.
    let outcome =
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| dispatch(cli, settings, terminal)));
    match outcome {
        Ok(Ok(exit)) => exit.into(),
        Ok(Err(error)) => {
            terminal.error(&format!("{error:#}"));
            if error.is::<Ended>() { Exit::Unknown } else { Exit::BadInput }.into()
        }
        Err(_) => {
            terminal.error("internal error; please report it with the input that caused it");
            Exit::OurBug.into()
        }
    }
}

/// What a command line asks of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Asked {
    /// The inputs of `--inputs`.
    pub inputs: Vec<i128>,
    /// The words of `--arg`.
    pub words: Vec<String>,
}

/// Reads a command line, and a `shapewright.toml` of this name and text beside it, and does nothing of what they ask for. An error
/// is what the user is told.
pub fn asked(given: Vec<OsString>, file: Option<(PathBuf, String)>) -> Result<Asked, String> {
    let file = file.map(|(path, text)| Config { path, text });
    let (cli, _) = arguments(given.into_iter(), |_| Ok(file))
        .map_err(|error| format!("{error:#}"))?
        .map_err(|error| error.to_string())?;
    Ok(match cli.task {
        Task::Run(task) => {
            let Integers(inputs) = task.input_list.unwrap_or_default();
            Asked { inputs, words: task.words }
        }
        _ => Asked::default(),
    })
}

/// The file of options that is in effect.
fn nearest(cli: &Cli) -> anyhow::Result<Option<Config>> {
    Config::find(cli.config.as_deref(), &std::env::current_dir()?)
}

/// What the command line says, and what a file says where that does not; and what is to be told of the file.
fn arguments(
    given: impl Iterator<Item = OsString>,
    file: impl FnOnce(&Cli) -> anyhow::Result<Option<Config>>,
) -> anyhow::Result<Result<(Cli, Vec<Setting>), clap::Error>> {
    let given = args::with_compiler_flags(given);
    let matches = match Cli::command().try_get_matches_from(&given) {
        Ok(matches) => matches,
        Err(error) => return Ok(Err(error)),
    };
    let read = match Cli::from_arg_matches(&matches) {
        Ok(read) => read,
        Err(error) => return Ok(Err(error)),
    };
    let Some((task, of_task)) = matches.subcommand() else { return Ok(Ok((read, Vec::new()))) };
    if read.no_config || !matches!(task, "check" | "show" | "run" | "ir" | "instrument" | "checkers" | "lsp")
    {
        return Ok(Ok((read, Vec::new())));
    }
    let Some(file) = file(&read)? else { return Ok(Ok((read, Vec::new()))) };
    file.complete(&given, task, of_task).map(Ok)
}

fn dispatch(
    cli: &'static Cli,
    settings: &'static [Setting],
    terminal: &'static Terminal,
) -> anyhow::Result<Exit> {
    // Answers of these say it themselves, in their own form.
    if !matches!(&cli.task, Task::Check(_) | Task::Run(_) | Task::Lsp(_)) {
        check::tell(settings, terminal);
    }
    match &cli.task {
        Task::Check(task) => {
            bounded(&task.limits, terminal, |bounds| check::check(task, settings, bounds, terminal))
        }
        Task::Run(task) => {
            // A run has an orderly end of its own, and tells what it did until then.
            let bounds = Bounds::begin(&task.limits, terminal);
            let ended = bounds.budget().enter(|| run::run(task, settings, &bounds, terminal));
            bounds.speak();
            ended
        }
        Task::Show(task) => bounded(&task.limits, terminal, |bounds| show::show(task, bounds, terminal)),
        Task::Bench(task) => bench::papers(task, terminal),
        Task::Checkers(task) => {
            bounded(&task.limits, terminal, |bounds| checkers::checkers(task, bounds, terminal))
        }
        Task::Instrument(task) => {
            bounded(&task.limits, terminal, |bounds| instrument::instrument(task, bounds, terminal))
        }
        Task::Ir(task) => bounded(&task.limits, terminal, |bounds| listing::ir(task, bounds, terminal)),
        Task::Svcomp(task) => {
            bounded(&task.limits, terminal, |bounds| svcomp::svcomp(task, bounds, terminal))
        }
        Task::Lsp(task) => lsp::lsp(task, settings, terminal),
        Task::Explain { rule } => explain::explain(rule.as_deref(), terminal),
        Task::Config { what } => explain::config(*what, cli, terminal),
        Task::Man => explain::man(terminal),
        Task::Completions { shell } => Ok(explain::completions(*shell, terminal)),
    }
}

/// A command within its bounds.
fn bounded(
    limits: &Limits,
    terminal: &'static Terminal,
    work: impl FnOnce(&Bounds) -> anyhow::Result<Exit>,
) -> anyhow::Result<Exit> {
    let bounds = Bounds::begin(limits, terminal);
    let worked = bounds.budget().enter(|| budget::phase(|| work(&bounds)));
    bounds.speak();
    worked.unwrap_or_else(|over| Err(Ended(over).into()))
}
