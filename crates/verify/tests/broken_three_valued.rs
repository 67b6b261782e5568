//! The comparison with concrete runs catches a domain of three-valued structures that is wrong.
//!
//! The domain is broken on purpose, in one way at a time, and random programs must show it.

mod support;

#[path = "support/broken.rs"]
mod broken;

use broken::{Broken, FLAWS, Flaw};
use generate::{Config, Program};
use model::Rule;
use support::{number, refuted_with};
use three_valued::{Direction, Joining, Options, ThreeValued};

/// Runs of each program.
const RUNS: u64 = 6;

/// Most programs until a flaw shows.
const PROGRAMS: u64 = 60;

fn plain() -> Config {
    Config { orderly: 10, mutated: 60, wild: 30, length: (1, 5), ..Config::lists() }
}

fn flawed(program: &ir::Program, flaw: Flaw) -> Broken<ThreeValued> {
    let options = Options { malloc_may_fail: true, joining: Joining::Partial, direction: Direction::First };
    Broken::new(ThreeValued::new(program, options), flaw)
}

/// The first program that shows a flaw, and nothing without it.
fn caught(flaw: Flaw) -> Option<u64> {
    let config = match flaw {
        Flaw::Silent(Rule::Uninitialized) => Config { unset: 40, ..plain() },
        _ => plain(),
    };
    let shows = |program: &Program, flaw| refuted_with(program, |ir| flawed(ir, flaw), RUNS).is_some();
    (0..number("PROGRAMS", PROGRAMS)).find(|seed| {
        let program = generate::program(*seed, &config);
        shows(&program, flaw) && !shows(&program, Flaw::None)
    })
}

#[test]
fn every_flaw_is_caught() {
    let mut missed = Vec::new();
    // This domain gives recursion up before it could be taken for known, and a comparison has one outcome, which may be unknown.
    let possible = |flaw: &&Flaw| !matches!(flaw, Flaw::RecursionCovered | Flaw::ComparisonDecided);
    for flaw in FLAWS.iter().filter(possible) {
        match caught(*flaw) {
            Some(seed) => eprintln!("{flaw:?}: caught by program {seed}"),
            None => missed.push(flaw),
        }
    }
    assert!(missed.is_empty(), "{PROGRAMS} programs do not show {missed:?}");
}
