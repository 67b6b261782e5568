//! A domain small enough to be seen to be right: an interval for each integer register.
//!
//! Memory is not looked at. A comparison that may come out either way gives two states, so that there are
//! disjuncts to keep. A call of a function without a body loses everything.

use std::cell::Cell;
use std::collections::BTreeMap;

use ir::{
    Argument, BinaryOp, Call, Callee, ConstValue, Destination, FunctionId, LocalId, Operand, Program, Rvalue,
    Stmt, StmtKind, Terminator, TypeId, UnaryOp, Var,
};
use model::{Drawing, Memory, Rule};
use shapewright_engine::{
    Checks, Cursor, Edge, Entry, Join, Lost, Outcome, Point, RuleSet, ShapeDomain, Unmet, Widened,
};

use super::interval::{Interval, arithmetic, negated};

/// What registers hold. One that is missing may hold anything, even no value.
pub(crate) type State = BTreeMap<LocalId, Interval>;

/// The register that stands for what a function returns.
const RESULT: LocalId = LocalId(u32::MAX);

/// Intervals for registers.
#[derive(Default)]
pub(crate) struct Intervals {
    /// How often states were merged.
    pub(crate) merges: Cell<u32>,
    /// How often a state took the place of another that it is wider than.
    pub(crate) widenings: Cell<u32>,
    /// Rounds of a loop in which states are kept apart.
    pub(crate) patience: u32,
}

impl Intervals {
    fn range(program: &Program, ty: TypeId) -> Option<Interval> {
        let (bits, signed) = program.types.integer(ty).filter(|(bits, _)| *bits <= 32)?;
        Some(if signed {
            Interval::new(-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
        } else {
            Interval::new(0, (1 << bits) - 1)
        })
    }

    fn value(at: &Cursor<'_>, state: &State, operand: &Operand) -> Option<Interval> {
        match operand {
            Operand::Local(local) => state.get(local).copied(),
            Operand::Const(constant) => match constant.value {
                ConstValue::Int(value) => Some(Interval::new(value, value)),
                _ => Self::range(at.program, constant.ty),
            },
        }
    }

    /// A register holds one of these values, as far as its type has them.
    fn put(at: &Cursor<'_>, state: &mut State, dst: LocalId, value: Option<Interval>) {
        let range = Self::range(at.program, at.body().locals[dst].ty);
        match (value, range) {
            (Some(value), Some(range)) => {
                // What wraps may be anything.
                state.insert(dst, if range.contains(value) { value } else { range });
            }
            _ => {
                state.remove(&dst);
            }
        }
    }

    fn limit(state: &mut State, operand: &Operand, to: Interval) -> bool {
        let Operand::Local(local) = operand else { return true };
        let Some(known) = state.get_mut(local) else { return true };
        match known.meet(to) {
            Some(both) => {
                *known = both;
                true
            }
            None => false,
        }
    }

    /// The states after a comparison: where it holds, and where not.
    fn compare(
        at: &Cursor<'_>,
        state: &State,
        dst: LocalId,
        op: BinaryOp,
        sides: [&Operand; 2],
    ) -> Vec<State> {
        let [lhs, rhs] = sides;
        let (Some(x), Some(y)) = (Self::value(at, state, lhs), Self::value(at, state, rhs)) else {
            let mut state = state.clone();
            Self::put(at, &mut state, dst, Some(Interval::new(0, 1)));
            return vec![state];
        };
        let mut after = Vec::new();
        for (answer, op) in [(1, op), (0, negated(op))] {
            let mut state = state.clone();
            let (below, above) = (i128::MIN / 4, i128::MAX / 4);
            let possible = match op {
                BinaryOp::Eq => {
                    Self::limit(&mut state, lhs, y) && Self::limit(&mut state, rhs, x) && x.meet(y).is_some()
                }
                BinaryOp::Ne => !(x == y && x.low == x.high),
                BinaryOp::Lt => {
                    x.low < y.high
                        && Self::limit(&mut state, lhs, Interval::new(below, y.high - 1))
                        && Self::limit(&mut state, rhs, Interval::new(x.low + 1, above))
                }
                BinaryOp::Le => {
                    x.low <= y.high
                        && Self::limit(&mut state, lhs, Interval::new(below, y.high))
                        && Self::limit(&mut state, rhs, Interval::new(x.low, above))
                }
                BinaryOp::Gt => {
                    x.high > y.low
                        && Self::limit(&mut state, lhs, Interval::new(y.low + 1, above))
                        && Self::limit(&mut state, rhs, Interval::new(below, x.high - 1))
                }
                _ => {
                    x.high >= y.low
                        && Self::limit(&mut state, lhs, Interval::new(y.low, above))
                        && Self::limit(&mut state, rhs, Interval::new(below, x.high))
                }
            };
            if possible {
                Self::put(at, &mut state, dst, Some(Interval::new(answer, answer)));
                after.push(state);
            }
        }
        after
    }

    /// The state in which a condition has this answer, if there is one.
    fn decide(at: &Cursor<'_>, state: &State, condition: &Operand, answer: bool) -> Option<State> {
        let mut state = state.clone();
        let Some(value) = Self::value(at, &state, condition) else { return Some(state) };
        let zero = Interval::new(0, 0);
        if answer {
            return (value != zero).then_some(state);
        }
        value.meet(zero)?;
        Self::limit(&mut state, condition, zero).then_some(state)
    }

    fn lost(at: &Cursor<'_>, why: &str) -> Lost {
        Lost { span: at.span(), why: why.into() }
    }
}

impl ShapeDomain for Intervals {
    type State = State;
    type Frame = State;

