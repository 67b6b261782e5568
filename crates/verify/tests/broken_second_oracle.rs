//! Programs over the surface of C catch a domain that is wrong.
//!
//! A domain is broken on purpose, in one way at a time. A flaw is caught by a program with a mistake on which the broken domain leaves no check open
//! and the sound one does: such a program, run by a compiler with sanitizers, refutes the proof.

mod support;

#[path = "support/broken.rs"]
mod broken;

use broken::{Broken, FLAWS, Flaw};
use checkers::Checkers;
use engine::{Engine, Entry, Limits, ShapeDomain};
use lengths::Lengths;
use model::Rule;
use support::{load_text, number};
use three_valued::ThreeValued;

/// Most programs until a flaw shows.
const PROGRAMS: u64 = 2_000;

/// Whether nothing is left open, for all functions with a contract and from `main`.
fn proves<D: ShapeDomain>(program: &ir::Program, domain: &D) -> bool {
    let limits = Limits { steps: 20_000, ..Limits::default() };
    let contracts = program.defined().filter(|(_, function)| function.contract.is_some());
    let mut entries: Vec<Entry> =
        contracts.map(|(function, _)| Entry { function, program_start: false }).collect();
    entries.push(Entry { function: program.main().expect("there is a `main`"), program_start: true });
    entries.iter().all(|entry| {
        let analysis = Engine::new(program, domain, limits.clone()).run(entry);
        analysis.lost().is_none() && analysis.checks().iter().next().is_none()
    })
}

/// A domain for a program.
type Make<D> = fn(&ir::Program) -> D;

fn checkers(program: &ir::Program) -> Checkers {
    Checkers::new(program, checkers::Options { malloc_may_fail: true })
}

fn lengths(_: &ir::Program) -> Lengths {
    Lengths::new(lengths::Options { malloc_may_fail: true })
}

fn three_valued(program: &ir::Program) -> ThreeValued {
    let options = three_valued::Options {
        malloc_may_fail: true,
        joining: three_valued::Joining::Partial,
        direction: three_valued::Direction::First,
    };
    ThreeValued::new(program, options)
}

/// Flaws that no program shows.
fn missed<D: ShapeDomain>(domain: Make<D>, flaws: impl Iterator<Item = Flaw>) -> Vec<Flaw> {
    let first = number("SEED", 0);
    let mut open: Vec<Flaw> = flaws.collect();
    for seed in first..first + number("PROGRAMS", PROGRAMS) {
        if open.is_empty() {
            break;
        }
        let program = generate::surface(seed, "");
        if program.planted.is_none() || !program.flags.is_empty() {
            continue;
        }
        let loaded = load_text(&program.text());
        if proves(&loaded, &domain(&loaded)) {
            continue;
        }
        open.retain(|flaw| {
            let caught = proves(&loaded, &Broken::new(domain(&loaded), *flaw));
            if caught {
                eprintln!("{flaw:?}: caught by program {seed} ({})", program.scenes.join(", "));
            }
            !caught
        });
    }
    open
}

#[test]
fn flaws_of_checkers_are_caught() {
    // And rules that only programs over all of C break.
    let more = [Rule::OutOfBounds, Rule::InvalidFree, Rule::Contract];
    let missed = missed(checkers, FLAWS.iter().copied().chain(more.map(Flaw::Silent)));
    assert!(missed.is_empty(), "the programs do not show {missed:?}");
}

#[test]
fn flaws_of_list_lengths_are_caught() {
    // What is freed twice may be a variable that has gone: two rules are open there, and one that is silent leaves the other.
    let possible = |flaw: &Flaw| *flaw != Flaw::Silent(Rule::DoubleFree);
    let missed = missed(lengths, FLAWS.iter().copied().filter(possible));
    assert!(missed.is_empty(), "the programs do not show {missed:?}");
}

#[test]
fn flaws_of_three_valued_logic_are_caught() {
    // This domain gives recursion up before it could be taken for known, a comparison has one outcome, which may be unknown, and two
    // rules are open where something is freed twice.
    let silent = Flaw::Silent(Rule::DoubleFree);
    let possible =
        |flaw: &Flaw| *flaw != silent && !matches!(flaw, Flaw::RecursionCovered | Flaw::ComparisonDecided);
    let missed = missed(three_valued, FLAWS.iter().copied().filter(possible));
    assert!(missed.is_empty(), "the programs do not show {missed:?}");
}
