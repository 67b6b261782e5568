//! Computations and conditions.
//!
//! A comparison splits the state in two, one for each answer, with the answer as the value of its
//! register: a branch then finds a constant, and a truth value kept for later still means what it
//! meant.

use engine::{Checks, Cursor};
use ir::{BinaryOp, Operand, Rvalue, TypeKind, UnaryOp};
use logic::{Bounds, Linear};

use crate::Lengths;
use crate::integers::range;
use crate::names::{Object, RootId};
use crate::operand::Held;
use crate::state::{State, Value};

impl Lengths {
    /// `x = rvalue`.
    pub(crate) fn assign(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        dst: ir::LocalId,
        value: &Rvalue,
        out: &mut Checks,
    ) -> Vec<State> {
        let root = self.register(at, dst);
        let ty = at.body().locals[dst].ty;
        let mut usable = true;
        if !value.is_copy(&at.program.types, ty, |operand| self.type_of(at, operand)) {
            value.operands(&mut |operand| {
                usable = usable && self.is_usable(&self.held(at, &state, operand), out);
            });
        }
        if !usable {
            return Vec::new();
        }
        let held = match value {
            Rvalue::Use(Operand::Local(from)) if self.is_moved(at, &state, *from) => {
                let from = self.register(at, *from);
                self.clear_reporting(&mut state, root, out);
                self.rename_root(&mut state, from, root);
                return vec![state];
            }
            Rvalue::Use(operand) => Some(self.held(at, &state, *operand)),
            Rvalue::Uninit => Some(Held::new(Value::Uninit)),
            Rvalue::Binary(op, a, b) if op.is_comparison() => {
                return self.compare(at, state, root, *op, *a, *b, out);
            }
            Rvalue::Binary(op, a, b) => return self.binary(at, state, root, ty, *op, (*a, *b), out),
            Rvalue::Unary(op, a) => {
                let number = self.held(at, &state, *a).number;
                let form = number.and_then(|number| match op {
                    UnaryOp::Neg => Linear::constant(0).add_scaled(-1, &number),
                    UnaryOp::Not => Linear::constant(-1).add_scaled(-1, &number),
                });
                return self.bind_number(at, state, root, ty, form, Bounds::ALL, out);
            }
            Rvalue::Convert(operand) => return self.convert(at, state, root, ty, *operand, out),
            Rvalue::PointerAdd { pointer, index, stride } => {
                let index = self.held(at, &state, *index).number.and_then(|form| self.exactly(&state, &form));
                let by = index.and_then(|index| index.checked_mul(i64::try_from(*stride).ok()?));
                Some(moved(self.held(at, &state, *pointer), by))
            }
            Rvalue::AddressOf(place) => Some(self.address(at, &state, place)),
            Rvalue::PointerDiff { lhs, rhs, stride } => {
                let (a, b) = (self.held(at, &state, *lhs), self.held(at, &state, *rhs));
                let distance = self.distance(&state, &a, &b);
                let form = distance
                    .filter(|_| *stride > 0)
                    .filter(|distance| distance % *stride as i64 == 0)
                    .map(|distance| Linear::constant(distance / *stride as i64));
                return self.bind_number(at, state, root, ty, form, Bounds::ALL, out);
            }
            Rvalue::Intrinsic(..) => None,
        };
        match held {
            Some(held) => self.bind(&mut state, root, &held, out),
            None => self.bind_any(at, &mut state, root, ty, out),
        }
        vec![state]
    }

    /// Whether a pointer is an intermediate value that nobody needs any more once it is given on.
    fn is_moved(&self, at: &Cursor<'_>, state: &State, from: ir::LocalId) -> bool {
        at.body().locals[from].is_temporary()
            && !at.live.contains(from)
            && matches!(
                state.get(self.register(at, from)),
                Some(Value::Cell(..) | Value::List(_) | Value::Null)
            )
    }

    /// The value a form is known to have.
    pub(crate) fn exactly(&self, state: &State, form: &Linear) -> Option<i64> {
        form.as_constant().or_else(|| {
            state.numbers.constant(form).or_else(|| {
                let low = state.numbers.minimum(form)?;
                (state.numbers.maximum(form) == Some(low)).then_some(low)
            })
        })
    }

    fn address(&self, at: &Cursor<'_>, state: &State, place: &ir::Place) -> Held {
        let base = match place.base {
            ir::Base::Slot(slot) => Held::new(Value::Object(Object::Slot(at.point.function, slot), 0)),
            ir::Base::Global(global) => Held::new(Value::Object(Object::Global(global), 0)),
            ir::Base::Pointer(pointer) => self.held(at, state, pointer),
        };
        let mut by = Some(place.offset);
        for (index, stride) in place.variable_offset() {
            let index = self.held(at, state, index).number.and_then(|form| self.exactly(state, &form));
            by = by.zip(index).and_then(|(by, index)| by.checked_add(index.checked_mul(stride as i64)?));
        }
        moved(base, by)
    }

    /// Bytes from the second pointer to the first.
    fn distance(&self, state: &State, a: &Held, b: &Held) -> Option<i64> {
        match (a.value, b.value) {
            (Value::Object(x, i), Value::Object(y, j)) if x == y => i.checked_sub(j),
            (Value::Cell(x, i), Value::Cell(y, j)) if x == y => {
                let same = self.same_cell(state, x, a.root?, b.root?);
                (same && a.root == b.root).then_some(i - j)
            }
            _ => None,
        }
    }

