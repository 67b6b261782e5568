//! The laws of a domain that can be tried on any states.

use crate::{Join, ShapeDomain, Widened};

/// `covers` is reflexive and transitive on these states.
///
/// # Panics
/// If a law does not hold.
pub fn check_covers_laws<D: ShapeDomain>(domain: &D, states: &[D::State]) {
    for a in states {
        assert!(domain.covers(a, a), "a state covers itself: {a:?}");
        for b in states.iter().filter(|b| domain.covers(a, b)) {
            for c in states.iter().filter(|c| domain.covers(b, c)) {
                assert!(domain.covers(a, c), "what is covered by what is covered is covered: {a:?} {c:?}");
            }
        }
    }
}

/// Widening these states into each other ends, each is covered once it was taken in, and what takes
/// the place of a state covers it.
///
/// # Panics
/// If a law does not hold.
pub fn check_widening<D: ShapeDomain>(domain: &D, states: &[D::State], rounds: u32) {
    let known = settle(domain, states, rounds);
    for state in states {
        let again = || domain.widen(&each(&known), state.clone(), Join::Loop { round: rounds });
        let covered = known.iter().any(|larger| domain.covers(larger, state));
        assert!(
            covered || matches!(again(), Widened::Covered),
            "a state that was taken in is covered: {state:?} by {known:?}"
        );
    }
}

fn each<S>(states: &[S]) -> Vec<&S> {
    states.iter().collect()
}

/// Whether a state covers another, as it is or as it is brought into form where it arrives.
fn takes_in<D: ShapeDomain>(domain: &D, wider: &D::State, state: &D::State, round: u32) -> bool {
    domain.covers(wider, state)
        || matches!(domain.widen(&[wider], state.clone(), Join::Loop { round }), Widened::Covered)
}

fn settle<D: ShapeDomain>(domain: &D, states: &[D::State], rounds: u32) -> Vec<D::State> {
    let mut known: Vec<D::State> = Vec::new();
    for round in 1..=rounds {
        let mut changed = false;
        for state in states {
            match domain.widen(&each(&known), state.clone(), Join::Loop { round }) {
                Widened::Covered => {}
                Widened::Replace(index, wider) => {
                    assert!(takes_in(domain, &wider, state, round), "{wider:?} takes in {state:?}");
                    assert!(
                        takes_in(domain, &wider, &known[index], round),
                        "{wider:?} replaces {:?}",
                        known[index]
                    );
                    (known[index], changed) = (wider, true);
                }
                Widened::Add(state) => {
                    known.push(state);
                    changed = true;
                }
            }
        }
        if !changed {
            return known;
        }
    }
    panic!("widening did not end within {rounds} rounds");
}
