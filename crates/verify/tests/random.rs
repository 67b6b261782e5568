//! Random list programs: no concrete run refutes the analysis.
//!
//! `PROGRAMS=20000 SEED=0 cargo test --release -p shapewright-verify --test random` makes the long run.

mod support;

use generate::Config;
use lengths::Lengths;
use support::{fail, number, refuted};

fn domain() -> Lengths {
    Lengths::new(lengths::Options { malloc_may_fail: true })
}

fn try_all(config: &Config, programs: u64) {
    let (first, runs) = (number("SEED", 0), number("RUNS", 6));
    for seed in first..first + programs {
        let program = generate::program(seed, config);
        if refuted(&program, &domain(), runs).is_some() {
            fail(seed, &program, domain, runs);
        }
    }
}

#[test]
fn no_run_of_a_list_program_refutes_the_analysis() {
    try_all(&Config::lists(), number("PROGRAMS", 500));
}

#[test]
fn no_run_of_any_program_refutes_the_analysis() {
    try_all(&Config::everything(), number("PROGRAMS", 500) / 4);
}
