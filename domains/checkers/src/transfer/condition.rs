//! Comparisons, branches and assertions: the parts of a state in which something holds.
//!
//! A comparison splits the state in two, one for each answer, with the answer as the value of its
//! register.

use engine::{Checks, Cursor};
use ir::{AssertKind, BinaryOp, LocalId, Operand};
use logic::Form;

use crate::Checkers;
use crate::heap::state::difference;
use crate::heap::{Region, Root, State, Term, Value};

impl Checkers {
    pub(super) fn compare(
        &self,
        at: &Cursor<'_>,
        state: State,
        dst: LocalId,
        op: BinaryOp,
        a: Operand,
        b: Operand,
    ) -> Vec<State> {
        let mut states = Vec::new();
        for answer in [true, false] {
            let op = if answer { op } else { negate(op) };
            for mut state in self.where_holds(at, state.clone(), op, a, b) {
                state.set_root(Root::Register(dst), Value::Known(Term::constant(i64::from(answer))));
                states.push(state);
            }
        }
        states
    }

    fn where_holds(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        op: BinaryOp,
        a: Operand,
        b: Operand,
    ) -> Vec<State> {
        let types = &at.program.types;
        let ty = self.type_of(at, a);
        if types.is_float(ty) {
            return vec![state];
        }
        let (x, y) = (self.operand(at, &mut state, a), self.operand(at, &mut state, b));
        let (Value::Known(x), Value::Known(y)) = (x, y) else { return vec![state] };
        if types.is_pointer(ty) {
            self.pointers_hold(state, op, x, y)
        } else {
            self.numbers_hold(state, op, x, y)
        }
    }

    pub(crate) fn numbers_hold(&self, mut state: State, op: BinaryOp, x: Term, y: Term) -> Vec<State> {
        let at_least = |state: &mut State, a: Term, b: Term, more: i128| {
            // a - b - more >= 0
            let form = difference(a, b).and_then(|form| form.add_scaled(1, &Form::constant(-more)));
            form.is_none_or(|form| {
                let possible = self.greatest(state, &form).is_none_or(|greatest| greatest >= 0);
                possible && state.pure.guard_ge(&form)
            })
        };
        let possible = match op {
            BinaryOp::Eq => return self.equate(state, x, y),
            BinaryOp::Ne if self.proves_eq(&state, x, y) => false,
            BinaryOp::Ne => state.guard_ne(x, y),
            BinaryOp::Lt => at_least(&mut state, y, x, 1),
            BinaryOp::Le => at_least(&mut state, y, x, 0),
            BinaryOp::Gt => at_least(&mut state, x, y, 1),
            _ => at_least(&mut state, x, y, 0),
        };
        if possible { vec![state] } else { Vec::new() }
    }

    pub(crate) fn pointers_hold(&self, mut state: State, op: BinaryOp, x: Term, y: Term) -> Vec<State> {
        if let Some(states) = self.parts_hold(&state, op, x, y) {
            return states;
        }
        if let Some(states) = self.insides_hold(&state, op, x, y) {
            return states;
        }
        match op {
            BinaryOp::Eq => {
                if self.proves_ne(&state, x, y) && !self.may_touch(&state, x, y) {
                    return Vec::new();
                }
                // A pointer just behind an object may have the address of the next one, and a stale one that
                // of anything: the comparison says nothing of what they point to.
                if self.may_touch(&state, x, y) {
                    return vec![state];
                }
                self.equate(state, x, y)
            }
            BinaryOp::Ne => {
                if self.proves_eq(&state, x, y) && x.base == y.base {
                    return Vec::new();
                }
                if self.may_touch(&state, x, y) || self.proves_ne(&state, x, y) {
                    return vec![state];
                }
                if self.proves_eq(&state, x, y) || !state.guard_ne(x, y) {
                    return Vec::new();
                }
                vec![state]
            }
            _ if x.base == y.base => {
                let holds = match op {
                    BinaryOp::Lt => x.offset < y.offset,
                    BinaryOp::Le => x.offset <= y.offset,
                    BinaryOp::Gt => x.offset > y.offset,
                    _ => x.offset >= y.offset,
                };
                if holds { vec![state] } else { Vec::new() }
            }
            _ => vec![state],
        }
    }

    /// Compares pointers of which one leads into an object at an offset that is not constant. Within one object offsets are compared. Where
    /// the objects differ nothing is learnt: a pointer just behind one may be the address of the next.
    fn insides_hold(&self, state: &State, op: BinaryOp, x: Term, y: Term) -> Option<Vec<State>> {
        let bare = |term: Term| term.base.is_some_and(|base| state.region(base).is_none());
        if x.base == y.base || !bare(x) && !bare(y) {
            return None;
        }
        let is_equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
        match (state.object_of(x), state.object_of(y)) {
            (Some((a, _)), Some((b, _))) if a == b => Some(self.numbers_hold(state.clone(), op, x, y)),
            (Some(_), None) if y == Term::NULL && is_equality => {
                Some(if op == BinaryOp::Ne { vec![state.clone()] } else { Vec::new() })
            }
            (None, Some(_)) if x == Term::NULL && is_equality => {
                Some(if op == BinaryOp::Ne { vec![state.clone()] } else { Vec::new() })
            }
            (Some(_), _) if bare(x) => Some(vec![state.clone()]),
            (_, Some(_)) if bare(y) => Some(vec![state.clone()]),
            _ => None,
        }
    }

