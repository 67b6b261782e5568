//! Loops over a cursor, as definitions of their own.
//!
//! `while (c) { …; c = c->next; } return e;` says the same as a checker that is called on `c` where
//! the loop begins, and again where it goes round. Its parameters are the other variables that the loop
//! and what follows it still need.

use ir::{Base, BlockId, Body, Id, Liveness, LocalId, Operand, Rvalue, StmtKind, Var};

/// The blocks where loops begin: the targets of edges that go back.
pub(super) fn heads(body: &Body) -> Vec<BlockId> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; body.blocks.len()];
    let mut found = Vec::new();
    let mut work = vec![(Body::ENTRY, 0)];
    if body.blocks.is_empty() {
        return found;
    }
    while let Some((block, n)) = work.pop() {
        marks[block.index()] = Mark::Open;
        match body.blocks[block].terminator.successors().get(n) {
            None => marks[block.index()] = Mark::Done,
            Some(&next) => {
                work.push((block, n + 1));
                match marks[next.index()] {
                    Mark::New => work.push((next, 0)),
                    Mark::Open => found.push(next),
                    Mark::Done => {}
                }
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// A loop, as a checker sees it.
pub(super) struct Cursor {
    /// The variable that goes along the structure.
    pub(super) root: LocalId,
    /// The others that are needed.
    pub(super) others: Vec<LocalId>,
}

/// The one variable a loop follows, and the others; `None` if it follows none or several.
pub(super) fn cursor(body: &Body, head: BlockId) -> Option<Cursor> {
    let inside = inside(body, head);
    let liveness = Liveness::of(body);
    let live = liveness.before(head, 0);
    let stmts = || inside.iter().flat_map(|block| &body.blocks[*block].stmts);
    let mut moved: Vec<LocalId> = stmts()
        .filter(|stmt| !matches!(stmt.kind, StmtKind::Dead(_)))
        .filter_map(ir::Stmt::writes)
        .filter(|local| live.contains(*local))
        .collect();
    moved.sort_unstable();
    moved.dedup();
    let mut followed: Vec<LocalId> = stmts()
        .filter_map(|stmt| match &stmt.kind {
            StmtKind::Load { place, .. } => match place.base {
                Base::Pointer(Operand::Local(base)) => Some(origin(body, &inside, base)),
                _ => None,
            },
            _ => None,
        })
        .filter(|local| moved.contains(local))
        .collect();
    followed.sort_unstable();
    followed.dedup();
    let [root] = *followed else { return None };
    let others = body.locals.ids().filter(|local| live.contains(*local) && *local != root).collect();
    Some(Cursor { root, others })
}

/// The blocks from which control comes back to the head.
fn inside(body: &Body, head: BlockId) -> Vec<BlockId> {
    let reaches = |from: BlockId| {
        let mut seen = vec![false; body.blocks.len()];
        let mut work = body.blocks[from].terminator.successors();
        while let Some(block) = work.pop() {
            if block == head {
                return true;
            }
            if !std::mem::replace(&mut seen[block.index()], true) {
                work.extend(body.blocks[block].terminator.successors());
            }
        }
        false
    };
    body.blocks.ids().filter(|block| reaches(*block) && reachable(body, head, *block)).collect()
}

fn reachable(body: &Body, from: BlockId, to: BlockId) -> bool {
    let mut seen = vec![false; body.blocks.len()];
    let mut work = vec![from];
    while let Some(block) = work.pop() {
        if block == to {
            return true;
        }
        if !std::mem::replace(&mut seen[block.index()], true) {
            work.extend(body.blocks[block].terminator.successors());
        }
    }
    false
}

/// The variable a temporary was computed from by conversions and constant steps.
fn origin(body: &Body, inside: &[BlockId], mut local: LocalId) -> LocalId {
    for _ in 0..16 {
        let mut from =
            inside.iter().flat_map(|block| &body.blocks[*block].stmts).filter_map(|stmt| match &stmt.kind {
                StmtKind::Assign { dst, value } if *dst == local => Some(value),
                _ => None,
            });
        let is_temporary = body.locals[local].is_temporary() && !body.params.contains(&Var::Local(local));
        match (from.next(), from.next()) {
            (
                Some(
                    Rvalue::Use(Operand::Local(next))
                    | Rvalue::Convert(Operand::Local(next))
                    | Rvalue::PointerAdd { pointer: Operand::Local(next), .. },
                ),
                None,
            ) if is_temporary => {
                local = *next;
            }
            _ => break,
        }
    }
    local
}
