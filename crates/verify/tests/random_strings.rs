//! Random programs with strings: no concrete run refutes the analysis by checkers, and runs refute one that is wrong about where strings end.
//!
//! `PROGRAMS=20000 SEED=0 cargo test --release -p shapewright-verify --test random_strings` makes the long run.

mod support;

#[path = "support/broken.rs"]
#[allow(dead_code, reason = "not every test makes every flaw")]
mod broken;

use broken::{Broken, Flaw, Spoil};
use checkers::heap::{Region, Rest, Run};
use checkers::{Checkers, State};
use engine::Cursor;
use ir::Stmt;
use support::{load_text, number, refuted_loaded};

fn domain(program: &ir::Program) -> Checkers {
    Checkers::new(program, checkers::Options { malloc_may_fail: true })
}

#[test]
fn no_run_of_a_program_with_strings_refutes_the_analysis() {
    let (first, runs) = (number("SEED", 0), number("RUNS", 6));
    for seed in first..first + number("PROGRAMS", 60) {
        let text = generate::strings(seed);
        let program = load_text(&text);
        if let Some(why) = refuted_loaded(&program, &domain(&program), runs) {
            panic!("program {seed} refutes the analysis: {why}\n{text}");
        }
    }
}

/// What the domain does wrong with the rows of states after a statement.
const SPOILS: &[(&str, Spoil<Checkers>)] = &[
    ("no byte that was written is zero", no_zero),
    ("the inside of a string is zero", all_zero),
    ("the byte that ends a string is not zero", no_end),
];

fn change(mut after: Vec<State>, mut spoil: impl FnMut(&mut Run)) -> Vec<State> {
    for state in &mut after {
        let rows = |region: &Region| region.block().is_some_and(|block| !block.runs.is_empty());
        state.regions.change(rows, |region| {
            if let Region::Block(block) = region {
                block.runs.iter_mut().for_each(&mut spoil);
            }
        });
    }
    after
}

fn no_zero(_: &Cursor<'_>, _: &Stmt, after: Vec<State>) -> Vec<State> {
    change(after, |run| {
        if run.each.is_bytes() && run.each.rest == Rest::Any {
            run.each.rest = Rest::Text;
        }
    })
}

fn all_zero(_: &Cursor<'_>, _: &Stmt, after: Vec<State>) -> Vec<State> {
    change(after, |run| {
        if run.each.is_text() {
            run.each.rest = Rest::Zero;
        }
    })
}

fn no_end(_: &Cursor<'_>, _: &Stmt, after: Vec<State>) -> Vec<State> {
    change(after, |run| {
        if run.each.is_bytes() && run.each.rest == Rest::Zero {
            run.each.rest = Rest::Text;
        }
    })
}

#[test]
fn every_flaw_of_strings_is_caught() {
    let mut missed = Vec::new();
    for (what, spoil) in SPOILS {
        let caught = (0..60).find(|seed| {
            let program = load_text(&generate::strings(*seed));
            let broken = Broken::spoiled(domain(&program), *spoil);
            refuted_loaded(&program, &broken, 6).is_some()
                && refuted_loaded(&program, &Broken::new(domain(&program), Flaw::None), 6).is_none()
        });
        match caught {
            Some(seed) => eprintln!("{what}: caught by program {seed}"),
            None => missed.push(*what),
        }
    }
    assert!(missed.is_empty(), "the programs do not show {missed:?}");
}
