//! One object: it is there, belongs to nothing else, and its bytes are what its cells say.

use std::ops::Range;

use ir::FunctionId;
use model::{Located, ObjectId, ObjectKind, Word};

use super::Match;
use super::concrete::Concrete;
use crate::heap::{Block, Member, NodeSet, Origin, Rest, Sym};

impl Match<'_> {
    pub(super) fn own(&mut self, id: ObjectId, set: Option<NodeSet>) -> bool {
        let new = !self.owns(id) && !self.is_arena(id);
        self.owned.insert(id, set);
        new
    }

    pub(super) fn owns(&self, id: ObjectId) -> bool {
        self.owned.contains(id)
    }

    /// Whether a member, if its value is known, is where it is said to be.
    pub(super) fn is_placed(&self, (sym, member): &(Sym, Member)) -> bool {
        let Some(value) = self.values[sym.0 as usize] else { return true };
        let or = member.or.map(|or| self.known(or));
        or.is_some_and(|or| or.is_none_or(|or| or.bits == value.bits))
            || self.object(value).is_some_and(|(id, offset)| offset == 0 && self.owned.is_in(id, member.of))
    }

    pub(super) fn object(&self, at: Concrete) -> Option<(ObjectId, i64)> {
        let word = Word { bits: at.bits, undefined: 0, provenance: at.provenance };
        self.memory.points_to(word).filter(|(id, _)| self.memory.live(*id).is_some())
    }

    pub(super) fn read(&self, id: ObjectId, offset: i64, size: u8) -> Option<Word> {
        let object = self.memory.live(id)?;
        let offset = usize::try_from(offset).ok()?;
        (offset + usize::from(size) <= usize::try_from(object.size()).ok()?)
            .then(|| self.memory.read(Located { index: id.index(), offset }, usize::from(size)))
    }

    /// The address of a function, if it was ever asked for.
    pub(super) fn address_of_code(&self, function: FunctionId) -> Option<Concrete> {
        let object =
            self.memory.live_objects().find(|object| object.kind() == ObjectKind::Function(function))?;
        Some(Concrete { bits: object.base(), provenance: Some(object.id()) })
    }

    pub(super) fn block(&mut self, block: &Block, root: Concrete) -> bool {
        match block.origin {
            Origin::Code(function) => {
                return self.address_of_code(function).is_none_or(|address| address.bits == root.bits);
            }
            Origin::Part => return self.part(block, root),
            _ => {}
        }
        let Some((id, at)) = self.object(root) else { return false };
        let heap = self.memory.is_live_heap(id);
        if block.start.checked_add(at) != Some(0)
            || block.origin == Origin::Heap && !heap
            || !self.own(id, block.set)
        {
            return false;
        }
        let size = self.memory.live(id).map_or(0, model::Object::size);
        if !self.learn(block.size, Concrete { bits: size, provenance: None }, 8) {
            return false;
        }
        for cell in &block.cells {
            if cell.size > 8 {
                continue;
            }
            let Some(word) = self.read(id, at + cell.offset, cell.size) else { return false };
            if !self.value(cell.value, word, cell.size) {
                return false;
            }
        }
        let Some(rows) = self.rows(block, id, at) else { return false };
        let object = self.memory.live(id).expect("it is alive");
        let covered = |byte: usize| {
            let offset = byte as i64 - at;
            block.cells.iter().any(|cell| cell.offset <= offset && offset < cell.end())
                || rows.iter().any(|row| row.contains(&offset))
        };
        // Padding need not be written.
        let excused = |byte: usize| block.rest == Rest::Any && !self.is_member(block, byte as i64 - at);
        let all = 0..object.len();
        hold(block.rest, object, all, |byte| covered(byte) || excused(byte))
    }

    /// Whether a byte of an object belongs to a member, as far as is known: padding is never written.
    pub(super) fn is_member(&self, block: &Block, offset: i64) -> bool {
        if matches!(block.origin, Origin::Global(_) | Origin::Slot(_) | Origin::Foreign | Origin::Fixed(..)) {
            return false;
        }
        // What a rule owns beside its root has no hint: then every definition is asked that owns such objects.
        let definitions = self.domain.definitions.list.iter().enumerate();
        let asked = definitions.filter(|(id, _)| block.hint.is_none_or(|hint| hint.0 as usize == *id));
        let rules = asked.flat_map(|(_, definition)| &definition.rules);
        let size = self.known(block.size).map(|size| size.bits);
        let mut objects = rules
            .flat_map(|rule| &rule.objects)
            .filter(|object| block.hint.is_some() || Some(object.size) == size)
            .peekable();
        objects.peek().is_none()
            || objects.any(|object| {
                let cells = object.cells.iter().map(|cell| (cell.offset, u64::from(cell.size)));
                let rows = object.rows.iter().map(|row| (row.from, row.to.abs_diff(row.from)));
                let others = object.rest.iter().chain(&object.texts).copied();
                cells.chain(others).chain(rows).any(|(at, size)| {
                    let at = at + block.start;
                    at <= offset && offset < at.saturating_add_unsigned(size)
                })
            })
    }
}

/// Whether a byte is what the rest of a block is said to be.
pub(super) fn holds(rest: Rest, byte: u8, undefined: u8) -> bool {
    match rest {
        Rest::Unsure => true,
        Rest::Any => undefined == 0,
        Rest::Text => undefined == 0 && byte != 0,
        Rest::Zero => undefined == 0 && byte == 0,
        Rest::Uninit => undefined != 0,
    }
}

/// Whether all bytes of a range are what the rest is said to be, but those that are excused: each byte that is not is asked for.
pub(super) fn hold(
    rest: Rest,
    object: &model::Object,
    bytes: Range<usize>,
    excused: impl Fn(usize) -> bool,
) -> bool {
    let others = object.stretches(bytes).filter(|(_, byte, undefined)| !holds(rest, *byte, *undefined));
    others.flat_map(|(range, ..)| range).all(|byte| {
        budget::charge(1);
        excused(byte)
    })
}
