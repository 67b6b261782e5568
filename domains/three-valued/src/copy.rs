//! Copies of structs: `*x = *y`, between cells and variables of one struct, member by member.
//!
//! What is copied is a range of bytes. Numbers and pointers that lie in it are taken over, each at its place; what would be cut in two is given up.

use engine::{Checks, Cursor, Outcome};
use ir::{Base, FunctionId, GlobalId, Operand, Overlap, Place, SlotId};
use model::Rule;

use crate::ThreeValued;
use crate::access::{is_overlapping, is_same_variable};
use crate::address::Object;
use crate::difference::Change;
use crate::focus::{Attempt, CASES, NO_ROOM, Target};
use crate::kleene::Kleene;
use crate::state::{Kind, Root, State, Value};
use crate::vocabulary::Member;

const PARTLY: &str = "only whole structs can be copied, between cells and variables";
/// More bytes between members are not looked at one by one.
const PADDING: usize = 64;
const STRAY: &str = "the link is set to a pointer that is not followed";

/// One side of a copy: an object, and where in it the bytes begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Side {
    pub(crate) object: Object,
    pub(crate) start: u64,
}

impl ThreeValued {
    /// `*to = *from`.
    pub(crate) fn copy(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        (to, from): (&Place, &Place),
        (size, overlap): (Operand, Overlap),
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let size = match self.held(at, &state, size) {
            Value::Known(size) => u64::try_from(size).ok(),
            _ => None,
        };
        let types = &at.program.types;
        let is_plain = |place: &Place| {
            place.is_fixed() && place.bits.is_none() && !place.volatile && Some(place.size(types)) == size
        };
        let Some(size) = size.filter(|_| is_plain(to) && is_plain(from)) else {
            return self.lost(at, PARTLY);
        };
        // Both must be there.
        for (place, write) in [(from, false), (to, true)] {
            if self.spot(at, &mut state, place, write, out)?.is_none() {
                return Ok(Vec::new());
            }
        }
        let (Some(target), Some(source)) = (self.side(at, &state, to), self.side(at, &state, from)) else {
            return self.lost(at, PARTLY);
        };
        if target == source {
            return Ok(vec![state]);
        }
        if overlap == Overlap::Exact
            && target.object == source.object
            && target.start.abs_diff(source.start) < size
        {
            out.open(Rule::Undefined, "this copies between ranges that overlap");
            return Ok(Vec::new());
        }
        match (target.object, source.object) {
            (Object::Cell(to), Object::Cell(from)) => {
                let Some(members) = self.members_in(&state, to, target.start, size) else {
                    return self.lost(at, PARTLY);
                };
                let same = state.kinds[usize::from(to)] == state.kinds[usize::from(from)];
                if !same || target.start != source.start || to == from {
                    return self.lost(at, PARTLY);
                }
                let copied = self.copy_members(state, usize::from(to), usize::from(from), &members);
                let states = self.or_lost(at, copied)?;
                self.finish_heap(at, states, out)
            }
            (_, Object::Cell(from)) => {
                let Some(members) = self.members_in(&state, from, source.start, size) else {
                    return self.lost(at, PARTLY);
                };
                let states = self.or_lost(at, self.take_members(state, target, (source, size), &members))?;
                let mut finished = Vec::new();
                for state in states {
                    finished.extend(self.finish(at, state, out)?);
                }
                Ok(finished)
            }
            (Object::Cell(to), _) => {
                let Some(members) = self.members_in(&state, to, target.start, size) else {
                    return self.lost(at, PARTLY);
                };
                let states = self.or_lost(at, self.give_members(state, target, source, &members))?;
                self.finish_heap(at, states, out)
            }
            _ => {
                let parts = parts_in(&state, source, size);
                clear_part(&mut state, target, size);
                for (offset, bytes, value) in parts {
                    if let Some(root) = target.part(offset, bytes) {
                        state.put(root, value);
                    }
                }
                self.finish(at, state, out)
            }
        }
    }

    /// What lies between the members of a type holds nothing any more. Of cells only members are known.
    pub(crate) fn pad(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        place: &Place,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let Some(side) = self.side(at, &state, place).filter(|_| place.is_fixed()) else {
            return self.lost(at, PARTLY);
        };
        let bytes: Vec<u64> = at.program.types.padding(place.ty).into_iter().flatten().collect();
        if bytes.len() > PADDING {
            return self.lost(at, "there are many bytes between members here");
        }
        for byte in bytes {
            let Some(root) = side.part(byte, 1) else { continue };
            clear_part(&mut state, Side { start: side.start + byte, ..side }, 1);
            state.put(root, Value::Uninit);
        }
        self.finish(at, state, out)
    }

