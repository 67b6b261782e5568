//! Random programs with lists, doubly linked lists and trees: no concrete run refutes the analysis by checkers.
//!
//! `PROGRAMS=20000 SEED=0 cargo test --release -p shapewright-verify --test random_checkers` makes the long run: so many
//! programs in all, of the kinds below in proportion.

mod support;

use checkers::Checkers;
use generate::Config;
use support::{fail_with, number, refuted_with};

fn domain(program: &ir::Program) -> Checkers {
    Checkers::new(program, checkers::Options { malloc_may_fail: true })
}

/// Tries this share, in percent, of the programs that are to be tried.
fn try_share(config: &Config, percent: u64) {
    let (first, runs) = (number("SEED", 0), number("RUNS", 6));
    let programs = number("PROGRAMS", 500) * percent / 100;
    let program = |seed| generate::program(seed, config);
    let refuted: Vec<u64> = (first..first + programs)
        .filter(|seed| match refuted_with(&program(*seed), domain, runs) {
            Some(why) => {
                eprintln!("program {seed} refutes the analysis: {why}");
                true
            }
            None => false,
        })
        .collect();
    if let Some(seed) = refuted.first() {
        fail_with(*seed, &program(*seed), domain, runs);
    }
}

#[test]
fn no_run_of_a_program_with_lists_refutes_the_analysis() {
    try_share(&Config::lists(), 20);
}

#[test]
fn no_run_of_a_program_with_all_kinds_of_lists_refutes_the_analysis() {
    try_share(&Config::everything(), 15);
}

#[test]
fn no_run_of_a_program_with_lists_and_trees_refutes_the_analysis() {
    try_share(&Config::structures(), 25);
}

#[test]
fn no_run_of_a_program_with_cursors_refutes_the_analysis() {
    try_share(&Config::cursors(), 10);
}

#[test]
fn no_run_of_a_program_with_contracts_refutes_the_analysis() {
    try_share(&Config::contracts(), 30);
}
