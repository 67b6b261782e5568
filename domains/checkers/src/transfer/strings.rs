//! Strings: bytes up to the first one that is zero.
//!
//! They need nothing but rows: where bytes begin that are zero, a string ends at the latest. Who goes along a string gives a name to its length, and from
//! then on the bytes before are known not to be zero (`Rest::Text`) and the byte there to be zero, so that what `strlen` measured is what `strcpy` copies.

use engine::{Checks, Cursor, Outcome};
use ir::{Base, Operand, Place};
use logic::Form;
use model::Rule;

use super::access::Access;
use super::lost;
use crate::Checkers;
use crate::heap::state::difference;
use crate::heap::text::{first_end, text_pieces};
use crate::heap::{Rest, Root, Run, State, Sym, Term, Tiling};

const ENDLESS: &str = "the string may have no end within its object";

/// A string that begins somewhere in an object.
#[derive(Clone, Copy)]
pub(super) struct Text {
    pub(super) base: Sym,
    pub(super) offset: Term,
    /// So many bytes are before the one that ends it.
    pub(super) length: Term,
}

/// A string that is kept while the state changes.
#[derive(Clone, Copy)]
pub(super) struct Held(Root, Root, Root);

impl Text {
    pub(super) fn hold(self, state: &mut State) -> Held {
        Held(state.hold(Term::of(self.base)), state.hold(self.offset), state.hold(self.length))
    }

    /// `length + more`.
    pub(super) fn bytes(self, more: i64) -> Form {
        let constant = Form::constant(i128::from(more));
        constant.add_scaled(1, &self.length.form()).unwrap_or(constant)
    }
}

impl Held {
    /// The string, whose object may be known by another place in it now.
    pub(super) fn release(self, state: &mut State) -> Option<Text> {
        let (length, offset, base) = (state.release(self.2), state.release(self.1), state.release(self.0));
        Some(Text { base: base.base?, offset: offset.plus(base.offset)?, length })
    }
}

impl Checkers {
    /// The string a pointer leads to.
    pub(super) fn text(
        &self,
        at: &Cursor<'_>,
        state: State,
        pointer: Operand,
        out: &mut Checks,
    ) -> Outcome<Vec<(State, Text)>> {
        let place = self.pointee(at, pointer);
        let mut texts = Vec::new();
        for (mut state, spot) in self.locate(at, state, &place, &Form::constant(1), Access::Read, out)? {
            let Some((base, offset)) = spot.place() else {
                return lost(at, "nothing is known of the string");
            };
            let length = if let Some(length) = self.measured(at, &mut state, base, offset) {
                length
            } else {
                self.say_endless(&state, (base, offset), ENDLESS, out);
                // If there is no error the function stops in time: it need not go to the end to find something.
                let length = Term::of(self.any_count(at, &mut state));
                let end = state.block(base).and_then(|block| block.size.plus(block.start));
                let room = end.and_then(|end| difference(end, offset)?.add_scaled(-1, &length.form()));
                if room.is_some_and(|room| !state.pure.guard_ge(&room)) {
                    continue;
                }
                length
            };
            texts.push((state, Text { base, offset, length }));
        }
        Ok(texts)
    }

    /// The first bytes a pointer leads to, up to a zero byte, or so many.
    pub(super) fn text_within(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        (pointer, size): (Operand, Operand),
        out: &mut Checks,
    ) -> Outcome<Vec<(State, Text)>> {
        let Some((size, _)) = self.byte_count(at, &mut state, size, out) else { return Ok(Vec::new()) };
        let place = self.pointee(at, pointer);
        let mut texts = Vec::new();
        for (mut state, spot) in self.locate(at, state, &place, &Form::constant(1), Access::Read, out)? {
            let Some((base, offset)) = spot.place() else {
                return lost(at, "nothing is known of the string");
            };
            let length = self.measured(at, &mut state, base, offset);
            if length.is_none() && !self.has_written(&mut state, (base, offset), &size) {
                self.say_endless(&state, (base, offset), ENDLESS, out);
            }
            // What is before the end of a string, or of the bytes asked for.
            let Some(count) = self.count_up_to(at, &mut state, &size) else { continue };
            let short = length.and_then(|length| difference(length, count));
            if short.is_some_and(|short| !state.pure.guard_ge(&short)) {
                continue;
            }
            texts.push((state, Text { base, offset, length: count }));
        }
        Ok(texts)
    }

