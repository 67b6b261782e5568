//! The comparison with concrete runs catches a domain of checkers that is wrong.
//!
//! As for list lengths: every flaw must show in random programs, and nothing may show without one. Besides the flaws that any
//! domain can have there are those of symbolic heaps: a case of an unfolding dropped, an alias taken for an object of its own, a
//! structure lost.

mod support;

#[path = "support/broken.rs"]
mod broken;

use broken::{Broken, FLAWS, Flaw, Spoil};
use checkers::heap::{Origin, Region, Root, Term, Value};
use checkers::{Checkers, Options, State};
use engine::Cursor;
use generate::{Config, Program};
use ir::{Stmt, StmtKind};
use model::Rule;
use support::{number, refuted_with};

/// Runs of each program.
const RUNS: u64 = 6;

/// Most programs until a flaw shows.
const PROGRAMS: u64 = 60;

/// What the domain does wrong with the states after a statement.
const SPOILS: &[(&str, Spoil<Checkers>)] = &[
    ("a case of an unfolding is dropped", drops_a_case),
    ("an alias is taken for an object of its own", doubles_what_is_aliased),
    ("a structure is lost", loses_a_structure),
    ("what is written is not", forgets_a_link),
];

/// What it does wrong with pointers whose place in a structure is forgotten.
const SPOILS_OF_MEMBERS: &[(&str, Spoil<Checkers>)] = &[
    ("a pointer that may be null is in the structure", is_surely_in),
    ("a pointer is in the first part it may be in", is_in_the_first),
];

fn domain(program: &ir::Program) -> Checkers {
    Checkers::new(program, Options { malloc_may_fail: true })
}

fn plain() -> Config {
    Config { orderly: 15, mutated: 60, wild: 25, length: (1, 3), ..Config::structures() }
}

fn drops_a_case(_: &Cursor<'_>, stmt: &Stmt, mut after: Vec<State>) -> Vec<State> {
    if matches!(stmt.kind, StmtKind::Load { .. }) {
        after.truncate(1);
    }
    after
}

/// Of two variables that lead to one object the one that was just set gets a copy.
fn doubles_what_is_aliased(_: &Cursor<'_>, stmt: &Stmt, mut after: Vec<State>) -> Vec<State> {
    let StmtKind::Load { dst, .. } = &stmt.kind else { return after };
    for state in &mut after {
        let Some(value @ Value::Known(Term { base: Some(base), offset: 0 })) =
            state.root(Root::Register(*dst))
        else {
            continue;
        };
        let others = state.roots.iter().filter(|(_, other)| *other == value).count();
        if others > 1
            && let Some(region @ Region::Block(_)) = state.region(base).cloned()
        {
            let copy = state.fresh();
            state.add_region(copy, region);
            state.set_root(Root::Register(*dst), Value::of(copy));
        }
    }
    after
}

fn loses_a_structure(_: &Cursor<'_>, stmt: &Stmt, mut after: Vec<State>) -> Vec<State> {
    if matches!(stmt.kind, StmtKind::Free { .. }) {
        for state in &mut after {
            let mut regions = state.regions.iter();
            let whole = regions.find(|(_, region)| matches!(region, Region::Checker(_))).map(|(at, _)| *at);
            if let Some(at) = whole {
                state.regions.remove(at);
            }
        }
    }
    after
}

/// What was written to an object is null.
fn forgets_a_link(at: &Cursor<'_>, stmt: &Stmt, mut after: Vec<State>) -> Vec<State> {
    if let StmtKind::Store { place, .. } = &stmt.kind
        && at.program.types.is_pointer(place.ty)
    {
        for state in &mut after {
            let heap = |region: &Region| region.block().is_some_and(|block| block.origin == Origin::Heap);
            state.regions.change(heap, |region| {
                if let Region::Block(block) = region
                    && let Some(cell) = block.cells.iter_mut().find(|cell| cell.size == 8)
                {
                    cell.value = Value::Known(Term::NULL);
                }
            });
        }
    }
    after
}

/// What a pointer may be besides an element is not among the cases.
fn is_surely_in(_: &Cursor<'_>, _: &Stmt, mut after: Vec<State>) -> Vec<State> {
    for state in &mut after {
        for (_, member) in &mut state.members {
            member.or = None;
        }
    }
    after
}

