//! What describes two elements of rows.
//!
//! The terms of the two may be those of one state or of two that are joined: how two terms become one is the caller's matter (*unify*). What has
//! no element that describes both, because memory would be owned by nobody, is answered by `None`.

use std::sync::Arc;

use super::region::{Block, Cell, Checker, Region, Rest};
use super::run::{Content, Element, Owned, Run, Slot};
use super::state::State;
use super::value::{Term, Value};
use crate::definition::{Atom, Definition, Definitions, Name};

/// How terms become those of the result.
pub(crate) trait Unify {
    /// Two terms that are to be one; `None` if they cannot be.
    fn both(&mut self, a: Term, b: Term) -> Option<Term>;
    /// A term of the first where the second has nothing.
    fn first(&mut self, a: Term) -> Option<Term>;
    /// A term of the second where the first has nothing.
    fn second(&mut self, b: Term) -> Option<Term>;
    /// Whether an object of the first surely has these bytes.
    fn first_has(&self, block: &Block, cell: &Cell) -> bool;
    /// Whether an object of the second surely has these bytes.
    fn second_has(&self, block: &Block, cell: &Cell) -> bool;
}

/// Terms of one state: only equal ones are one.
impl Unify for &State {
    fn both(&mut self, a: Term, b: Term) -> Option<Term> {
        self.is_equal(a, b).then_some(a)
    }

    fn first(&mut self, a: Term) -> Option<Term> {
        Some(a)
    }

    fn second(&mut self, b: Term) -> Option<Term> {
        Some(b)
    }

    fn first_has(&self, block: &Block, cell: &Cell) -> bool {
        self.has_bytes(block, cell.offset, cell.size)
    }

    fn second_has(&self, block: &Block, cell: &Cell) -> bool {
        self.has_bytes(block, cell.offset, cell.size)
    }
}

/// How terms become those of the result, and which checkers hold of null.
pub(crate) struct Lub<'a, U> {
    pub(crate) definitions: &'a Definitions,
    pub(crate) unify: &'a mut U,
}

