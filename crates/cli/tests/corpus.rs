//! Runs every program of `tests/c/run` with twenty seeds and compares what is reported with the expectations
//! written in it.

mod support;

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use support::cases::{self, Case};
use support::expect::{self, Reported};
use support::tool;

fn main() -> ExitCode {
    let trials = cases::below("run")
        .into_iter()
        .map(|case| Trial::test(case.name.clone(), move || check(&case)))
        .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn check(case: &Case) -> Result<(), Failed> {
    let expectations = expect::parse(case.file_name(), &case.text())?;
    if !expectations.clean && expectations.marks.is_empty() {
        return Err("says neither `//@ clean` nor what is reported where".into());
    }
    let runs = tool::run_all(&case.path, &expectations.args)?;
    let mut reported = Vec::new();
    let mut elsewhere = String::new();
    for run in &runs {
        for finding in &run.findings {
            if Path::new(&finding.file).file_name() == case.path.file_name() {
                reported.push(Reported { line: finding.line, rule: finding.rule.clone() });
            } else {
                writeln!(
                    elsewhere,
                    "{}:{}: {} is reported in another file",
                    finding.file, finding.line, finding.rule
                )?;
            }
        }
    }
    let complaints = expectations.complaints(&reported);
    if complaints.is_empty() && elsewhere.is_empty() {
        return Ok(());
    }
    let mut message = elsewhere;
    for complaint in complaints {
        writeln!(message, "{}:{complaint}", case.file_name())?;
    }
    for run in &runs {
        for f in &run.findings {
            writeln!(message, "  seed {}: {}:{}: [{}] {}", run.seed, f.file, f.line, f.rule, f.message)?;
        }
    }
    Err(message.into())
}
