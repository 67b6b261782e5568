//! Random programs: no concrete run refutes the analysis by three-valued structures.
//!
//! `PROGRAMS=10000 SEED=0 cargo test --release -p shapewright-verify --test random_three_valued` makes a long run.

mod support;

use generate::Config;
use support::{fail_with, number, refuted_with};
use three_valued::{Direction, Joining, Options, ThreeValued};

fn domain(program: &ir::Program, direction: Direction) -> ThreeValued {
    ThreeValued::new(program, Options { malloc_may_fail: true, joining: Joining::Partial, direction })
}

fn try_all(config: &Config, direction: Direction, programs: u64) {
    let (first, runs) = (number("SEED", 0), number("RUNS", 6));
    for seed in first..first + programs {
        let program = generate::program(seed, config);
        if refuted_with(&program, |loaded| domain(loaded, direction), runs).is_some() {
            fail_with(seed, &program, |loaded| domain(loaded, direction), runs);
        }
    }
}

#[test]
fn no_run_on_lists_refutes_the_analysis() {
    try_all(&Config::lists(), Direction::First, number("PROGRAMS", 200));
}

#[test]
fn no_run_on_doubly_linked_lists_refutes_the_analysis() {
    let config = Config { doubly: 10, singly: 1, ..Config::lists() };
    try_all(&config, Direction::First, number("PROGRAMS", 100));
}

#[test]
fn no_run_where_all_links_are_forward_refutes_the_analysis() {
    let config = Config { doubly: 10, singly: 1, ..Config::lists() };
    try_all(&config, Direction::All, number("PROGRAMS", 100) / 2);
}

#[test]
fn no_run_with_calls_refutes_the_analysis() {
    let config = Config { calls: true, recursion: true, globals: true, ..Config::lists() };
    try_all(&config, Direction::First, number("PROGRAMS", 200) / 2);
}

#[test]
fn no_run_with_pointers_to_links_refutes_the_analysis() {
    let config = Config {
        calls: true,
        links: true,
        stack: true,
        more_fields: true,
        unset: 20,
        queues: 5,
        ..Config::lists()
    };
    try_all(&config, Direction::First, number("PROGRAMS", 200) / 2);
}

#[test]
fn no_run_with_contracts_refutes_the_analysis() {
    try_all(&Config::contracts(), Direction::First, number("PROGRAMS", 200) / 2);
}

#[test]
fn no_run_with_trees_refutes_the_analysis() {
    let config = Config { contracts: 50, calls: true, ..Config::structures() };
    try_all(&config, Direction::All, number("PROGRAMS", 200) / 4);
}

#[test]
fn no_run_with_anything_refutes_the_analysis() {
    try_all(&Config::everything(), Direction::First, number("PROGRAMS", 200) / 4);
}
