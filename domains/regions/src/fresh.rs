//! Which registers hold new blocks that nothing else leads to yet.
//!
//! A block that was just made and whose address was neither stored nor passed cannot be touched by a call, though the
//! callee may write to the same region: what is known of its fields stays known. A forward analysis with the registers
//! that surely hold such a block (or null); where one of them is given away, all that may hold the same block lose it.

use ir::{Argument, BlockId, Body, FunctionId, Id, LocalId, Operand, Rvalue, Stmt, StmtKind};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::points::Partition;

/// Registers, sorted.
pub(crate) type Registers = SmallVec<[u32; 4]>;

/// For each call the registers that hold blocks the callee cannot know.
pub(crate) fn fresh_at_calls(
    body: &Body,
    points: &dyn Partition,
    function: FunctionId,
) -> FxHashMap<(BlockId, u32), Registers> {
    let mut at_calls = FxHashMap::default();
    let stmts = || body.blocks.iter().flat_map(|block| &block.stmts);
    let allocates = stmts().any(|stmt| matches!(stmt.kind, StmtKind::Alloc { .. }));
    if !allocates || !stmts().any(|stmt| matches!(stmt.kind, StmtKind::Call(_))) {
        return at_calls;
    }
    let class = |local: LocalId| points.register(function, local).node;
    let mut before: Vec<Option<Registers>> = vec![None; body.blocks.len()];
    before[Body::ENTRY.index()] = Some(Registers::new());
    let mut pending = vec![Body::ENTRY];
    while let Some(block) = pending.pop() {
        let Some(mut fresh) = before[block.index()].clone() else { continue };
        for (number, stmt) in (0..).zip(&body.blocks[block].stmts) {
            step(stmt, &mut fresh, &class);
            if matches!(stmt.kind, StmtKind::Call(_)) {
                at_calls.insert((block, number), fresh.clone());
            }
        }
        for next in body.blocks[block].terminator.successors() {
            let known = &mut before[next.index()];
            let changed = match known {
                None => {
                    *known = Some(fresh.clone());
                    true
                }
                Some(known) => {
                    let size = known.len();
                    known.retain(|register| fresh.contains(register));
                    known.len() != size
                }
            };
            if changed {
                pending.push(next);
            }
        }
    }
    at_calls
}

fn step(stmt: &Stmt, fresh: &mut Registers, class: &dyn Fn(LocalId) -> u32) {
    let mut give_away = |operand: &Operand, fresh: &mut Registers| {
        if let Operand::Local(local) = operand
            && fresh.contains(&local.0)
        {
            let given = class(*local);
            fresh.retain(|register| class(LocalId(*register)) != given);
        }
    };
    let is_fresh = match &stmt.kind {
        StmtKind::Alloc { .. } => true,
        StmtKind::Assign { value: Rvalue::Use(Operand::Local(from)) | Rvalue::Convert(Operand::Local(from)), .. } => {
            fresh.contains(&from.0)
        }
        // What is computed from an address may lead to the block as well.
        StmtKind::Assign { value, .. } => {
            value.operands(&mut |operand| give_away(&operand, fresh));
            false
        }
        StmtKind::Store { value, .. } => {
            give_away(value, fresh);
            false
        }
        StmtKind::Call(call) => {
            for argument in &call.args {
                if let Argument::Value(operand) = argument {
                    give_away(operand, fresh);
                }
            }
            false
        }
        _ => false,
    };
    if let Some(dst) = stmt.writes() {
        fresh.retain(|register| *register != dst.0);
        if is_fresh {
            fresh.push(dst.0);
        }
    }
}
