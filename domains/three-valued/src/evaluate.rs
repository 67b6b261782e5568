//! Computations and conditions.
//!
//! A comparison that is not known to have one answer has both, and a branch on it goes both ways. One of pointers to cells, or of
//! a pointer and null, always has one: variables are definite.

use engine::{Checks, Cursor, Edge, Outcome};
use ir::{AssertKind, Base, BinaryOp, LocalId, Operand, Rvalue, Terminator, TypeId, TypeKind, UnaryOp};

use crate::ThreeValued;
use crate::claim::settled;
use crate::state::{State, Value};

impl ThreeValued {
    /// `x = rvalue`.
    pub(crate) fn assign(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        dst: LocalId,
        rvalue: &Rvalue,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let ty = at.body().locals[dst].ty;
        let mut usable = true;
        if !rvalue.is_copy(&at.program.types, ty, |operand| self.type_of(at, operand)) {
            rvalue.operands(&mut |operand| {
                usable = usable && self.is_usable(self.held(at, &state, operand), out);
            });
        }
        if !usable {
            return Ok(Vec::new());
        }
        if let Rvalue::Binary(op, a, b) = rvalue
            && let (Value::Number(a), Value::Number(b)) =
                (self.held(at, &state, *a), self.held(at, &state, *b))
            && op.is_comparison()
        {
            let mut states = Vec::new();
            for (state, answer) in self.compare_numbers(state, *op, usize::from(a), usize::from(b)) {
                states.extend(self.rebind(at, state, dst, Value::Known(answer.into()), out)?);
            }
            return Ok(states);
        }
        if let Some(which) = self.asked_null(at, &state, rvalue, ty) {
            // Whether a pointer is null that a requires may claim is open: both is looked into.
            let mut states = Vec::new();
            for value in [Value::Null, Value::Unclaimed(which, true)] {
                states.extend(self.assign(at, settled(&state, which, value), dst, rvalue, out)?);
            }
            return Ok(states);
        }
        let value = match rvalue {
            Rvalue::Use(operand) => self.held(at, &state, *operand),
            Rvalue::Uninit => Value::Uninit,
            Rvalue::Convert(operand) => self.convert(at, &mut state, *operand, ty),
            Rvalue::Binary(op, a, b) => {
                let (x, y) = (self.held(at, &state, *a), self.held(at, &state, *b));
                if op.is_comparison() {
                    let bounded = || self.compare_bounds(at, *op, (*a, x), (*b, y));
                    self.compare(at, &state, *op, x, y)
                        .or_else(bounded)
                        .map_or(Value::ANY, |answer| Value::Known(answer.into()))
                } else {
                    fold(*op, x, y).map_or(Value::ANY, |number| self.number(at, number, ty))
                }
            }
            Rvalue::PointerAdd { pointer, index, stride } => {
                let distance = match self.held(at, &state, *index) {
                    Value::Known(index) => i64::try_from(*stride).ok().and_then(|s| s.checked_mul(index)),
                    _ => None,
                };
                self.displaced(at, &state, self.held(at, &state, *pointer), distance)
            }
            Rvalue::AddressOf(place) => {
                let start = match place.base {
                    Base::Slot(slot) => Value::Local(at.point.function, slot, 0),
                    Base::Global(global) => Value::Static(global, 0),
                    Base::Pointer(pointer) => self.held(at, &state, pointer),
                };
                if let (Value::Cell(cell), TypeKind::Record(record)) =
                    (start, at.program.types.kind(place.base_ty))
                {
                    self.become_record(&mut state, usize::from(cell), *record);
                }
                self.displaced(at, &state, start, place.is_fixed().then_some(place.offset))
            }
            Rvalue::Unary(UnaryOp::Neg, operand) => match self.held(at, &state, *operand) {
                Value::Known(number) => {
                    number.checked_neg().map_or(Value::ANY, |number| self.number(at, number, ty))
                }
                _ => Value::ANY,
            },
            Rvalue::Unary(..) | Rvalue::PointerDiff { .. } | Rvalue::Intrinsic(..) => Value::ANY,
        };
        self.bind(at, state, dst, value, out)
    }