    /// Whether an object has so many bytes from a place on, all of which were written.
    pub(super) fn has_written(&self, state: &mut State, (base, offset): (Sym, Term), size: &Form) -> bool {
        let Some(end) = size.add_scaled(1, &offset.form()) else { return false };
        let end = self.offset_term(state, base, &end);
        let limit = state.block(base).and_then(|block| block.size.plus(block.start));
        limit.is_some_and(|limit| state.is_at_most(end, limit))
            && self.is_written_range(state, base, (offset, end))
    }

    /// Reports a string that is not known to end.
    pub(super) fn say_endless(
        &self,
        state: &State,
        (base, offset): (Sym, Term),
        what: &str,
        out: &mut Checks,
    ) {
        out.open(Rule::OutOfBounds, what);
        let end = state.block(base).and_then(|block| block.size.plus(block.start));
        if end.is_none_or(|end| !self.is_written_range(state, base, (offset, end))) {
            out.open(Rule::Uninitialized, "some of these bytes may never have been written");
        }
    }

    /// A number that counts bytes.
    pub(super) fn any_count(&self, at: &Cursor<'_>, state: &mut State) -> Sym {
        let sym = state.fresh();
        state.set_range(sym, 8 * u16::from(at.program.target.pointer_bytes), false);
        state.pure.guard_ge(&Form::of(sym.dim()));
        sym
    }

    /// A number that counts at most so many bytes. `None` if there is none.
    pub(super) fn count_up_to(&self, at: &Cursor<'_>, state: &mut State, most: &Form) -> Option<Term> {
        let count = Term::of(self.any_count(at, state));
        state.pure.guard_ge(&most.add_scaled(-1, &count.form())?).then_some(count)
    }

    /// How long a string is. `None` if it is not known to end in its object, or not all of its bytes were written.
    pub(super) fn measured(
        &self,
        at: &Cursor<'_>,
        state: &mut State,
        base: Sym,
        offset: Term,
    ) -> Option<Term> {
        let block = state.block(base)?;
        let tiling = Tiling::of(state, &self.with_padding(block))?;
        let (end, exact) = first_end(state, &tiling, offset)?;
        let most = difference(end, offset)?;
        if exact || state.pure.constant(&most) == Some(0) {
            return Some(self.named(state, &most));
        }
        let length = self.count_up_to(at, state, &most)?;
        self.put_end(state, base, (offset, end), length);
        Some(length)
    }

    /// From now on a string is known to end after so many bytes, not only at a place that is zero at the latest.
    fn put_end(&self, state: &mut State, base: Sym, (offset, end): (Term, Term), length: Term) -> Option<()> {
        let mut tiling = Tiling::of(state, &self.with_padding(state.block(base)?))?;
        let range = tiling.carve(state, offset, end.plus(1)?)?;
        let text = |piece: &Run| piece.each.stride == 1 && !piece.each.owns();
        if !tiling.pieces[range.clone()].iter().all(text) {
            return None;
        }
        let zero = self.named(state, &offset.form().add_scaled(1, &length.form())?);
        tiling.pieces.splice(range, text_pieces(offset, zero, end.plus(1)?, Rest::Any)?);
        tiling.put_back(state.block_mut(base)?);
        Some(())
    }

    /// Puts some string of so many bytes, and the byte that ends it, into an object that has room for it.
    pub(super) fn put_text(&self, state: &mut State, text: Text) -> Option<()> {
        let end = text.offset.form().add_scaled(1, &text.length.form())?;
        let end = self.offset_term(state, text.base, &end);
        self.fill_range(state, text.base, (text.offset, end.plus(1)?), Rest::Text)?;
        self.fill_range(state, text.base, (end, end.plus(1)?), Rest::Zero)
    }

    /// What a pointer points to.
    pub(super) fn pointee(&self, at: &Cursor<'_>, pointer: Operand) -> Place {
        let ty = self.type_of(at, pointer);
        let ty = at.program.types.pointee(ty).unwrap_or(ty);
        Place {
            base: Base::Pointer(pointer),
            base_ty: ty,
            path: Vec::new(),
            ty,
            offset: 0,
            bits: None,
            volatile: false,
        }
    }
}
