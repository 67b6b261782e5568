//! Runs: parts of an object whose bounds are not constants.
//!
//! A run is a row of elements that all look alike: for every `k` with `from + k·stride < to` the bytes from
//! `from + k·stride` on are what the run's *element* says. Bounds are terms, so what is known of them (that `to` is eight times
//! the value of `i`, say) is in the pure part, and a join relates them to variables as it does any other number.
//!
//! One notion serves for all of the dossier's atoms (whole programs, §3.1): a cell at a symbolic offset is a run of one element, bytes of
//! which nothing is known a run of elements of one byte, a row of null pointers a run whose slot is null.
//!
//! Invariants: `from ≤ to`, and `to - from` is a multiple of the stride, in every memory of the state; the slots of an element increase, do
//! not overlap and lie within the stride; the runs of an object increase, and overlap neither each other nor its cells.

use std::sync::Arc;

use smallvec::SmallVec;

use super::region::{Checker, Marks, Region, Rest};
use super::state::State;
use super::value::{Term, Value};
use crate::definition;

/// A row of elements.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Run {
    /// Where it begins: bytes from the region's address.
    pub from: Term,
    /// Where it ends.
    pub to: Term,
    /// What each element is.
    pub each: Element,
}

/// One of a row of elements.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Element {
    /// Bytes.
    pub stride: i64,
    /// Its parts that have contents of their own.
    pub slots: SmallVec<[Slot; 1]>,
    /// What its other bytes hold.
    pub rest: Rest,
}

/// A part of an element.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Slot {
    /// Bytes from the element's begin.
    pub offset: i64,
    /// Bytes.
    pub size: u8,
    /// What it holds, in each element.
    pub content: Content,
}

/// What a slot holds in each element.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Content {
    /// A value; if it is known, it is the same in all of them.
    Value(Value),
    /// A pointer to memory that nothing else owns, such as this: each to its own.
    Owned(Owned),
}

/// Memory that each slot of a row owns.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Owned {
    /// What lies where the slot points to. What its terms name is the same for all.
    pub region: Arc<Region>,
    /// Whether the slot may be null instead.
    pub or_null: bool,
}

impl Element {
    /// Bytes of which only this is known.
    pub fn bytes(rest: Rest) -> Self {
        Self { stride: 1, slots: SmallVec::new(), rest }
    }

    /// One slot that fills the element.
    pub fn slot(size: u8, content: Content) -> Self {
        let slots = smallvec::smallvec![Slot { offset: 0, size, content }];
        Self { stride: i64::from(size), slots, rest: Rest::Unsure }
    }

    /// An element of a row that a rule owns.
    pub fn of_row(row: &definition::Row, marks: Marks) -> Self {
        let slot = |slot: &definition::Slot| {
            let args = slot.args.iter().map(|arg| Term::constant(*arg)).collect();
            let marks = Marks { set: None, ..marks };
            let region = Region::Checker(Checker { definition: slot.definition, args, marks });
            let content = Content::Owned(Owned { region: Arc::new(region), or_null: false });
            Slot { offset: slot.offset, size: slot.size, content }
        };
        let rest = if marks.written { Rest::Any } else { Rest::Unsure };
        Self { stride: row.stride, slots: row.slots.iter().map(slot).collect(), rest }
    }

    /// Whether it is just bytes.
    pub fn is_bytes(&self) -> bool {
        self.slots.is_empty()
    }

    /// Whether a slot owns memory.
    pub fn owns(&self) -> bool {
        self.slots.iter().any(|slot| matches!(slot.content, Content::Owned(_)))
    }

    /// Whether bytes belong to no slot.
    pub fn has_bare_bytes(&self) -> bool {
        self.slots.iter().map(|slot| i64::from(slot.size)).sum::<i64>() < self.stride
    }

