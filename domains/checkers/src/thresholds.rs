//! Where the bounds of counters stop when they are widened.

use std::collections::HashMap;

use ir::{BinaryOp, Const, ConstValue, LocalId, Operand, Program, Rvalue, StmtKind};

/// More bounds than this are not tried.
const THRESHOLDS: usize = 64;

/// The numbers a program compares with or divides by, and those beside them: what counters stop at.
pub(crate) fn thresholds(program: &Program) -> Vec<i128> {
    let mut found = vec![-1, 0, 1];
    let mut see = |value: i128| found.extend([value.saturating_sub(1), value, value.saturating_add(1)]);
    for (_, function) in program.functions.enumerate() {
        let Some(body) = &*function.body else { continue };
        let stmts = || body.blocks.enumerate().flat_map(|(_, block)| &block.stmts);
        let compares = stmts().filter_map(|stmt| match &stmt.kind {
            StmtKind::Assign { value: Rvalue::Binary(op, a, b), .. }
                if op.is_comparison() || matches!(op, BinaryOp::Rem | BinaryOp::And) =>
            {
                Some([a, b])
            }
            _ => None,
        });
        let mut limits = Vec::new();
        for operand in compares.flatten() {
            match operand {
                Operand::Const(Const { value: ConstValue::Int(value), .. }) => see(*value),
                Operand::Local(local) => limits.push(*local),
                Operand::Const(_) => {}
            }
        }
        // A limit may have a name of its own, which stands for nothing else.
        let mut named: HashMap<LocalId, Option<i128>> = HashMap::new();
        for stmt in stmts() {
            let StmtKind::Assign { dst, value } = &stmt.kind else { continue };
            let value = match value {
                Rvalue::Use(Operand::Const(Const { value: ConstValue::Int(value), .. })) => Some(*value),
                _ => None,
            };
            named.entry(*dst).and_modify(|known| *known = None).or_insert(value);
        }
        limits.iter().filter_map(|limit| *named.get(limit)?).for_each(&mut see);
    }
    found.sort_unstable();
    found.dedup();
    found.truncate(THRESHOLDS.max(3));
    found
}
