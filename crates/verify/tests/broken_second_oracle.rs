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
use model::Rule;
use support::{load_text, number};

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

fn domain(program: &ir::Program) -> Checkers {
    Checkers::new(program, checkers::Options { malloc_may_fail: true })
}

/// Flaws of every domain, and rules that only programs over all of C break.
fn flaws() -> Vec<Flaw> {
    let more = [Rule::OutOfBounds, Rule::InvalidFree, Rule::Contract];
    FLAWS.iter().copied().chain(more.map(Flaw::Silent)).collect()
}

#[test]
fn flaws_are_caught() {
    let first = number("SEED", 0);
    let mut open = flaws();
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
    assert!(open.is_empty(), "the programs do not show {open:?}");
}
