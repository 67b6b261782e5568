//! What statements made of states before.
//!
//! A fixpoint goes over the same states many times: a loop's invariant is looked at once more when it is found, and inner loops begin afresh in every round of
//! the outer one. What a statement makes of a state depends on the two alone, so that it is remembered, unless something was opened or lost by it.

use std::cell::RefCell;
use std::hash::BuildHasher;

use engine::{Checks, Outcome, Point};
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::contract::Mode;
use crate::state::State;

/// What is done at a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Task {
    Step,
    Forget,
    Leave,
}

/// What is done how and where, and the hash of the state it is done to.
type Key = ((Task, Mode), Point, u64);

/// More results are not remembered.
const MOST: usize = 100_000;

/// Results of statements.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    known: RefCell<Known>,
}

#[derive(Debug, Default)]
struct Known {
    results: FxHashMap<Key, Vec<(State, Vec<State>)>>,
    count: usize,
}

impl Memo {
    /// What is made of a state, by looking it up or by making it.
    pub(crate) fn of(
        &self,
        task: (Task, Mode),
        point: Point,
        state: State,
        out: &mut Checks,
        make: impl FnOnce(State, &mut Checks) -> Outcome<Vec<State>>,
    ) -> Outcome<Vec<State>> {
        let key = (task, point, FxBuildHasher.hash_one(&state));
        let is_this = |known: &&(State, Vec<State>)| known.0 == state;
        if let Some((_, after)) =
            self.known.borrow().results.get(&key).and_then(|known| known.iter().find(is_this))
        {
            return Ok(after.clone());
        }
        let (before, opened) = (state.clone(), out.times_opened());
        let result = make(state, out);
        if let Ok(states) = &result
            && out.times_opened() == opened
        {
            let known = &mut *self.known.borrow_mut();
            if known.count < MOST {
                known.count += 1;
                known.results.entry(key).or_default().push((before, states.clone()));
            }
        }
        result
    }
}
