//! Arrays in nodes: rows of elements that look alike.
//!
//! A block of the heap that a `T *` points to and that has room for several `T` is an array of them, and so is a long array in a
//! struct. All pointers at the same place of an element are one kind of link, and if none of them leads to anything but what it owns, or null, the
//! definition has a row of them. Short arrays in structs are so many members.

use std::collections::BTreeMap;

use ir::{TypeId, Types};

use super::View;
use super::kinds::{KindId, Member};
use super::layout::{Class, Part, parts};
use super::sample::{Node, NodeId, Value};
use super::template::Lead;

/// A row of elements in a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    pub(super) from: i64,
    pub(super) to: i64,
    pub(super) stride: i64,
    /// The pointers of its first element.
    pub(super) parts: Vec<Part>,
}

impl Row {
    /// So many bytes of elements of a type; nothing if there is no pointer in them, or they do not fill the bytes.
    pub(super) fn of(types: &Types, elem: TypeId, from: i64, bytes: u64) -> Option<Self> {
        let size = types.size(elem);
        if size == 0 || !bytes.is_multiple_of(size) || bytes <= size {
            return None;
        }
        let mut pointers = parts(types, elem)?.0;
        pointers.retain(|part| part.pointer);
        for part in &mut pointers {
            part.offset += from;
        }
        let (to, stride) = (from.checked_add_unsigned(bytes)?, i64::try_from(size).ok()?);
        (!pointers.is_empty()).then_some(Self { from, to, stride, parts: pointers })
    }

    /// The part of the first element that stands for one at an offset.
    fn part(&self, offset: i64) -> Option<&Part> {
        let first = self.from + (offset - self.from) % self.stride;
        let inside = (self.from..self.to).contains(&offset);
        self.parts.iter().find(|part| inside && part.offset == first)
    }

    /// The same part of all elements that a node has bytes of.
    fn all<'a>(&'a self, part: &'a Part, node: &'a Node) -> impl Iterator<Item = Part> + 'a {
        let offsets = (part.offset..self.to.min(node.seen())).step_by(self.stride.unsigned_abs() as usize);
        offsets.map(|offset| Part { offset, ..*part })
    }
}

impl Class {
    /// The pointers in the rows of a node that lead to others: the link each is one of, by its offset in the first element, where it is, and
    /// what it leads to.
    pub(super) fn pointers_in_rows(&self, node: &Node) -> Vec<(i64, i64, NodeId)> {
        let mut found = Vec::new();
        for (offset, value) in node.pointers().filter(|_| !self.rows.is_empty()) {
            let part = self.rows.iter().find_map(|row| row.part(offset));
            if let (Some(part), Value::To(to, _)) = (part, value) {
                found.push((part.offset, offset, to));
            }
        }
        found
    }
}

impl View<'_> {
    /// For each pointer in the elements of a kind's rows, by its offset in the first element, the kind of what it owns in each of them.
    pub(super) fn owned_by_rows(&self, kind: KindId) -> BTreeMap<i64, KindId> {
        let mut owned = BTreeMap::new();
        for row in &self.class(kind).rows {
            let targets =
                row.parts.iter().filter_map(|part| Some((part.offset, self.row_target(kind, row, part)?)));
            owned.extend(targets);
        }
        owned
    }

    /// The kind that a pointer of all elements owns, where it is not null.
    fn row_target(&self, kind: KindId, row: &Row, part: &Part) -> Option<KindId> {
        let link = self.forest.link(self.kinds.list[kind].class, part.offset)?;
        let mut votes: BTreeMap<KindId, usize> = BTreeMap::new();
        for &member in &self.kinds.list[kind].members {
            let node = &self.samples[member.sample].nodes[member.node];
            let leads: Vec<Lead> =
                row.all(part, node).map(|part| self.lead_along(member, &part, link)).collect();
            if leads.iter().any(|lead| !matches!(lead, Lead::Null | Lead::Owned(_))) {
                // What a variable points to may be half made, and what lost an element is on its way to be freed.
                if self.is_held(member) || row.all(part, node).any(|part| part.read(node) == Value::Gone) {
                    continue;
                }
                return None;
            }
            let to =
                leads.iter().filter_map(|lead| if let Lead::Owned(to) = lead { Some(*to) } else { None });
            for target in to.filter_map(|to: Member| self.kind_of(to)) {
                *votes.entry(target).or_default() += 1;
            }
        }
        votes.into_iter().max_by_key(|(target, count)| (*count, *target == kind)).map(|(target, _)| target)
    }
}
