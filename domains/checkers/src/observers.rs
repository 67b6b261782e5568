//! Functions that only look: memory is what it was when they were called.
//!
//! How such a function walked is in the states it leaves in: structures opened where it looked, arrays cut at the element. Of all that the caller
//! has a use for the result, and for what the walk told of values that the caller knows; the rest makes states differ that are
//! one. So the heap of the entry is taken for that of the exit, which describes the same memory, with what the exit knows of values that both
//! name. Where the exit opened what a value of the caller's points to, its heap says more, and stays.

use ir::{FunctionId, Program};

use crate::Checkers;
use crate::calls::conjoin;
use crate::heap::{Region, Root, State, Sym, Term, Value};

impl Checkers {
    /// What a function that only looked left, in the words of its entry.
    pub(crate) fn seen_as_entered(
        &self,
        program: &Program,
        function: FunctionId,
        entry: &State,
        exit: State,
    ) -> Vec<State> {
        if self.exact || !self.only_looks(program, function) {
            return vec![exit];
        }
        match self.as_entered(entry, &exit) {
            Some(states) => states,
            None => vec![exit],
        }
    }

    fn as_entered(&self, entry: &State, exit: &State) -> Option<Vec<State>> {
        let is_told = |state: &State| !state.anything && state.sets.is_empty();
        if !is_told(entry) || !is_told(exit) || entry.junk != exit.junk {
            return None;
        }
        let pairs = same_values(entry, exit)?;
        let result = exit.root(Root::Result);
        let returned = result.and_then(Value::term).and_then(|term| term.base);
        let is_named = |sym: Sym| pairs.iter().any(|(_, theirs)| theirs.base == Some(sym));
        if returned.is_some_and(|sym| !is_named(sym) && is_pointer(exit, sym)) {
            return None;
        }
        let mut state = entry.clone();
        state.round = exit.round;
        let slots = state.roots.iter().filter_map(|(root, _)| match root {
            Root::Slot(slot) => Some(*slot),
            _ => None,
        });
        for slot in slots.collect::<Vec<_>>() {
            self.end_slot(&mut state, slot);
        }
        state.roots.retain(|(root, _)| !matches!(root, Root::Register(_)));
        state.tidy();
        if !self.unreachable(&state, None).is_empty() {
            return None;
        }
        let mut known = exit.pure.clone();
        known.retain(|dim| Some(Sym(dim.0)) == returned || is_named(Sym(dim.0)));
        let shift = state.next;
        state.next += exit.next;
        conjoin(&mut state, &known, shift);
        let moved = |term: Term| Term { base: term.base.map(|base| Sym(base.0 + shift)), ..term };
        let ranges = exit.ranges.iter().filter(|(sym, ..)| returned == Some(*sym));
        state.ranges.extend(ranges.map(|(sym, bits, signed)| (Sym(sym.0 + shift), *bits, *signed)));
        if let Some(value) = result {
            let value = match value {
                Value::Known(term) => Value::Known(moved(term)),
                other => other,
            };
            state.set_root(Root::Result, value);
        }
        if state.pure.is_unsat() {
            return None;
        }
        let pairs: Vec<(Term, Term)> =
            pairs.into_iter().map(|(ours, theirs)| (ours, moved(theirs))).collect();
        let mut states = self.equate_all(state, &pairs);
        states.iter_mut().for_each(State::tidy);
        Some(states)
    }
}

/// Terms of two states that have one value: what the same roots hold, and what is at the same places of what they point to. Nothing if the second
/// state knows more of what one of them points to.
fn same_values(entry: &State, exit: &State) -> Option<Vec<(Term, Term)>> {
    let mut pairs: Vec<(Term, Term)> = Vec::new();
    let see = |ours: Option<Value>, theirs: Option<Value>, pairs: &mut Vec<(Term, Term)>| {
        if let (Some(Value::Known(ours)), Some(Value::Known(theirs))) = (ours, theirs)
            && !pairs.contains(&(ours, theirs))
        {
            pairs.push((ours, theirs));
        }
    };
    for (root, theirs) in &exit.roots {
        if matches!(root, Root::Held(_) | Root::Global(_) | Root::Code(_)) {
            see(entry.root(*root), Some(*theirs), &mut pairs);
        }
    }
    let mut next = 0;
    while let Some((ours, theirs)) = pairs.get(next).copied() {
        next += 1;
        let (Some(from), Some(to)) = (ours.base, theirs.base) else { continue };
        let Some(Region::Block(after)) = exit.region(to) else { continue };
        let Some(Region::Block(before)) = entry.region(from) else { return None };
        if ours.offset == theirs.offset {
            for cell in &before.cells {
                let other =
                    after.cells.iter().find(|other| (other.offset, other.size) == (cell.offset, cell.size));
                see(Some(cell.value), other.map(|other| other.value), &mut pairs);
            }
        }
    }
    Some(pairs)
}

/// Whether a symbol is the address of something.
fn is_pointer(state: &State, sym: Sym) -> bool {
    state.region(sym).is_some()
        || state.dead.contains(&sym)
        || state.members.iter().any(|(member, _)| *member == sym)
}
