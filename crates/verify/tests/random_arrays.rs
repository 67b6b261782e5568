//! Random programs with arrays: no concrete run refutes the analysis by checkers, and runs refute one that is wrong about rows.
//!
//! `PROGRAMS=20000 SEED=0 cargo test --release -p shapewright-verify --test random_arrays` makes the long run.

mod support;

#[path = "support/broken.rs"]
#[allow(dead_code, reason = "not every test makes every flaw")]
mod broken;

use broken::{Broken, Flaw, Spoil};
use checkers::heap::{Content, Region, Value};
use checkers::{Checkers, State};
use engine::Cursor;
use ir::Stmt;
use support::{load_text, number, refuted_loaded};

fn domain(program: &ir::Program) -> Checkers {
    Checkers::new(program, checkers::Options { malloc_may_fail: true })
}

#[test]
fn no_run_of_a_program_with_arrays_refutes_the_analysis() {
    let (first, runs) = (number("SEED", 0), number("RUNS", 6));
    for seed in first..first + number("PROGRAMS", 60) {
        let text = generate::arrays(seed);
        let program = load_text(&text);
        if let Some(why) = refuted_loaded(&program, &domain(&program), runs) {
            panic!("program {seed} refutes the analysis: {why}\n{text}");
        }
    }
}

/// What the domain does wrong with the rows of states after a statement.
const SPOILS: &[(&str, Spoil<Checkers>)] = &[
    ("a row is one element too long", too_long),
    ("what rows own is forgotten", owns_nothing),
    ("what was never written is taken for zero", all_zero),
    ("all elements of a row are the same", all_alike),
];

fn change(mut after: Vec<State>, mut spoil: impl FnMut(&mut checkers::heap::Block)) -> Vec<State> {
    for state in &mut after {
        let rows = |region: &Region| region.block().is_some_and(|block| !block.runs.is_empty());
        state.regions.change(rows, |region| {
            if let Region::Block(block) = region {
                spoil(block);
            }
        });
    }
    after
}

fn too_long(_: &Cursor<'_>, _: &Stmt, after: Vec<State>) -> Vec<State> {
    change(after, |block| {
        if let Some(run) = block.runs.last_mut()
            && let Some(to) = run.to.plus(run.each.stride)
        {
            run.to = to;
        }
    })
}

fn owns_nothing(_: &Cursor<'_>, _: &Stmt, after: Vec<State>) -> Vec<State> {
    change(after, |block| {
        for slot in block.runs.iter_mut().flat_map(|run| &mut run.each.slots) {
            if matches!(slot.content, Content::Owned(_)) {
                slot.content = Content::Value(Value::Any);
            }
        }
    })
}

fn all_zero(_: &Cursor<'_>, _: &Stmt, after: Vec<State>) -> Vec<State> {
    change(after, |block| block.rest = checkers::heap::Rest::Zero)
}

fn all_alike(_: &Cursor<'_>, _: &Stmt, after: Vec<State>) -> Vec<State> {
    change(after, |block| {
        for slot in block.runs.iter_mut().flat_map(|run| &mut run.each.slots) {
            if slot.content == Content::Value(Value::Any) {
                slot.content = Content::Value(Value::Known(checkers::heap::Term::constant(7)));
            }
        }
    })
}

#[test]
fn every_flaw_of_rows_is_caught() {
    let mut missed = Vec::new();
    for (what, spoil) in SPOILS {
        let caught = (0..60).find(|seed| {
            let program = load_text(&generate::arrays(*seed));
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
