//! Where states meet.
//!
//! At the head of a loop what arrives is folded first, so that only what the code is about to look at is spelled
//! out. Then it is joined with a state that is known there, if one state can describe both without losing
//! what a pointer points to; else both are kept.

use engine::{Join, Widened};

use crate::Checkers;
use crate::heap::State;

/// Ways that run together in straight code are kept apart as long as they are this few.
const APART: usize = 8;

impl Checkers {
    pub(crate) fn arrive(&self, known: &[&State], mut arrived: State, at: Join) -> Widened<State> {
        arrived.tidy();
        let widening = match at {
            Join::Plain => {
                if known.iter().any(|state| self.is_covered(state, &arrived)) {
                    return Widened::Covered;
                }
                if known.len() < APART {
                    return Widened::Add(arrived);
                }
                false
            }
            Join::Loop { round } => round > 1,
            Join::Recursion => true,
        };
        self.fold(&mut arrived);
        if known.iter().any(|state| self.is_covered(state, &arrived)) {
            return Widened::Covered;
        }
        for (index, state) in known.iter().enumerate() {
            if let Some(joined) = self.join_states(state, &arrived, widening) {
                return Widened::Replace(index, joined);
            }
        }
        Widened::Add(arrived)
    }

    /// Fewer states for these: those that can be joined are.
    pub(crate) fn merge_states(&self, states: Vec<State>) -> Vec<State> {
        let mut kept: Vec<State> = Vec::new();
        for mut state in states {
            self.fold(&mut state);
            let joined = kept
                .iter()
                .enumerate()
                .find_map(|(index, known)| Some((index, self.join_states(known, &state, true)?)));
            match joined {
                Some((index, joined)) => kept[index] = joined,
                None => kept.push(state),
            }
        }
        kept
    }
}
