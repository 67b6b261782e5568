//! The states kept at one place.

use crate::{Join, ShapeDomain, TrailId, Widened};

/// A state, and where it came from.
#[derive(Clone, Debug)]
pub(crate) struct Disjunct<S> {
    pub state: S,
    pub trail: TrailId,
}

/// Adds a state to those known at a place. The place of the one that is new or has changed.
pub(crate) fn absorb<D: ShapeDomain>(
    domain: &D,
    known: &mut Vec<Disjunct<D::State>>,
    arrived: Disjunct<D::State>,
    at: Join,
) -> Option<usize> {
    // Where there are many, comparing them takes longer than what made them.
    budget::charge(1 + known.len() as u64);
    let states: Vec<&D::State> = known.iter().map(|disjunct| &disjunct.state).collect();
    let trail = arrived.trail;
    match domain.widen(&states, arrived.state, at) {
        Widened::Covered => None,
        Widened::Replace(index, state) => {
            known[index].state = state;
            Some(index)
        }
        Widened::Add(state) => {
            known.push(Disjunct { state, trail });
            Some(known.len() - 1)
        }
    }
}

/// Keeps at most so many states, by forgetting what tells them apart. Whether that worked.
pub(crate) fn cap<D: ShapeDomain>(domain: &D, known: &mut Vec<Disjunct<D::State>>, at_most: usize) -> bool {
    if known.len() <= at_most {
        return true;
    }
    let trail = known[0].trail;
    let states = known.drain(..).map(|disjunct| disjunct.state).collect();
    known.extend(domain.merge(states, at_most).into_iter().map(|state| Disjunct { state, trail }));
    known.len() <= at_most
}