    /// Whether two pointers may compare either way though they point to different objects: one of them is stale, or outside of
    /// its object, or they are literals that may be one object.
    fn may_touch(&self, state: &State, x: Term, y: Term) -> bool {
        let stale = |term: Term| term.base.is_some_and(|base| state.is_dead(base));
        let outside = |term: Term| {
            term.base.is_some_and(|base| match state.region(base) {
                Some(Region::Block(block)) => !crate::heap::apart::is_inside(block, term.offset),
                _ => false,
            })
        };
        let null = |term: Term| term == Term::NULL;
        let apart = || difference(x, y).is_some_and(|form| state.pure.proves_ne(&form));
        let merged = || match (x.base.and_then(|x| state.block(x)), y.base.and_then(|y| state.block(y))) {
            (Some(one), Some(two)) => self.may_be_merged((one, x.offset), (two, y.offset)),
            _ => false,
        };
        let either = (stale(x) || stale(y)) && !apart() || outside(x) || outside(y) || merged();
        x.base != y.base && !null(x) && !null(y) && either
    }

    /// The parts of a state in which an operand is true or false.
    pub(crate) fn where_truth(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        operand: Operand,
        answer: bool,
    ) -> Vec<State> {
        let op = if answer { BinaryOp::Ne } else { BinaryOp::Eq };
        let ty = self.type_of(at, operand);
        match self.operand(at, &mut state, operand) {
            Value::Known(term) if at.program.types.is_pointer(ty) => {
                self.pointers_hold(state, op, term, Term::NULL)
            }
            Value::Known(term) if !at.program.types.is_float(ty) => {
                self.numbers_hold(state, op, term, Term::NULL)
            }
            _ => vec![state],
        }
    }

    /// The parts of a state in which a number is within bounds.
    pub(super) fn where_within(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        operand: Operand,
        low: i128,
        high: i128,
    ) -> Vec<State> {
        let Value::Known(term) = self.operand(at, &mut state, operand) else { return vec![state] };
        let (Ok(low), Ok(high)) = (i64::try_from(low), i64::try_from(high)) else { return vec![state] };
        if low == high {
            return self.numbers_hold(state, BinaryOp::Eq, term, Term::constant(low));
        }
        let above = self.numbers_hold(state, BinaryOp::Ge, term, Term::constant(low));
        above
            .into_iter()
            .flat_map(|state| self.numbers_hold(state, BinaryOp::Le, term, Term::constant(high)))
            .collect()
    }

    /// The parts of a state in which a number is not within bounds.
    pub(super) fn where_outside(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        operand: Operand,
        low: i128,
        high: i128,
    ) -> Vec<State> {
        let Value::Known(term) = self.operand(at, &mut state, operand) else { return vec![state] };
        let (Ok(low), Ok(high)) = (i64::try_from(low), i64::try_from(high)) else { return vec![state] };
        if low == high {
            return self.numbers_hold(state, BinaryOp::Ne, term, Term::constant(low));
        }
        let mut states = self.numbers_hold(state.clone(), BinaryOp::Lt, term, Term::constant(low));
        states.extend(self.numbers_hold(state, BinaryOp::Gt, term, Term::constant(high)));
        states
    }

    pub(super) fn assume(
        &self,
        at: &Cursor<'_>,
        state: State,
        operand: Operand,
        out: &mut Checks,
    ) -> Vec<State> {
        if !self.is_usable(at, &state, operand, out) {
            return Vec::new();
        }
        self.where_truth(at, state, operand, true)
    }

    pub(super) fn assertion(
        &self,
        at: &Cursor<'_>,
        state: State,
        operand: Operand,
        asserted: (AssertKind, &str),
        out: &mut Checks,
    ) -> Vec<State> {
        if asserted.0 == AssertKind::Truth {
            return self.is_bool(at, state, operand, asserted, out);
        }
        if !self.is_usable(at, &state, operand, out) {
            return Vec::new();
        }
        if !self.where_truth(at, state.clone(), operand, false).is_empty() {
            out.open_assertion(asserted);
        }
        self.where_truth(at, state, operand, true)
    }
}

impl Checkers {
    /// The states in which a byte is 0 or 1, or was never written.
    fn is_bool(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        operand: Operand,
        asserted: (AssertKind, &str),
        out: &mut Checks,
    ) -> Vec<State> {
        let term = match self.operand(at, &mut state, operand) {
            Value::Uninit => return vec![state],
            Value::Known(term) => term,
            Value::Any | Value::Unsure => {
                out.open_assertion(asserted);
                return vec![state];
            }
        };
        if !self.numbers_hold(state.clone(), BinaryOp::Gt, term, Term::constant(1)).is_empty() {
            out.open_assertion(asserted);
        }
        self.numbers_hold(state, BinaryOp::Le, term, Term::constant(1))
    }
}

/// The comparison that holds where another does not.
fn negate(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Le => BinaryOp::Gt,
        BinaryOp::Gt => BinaryOp::Le,
        _ => BinaryOp::Lt,
    }
}
