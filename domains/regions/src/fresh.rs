//! Which registers hold new blocks that nothing else leads to yet.
//!
//! A block that was just made and whose address was neither stored nor passed on to be kept cannot be touched by a call, though the
//! callee may write to the same region: what is known of its fields stays known. A forward analysis with the registers
//! that surely hold such a block (or null); where one of them is given away, all that may hold the same block lose it. Intermediate
//! values are forgotten where nothing needs them any more.
//! A function that returns nothing but such blocks, or null, is as good as `malloc` to its callers.

use ir::{
    Argument, BlockId, Body, Call, Callee, ConstValue, FunctionId, Id, Liveness, LocalId, Operand, Program,
    Rvalue, Stmt, StmtKind, Terminator,
};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::callgraph::CallGraph;
use crate::library::Effect;
use crate::points::Partition;

/// Registers, in no order.
pub(crate) type Registers = SmallVec<[u32; 4]>;

/// What is known of new blocks in a function.
#[derive(Debug, Default)]
pub(crate) struct Freshness {
    /// For each call the registers that hold blocks the callee cannot know.
    pub(crate) at_calls: FxHashMap<(BlockId, u32), Registers>,
    /// Whether what the function returns is always such a block or null.
    pub(crate) returned: bool,
}

/// Looks for new blocks in a function, where it is known which others return some.
pub(crate) fn freshness(
    program: &Program,
    body: &Body,
    points: &dyn Partition,
    function: FunctionId,
    makers: &FxHashSet<FunctionId>,
) -> Freshness {
    let mut found = Freshness::default();
    let makes = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Alloc { .. } => true,
        StmtKind::Call(Call { callee: Callee::Function(callee), .. }) => makers.contains(callee),
        _ => false,
    };
    if !body.blocks.iter().flat_map(|block| &block.stmts).any(makes) {
        return found;
    }
    found.returned = true;
    let liveness = Liveness::of(body);
    let class = |local: LocalId| points.register(function, local).node;
    let keeps = |call: &Call| match call.callee {
        Callee::Function(callee) => CallGraph::effect(program, callee) != Effect::Reads,
        Callee::Pointer(_) => true,
    };
    let mut before: Vec<Option<Registers>> = vec![None; body.blocks.len()];
    before[Body::ENTRY.index()] = Some(Registers::new());
    let mut pending = vec![Body::ENTRY];
    while let Some(block) = pending.pop() {
        let Some(mut fresh) = before[block.index()].clone() else { continue };
        budget::charge(1 + (fresh.len() + body.blocks[block].stmts.len()) as u64 / 8);
        for (number, stmt) in (0..).zip(&body.blocks[block].stmts) {
            let made = makes(stmt);
            let written = step(stmt, made, &mut fresh, &class, &keeps);
            if matches!(stmt.kind, StmtKind::Call(_)) {
                found.at_calls.insert((block, number), fresh.clone());
            }
            fresh.extend(written);
        }
        for next in body.blocks[block].terminator.successors() {
            let live = liveness.before(next, 0);
            let is_needed = |register: &u32| {
                let local = LocalId(*register);
                !body.locals[local].is_temporary() || live.contains(local)
            };
            let known = &mut before[next.index()];
            let changed = match known {
                None => {
                    *known = Some(fresh.iter().copied().filter(is_needed).collect());
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
    for (block, code) in body.blocks.enumerate() {
        if let (Terminator::Return(value), Some(fresh)) = (&code.terminator, &before[block.index()]) {
            let mut fresh = fresh.clone();
            for stmt in &code.stmts {
                let written = step(stmt, makes(stmt), &mut fresh, &class, &keeps);
                fresh.extend(written);
            }
            found.returned &= match value {
                Some(Argument::Value(Operand::Local(local))) => fresh.contains(&local.0),
                Some(Argument::Value(Operand::Const(constant))) => constant.value == ConstValue::Int(0),
                _ => false,
            };
        }
    }
    found
}

/// Takes out what a statement gives away or overwrites. The register that it gives a new block, if it does.
fn step(
    stmt: &Stmt,
    made: bool,
    fresh: &mut Registers,
    class: &dyn Fn(LocalId) -> u32,
    keeps: &dyn Fn(&Call) -> bool,
) -> Option<u32> {
    let give_away = |operand: &Operand, fresh: &mut Registers| {
        if let Operand::Local(local) = operand
            && fresh.contains(&local.0)
        {
            let given = class(*local);
            fresh.retain(|register| class(LocalId(*register)) != given);
        }
    };
    let is_fresh = match &stmt.kind {
        StmtKind::Assign {
            value: Rvalue::Use(Operand::Local(from)) | Rvalue::Convert(Operand::Local(from)),
            ..
        } => fresh.contains(&from.0),
        StmtKind::Assign { value: Rvalue::Binary(op, ..), .. } if op.is_comparison() => false,
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
            for argument in call.args.iter().filter(|_| keeps(call)) {
                if let Argument::Value(operand) = argument {
                    give_away(operand, fresh);
                }
            }
            made
        }
        _ => made,
    };
    let dst = stmt.writes()?;
    fresh.retain(|register| *register != dst.0);
    is_fresh.then_some(dst.0)
}

/// Which functions return nothing but new blocks or null, callees first.
pub(crate) fn makers(program: &Program, calls: &CallGraph, points: &dyn Partition) -> FxHashSet<FunctionId> {
    let mut makers = FxHashSet::default();
    for function in calls.functions() {
        if let Some(body) = calls.body(program, function)
            && program.types.is_pointer(program.functions[function].signature.ret)
            && !calls.is_recursive(function)
            && freshness(program, body, points, function, &makers).returned
        {
            makers.insert(function);
        }
    }
    makers
}
