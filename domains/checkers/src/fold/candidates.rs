//! Which definitions an object may be folded to, the likeliest first.
//!
//! The same cells may fit several definitions, and which of them is chosen is a matter of precision only. Those are best that say where all links of the
//! object lead, then those that whatever leads to the object calls there, of these the one on the upper level; but the one that the object was
//! unfolded from comes before them, and what the function wants first of all.

use smallvec::SmallVec;

use crate::Checkers;
use crate::definition::{Cell, DefinitionId, Object, Row};
use crate::heap::{Block, Cell as HeldCell, Origin, Region, State, Sym, Term, Value};

impl Checkers {
    /// The definitions worth trying for an object: those that own one of its size, first those that are wanted, then the one it was
    /// unfolded from, then those that an object which leads to it would call there.
    pub(crate) fn candidates(&self, state: &State, at: Sym, block: &Block) -> SmallVec<[DefinitionId; 4]> {
        let mut all = self.foldable();
        all.retain(|id| {
            let mut objects = self.definitions[*id].rules.iter().flat_map(|rule| &rule.objects);
            // What the program made itself is none of the words it was given.
            (Some(*id) != self.arguments || self.is_argument(block))
                && objects.any(|object| is_of_size(object, block) && has_members_of(object, block))
        });
        if all.len() > 1 {
            let called = self.called_at(state, at);
            all.sort_by_cached_key(|id| self.rank(state, block, *id, &called));
        }
        if let Some(place) = block.hint.and_then(|hint| all.iter().position(|id| *id == hint)) {
            all[..=place].rotate_right(1);
        }
        self.wished_first(state, block.hint, &mut all);
        all
    }

    /// What tells which of several definitions an object is to be: the least is the best. One that tells all links, then one that is called there, then
    /// that of the upper level.
    pub(super) fn rank(
        &self,
        state: &State,
        block: &Block,
        id: DefinitionId,
        called: &[DefinitionId],
    ) -> (usize, bool, usize) {
        (self.links_untold(state, block, id), !called.contains(&id), self.below(id, called))
    }

    /// How many of the kinds that are called at a node have parts of this one, which is called there too, and not the other way round: of two levels
    /// that lead to a node the upper one owns it.
    fn below(&self, id: DefinitionId, called: &[DefinitionId]) -> usize {
        let is_above = |other: &&DefinitionId| {
            self.definitions.reaches(**other, id) && !self.definitions.reaches(id, **other)
        };
        if called.contains(&id) { called.iter().filter(is_above).count() } else { 0 }
    }

    /// How many links of an object to memory would be forgotten, should it be a structure of this kind: a node on two levels of a skip
    /// list could be one of the lower level, too.
    fn links_untold(&self, state: &State, block: &Block, definition: DefinitionId) -> usize {
        let leads = |cell: &&HeldCell| {
            cell.value.term().and_then(|term| term.base).is_some_and(|base| state.region(base).is_some())
        };
        let links = || block.cells.iter().filter(leads);
        let untold = |object: &Object| {
            let told = |offset: i64| object.cells.iter().any(|own| own.offset == offset - block.start);
            links().filter(|cell| !told(cell.offset)).count()
        };
        let objects = self.definitions[definition].rules.iter().flat_map(|rule| &rule.objects);
        objects.filter(|object| is_of_size(object, block)).map(untold).min().unwrap_or(0)
    }

    /// The definitions that are called at a place, if the objects that lead there satisfy a rule, or that a segment lacks there.
    pub(crate) fn called_at(&self, state: &State, at: Sym) -> SmallVec<[DefinitionId; 4]> {
        let mut called = SmallVec::new();
        for (_, region) in &state.regions {
            match region {
                Region::Segment(segment) if segment.to == Term::of(at) => called.push(segment.hole),
                Region::Block(block) => {
                    for cell in block.cells.iter().filter(|cell| cell.value == Value::of(at)) {
                        self.called_from(block, cell.offset - block.start, &mut called);
                    }
                }
                _ => {}
            }
        }
        called
    }

    /// The definitions that rules an object may satisfy call on what it holds at an offset.
    fn called_from(&self, block: &Block, offset: i64, called: &mut SmallVec<[DefinitionId; 4]>) {
        let usable = self.definitions.list.iter().filter(|definition| !definition.refused);
        for rule in usable.flat_map(|definition| &definition.rules) {
            let objects = rule.objects.iter().filter(|object| may_be(object, block));
            let values = objects.flat_map(|object| &object.cells).filter(|own| own.offset == offset);
            for value in values.map(|own| own.value) {
                let calls = rule.calls.iter().filter(|call| call.root == value);
                called.extend(calls.map(|call| call.definition));
            }
        }
    }

    /// The definitions worth trying.
    pub(crate) fn foldable(&self) -> SmallVec<[DefinitionId; 4]> {
        (0..self.definitions.list.len())
            .map(|index| DefinitionId(u32::try_from(index).unwrap_or(u32::MAX)))
            .filter(|id| self.owns_something(*id))
            .collect()
    }
}

/// Whether a block may have the size of an object; of a node with a body its members say which that is.
fn is_of_size(object: &Object, block: &Block) -> bool {
    match object.body {
        Some(_) => block.origin == Origin::Part,
        None if object.is_of_any_size() => {
            block.origin != Origin::Part && block.cells.iter().all(|cell| cell.size == 1)
        }
        None => Term::constant(object.size.cast_signed()) == block.size && block.origin != Origin::Part,
    }
}

/// Whether a block may be an object of a rule: no constant it holds is another one than the rule asks for.
fn may_be(object: &Object, block: &Block) -> bool {
    let differs = |own: &Cell| {
        let there = block.cell(own.offset + block.start, own.size).and_then(|cell| cell.value.term());
        own.value.name.is_none()
            && there.is_some_and(|term| term.base.is_none() && term.offset != own.value.offset)
    };
    is_of_size(object, block) && has_members_of(object, block) && !object.cells.iter().any(differs)
}

/// Whether what a block holds lies where an object has members: two structs may be of one size.
fn has_members_of(object: &Object, block: &Block) -> bool {
    block.cells.iter().all(|cell| {
        let (from, to) = (cell.offset - block.start, cell.end() - block.start);
        let named =
            object.cells.iter().any(|own| (own.offset, own.offset + i64::from(own.size)) == (from, to));
        let in_row = |row: &Row| row.from <= from && to <= row.to;
        let within = |parts: &[(i64, u64)]| {
            parts.iter().any(|(offset, size)| *offset <= from && to <= offset.saturating_add_unsigned(*size))
        };
        named
            || object.body.is_some() && from >= object.size.cast_signed()
            || object.text.is_some()
            || object.rows.iter().any(in_row)
            || within(&object.texts)
            || within(&object.rest)
    })
}
