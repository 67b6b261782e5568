//! Which functions are predicates, and which are only a part of one.
//!
//! A call of a predicate on a structure becomes a call in the definition. Everything else that has
//! a body and does not call itself (accessors, tests of numbers) is run in place.

use engine::{recursive, truths};
use ir::{Argument, Body, FunctionId, Id, IndexVec, Operand, Program, StmtKind};

/// What a call of a function means to a checker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// It is a checker.
    Checker,
    /// It is run in place.
    Inline,
    /// It calls itself but gives no truth value.
    Recursive,
    /// There is nothing to run.
    Unknown,
}

/// What is known of the functions of a program.
pub(super) struct Functions {
    roles: IndexVec<FunctionId, Role>,
    recursive: Vec<bool>,
}

impl Functions {
    pub(super) fn of(program: &Program) -> Self {
        let recursive = recursive(program);
        let truths = truths(program);
        let role = |(id, function): (FunctionId, &ir::Function)| {
            let Some(body) = &*function.body else { return Role::Unknown };
            let first = function.signature.params.first();
            let on_structure = first.is_some_and(|ty| program.types.is_pointer(*ty));
            // What our header makes of `sw_invariant` only passes arguments on.
            if function.name.starts_with("__sw_") {
                return Role::Inline;
            }
            match (truths[id.index()], recursive[id.index()]) {
                (true, true) => Role::Checker,
                (true, false) if on_structure && !traverses_others(body) => Role::Checker,
                (false, true) => Role::Recursive,
                (_, false) => Role::Inline,
            }
        };
        let roles = program.functions.enumerate().map(role).collect();
        Self { roles, recursive }
    }

    /// Whether it is a checker that calls itself.
    pub(super) fn is_recursive_checker(&self, function: FunctionId) -> bool {
        self.roles[function] == Role::Checker && self.recursive[function.index()]
    }

    pub(super) fn role(&self, function: FunctionId) -> Role {
        self.roles[function]
    }
}

/// Whether a body looks into, or calls something on, a parameter that is not the first.
fn traverses_others(body: &Body) -> bool {
    let others: Vec<Operand> = body
        .params
        .iter()
        .skip(1)
        .filter_map(|param| match param {
            ir::Var::Local(local) => Some(Operand::Local(*local)),
            ir::Var::Slot(_) => None,
        })
        .collect();
    body.blocks.iter().flat_map(|block| &block.stmts).any(|stmt| match &stmt.kind {
        StmtKind::Load { place, .. } => {
            matches!(place.base, ir::Base::Pointer(pointer) if others.contains(&pointer))
        }
        StmtKind::Call(call) => {
            matches!(call.args.first(), Some(Argument::Value(first)) if others.contains(first))
        }
        _ => false,
    })
}
