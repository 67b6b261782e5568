//! Functions about strings that are told how many bytes there are.

use engine::{Checks, Cursor, Outcome};
use ir::{Call, Operand};
use logic::Form;

use super::access::Access;
use super::lost;
use super::resize::receive;
use super::strings::Text;
use crate::Checkers;
use crate::heap::state::difference;
use crate::heap::{Rest, Root, State, Sym, Term, Value};

/// What a comparison tells of lengths.
enum Known {
    Zero(Form),
    AtLeastZero(Form),
}

impl Checkers {
    pub(super) fn strncmp(
        &self,
        at: &Cursor<'_>,
        state: State,
        call: &Call,
        (a, b, size): (Operand, Operand, Operand),
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let mut states = Vec::new();
        for (mut state, text) in self.text_within(at, state, (a, size), out)? {
            let held = text.hold(&mut state);
            for (mut state, other) in self.text_within(at, state, (b, size), out)? {
                let Some(text) = held.release(&mut state) else { continue };
                let mut ends = |text: Text| self.measured(at, &mut state, text.base, text.offset);
                let lengths = ends(text).zip(ends(other));
                let bytes = self.operand(at, &mut state, size).term();
                let equal = self.if_equal(&state, lengths, bytes.map(Term::form));
                states.extend(self.compared(at, state, call, equal));
            }
        }
        Ok(states)
    }

    pub(super) fn strcmp(
        &self,
        at: &Cursor<'_>,
        state: State,
        call: &Call,
        (a, b): (Operand, Operand),
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let mut states = Vec::new();
        for (mut state, text) in self.text(at, state, a, out)? {
            let held = text.hold(&mut state);
            for (mut state, other) in self.text(at, state, b, out)? {
                let Some(text) = held.release(&mut state) else { continue };
                let equal = self.if_equal(&state, Some((text.length, other.length)), None);
                states.extend(self.compared(at, state, call, equal));
            }
        }
        Ok(states)
    }

    /// What holds if two strings of these lengths are equal, or their first bytes are: neither is longer, or both have these bytes.
    fn if_equal(&self, state: &State, lengths: Option<(Term, Term)>, bytes: Option<Form>) -> Option<Known> {
        let (a, b) = lengths?;
        let Some(bytes) = bytes else { return Some(Known::Zero(difference(a, b)?)) };
        let room = |length: Term| length.form().add_scaled(-1, &bytes);
        for (one, other) in [(a, b), (b, a)] {
            if room(one).is_some_and(|room| state.pure.proves_ge(&room)) {
                return Some(Known::AtLeastZero(room(other)?));
            }
            let short = room(one).and_then(|room| room.negated()?.plus(-1));
            if short.is_some_and(|short| state.pure.proves_ge(&short)) {
                return Some(Known::Zero(difference(a, b)?));
            }
        }
        None
    }

    /// The states after a comparison, with what is known if its result is zero.
    fn compared(&self, at: &Cursor<'_>, mut state: State, call: &Call, equal: Option<Known>) -> Vec<State> {
        let Some(fact) = equal else {
            self.receive_any(at, &mut state, call);
            return vec![state];
        };
        let mut same = state.clone();
        receive(&mut same, call, Term::NULL);
        let possible = match &fact {
            Known::Zero(form) => same.pure.guard_eq(form),
            Known::AtLeastZero(form) => same.pure.guard_ge(form),
        };
        let mut states = vec![state];
        self.receive_any(at, &mut states[0], call);
        if let Some(ir::Destination::Local(dst)) = call.dst
            && let Some(Value::Known(result)) = states[0].root(Root::Register(dst))
        {
            states[0].pure.guard_ne(&result.form());
        }
        states.extend(possible.then_some(same));
        states
    }

    pub(super) fn strnlen(
        &self,
        at: &Cursor<'_>,
        state: State,
        call: &Call,
        (s, size): (Operand, Operand),
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let mut states = Vec::new();
        for (mut state, text) in self.text_within(at, state, (s, size), out)? {
            receive(&mut state, call, text.length);
            states.push(state);
        }
        Ok(states)
    }

    /// All of the bytes are written; whether the copy ends among them is not known.
    pub(super) fn strncpy(
        &self,
        at: &Cursor<'_>,
        state: State,
        call: &Call,
        (to, from, size): (Operand, Operand, Operand),
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let mut states = Vec::new();
        for (mut state, text) in self.text_within(at, state, (from, size), out)? {
            let Some((bytes, _)) = self.byte_count(at, &mut state, size, out) else { continue };
            let held = text.hold(&mut state);
            let place = self.pointee(at, to);
            for (mut state, spot) in self.locate(at, state, &place, &bytes, Access::Write, out)? {
                let Some(text) = held.release(&mut state) else { continue };
                let Some((base, offset)) = spot.place().filter(|(base, _)| *base != text.base) else {
                    return lost(at, "it is not known where the string is copied to");
                };
                let end =
                    bytes.add_scaled(1, &offset.form()).map(|end| self.offset_term(&mut state, base, &end));
                if end.and_then(|end| self.fill_range(&mut state, base, (offset, end), Rest::Any)).is_none() {
                    return lost(at, "it is not known which part of the object the string is copied to");
                }
                self.receive_pointer(at, &mut state, call, None, to);
                states.push(state);
            }
        }
        Ok(states)
    }

    /// Nothing, or some line that ends within so many bytes: what is behind its first zero byte may have been written, too.
    pub(super) fn fgets(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        call: &Call,
        (to, size): (Operand, Operand),
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let Some((bytes, _)) = self.byte_count(at, &mut state, size, out) else { return Ok(Vec::new()) };
        if self.least(&state, &bytes).is_none_or(|least| least < 1) {
            return lost(at, "there may be no room for a line");
        }
        let mut states = Vec::new();
        for (mut state, spot) in self.locate(at, state, &self.pointee(at, to), &bytes, Access::Write, out)? {
            let Some((base, offset)) = spot.place() else {
                return lost(at, "it is not known where the line goes");
            };
            if self.blur_bytes(&mut state, (base, offset), &bytes).is_none() {
                return lost(at, "it is not known which part of the object the line goes to");
            }
            let mut nothing = state.clone();
            receive(&mut nothing, call, Term::NULL);
            states.push(nothing);
            let most = bytes.plus(-1);
            let Some(length) = most.and_then(|most| self.count_up_to(at, &mut state, &most)) else {
                continue;
            };
            if self.put_text(&mut state, Text { base, offset, length }).is_none() {
                return lost(at, "it is not known which part of the object the line goes to");
            }
            self.receive_pointer(at, &mut state, call, None, to);
            states.push(state);
        }
        Ok(states)
    }

    /// Some of so many bytes may have been written over.
    pub(super) fn blur_bytes(
        &self,
        state: &mut State,
        (base, from): (Sym, Term),
        bytes: &Form,
    ) -> Option<()> {
        let end = bytes.add_scaled(1, &from.form())?;
        let end = self.offset_term(state, base, &end);
        let written = self.is_written_range(state, base, (from, end));
        self.fill_range(state, base, (from, end), if written { Rest::Any } else { Rest::Unsure })
    }
}
