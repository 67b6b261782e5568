//! Tables that never change: what is read from them at an index that is not known.
//!
//! A pointer is one of those that the table holds, each in a state of its own in which the index is the one it stands at: a function that is called through it is known then, and so is
//! the string it leads to. A number is between the least and the greatest of them.

use engine::Cursor;
use ir::{GlobalKind, Place, Program, TypeId, TypeKind};
use logic::Form;

use super::indexed::Bytes;
use super::is_constant;
use crate::Checkers;
use crate::heap::state::difference;
use crate::heap::{Origin, State, Term, Value};

/// More pointers are not told apart.
const POINTERS: usize = 16;

/// Of more numbers nothing is said.
const NUMBERS: usize = 4096;

impl Checkers {
    /// What is read from a constant, in each case of where; `None` if nothing is known of it.
    pub(super) fn load_constant(
        &self,
        at: &Cursor<'_>,
        state: &State,
        bytes: Bytes,
        place: &Place,
    ) -> Option<Vec<(State, Value)>> {
        let Origin::Global(id) = state.block(bytes.base)?.origin else { return None };
        let global = &at.program.globals[id];
        if !is_constant(at.program, id) || global.kind == GlobalKind::String || place.volatile {
            return None;
        }
        let pointer = at.program.types.is_pointer(place.ty);
        let most = if pointer { POINTERS } else { NUMBERS };
        let offsets = offsets(at.program, state, global.ty, bytes.offset, most)?;
        let there = |state: &mut State, offset: i64| self.initial(at, state, bytes.base, offset, place);
        if !pointer {
            let mut state = state.clone();
            let number = |offset: i64| match there(&mut state, offset)? {
                Value::Known(Term { base: None, offset }) => Some(offset),
                _ => None,
            };
            let numbers: Option<Vec<i64>> = offsets.into_iter().map(number).collect();
            let numbers = numbers?;
            let (least, greatest) = (numbers.iter().min()?, numbers.iter().max()?);
            let value = self.any_of_type(at.program, &mut state, place.ty);
            let term = value.term()?;
            let above = difference(term, Term::constant(*least))?;
            let below = difference(Term::constant(*greatest), term)?;
            let possible = state.pure.guard_ge(&above) && state.pure.guard_ge(&below);
            return Some(if possible { vec![(state, value)] } else { Vec::new() });
        }
        let mut cases = Vec::new();
        for offset in offsets {
            let mut case = state.clone();
            let here = difference(bytes.offset, Term::constant(offset))?;
            if case.pure.guard_eq(&here) {
                let value = there(&mut case, offset)?;
                cases.push((case, value));
            }
        }
        Some(cases)
    }
}

/// The offsets that a term may be, so many at most: they are as far apart as the elements of an array in the type.
fn offsets(program: &Program, state: &State, ty: TypeId, offset: Term, most: usize) -> Option<Vec<i64>> {
    let form: Form = offset.form();
    let bound = |bound: Option<i128>| bound.and_then(|bound| i64::try_from(bound).ok());
    let (least, greatest) = (bound(state.pure.minimum(&form))?, bound(state.pure.maximum(&form))?);
    let mut ty = ty;
    while let TypeKind::Array { elem, .. } = program.types.kind(ty) {
        let stride = i64::try_from(program.types.size(*elem)).ok().filter(|stride| *stride > 0)?;
        if state.remainder(offset, Term::constant(least), stride) == Some(0) {
            let count = usize::try_from(greatest.checked_sub(least)? / stride).ok()? + 1;
            return (count <= most).then(|| (0..count as i64).map(|index| least + index * stride).collect());
        }
        ty = *elem;
    }
    None
}
