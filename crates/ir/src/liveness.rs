//! Which registers are still needed.
//!
//! A register is live where some way forward reads it before it is written. Backward iteration over
//! the blocks until nothing changes, on bit sets.

use crate::{BlockId, Body, Id, IndexVec, LocalId, Stmt};

/// A set of registers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LocalSet {
    words: Vec<u64>,
}

impl LocalSet {
    /// The empty set with room for this many registers.
    pub fn with_len(len: usize) -> Self {
        Self { words: vec![0; len.div_ceil(64)] }
    }

    /// A bit for each register, the first in the lowest bit of the first word.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Whether it is in the set.
    pub fn contains(&self, local: LocalId) -> bool {
        self.words.get(local.index() / 64).is_some_and(|w| w >> (local.index() % 64) & 1 == 1)
    }

    /// Puts it in.
    pub fn insert(&mut self, local: LocalId) {
        self.words[local.index() / 64] |= 1 << (local.index() % 64);
    }

    /// Takes it out.
    pub fn remove(&mut self, local: LocalId) {
        self.words[local.index() / 64] &= !(1 << (local.index() % 64));
    }

    /// Puts all of another set in. Whether that changed anything.
    pub fn union_with(&mut self, other: &Self) -> bool {
        let mut changed = false;
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            changed |= *more & !*word != 0;
            *word |= more;
        }
        changed
    }
}

/// The live registers at the end of every block.
#[derive(Clone, Debug)]
pub struct Liveness {
    out: IndexVec<BlockId, LocalSet>,
}

impl Liveness {
    /// Computes it for a function.
    pub fn of(body: &Body) -> Self {
        let empty = LocalSet::with_len(body.locals.len());
        let mut out: IndexVec<BlockId, LocalSet> = body.blocks.iter().map(|_| empty.clone()).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for block in body.blocks.ids().rev() {
                let successors = body.blocks[block].terminator.successors();
                for next in successors {
                    let live_in = before(body, next, 0, out[next].clone());
                    changed |= out[block].union_with(&live_in);
                }
            }
        }
        Self { out }
    }

    /// The live registers just before statement number `stmt` of a block; the number of statements
    /// stands for the terminator.
    pub fn before(&self, body: &Body, block: BlockId, stmt: usize) -> LocalSet {
        before(body, block, stmt, self.out[block].clone())
    }

    /// The live registers before each statement of a block and before its terminator: in one pass, where
    /// asking for each would go through the rest of the block every time.
    pub fn throughout(&self, body: &Body, block: BlockId) -> Vec<LocalSet> {
        let code = &body.blocks[block];
        let mut live = self.out[block].clone();
        code.terminator.reads(&mut |local| live.insert(local));
        let mut all = vec![live];
        for stmt in code.stmts.iter().rev() {
            let mut live = all[all.len() - 1].clone();
            step_back(stmt, &mut live);
            all.push(live);
        }
        all.reverse();
        all
    }
}

/// From after a statement to before it.
fn step_back(stmt: &Stmt, live: &mut LocalSet) {
    if let Some(local) = stmt.writes() {
        live.remove(local);
    }
    stmt.reads(&mut |local| live.insert(local));
}

fn before(body: &Body, block: BlockId, stmt: usize, mut live: LocalSet) -> LocalSet {
    let block = &body.blocks[block];
    block.terminator.reads(&mut |local| live.insert(local));
    for stmt in block.stmts[stmt.min(block.stmts.len())..].iter().rev() {
        step_back(stmt, &mut live);
    }
    live
}
