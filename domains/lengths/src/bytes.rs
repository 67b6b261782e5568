//! Copying and setting ranges of bytes.

use engine::{Checks, Cursor, Outcome};
use ir::{Operand, Overlap, Place};
use logic::Linear;
use model::Rule;

use crate::Lengths;
use crate::access::Spot;
use crate::contents::Cells;
use crate::names::{Object, Root, RootId};
use crate::operand::Held;
use crate::state::{Contents, Ends, Extent, State, Value};

/// More bytes between members are not looked at one by one.
const PADDING: usize = 64;

impl Lengths {
    /// Copies whole parts of objects.
    pub(crate) fn copy(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        (to, from): (&Place, &Place),
        (size, overlap): (Operand, Overlap),
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let number = self.held(at, &state, size).number;
        let Some(bytes) =
            number.and_then(|form| self.exactly(&state, &form)).and_then(|n| u64::try_from(n).ok())
        else {
            return self.lost(at, "the size of this copy is not a constant");
        };
        let Some(source) = self.range(at, &state, from, bytes, false, out) else { return Ok(Vec::new()) };
        let Some(target) = self.range(at, &state, to, bytes, true, out) else { return Ok(Vec::new()) };
        let (Some((source, start)), Some((target, begin))) = (source, target) else {
            return self.lost(at, "copying a list cell as a whole is not modelled");
        };
        let contents =
            self.extent_of(at.program, &state, source).map_or(Contents::Unsure, |extent| extent.contents);
        let parts: Vec<(i64, u8, Held)> = self
            .parts_of(&state, source)
            .into_iter()
            .filter_map(|root| match self.names.root_of(root) {
                Root::Part(_, offset, len)
                    if offset >= start && offset + i64::from(len) <= start + bytes as i64 =>
                {
                    Some((offset - start, len, self.held_by(&state, root)))
                }
                _ => None,
            })
            .collect();
        let straddles = |root: &RootId| match self.names.root_of(*root) {
            Root::Part(_, offset, len) => {
                let (end, limit) = (offset + i64::from(len), start + bytes as i64);
                (offset < start && end > start) || (offset < limit && end > limit)
            }
            _ => false,
        };
        if self.parts_of(&state, source).iter().any(straddles) {
            return self.lost(at, "copying a part of a number or pointer is not modelled");
        }
        if source == target && overlap == Overlap::Exact {
            if start == begin {
                return Ok(vec![state]);
            }
            if start.abs_diff(begin) < bytes {
                out.open(Rule::Undefined, "this copies between ranges that overlap");
                return Ok(Vec::new());
            }
        }
        if source == target {
            return self.lost(at, "copying within an object is not modelled");
        }
        let Some(extent) = state.extent(target) else {
            return self.lost(at, "copying to this object is not modelled");
        };
        let whole = begin == 0 && extent.size == bytes;
        self.blur(&mut state, target, begin, bytes as i64, None, out);
        for root in self.parts_of(&state, target) {
            let inside = matches!(self.names.root_of(root), Root::Part(_, offset, len)
                if offset >= begin && offset + i64::from(len) <= begin + bytes as i64);
            if inside {
                self.clear_reporting(&mut state, root, out);
            }
        }
        for (offset, len, held) in parts {
            let root = self.names.root(Root::Part(target, begin + offset, len));
            self.bind(&mut state, root, &held, out);
        }
        // The bytes between the parts, those copied and those there before.
        let contents = if whole || contents == extent.contents { contents } else { Contents::Unsure };
        state.add_object(Extent { contents, ..extent });
        Ok(vec![state])
    }

    /// What lies between the members of a type holds nothing any more. A cell has members only.
    pub(crate) fn pad(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        place: &Place,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let types = &at.program.types;
        let Some(found) = self.range(at, &state, place, place.size(types), true, out) else {
            return Ok(Vec::new());
        };
        let Some((object, begin)) = found else { return Ok(vec![state]) };
        let bytes: Vec<i64> =
            types.padding(place.ty).into_iter().flatten().map(|at| begin + at.cast_signed()).collect();
        if bytes.len() > PADDING {
            return self.lost(at, "there are many bytes between members here");
        }
        for offset in bytes {
            self.blur(&mut state, object, offset, 1, None, out);
            let root = self.names.root(Root::Part(object, offset, 1));
            self.bind(&mut state, root, &Held::new(Value::Uninit), out);
        }
        Ok(vec![state])
    }

    /// The object and offset a range of bytes starts at; inner `None` if it is not in an object.
    #[allow(clippy::option_option)]
    fn range(
        &self,
        at: &Cursor<'_>,
        state: &State,
        place: &Place,
        bytes: u64,
        write: bool,
        out: &mut Checks,
    ) -> Option<Option<(Object, i64)>> {
        let held = match place.base {
            ir::Base::Slot(slot) => Held::new(Value::Object(Object::Slot(at.point.function, slot), 0)),
            ir::Base::Global(global) => Held::new(Value::Object(Object::Global(global), 0)),
            ir::Base::Pointer(pointer) => self.held(at, state, pointer),
        };
        self.spot(at, state, place, bytes, write, out)?;
        Some(match held.value {
            Value::Object(object, start) if place.is_fixed() => Some((object, start + place.offset)),
            _ => None,
        })
    }

    /// Sets bytes of an object or of a whole cell.
    pub(crate) fn fill(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        to: &Place,
        byte: Operand,
        size: Operand,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let exact =
            |operand| self.held(at, &state, operand).number.and_then(|form| self.exactly(&state, &form));
        let written =
            !matches!(self.held(at, &state, byte).value, Value::Uninit | Value::Any { written: false });
        let (byte, bytes) = (exact(byte), exact(size));
        let Some(bytes) = bytes.and_then(|bytes| u64::try_from(bytes).ok()) else {
            return self.lost(at, "the number of bytes set here is not a constant");
        };
        let Some(spot) = self.spot(at, &state, to, bytes, true, out) else { return Ok(Vec::new()) };
        let zero = byte == Some(0);
        let contents = match (zero, written) {
            (true, _) => Contents::Zero,
            (false, true) => Contents::Any,
            (false, false) => Contents::Unsure,
        };
        match spot {
            Spot::Part(object, ..) | Spot::Within(object) => {
                let whole = state.extent(object).is_some_and(|extent| extent.size == bytes);
                if !whole {
                    return self.lost(at, "setting a part of an object's bytes is not modelled");
                }
                for root in self.parts_of(&state, object) {
                    self.clear_reporting(&mut state, root, out);
                }
                state.add_object(Extent { object, size: bytes, contents });
                Ok(vec![state])
            }
            Spot::InCell(family, root) if bytes == self.names.family(family).size => {
                let end = if zero { Ends::NULL } else { Ends::ANY };
                let mut states = Vec::new();
                for mut state in self.before_cut(state, family, root) {
                    let target = crate::links::Target::End(end);
                    if self.store_link(&mut state, family, root, target) {
                        out.open(Rule::Leak, "the cells behind this one can no longer be reached");
                    }
                    let head = state.head(family, root).cloned();
                    if let Some(head) = &head {
                        self.write_summed(&mut state, head, zero.then(|| Linear::constant(0)).as_ref());
                    }
                    let head = head.map(|head| head.vrv);
                    if let Some(segment) = head.and_then(|vrv| state.segment_mut(family, &vrv)) {
                        let has_back = self.has_back(family);
                        segment.first = if zero { Cells::zero(has_back) } else { Cells::new(written) };
                    }
                    states.push(state);
                }
                Ok(states)
            }
            _ => self.lost(at, "setting a part of a list cell's bytes is not modelled"),
        }
    }
}