/// Where a structure is split at a pointer, only the first of the places is looked at.
fn is_in_the_first(_: &Cursor<'_>, _: &Stmt, mut after: Vec<State>) -> Vec<State> {
    if after.iter().any(|state| !state.members.is_empty()) {
        after.truncate(1);
    }
    after
}

fn programs(config: &Config) -> impl Iterator<Item = (u64, Program)> {
    let first = number("SEED", 0);
    (first..first + number("PROGRAMS", PROGRAMS)).map(|seed| (seed, generate::program(seed, config)))
}

/// The first program that refutes a broken domain, and not the sound one.
fn caught(config: &Config, broken: impl Fn(&ir::Program) -> Broken<Checkers>) -> Option<(u64, Program)> {
    programs(config).find(|(_, program)| {
        let sound = |program: &ir::Program| Broken::new(domain(program), Flaw::None);
        refuted_with(program, &broken, RUNS).is_some() && refuted_with(program, sound, RUNS).is_none()
    })
}

#[test]
fn every_flaw_is_caught() {
    let mut missed = Vec::new();
    for flaw in FLAWS {
        let config = match flaw {
            Flaw::RecursionCovered => Config { singly: 0, doubly: 0, trees: 10, ..plain() },
            Flaw::Silent(Rule::Uninitialized) => Config { unset: 40, ..plain() },
            // The shortest programs are those in which most is known.
            Flaw::Silent(Rule::AssertFail) => Config { wild: 200, length: (1, 2), ..plain() },
            _ => plain(),
        };
        match caught(&config, |program| Broken::new(domain(program), *flaw)) {
            Some((seed, _)) => eprintln!("{flaw:?}: caught by program {seed}"),
            None => missed.push(format!("{flaw:?}")),
        }
    }
    assert!(missed.is_empty(), "{PROGRAMS} programs do not show {missed:?}");
}

#[test]
fn every_flaw_of_symbolic_heaps_is_caught() {
    are_caught(&plain(), SPOILS);
}

#[test]
fn every_flaw_of_members_is_caught() {
    are_caught(&Config { cursors: 6, lists: 1, orderly: 100, ..plain() }, SPOILS_OF_MEMBERS);
}

fn are_caught(config: &Config, spoils: &[(&str, Spoil<Checkers>)]) {
    let mut missed = Vec::new();
    for (what, spoil) in spoils {
        match caught(config, |program| Broken::spoiled(domain(program), *spoil)) {
            Some((seed, _)) => eprintln!("{what}: caught by program {seed}"),
            None => missed.push(what),
        }
    }
    assert!(missed.is_empty(), "{PROGRAMS} programs do not show that {missed:?}");
}

/// A function that is believed to keep a contract it does not keep.
#[test]
fn a_contract_that_is_not_asked_for_is_caught() {
    let flaw = Flaw::Silent(Rule::Contract);
    let config = Config {
        orderly: 0,
        wild: 0,
        length: (1, 2),
        lists: 1,
        mistakes: 8,
        contracts: 100,
        ..Config::contracts()
    };
    let found = caught(&config, |program| Broken::new(domain(program), flaw));
    let (seed, _) = found.expect("some program shows it");
    eprintln!("caught by program {seed}");
}

#[test]
fn nothing_is_caught_where_there_is_no_flaw() {
    for (seed, program) in programs(&plain()).take(20) {
        let sound = |program: &ir::Program| Broken::new(domain(program), Flaw::None);
        let why = refuted_with(&program, sound, RUNS);
        assert!(why.is_none(), "program {seed}: {}", why.unwrap_or_default());
    }
}

/// What catches a flaw can be made small enough to be read.
#[test]
fn what_catches_a_flaw_is_small() {
    let spoil: Spoil<Checkers> = doubles_what_is_aliased;
    let broken = |program: &ir::Program| Broken::spoiled(domain(program), spoil);
    let (_, program) = caught(&plain(), broken).expect("it is caught");
    let small = generate::shrink(&program, |program| refuted_with(program, broken, RUNS).is_some());
    assert!(small.statements() <= 12, "{}", small.to_c());
}
