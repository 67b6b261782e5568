//! Functions about strings that are told how many bytes there are.

use engine::{Checks, Cursor, Outcome};
use ir::{Call, Operand};

use super::access::Access;
use super::lost;
use super::resize::receive;
use super::strings::Text;
use crate::Checkers;
use crate::heap::{Rest, State, Term};

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
        for (state, _) in self.text_within(at, state, (a, size), out)? {
            for (mut state, _) in self.text_within(at, state, (b, size), out)? {
                self.receive_any(at, &mut state, call);
                states.push(state);
            }
        }
        Ok(states)
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
            let Some(end) = bytes.add_scaled(1, &offset.form()) else { continue };
            let end = self.offset_term(&mut state, base, &end);
            let written = self.is_written_range(&state, base, (offset, end));
            let rest = if written { Rest::Any } else { Rest::Unsure };
            if self.fill_range(&mut state, base, (offset, end), rest).is_none() {
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
}
