//! Strings: bytes up to one that is zero, of which all were written.
//!
//! Where a string ends is known either exactly, as the first byte after bytes that are not zero (*text*), or only as a byte that is zero
//! at the latest.

use super::region::{Block, Rest};
use super::run::{Content, Element, Run};
use super::state::State;
use super::tiling::Tiling;
use super::value::{Term, Value};

/// Bytes that are not zero, one that is, and bytes behind it.
pub fn text_pieces(from: Term, zero: Term, to: Term, behind: Rest) -> Option<[Run; 3]> {
    let end = zero.plus(1)?;
    Some([
        Run { from, to: zero, each: Element::bytes(Rest::Text) },
        Run { from: zero, to: end, each: Element::bytes(Rest::Zero) },
        Run { from: end, to, each: Element::bytes(behind) },
    ])
}

/// Where a string in an object ends at the latest, and whether that is just where it ends: all bytes before are known not to be zero.
pub fn first_end(state: &State, tiling: &Tiling, offset: Term) -> Option<(Term, bool)> {
    let mut exact = true;
    for piece in &tiling.pieces {
        if state.is_at_most(piece.to, offset) || state.is_equal(piece.from, piece.to) {
            continue;
        }
        if piece.ends_string(state) && state.is_at_most(piece.from.plus(1)?, piece.to) {
            if state.is_at_most(offset, piece.from) {
                return Some((piece.from, exact));
            }
            if state.is_at_most(piece.from, offset) && state.is_at_most(offset.plus(1)?, piece.to) {
                return Some((offset, true));
            }
        }
        if !piece.each.is_written() {
            return None;
        }
        let known = match piece.each.content(0, 1) {
            Content::Value(Value::Known(term)) if piece.is_single() && piece.each.stride == 1 => {
                term.base.is_none() && term.offset != 0
            }
            _ => false,
        };
        // A string that begins within a text goes on as it did.
        exact &= piece.each.is_text() || known && state.is_at_most(offset, piece.from);
    }
    None
}

impl State {
    /// Whether bytes of an object, from one offset to another, hold a string.
    pub fn holds_text_within(&self, block: &Block, from: i64, to: i64) -> bool {
        let Some(tiling) = Tiling::of(self, block) else { return false };
        let end = first_end(self, &tiling, Term::constant(from)).and_then(|(end, _)| end.plus(1));
        end.is_some_and(|end| self.is_at_most(end, Term::constant(to)))
    }

    /// Whether an object holds a string from its begin on, and nothing that owns anything.
    pub fn holds_text(&self, block: &Block) -> bool {
        let Some(tiling) = Tiling::of(self, block) else { return false };
        !tiling.pieces.iter().any(|piece| piece.each.owns())
            && first_end(self, &tiling, Term::constant(block.start)).is_some()
    }
}
