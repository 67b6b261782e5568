//! Comparisons, truth and assertions: the part of a state in which something holds.

use engine::{Checks, Cursor};
use ir::{AssertKind, BinaryOp, Operand};
use logic::Linear;

use crate::Lengths;
use crate::names::{Object, Root, RootId};
use crate::operand::Held;
use crate::state::{State, Value};

impl Lengths {
    /// A comparison: the states for each answer, with the answer in the variable.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn compare(
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
            self.bind_answer(at, &mut state, root, answer, out);
            return vec![state];
        }
        let mut states = Vec::new();
        for answer in [true, false] {
            for mut state in self.holds(at, &state, op, a, b, answer) {
                self.bind_answer(at, &mut state, root, answer, out);
                states.push(state);
            }
        }
        states
    }

    fn bind_answer(&self, at: &Cursor<'_>, state: &mut State, root: RootId, answer: bool, out: &mut Checks) {
        let answer = i64::from(answer);
        match self.names.root_of(root) {
            Root::Register(_, local) if at.body().locals[local].is_temporary() => {
                self.clear_reporting(state, root, out);
                state.put(root, Value::Known(answer));
            }
            _ => self.bind(state, root, &Held::int(Linear::constant(answer)), out),
        }
    }

    /// The answer of a comparison, if it is plain that there is only one.
    fn decided(&self, at: &Cursor<'_>, state: &State, op: BinaryOp, a: Operand, b: Operand) -> Option<bool> {
        let (x, y) = (self.held(at, state, a), self.held(at, state, b));
        let nonnull = |held: &Held| self.is_nonnull(at, state, held.value);
        match (x.value, y.value, op) {
            (Value::Null, Value::Null, BinaryOp::Eq | BinaryOp::Ne) => Some(op == BinaryOp::Eq),
            (Value::Null, _, BinaryOp::Eq | BinaryOp::Ne) if nonnull(&y) => Some(op == BinaryOp::Ne),
            (_, Value::Null, BinaryOp::Eq | BinaryOp::Ne) if nonnull(&x) => Some(op == BinaryOp::Ne),
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
    fn holds(
        &self,
        at: &Cursor<'_>,
        state: &State,
        op: BinaryOp,
        a: Operand,
        b: Operand,
        answer: bool,
    ) -> Vec<State> {
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
            let rest = form.add_scaled(-1, &Linear::constant(1));
            return rest.is_none_or(|rest| state.numbers.meet_ge(&rest));
        }
        if high == Some(0) {
            return Linear::constant(-1).add_scaled(-1, form).is_none_or(|form| state.numbers.meet_ge(&form));
        }
        true
    }

    fn holds_for_pointers(
        &self,
        at: &Cursor<'_>,
        state: &State,
        op: BinaryOp,
        x: &Held,
        y: &Held,
    ) -> Vec<State> {
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
            self.extent_of(at.program, state, object)
                .is_none_or(|extent| offset < 0 || offset >= extent.size as i64)
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
                for case in self.at_cell(state.clone(), f, a) {
                    for case in self.at_cell(case, f, b) {
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
            (Value::Null, value) | (value, Value::Null) if self.is_nonnull(at, state, value) => {
                decided(false)
            }
            (Value::Object(Object::Global(a), i), Value::Object(Object::Global(b), j))
                if at.program.may_be_merged((a, i), (b, j)) =>
            {
                both()
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
            (Value::Unclaimed(which, nonnull), Value::Null)
            | (Value::Null, Value::Unclaimed(which, nonnull)) => match op {
                BinaryOp::Eq if nonnull => Vec::new(),
                BinaryOp::Eq => vec![self.settle_unclaimed(state, which, Value::Null)],
                BinaryOp::Ne => {
                    vec![self.settle_unclaimed(state, which, Value::Unclaimed(which, true))]
                }
                _ => both(),
            },
            (Value::Unclaimed(a, _), Value::Unclaimed(b, _)) if a == b => compare_numbers(op, 0, 0, state),
            (Value::Any { .. }, Value::Null) | (Value::Null, Value::Any { .. }) if op == BinaryOp::Eq => {
                let any = if matches!(x.value, Value::Any { .. }) { x.root } else { y.root };
                let mut state = state.clone();
                if let Some(root) = any {
                    state.put(root, Value::Null);
                }
                vec![state]
            }
            _ => both(),
        }
    }

    /// Whether a pointer surely is not null: it leads to something, or just behind it.
    fn is_nonnull(&self, at: &Cursor<'_>, state: &State, value: Value) -> bool {
        match value {
            Value::Code(_) | Value::Freed => true,
            Value::Cell(family, offset) => (0..=self.names.family(family).size as i64).contains(&offset),
            Value::Object(object, offset) => self
                .extent_of(at.program, state, object)
                .is_some_and(|extent| (0..=extent.size as i64).contains(&offset)),
            _ => false,
        }
    }

    /// The parts of a state in which an operand is true, and in which it is false.
    pub(crate) fn both_truths(
        &self,
        at: &Cursor<'_>,
        state: State,
        operand: Operand,
    ) -> (Vec<State>, Vec<State>) {
        let held = self.held(at, &state, operand);
        let answer = match held.value {
            Value::Null => Some(false),
            Value::Int => {
                held.number.as_ref().and_then(|form| state.numbers.constant(form)).map(|value| value != 0)
            }
            value => self.is_nonnull(at, &state, value).then_some(true),
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
        if self.is_nonnull(at, state, held.value) {
            return keep(answer);
        }
        match held.value {
            Value::Null => keep(!answer),
            Value::Cell(..) | Value::Object(..) | Value::Code(_) | Value::Freed => keep(true),
            Value::Int | Value::Known(_) => {
                let Some(form) = held.number else { return keep(true) };
                let mut state = state.clone();
                let possible =
                    if answer { self.meet_nonzero(&mut state, &form) } else { state.numbers.meet_eq(&form) };
                if possible { vec![state] } else { Vec::new() }
            }
            Value::List(_) => {
                let cases = held.root.map_or(Vec::new(), |root| self.resolve(state.clone(), root));
                let known = |case: &State| !matches!(self.held(at, case, operand).value, Value::List(_));
                cases
                    .into_iter()
                    .flat_map(
                        |case| if known(&case) { self.truth(at, &case, operand, answer) } else { vec![case] },
                    )
                    .collect()
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
    pub(crate) fn condition(
        &self,
        at: &Cursor<'_>,
        state: &State,
        operand: Operand,
        out: &mut Checks,
    ) -> Vec<State> {
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
        asserted: (AssertKind, &str),
        out: &mut Checks,
    ) -> Vec<State> {
        if asserted.0 == AssertKind::Truth {
            // A byte is 0 or 1, or was never written.
            let held = self.held(at, state, operand);
            let one = Linear::constant(1);
            let above = match (&held.value, &held.number) {
                (Value::Uninit, _) => return vec![state.clone()],
                (_, Some(byte)) => !self.holds_for_numbers(state, BinaryOp::Gt, byte, &one, None).is_empty(),
                _ => true,
            };
            if above {
                out.open_assertion(asserted);
            }
            return match &held.number {
                Some(byte) => self.holds_for_numbers(state, BinaryOp::Le, byte, &one, None),
                None => vec![state.clone()],
            };
        }
        if !self.is_usable(&self.held(at, state, operand), out) {
            return Vec::new();
        }
        if !self.truth(at, state, operand, false).is_empty() {
            out.open_assertion(asserted);
        }
        self.truth(at, state, operand, true)
    }
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
