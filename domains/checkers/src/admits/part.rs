//! Parts of an object: all are of the same one, and no two have a byte in common.

use std::ops::Range;

use model::ObjectId;

use super::Match;
use super::concrete::Concrete;
use super::object::hold;
use crate::heap::Block;

impl Match<'_> {
    /// Whether parts of this object were found.
    pub(super) fn is_arena(&self, id: ObjectId) -> bool {
        self.parts.first().is_some_and(|(arena, ..)| *arena == id)
    }

    /// These bytes of an object are a part; false if they are not there, belong to something else, or to another object than other parts do.
    pub(super) fn own_part(&mut self, id: ObjectId, from: i64, to: i64) -> bool {
        let size = self.memory.live(id).map_or(0, model::Object::size);
        let apart =
            |(arena, begin, end): &(ObjectId, i64, i64)| *arena == id && (to <= *begin || *end <= from);
        let fits = 0 <= from && from < to && u64::try_from(to).is_ok_and(|to| to <= size);
        if !fits || self.owns(id) || !self.parts.iter().all(apart) {
            return false;
        }
        self.parts.push((id, from, to));
        true
    }

    /// A part and what it holds.
    pub(super) fn part(&mut self, block: &Block, root: Concrete) -> bool {
        let Some((id, at)) = self.object(root) else { return false };
        for cell in block.cells.iter().filter(|cell| cell.size <= 8) {
            let Some(word) = self.read(id, at + cell.offset, cell.size) else { return false };
            if !self.value(cell.value, word, cell.size) {
                return false;
            }
        }
        let Some(rows) = self.rows(block, id, at) else { return false };
        let from = at + block.start;
        if self.known(block.size).is_none() {
            self.solve();
        }
        // Where a part ends that is being cut or joined its cells need not say: the facts will.
        let size = self.known(block.size).and_then(|size| i64::try_from(size.bits).ok());
        let cells = block.cells.iter().map(|cell| at + cell.end()).max();
        let end = size.and_then(|size| from.checked_add(size)).or(cells);
        end.is_none_or(|end| {
            self.own_part(id, from, end)
                && (size.is_none() || self.holds_rest(block, id, at, from..end, &rows))
        })
    }

    /// Whether the bytes of a part that nothing else names hold what the rest says.
    fn holds_rest(
        &self,
        block: &Block,
        id: ObjectId,
        at: i64,
        bytes: Range<i64>,
        rows: &[Range<i64>],
    ) -> bool {
        let Some(object) = self.memory.live(id) else { return false };
        let named = |byte: i64| {
            let offset = byte - at;
            block.cells.iter().any(|cell| cell.offset <= offset && offset < cell.end())
                || rows.iter().any(|row| row.contains(&offset))
        };
        let bytes = bytes.start.max(0) as usize..bytes.end.max(0) as usize;
        hold(block.rest, object, bytes, |byte| named(byte as i64))
    }
}
