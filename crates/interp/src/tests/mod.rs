//! Programs, run.

mod build;
mod errors;
mod language;
mod leaks;
mod library;
mod stepping;

use ir::Program;
use model::Rule;

use crate::{Exit, Options, RunResult, run};

fn run_main(program: &Program) -> RunResult {
    run_with(program, |_| ())
}

fn run_with(program: &Program, change: impl FnOnce(&mut Options)) -> RunResult {
    let mut options = Options::new(program.main().expect("there is a main"));
    options.max_steps = 1_000_000;
    change(&mut options);
    run(program, &options)
}

/// The program ends with this status and nothing is wrong with it.
fn check_clean(program: &Program, status: i32) -> RunResult {
    let result = run_main(program);
    assert_eq!(result.findings, vec![], "{result:?}");
    assert_eq!(result.exit, Exit::Exited(status), "{result:?}");
    result
}

/// The program does this wrong, on this line, with a message that contains this.
fn check_error(program: &Program, rule: Rule, line: u32, message: &str) -> RunResult {
    let result = run_main(program);
    let found: Vec<_> = result.findings.iter().map(|f| (f.rule, f.span.line, &*f.message)).collect();
    assert!(
        found.len() == 1 && found[0].0 == rule && found[0].1 == line && found[0].2.contains(message),
        "expected {rule:?} on line {line} with `{message}`, got {found:#?} {:?}",
        result.exit
    );
    result
}