    /// The object that a place is in.
    pub(crate) fn side(&self, at: &Cursor<'_>, state: &State, place: &Place) -> Option<Side> {
        let (object, start) = match place.base {
            Base::Slot(slot) => (Object::Slot(at.point.function, slot), 0),
            Base::Global(global) => (Object::Global(global), 0),
            Base::Pointer(pointer) => self.held(at, state, pointer).address()?,
        };
        Some(Side { object, start: u64::try_from(start.checked_add(place.offset)?).ok()? })
    }

    /// The numbers and pointers of a cell in a range of bytes; `None` if one is cut in two, or they are not known.
    fn members_in(&self, state: &State, cell: u8, start: u64, size: u64) -> Option<Vec<Member>> {
        let Kind::Record(record) = state.kinds[usize::from(cell)] else { return None };
        let members = &self.vocabulary.sort(record)?.members;
        let meets = |member: &&Member| member.offset < start + size && start < member.offset + member.size;
        let inside = |member: &Member| start <= member.offset && member.offset + member.size <= start + size;
        let met: Vec<Member> = members.iter().filter(meets).cloned().collect();
        met.iter().all(inside).then_some(met)
    }

    /// The states in which members of a single cell are those of another. All fields are looked at before the first changes: then cells may
    /// be out of reach.
    fn copy_members(&self, state: State, to: usize, from: usize, members: &[Member]) -> Attempt<Vec<State>> {
        let mut states = Vec::new();
        for (state, news) in self.focus_all(state, from, members)? {
            for (mut state, olds) in self.focus_all(state, to, members)? {
                for (member, (old, new)) in members.iter().zip(olds.into_iter().zip(&news)) {
                    match member.pointer.zip(old.zip(*new)) {
                        Some((pointer, change)) => self.set_field(&mut state, to, member, pointer, change),
                        None => self.copy_number(&mut state, to, from, member),
                    }
                }
                states.push(state);
            }
            if states.len() > CASES {
                return Err(NO_ROOM);
            }
        }
        Ok(states)
    }

    /// The states in which a part of a variable is that of a cell.
    fn take_members(
        &self,
        state: State,
        target: Side,
        (source, size): (Side, u64),
        members: &[Member],
    ) -> Attempt<Vec<State>> {
        let Object::Cell(from) = source.object else { return Err(PARTLY) };
        let mut states = self.focus_all(state, usize::from(from), members)?;
        for (state, held) in &mut states {
            clear_part(state, target, size);
            for (member, held) in members.iter().zip(held) {
                let bytes = u8::try_from(member.size).map_err(|_| PARTLY)?;
                let root = target.part(member.offset - source.start, bytes).ok_or(PARTLY)?;
                let number = || number_of(state, usize::from(from), member);
                let value = held.map_or_else(number, Value::of);
                state.put(root, value);
            }
        }
        Ok(states.into_iter().map(|(state, _)| state).collect())
    }

    /// The states in which members of a cell are what a part of a variable holds.
    fn give_members(
        &self,
        state: State,
        target: Side,
        source: Side,
        members: &[Member],
    ) -> Attempt<Vec<State>> {
        let Object::Cell(to) = target.object else { return Err(PARTLY) };
        let to = usize::from(to);
        let mut states = self.focus_all(state, to, members)?;
        for (state, olds) in &mut states {
            for (member, old) in members.iter().zip(olds) {
                let bytes = u8::try_from(member.size).map_err(|_| PARTLY)?;
                let root = source.part(member.offset - target.start, bytes).ok_or(PARTLY)?;
                let overlapped = state.env.iter().any(|(other, _)| is_overlapping(root, *other));
                let unsure = Value::Any { written: matches!(root, Root::Global(..)) && !overlapped };
                let value = state.get(root).filter(|_| !overlapped).unwrap_or(unsure);
                match member.pointer.zip(*old) {
                    Some((pointer, old)) => {
                        let new = value.target().ok_or(STRAY)?;
                        self.set_field(state, to, member, pointer, (old, new));
                    }
                    None if value.cell().is_some() => return Err(STRAY),
                    None => self.store_number(state, to, member, as_number(value, member)),
                }
            }
        }
        Ok(states.into_iter().map(|(state, _)| state).collect())
    }

