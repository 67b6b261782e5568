//! Addresses: pointers to an object and a place in it.
//!
//! An object is a cell, a global, or a variable of a function under way whose address was taken. A pointer to the start of a cell is
//! [`Value::Cell`], one further into it [`Value::Inside`]; both count as references to it. A variable is named by its function: a function that is entered
//! again while one of its variables is pointed to is given up (`calls`), so that the name stands for one object.

use engine::Cursor;
use ir::{FunctionId, GlobalId, SlotId};

use crate::ThreeValued;
use crate::copy::Side;
use crate::state::{Kind, State, Value};

/// An object that can be pointed to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Object {
    Cell(u8),
    Global(GlobalId),
    Slot(FunctionId, SlotId),
    /// The variable of a caller that a contract speaks of: a pointer.
    Lent,
}

impl Value {
    /// The object and the byte of it that a pointer leads to.
    pub(crate) fn address(self) -> Option<(Object, i64)> {
        match self {
            Self::Cell(cell) => Some((Object::Cell(cell), 0)),
            Self::Inside(cell, offset) => Some((Object::Cell(cell), offset.into())),
            Self::Static(global, offset) => Some((Object::Global(global), offset)),
            Self::Local(function, slot, offset) => Some((Object::Slot(function, slot), offset)),
            Self::Lent(offset) => Some((Object::Lent, offset)),
            _ => None,
        }
    }

    /// The pointer to a byte of an object.
    fn pointing(object: Object, offset: i64) -> Self {
        match object {
            Object::Cell(cell) if offset == 0 => Self::Cell(cell),
            Object::Cell(cell) => {
                u32::try_from(offset).map_or(Self::ANY, |offset| Self::Inside(cell, offset))
            }
            Object::Global(global) => Self::Static(global, offset),
            Object::Slot(function, slot) => Self::Local(function, slot, offset),
            Object::Lent => Self::Lent(offset),
        }
    }
}

impl ThreeValued {
    /// How many bytes an object has, if that is known.
    fn extent(&self, at: &Cursor<'_>, state: &State, object: Object) -> Option<u64> {
        match object {
            Object::Cell(cell) => match state.kinds[usize::from(cell)] {
                Kind::Record(record) => self.vocabulary.sort(record).map(|sort| sort.size),
                Kind::Raw { size, .. } | Kind::Bytes { size } => size,
                Kind::Number => None,
            },
            Object::Global(global) => Some(at.program.globals[global].size),
            Object::Slot(function, slot) => self.slot_size(at, function, slot),
            Object::Lent => Some(at.program.target.pointer_bytes.into()),
        }
    }

    /// Whether so many bytes of a variable begin somewhere.
    pub(crate) fn is_variable(&self, at: &Cursor<'_>, state: &State, side: Side, size: u64) -> bool {
        let extent = self.extent(at, state, side.object).filter(|_| !matches!(side.object, Object::Cell(_)));
        extent.is_some_and(|extent| side.start.checked_add(size).is_some_and(|end| end <= extent))
    }

    /// How many bytes a variable has.
    pub(crate) fn slot_size(&self, at: &Cursor<'_>, function: FunctionId, slot: SlotId) -> Option<u64> {
        let body = at.program.functions[function].body.as_ref()?;
        Some(at.program.types.size(body.slots[slot].ty))
    }

    /// A pointer so many bytes further.
    pub(crate) fn displaced(
        &self,
        at: &Cursor<'_>,
        state: &State,
        pointer: Value,
        distance: Option<i64>,
    ) -> Value {
        if distance == Some(0) && matches!(pointer, Value::Null | Value::Dead | Value::Cell(_)) {
            return pointer;
        }
        let Some(((object, start), distance)) = pointer.address().zip(distance) else { return Value::ANY };
        let within = |offset: &i64| {
            let extent = self.extent(at, state, object);
            u64::try_from(*offset).ok().zip(extent).is_some_and(|(offset, extent)| offset <= extent)
        };
        start
            .checked_add(distance)
            .filter(within)
            .map_or(Value::ANY, |offset| Value::pointing(object, offset))
    }

    /// Whether two pointers are equal, if that is known. The end of an object may be where another one starts.
    pub(crate) fn same_address(&self, at: &Cursor<'_>, state: &State, x: Value, y: Value) -> Option<bool> {
        let ((a, from), (b, to)) = x.address().zip(y.address())?;
        if let (Object::Global(one), Object::Global(two)) = (a, b)
            && at.program.may_be_merged((one, from), (two, to))
        {
            return None;
        }
        let before_end = |object: Object, offset: i64| {
            let extent = self.extent(at, state, object);
            u64::try_from(offset).ok().zip(extent).is_some_and(|(offset, extent)| offset < extent)
        };
        if a == b { Some(from == to) } else { (before_end(a, from) && before_end(b, to)).then_some(false) }
    }
}