    /// The pointer that a computation compares with null and that is neither known to be null nor not to be.
    fn asked_null(&self, at: &Cursor<'_>, state: &State, rvalue: &Rvalue, ty: TypeId) -> Option<u8> {
        let open = |value: Value| match value {
            Value::Unclaimed(which, false) => Some(which),
            _ => None,
        };
        match rvalue {
            Rvalue::Binary(BinaryOp::Eq | BinaryOp::Ne, a, b) => {
                match (self.held(at, state, *a), self.held(at, state, *b)) {
                    (Value::Null, other) | (other, Value::Null) => open(other),
                    _ => None,
                }
            }
            Rvalue::Convert(operand) if at.program.types.kind(ty) == &TypeKind::Bool => {
                open(self.held(at, state, *operand))
            }
            _ => None,
        }
    }

    fn convert(&self, at: &Cursor<'_>, state: &mut State, operand: Operand, ty: TypeId) -> Value {
        let types = &at.program.types;
        let held = self.held(at, state, operand);
        let (from, to) = (types.is_pointer(self.type_of(at, operand)), types.is_pointer(ty));
        match held {
            Value::Uninit | Value::Any { .. } => held,
            Value::Unclaimed(..) if !to => {
                let is_bool = types.kind(ty) == &TypeKind::Bool;
                if is_bool && is_nonnull(held) { Value::Known(1) } else { Value::ANY }
            }
            _ if from && to => {
                if let (Value::Cell(cell), Some(pointee)) = (held, types.pointee(ty))
                    && let TypeKind::Record(record) = types.kind(pointee)
                {
                    self.become_record(state, usize::from(cell), *record);
                }
                held
            }
            Value::Null => Value::Known(0),
            other if is_nonnull(other) && types.kind(ty) == &TypeKind::Bool => Value::Known(1),
            Value::Number(_) if self.keeps_numbers(at, self.type_of(at, operand), ty) => held,
            Value::Known(0) if to => Value::Null,
            Value::Known(number) if types.kind(ty) == &TypeKind::Bool => Value::Known((number != 0).into()),
            Value::Known(number) if !types.is_float(self.type_of(at, operand)) => self.number(at, number, ty),
            _ => Value::ANY,
        }
    }

    /// A number, if it is one of the type.
    pub(crate) fn number(&self, at: &Cursor<'_>, number: i64, ty: TypeId) -> Value {
        let types = &at.program.types;
        let fits = match types.kind(ty) {
            TypeKind::Int { bits, signed: true } if *bits < 64 => {
                let half = 1i64 << (bits - 1);
                (-half..half).contains(&number)
            }
            TypeKind::Int { bits, signed: false } if *bits < 64 => (0..1i64 << bits).contains(&number),
            TypeKind::Int { signed, .. } => *signed || number >= 0,
            TypeKind::Bool => number == 0 || number == 1,
            _ => false,
        };
        if fits { Value::Known(number) } else { Value::ANY }
    }

    /// The answer of a comparison, if it has one.
    fn compare(&self, at: &Cursor<'_>, state: &State, op: BinaryOp, x: Value, y: Value) -> Option<bool> {
        if let (Value::Known(a), Value::Known(b)) = (x, y) {
            return Some(match op {
                BinaryOp::Eq => a == b,
                BinaryOp::Ne => a != b,
                BinaryOp::Lt => a < b,
                BinaryOp::Le => a <= b,
                BinaryOp::Gt => a > b,
                _ => a >= b,
            });
        }
        let equal = match (x, y) {
            (Value::Null, Value::Null) => true,
            (Value::Code(f), Value::Code(g)) => f == g,
            (Value::Null, other) | (other, Value::Null) if is_nonnull(other) => false,
            _ => self.same_address(at, state, x, y)?,
        };
        match op {
            BinaryOp::Eq => Some(equal),
            BinaryOp::Ne => Some(!equal),
            _ => None,
        }
    }

    /// Whether a value is true, if that is known.
    fn truth(value: Value) -> Option<bool> {
        match value {
            Value::Known(number) => Some(number != 0),
            Value::Null => Some(false),
            other if is_nonnull(other) => Some(true),
            _ => None,
        }
    }