    /// Whether all its bytes were written for sure.
    pub fn is_written(&self) -> bool {
        self.slots.iter().all(|slot| slot.content.is_written())
            && (!self.has_bare_bytes() || self.rest.is_written())
    }

    /// What some bytes hold. They may be of any element if it is just bytes.
    pub fn content(&self, offset: i64, size: u8) -> Content {
        let end = offset + i64::from(size);
        let mut overlapping = self.slots.iter().filter(|slot| slot.offset < end && offset < slot.end());
        match overlapping.next() {
            None => Content::Value(self.rest.value()),
            Some(slot) if slot.offset == offset && slot.size == size => slot.content.clone(),
            Some(_) if self.is_written() => Content::Value(Value::Any),
            Some(_) => Content::Value(Value::Unsure),
        }
    }

    /// Whether it is a byte of a string, before its end.
    pub fn is_text(&self) -> bool {
        self.is_bytes() && self.rest == Rest::Text
    }

    /// Something was written to some bytes of some element.
    pub fn blur(&mut self, written: bool) {
        for slot in &mut self.slots {
            let was = slot.content.is_written();
            slot.content = Content::Value(if was && written { Value::Any } else { Value::Unsure });
        }
        self.rest = if self.rest.is_written() && written { Rest::Any } else { Rest::Unsure };
    }

    /// What it owned belongs to somebody else.
    pub fn disown(&mut self) {
        for slot in &mut self.slots {
            if let Content::Owned(_) = slot.content {
                slot.content = Content::Value(Value::Any);
            }
        }
    }

    /// Calls `see` with every term.
    pub fn terms(&self, see: &mut dyn FnMut(Term)) {
        for slot in &self.slots {
            match &slot.content {
                Content::Value(value) => value.term().into_iter().for_each(&mut *see),
                Content::Owned(owned) => owned.region.terms(&mut *see),
            }
        }
    }

    /// Replaces every term; `None` if one has no replacement.
    pub fn map(&mut self, by: &mut dyn FnMut(Term) -> Option<Term>) -> Option<()> {
        for slot in &mut self.slots {
            match &mut slot.content {
                Content::Value(Value::Known(term)) => *term = by(*term)?,
                Content::Value(_) => {}
                Content::Owned(owned) => Arc::make_mut(&mut owned.region).map(&mut *by)?,
            }
        }
        Some(())
    }
}

impl Slot {
    /// The offset just behind it.
    pub fn end(&self) -> i64 {
        self.offset + i64::from(self.size)
    }
}

impl Content {
    /// Whether it was written for sure.
    pub fn is_written(&self) -> bool {
        matches!(self, Self::Owned(_) | Self::Value(Value::Any | Value::Known(_)))
    }
}

impl Run {
    /// A row that a rule owns.
    pub fn of_row(row: &definition::Row, marks: Marks) -> Self {
        let (from, to) = (Term::constant(row.from), Term::constant(row.to));
        Self { from, to, each: Element::of_row(row, marks) }
    }

    /// The last bytes of a node of so many bytes, of which some parts have contents of their own.
    pub fn footer(end: Term, size: u64, parts: impl IntoIterator<Item = (i64, u8, Value)>) -> Option<Self> {
        let stride = i64::try_from(size).ok()?;
        let slot = |(offset, size, value)| Slot { offset, size, content: Content::Value(value) };
        let each = Element { stride, slots: parts.into_iter().map(slot).collect(), rest: Rest::Unsure };
        Some(Self { from: end.plus(stride.checked_neg()?)?, to: end, each })
    }

    /// Whether it is bytes that are zero, the first of which ends a string.
    pub fn ends_string(&self, state: &State) -> bool {
        self.each.stride == 1
            && matches!(self.each.content(0, 1), Content::Value(Value::Known(term)) if state.is_equal(term, Term::NULL))
    }

    /// Whether it is one element, as its bounds say.
    pub fn is_single(&self) -> bool {
        self.from.plus(self.each.stride) == Some(self.to)
    }
}
