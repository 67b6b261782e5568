//! Computations.

use engine::{Checks, Cursor};
use ir::{Base, BinaryOp, LocalId, Operand, Place, Rvalue, TypeId, UnaryOp};
use logic::machine::{IntType, Machine};
use logic::{Dim, Form};

use crate::Checkers;
use crate::heap::state::range_of;
use crate::heap::{Root, State, Term, Value};

/// Pointers further away than this from what they were made from are not kept track of: addresses wrap around.
const FAR: i64 = 1 << 40;

impl Checkers {
    /// `x = rvalue`.
    pub(super) fn assign(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        dst: LocalId,
        value: &Rvalue,
        out: &mut Checks,
    ) -> Vec<State> {
        let ty = at.body().locals[dst].ty;
        if !value.is_copy(&at.program.types, ty, |operand| self.type_of(at, operand)) {
            let mut usable = true;
            value.operands(&mut |operand| usable = usable && self.is_usable(at, &state, operand, out));
            if !usable {
                return Vec::new();
            }
        }
        let result = match value {
            Rvalue::Use(operand) => self.operand(at, &mut state, *operand),
            Rvalue::Uninit => Value::Uninit,
            Rvalue::Binary(op, a, b) if op.is_comparison() => {
                return self.compare(at, state, dst, *op, *a, *b);
            }
            Rvalue::Binary(BinaryOp::Xor, a, b)
                if let Some(turned) = self.turn_bit(at, &state, dst, (*a, *b)) =>
            {
                return turned;
            }
            Rvalue::Binary(op, a, b) => self.binary(at, &mut state, ty, *op, *a, *b),
            Rvalue::Unary(op, a) => {
                let form = self.number(at, &mut state, *a).and_then(|form| match op {
                    UnaryOp::Neg => Form::constant(0).add_scaled(-1, &form),
                    UnaryOp::Not => Form::constant(-1).add_scaled(-1, &form),
                });
                self.fitted(at, &mut state, ty, form, *op == UnaryOp::Neg)
            }
            Rvalue::Convert(operand) => return self.convert(at, state, dst, ty, *operand),
            Rvalue::PointerAdd { pointer, index, stride } => {
                self.moved(at, &mut state, *pointer, &[(*index, *stride)], 0)
            }
            Rvalue::AddressOf(place) => self.address(at, &mut state, place),
            Rvalue::PointerDiff { lhs, rhs, stride } => {
                let forms = self.number(at, &mut state, *lhs).zip(self.number(at, &mut state, *rhs));
                let distance = forms.and_then(|(a, b)| a.add_scaled(-1, &b));
                let exact = distance
                    .as_ref()
                    .and_then(|form| form.as_constant().or_else(|| state.pure.constant(form)));
                match exact {
                    Some(bytes) if *stride > 0 && bytes % i128::from(*stride) == 0 => {
                        let count = i64::try_from(bytes / i128::from(*stride));
                        count.map_or(Value::Any, |count| Value::Known(Term::constant(count)))
                    }
                    Some(_) => Value::Any,
                    None => self.count(&mut state, distance, *stride),
                }
            }
            Rvalue::Intrinsic(..) => Value::Any,
        };
        let result = match result {
            Value::Any => self.any_of_type(at.program, &mut state, ty),
            result => result,
        };
        state.set_root(Root::Register(dst), result);
        vec![state]
    }

    /// How many elements fit into a distance, if it is a whole number of them.
    fn count(&self, state: &mut State, distance: Option<Form>, stride: u64) -> Value {
        let stride = i64::try_from(stride).ok().filter(|stride| *stride > 0);
        let Some((distance, stride)) = distance.zip(stride) else { return Value::Any };
        if stride > 1 && state.pure.residue(&distance, stride) != Some(0) {
            return Value::Any;
        }
        let near = |bound: Option<i128>| bound.is_some_and(|bound| bound.abs() < i128::from(FAR));
        if !near(state.least(&distance)) || !near(state.greatest(&distance)) {
            return Value::Any;
        }
        let sym = state.fresh();
        if let Some(equation) = distance.add_scaled(-stride, &Form::of(sym.dim())) {
            state.pure.guard_eq(&equation);
        }
        Value::of(sym)
    }

