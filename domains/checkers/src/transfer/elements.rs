//! `fread` and `fwrite`: so many elements of so many bytes.
//!
//! What is read is unknown, and how much of it is there. Of elements of one byte those that were read are written and the others are not; of larger ones
//! the last may be there in part, and then nothing is known of any unless all were read.

use engine::{Checks, Cursor, Outcome};
use ir::{Call, Operand};
use logic::Form;

use super::access::Access;
use super::lost;
use super::resize::receive;
use crate::Checkers;
use crate::heap::{Rest, State};

impl Checkers {
    /// Reads from a stream.
    pub(super) fn fread(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        call: &Call,
        (to, size, count): (Operand, Operand, Operand),
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let Some(elements) = self.elements(at, &mut state, (size, count), out)? else {
            return Ok(Vec::new());
        };
        let mut states = Vec::new();
        let bytes = &elements.bytes;
        for (state, spot) in self.locate(at, state, &self.pointee(at, to), bytes, Access::Write, out)? {
            let Some(place) = spot.place() else { return lost(at, "it is not known where this is read to") };
            let fill = |mut state: State, bytes: &Form, rest: Rest| {
                let end = bytes.add_scaled(1, &place.1.form())?;
                let end = self.offset_term(&mut state, place.0, &end);
                self.fill_range(&mut state, place.0, (place.1, end), rest)?;
                Some(state)
            };
            let unknown_part = || lost(at, "it is not known which part of the object this is read to");
            let mut some = state.clone();
            let Some(got) = self.count_up_to(at, &mut some, &elements.count) else { continue };
            receive(&mut some, call, got);
            if elements.size == 1
                && let Some(read) = fill(some.clone(), &got.form(), Rest::Any)
            {
                states.push(read);
                continue;
            }
            // Not all.
            let missing = elements.count.add_scaled(-1, &got.form()).and_then(|missing| missing.plus(-1));
            if missing.is_none_or(|missing| some.pure.guard_ge(&missing)) {
                // An element of which only a part was there has no value, whatever was there before.
                match fill(some, bytes, Rest::Unsure) {
                    Some(some) => states.push(some),
                    None => return unknown_part(),
                }
            }
            // All.
            let mut all = state;
            let count = self.named(&mut all, &elements.count);
            receive(&mut all, call, count);
            match fill(all, bytes, Rest::Any) {
                Some(all) => states.push(all),
                None => return unknown_part(),
            }
        }
        Ok(states)
    }

    /// Writes to a stream.
    pub(super) fn fwrite(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        call: &Call,
        (from, size, count): (Operand, Operand, Operand),
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let Some(elements) = self.elements(at, &mut state, (size, count), out)? else {
            return Ok(Vec::new());
        };
        let mut states = Vec::new();
        let place = self.pointee(at, from);
        for (mut state, _) in self.locate(at, state, &place, &elements.bytes, Access::Read, out)? {
            if let Some(written) = self.count_up_to(at, &mut state, &elements.count) {
                receive(&mut state, call, written);
                states.push(state);
            }
        }
        Ok(states)
    }

    /// The elements that a call speaks of. `None` if it speaks of none in any execution.
    fn elements(
        &self,
        at: &Cursor<'_>,
        state: &mut State,
        (size, count): (Operand, Operand),
        out: &mut Checks,
    ) -> Outcome<Option<Elements>> {
        let Some((bytes, constant)) = self.byte_count(at, state, size, out) else { return Ok(None) };
        let Some((count, number)) = self.byte_count(at, state, count, out) else { return Ok(None) };
        // One of the two is a constant as people write it.
        let product = match (constant, number) {
            (Some(size), _) if size > 0 => count.scaled(size),
            (_, Some(count)) if count >= 0 => bytes.scaled(count),
            _ => None,
        };
        let Some(product) = product.filter(|product| self.fits_in_memory(at, state, product)) else {
            return lost(at, "it is not known how many bytes these are");
        };
        Ok(Some(Elements { size: constant.unwrap_or(0), count, bytes: product }))
    }

    /// Whether so many bytes are as many in the arithmetic of the machine.
    fn fits_in_memory(&self, at: &Cursor<'_>, state: &State, bytes: &Form) -> bool {
        let most = (1_i128 << (8 * u32::from(at.program.target.pointer_bytes))) - 1;
        let is_at_most = |bytes: i128| (0..=most).contains(&bytes);
        bytes.as_constant().is_some_and(is_at_most)
            || (state.pure.minimum(bytes).is_some_and(is_at_most)
                && state.pure.maximum(bytes).is_some_and(is_at_most))
    }
}

/// So many elements of one size.
struct Elements {
    /// How many bytes each has; zero if that is not known.
    size: i64,
    count: Form,
    /// How many bytes they have together.
    bytes: Form,
}
