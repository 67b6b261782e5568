//! Pointers that are null or lead to a list.
//!
//! In the paper a variable is null if it reaches no cell, so that one system of counters speaks of
//! both cases: a load of the last link then is the same linear map whether or not another cell
//! follows. [`Value::List`] keeps that: null, or the start of a live cell; which of the two it is the
//! counters of its chain say. What needs to know *resolves* the variable: the state is split until every
//! segment of its chain surely has cells or is gone.

use engine::Cursor;
use ir::{Base, Call, Callee, Operand, Rvalue, Stmt, StmtKind, Terminator};

use crate::Lengths;
use crate::names::RootId;
use crate::state::{State, Value};

impl Lengths {
    /// The cases in which it is certain whether a variable is null.
    pub(crate) fn resolve(&self, state: State, root: RootId) -> Vec<State> {
        let Some(Value::List(family)) = state.get(root) else { return vec![state] };
        self.split(state, &|_, segment| segment.family == family && segment.vrv.contains(root))
    }

    /// The cases in which it is certain of all variables, and of all segments that these reach.
    pub(crate) fn resolve_all(&self, state: State) -> Vec<State> {
        let open = state.env.iter().any(|(_, value)| matches!(value, Value::List(_)));
        if !open {
            return vec![state];
        }
        self.split(state, &|state, segment| {
            segment.vrv.roots().any(|root| matches!(state.get(root), Some(Value::List(_))))
        })
    }

    /// Says of every variable that is null or leads to a list which it is, where the counters tell.
    pub(crate) fn decide(&self, state: &mut State) {
        for index in 0..state.env.len() {
            let (root, Value::List(family)) = state.env[index] else { continue };
            let empty = state.chain(family, root).next().is_none();
            let sure = state.chain(family, root).any(|segment| self.has_cells(state, segment));
            if empty {
                state.env[index].1 = Value::Null;
            } else if sure {
                state.env[index].1 = Value::Cell(family, 0);
            }
        }
    }

    /// The cases of a state before a statement that looks at what some pointers are.
    pub(crate) fn resolve_for(&self, at: &Cursor<'_>, stmt: &Stmt, state: State) -> Vec<State> {
        let types = &at.program.types;
        let place = match &stmt.kind {
            // Giving a pointer on needs no decision.
            StmtKind::Assign { value: Rvalue::Use(_), .. } | StmtKind::Dead(_) => return vec![state],
            StmtKind::Assign { dst, value: Rvalue::Convert(_) }
                if types.is_pointer(at.body().locals[*dst].ty) =>
            {
                return vec![state];
            }
            StmtKind::Call(call) if is_length(at, call) => return vec![state],
            StmtKind::Load { place, .. } | StmtKind::Store { place, .. } => place,
            _ => {
                let mut operands = Vec::new();
                stmt.operands(&mut |operand| operands.push(operand));
                return self.resolve_operands(at, &operands, state);
            }
        };
        match place.base {
            Base::Pointer(pointer) => self.resolve_operands(at, &[pointer], state),
            _ => vec![state],
        }
    }

    /// The cases of a state before the way out of a block is chosen.
    pub(crate) fn resolve_for_branch(
        &self,
        at: &Cursor<'_>,
        terminator: &Terminator,
        state: State,
    ) -> Vec<State> {
        match terminator {
            Terminator::Branch { condition, .. } => self.resolve_operands(at, &[*condition], state),
            _ => vec![state],
        }
    }

    fn resolve_operands(&self, at: &Cursor<'_>, operands: &[Operand], state: State) -> Vec<State> {
        let mut states = vec![state];
        for operand in operands {
            let Operand::Local(local) = operand else { continue };
            let root = self.register(at, *local);
            if states.iter().any(|state| matches!(state.get(root), Some(Value::List(_)))) {
                states = states.into_iter().flat_map(|state| self.resolve(state, root)).collect();
            }
        }
        states
    }
}

/// Whether a call is `sw_len`, which asks for a number only.
fn is_length(at: &Cursor<'_>, call: &Call) -> bool {
    matches!(call.callee, Callee::Function(function) if &*at.program.functions[function].name == "sw_len")
}
