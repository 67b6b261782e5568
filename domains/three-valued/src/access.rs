//! What a memory access touches.

use engine::{Checks, Cursor, Outcome};
use ir::{Base, FunctionId, GlobalId, Operand, Place, SlotId, Step};
use model::Rule;

use crate::ThreeValued;
use crate::asserted::ASKED_OF_ANYTHING;
use crate::state::{Kind, Root, State, Value};
use crate::vocabulary::Member;

/// What an access touches.
#[derive(Clone, Debug)]
pub(crate) enum Spot {
    /// A number or pointer of a variable.
    Root(Root),
    /// Some bytes of a variable, which that is any part of.
    Within(Root),
    /// A member of a cell.
    Member(usize, Member),
    /// Bytes of a cell that are none of its members.
    Bytes(usize),
}

const OUTSIDE: &str = "the access may be outside of the object";

impl ThreeValued {
    /// What a place is in a state; `None` if the access is an error for sure.
    pub(crate) fn spot(
        &self,
        at: &Cursor<'_>,
        state: &mut State,
        place: &Place,
        write: bool,
        out: &mut Checks,
    ) -> Outcome<Option<Spot>> {
        let pointer = match place.base {
            Base::Slot(slot) => {
                return Ok(self.of_slot(at, state, place, (at.point.function, slot, 0), out));
            }
            Base::Global(global) => return Ok(self.of_global(at, state, place, (global, 0), write, out)),
            Base::Pointer(pointer) => pointer,
        };
        let name = match pointer {
            Operand::Local(local) => at.body().locals[local].name.clone(),
            Operand::Const(_) => None,
        };
        let tell = |out: &mut Checks, rule: Rule, what: &str| {
            out.open_with(rule, || {
                let name = name.as_ref().map_or("the pointer".to_owned(), |name| format!("`{name}`"));
                format!("{name} {what}")
            });
        };
        let held = self.held(at, state, pointer);
        if !self.is_usable(held, out) {
            return Ok(None);
        }
        match held {
            Value::Null => tell(out, Rule::NullDeref, "is null here"),
            Value::Dead => tell(out, Rule::UseAfterFree, "points to memory that is no longer alive"),
            Value::Known(_) | Value::Number(_) | Value::Code(_) | Value::Uninit => {
                tell(out, Rule::NullDeref, "does not point to data");
                tell(out, Rule::OutOfBounds, "does not point to data");
            }
            Value::Lent(start) => {
                let size = at.program.target.pointer_bytes.into();
                return Ok(self.part(at, state, place, start, size, Root::Lent, out));
            }
            Value::Unclaimed(which, _) if self.may_lend(at, state, place) => {
                *state = self.lend(at, state, which);
                return self.spot(at, state, place, write, out);
            }
            Value::Unclaimed(..) => {
                return self.lost(at, "the contract reads what no predicate that is understood has claimed");
            }
            Value::Any { .. } => {
                tell(out, Rule::NullDeref, "may be null: nothing is known of it");
                tell(out, Rule::UseAfterFree, "may dangle: nothing is known of it");
                tell(out, Rule::OutOfBounds, "may point anywhere: nothing is known of it");
                return self.lost(at, "this goes through a pointer of which nothing is known");
            }
            Value::Static(global, start) => {
                return Ok(self.of_global(at, state, place, (global, start), write, out));
            }
            Value::Local(function, slot, start) => {
                let spot = self.of_slot(at, state, place, (function, slot, start), out);
                if write
                    && let Some(spot) = &spot
                    && is_fixed(at.program, (function, slot), spot)
                {
                    out.open(Rule::OutOfBounds, "this memory must not be written");
                    // Where it is not known which bytes are written, the program may go on.
                    if matches!(spot, Spot::Root(_)) {
                        return Ok(None);
                    }
                }
                return Ok(spot);
            }
            Value::Cell(_) | Value::Inside(..) if self.asserted.claims_what_it_reads(at.point.function) => {
                return self.lost(at, ASKED_OF_ANYTHING);
            }
            Value::Cell(cell) => return Ok(self.of_cell(at, state, place, (usize::from(cell), 0), out)),
            Value::Inside(cell, start) => {
                return Ok(self.of_cell(at, state, place, (usize::from(cell), start), out));
            }
        }
        Ok(None)
    }

    fn of_slot(
        &self,
        at: &Cursor<'_>,
        state: &State,
        place: &Place,
        (function, slot, start): (FunctionId, SlotId, i64),
        out: &mut Checks,
    ) -> Option<Spot> {
        let size = self.slot_size(at, function, slot)?;
        let part = |offset, bytes| Root::Slot(function, slot, offset, bytes);
        self.part(at, state, place, start, size, part, out)
    }

    fn of_global(
        &self,
        at: &Cursor<'_>,
        state: &State,
        place: &Place,
        (global, start): (GlobalId, i64),
        write: bool,
        out: &mut Checks,
    ) -> Option<Spot> {
        let object = &at.program.globals[global];
        if write && object.read_only {
            out.open(Rule::OutOfBounds, "this memory must not be written");
            return None;
        }
        let part = |offset, bytes| Root::Global(global, offset, bytes);
        self.part(at, state, place, start, object.size, part, out)
    }

