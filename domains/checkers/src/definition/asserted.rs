//! Predicates that are used outside of contracts.

use ir::{Call, Callee, FunctionId, Program, Role as Made, Stmt, StmtKind};

use super::functions::{Functions, Role};

/// Whether there is a contract, an assertion or an assumption.
pub(super) fn speaks_of_predicates(program: &Program) -> bool {
    let asserts = |function: &ir::Function| {
        let blocks = function.body.iter().flat_map(|body| body.blocks.iter());
        let mut stmts = blocks.flat_map(|block| &block.stmts);
        stmts.any(|stmt| matches!(stmt.kind, StmtKind::Assert { .. } | StmtKind::Assume(_)))
    };
    program.functions.iter().any(|function| function.contract.is_some() || asserts(function))
}

/// The predicates on structures that are called in assertions and assumptions.
pub(super) fn asserted(program: &Program, functions: &Functions) -> Vec<FunctionId> {
    let clauses = program.assertion_clauses();
    let mut found = Vec::new();
    for (id, function) in program.functions.enumerate() {
        let Some(body) = &*function.body else { continue };
        let calls: Vec<&Call> = if clauses.binary_search(&id).is_ok() {
            body.blocks.iter().flat_map(|block| &block.stmts).filter_map(call_of).collect()
        } else if function.role == Made::Ordinary {
            let asked = body.asserted_calls();
            let stmt = |asked: &ir::AssertedCall| &body.blocks[asked.call.0].stmts[asked.call.1 as usize];
            asked.iter().filter_map(|asked| call_of(stmt(asked))).collect()
        } else {
            continue;
        };
        for call in calls {
            // A segment is told its checkers.
            let given = call.args.iter().filter_map(|arg| match arg {
                ir::Argument::Value(ir::Operand::Const(constant)) => match constant.value {
                    ir::ConstValue::Address { symbol: ir::Symbol::Function(id), .. } => Some(id),
                    _ => None,
                },
                _ => None,
            });
            let named = match call.callee {
                Callee::Function(callee) => Some(callee),
                Callee::Pointer(_) => None,
            };
            for callee in named.into_iter().chain(given) {
                let first = program.functions[callee].signature.params.first();
                let checks = functions.role(callee) == Role::Checker
                    && first.is_some_and(|ty| program.types.is_pointer(*ty));
                if checks && !found.contains(&callee) {
                    found.push(callee);
                }
            }
        }
    }
    found
}

fn call_of(stmt: &Stmt) -> Option<&Call> {
    match &stmt.kind {
        StmtKind::Call(call) => Some(call),
        _ => None,
    }
}

/// The predicates that call themselves on structures.
pub(super) fn recursive(program: &Program, functions: &Functions) -> Vec<FunctionId> {
    let on_struct = |function: &ir::Function| {
        let pointee = function.signature.params.first().and_then(|ty| program.types.pointee(*ty));
        pointee.is_some_and(|ty| matches!(program.types.kind(ty), ir::TypeKind::Record(_)))
    };
    let defined = program.defined().filter(|(id, function)| {
        let given = function.signature.params.iter().any(|ty| {
            program
                .types
                .pointee(*ty)
                .is_some_and(|ty| matches!(program.types.kind(ty), ir::TypeKind::Function(_)))
        });
        functions.is_recursive_checker(*id) && on_struct(function) && !given
    });
    defined.map(|(id, _)| id).collect()
}
