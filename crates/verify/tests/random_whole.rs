//! Random whole programs: the verdict of all engines together, and every state behind it, hold in concrete runs.
//!
//! The programs have functions, recursion, arrays, strings and globals, and not one word of specification; half of them may have mistakes.
//! `PROGRAMS=20000 SEED=0 cargo test --release -p shapewright-verify --test random_whole` makes the long run; `MODULES=skips,list` names
//! modules of which each program has one.

mod support;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use model::Verdict;
use shapewright_verify as verify;
use support::{load_text_with, number};

/// A program that takes longer is told of.
const SLOW: Duration = Duration::from_secs(10);

/// What a run or a panic says against the analysis of a program, or its verdict.
fn verdict(text: &str, runs: u64) -> Result<Verdict, String> {
    let time = Duration::from_millis(number("MILLISECONDS", 1_000));
    let options = verify::Options {
        self_check: Some(runs),
        time: Some(time),
        jobs: Some(1),
        ..verify::Options::default()
    };
    let program = load_text_with(text, &[cfront::Model::Libc]);
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

/// How many programs had which verdict: proved, with an error, undecided.
type Counts = [u32; 3];

/// The modules of a program, which its first line names.
fn modules(text: &str) -> Vec<String> {
    let names =
        text.lines().next().unwrap_or_default().trim_start_matches("// Modules: ").trim_end_matches('.');
    names.split(", ").map(str::to_owned).collect()
}

/// The modules that programs are to have, or none for all kinds of programs.
fn wanted() -> Vec<String> {
    let names = std::env::var("MODULES").unwrap_or_default();
    names.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

#[test]
fn no_run_refutes_the_answer_to_a_whole_program() {
    let (first, runs) = (number("SEED", 0), number("RUNS", 6));
    let wanted = wanted();
    let names: Vec<&str> = wanted.iter().map(String::as_str).collect();
    let (mut all, mut shares) = (Counts::default(), BTreeMap::<String, Counts>::new());
    let (mut refuted, mut slowest) = (0, (Duration::ZERO, first));
    for seed in first..first + number("PROGRAMS", 40) {
        let text =
            if names.is_empty() { generate::whole(seed) } else { generate::whole_of(seed, &names, false) };
        let begin = Instant::now();
        let outcome = verdict(&text, runs);
        slowest = slowest.max((begin.elapsed(), seed));
        if begin.elapsed() > SLOW {
            eprintln!("program {seed} takes {:?}", begin.elapsed());
        }
        let at = match outcome {
            Ok(Verdict::Proved) => 0,
            Ok(Verdict::Violated) => 1,
            Ok(_) => 2,
            Err(why) => {
                eprintln!("program {seed} refutes the analysis: {why}\n{text}");
                refuted += 1;
                continue;
            }
        };
        all[at] += 1;
        for module in modules(&text) {
            shares.entry(module).or_default()[at] += 1;
        }
    }
    for (module, [proved, wrong, unknown]) in shares {
        eprintln!("{module:12} {proved:5} proved {wrong:5} with an error {unknown:5} undecided");
    }
    let [proved, wrong, unknown] = all;
    eprintln!("{proved} proved, {wrong} with an error, {unknown} undecided, slowest {slowest:?}");
    assert_eq!(refuted, 0, "so many programs refute the analysis");
    assert!(proved > 0 && wrong > 0, "{proved} programs are proved, {wrong} are wrong: this tests nothing");
}

/// Programs with skip lists and without mistakes have no errors.
#[test]
fn careful_programs_with_skip_lists_have_no_errors() {
    let first = number("SEED", 0);
    for seed in first..first + number("PROGRAMS", 40).div_ceil(4) {
        let text = generate::whole_of(seed, &["skips"], true);
        let verdict = verdict(&text, 2);
        // Another module of the program may be one whose mistakes are inputs.
        let alone = modules(&text) == ["skips"];
        assert!(
            !alone || matches!(verdict, Ok(verdict) if verdict != Verdict::Violated),
            "{seed}: {verdict:?}\n{text}"
        );
    }
}
