//! The control flow graph, made small: blocks that cannot be reached are dropped, a block that only
//! leads on is skipped, and two blocks that always run one after the other become one.
//!
//! An assertion whose condition is constant, as that of `assert((list(x), 1))`, cannot be seen to fail, and yet it asks whether the call
//! returns. So where its block is dropped and the call is not, the assertion of a constant stays after the call.

use ir::{
    AssertKind, BlockId, Body, Const, ConstValue, Id, IndexVec, Operand, Stmt, StmtKind, Terminator, TypeId,
};

/// The same code in as few blocks as it needs, numbered in order of first use. `int` is the type of a condition.
pub(super) fn tidy(mut body: Body, int: TypeId) -> Body {
    keep_asking(&mut body, int);
    skip_empty(&mut body);
    merge_chains(&mut body);
    renumber(body)
}

/// Puts what is left of assertions that cannot be reached after the calls that they ask.
fn keep_asking(body: &mut Body, int: TypeId) {
    let is_assertion =
        |stmt: &&Stmt| matches!(stmt.kind, StmtKind::Assert { kind: AssertKind::Assertion, .. });
    if !body.blocks.iter().any(|block| block.stmts.iter().any(|stmt| is_assertion(&stmt))) {
        return;
    }
    let mut reached: IndexVec<BlockId, bool> = body.blocks.iter().map(|_| false).collect();
    for block in reachable(body) {
        reached[block] = true;
    }
    let assertions = |reachable: bool| -> Vec<Stmt> {
        let blocks = body.blocks.enumerate().filter(|(id, _)| reached[*id] == reachable);
        blocks.flat_map(|(_, block)| block.stmts.iter().filter(is_assertion).cloned()).collect()
    };
    let (kept, dropped) = (assertions(true), assertions(false));
    if dropped.is_empty() {
        return;
    }
    for (id, block) in body.blocks.iter_mut().enumerate() {
        if !reached[BlockId::new(id)] {
            continue;
        }
        let mut at = 0;
        while let Some(stmt) = block.stmts.get(at) {
            at += 1;
            let encloses = |assertion: &&Stmt| stmt.span.is_within(assertion.span);
            if !matches!(stmt.kind, StmtKind::Call(_)) || kept.iter().any(|stmt| encloses(&stmt)) {
                continue;
            }
            let Some(assertion) = dropped.iter().find(encloses) else { continue };
            let mut left = assertion.clone();
            if let StmtKind::Assert { condition, .. } = &mut left.kind {
                *condition = Operand::Const(Const { ty: int, value: ConstValue::Int(1) });
            }
            block.stmts.insert(at, left);
            at += 1;
        }
    }
}

fn retarget(terminator: &mut Terminator, to: &dyn Fn(BlockId) -> BlockId) {
    match terminator {
        Terminator::Goto(block) => *block = to(*block),
        Terminator::Branch { then, otherwise, .. } => {
            *then = to(*then);
            *otherwise = to(*otherwise);
            if then == otherwise {
                *terminator = Terminator::Goto(*then);
            }
        }
        Terminator::Switch { cases, default, .. } => {
            for case in cases {
                case.block = to(case.block);
            }
            *default = to(*default);
        }
        Terminator::IndirectGoto { targets, .. } => {
            for (_, block) in targets {
                *block = to(*block);
            }
        }
        Terminator::Return(_) | Terminator::Unreachable => {}
    }
}

/// Sends jumps to a block that only jumps on straight to where it leads.
fn skip_empty(body: &mut Body) {
    let mut leads_to: IndexVec<BlockId, BlockId> = body.blocks.ids().collect();
    let mut known: IndexVec<BlockId, bool> = body.blocks.iter().map(|_| false).collect();
    for block in body.blocks.ids() {
        // Follow the chain of empty blocks to where it ends or joins one that was followed before; a
        // cycle of them is an endless loop and stays.
        let mut chain = Vec::new();
        let mut at = block;
        while !known[at]
            && body.blocks[at].stmts.is_empty()
            && let Terminator::Goto(next) = body.blocks[at].terminator
        {
            known[at] = true;
            chain.push(at);
            at = next;
        }
        if chain.contains(&at) {
            continue;
        }
        known[at] = true;
        for step in chain {
            leads_to[step] = leads_to[at];
        }
    }
    for block in &mut body.blocks {
        // An uninitialized condition is an error even where both ways are the same.
        let keeps = matches!(&block.terminator, Terminator::Branch { then, otherwise, .. }
            if leads_to[*then] == leads_to[*otherwise]);
        if !keeps {
            retarget(&mut block.terminator, &|id| leads_to[id]);
        }
    }
    for label in &mut body.labels {
        label.block = leads_to[label.block];
    }
}

fn merge_chains(body: &mut Body) {
    let mut entries: IndexVec<BlockId, u32> = body.blocks.iter().map(|_| 0).collect();
    let reachable = reachable(body);
    for &block in &reachable {
        for next in body.blocks[block].terminator.successors() {
            entries[next] += 1;
        }
    }
    entries[Body::ENTRY] += 1;
    for label in &body.labels {
        entries[label.block] += 1;
    }
    for &block in &reachable {
        while let Terminator::Goto(next) = body.blocks[block].terminator
            && entries[next] == 1
            && next != block
        {
            let merged = std::mem::replace(
                &mut body.blocks[next],
                ir::Block { stmts: Vec::new(), terminator: Terminator::Unreachable, span: ir::Span::NONE },
            );
            entries[next] = 0;
            let into = &mut body.blocks[block];
            into.stmts.extend(merged.stmts);
            into.terminator = merged.terminator;
            into.span = merged.span;
        }
    }
}

/// The blocks control can get to, in the order a depth-first walk meets them.
fn reachable(body: &Body) -> Vec<BlockId> {
    let mut seen: IndexVec<BlockId, bool> = body.blocks.iter().map(|_| false).collect();
    let mut order = Vec::new();
    let mut work: Vec<BlockId> = body.labels.iter().map(|label| label.block).chain([Body::ENTRY]).collect();
    while let Some(block) = work.pop() {
        if std::mem::replace(&mut seen[block], true) {
            continue;
        }
        order.push(block);
        work.extend(body.blocks[block].terminator.successors().into_iter().rev());
    }
    order
}

fn renumber(mut body: Body) -> Body {
    let order = reachable(&body);
    let mut number: IndexVec<BlockId, BlockId> = body.blocks.ids().collect();
    for (index, block) in order.iter().enumerate() {
        number[*block] = BlockId::new(index);
    }
    let mut blocks = IndexVec::new();
    for block in order {
        let empty =
            ir::Block { stmts: Vec::new(), terminator: Terminator::Unreachable, span: ir::Span::NONE };
        let mut taken = std::mem::replace(&mut body.blocks[block], empty);
        retarget(&mut taken.terminator, &|id| number[id]);
        blocks.push(taken);
    }
    for label in &mut body.labels {
        label.block = number[label.block];
    }
    body.blocks = blocks;
    body
}
