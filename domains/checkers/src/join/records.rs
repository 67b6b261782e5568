//! Arrays of structs: the members of one element, written one after the other, are put together.
//!
//! How large an element is shows in rows that one of the sides has. In the first round of a loop there are none: then it is what was written while a
//! counter went one further, rounded up to its largest member. If that is not so, no boundaries will go together, and nothing is lost.

use super::{Joining, Pair};
use crate::heap::{Block, Element, Rest, Run, Slot, State, Term, Tiling};

impl Joining<'_> {
    /// Puts the members of elements together, on both sides.
    pub(super) fn assemble(&self, left: (&Block, &mut Tiling), right: (&Block, &mut Tiling)) {
        let record = |tiling: &Tiling| {
            let rows = tiling.pieces.iter().map(|piece| &piece.each);
            rows.filter(|each| is_record(each)).map(|each| each.stride).max()
        };
        if let Some(stride) = record(left.1).or(record(right.1)) {
            behind_rows(&self.left.state, left.1, stride);
            behind_rows(&self.right.state, right.1, stride);
            return;
        }
        let one_further = |pair: &Pair| {
            let numbers = pair.left.base.is_none() && pair.right.base.is_none();
            numbers && pair.left.offset.abs_diff(pair.right.offset) == 1
        };
        if !self.pairs.iter().any(one_further) {
            return;
        }
        if let Some((from, stride)) = extent(left.0, right.0) {
            assemble_at(&self.left.state, left.1, from, stride);
        } else if let Some((from, stride)) = extent(right.0, left.0) {
            assemble_at(&self.right.state, right.1, from, stride);
        }
    }
}

/// Whether an element is a struct.
fn is_record(each: &Element) -> bool {
    each.slots.len() > 1 || !each.is_bytes() && each.has_bare_bytes()
}

/// Where one object has cells of several sizes that the other has not, and how large an element they are.
fn extent(more: &Block, fewer: &Block) -> Option<(Term, i64)> {
    // Objects of constant size may be structs themselves.
    more.size.base?;
    let mut new = more.cells.iter().filter(|cell| fewer.cell(cell.offset, cell.size).is_none());
    let first = new.next()?;
    let (mut end, mut largest, mut mixed) = (first.end(), i64::from(first.size), false);
    for cell in new {
        mixed |= i64::from(cell.size) != largest;
        (end, largest) = (cell.end(), largest.max(i64::from(cell.size)));
    }
    let extent = (end - first.offset + largest - 1) / largest * largest;
    mixed.then_some((Term::constant(first.offset), extent))
}

/// Puts the members together that lie behind rows of structs.
fn behind_rows(state: &State, tiling: &mut Tiling, stride: i64) {
    let mut index = 0;
    while index < tiling.pieces.len() {
        let piece = &tiling.pieces[index];
        let begins = index > 0 && tiling.pieces[index - 1].each.stride == stride;
        if begins
            && piece.each.stride < stride
            && tiling.pieces[index..].iter().any(|piece| !piece.each.is_bytes())
        {
            let from = piece.from;
            assemble_at(state, tiling, from, stride);
        }
        index += 1;
    }
}

/// Makes one piece of all between an offset and so many bytes behind it; nothing changes if that is no element.
fn assemble_at(state: &State, tiling: &mut Tiling, from: Term, stride: i64) {
    let mut parts = tiling.clone();
    let Some(to) = from.plus(stride) else { return };
    let Some(range) = parts.carve(state, from, to) else { return };
    let mut element = Element { stride, slots: smallvec::SmallVec::new(), rest: Rest::Unsure };
    let mut rest: Option<Rest> = None;
    for piece in &parts.pieces[range.clone()] {
        let Some(inside) = distance(piece.from, from) else { return };
        if piece.each.is_bytes() {
            rest = Some(rest.map_or(piece.each.rest, |rest| rest.join(piece.each.rest)));
        } else if piece.is_single() && !piece.each.has_bare_bytes() {
            let moved = |slot: &Slot| Slot { offset: slot.offset + inside, ..slot.clone() };
            element.slots.extend(piece.each.slots.iter().map(moved));
        } else {
            return;
        }
    }
    if element.slots.is_empty() {
        return;
    }
    element.rest = rest.unwrap_or(Rest::Unsure);
    parts.pieces.splice(range, [Run { from, to, each: element }]);
    *tiling = parts;
}

/// How far one offset is from another, if that is a constant.
fn distance(a: Term, b: Term) -> Option<i64> {
    if a.base == b.base { a.offset.checked_sub(b.offset) } else { None }
}
