//! The comparison with concrete runs catches a domain that is wrong.
//!
//! A test that never fails proves nothing. Here the domain is broken on purpose, in one way at a time, and
//! random programs must show it; unbroken, the same programs must not.

mod support;

#[path = "support/broken.rs"]
mod broken;

use broken::{Broken, FLAWS, Flaw};
use generate::{Config, Program};
use lengths::{Lengths, Options};
use model::Rule;
use support::{fail, number, refuted};

/// Runs of each program.
const RUNS: u64 = 6;

/// Most programs until a flaw shows.
const PROGRAMS: u64 = 40;

/// Lists as the domain knows them, with more mistakes than usual.
fn plain() -> Config {
    Config { orderly: 10, mutated: 60, wild: 30, length: (1, 5), ..Config::lists() }
}

/// The same in functions that call themselves and each other.
fn recursive() -> Config {
    Config { calls: true, recursion: true, ..plain() }
}

fn flawed(flaw: Flaw) -> Broken<Lengths> {
    Broken::new(Lengths::new(Options { malloc_may_fail: true }), flaw)
}

fn programs(config: &Config) -> impl Iterator<Item = (u64, Program)> {
    let first = number("SEED", 0);
    (first..first + number("PROGRAMS", PROGRAMS)).map(|seed| (seed, generate::program(seed, config)))
}

/// The first program that shows a flaw, and nothing without it.
fn caught(flaw: Flaw) -> Option<(u64, Program)> {
    let config = match flaw {
        Flaw::RecursionCovered => recursive(),
        Flaw::Silent(Rule::Uninitialized) => Config { unset: 40, ..plain() },
        _ => plain(),
    };
    let shows = |program: &Program, flaw| refuted(program, &flawed(flaw), RUNS).is_some();
    programs(&config).find(|(_, program)| shows(program, flaw) && !shows(program, Flaw::None))
}

#[test]
fn every_flaw_is_caught() {
    let mut missed = Vec::new();
    for flaw in FLAWS {
        match caught(*flaw) {
            Some((seed, _)) => eprintln!("{flaw:?}: caught by program {seed}"),
            None => missed.push(flaw),
        }
    }
    assert!(missed.is_empty(), "{PROGRAMS} programs do not show {missed:?}");
}

/// What catches a flaw can be made small enough to be read.
#[test]
fn what_catches_a_flaw_is_small() {
    let flaw = Flaw::FreeDoesNothing;
    let (_, program) = caught(flaw).expect("it is caught");
    let small = generate::shrink(&program, |program| refuted(program, &flawed(flaw), RUNS).is_some());
    assert!(small.statements() <= 8, "{}", small.to_c());
}

#[test]
fn nothing_is_caught_where_there_is_no_flaw() {
    let sound = || flawed(Flaw::None);
    for (seed, program) in programs(&plain()).chain(programs(&recursive())) {
        if refuted(&program, &sound(), RUNS).is_some() {
            fail(seed, &program, sound, RUNS);
        }
    }
}
