//! How large a program is, in the order in which a reader minds.

use crate::ast::{Expr, Program};
use crate::visit;

/// Smaller is better: statements first, then functions and their parameters, then expressions, then fields, and
/// last which leaves the expressions have.
pub(crate) type Measure = (usize, usize, usize, usize, usize);

/// The size of a program.
pub(crate) fn measure(program: &Program) -> Measure {
    let (mut nodes, mut weight) = (0, 0);
    visit::exprs(program, &mut |expr| {
        nodes += 1;
        weight += leaf(expr);
    });
    let functions: usize = program.functions.iter().map(|function| 1 + function.params.len()).sum();
    let fields: usize = program.records.iter().map(|record| record.fields.len()).sum();
    (program.statements(), functions + program.globals.len(), nodes, fields, weight)
}

/// Constants are simpler than variables, and these simpler than what comes from outside.
fn leaf(expr: &Expr) -> usize {
    match expr {
        Expr::Null | Expr::Int(0) => 0,
        Expr::Int(value) => 2 * value.unsigned_abs() as usize + usize::from(*value < 0),
        Expr::Var(_) => 20,
        Expr::Alloc { zeroed, .. } => 25 - usize::from(*zeroed),
        Expr::Nondet(limit) => 30 + usize::from(limit.unwrap_or(0)),
        _ => 0,
    }
}
