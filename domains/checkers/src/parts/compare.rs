//! Comparing addresses of parts.
//!
//! Within one object addresses are numbers: which part comes first, and whether one begins where another ends. That two of them are equal is
//! a fact about memory too, as they lead to the same byte (rule *switch*).

use ir::BinaryOp;

use crate::Checkers;
use crate::heap::{Origin, Region, State, Sym, Term};

/// How many structures one comparison may unfold.
const FUEL: u32 = 4;

/// What an address is known to be.
enum Place {
    /// In the arena.
    Part,
    /// Where a structure of parts begins, or what stands for an empty one.
    Structure(Sym),
    /// Anything else.
    Elsewhere,
}

impl Checkers {
    /// The parts of a state in which a comparison of two addresses holds; nothing if they are not both of parts.
    pub(crate) fn parts_hold(&self, state: &State, op: BinaryOp, x: Term, y: Term) -> Option<Vec<State>> {
        if x.base == y.base {
            return None;
        }
        if self.ends_at(state, x, y) {
            return Some(self.up_to_end(state, op, x, y));
        }
        if self.ends_at(state, y, x) {
            return Some(self.up_to_end(state, mirrored(op), y, x));
        }
        match (self.place(state, x), self.place(state, y)) {
            (Place::Part, Place::Part | Place::Structure(_)) | (Place::Structure(_), Place::Part) => {
                let mut states = Vec::new();
                self.compare_parts(state.clone(), op, x, y, FUEL, &mut states);
                Some(states)
            }
            _ => None,
        }
    }

    /// Compares where a structure of nodes side by side begins and ends: it is empty, or begins before its end.
    fn up_to_end(&self, state: &State, op: BinaryOp, begin: Term, end: Term) -> Vec<State> {
        match op {
            BinaryOp::Lt | BinaryOp::Ne => self.numbers_hold(state.clone(), BinaryOp::Lt, begin, end),
            BinaryOp::Eq | BinaryOp::Ge => self.equate(state.clone(), begin, end),
            BinaryOp::Gt => Vec::new(),
            _ => vec![state.clone()],
        }
    }

    fn compare_parts(
        &self,
        mut state: State,
        op: BinaryOp,
        x: Term,
        y: Term,
        fuel: u32,
        into: &mut Vec<State>,
    ) {
        let summary = match (self.place(&state, x), self.place(&state, y)) {
            (Place::Part, Place::Part) => {
                into.extend(match op {
                    BinaryOp::Eq => self.equate(state, x, y),
                    BinaryOp::Ne if self.proves_ne(&state, x, y) => vec![state],
                    _ => self.numbers_hold(state, op, x, y),
                });
                return;
            }
            (Place::Structure(at), Place::Part) | (Place::Part, Place::Structure(at)) if fuel > 0 => at,
            // Where the comparison takes too much unfolding nothing is learned.
            (Place::Structure(_), _) | (_, Place::Structure(_)) => {
                into.push(state);
                return;
            }
            // An empty structure begins anywhere.
            _ => {
                into.extend(self.pointers_hold(state, op, x, y));
                return;
            }
        };
        let (a, b) = (state.hold(x), state.hold(y));
        for mut case in self.unfold(&state, summary) {
            let (y, x) = (case.release(b), case.release(a));
            self.compare_parts(case, op, x, y, fuel - 1, into);
        }
    }

    fn place(&self, state: &State, term: Term) -> Place {
        let Some(base) = term.base else { return Place::Elsewhere };
        match state.region(base) {
            Some(Region::Block(block)) if block.origin == Origin::Part => Place::Part,
            Some(Region::Block(_)) => Place::Elsewhere,
            Some(Region::Checker(checker)) if term.offset == 0 && self.has_parts(checker.definition) => {
                Place::Structure(base)
            }
            Some(Region::Segment(segment)) if term.offset == 0 && self.has_parts(segment.definition) => {
                Place::Structure(base)
            }
            Some(_) => Place::Elsewhere,
            None => {
                let inside = state.object_of(term).and_then(|(at, _)| state.block(at));
                if inside.is_some_and(|block| block.origin == Origin::Part)
                    || term.offset == 0 && self.is_walked_up_to(state, base)
                {
                    Place::Part
                } else {
                    Place::Elsewhere
                }
            }
        }
    }
}

/// The comparison with its sides exchanged.
fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Ge => BinaryOp::Le,
        other => other,
    }
}

impl State {
    /// Whether an address is in a part for sure.
    pub(crate) fn is_in_part(&self, at: Sym, pointer: Term) -> bool {
        let Some(block) = self.block(at).filter(|block| block.origin == Origin::Part) else { return false };
        let begin = Term { base: Some(at), offset: block.start };
        let form = crate::heap::state::difference(pointer, begin);
        form.is_some_and(|inside| {
            let behind = block.size.form().plus(-1).and_then(|last| last.add_scaled(-1, &inside));
            self.least(&inside).is_some_and(|least| least >= 0)
                && behind.is_some_and(|behind| self.least(&behind).is_some_and(|least| least >= 0))
        })
    }
}
