//! By how many bytes a program steps through its arrays.
//!
//! Memory fills up element by element only if somebody counts through it: `a[i]` with an index that is no constant, `p + n`, `p++`. Joins look for
//! rows of such elements and no others, so that the members of a struct that are written one after the other are not taken for a row.

use ir::{Operand, Program, Rvalue, StmtKind};

/// The strides of a program, increasing.
pub(crate) fn strides(program: &Program) -> Vec<i64> {
    let mut found = Vec::new();
    for (_, function) in program.functions.enumerate() {
        let Some(body) = &*function.body else { continue };
        for stmt in body.blocks.enumerate().flat_map(|(_, block)| &block.stmts) {
            stmt.places(&mut |place| found.extend(place.variable_offset().map(|(_, stride)| stride)));
            if let StmtKind::Assign { value: Rvalue::PointerAdd { index, stride, .. }, .. } = &stmt.kind
                && is_step(*index)
            {
                found.push(*stride);
            }
        }
    }
    let mut found: Vec<i64> = found.into_iter().filter_map(|stride| i64::try_from(stride).ok()).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether an index is a step of a walk: any number, or one further. Other constants are places of members.
fn is_step(index: Operand) -> bool {
    match index {
        Operand::Const(constant) => matches!(constant.value, ir::ConstValue::Int(-1 | 1)),
        Operand::Local(_) => true,
    }
}