    /// An operand as a number.
    pub(super) fn number(&self, at: &Cursor<'_>, state: &mut State, operand: Operand) -> Option<Form> {
        if at.program.types.is_float(self.type_of(at, operand)) {
            return None;
        }
        self.operand(at, state, operand).term().map(Term::form)
    }

    fn binary(
        &self,
        at: &Cursor<'_>,
        state: &mut State,
        ty: TypeId,
        op: BinaryOp,
        a: Operand,
        b: Operand,
    ) -> Value {
        // What has no name may have bounds when it is divided or masked.
        let bounds = matches!(op, BinaryOp::Rem | BinaryOp::Div | BinaryOp::And | BinaryOp::Shr);
        let mut form = |operand: Operand| match self.operand(at, state, operand) {
            Value::Any if bounds => {
                let ty = self.type_of(at, operand);
                self.any_of_type(at.program, state, ty).term().map(Term::form)
            }
            _ => self.number(at, state, operand),
        };
        let (Some(a), Some(b)) = (form(a), form(b)) else { return Value::Any };
        let constant = |form: &Form| form.as_constant().or_else(|| state.pure.constant(form));
        let (x, mut y) = (constant(&a), constant(&b));
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            // The count is taken modulo the width, as the machine does.
            let width = at.program.types.integer(ty).map_or(1, |(bits, _)| i128::from(bits));
            y = y.map(|count| count.rem_euclid(width));
        }
        let small = |value: i128| i64::try_from(value).ok();
        let form = match op.ideal() {
            BinaryOp::Add => a.add_scaled(1, &b),
            BinaryOp::Sub => a.add_scaled(-1, &b),
            BinaryOp::Mul => match (x.and_then(small), y.and_then(small)) {
                (_, Some(y)) => Form::constant(0).add_scaled(y, &a),
                (Some(x), _) => Form::constant(0).add_scaled(x, &b),
                _ => None,
            },
            _ => x.zip(y).and_then(|(x, y)| fold_constants(op, x, y)).map(Form::constant),
        };
        if form.is_some() {
            return self.fitted(
                at,
                state,
                ty,
                form,
                matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul),
            );
        }
        if self.exact
            && let Some(value) = self.machine(at, state, ty, op, &a, &b)
        {
            return value;
        }
        if matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor)
            && let Some((number, bits)) = y.map(|bits| (&a, bits)).or(x.map(|bits| (&b, bits)))
            && let Some(value) = self.on_low_bits(at, state, ty, op, number, bits)
        {
            return value;
        }
        // Only bounds are known.
        let (low, high) = (self.least(state, &b), self.greatest(state, &b));
        let unsigned = at.program.types.integer(ty).is_some_and(|(_, signed)| !signed);
        let positive = unsigned || self.least(state, &a).is_some_and(|least| least >= 0);
        let top = self.greatest(state, &a);
        let bounds = match op {
            BinaryOp::Rem if positive && low.is_some_and(|low| low > 0) => {
                Some((0, high.map(|high| high - 1)))
            }
            BinaryOp::And if low.is_some_and(|low| low >= 0) => Some((0, high)),
            BinaryOp::And if positive => Some((0, top)),
            BinaryOp::Shr if positive => Some((0, top)),
            BinaryOp::Div => low.filter(|low| positive && *low > 0).map(|low| (0, top.map(|top| top / low))),
            _ => None,
        };
        let value = self.any_of_type(at.program, state, ty);
        if let (Some((low, high)), Value::Known(term)) = (bounds, value) {
            let form = term.form();
            let at_least = Form::constant(-low).add_scaled(1, &form);
            let at_most = high.and_then(|high| Form::constant(high).add_scaled(-1, &form));
            // A remainder is less than what is divided by, whatever that is.
            let less =
                if op == BinaryOp::Rem { b.plus(-1).and_then(|b| b.add_scaled(-1, &form)) } else { None };
            for fact in at_least.iter().chain(&at_most).chain(&less) {
                state.pure.guard_ge(fact);
            }
        }
        value
    }

    /// What the machine makes of two numbers that are not both constants, with all that is known of it. Joins would only lose
    /// these facts again.
    fn machine(
        &self,
        at: &Cursor<'_>,
        state: &mut State,
        ty: TypeId,
        op: BinaryOp,
        a: &Form,
        b: &Form,
    ) -> Option<Value> {
        let (bits, signed) = at.program.types.integer(ty)?;
        let int = IntType { width: u8::try_from(bits).ok().filter(|bits| *bits <= 64)?, signed };
        let divides = matches!(op, BinaryOp::Div | BinaryOp::Rem);
        if divides && b.as_constant().or_else(|| state.pure.constant(b)).is_none_or(|divisor| divisor == 0) {
            return None;
        }
        let mut next = state.next;
        let mut fresh = || {
            next += 1;
            Dim(next - 1)
        };
        let mut machine = Machine { pure: &mut state.pure, fresh: &mut fresh, split: false };
        machine.assume_range(a, int);
        let result = match op {
            BinaryOp::Div => machine.divide(a, b, int),
            BinaryOp::Rem => machine.remainder(a, b, int),
            BinaryOp::And => machine.and(a, b, int),
            BinaryOp::Or => machine.or(a, b, int),
            BinaryOp::Xor => machine.xor(a, b, int),
            _ => return None,
        };
        state.next = next;
        let term = self.named(state, &result);
        if let Some(sym) = term.base.filter(|_| term.offset == 0)
            && state.range(sym).is_none()
        {
            state.set_range(sym, bits, signed);
        }
        Some(Value::Known(term))
    }

    /// The value of a sum in a type. Signed sums are taken not to overflow; others must be shown not to.
    pub(super) fn fitted(
        &self,
        at: &Cursor<'_>,
        state: &mut State,
        ty: TypeId,
        form: Option<Form>,
        arithmetic: bool,
    ) -> Value {
        let Some(form) = form else { return Value::Any };
        let Some((bits, signed)) = at.program.types.integer(ty) else { return Value::Any };
        if signed && bits >= 32 && arithmetic || self.fits(state, &form, bits, signed) {
            return Value::Known(self.named(state, &form));
        }
        // `~15` is a large number.
        if bits == 64
            && !signed
            && let Some(value) = form.as_constant()
        {
            return Value::Known(self.named(state, &Form::constant(value.rem_euclid(1 << 64))));
        }
        wrapped(&form, bits, signed)
    }

    /// Whether a sum is within a type's range for sure.
    pub(crate) fn fits(&self, state: &State, form: &Form, bits: u16, signed: bool) -> bool {
        let (low, high) = range_of(bits, signed);
        if let Some(value) = form.as_constant() {
            return low <= value && value <= high;
        }
        self.least(state, form).is_some_and(|least| least >= low)
            && self.greatest(state, form).is_some_and(|greatest| greatest <= high)
    }

    /// `&place`.
    pub(super) fn address(&self, at: &Cursor<'_>, state: &mut State, place: &Place) -> Value {
        let indices: Vec<(Operand, u64)> = place.variable_offset().collect();
        match place.base {
            Base::Pointer(pointer) => self.moved(at, state, pointer, &indices, place.offset),
            Base::Slot(slot) => {
                let base = state.root(Root::Slot(slot)).unwrap_or(Value::Any);
                self.moved_from(at, state, base, &indices, place.offset)
            }
            Base::Global(global) => {
                let base = Value::of(self.global(at.program, state, global));
                self.moved_from(at, state, base, &indices, place.offset)
            }
        }
    }

    fn moved(
        &self,
        at: &Cursor<'_>,
        state: &mut State,
        pointer: Operand,
        indices: &[(Operand, u64)],
        offset: i64,
    ) -> Value {
        let base = self.operand(at, state, pointer);
        self.moved_from(at, state, base, indices, offset)
    }

    fn moved_from(
        &self,
        at: &Cursor<'_>,
        state: &mut State,
        base: Value,
        indices: &[(Operand, u64)],
        offset: i64,
    ) -> Value {
        let Value::Known(base) = base else { return base };
        let mut distance = Some(Form::constant(i128::from(offset)));
        for (index, stride) in indices {
            let index = self.number(at, state, *index);
            distance = distance
                .zip(index)
                .and_then(|(sum, index)| sum.add_scaled(i64::try_from(*stride).ok()?, &index));
        }
        let Some(distance) = distance else { return Value::Any };
        let exact = distance.as_constant().or_else(|| state.pure.constant(&distance));
        if let Some(bytes) = exact {
            let near = i64::try_from(bytes).ok().filter(|bytes| bytes.abs() < FAR);
            let moved = near.and_then(|bytes| base.plus(bytes)).filter(|term| term.offset.abs() < FAR);
            return moved.map_or(Value::Any, Value::Known);
        }
        let near = |bound: Option<i128>| bound.is_some_and(|bound| bound.abs() < i128::from(FAR));
        let is_near = |state: &State| near(state.least(&distance)) && near(state.greatest(&distance));
        if !is_near(state) {
            self.assume_room(state);
        }
        if !is_near(state) || state.region_of(base).is_none() {
            return Value::Any;
        }
        if state.arena.is_some()
            && self.walks()
            && let Some(address) = base.form().add_scaled(1, &distance)
            && let Some(begin) = self.beginning_at(state, &address)
        {
            return Value::of(begin);
        }
        let sym = state.fresh();
        let equation =
            base.form().add_scaled(1, &distance).and_then(|at| at.add_scaled(-1, &Form::of(sym.dim())));
        match equation {
            Some(equation) => {
                // The types of the numbers bound the distance, which the facts need not say.
                for (bound, sign) in [(state.least(&distance), 1), (state.greatest(&distance), -1)] {
                    let fact =
                        bound.and_then(|bound| distance.plus(-bound)).and_then(|form| form.scaled(sign));
                    if let Some(fact) = fact.filter(|fact| !state.pure.proves_ge(fact)) {
                        state.pure.guard_ge(&fact);
                    }
                }
                state.pure.guard_eq(&equation);
                Value::of(sym)
            }
            None => Value::Any,
        }
    }
}

/// A constant outside of a type's range, as the machine keeps it: modulo the type's width.
pub(super) fn wrapped(form: &Form, bits: u16, signed: bool) -> Value {
    let Some(value) = form.as_constant().filter(|_| bits < 64) else { return Value::Any };
    let low = value.rem_euclid(1 << bits);
    let value = if signed && low >> (bits - 1) == 1 { low - (1 << bits) } else { low };
    i64::try_from(value).map_or(Value::Any, |value| Value::Known(Term::constant(value)))
}

/// An operator on two constants.
fn fold_constants(op: BinaryOp, x: i128, y: i128) -> Option<i128> {
    match op {
        BinaryOp::Div => x.checked_div(y),
        BinaryOp::Rem => x.checked_rem(y),
        BinaryOp::And => Some(x & y),
        BinaryOp::Or => Some(x | y),
        BinaryOp::Xor => Some(x ^ y),
        BinaryOp::Shl if (0..64).contains(&y) => x.checked_mul(1 << y),
        BinaryOp::Shr if (0..64).contains(&y) => Some(x >> y),
        _ => None,
    }
}