    fn name(&self) -> &'static str {
        "intervals"
    }

    fn rules(&self) -> RuleSet {
        RuleSet::of(&[Rule::AssertFail])
    }

    fn entry(&self, _: &Program, _: &Entry) -> Outcome<Vec<State>> {
        Ok(vec![State::new()])
    }

    fn step(&self, at: &Cursor<'_>, stmt: &Stmt, mut state: State, out: &mut Checks) -> Outcome<Vec<State>> {
        let any = |dst: LocalId| Self::range(at.program, at.body().locals[dst].ty);
        match &stmt.kind {
            StmtKind::Assign { dst, value } => match value {
                Rvalue::Use(operand) | Rvalue::Convert(operand) => {
                    let value = Self::value(at, &state, operand);
                    Self::put(at, &mut state, *dst, value);
                }
                Rvalue::Unary(UnaryOp::Neg, operand) => {
                    let zero = Interval::new(0, 0);
                    let value =
                        Self::value(at, &state, operand).and_then(|x| arithmetic(BinaryOp::Sub, zero, x));
                    Self::put(at, &mut state, *dst, value);
                }
                Rvalue::Binary(op, lhs, rhs) if op.is_comparison() => {
                    return Ok(Self::compare(at, &state, *dst, *op, [lhs, rhs]));
                }
                Rvalue::Binary(op, lhs, rhs) => {
                    let sides = Self::value(at, &state, lhs).zip(Self::value(at, &state, rhs));
                    let range = any(*dst);
                    let mut value = sides.and_then(|(x, y)| arithmetic(*op, x, y)).or(range);
                    if range.is_some_and(|range| range.low < 0) {
                        // Runs in which signed arithmetic overflows are outside the claim.
                        value = value.zip(range).and_then(|(value, range)| value.meet(range)).or(range);
                    }
                    Self::put(at, &mut state, *dst, value);
                }
                _ => {
                    state.remove(dst);
                }
            },
            StmtKind::Nondet { dst, .. } => Self::put(at, &mut state, *dst, any(*dst)),
            StmtKind::Load { dst, .. } | StmtKind::Alloc { dst, .. } => {
                state.remove(dst);
            }
            StmtKind::Assert { condition, .. } => {
                if Self::decide(at, &state, condition, false).is_some() {
                    out.open(Rule::AssertFail, "the assertion may fail");
                }
                return Ok(Self::decide(at, &state, condition, true).into_iter().collect());
            }
            StmtKind::Assume(condition) => {
                return Ok(Self::decide(at, &state, condition, true).into_iter().collect());
            }
            StmtKind::Dead(Var::Local(local)) => {
                state.remove(local);
            }
            StmtKind::Call(call) => {
                return match call.callee {
                    Callee::Function(id) if &*at.program.functions[id].name == "abort" => Ok(Vec::new()),
                    _ => Err(Self::lost(at, "an unknown function is called")),
                };
            }
            StmtKind::Store { .. } | StmtKind::Live { .. } | StmtKind::Dead(_) => {}
            _ => return Err(Self::lost(at, "not an integer")),
        }
        Ok(vec![state])
    }

