//! Which functions are predicates, and which are only a part of one.
//!
//! A call of a predicate on a structure becomes a call in the definition. Everything else that has
//! a body and does not call itself (accessors, tests of numbers) is run in place.

use ir::{Argument, Body, TypeKind};
use ir::{
    BinaryOp, Callee, ConstValue, Destination, FunctionId, Id, IndexVec, LocalId, Operand, Program, Rvalue,
    StmtKind, Terminator,
};

use super::components::components;

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

/// The functions a body calls by name.
fn callees(body: &Body) -> impl Iterator<Item = FunctionId> {
    body.blocks.iter().flat_map(|block| &block.stmts).filter_map(|stmt| match &stmt.kind {
        StmtKind::Call(call) => match call.callee {
            Callee::Function(id) => Some(id),
            Callee::Pointer(_) => None,
        },
        _ => None,
    })
}

/// For each function whether it may call itself, through others too.
fn recursive(program: &Program) -> Vec<bool> {
    let calls: Vec<Vec<usize>> = program
        .functions
        .iter()
        .map(|function| {
            let mut called: Vec<usize> = function.body.iter().flat_map(callees).map(Id::index).collect();
            called.sort_unstable();
            called.dedup();
            called
        })
        .collect();
    let components = components(&calls);
    let mut recursive = vec![false; calls.len()];
    for component in components {
        let one = component.len() == 1;
        for &id in &component {
            recursive[id] = !one || calls[id].contains(&id);
        }
    }
    recursive
}

/// For each function whether all it returns is 0 or 1, as far as its text shows.
fn truths(program: &Program) -> Vec<bool> {
    let is_bool =
        |id: FunctionId| matches!(program.types.kind(program.functions[id].signature.ret), TypeKind::Bool);
    let mut truths: Vec<bool> = program
        .functions
        .enumerate()
        .map(|(id, function)| {
            is_bool(id) || program.types.integer(function.signature.ret).is_some() && function.body.is_some()
        })
        .collect();
    // From above: a function that returns what a call of itself returns adds nothing.
    loop {
        let mut changed = false;
        for (id, function) in program.functions.enumerate() {
            let Some(body) = &*function.body else { continue };
            if truths[id.index()] && !is_bool(id) && !returns_truth(body, &truths) {
                truths[id.index()] = false;
                changed = true;
            }
        }
        if !changed {
            return truths;
        }
    }
}

fn returns_truth(body: &Body, truths: &[bool]) -> bool {
    let mut locals = vec![true; body.locals.len()];
    let holds = |operand: &Operand, locals: &[bool]| match operand {
        Operand::Local(local) => locals[local.index()],
        Operand::Const(constant) => matches!(constant.value, ConstValue::Int(0 | 1)),
    };
    for param in &body.params {
        if let ir::Var::Local(local) = param {
            locals[local.index()] = false;
        }
    }
    loop {
        let mut changed = false;
        let mut deny = |dst: LocalId, locals: &mut Vec<bool>| {
            changed |= std::mem::replace(&mut locals[dst.index()], false);
        };
        for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
            match &stmt.kind {
                StmtKind::Assign { dst, value } => {
                    let truth = match value {
                        Rvalue::Use(operand) | Rvalue::Convert(operand) => holds(operand, &locals),
                        Rvalue::Binary(op, ..) if op.is_comparison() => true,
                        Rvalue::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, a, b) => {
                            holds(a, &locals) && holds(b, &locals)
                        }
                        _ => false,
                    };
                    if !truth {
                        deny(*dst, &mut locals);
                    }
                }
                StmtKind::Call(call) => {
                    if let (Some(Destination::Local(dst)), callee) = (&call.dst, call.callee) {
                        let truth = matches!(callee, Callee::Function(id) if truths[id.index()]);
                        if !truth {
                            deny(*dst, &mut locals);
                        }
                    }
                }
                _ => {
                    let written = stmt.writes().filter(|_| !matches!(stmt.kind, StmtKind::Dead(_)));
                    if let Some(dst) = written {
                        deny(dst, &mut locals);
                    }
                }
            }
        }
        if !changed {
            break;
        }
    }
    body.blocks.iter().all(|block| match &block.terminator {
        Terminator::Return(Some(Argument::Value(operand))) => holds(operand, &locals),
        Terminator::Return(_) => false,
        _ => true,
    })
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
