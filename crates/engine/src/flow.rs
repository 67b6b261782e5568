//! What the engine knows of a function before it analyzes it.

use ir::{BlockId, Body, Id, IndexVec, LiveAt, Liveness, LocalId};

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
    /// Where registers are needed.
    liveness: Liveness,
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
        let mut dying = IndexVec::new();
        for (block, code) in body.blocks.enumerate() {
            let of_statement = |(number, stmt): (usize, &ir::Stmt)| {
                budget::ask();
                let after = liveness.before(block, number + 1);
                // What dies at a statement is read or written by it.
                let mut touched: Vec<LocalId> = stmt.writes().into_iter().collect();
                stmt.reads(&mut |local| touched.push(local));
                touched.retain(|local| body.locals[*local].is_temporary() && !after.contains(*local));
                touched.sort_unstable();
                touched.dedup();
                touched
            };
            dying.push(code.stmts.iter().enumerate().map(of_statement).collect());
        }
        let dead_on_entry = dead_on_entry(body, &liveness, &predecessors);
        Self { order, predecessors, loops, liveness, dying, dead_on_entry }
    }

    /// The registers needed after a statement, or after the terminator.
    pub fn live_after(&self, block: BlockId, stmt: usize) -> LiveAt<'_> {
        self.liveness.before(block, stmt + 1)
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

/// With more named registers times blocks than this, a block tells only of those that were in use in the blocks before it.
const DEAD: usize = 1 << 22;

/// The registers that are not needed on entry to each block and may hold something there: what the user named, since a domain may
/// hold on to the last reference to something, and the intermediate values that the blocks before end with.
fn dead_on_entry(
    body: &Body,
    liveness: &Liveness,
    predecessors: &IndexVec<BlockId, Vec<(BlockId, usize)>>,
) -> IndexVec<BlockId, Vec<LocalId>> {
    let mut dead: IndexVec<BlockId, Vec<LocalId>> = body.blocks.iter().map(|_| Vec::new()).collect();
    let (named, unnamed): (Vec<LocalId>, Vec<LocalId>) =
        body.locals.ids().partition(|local| !body.locals[*local].is_temporary());
    let at_end = |local: LocalId, dead: &mut IndexVec<BlockId, Vec<LocalId>>| {
        for block in liveness.live_ends(local) {
            budget::ask();
            for next in body.blocks[block].terminator.successors() {
                if !liveness.before(next, 0).contains(local) {
                    dead[next].push(local);
                }
            }
        }
    };
    for local in unnamed {
        at_end(local, &mut dead);
    }
    if named.len().saturating_mul(body.blocks.len()) <= DEAD {
        for block in body.blocks.ids() {
            budget::charge(1 + named.len() as u64 / 16);
            let live = liveness.before(block, 0);
            dead[block].extend(named.iter().filter(|local| !live.contains(**local)));
        }
    } else {
        for local in &named {
            at_end(*local, &mut dead);
        }
        for block in body.blocks.ids() {
            let live = liveness.before(block, 0);
            let mut touched = |local: LocalId| {
                if !body.locals[local].is_temporary() && !live.contains(local) {
                    dead[block].push(local);
                }
            };
            for stmt in predecessors[block].iter().flat_map(|(from, _)| &body.blocks[*from].stmts) {
                budget::ask();
                stmt.reads(&mut touched);
                stmt.writes().into_iter().for_each(&mut touched);
            }
        }
    }
    let entry = liveness.before(Body::ENTRY, 0);
    dead[Body::ENTRY].extend(body.locals.ids().filter(|local| !entry.contains(*local)));
    for block in &mut dead {
        block.sort_unstable();
        block.dedup();
    }
    dead
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
