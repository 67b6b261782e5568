//! Whether a state covers another: the whole of one as goals for the other.

use super::search::{Goal, Outcome, Search, Stuck};
use crate::Checkers;
use crate::heap::{State, Sym, Term, Value};

impl Checkers {
    /// Whether every memory of `smaller` is one of `larger`.
    pub(crate) fn is_covered(&self, larger: &State, smaller: &State) -> bool {
        larger == smaller || self.cover(larger, smaller).is_ok()
    }

    /// The proof that one state covers another, or what is missing.
    pub(crate) fn cover(&self, larger: &State, smaller: &State) -> Result<Outcome, Option<Stuck>> {
        if smaller.pure.is_unsat() {
            // Nothing is to be covered, but nothing was found either: callers ask for the proof.
            return Err(None);
        }
        let mut bound = vec![None; larger.next as usize];
        for (root, value) in &larger.roots {
            let there = smaller.root(*root);
            if !bind_root(self, &mut bound, smaller, *value, there) {
                return Err(None);
            }
        }
        let goals = larger
            .regions
            .iter()
            .map(|(at, region)| Goal { at: Term::of(*at), region: region.clone() })
            .collect();
        let outcome = Search::new(self, smaller).run(goals, bound, larger.pure.facts(), true).map_err(Some)?;
        let is_dead = |sym: &Sym| {
            outcome.bound[sym.0 as usize].is_none_or(|term| {
                term.offset == 0 && term.base.is_some_and(|base| smaller.is_dead(base))
            })
        };
        if larger.dead.iter().all(is_dead) { Ok(outcome) } else { Err(None) }
    }
}

/// What a root holds in the larger state describes what it holds in the smaller one.
fn bind_root(
    domain: &Checkers,
    bound: &mut [Option<Term>],
    smaller: &State,
    value: Value,
    there: Option<Value>,
) -> bool {
    match (value, there) {
        (Value::Unsure, _) | (Value::Any, Some(Value::Any | Value::Known(_))) => true,
        (Value::Uninit, Some(Value::Uninit)) => true,
        (Value::Known(term), Some(Value::Known(left))) => {
            let Some(variable) = term.base else { return domain.proves_eq(smaller, term, left) };
            let slot = &mut bound[variable.0 as usize];
            match *slot {
                Some(known) => known
                    .plus(term.offset)
                    .is_some_and(|known| domain.proves_eq(smaller, known, left)),
                None => {
                    *slot = term.offset.checked_neg().and_then(|back| left.plus(back));
                    slot.is_some()
                }
            }
        }
        _ => false,
    }
}