    fn follow(
        &self,
        at: &Cursor<'_>,
        terminator: &Terminator,
        before: State,
        _: &mut Checks,
    ) -> Outcome<Vec<(Edge, State)>> {
        let way = |index: usize| match terminator {
            Terminator::Branch { condition, .. } => Self::decide(at, &before, condition, index == 0),
            Terminator::Switch { value, cases, .. } if index < cases.len() => {
                let mut state = before.clone();
                let case = Interval::new(cases[index].low, cases[index].high);
                let possible = Self::value(at, &state, value).is_none_or(|value| value.meet(case).is_some());
                (possible && Self::limit(&mut state, value, case)).then_some(state)
            }
            _ => Some(before.clone()),
        };
        let ways = 0..terminator.successors().len();
        Ok(ways.filter_map(|index| way(index).map(|state| (Edge { index }, state))).collect())
    }

    fn leave(
        &self,
        at: &Cursor<'_>,
        value: Option<&Argument>,
        before: State,
        _: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let mut exit = State::new();
        if let Some(Argument::Value(operand)) = value
            && let Some(value) = Self::value(at, &before, operand)
        {
            exit.insert(RESULT, value);
        }
        Ok(vec![exit])
    }

    fn forget(
        &self,
        _: &Cursor<'_>,
        dead: &[LocalId],
        mut state: State,
        _: &mut Checks,
    ) -> Outcome<Vec<State>> {
        state.retain(|local, _| !dead.contains(local));
        Ok(vec![state])
    }

    fn callees(&self, _: &Cursor<'_>, call: &Call, _: &State) -> Option<Vec<FunctionId>> {
        match call.callee {
            Callee::Function(callee) => Some(vec![callee]),
            Callee::Pointer(_) => None,
        }
    }

    fn enter(
        &self,
        at: &Cursor<'_>,
        call: &Call,
        callee: FunctionId,
        before: &State,
        _: &mut Checks,
    ) -> Outcome<Vec<(State, State)>> {
        let body = at.program.functions[callee].body.as_ref().expect("a function with a body");
        let mut entry = State::new();
        for (param, argument) in body.params.iter().zip(&call.args) {
            if let (Var::Local(param), Argument::Value(operand)) = (param, argument)
                && let Some(value) = Self::value(at, before, operand)
            {
                entry.insert(*param, value);
            }
        }
        Ok(vec![(entry, before.clone())])
    }

    fn resume(
        &self,
        at: &Cursor<'_>,
        call: &Call,
        frame: &State,
        exit: &State,
        _: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let mut state = frame.clone();
        if let Some(Destination::Local(dst)) = &call.dst {
            Self::put(at, &mut state, *dst, exit.get(&RESULT).copied());
        }
        Ok(vec![state])
    }

    fn ensure(&self, _: &Program, _: FunctionId, _: &State) -> Outcome<Vec<Unmet>> {
        Ok(Vec::new())
    }

    fn covers(&self, larger: &State, smaller: &State) -> bool {
        larger.iter().all(|(local, value)| smaller.get(local).is_some_and(|other| value.contains(*other)))
    }

    fn widen(&self, known: &[&State], arrived: State, at: Join) -> Widened<State> {
        if known.iter().any(|state| self.covers(state, &arrived)) {
            return Widened::Covered;
        }
        let apart = match at {
            Join::Plain => true,
            Join::Loop { round } => round <= self.patience,
            Join::Recursion => false,
        };
        if apart || known.is_empty() {
            return Widened::Add(arrived);
        }
        self.widenings.set(self.widenings.get() + 1);
        let wider = hull(known[0], &arrived).into_iter().map(|(local, value)| {
            let before = known[0][&local];
            (local, before.widen(value))
        });
        Widened::Replace(0, wider.collect())
    }

    fn merge(&self, states: Vec<State>, _: usize) -> Vec<State> {
        self.merges.set(self.merges.get() + 1);
        states.into_iter().reduce(|a, b| hull(&a, &b)).into_iter().collect()
    }

    fn admits(&self, program: &Program, point: Point, state: &State, memory: &Memory) -> bool {
        let Some(frame) = memory.frames.last().filter(|frame| frame.function == point.function) else {
            return true;
        };
        let body = program.functions[point.function].body.as_ref().expect("the function runs");
        state.iter().all(|(local, interval)| {
            let (bits, signed) = program.types.integer(body.locals[*local].ty).expect("an integer register");
            let value = memory.register(frame, *local);
            let number = value.as_int(bits, signed);
            value.is_defined() && interval.contains(Interval::new(number, number))
        })
    }

    fn draw(&self, _: &Program, _: Point, _: &State) -> Drawing {
        Drawing::default()
    }
}

/// The least state that describes both.
fn hull(a: &State, b: &State) -> State {
    a.iter().filter_map(|(local, x)| b.get(local).map(|y| (*local, x.hull(*y)))).collect()
}