    /// An integer operator that is not a comparison.
    #[allow(clippy::too_many_arguments)]
    fn binary(
        &self,
        at: &Cursor<'_>,
        state: State,
        root: RootId,
        ty: ir::TypeId,
        op: BinaryOp,
        operands: (Operand, Operand),
        out: &mut Checks,
    ) -> Vec<State> {
        let (a, mut b) = (self.held(at, &state, operands.0), self.held(at, &state, operands.1));
        let shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        if shift {
            // The count is taken modulo the width, as the machine does.
            let width = at.program.types.integer(ty).map_or(1, |(bits, _)| i64::from(bits));
            let count = b.number.as_ref().and_then(|form| self.exactly(&state, form));
            b.number = count.map(|count| Linear::constant(count.rem_euclid(width)));
        }
        let form =
            a.number.as_ref().zip(b.number.as_ref()).and_then(|(a, b)| self.arithmetic(&state, op, a, b));
        // What a shift pushes out is gone: only sums and products are taken not to overflow.
        let loses = shift || op.wraps();
        let form = form.filter(|form| !loses || self.fits(&state, &at.program.types, form, ty));
        let low = |held: &Held| held.number.as_ref().and_then(|form| state.numbers.minimum(form));
        let high = |held: &Held| held.number.as_ref().and_then(|form| state.numbers.maximum(form));
        let positive = low(&a).is_some_and(|low| low >= 0);
        let bounds = match op {
            BinaryOp::Rem if positive => {
                Bounds { lo: Some(0), hi: high(&b).filter(|_| low(&b) > Some(0)).map(|high| high - 1) }
            }
            BinaryOp::And if low(&b).is_some_and(|low| low >= 0) => Bounds { lo: Some(0), hi: high(&b) },
            BinaryOp::Shr if positive => Bounds { lo: Some(0), hi: high(&a) },
            BinaryOp::And | BinaryOp::Div if positive && low(&b) >= Some(0) => {
                Bounds { lo: Some(0), hi: high(&a) }
            }
            _ => Bounds::ALL,
        };
        self.bind_number(at, state, root, ty, form, bounds, out)
    }

    /// Gives a variable the value of a form in its type, or any value within bounds.
    #[allow(clippy::too_many_arguments)]
    fn bind_number(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        root: RootId,
        ty: ir::TypeId,
        form: Option<Linear>,
        bounds: Bounds,
        out: &mut Checks,
    ) -> Vec<State> {
        let types = &at.program.types;
        let Some((bits, signed)) = types.integer(ty) else {
            self.bind_any(at, &mut state, root, ty, out);
            return vec![state];
        };
        if let Some(form) = form {
            // Signed overflow is outside of the claim: the value fits.
            let fits = if signed && bits >= 32 {
                if !self.meet_bounds(&mut state, &form, range(types, ty)) {
                    return Vec::new();
                }
                true
            } else {
                self.fits(&state, types, &form, ty)
            };
            if fits {
                self.bind(&mut state, root, &Held::int(form), out);
                return vec![state];
            }
        }
        self.bind_any(at, &mut state, root, ty, out);
        if state.get(root) == Some(Value::Int) {
            let value = Linear::from(self.names.value(root));
            if !self.meet_bounds(&mut state, &value, bounds) {
                return Vec::new();
            }
        }
        vec![state]
    }

    /// `x = (type)operand`.
    fn convert(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        root: RootId,
        ty: ir::TypeId,
        operand: Operand,
        out: &mut Checks,
    ) -> Vec<State> {
        let types = &at.program.types;
        let held = self.held(at, &state, operand);
        if matches!(held.value, Value::Uninit | Value::Any { written: false }) {
            self.bind(&mut state, root, &Held { number: None, ..held }, out);
            return vec![state];
        }
        if matches!(types.kind(ty), TypeKind::Bool) {
            let mut states = Vec::new();
            for answer in [true, false] {
                for mut state in self.truth(at, &state, operand, answer) {
                    self.bind(&mut state, root, &Held::int(Linear::constant(i64::from(answer))), out);
                    states.push(state);
                }
            }
            return states;
        }
        if types.is_pointer(ty) {
            let is_zero = held.number.as_ref().is_some_and(|form| self.exactly(&state, form) == Some(0));
            let held = match held.value {
                Value::Int if is_zero => Held::new(Value::Null),
                Value::Int => Held::new(Value::ANY),
                _ => held,
            };
            self.become_cell(at, &mut state, ty, &held);
            // The block may have become a cell.
            let held = held.root.map_or(held, |root| self.held_by(&state, root));
            self.bind(&mut state, root, &held, out);
            return vec![state];
        }
        let form = match held.value {
            Value::Null => Some(Linear::constant(0)),
            Value::Int => held.number.filter(|form| self.fits(&state, types, form, ty)),
            _ => None,
        };
        match form {
            Some(form) if types.integer(ty).is_some() => self.bind(&mut state, root, &Held::int(form), out),
            _ => self.bind_any(at, &mut state, root, ty, out),
        }
        vec![state]
    }
}

/// Pointers further away than this from what they were made from are not kept track of: addresses
/// wrap around.
const FAR: i64 = 1 << 30;

/// A pointer so many bytes further on.
fn moved(held: Held, by: Option<i64>) -> Held {
    let near =
        |offset: i64| by.and_then(|by| offset.checked_add(by)).filter(|offset| (-FAR..FAR).contains(offset));
    let value = match (held.value, by) {
        (value, Some(0)) => value,
        (Value::Cell(family, offset), Some(_)) => {
            near(offset).map_or(Value::ANY, |offset| Value::Cell(family, offset))
        }
        (Value::Object(object, offset), Some(_)) => {
            near(offset).map_or(Value::ANY, |offset| Value::Object(object, offset))
        }
        (Value::Freed, _) => Value::Freed,
        _ => Value::ANY,
    };
    Held { value, root: held.root, number: None }
}