    /// The state in which an operand is false, of which nothing was known.
    fn assume_false(&self, at: &Cursor<'_>, mut state: State, operand: Operand) -> State {
        let types = &at.program.types;
        if let Operand::Local(local) = operand {
            let ty = at.body().locals[local].ty;
            let value = if types.is_pointer(ty) { Value::Null } else { Value::Known(0) };
            if !types.is_float(ty) {
                state.put(self.register(at, local), value);
            }
        }
        state
    }

    /// The states that leave a block, each with its way.
    pub(crate) fn ways_out(
        &self,
        at: &Cursor<'_>,
        terminator: &Terminator,
        before: State,
        out: &mut Checks,
    ) -> Vec<(Edge, State)> {
        let by = |index: usize, state: State| (Edge { index }, state);
        let by_all = |count: usize| (0..count).map(|index| by(index, before.clone())).collect();
        match terminator {
            Terminator::Goto(_) => vec![by(0, before)],
            Terminator::IndirectGoto { .. } => by_all(terminator.successors().len()),
            Terminator::Branch { condition, .. } => {
                let value = self.held(at, &before, *condition);
                if !self.is_usable(value, out) {
                    return Vec::new();
                }
                if let Value::Unclaimed(which, false) = value {
                    let nonnull = Value::Unclaimed(which, true);
                    return vec![
                        by(0, settled(&before, which, nonnull)),
                        by(1, settled(&before, which, Value::Null)),
                    ];
                }
                match Self::truth(value) {
                    Some(true) => vec![by(0, before)],
                    Some(false) => vec![by(1, before)],
                    None => vec![by(0, before.clone()), by(1, self.assume_false(at, before, *condition))],
                }
            }
            Terminator::Switch { value, cases, .. } => {
                let value = self.held(at, &before, *value);
                if !self.is_usable(value, out) {
                    return Vec::new();
                }
                let Value::Known(number) = value else { return by_all(terminator.successors().len()) };
                let number = i128::from(number);
                let taken = cases.iter().position(|case| (case.low..=case.high).contains(&number));
                vec![by(taken.unwrap_or(cases.len()), before)]
            }
            Terminator::Return(_) | Terminator::Unreachable => Vec::new(),
        }
    }

    /// A condition that must hold: the states in which it does.
    pub(crate) fn condition(
        &self,
        at: &Cursor<'_>,
        state: State,
        operand: Operand,
        asserted: Option<(AssertKind, &str)>,
        out: &mut Checks,
    ) -> Vec<State> {
        let value = self.held(at, &state, operand);
        if let Some(asserted) = asserted.filter(|(kind, _)| *kind == AssertKind::Truth) {
            // A byte is 0 or 1, or was never written.
            if !matches!(value, Value::Known(0 | 1) | Value::Uninit) {
                out.open_assertion(asserted);
            }
            return if matches!(value, Value::Known(byte) if byte > 1) { Vec::new() } else { vec![state] };
        }
        if !self.is_usable(value, out) {
            return Vec::new();
        }
        let truth = Self::truth(value);
        if let Some(asserted) = asserted.filter(|_| truth != Some(true)) {
            out.open_assertion(asserted);
        }
        if truth == Some(false) { Vec::new() } else { vec![state] }
    }
}

/// Whether a value surely is no null pointer.
fn is_nonnull(value: Value) -> bool {
    matches!(
        value,
        Value::Cell(_)
            | Value::Inside(..)
            | Value::Dead
            | Value::Code(_)
            | Value::Static(..)
            | Value::Local(..)
            | Value::Lent(_)
            | Value::Unclaimed(_, true)
    )
}

/// What two known numbers make.
fn fold(op: BinaryOp, x: Value, y: Value) -> Option<i64> {
    let (Value::Known(a), Value::Known(b)) = (x, y) else { return None };
    match op.ideal() {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Sub => a.checked_sub(b),
        BinaryOp::Mul => a.checked_mul(b),
        BinaryOp::And => Some(a & b),
        BinaryOp::Or => Some(a | b),
        BinaryOp::Xor => Some(a ^ b),
        _ => None,
    }
}
