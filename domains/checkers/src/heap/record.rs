//! Structs in arrays: elements with several members.
//!
//! The members of an element are written one after the other, so that an object has a cell here and a row there. Put together, every element has a slot
//! for each member, whatever is known of it; then two elements can be compared member by member.

use smallvec::SmallVec;

use super::region::Rest;
use super::run::{Content, Element, Run, Slot};
use super::state::State;
use super::tiling::Tiling;
use super::value::Term;

/// What an element consists of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Bytes.
    pub stride: i64,
    /// Where its members begin, and their sizes; what is between them is padding.
    pub members: SmallVec<[(i64, u8); 4]>,
}

impl Layout {
    /// The layout of an element that is a struct.
    pub fn of(each: &Element) -> Option<Self> {
        let is_record = each.slots.len() > 1 || !each.is_bytes() && each.has_bare_bytes();
        let members = each.slots.iter().map(|slot| (slot.offset, slot.size)).collect();
        is_record.then_some(Self { stride: each.stride, members })
    }

    /// An element whose bytes are what a rest says.
    pub fn element(&self, rest: Rest) -> Element {
        let content = Content::Value(rest.value());
        let slot =
            |(offset, size): &(i64, u8)| Slot { offset: *offset, size: *size, content: content.clone() };
        Element { stride: self.stride, slots: self.members.iter().map(slot).collect(), rest }
    }

    /// Where in an element a piece of an object is that is one member, or several in a row; elements begin where the object does.
    fn inside(&self, state: &State, start: Term, piece: &Run) -> Option<i64> {
        let inside = state.remainder(piece.from, start, self.stride)?;
        let is_member = |slot: &Slot| self.members.contains(&(inside + slot.offset, slot.size));
        (piece.is_single() && piece.each.slots.iter().all(is_member)).then_some(inside)
    }

    /// Whether all pieces of an object are elements, members of elements, or bytes.
    pub fn fits(&self, state: &State, tiling: &Tiling) -> bool {
        let Some(start) = tiling.pieces.first().map(|piece| piece.from) else { return false };
        tiling.pieces.iter().all(|piece| {
            piece.each.is_bytes()
                || Self::of(&piece.each).as_ref() == Some(self)
                || self.inside(state, start, piece).is_some()
        })
    }
}

impl Tiling {
    /// Puts members together to elements; what cannot be put together stays as it is.
    pub fn assemble(&mut self, state: &State, layout: &Layout) {
        let Some(start) = self.pieces.first().map(|piece| piece.from) else { return };
        let mut index = 0;
        while index < self.pieces.len() {
            let piece = &self.pieces[index];
            index += 1;
            if piece.each.is_bytes() || piece.each.stride == layout.stride && piece.each.slots.len() > 1 {
                continue;
            }
            let from = layout.inside(state, start, piece).and_then(|inside| piece.from.plus(-inside));
            if let Some(at) = from.and_then(|from| self.assemble_at(state, layout, from)) {
                index = at + 1;
            }
        }
    }

    /// Makes one element of what begins at an offset. Its place.
    fn assemble_at(&mut self, state: &State, layout: &Layout, from: Term) -> Option<usize> {
        let mut parts = self.clone();
        let to = from.plus(layout.stride)?;
        let range = parts.carve(state, from, to)?;
        let pieces = &parts.pieces[range.clone()];
        let bare = pieces.iter().filter(|piece| piece.each.is_bytes()).map(|piece| piece.each.rest);
        let mut element = layout.element(bare.reduce(Rest::join).unwrap_or(Rest::Unsure));
        for piece in pieces {
            let begin = distance(piece.from, from)?;
            let end = distance(piece.to, from)?;
            if piece.each.is_bytes() {
                let within = |slot: &&mut Slot| begin <= slot.offset && slot.end() <= end;
                for slot in element.slots.iter_mut().filter(within) {
                    slot.content = Content::Value(piece.each.rest.value());
                }
            } else if piece.is_single() && !piece.each.has_bare_bytes() {
                for slot in &piece.each.slots {
                    element.put(begin + slot.offset, slot.size, slot.content.clone());
                }
            } else {
                return None;
            }
        }
        parts.pieces.splice(range.clone(), [Run { from, to, each: element }]);
        *self = parts;
        Some(range.start)
    }
}

/// How far one offset is from another, if that is a constant.
fn distance(a: Term, b: Term) -> Option<i64> {
    if a.base == b.base { a.offset.checked_sub(b.offset) } else { None }
}
