//! Analyzes every program of the corpus that is made for an analysis, compares it with twenty concrete runs
//! where there is a `main`, and compares the answer with the expectations written in the program.
//!
//! `UPDATE=1 cargo test -p shapewright --test check_corpus` writes the shapes and the reasons for what is
//! unknown into the files.

mod support;

use std::fmt::Write as _;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use support::answer::{self, Answer};
use support::cases::{self, Case};
use support::{bless, expect};

/// The directories of `tests/c` that analyses are tested with.
const ANALYZED: &[&str] = &[
    "blocks",
    "checkers",
    "clauses",
    "explore",
    "lengths",
    "regions",
    "sets",
    "three-valued",
    "together",
    "whole",
];

fn main() -> ExitCode {
    let trials = ANALYZED
        .iter()
        .flat_map(|directory| cases::below(directory))
        .map(|case| Trial::test(case.name.clone(), move || check(&case)))
        .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn check(case: &Case) -> Result<(), Failed> {
    let mut text = case.text();
    let mut expectations = expect::parse(case.file_name(), &text)?;
    if !expectations.proved && expectations.unknown.is_none() && expectations.marks.is_empty() {
        return Err("says neither `//@ proved` nor `//@ unknown` nor what is reported where".into());
    }
    let answer = answer::ask(&case.path, &expectations)?;
    if std::env::var_os("UPDATE").is_some() {
        let blessed = bless::blessed(&text, &answer);
        if blessed != text {
            std::fs::write(&case.path, &blessed)?;
            expectations = expect::parse(case.file_name(), &blessed)?;
            text = blessed;
        }
    }
    let mut complaints = answer.complaints(&expectations);
    // These programs are small enough for a run to show one of the errors they were made for.
    let has_error = expectations
        .marks
        .iter()
        .any(|(_, mark)| matches!(mark, expect::Mark::Error(rule) if *rule != "bad-checker"));
    let small = ["checkers/", "explore/", "whole/"].iter().any(|directory| case.name.starts_with(directory));
    if (small && has_error || expectations.confirmed) && !answer.is_confirmed() {
        complaints.push("1: no run shows any of the errors".into());
    }
    if complaints.is_empty() { Ok(()) } else { Err(message(case, &text, &answer, &complaints).into()) }
}

/// What was expected and what came, with the lines it is about.
fn message(case: &Case, text: &str, answer: &Answer, complaints: &[String]) -> String {
    let mut message = String::new();
    let mut line = |line: String| writeln!(message, "{line}").expect("strings take everything");
    for complaint in complaints {
        line(format!("{}:{complaint}", case.file_name()));
    }
    line(format!(
        "The answer is {}{}",
        answer.verdict.word(),
        answer.reason.as_ref().map_or(String::new(), |why| format!(": {why}"))
    ));
    for found in &answer.found {
        let source = text.lines().nth(found.at.line as usize - 1).unwrap_or_default();
        line(format!("  {}:{}: [{}] {}", case.file_name(), found.at.line, found.at.rule, found.message));
        line(format!("      {}", source.trim()));
    }
    message
}
