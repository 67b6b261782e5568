//! Learning that two values are equal.
//!
//! Equal symbols are merged at once: one of them disappears from the state. If both have a region, the two
//! describe memory at one address, which separation allows only if one of them owns nothing there; which one
//! that can be is found by unfolding (dossier §2).

use logic::sets::SetDomain;

use super::region::Region;
use super::state::{Root, State, difference};
use super::value::{Sym, Term, Value};
use crate::Checkers;
use crate::heap::apart::is_inside;

/// How many steps of unfolding one equality may need; beyond that it is only noted in the pure part,
/// which forgets nothing.
const FUEL: u32 = 12;

impl Checkers {
    /// The parts of a state in which two values are equal.
    pub(crate) fn equate(&self, state: State, a: Term, b: Term) -> Vec<State> {
        let mut states = Vec::new();
        self.equate_into(state, a, b, FUEL, &mut states);
        states
    }

    fn equate_into(&self, mut state: State, a: Term, b: Term, fuel: u32, into: &mut Vec<State>) {
        if a == b {
            into.push(state);
            return;
        }
        if self.proves_ne(&state, a, b) {
            return;
        }
        // Symbols that the pure part knows to be equal may still be there under two names.
        let Some(form) = difference(a, b) else {
            into.push(state);
            return;
        };
        // A pointer to what is gone may have the address of something that came later. It does not thereby
        // point to it, and must not be taken for it.
        if let (Some(x), Some(y)) = (a.base, b.base)
            && state.is_dead(x) != state.is_dead(y)
        {
            into.push(state);
            return;
        }
        if !state.pure.guard_eq(&form) {
            return;
        }
        // a = b means x + a.offset = y + b.offset. What is too far away stays a fact about numbers.
        let (Some(forth), Some(back)) = (b.offset.checked_sub(a.offset), a.offset.checked_sub(b.offset))
        else {
            into.push(state);
            return;
        };
        match (a.base, b.base) {
            (None, None) => {}
            (Some(sym), None) => self.merge_constant(state, sym, forth, fuel, into),
            (None, Some(sym)) => self.merge_constant(state, sym, back, fuel, into),
            (Some(x), Some(y)) => self.merge(state, x, y, forth, fuel, into),
        }
    }

    /// A symbol is a constant.
    fn merge_constant(&self, mut state: State, sym: Sym, value: i64, fuel: u32, into: &mut Vec<State>) {
        match state.region(sym) {
            None => {
                if state.is_dead(sym) && value == 0 {
                    return;
                }
                self.eliminate(state, sym, Term::constant(value), into);
            }
            // No object lies at null, and at which other number one lies is nobody's business.
            Some(Region::Block(_)) => {
                if value != 0 {
                    into.push(state);
                }
            }
            Some(_) if value == 0 && fuel > 0 => {
                let held = state.hold(Term::of(sym));
                for mut case in self.unfold(&state, sym) {
                    let term = case.release(held);
                    self.equate_into(case, term, Term::NULL, fuel - 1, into);
                }
            }
            Some(_) => into.push(state),
        }
    }

    /// `x = y + distance`.
    fn merge(&self, state: State, x: Sym, y: Sym, distance: i64, fuel: u32, into: &mut Vec<State>) {
        let as_x = Term { base: Some(y), offset: distance };
        let as_y = Term { base: Some(x), offset: distance.saturating_neg() };
        match (state.region(x), state.region(y)) {
            (None, None) if x < y => self.eliminate(state, y, as_y, into),
            (None, _) => self.eliminate(state, x, as_x, into),
            (_, None) => self.eliminate(state, y, as_y, into),
            (Some(Region::Block(first)), Some(Region::Block(second))) => {
                let overlap =
                    first.cells.iter().any(|cell| {
                        cell.offset.checked_add(distance).is_some_and(|at| is_inside(second, at))
                    }) || first.start.checked_add(distance).is_some_and(|at| is_inside(second, at))
                        || second.start.checked_sub(distance).is_some_and(|at| is_inside(first, at));
                // Literals that are one object are still two in the state.
                if !overlap || self.may_be_merged((first, 0), (second, distance)) {
                    into.push(state);
                }
            }
            (Some(first), Some(_)) if distance == 0 && fuel > 0 => {
                let at = if first.block().is_none() { x } else { y };
                let other = if at == x { y } else { x };
                let mut state = state;
                let (a, b) = (state.hold(Term::of(at)), state.hold(Term::of(other)));
                for mut case in self.unfold(&state, at) {
                    let (b, a) = (case.release(b), case.release(a));
                    self.equate_into(case, a, b, fuel - 1, into);
                }
            }
            _ => into.push(state),
        }
    }

    /// Replaces a symbol that has no region. If an offset leaves its range the state stays as it was, with the
    /// equality in its pure part.
    fn eliminate(&self, state: State, sym: Sym, by: Term, into: &mut Vec<State>) {
        let mut replaced = state.clone();
        match replaced.replace(sym, by) {
            // Nothing is in two sets that are apart, and nothing in an empty one.
            Some(()) if replaced.sets.known.is_unsat() => {}
            Some(()) => self.reduce(replaced, into),
            None => into.push(state),
        }
    }

    /// What an equality says of segments that end where they can only end if they are empty: the element before
    /// the end is an object, so it is not null (dossier §1.5, lemma i).
    /// And of structures that begin where they end, or whose last element cannot be one: they are empty.
    fn reduce(&self, state: State, into: &mut Vec<State>) {
        let found = state.regions.iter().find_map(|(at, region)| match region {
            Region::Segment(segment) if self.has_no_last(segment) => Some((*at, Empty::Segment)),
            Region::Checker(checker) => {
                let end = self.end_param(checker.definition).and_then(|end| checker.args.get(end));
                if end == Some(&Term::of(*at)) {
                    Some((*at, Empty::Begin))
                } else {
                    let elsewhere = |last: Term| match last.base {
                        None => last == Term::NULL,
                        Some(base) => state.block(base).is_some(),
                    };
                    self.ends_of(checker).any(elsewhere).then_some((*at, Empty::Last))
                }
            }
            _ => None,
        });
        match found {
            Some((at, Empty::Segment)) => into.extend(self.empty_segment(state, at)),
            Some((at, Empty::Begin)) => into.extend(self.unfold(&state, at)),
            Some((at, Empty::Last)) => {
                for case in self.split_at_end(&state, at) {
                    match case.region(at) {
                        Some(Region::Segment(_)) => into.extend(self.unfold_last(&case, at)),
                        _ => into.push(case),
                    }
                }
            }
            None => into.push(state),
        }
    }
}

/// Why a structure is empty.
enum Empty {
    /// The element before the end of a segment would be null.
    Segment,
    /// It begins where it ends.
    Begin,
    /// Its last element would be null, or an object outside.
    Last,
}

impl State {
    /// Remembers a term under a root, so that it follows when symbols are merged.
    pub(crate) fn hold(&mut self, term: Term) -> Root {
        let number = match self.roots.last() {
            Some((Root::Scratch(number), _)) => number + 1,
            _ => 0,
        };
        self.roots.push((Root::Scratch(number), Value::Known(term)));
        Root::Scratch(number)
    }

    /// The term that was remembered; the root is gone.
    pub(crate) fn release(&mut self, root: Root) -> Term {
        self.take_root(root).and_then(Value::term).expect("what is held stays until it is released")
    }
}