impl<U: Unify> Lub<'_, U> {
    /// An element that describes both. Just bytes fit any layout; whether they are a whole number of elements is for the caller to know.
    pub(crate) fn element(&mut self, a: &Element, b: &Element) -> Option<Element> {
        if a.is_bytes() && b.is_bytes() {
            return Some(Element::bytes(a.rest.join(b.rest)));
        }
        let like = |bytes: &Element, other: &Element| {
            let value = bytes.rest.value();
            let slot = |slot: &Slot| Slot { content: Content::Value(value), ..*slot };
            Element { stride: other.stride, slots: other.slots.iter().map(slot).collect(), rest: bytes.rest }
        };
        if a.is_bytes() {
            return self.element(&like(a, b), b);
        }
        if b.is_bytes() {
            return self.element(a, &like(b, a));
        }
        if a.stride != b.stride || a.slots.len() != b.slots.len() {
            return None;
        }
        let mut slots = smallvec::SmallVec::new();
        for (x, y) in a.slots.iter().zip(&b.slots) {
            if (x.offset, x.size) != (y.offset, y.size) {
                return None;
            }
            let content = self.content(&x.content, &y.content)?;
            slots.push(Slot { offset: x.offset, size: x.size, content });
        }
        Some(Element { stride: a.stride, slots, rest: a.rest.join(b.rest) })
    }

    fn content(&mut self, a: &Content, b: &Content) -> Option<Content> {
        match (a, b) {
            (Content::Value(a), Content::Value(b)) => Some(Content::Value(self.value(*a, *b))),
            (Content::Owned(a), Content::Owned(b)) => {
                let region = Arc::new(self.region(&a.region, &b.region)?);
                Some(Content::Owned(Owned { region, or_null: a.or_null || b.or_null }))
            }
            (Content::Owned(owned), Content::Value(Value::Known(Term::NULL))) => {
                let mut region = owned.region.clone();
                Arc::make_mut(&mut region).map(|term| self.unify.first(term))?;
                Some(Content::Owned(self.or_null(region)))
            }
            (Content::Value(Value::Known(Term::NULL)), Content::Owned(owned)) => {
                let mut region = owned.region.clone();
                Arc::make_mut(&mut region).map(|term| self.unify.second(term))?;
                Some(Content::Owned(self.or_null(region)))
            }
            _ => None,
        }
    }

    fn or_null(&self, region: Arc<Region>) -> Owned {
        Owned { or_null: !admits_null(self.definitions, &region), region }
    }

    fn value(&mut self, a: Value, b: Value) -> Value {
        match (a, b) {
            (Value::Known(a), Value::Known(b)) => self.unify.both(a, b).map_or(Value::Any, Value::Known),
            (Value::Uninit, Value::Uninit) => Value::Uninit,
            (Value::Known(_) | Value::Any, Value::Known(_) | Value::Any) => Value::Any,
            _ => Value::Unsure,
        }
    }

    fn region(&mut self, a: &Region, b: &Region) -> Option<Region> {
        match (a, b) {
            (Region::Checker(a), Region::Checker(b)) if a.definition == b.definition => {
                let args = a
                    .args
                    .iter()
                    .zip(&b.args)
                    .map(|(a, b)| self.unify.both(*a, *b))
                    .collect::<Option<_>>()?;
                let marks = a.marks.meet(b.marks);
                Some(Region::Checker(Checker { definition: a.definition, args, marks }))
            }
            (Region::Block(a), Region::Block(b)) => self.block(a, b).map(Region::Block),
            _ => None,
        }
    }

    /// A block that describes both. A cell says that the object is so large: where one of them may be smaller there is none, also if the
    /// sizes are one term, since a row in which the cell is may have no elements.
    fn block(&mut self, a: &Block, b: &Block) -> Option<Block> {
        if a.start != b.start || a.origin != b.origin || a.runs.len() != b.runs.len() {
            return None;
        }
        let size = self.unify.both(a.size, b.size)?;
        let rest = a.rest.join(b.rest);
        let mut block = Block { start: a.start, hint: a.hint.or(b.hint), ..Block::new(size, a.origin, rest) };
        for cell in &a.cells {
            let value = match b.cell(cell.offset, cell.size) {
                Some(other) => self.value(cell.value, other.value),
                None if !self.unify.second_has(b, cell) => {
                    block.rest = block.rest.join(Rest::of(cell.value));
                    continue;
                }
                None => self.value(cell.value, plain(b)),
            };
            block.put(cell.offset, cell.size, value);
        }
        for cell in b.cells.iter().filter(|cell| a.cell(cell.offset, cell.size).is_none()) {
            if !self.unify.first_has(a, cell) {
                block.rest = block.rest.join(Rest::of(cell.value));
                continue;
            }
            let value = self.value(plain(a), cell.value);
            block.put(cell.offset, cell.size, value);
        }
        for (x, y) in a.runs.iter().zip(&b.runs) {
            let (from, to) = (self.unify.both(x.from, y.from)?, self.unify.both(x.to, y.to)?);
            block.runs.push(Run { from, to, each: self.element(&x.each, &y.each)? });
        }
        Some(block)
    }
}

/// What bytes of an object hold that it has no cell for, if others may overlap them.
fn plain(block: &Block) -> Value {
    let written = block.rest.is_written()
        && block.runs.iter().all(|run| run.each.is_written())
        && !block.cells.iter().any(|cell| matches!(cell.value, Value::Uninit | Value::Unsure));
    match block.rest {
        Rest::Uninit | Rest::Zero if block.cells.is_empty() && block.runs.is_empty() => block.rest.value(),
        _ if written => Value::Any,
        _ => Value::Unsure,
    }
}

/// Whether a structure may be null, and then is nothing at all.
pub(crate) fn admits_null(definitions: &Definitions, region: &Region) -> bool {
    let Region::Checker(checker) = region else { return false };
    is_nothing_where_null(&definitions[checker.definition])
}

/// Whether a structure may be null, whatever its arguments, and then is nothing at all.
pub(crate) fn is_nothing_where_null(definition: &Definition) -> bool {
    definition.rules.iter().any(|rule| {
        let nothing = rule.objects.is_empty() && rule.calls.is_empty() && rule.segments.is_empty();
        let null = |atom: &Atom| match atom {
            Atom::Zero(form) => form.constant == 0 && matches!(form.terms.as_slice(), [(Name::Root, 1 | -1)]),
            _ => false,
        };
        // An argument that must be the empty set there may be another one.
        nothing && rule.sets.is_empty() && rule.pure.iter().all(null)
    })
}
