//! What several domains prove together holds in concrete runs.
//!
//! Each domain's states are compared with runs on their own; here it is the verdict that they give together, check by check. Most
//! of the programs have mistakes in them.

mod support;

use std::sync::Arc;
use std::time::Duration;

use generate::Config;
use model::Verdict;
use shapewright_verify as verify;
use support::{load, number};

/// Runs of each program that is proved.
const RUNS: u64 = 12;

/// The first error of a run of a program.
fn broken(program: &ir::Program) -> Option<String> {
    let checkers = Arc::new(verify::predicates(program));
    (0..RUNS).find_map(|seed| {
        let mut options = interp::Options::new(program.main()?);
        options.inputs = interp::Inputs::Seed(seed);
        options.malloc_may_fail = seed % 2 == 1;
        options.max_steps = 20_000;
        options.checkers = checkers.clone();
        let finding = interp::run(program, &options).findings.into_iter().next()?;
        Some(format!("seed {seed}, line {}: {}", finding.span.line, finding.message))
    })
}

#[test]
fn what_is_proved_together_holds() {
    let config = Config { orderly: 20, mutated: 70, wild: 10, doubly: 3, length: (1, 4), ..Config::lists() };
    let options = verify::Options { time: Some(Duration::from_secs(5)), ..verify::Options::default() };
    let first = number("SEED", 0);
    let (mut proved, mut wrong) = (0, 0);
    for seed in first..first + number("PROGRAMS", 60) {
        let program = generate::program(seed, &config);
        let loaded = load(&program);
        let error = broken(&loaded);
        wrong += u64::from(error.is_some());
        let (report, _) = verify::check(&loaded, &options);
        if report.verdict == Verdict::Proved {
            proved += 1;
            assert_eq!(
                error,
                None,
                "program {seed} is proved by {:?}:\n{}",
                report.functions[0].domain,
                program.to_c()
            );
        }
    }
    assert!(proved > 0 && wrong > 0, "{proved} programs are proved, {wrong} are wrong: this tests nothing");
}
