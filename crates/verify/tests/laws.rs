//! The laws of `engine::ShapeDomain` on the states that analyses of random programs meet: `covers` is reflexive and transitive,
//! and widening the states of one place into each other ends, with what was taken in covered.
//!
//! For list lengths, whose `covers` decides what it claims. Inclusion of symbolic heaps is a proof search that may give up; that
//! what takes the place of states describes their memories is what comparing with runs tests there.

mod support;

use engine::{Engine, Entry, Limits, check_covers_laws, check_widening};
use generate::Config;
use lengths::{Lengths, Options};
use support::{load, number};

/// States that are compared with each other, at most.
const STATES: usize = 12;

/// Rounds within which widening must end.
const ROUNDS: u32 = 40;

#[test]
fn list_lengths_keep_the_laws() {
    let first = number("SEED", 0);
    let domain = Lengths::new(Options { malloc_may_fail: true });
    let mut compared = 0;
    for seed in first..first + number("PROGRAMS", 500) / 12 {
        let loaded = load(&generate::program(seed, &Config::lists()));
        let entry = Entry { function: loaded.main().expect("there is a `main`"), program_start: true };
        let limits = Limits { steps: 5_000, ..Limits::default() };
        let analysis = Engine::new(&loaded, &domain, limits).run(&entry);
        for at in analysis.points().values() {
            let Some((context, _)) = at.states.first() else { continue };
            let states = at.states.iter().filter(|(of, _)| of == context).take(STATES);
            let states: Vec<_> = states.map(|(_, state)| state.clone()).collect();
            compared += states.len();
            check_covers_laws(&domain, &states);
            check_widening(&domain, &states, ROUNDS);
        }
    }
    assert!(compared > 1_000, "only {compared} states were compared");
}
