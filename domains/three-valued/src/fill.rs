//! `memset`, and initializers that leave something out: bytes of a variable are set, or those of a whole cell become zero.

use engine::{Checks, Cursor, Outcome};
use ir::{Base, Operand, Place, TypeKind};
use model::Rule;

use crate::ThreeValued;
use crate::address::Object;
use crate::copy::{Side, clear_part};
use crate::start::collect_scalars;
use crate::state::{Kind, State, Value};

const PARTLY: &str = "of blocks only whole ones can be filled, and with zeros";

impl ThreeValued {
    /// `memset(x, 0, sizeof *x)`.
    pub(crate) fn fill(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        to: &Place,
        byte: Operand,
        size: Operand,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let (byte, size) = (self.held(at, &state, byte), self.held(at, &state, size));
        if !self.is_usable(size, out) {
            return Ok(Vec::new());
        }
        let side = if to.is_fixed() && !to.volatile { self.side(at, &state, to) } else { None };
        let size = if let Value::Known(size) = size { u64::try_from(size).ok() } else { None };
        let (Some(side), Some(size)) = (side, size) else { return self.lost(at, PARTLY) };
        let fixed = match side.object {
            Object::Slot(function, slot) if matches!(to.base, Base::Pointer(_)) => {
                let body = at.program.functions[function].body.as_ref();
                body.is_some_and(|body| body.slots[slot].is_fixed(side.start, size))
            }
            Object::Global(global) => at.program.globals[global].read_only && size > 0,
            _ => false,
        };
        if fixed {
            out.open(Rule::OutOfBounds, "this memory must not be written");
            return Ok(Vec::new());
        }
        let is_zero = byte == Value::Known(0);
        let Object::Cell(cell) = side.object else {
            let inside = self.is_variable(at, &state, side, size);
            // Bytes that are given no value have none; of others nothing is known.
            if inside && !is_zero {
                clear_part(&mut state, side, size);
                return self.finish(at, state, out);
            }
            return match self.zero_part(at, &mut state, side, size).filter(|()| inside) {
                Some(()) => self.finish(at, state, out),
                None => self.lost(at, PARTLY),
            };
        };
        if !is_zero {
            return self.lost(at, PARTLY);
        }
        let cell = usize::from(cell);
        match state.kinds[cell] {
            Kind::Raw { size: Some(bytes), .. } if bytes == size && side.start == 0 => {
                state.kinds[cell] = Kind::Raw { size: Some(bytes), zero: true };
                self.finish(at, state, out)
            }
            Kind::Record(record)
                if side.start == 0 && self.vocabulary.sort(record).is_some_and(|s| s.size == size) =>
            {
                let states = self.or_lost(at, self.zero(state, cell))?;
                self.finish_heap(at, states, out)
            }
            _ => self.lost(at, PARTLY),
        }
    }

    /// The numbers and pointers in a part of a variable are zero; `None` if one of them is cut in two.
    fn zero_part(&self, at: &Cursor<'_>, state: &mut State, side: Side, size: u64) -> Option<()> {
        let ty = match side.object {
            Object::Cell(_) => return None,
            Object::Slot(function, slot) => at.program.functions[function].body.as_ref()?.slots[slot].ty,
            Object::Global(global) if !at.program.globals[global].read_only => at.program.globals[global].ty,
            Object::Global(_) | Object::Lent => return None,
        };
        let types = &at.program.types;
        let end = side.start.checked_add(size)?;
        let mut scalars = Vec::new();
        collect_scalars(at.program, ty, 0, &mut scalars);
        clear_part(state, side, size);
        for (offset, bytes, ty) in scalars {
            if end <= offset || offset + bytes <= side.start {
                continue;
            }
            let distance = offset.checked_sub(side.start).filter(|_| offset + bytes <= end)?;
            let root = side.part(distance, u8::try_from(bytes).ok()?)?;
            let value = match types.kind(ty) {
                TypeKind::Pointer(_) => Value::Null,
                TypeKind::Int { .. } | TypeKind::Bool => Value::Known(0),
                _ => Value::ANY,
            };
            state.put(root, value);
        }
        Some(())
    }
}
