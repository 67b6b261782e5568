//! What the engine knows of a function before it analyzes it.

use ir::{BlockId, Body, Id, IndexVec, Liveness, LocalId, LocalSet};

use crate::{Component, WeakTopologicalOrder};

/// Order, predecessors and liveness of a function.
#[derive(Clone, Debug)]
pub struct Flow {
    /// The order of its blocks.
    pub order: WeakTopologicalOrder,
    /// For each block, the blocks it is entered from with the number of the way out, in order.
    pub predecessors: IndexVec<BlockId, Vec<(BlockId, usize)>>,
    /// For each loop head, the blocks of its loop, the head included.
    loops: Vec<(BlockId, Vec<BlockId>)>,
    /// For each block and statement, the registers needed after it.
    live_after: IndexVec<BlockId, Vec<LocalSet>>,
    /// For each block and statement, the intermediate values that are needed no longer after it. What
    /// the user named is let go where the next block begins: until then a domain can tell what it
    /// points to from what is around it.
    dying: IndexVec<BlockId, Vec<Vec<LocalId>>>,
    /// The registers that are not needed on entry to a block and may hold something there.
    dead_on_entry: IndexVec<BlockId, Vec<LocalId>>,
}

impl Flow {
    /// Computes it.
    pub fn of(body: &Body) -> Self {
        let liveness = Liveness::of(body);
        let mut predecessors: IndexVec<BlockId, Vec<(BlockId, usize)>> =
            body.blocks.iter().map(|_| Vec::new()).collect();
        for (block, code) in body.blocks.enumerate() {
            for (index, next) in code.terminator.successors().into_iter().enumerate() {
                predecessors[next].push((block, index));
            }
        }
        let order = WeakTopologicalOrder::of(body);
        let mut loops = Vec::new();
        collect_loops(&order.components, &mut loops);
        let mut live_after = IndexVec::new();
        let mut dying = IndexVec::new();
        for (block, code) in body.blocks.enumerate() {
            let mut after = liveness.throughout(body, block);
            after.remove(0);
            after.push(LocalSet::with_len(body.locals.len()));
            let dead = code
                .stmts
                .iter()
                .zip(&after)
                .map(|(stmt, after)| {
                    // What dies at a statement is read or written by it.
                    let mut touched: Vec<LocalId> = stmt.writes().into_iter().collect();
                    stmt.reads(&mut |local| touched.push(local));
                    touched.retain(|local| body.locals[*local].is_temporary() && !after.contains(*local));
                    touched.sort_unstable();
                    touched.dedup();
                    touched
                })
                .collect();
            live_after.push(after);
            dying.push(dead);
        }
        let dead_on_entry = body
            .blocks
            .ids()
            .map(|block| {
                let needed = liveness.before(body, block, 0);
                let mut held_before = LocalSet::with_len(body.locals.len());
                for (from, _) in &predecessors[block] {
                    let end = body.blocks[*from].stmts.len();
                    let _ = held_before.union_with(&liveness.before(body, *from, end));
                }
                let held = |local: &LocalId| {
                    !body.locals[*local].is_temporary()
                        || held_before.contains(*local)
                        || block == Body::ENTRY
                };
                body.locals.ids().filter(|local| !needed.contains(*local) && held(local)).collect()
            })
            .collect();
        Self { order, predecessors, loops, live_after, dying, dead_on_entry }
    }

    /// The registers needed after a statement, or after the terminator.
    pub fn live_after(&self, block: BlockId, stmt: usize) -> &LocalSet {
        &self.live_after[block][stmt]
    }

    /// The intermediate values that are needed no longer after a statement.
    pub fn dying(&self, block: BlockId, stmt: usize) -> &[LocalId] {
        &self.dying[block][stmt]
    }

    /// The registers that are not needed in a block though they were on the way to it.
    pub fn dead_on_entry(&self, block: BlockId) -> &[LocalId] {
        &self.dead_on_entry[block]
    }

    /// The heads of loops, outer ones first, with the blocks of each loop.
    pub fn loops(&self) -> &[(BlockId, Vec<BlockId>)] {
        &self.loops
    }
}

fn collect_loops(components: &[Component], loops: &mut Vec<(BlockId, Vec<BlockId>)>) {
    for component in components {
        if let Component::Loop(head, body) = component {
            let mut blocks = vec![*head];
            collect_blocks(body, &mut blocks);
            blocks.sort_by_key(|block| block.index());
            loops.push((*head, blocks));
            collect_loops(body, loops);
        }
    }
}

fn collect_blocks(components: &[Component], blocks: &mut Vec<BlockId>) {
    for component in components {
        match component {
            Component::Vertex(block) => blocks.push(*block),
            Component::Loop(head, body) => {
                blocks.push(*head);
                collect_blocks(body, blocks);
            }
        }
    }
}
