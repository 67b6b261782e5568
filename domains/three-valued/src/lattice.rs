//! Order and joins.
//!
//! With the *powerset* join all blurred structures are kept. With the *partial* one, structures whose individuals have the
//! same canonical names, and whose variables hold the same, are joined into one: as variables are definite by their names, only
//! values of binary predicates can become ½ by that. In both a structure that embeds in a known one is dropped.

use engine::{Join, Widened};

use crate::ThreeValued;
use crate::shared::Shared;
use crate::state::{Root, State, Value};

/// How structures are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Joining {
    /// Those with the same canonical names become one.
    #[default]
    Partial,
    /// All are kept.
    Powerset,
}

impl ThreeValued {
    pub(crate) fn is_covered(&self, larger: &State, smaller: &State) -> bool {
        larger.names == smaller.names
            && larger.env.len() == smaller.env.len()
            && larger.env.iter().zip(&smaller.env).all(|(l, s)| l.0 == s.0 && l.1.covers(s.1))
            && larger.structure.covers(&smaller.structure)
    }

    pub(crate) fn arrive(&self, known: &[&State], mut arrived: State, at: Join) -> Widened<State> {
        if at != Join::Plain {
            settle_numbers(&mut arrived);
        }
        if known.iter().any(|known| self.is_covered(known, &arrived)) {
            return Widened::Covered;
        }
        let same = |known: &&State| known.names == arrived.names && known.env == arrived.env;
        match known.iter().position(same).filter(|_| self.options.joining == Joining::Partial) {
            Some(index) => {
                let structure = Shared::new(known[index].structure.join(&arrived.structure));
                Widened::Replace(index, State { structure, ..arrived })
            }
            None => Widened::Add(arrived),
        }
    }

    /// States that differ in numbers only become one.
    pub(crate) fn merge_numbers(&self, states: Vec<State>) -> Vec<State> {
        let mut merged: Vec<State> = Vec::new();
        for mut state in states {
            for (_, value) in &mut state.env {
                if matches!(value, Value::Known(_)) {
                    *value = Value::ANY;
                }
            }
            let same = |known: &State| known.names == state.names && known.env == state.env;
            match merged.iter().position(same) {
                Some(index) => {
                    merged[index].structure = Shared::new(merged[index].structure.join(&state.structure));
                }
                None => merged.push(state),
            }
        }
        merged
    }
}

/// The numbers that are kept where a loop begins: truth values, and those that programs use for "none yet".
const KEPT: [i64; 6] = [0, 1, i32::MIN as i64, i32::MAX as i64, i64::MIN, i64::MAX];

/// Other numbers are not kept where a loop begins: there are too many.
fn settle_numbers(state: &mut State) {
    for (root, value) in &mut state.env {
        let counts = !matches!(root, Root::Hidden(_));
        if counts && matches!(value, Value::Known(number) if !KEPT.contains(number)) {
            *value = Value::ANY;
        }
    }
}
