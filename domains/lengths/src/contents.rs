//! What cells hold besides their link.
//!
//! Section 4.4 of the paper sketches a summary variable for the contents of each segment, and to tell its first
//! cell, which statements look at, from the rest. Both are kept here: which fields are written, and for integer
//! fields the least and the greatest value.

use logic::{Bounds, Linear};
use smallvec::SmallVec;

use crate::Lengths;
use crate::back::Back;
use crate::integers::range;
use crate::names::{Family, FamilyId, RootId};
use crate::operand::Held;
use crate::state::{Segment, State, Value};

/// Integer fields of a list type whose values are kept.
pub(crate) const KEPT: usize = 2;

/// What is known of some cells, if there are any.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Cells {
    /// The fields that are written in all of them.
    pub(crate) written: u64,
    /// The values of the kept fields, where they are written.
    pub(crate) values: SmallVec<[Bounds; KEPT]>,
    /// Where their links back lead.
    pub(crate) back: Back,
}

impl Cells {
    /// Nothing was written, or everything.
    pub(crate) fn new(written: bool) -> Self {
        Self { written: if written { u64::MAX } else { 0 }, values: SmallVec::new(), back: Back::Unknown }
    }

    /// All bytes are zero, those of a link back if there is one.
    pub(crate) fn zero(has_back: bool) -> Self {
        let back = if has_back { Back::Null } else { Back::Unknown };
        Self { written: u64::MAX, values: SmallVec::from_elem(Bounds::exactly(0), KEPT), back }
    }

    /// The values of a kept field; fields that are not mentioned may hold anything.
    pub(crate) fn value(&self, kept: usize) -> Bounds {
        self.values.get(kept).copied().unwrap_or(Bounds::ALL)
    }

    fn set_value(&mut self, kept: usize, bounds: Bounds) {
        if self.values.len() <= kept {
            self.values.resize(kept + 1, Bounds::ALL);
        }
        self.values[kept] = bounds;
        while self.values.last() == Some(&Bounds::ALL) {
            self.values.pop();
        }
    }

    /// What is known of both.
    pub(crate) fn join(&self, other: &Self) -> Self {
        self.merge(other, |a, b| Bounds {
            lo: a.lo.zip(b.lo).map(|(a, b)| a.min(b)),
            hi: a.hi.zip(b.hi).map(|(a, b)| a.max(b)),
        })
    }

    /// The same, such that it comes to an end: bounds that do not hold are given up, or stop at zero.
    pub(crate) fn widen(&self, next: &Self) -> Self {
        self.merge(next, |a, b| Bounds {
            lo: a.lo.zip(b.lo).and_then(|(a, b)| if a <= b { Some(a) } else { (b >= 0).then_some(0) }),
            hi: a.hi.zip(b.hi).and_then(|(a, b)| if a >= b { Some(a) } else { (b <= 0).then_some(0) }),
        })
    }

    fn merge(&self, other: &Self, how: impl Fn(Bounds, Bounds) -> Bounds) -> Self {
        let (written, back) = (self.written & other.written, self.back.join(other.back));
        let mut merged = Self { written, values: SmallVec::new(), back };
        for kept in 0..self.values.len().min(other.values.len()) {
            merged.set_value(kept, how(self.value(kept), other.value(kept)));
        }
        merged
    }

    /// Whether what is known here is known there.
    pub(crate) fn covers(&self, smaller: &Self) -> bool {
        self.written & !smaller.written == 0
            && self.back.covers(smaller.back)
            && (0..self.values.len()).all(|kept| self.value(kept).covers(smaller.value(kept)))
    }
}

/// What is known of the rests of two segments.
pub(crate) fn either(
    a: Option<Cells>,
    b: Option<Cells>,
    how: impl Fn(&Cells, &Cells) -> Cells,
) -> Option<Cells> {
    match (a, b) {
        (Some(a), Some(b)) => Some(how(&a, &b)),
        (a, b) => a.or(b),
    }
}

/// Whether what is known of a rest is known of another.
pub(crate) fn rest_covers(larger: Option<&Cells>, smaller: Option<&Cells>) -> bool {
    match (larger, smaller) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(larger), Some(smaller)) => larger.covers(smaller),
    }
}

impl Segment {
    /// What is known of all its cells.
    pub(crate) fn all_contents(&self) -> Cells {
        self.rest.iter().fold(self.first.clone(), |all, rest| all.join(rest))
    }
}

impl Lengths {
    /// The place of a field among those whose values are kept.
    pub(crate) fn kept_place(&self, family: FamilyId, field: usize) -> Option<usize> {
        let shape = self.names.family(family);
        let is_integer = |index: &usize| shape.fields[*index].integer.is_some();
        (0..shape.fields.len()).filter(is_integer).take(KEPT).position(|index| index == field)
    }

