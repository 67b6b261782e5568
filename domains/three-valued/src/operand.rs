//! What operands hold, and giving variables values.

use engine::{Checks, Cursor, Lost, Outcome};
use ir::{Const, ConstValue, LocalId, Operand, Symbol, TypeId};
use model::Rule;

use crate::ThreeValued;
use crate::focus::Attempt;
use crate::heap::Garbage;
use crate::state::{Root, State, Value};

impl ThreeValued {
    pub(crate) fn lost<T>(&self, at: &Cursor<'_>, why: &str) -> Outcome<T> {
        Err(Lost { span: at.span(), why: why.into() })
    }

    /// What was tried, or that nothing is known from here on.
    pub(crate) fn or_lost<T>(&self, at: &Cursor<'_>, attempt: Attempt<T>) -> Outcome<T> {
        attempt.map_err(|why| Lost { span: at.span(), why: why.into() })
    }

    pub(crate) fn register(&self, at: &Cursor<'_>, local: LocalId) -> Root {
        Root::Register(at.point.function, local)
    }

    pub(crate) fn held(&self, at: &Cursor<'_>, state: &State, operand: Operand) -> Value {
        match operand {
            Operand::Local(local) => {
                state.get(self.register(at, local)).unwrap_or(Value::Any { written: false })
            }
            Operand::Const(constant) => self.constant(at, &constant),
        }
    }

    fn constant(&self, at: &Cursor<'_>, constant: &Const) -> Value {
        let is_pointer = at.program.types.is_pointer(constant.ty);
        match constant.value {
            ConstValue::Int(0) if is_pointer => Value::Null,
            ConstValue::Int(value) if !is_pointer => i64::try_from(value).map_or(Value::ANY, Value::Known),
            ConstValue::Address { symbol: Symbol::Global(global), offset } => Value::Static(global, offset),
            ConstValue::Address { symbol: Symbol::Function(function), offset: 0 } => Value::Code(function),
            _ => Value::ANY,
        }
    }

    pub(crate) fn type_of(&self, at: &Cursor<'_>, operand: Operand) -> TypeId {
        match operand {
            Operand::Local(local) => at.body().locals[local].ty,
            Operand::Const(constant) => constant.ty,
        }
    }

    /// A value that was never written must not decide anything. Whether execution can go on.
    pub(crate) fn is_usable(&self, value: Value, out: &mut Checks) -> bool {
        match value {
            Value::Uninit => {
                out.open(Rule::Uninitialized, "a value is used that was never set");
                false
            }
            Value::Any { written: false } => {
                out.open(Rule::Uninitialized, "a value is used that may never have been set");
                true
            }
            _ => true,
        }
    }

    /// The states after variables have changed: what nothing leads to any more is told and dropped.
    pub(crate) fn finish(&self, at: &Cursor<'_>, state: State, out: &mut Checks) -> Outcome<Vec<State>> {
        if state.broken {
            out.open(Rule::AssertFail, "a constraint of the predicates may not be kept here");
            return self.lost(at, "a constraint of the predicates may not be kept here");
        }
        let mut finished = Vec::new();
        for (mut state, garbage) in self.or_lost(at, self.collect(state))? {
            if garbage == Garbage::Lost {
                out.open(Rule::Leak, "a block can no longer be reached");
            }
            crate::blur::blur(&self.vocabulary, &mut state);
            finished.push(state);
        }
        Ok(finished)
    }

    /// The states after cells have changed.
    pub(crate) fn finish_heap(
        &self,
        at: &Cursor<'_>,
        states: Vec<State>,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let mut finished = Vec::new();
        for mut state in states {
            if self.coerce(&mut state, false, false) {
                finished.extend(self.finish(at, state, out)?);
            }
        }
        Ok(finished)
    }

    /// Gives a register a value.
    pub(crate) fn bind(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        dst: LocalId,
        value: Value,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let root = self.register(at, dst);
        let concerns_cells =
            [state.get(root), Some(value)].iter().any(|v| v.is_some_and(|v| v.individual().is_some()));
        state.put(root, value);
        if concerns_cells { self.finish(at, state, out) } else { Ok(vec![state]) }
    }

    /// The same in a state whose cells may have changed.
    pub(crate) fn rebind(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        dst: LocalId,
        value: Value,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        state.put(self.register(at, dst), value);
        self.finish(at, state, out)
    }
}
