//! The command line: parses arguments, calls the crates that know how, prints what they say.
//!
//! Exit codes are part of the interface: see [`exit::Exit`].

mod args;
mod bench;
mod check;
mod checkers;
mod exit;
mod explain;
mod inputs;
mod listing;
mod progress;
mod run;
mod show;
mod svcomp;
mod terminal;
mod triage;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Task};
use exit::Exit;
use terminal::Terminal;

fn main() -> ExitCode {
    let cli = match Cli::try_parse_from(args::with_compiler_flags(std::env::args_os())) {
        Ok(cli) => cli,
        Err(error) => {
            // `--help` and `--version` come this way too and are no errors.
            let failed = error.use_stderr();
            let printed = error.print();
            return if failed || printed.is_err() { Exit::BadInput } else { Exit::Clean }.into();
        }
    };
    let terminal = Terminal::new(cli.color);
    // A panic is a bug of ours and must not look like an answer.
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| dispatch(&cli, &terminal)));
    match outcome {
        Ok(Ok(exit)) => exit.into(),
        Ok(Err(error)) => {
            terminal.error(&format!("{error:#}"));
            Exit::BadInput.into()
        }
        Err(_) => {
            terminal.error("internal error; please report it with the input that caused it");
            Exit::OurBug.into()
        }
    }
}

fn dispatch(cli: &Cli, terminal: &Terminal) -> anyhow::Result<Exit> {
    match &cli.task {
        Task::Check(task) => check::check(task, terminal),
        Task::Run(task) => run::run(task, terminal),
        Task::Show(task) => show::show(task, terminal),
        Task::Bench(task) => bench::papers(task, terminal),
        Task::Checkers(task) => checkers::checkers(task, terminal),
        Task::Ir(task) => listing::ir(task, terminal),
        Task::Svcomp(task) => svcomp::svcomp(task, terminal),
        Task::Explain { rule } => explain::explain(rule.as_deref(), terminal),
        Task::Completions { shell } => Ok(explain::completions(*shell, terminal)),
    }
}
