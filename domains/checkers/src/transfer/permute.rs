//! Elements that change places: what `qsort` does to an array.
//!
//! A row whose elements all look alike is the same row afterwards, whatever they own. Of rows that are made of several pieces only numbers can be told: they
//! are any numbers.

use engine::{Checks, Cursor, Outcome};
use ir::{Call, Operand};
use logic::Form;

use super::access::Access;
use super::formatted::value;
use super::lost;
use crate::Checkers;
use crate::heap::{Element, Rest, Run, State, Tiling};

/// What models call it.
const PERMUTE: &str = "__shapewright_permute";

impl Checkers {
    /// A call that brings the elements of an array into any order; `None` if it is none.
    pub(super) fn permute_call(
        &self,
        at: &Cursor<'_>,
        state: &State,
        call: &Call,
        name: &str,
        out: &mut Checks,
    ) -> Option<Outcome<Vec<State>>> {
        let given: Option<Vec<Operand>> = call.args.iter().map(value).collect();
        match (name, given?.as_slice()) {
            (PERMUTE, [base, count, size]) => {
                Some(self.permute(at, state.clone(), *base, (*count, *size), out))
            }
            _ => None,
        }
    }

    fn permute(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        base: Operand,
        (count, size): (Operand, Operand),
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let Some((_, size)) = self.byte_count(at, &mut state, size, out) else { return Ok(Vec::new()) };
        let Some((count, _)) = self.byte_count(at, &mut state, count, out) else { return Ok(Vec::new()) };
        let bytes = size.and_then(|size| Form::constant(0).add_scaled(size, &count));
        let Some((bytes, size)) = bytes.zip(size) else {
            return lost(at, "the size of the elements is not known");
        };
        let mut states = Vec::new();
        for (mut state, spot) in
            self.locate(at, state, &self.pointee(at, base), &bytes, Access::Write, out)?
        {
            let Some((base, from)) = spot.place() else { return lost(at, NOWHERE) };
            let Some(to) = bytes.add_scaled(1, &from.form()) else { return lost(at, NOWHERE) };
            let to = self.offset_term(&mut state, base, &to);
            let tiling = state.block(base).and_then(|block| Tiling::of(&state, &self.with_padding(block)));
            let Some(mut tiling) = tiling else { return lost(at, NOWHERE) };
            let Some(range) = tiling.carve(&state, from, to) else { return lost(at, NOWHERE) };
            let whole = |piece: &Run| size % piece.each.stride.max(1) == 0;
            match &tiling.pieces[range.clone()] {
                [] => {}
                [piece] if whole(piece) => {}
                pieces if pieces.iter().any(|piece| piece.each.owns()) => return lost(at, MIXED),
                pieces => {
                    let written = pieces.iter().all(|piece| piece.each.is_written());
                    let each = Element::bytes(if written { Rest::Any } else { Rest::Unsure });
                    tiling.pieces.splice(range, [Run { from, to, each }]);
                    if let Some(block) = state.block_mut(base) {
                        tiling.put_back(block);
                    }
                }
            }
            states.push(state);
        }
        Ok(states)
    }
}

const NOWHERE: &str = "it is not known which part of the object is sorted";

const MIXED: &str = "the elements that are sorted own memory of different kinds";