    /// A part of a variable.
    #[expect(clippy::too_many_arguments, reason = "an access is a place, a size and a state")]
    fn part(
        &self,
        at: &Cursor<'_>,
        state: &State,
        place: &Place,
        start: i64,
        limit: u64,
        part: impl Fn(u32, u8) -> Root,
        out: &mut Checks,
    ) -> Option<Spot> {
        let size = place.size(&at.program.types);
        let offset = self.offset(at, state, place, start, Some(limit), out)?;
        Some(match (offset.and_then(|offset| u32::try_from(offset).ok()), u8::try_from(size)) {
            (Some(offset), Ok(size)) if place.bits.is_none() => Spot::Root(part(offset, size)),
            _ => Spot::Within(part(0, 0)),
        })
    }

    fn of_cell(
        &self,
        at: &Cursor<'_>,
        state: &mut State,
        place: &Place,
        (cell, start): (usize, u32),
        out: &mut Checks,
    ) -> Option<Spot> {
        if let ir::TypeKind::Record(record) = at.program.types.kind(place.base_ty)
            && start == 0
        {
            self.become_record(state, cell, *record);
        }
        let size = place.size(&at.program.types);
        let (limit, members): (Option<u64>, &[Member]) = match state.kinds[cell] {
            Kind::Record(record) => {
                self.vocabulary.sort(record).map_or((None, &[]), |sort| (Some(sort.size), &sort.members))
            }
            Kind::Raw { size, .. } => {
                state.kinds[cell] = Kind::Bytes { size };
                (size, &[])
            }
            Kind::Bytes { size } => (size, &[]),
            Kind::Number => (None, &[]),
        };
        let offset = self.offset(at, state, place, start.into(), limit, out)?;
        let Some(offset) = offset.and_then(|offset| u64::try_from(offset).ok()) else {
            return Some(Spot::Bytes(cell));
        };
        let exact = members.iter().find(|m| (m.offset, m.size) == (offset, size) && place.bits.is_none());
        Some(exact.map_or(Spot::Bytes(cell), |member| Spot::Member(cell, member.clone())))
    }

    /// Checks that an access stays within an object and within the arrays on its path. The offset if it is known; outer `None`
    /// if it is outside for sure.
    #[expect(clippy::option_option, reason = "outside for sure is something else than not known")]
    fn offset(
        &self,
        at: &Cursor<'_>,
        state: &State,
        place: &Place,
        start: i64,
        limit: Option<u64>,
        out: &mut Checks,
    ) -> Option<Option<i64>> {
        let mut offset = start.checked_add(place.offset);
        for step in &place.path {
            let Step::Index { index, stride, len } = step else { continue };
            let value = self.held(at, state, *index);
            if !self.is_usable(value, out) {
                return None;
            }
            let number = if let Value::Known(number) = value { Some(number) } else { None };
            if let Some(len) = len
                && !number.is_some_and(|number| u64::try_from(number).is_ok_and(|number| number < *len))
            {
                out.open(Rule::OutOfBounds, "the index may be outside of the array");
            }
            if matches!(index, Operand::Local(_)) {
                let stride = i64::try_from(*stride).ok();
                let distance = number.zip(stride).and_then(|(number, stride)| number.checked_mul(stride));
                offset = offset.zip(distance).and_then(|(offset, distance)| offset.checked_add(distance));
            }
        }
        let Some(offset) = offset else {
            out.open(Rule::OutOfBounds, OUTSIDE);
            return Some(None);
        };
        let size = place.size(&at.program.types);
        let inside = |limit: u64| {
            u64::try_from(offset).is_ok_and(|offset| offset.checked_add(size).is_some_and(|end| end <= limit))
        };
        match limit {
            Some(limit) if inside(limit) => Some(Some(offset)),
            Some(_) => {
                out.open(Rule::OutOfBounds, "the access is outside of the object");
                None
            }
            None => {
                out.open(Rule::OutOfBounds, OUTSIDE);
                Some(Some(offset))
            }
        }
    }
}

/// Whether two parts are of the same variable.
pub(crate) fn is_same_variable(a: Root, b: Root) -> bool {
    match (a, b) {
        (Root::Slot(f, s, ..), Root::Slot(g, t, ..)) => (f, s) == (g, t),
        (Root::Global(g, ..), Root::Global(h, ..)) => g == h,
        (Root::Lent(..), Root::Lent(..)) => true,
        _ => false,
    }
}

/// Whether two different parts of a variable share bytes.
pub(crate) fn is_overlapping(a: Root, b: Root) -> bool {
    let range = |root: Root| match root {
        Root::Slot(_, _, offset, size) | Root::Global(_, offset, size) | Root::Lent(offset, size) => {
            (u64::from(offset), u64::from(offset) + u64::from(size))
        }
        _ => (0, 0),
    };
    let ((start, end), (from, to)) = (range(a), range(b));
    a != b && is_same_variable(a, b) && start < to && from < end
}

/// Whether a write to a part of a variable may be one to bytes of `const` type. By its name such a variable is given its first value.
fn is_fixed(program: &ir::Program, (function, slot): (FunctionId, SlotId), spot: &Spot) -> bool {
    program.functions[function].body.as_ref().is_some_and(|body| match spot {
        Spot::Root(Root::Slot(_, _, offset, size)) if *size > 0 => {
            body.slots[slot].is_fixed((*offset).into(), (*size).into())
        }
        _ => !body.slots[slot].fixed.is_empty(),
    })
}
