//! Random programs with lists: no concrete run refutes the analysis by checkers.
//!
//! `PROGRAMS=20000 SEED=0 cargo test --release -p shapewright-verify --test random_checkers` makes the long run.

mod support;

use checkers::Checkers;
use generate::Config;
use support::{fail_with, number, refuted_with};

fn domain(program: &ir::Program) -> Checkers {
    Checkers::new(program, checkers::Options { malloc_may_fail: true })
}

fn try_all(config: &Config, programs: u64) {
    let (first, runs) = (number("SEED", 0), number("RUNS", 6));
    for seed in first..first + programs {
        let program = generate::program(seed, config);
        if refuted_with(&program, domain, runs).is_some() {
            fail_with(seed, &program, domain, runs);
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
