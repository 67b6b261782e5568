//! Random programs over raw memory: no concrete run refutes the analysis by checkers.
//!
//! `PROGRAMS=10000 SEED=0 cargo test --release -p shapewright-verify --test random_blocks` makes the long run.

mod support;

use checkers::Checkers;
use support::{load_text, number, refuted_loaded};

fn domain(program: &ir::Program) -> Checkers {
    Checkers::new(program, checkers::Options { malloc_may_fail: true })
}

#[test]
fn no_run_of_a_program_over_raw_memory_refutes_the_analysis() {
    let (first, runs) = (number("SEED", 0), number("RUNS", 6));
    for seed in first..first + number("PROGRAMS", 60) {
        let text = generate::blocks(seed);
        let program = load_text(&text);
        if let Some(why) = refuted_loaded(&program, &domain(&program), runs) {
            panic!("program {seed} refutes the analysis: {why}\n{text}");
        }
    }
}
