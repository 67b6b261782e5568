//! States compared by what they say, not by how they came about: what exact exploration asks of the domain.
//!
//! Nothing is folded or joined here. Two states are the same if they differ in the names of their symbols only: `canonical` numbers the
//! symbols in the order in which they are met from the roots, drops what no root leads to and what nothing is known of. A state is
//! *implied* by another with the same heap whose facts are weaker (dossier `whole-programs` §6.2).
//!
//! `inputs` goes the other way: from the facts of a state to values a run must be given.

mod canonical;
mod inputs;

pub(crate) use canonical::in_order;

use std::hash::{Hash, Hasher};

use engine::Exact;
use ir::LocalId;
use rustc_hash::FxHasher;

use crate::Checkers;
use crate::heap::{Origin, Root, State};

/// So many cells of large objects count as an object.
const CELLS: usize = 64;

impl Exact for Checkers {
    fn canonical(&self, state: State) -> State {
        canonical::without_names(state)
    }

    fn fingerprint(&self, state: &State) -> u64 {
        let mut hasher = FxHasher::default();
        state.roots.hash(&mut hasher);
        for (sym, region) in &state.regions {
            (sym, region).hash(&mut hasher);
        }
        state.dead.hash(&mut hasher);
        hasher.finish()
    }

    fn implied(&self, known: &State, arrived: &State) -> bool {
        !known.anything
            && !arrived.anything
            && known.roots == arrived.roots
            && known.regions == arrived.regions
            && known.dead == arrived.dead
            && known.members == arrived.members
            && known.ranges == arrived.ranges
            && known.junk == arrived.junk
            && known.gone == arrived.gone
            && known.arena == arrived.arena
            && known.round == arrived.round
            && known.goal == arrived.goal
            && known.sets == arrived.sets
            && known.pure.covers(&arrived.pure).is_ok()
    }

    fn objects(&self, state: &State) -> usize {
        let blocks = || state.regions.iter().filter_map(|(_, region)| region.block());
        let cells: usize = blocks().map(|block| block.cells.len()).sum();
        blocks().filter(|block| block.origin == Origin::Heap).count() + cells / CELLS
    }

    fn mark_input(&self, state: &mut State, register: LocalId, number: u32) {
        if let Some(value) = state.root(Root::Register(register)) {
            state.set_root(Root::Input(number), value);
        }
    }

    fn solve_inputs(&self, state: &State, count: u32) -> Vec<Vec<i128>> {
        self.inputs_of(state, count)
    }
}
