//! Random whole programs: the verdict of all engines together, and every state behind it, hold in concrete runs.
//!
//! The programs have functions, recursion, arrays, strings and globals, and not one word of specification; half of them may have mistakes.
//! `PROGRAMS=20000 SEED=0 cargo test --release -p shapewright-verify --test random_whole` makes the long run.

mod support;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use model::Verdict;
use shapewright_verify as verify;
use support::{load_text, number};

/// What a run or a panic says against the analysis of a program, or its verdict.
fn verdict(text: &str, runs: u64) -> Result<Verdict, String> {
    let time = Duration::from_millis(number("MILLISECONDS", 1_000));
    let options = verify::Options {
        self_check: Some(runs),
        time: Some(time),
        jobs: Some(1),
        ..verify::Options::default()
    };
    let program = load_text(text);
    let outcome = catch_unwind(AssertUnwindSafe(|| verify::check(&program, &options)));
    let (report, checked) = outcome.map_err(|_| "the analysis panics".to_owned())?;
    match checked.unwrap_or_default().unsound.first() {
        Some(unsound) => {
            let line = unsound.point.span(&program).line;
            Err(format!("seed {} at line {line}: {}", unsound.seed, unsound.what))
        }
        None => Ok(report.verdict),
    }
}

#[test]
fn no_run_refutes_the_answer_to_a_whole_program() {
    let (first, runs) = (number("SEED", 0), number("RUNS", 6));
    let (mut proved, mut wrong, mut unknown) = (0, 0, 0);
    for seed in first..first + number("PROGRAMS", 40) {
        let text = generate::whole(seed);
        match verdict(&text, runs) {
            Ok(Verdict::Proved) => proved += 1,
            Ok(Verdict::Violated) => wrong += 1,
            Ok(_) => unknown += 1,
            Err(why) => panic!("program {seed} refutes the analysis: {why}\n{text}"),
        }
    }
    eprintln!("{proved} proved, {wrong} with an error, {unknown} undecided");
    assert!(proved > 0 && wrong > 0, "{proved} programs are proved, {wrong} are wrong: this tests nothing");
}