    /// A field of the cell a variable points to is written, in a state that is certain about the cell.
    pub(crate) fn write_field(
        &self,
        types: &ir::Types,
        state: &mut State,
        (family, root): (FamilyId, RootId),
        field: Option<usize>,
        held: &Held,
    ) {
        let Some(head) = state.head(family, root).map(|head| head.vrv.clone()) else { return };
        let written = !matches!(held.value, Value::Uninit | Value::Any { written: false });
        let kept = field.and_then(|field| self.kept_place(family, field));
        let declared = field.map(|field| range(types, self.names.family(family).fields[field].ty));
        let value = held
            .number
            .as_ref()
            .map(|number| Bounds { lo: state.numbers.minimum(number), hi: state.numbers.maximum(number) });
        // A value of another type may be read as another number.
        let fits = |value: Bounds| {
            declared.is_some_and(|declared| declared != Bounds::ALL && declared.covers(value))
        };
        let value = value.filter(|value| fits(*value)).unwrap_or(Bounds::ALL);
        let back = self.back_to(family, held);
        let Family { summed, back: link_back, .. } = *self.names.family(family);
        if summed.is_some() && (field == summed || field.is_none()) {
            let number = held.number.as_ref().filter(|_| value != Bounds::ALL && field == summed);
            if let Some(segment) = state.segment(family, &head).cloned() {
                self.write_summed(state, &segment, number);
            }
        }
        let Some(segment) = state.segment_mut(family, &head) else { return };
        let cells = &mut segment.first;
        match field.filter(|field| *field < 64) {
            Some(field) if written => cells.written |= 1 << field,
            Some(field) => cells.written &= !(1 << field),
            None if !written => cells.written = 0,
            None => {}
        }
        match (field, kept) {
            (_, Some(kept)) => cells.set_value(kept, value),
            (Some(_), None) => {}
            // Some bytes, perhaps of several fields.
            (None, _) => cells.values.clear(),
        }
        if field.is_none() {
            cells.back = Back::Unknown;
        } else if field == link_back {
            cells.back = back;
            self.settle_backs(state, family);
        }
    }

    /// What a field of the cell holds that a variable points to: whether it is written, and its values.
    pub(crate) fn read_field(
        &self,
        types: &ir::Types,
        state: &State,
        (family, root): (FamilyId, RootId),
        field: Option<usize>,
        ty: ir::TypeId,
    ) -> (bool, Bounds) {
        let (Some(head), Some(field)) = (state.head(family, root), field.filter(|field| *field < 64)) else {
            return (false, Bounds::ALL);
        };
        let written = head.first.written >> field & 1 == 1;
        let declared = self.names.family(family).fields[field].ty;
        let kept = self.kept_place(family, field).filter(|_| types.integer(declared) == types.integer(ty));
        (written, kept.map_or(Bounds::ALL, |kept| head.first.value(kept)))
    }

    /// The number a field of a cell holds, if it is one that the program adds up.
    pub(crate) fn summed_value(
        &self,
        types: &ir::Types,
        state: &mut State,
        (family, root): (FamilyId, RootId),
        field: Option<usize>,
        ty: ir::TypeId,
    ) -> Option<Held> {
        let shape = self.names.family(family);
        let field = field.filter(|field| shape.summed == Some(*field)).map(|field| shape.fields[field])?;
        let head = state.head(family, root)?.clone();
        (field.integer == types.integer(ty)).then(|| self.read_summed(types, state, &head, &field))?
    }

    /// Gives an integer variable these bounds besides its own. They can only be empty where nothing is.
    pub(crate) fn narrow(&self, state: &mut State, root: RootId, bounds: Bounds) -> bool {
        state.get(root) != Some(Value::Int)
            || self.meet_bounds(state, &Linear::from(self.names.value(root)), bounds)
    }

    /// The contents of segments that become one: of its first cell, and of the rest.
    pub(crate) fn merge_contents(&self, state: &State, group: &[&Segment]) -> (Cells, Option<Cells>) {
        if let [segment] = group {
            return (segment.first.clone(), segment.rest.clone());
        }
        let nested = group.windows(2).all(|pair| pair[0].vrv.is_subset(&pair[1].vrv));
        let all = |group: &[&Segment]| {
            let cells = group.iter().map(|segment| segment.all_contents());
            cells.reduce(|a, b| a.join(&b))
        };
        if !nested {
            let known = all(group).unwrap_or_else(|| Cells::new(false));
            return (known.clone(), Some(known));
        }
        // The first of them that surely has cells is the last that the first cell can belong to.
        let sure = group.iter().position(|segment| self.has_cells(state, segment)).unwrap_or(group.len() - 1);
        let first = group[..=sure].iter().map(|segment| segment.first.clone()).reduce(|a, b| a.join(&b));
        let rest = either(group[0].rest.clone(), all(&group[1..]), Cells::join);
        (first.unwrap_or_else(|| Cells::new(false)), rest)
    }
}
