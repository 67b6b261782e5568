//! Predicates that are used outside of contracts.

use ir::{Callee, FunctionId, Program, Role as Made, Span, StmtKind};

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
    let mut found = Vec::new();
    for (_, function) in program.functions.enumerate().filter(|(_, f)| f.role == Made::Ordinary) {
        let stmts =
            || function.body.iter().flat_map(|body| body.blocks.iter().flat_map(|block| &block.stmts));
        let asserts: Vec<Span> = stmts()
            .filter(|stmt| matches!(stmt.kind, StmtKind::Assert { .. } | StmtKind::Assume(_)))
            .map(|stmt| stmt.span)
            .collect();
        for stmt in stmts() {
            let StmtKind::Call(call) = &stmt.kind else { continue };
            if !asserts.iter().any(|span| within(stmt.span, *span)) {
                continue;
            }
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

fn within(inner: Span, outer: Span) -> bool {
    inner.is_known()
        && inner.file == outer.file
        && (outer.line, outer.column) <= (inner.line, inner.column)
        && (inner.end_line, inner.end_column) <= (outer.end_line, outer.end_column)
}