    fn copy_number(&self, state: &mut State, to: usize, from: usize, member: &Member) {
        let value = match number_of(state, from, member) {
            Value::Any { written: true } if member.is_datum => {
                self.add_number(state, from).map_or(Value::ANY, |number| Value::Number(number as u8))
            }
            value => value,
        };
        self.store_number(state, to, member, value);
        for (_, flag) in &member.flags {
            let is = state.structure.unary(*flag).get(from);
            self.maintain(state, Change::Doubt(*flag), to, to, |structure| {
                structure.unary_mut(*flag).set(to, is);
            });
        }
    }
}

impl Side {
    /// The number or pointer of a variable so many bytes behind the start.
    pub(crate) fn part(self, distance: u64, bytes: u8) -> Option<Root> {
        let offset = u32::try_from(self.start + distance).ok()?;
        let of_slot = |function: FunctionId, slot: SlotId| Root::Slot(function, slot, offset, bytes);
        let of_global = |global: GlobalId| Root::Global(global, offset, bytes);
        match self.object {
            Object::Cell(_) => None,
            Object::Slot(function, slot) => Some(of_slot(function, slot)),
            Object::Global(global) => Some(of_global(global)),
            Object::Lent => Some(Root::Lent(offset, bytes)),
        }
    }
}

/// Nothing is known of a part of a variable any more.
pub(crate) fn clear_part(state: &mut State, side: Side, size: u64) {
    let Some(whole) = side.part(0, 0) else { return };
    let range = side.start..side.start + size;
    state.env.retain_mut(|(root, value)| {
        let (Root::Slot(.., offset, bytes) | Root::Global(_, offset, bytes) | Root::Lent(offset, bytes)) =
            *root
        else {
            return true;
        };
        let (start, end) = (u64::from(offset), u64::from(offset) + u64::from(bytes));
        if is_same_variable(whole, *root) && start < range.end && range.start < end {
            *value = Value::Any { written: false };
            // Of a variable that is what is not said.
            return matches!(root, Root::Global(..)) || start < range.start || range.end < end;
        }
        true
    });
}

/// What a number of a cell is that is given a value; as another type it may be another number.
fn as_number(value: Value, member: &Member) -> Value {
    match (value, member.number) {
        (Value::Uninit | Value::Any { .. }, _) => value,
        (Value::Known(number), Some((bits, signed))) if bits <= 64 => {
            let most = 1i128 << (bits - u16::from(signed));
            let least = if signed { -most } else { 0 };
            if (least..most).contains(&i128::from(number)) { value } else { Value::ANY }
        }
        _ => Value::ANY,
    }
}

/// What is known of a part of a variable: how far behind its start, how many bytes, and what they hold.
pub(crate) fn parts_in(state: &State, side: Side, size: u64) -> Vec<(u64, u8, Value)> {
    let Some(whole) = side.part(0, 0) else { return Vec::new() };
    let known = state.env.iter().filter_map(|(root, value)| {
        let (Root::Slot(.., offset, bytes) | Root::Global(_, offset, bytes) | Root::Lent(offset, bytes)) =
            *root
        else {
            return None;
        };
        let (start, end) = (u64::from(offset), u64::from(offset) + u64::from(bytes));
        let inside = side.start <= start && end <= side.start + size;
        (is_same_variable(whole, *root) && inside).then(|| (start - side.start, bytes, *value))
    });
    known.collect()
}

/// What is known of a number of a cell, but for its order.
fn number_of(state: &State, cell: usize, member: &Member) -> Value {
    match state.structure.unary(member.unset).get(cell) {
        Kleene::True => Value::Uninit,
        Kleene::Unknown => Value::Any { written: false },
        Kleene::False => Value::ANY,
    }
}

impl Value {
    /// The value of a field that leads there.
    pub(crate) fn of(target: Target) -> Self {
        match target {
            Target::Null => Self::Null,
            Target::Cell(cell) => Self::Cell(cell as u8),
            Target::Unset => Self::Uninit,
            Target::Dangling => Self::Dead,
        }
    }

    /// Where a field leads that holds this, if that can be said of a field.
    pub(crate) fn target(self) -> Option<Target> {
        match self {
            Self::Null => Some(Target::Null),
            Self::Cell(to) => Some(Target::Cell(usize::from(to))),
            Self::Dead => Some(Target::Dangling),
            Self::Uninit => Some(Target::Unset),
            _ => None,
        }
    }
}
