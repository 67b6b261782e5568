//! Random programs with graphs and bags: no concrete run refutes the analysis by checkers, whichever domain of sets it uses.
//!
//! `PROGRAMS=10000 SEED=0 cargo test --release -p shapewright-verify --test random_graphs` makes the long run.

mod support;

use checkers::{Checkers, SetChoice};
use support::{load_text, number, refuted_loaded};

fn domain(program: &ir::Program, sets: SetChoice) -> Checkers {
    Checkers::new(program, checkers::Options { malloc_may_fail: true }).with_sets(sets)
}

fn try_programs(sets: SetChoice, percent: u64) {
    let (first, runs) = (number("SEED", 0), number("RUNS", 6));
    for seed in first..first + number("PROGRAMS", 100) * percent / 100 {
        let text = generate::graphs(seed);
        let program = load_text(&text);
        if let Some(why) = refuted_loaded(&program, &domain(&program, sets), runs) {
            panic!("program {seed} refutes the analysis: {why}\n{text}");
        }
    }
}

#[test]
fn no_run_of_a_program_with_graphs_refutes_the_analysis() {
    try_programs(SetChoice::Linear, 80);
}

#[test]
fn none_refutes_it_with_the_compact_domain() {
    try_programs(SetChoice::Lin, 10);
}

#[test]
fn none_refutes_it_with_diagrams() {
    try_programs(SetChoice::Bdd, 10);
}
