//! Random programs over raw memory: no concrete run refutes the analysis by checkers, and runs refute one that is wrong about parts.
//!
//! `PROGRAMS=10000 SEED=0 cargo test --release -p shapewright-verify --test random_blocks` makes the long run.

mod support;

#[path = "support/broken.rs"]
#[allow(dead_code, reason = "not every test makes every flaw")]
mod broken;

use broken::{Broken, Flaw, Spoil};
use checkers::heap::{Block, Origin, Region, Term, Value};
use checkers::{Checkers, State};
use engine::Cursor;
use ir::Stmt;
use support::{load_text, number, refuted_loaded};

fn domain(program: &ir::Program) -> Checkers {
    Checkers::new(program, checkers::Options { malloc_may_fail: true })
}

/// The same with the paper's strategy.
fn canonical(program: &ir::Program) -> Checkers {
    domain(program).with_folding(checkers::Folding::Canonical(checkers::Canonical::default()))
}

fn none_is_refuted(make: fn(u64) -> String, domain: fn(&ir::Program) -> Checkers) {
    let (first, runs) = (number("SEED", 0), number("RUNS", 6));
    for seed in first..first + number("PROGRAMS", 60) {
        let text = make(seed);
        let program = load_text(&text);
        if let Some(why) = refuted_loaded(&program, &domain(&program), runs) {
            panic!("program {seed} refutes the analysis: {why}\n{text}");
        }
    }
}

#[test]
fn no_run_of_a_program_over_raw_memory_refutes_the_analysis() {
    none_is_refuted(generate::blocks, domain);
}

#[test]
fn no_run_of_a_program_that_walks_by_address_refutes_the_analysis() {
    none_is_refuted(generate::walks, domain);
}

#[test]
fn no_run_of_a_program_with_flags_in_sizes_refutes_the_analysis() {
    none_is_refuted(generate::flags, domain);
}

#[test]
fn no_run_of_a_program_with_boundary_tags_refutes_the_analysis() {
    none_is_refuted(generate::tags, domain);
}

#[test]
fn no_run_refutes_canonical_folding() {
    none_is_refuted(generate::blocks, canonical);
    none_is_refuted(generate::walks, canonical);
    none_is_refuted(generate::flags, canonical);
}

/// The remainders of two nodes were told by one number, which no memory has.
#[test]
fn what_once_refuted_canonical_folding_does_no_longer() {
    let program = load_text(&generate::flags(820_025));
    assert_eq!(refuted_loaded(&program, &canonical(&program), 6), None);
}

/// What the domain does wrong with the parts of states after a statement.
const SPOILS: &[(&str, Spoil<Checkers>)] = &[
    ("parts have eight bytes more", too_large),
    ("what is stored in parts is never changed", all_alike),
    ("parts begin eight bytes before", too_early),
    ("bytes that may hold anything are zero", all_zero),
];

fn change(mut after: Vec<State>, mut spoil: impl FnMut(&mut Block)) -> Vec<State> {
    for state in &mut after {
        let is_part = |region: &Region| region.block().is_some_and(|block| block.origin == Origin::Part);
        state.regions.change(is_part, |region| {
            if let Region::Block(block) = region {
                spoil(block);
            }
        });
    }
    after
}

fn too_large(_: &Cursor<'_>, _: &Stmt, after: Vec<State>) -> Vec<State> {
    change(after, |block| {
        if let Some(size) = block.size.plus(8) {
            block.size = size;
        }
    })
}

fn all_alike(_: &Cursor<'_>, _: &Stmt, after: Vec<State>) -> Vec<State> {
    change(after, |block| {
        for cell in &mut block.cells {
            if matches!(cell.value, Value::Known(Term { base: Some(_), .. })) {
                cell.value = Value::Known(Term::constant(48));
            }
        }
    })
}

fn too_early(_: &Cursor<'_>, _: &Stmt, after: Vec<State>) -> Vec<State> {
    change(after, |block| {
        block.shift(-8);
    })
}

fn all_zero(_: &Cursor<'_>, _: &Stmt, after: Vec<State>) -> Vec<State> {
    change(after, |block| block.rest = checkers::heap::Rest::Zero)
}

fn catches_every_flaw(make: fn(u64) -> String) {
    let mut missed = Vec::new();
    for (what, spoil) in SPOILS {
        let caught = (0..60).find(|seed| {
            let program = load_text(&make(*seed));
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

#[test]
fn every_flaw_of_parts_is_caught() {
    catches_every_flaw(generate::blocks);
}

#[test]
fn every_flaw_is_caught_where_programs_walk_by_address() {
    catches_every_flaw(generate::walks);
}

#[test]
fn every_flaw_is_caught_where_sizes_have_flags() {
    catches_every_flaw(generate::flags);
}
