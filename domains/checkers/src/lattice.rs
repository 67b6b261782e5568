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
        if std::env::var_os("TRACE").is_some() {
            eprintln!("--- arrive {at:?} known {}", known.len());
            eprintln!("  raw    {}", brief(&arrived));
        }
        self.fold(&mut arrived);
        if std::env::var_os("TRACE").is_some() {
            eprintln!("  folded {}", brief(&arrived));
            for k in known { eprintln!("  known  {}", brief(k)); }
        }
        if known.iter().any(|state| self.is_covered(state, &arrived)) {
            return Widened::Covered;
        }
        for (index, state) in known.iter().enumerate() {
            if let Some(joined) = self.join_states(state, &arrived, widening) {
                if std::env::var_os("TRACE").is_some() { eprintln!("  joined {}", brief(&joined)); }
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

pub(crate) fn brief(state: &State) -> String { // TRACE
    use crate::heap::{Region, Value};
    let mut t = String::new();
    for (r, v) in &state.roots { match v { Value::Known(x) => t += &format!("{r:?}={x:?} "), o => t += &format!("{r:?}={o:?} ") } }
    t += "| ";
    for (s, r) in &state.regions { t += &match r {
        Region::Block(b) => format!("{s:?}:[{}]{:?} ", b.cells.iter().map(|c| format!("{}:{:?}", c.offset, c.value)).collect::<Vec<_>>().join(" "), b.rest),
        Region::Checker(c) => format!("{s:?}.d{}{:?} ", c.definition.0, c.args.as_slice()),
        Region::Segment(c) => format!("{s:?}.d{}{:?}~>{:?}.d{}{:?} ", c.definition.0, c.args.as_slice(), c.to, c.hole.0, c.hole_args.as_slice()),
    } }
    t += &format!("| {:?}", state.pure.facts());
    t.replace("Known(", "(").replace("Register(LocalId", "(r")
}
