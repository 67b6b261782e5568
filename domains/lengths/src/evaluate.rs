//! Computations and conditions.
//!
//! A comparison splits the state in two, one for each answer, with the answer as the value of its
//! register: a branch then finds a constant, and a truth value kept for later still means what it
//! meant.

use engine::{Checks, Cursor, Outcome};
use ir::{BinaryOp, Operand, Rvalue, TypeKind, UnaryOp};
use logic::{Bounds, Linear};
use model::Rule;

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
    ) -> Outcome<Vec<State>> {
        let root = self.register(at, dst);
        let ty = at.body().locals[dst].ty;
        let mut usable = true;
        if !matches!(value, Rvalue::Use(_) | Rvalue::Uninit) {
            value.operands(&mut |operand| {
                usable = usable && self.is_usable(&self.held(at, &state, operand), out);
            });
        }
        if !usable {
            return Ok(Vec::new());
        }
        let held = match value {
            Rvalue::Use(operand) => Some(self.held(at, &state, *operand)),
            Rvalue::Uninit => Some(Held::new(Value::Uninit)),
            Rvalue::Binary(op, a, b) if op.is_comparison() => {
                return Ok(self.compare(at, state, root, *op, *a, *b, out));
            }
            Rvalue::Binary(op, a, b) => return Ok(self.binary(at, state, root, ty, *op, (*a, *b), out)),
            Rvalue::Unary(op, a) => {
                let number = self.held(at, &state, *a).number;
                let form = number.and_then(|number| match op {
                    UnaryOp::Neg => Linear::constant(0).add_scaled(-1, &number),
                    UnaryOp::Not => Linear::constant(-1).add_scaled(-1, &number),
                });
                return Ok(self.bind_number(at, state, root, ty, form, Bounds::ALL, out));
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
                return Ok(self.bind_number(at, state, root, ty, form, Bounds::ALL, out));
            }
            Rvalue::Intrinsic(..) => None,
        };
        match held {
            Some(held) => self.bind(&mut state, root, &held, out),
            None => self.bind_any(at, &mut state, root, ty, out),
        }
        Ok(vec![state])
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
        let (a, b) = (self.held(at, &state, operands.0), self.held(at, &state, operands.1));
        let form =
            a.number.as_ref().zip(b.number.as_ref()).and_then(|(a, b)| self.arithmetic(&state, op, a, b));
        let low = |held: &Held| held.number.as_ref().and_then(|form| state.numbers.minimum(form));
        let high = |held: &Held| held.number.as_ref().and_then(|form| state.numbers.maximum(form));
        let positive = low(&a).is_some_and(|low| low >= 0);
        let bounds = match op {
            BinaryOp::Rem if positive => {
                Bounds { lo: Some(0), hi: high(&b).filter(|_| low(&b) > Some(0)).map(|high| high - 1) }
            }
            BinaryOp::And if low(&b).is_some_and(|low| low >= 0) => Bounds { lo: Some(0), hi: high(&b) },
            BinaryOp::And | BinaryOp::Shr | BinaryOp::Div if positive && low(&b) >= Some(0) => {
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
    ) -> Outcome<Vec<State>> {
        let types = &at.program.types;
        let held = self.held(at, &state, operand);
        if matches!(types.kind(ty), TypeKind::Bool) {
            let mut states = Vec::new();
            for answer in [true, false] {
                for mut state in self.truth(at, &state, operand, answer) {
                    self.bind(&mut state, root, &Held::int(Linear::constant(i64::from(answer))), out);
                    states.push(state);
                }
            }
            return Ok(states);
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
            return Ok(vec![state]);
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
        Ok(vec![state])
    }

    /// A comparison: the states for each answer, with the answer in the variable.
    #[allow(clippy::too_many_arguments)]
    fn compare(
        &self,
        at: &Cursor<'_>,
        state: State,
        root: RootId,
        op: BinaryOp,
        a: Operand,
        b: Operand,
        out: &mut Checks,
    ) -> Vec<State> {
        if let Some(answer) = self.decided(at, &state, op, a, b) {
            let mut state = state;
            self.bind(&mut state, root, &Held::int(Linear::constant(i64::from(answer))), out);
            return vec![state];
        }
        let mut states = Vec::new();
        for answer in [true, false] {
            for mut state in self.holds(at, &state, op, a, b, answer) {
                self.bind(&mut state, root, &Held::int(Linear::constant(i64::from(answer))), out);
                states.push(state);
            }
        }
        states
    }

    /// The answer of a comparison, if it is plain that there is only one.
    fn decided(&self, at: &Cursor<'_>, state: &State, op: BinaryOp, a: Operand, b: Operand) -> Option<bool> {
        let (x, y) = (self.held(at, state, a), self.held(at, state, b));
        match (x.value, y.value, op) {
            (Value::Null, Value::Null, BinaryOp::Eq | BinaryOp::Ne) => Some(op == BinaryOp::Eq),
            (Value::Null, Value::Cell(..), BinaryOp::Eq | BinaryOp::Ne)
            | (Value::Cell(..), Value::Null, BinaryOp::Eq | BinaryOp::Ne) => Some(op == BinaryOp::Ne),
            (Value::Int, Value::Int, _) => {
                let difference = y.number?.add_scaled(-1, &x.number?)?;
                let difference = state.numbers.constant(&difference)?;
                Some(match op {
                    BinaryOp::Eq => difference == 0,
                    BinaryOp::Ne => difference != 0,
                    BinaryOp::Lt => difference > 0,
                    BinaryOp::Le => difference >= 0,
                    BinaryOp::Gt => difference < 0,
                    BinaryOp::Ge => difference <= 0,
                    _ => return None,
                })
            }
            _ => None,
        }
    }

    /// The part of a state in which a comparison has an answer.
    fn holds(&self, at: &Cursor<'_>, state: &State, op: BinaryOp, a: Operand, b: Operand, answer: bool) -> Vec<State> {
        let (x, y) = (self.held(at, state, a), self.held(at, state, b));
        let op = if answer { op } else { negate(op) };
        let is_float = at.program.types.is_float(self.type_of(at, a));
        if let (Some(m), Some(n)) = (&x.number, &y.number) {
            let gap = x.root.zip(y.root).and_then(|(x, y)| self.gap(state, x, y));
            return self.holds_for_numbers(state, op, m, n, gap);
        }
        if is_float || x.value == Value::Int || y.value == Value::Int {
            return vec![state.clone()];
        }
        self.holds_for_pointers(at, state, op, &x, &y)
    }

    fn holds_for_numbers(
        &self,
        state: &State,
        op: BinaryOp,
        a: &Linear,
        b: &Linear,
        gap: Option<Linear>,
    ) -> Vec<State> {
        // The difference, and if it is kept as a number of its own, that number.
        let Some(difference) = b.add_scaled(-1, a) else { return vec![state.clone()] };
        let forms: Vec<Linear> = std::iter::once(difference).chain(gap).collect();
        let mut state = state.clone();
        let at_least = |state: &mut State, factor: i64, bound: i64| {
            forms.iter().all(|form| {
                let form = Linear::constant(-bound).add_scaled(factor, form);
                form.is_none_or(|form| state.numbers.meet_ge(&form))
            })
        };
        let possible = match op {
            BinaryOp::Lt => at_least(&mut state, 1, 1),
            BinaryOp::Le => at_least(&mut state, 1, 0),
            BinaryOp::Gt => at_least(&mut state, -1, 1),
            BinaryOp::Ge => at_least(&mut state, -1, 0),
            BinaryOp::Eq => forms.iter().all(|form| state.numbers.meet_eq(form)),
            _ => forms.iter().all(|form| self.meet_nonzero(&mut state, form)),
        };
        if possible { vec![state] } else { Vec::new() }
    }

    /// A form is not zero. Whether it can be.
    pub(crate) fn meet_nonzero(&self, state: &mut State, form: &Linear) -> bool {
        if let Some(value) = state.numbers.constant(form) {
            return value != 0;
        }
        if state.numbers.proves_eq(form) {
            return false;
        }
        let (low, high) = (state.numbers.minimum(form), state.numbers.maximum(form));
        if low == Some(0) {
            return state.numbers.meet_ge(&(form.clone() - Linear::constant(1)));
        }
        if high == Some(0) {
            return Linear::constant(-1).add_scaled(-1, form).is_none_or(|form| state.numbers.meet_ge(&form));
        }
        true
    }

    fn holds_for_pointers(&self, at: &Cursor<'_>, state: &State, op: BinaryOp, x: &Held, y: &Held) -> Vec<State> {
        let both = || vec![state.clone()];
        let decided = |equal: bool| {
            let holds = match op {
                BinaryOp::Eq => equal,
                BinaryOp::Ne => !equal,
                _ => return vec![state.clone()],
            };
            if holds { vec![state.clone()] } else { Vec::new() }
        };
        let past = |object: Object, offset: i64| {
            state.extent(object).is_none_or(|extent| offset < 0 || offset >= extent.size as i64)
        };
        let ordered = !matches!(op, BinaryOp::Eq | BinaryOp::Ne);
        match (x.value, y.value) {
            (Value::Null, Value::Null) => compare_numbers(op, 0, 0, state),
            (Value::Object(o, i), Value::Object(p, j)) if o == p => compare_numbers(op, i, j, state),
            (Value::Cell(f, i), Value::Cell(g, j)) if f == g => {
                let (Some(a), Some(b)) = (x.root, y.root) else { return both() };
                let size = self.names.family(f).size as i64;
                let inside = |offset: i64| (0..size).contains(&offset);
                let mut states = Vec::new();
                for case in self.definite(state.clone(), f, a) {
                    for case in self.definite(case, f, b) {
                        let same = self.same_cell(&case, f, a, b);
                        if same && a == b || same && inside(i) && inside(j) {
                            states.extend(compare_numbers(op, i, j, &case));
                        } else if !inside(i) || !inside(j) || ordered || op == BinaryOp::Ne {
                            states.push(case);
                        }
                    }
                }
                states
            }
            (Value::Null, Value::Cell(..) | Value::Code(_)) | (Value::Cell(..) | Value::Code(_), Value::Null) => {
                decided(false)
            }
            // A pointer to an object is not null, wherever in it or just behind it.
            (Value::Null, Value::Object(..) | Value::Freed) | (Value::Object(..) | Value::Freed, Value::Null) => {
                decided(false)
            }
            (Value::Object(o, i), Value::Object(p, j)) if !past(o, i) && !past(p, j) => decided(false),
            (Value::Cell(f, i), Value::Object(o, j)) | (Value::Object(o, j), Value::Cell(f, i))
                if (0..self.names.family(f).size as i64).contains(&i) && !past(o, j) =>
            {
                decided(false)
            }
            (Value::Cell(f, i), Value::Cell(g, j))
                if (0..self.names.family(f).size as i64).contains(&i)
                    && (0..self.names.family(g).size as i64).contains(&j) =>
            {
                decided(false)
            }
            (Value::Code(f), Value::Code(g)) => decided(f == g),
            (Value::Unclaimed(which, nonnull), Value::Null) | (Value::Null, Value::Unclaimed(which, nonnull)) => {
                match op {
                    BinaryOp::Eq if nonnull => Vec::new(),
                    BinaryOp::Eq => vec![self.settle_unclaimed(state, which, Value::Null)],
                    BinaryOp::Ne => {
                        vec![self.settle_unclaimed(state, which, Value::Unclaimed(which, true))]
                    }
                    _ => both(),
                }
            }
            (Value::Unclaimed(a, _), Value::Unclaimed(b, _)) if a == b => compare_numbers(op, 0, 0, state),
            (Value::Any { .. }, Value::Null) | (Value::Null, Value::Any { .. }) if op == BinaryOp::Eq => {
                let any = if matches!(x.value, Value::Any { .. }) { x.root } else { y.root };
                let mut state = state.clone();
                if let Some(root) = any {
                    state.put(root, Value::Null);
                }
                let _ = at;
                vec![state]
            }
            _ => both(),
        }
    }

    /// The parts of a state in which an operand is true, and in which it is false.
    pub(crate) fn both_truths(&self, at: &Cursor<'_>, state: State, operand: Operand) -> (Vec<State>, Vec<State>) {
        let held = self.held(at, &state, operand);
        let answer = match held.value {
            Value::Null => Some(false),
            Value::Cell(..) | Value::Object(..) | Value::Code(_) | Value::Freed => Some(true),
            Value::Unclaimed(_, true) => Some(true),
            Value::Int => held.number.as_ref().and_then(|form| state.numbers.constant(form)).map(|value| value != 0),
            _ => None,
        };
        match answer {
            Some(true) => (vec![state], Vec::new()),
            Some(false) => (Vec::new(), vec![state]),
            None => (self.truth(at, &state, operand, true), self.truth(at, &state, operand, false)),
        }
    }

    /// The part of a state in which an operand is true or false.
    pub(crate) fn truth(&self, at: &Cursor<'_>, state: &State, operand: Operand, answer: bool) -> Vec<State> {
        let held = self.held(at, state, operand);
        let keep = |yes: bool| if yes { vec![state.clone()] } else { Vec::new() };
        match held.value {
            Value::Null => keep(!answer),
            Value::Cell(..) | Value::Object(..) | Value::Code(_) | Value::Freed => keep(answer),
            Value::Int => {
                let Some(form) = held.number else { return keep(true) };
                let mut state = state.clone();
                let possible = if answer {
                    self.meet_nonzero(&mut state, &form)
                } else {
                    state.numbers.meet_eq(&form)
                };
                if possible { vec![state] } else { Vec::new() }
            }
            Value::Uninit => Vec::new(),
            Value::Unclaimed(_, true) => keep(answer),
            Value::Unclaimed(which, false) => {
                let value = if answer { Value::Unclaimed(which, true) } else { Value::Null };
                vec![self.settle_unclaimed(state, which, value)]
            }
            Value::Any { .. } => {
                let mut state = state.clone();
                let is_pointer = at.program.types.is_pointer(self.type_of(at, operand));
                if let Some(root) = held.root.filter(|_| is_pointer && !answer) {
                    state.put(root, Value::Null);
                }
                vec![state]
            }
        }
    }

    /// A condition that must hold at a point: whether it can fail is for the caller to say.
    pub(crate) fn condition(&self, at: &Cursor<'_>, state: &State, operand: Operand, out: &mut Checks) -> Vec<State> {
        if !self.is_usable(&self.held(at, state, operand), out) {
            return Vec::new();
        }
        self.truth(at, state, operand, true)
    }

    /// `assert(condition)`.
    pub(crate) fn assertion(
        &self,
        at: &Cursor<'_>,
        state: &State,
        operand: Operand,
        message: &str,
        out: &mut Checks,
    ) -> Vec<State> {
        if !self.is_usable(&self.held(at, state, operand), out) {
            return Vec::new();
        }
        if !self.truth(at, state, operand, false).is_empty() {
            out.open(Rule::AssertFail, format!("`{message}` may not hold"));
        }
        self.truth(at, state, operand, true)
    }
}

/// A pointer so many bytes further on.
fn moved(held: Held, by: Option<i64>) -> Held {
    let value = match (held.value, by) {
        (value, Some(0)) => value,
        (Value::Cell(family, offset), Some(by)) => {
            offset.checked_add(by).map_or(Value::ANY, |offset| Value::Cell(family, offset))
        }
        (Value::Object(object, offset), Some(by)) => {
            offset.checked_add(by).map_or(Value::ANY, |offset| Value::Object(object, offset))
        }
        (Value::Freed, _) => Value::Freed,
        _ => Value::ANY,
    };
    Held { value, root: held.root, number: None }
}

fn compare_numbers(op: BinaryOp, a: i64, b: i64, state: &State) -> Vec<State> {
    let holds = match op {
        BinaryOp::Eq => a == b,
        BinaryOp::Ne => a != b,
        BinaryOp::Lt => a < b,
        BinaryOp::Le => a <= b,
        BinaryOp::Gt => a > b,
        _ => a >= b,
    };
    if holds { vec![state.clone()] } else { Vec::new() }
}

fn negate(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Lt,
        BinaryOp::Gt => BinaryOp::Le,
        _ => BinaryOp::Gt,
    }
}
