//! Random programs with doubly linked lists: no concrete run refutes the analysis of lengths, which keeps track of the links back.
//!
//! `PROGRAMS=20000 SEED=0 cargo test --release -p shapewright-verify --test random_doubly` makes a long run.

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
fn no_run_in_main_alone_refutes_the_analysis() {
    try_all(&Config { doubly: 10, singly: 1, ..Config::lists() }, number("PROGRAMS", 300));
}

#[test]
fn no_run_with_calls_refutes_the_analysis() {
    let config =
        Config { doubly: 10, singly: 1, calls: true, recursion: true, globals: true, ..Config::lists() };
    try_all(&config, number("PROGRAMS", 300) / 2);
}
