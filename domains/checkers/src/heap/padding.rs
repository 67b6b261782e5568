//! Bytes between the members of objects that a rule describes.
//!
//! A rule says of an object what its members hold, and that those it does not name were written. Of the bytes between them it says nothing: programs store
//! members one by one. Of an object that was unfolded such bytes may hold nothing, whatever the rest of it holds.

use std::borrow::Cow;

use super::region::{Block, Rest};
use super::value::Value;
use crate::Checkers;

/// Larger objects are not looked at byte by byte.
const LARGEST: i64 = 4096;

impl Checkers {
    /// A block with what is known of the bytes between its members.
    pub(crate) fn with_padding<'a>(&self, block: &'a Block) -> Cow<'a, Block> {
        let Some(end) = block.end().filter(|end| end - block.start <= LARGEST) else {
            return Cow::Borrowed(block);
        };
        if block.rest != Rest::Any || !block.origin.is_structural() || !block.runs.is_empty() {
            return Cow::Borrowed(block);
        }
        let mut known: Option<Block> = None;
        for offset in block.start..end {
            let bare = block.cells.iter().all(|cell| cell.end() <= offset || offset < cell.offset);
            if bare && self.is_padding(block, offset) {
                known.get_or_insert_with(|| block.clone()).put(offset, 1, Value::Unsure);
            }
        }
        known.map_or(Cow::Borrowed(block), Cow::Owned)
    }

    /// Whether a byte of an object lies between its members, as far as is known.
    pub(crate) fn is_padding(&self, block: &Block, offset: i64) -> bool {
        let size = block.end().and_then(|end| u64::try_from(end - block.start).ok());
        // What a rule owns beside its root has no hint: then every definition is asked that owns such objects.
        let definitions = self.definitions.list.iter().enumerate();
        let asked = definitions.filter(|(id, _)| block.hint.is_none_or(|hint| hint.0 as usize == *id));
        let mut objects = asked
            .flat_map(|(_, definition)| &definition.rules)
            .flat_map(|rule| &rule.objects)
            .filter(|object| Some(object.size) == size && object.body.is_none() && object.text.is_none());
        objects.any(|object| {
            let cells = object.cells.iter().map(|cell| (cell.offset, u64::from(cell.size)));
            let rows = object.rows.iter().map(|row| (row.from, row.to.abs_diff(row.from)));
            let others = object.rest.iter().chain(&object.texts).copied();
            !cells.chain(others).chain(rows).any(|(at, size)| {
                let at = at + block.start;
                at <= offset && offset < at.saturating_add_unsigned(size)
            })
        })
    }
}
