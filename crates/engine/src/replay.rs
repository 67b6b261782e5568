//! The states along a way through the program, computed anew.
//!
//! A trail says from where a state came, not what it was on the way: to keep that of all states would cost more than the
//! analysis. Whoever wants to see it has the way run again from its start, where ways that run together are not joined. The state at
//! the end of a trail may have been widened, so that nothing takes exactly this way; from where that shows on, the stable
//! states of the place stand in.

use ir::BlockId;

use crate::disjuncts::Disjunct;
use crate::{ContextId, Engine, ShapeDomain};

/// Most states carried along.
const MOST_STATES: usize = 4;

/// Most blocks of a way that are run again: what came long before says little.
const MOST_BLOCKS: usize = 64;

impl<D: ShapeDomain> Engine<'_, D> {
    /// For the last blocks of a way, each with its place on the way, the states in which it is entered.
    pub(crate) fn replay(&mut self, way: &[(ContextId, BlockId)]) -> Vec<(usize, Vec<D::State>)> {
        let first = way.len().saturating_sub(MOST_BLOCKS);
        let mut along = Vec::with_capacity(way.len() - first);
        let mut states: Vec<D::State> = Vec::new();
        for (index, (context, block)) in way.iter().enumerate().skip(first) {
            if states.is_empty() {
                // An exploration keeps no states by block.
                let known = self.contexts[context.0 as usize].blocks.get(*block);
                let known = known.iter().flat_map(|block| &block.entry);
                states = known.map(|disjunct| disjunct.state.clone()).collect();
            }
            states.truncate(MOST_STATES);
            along.push((index, states.clone()));
            states = match way.get(index + 1) {
                Some((next, to)) if next == context && !states.is_empty() => {
                    self.through(*context, *block, *to, states)
                }
                _ => Vec::new(),
            };
        }
        along
    }

    /// The states that come from one block to another.
    fn through(
        &mut self,
        id: ContextId,
        block: BlockId,
        to: BlockId,
        states: Vec<D::State>,
    ) -> Vec<D::State> {
        let index = id.0 as usize;
        let function = self.contexts[index].function;
        let flow = self.flow(function);
        let trail = self.trail.enter(id, block, None);
        let known = std::mem::take(&mut self.contexts[index].blocks[block]);
        self.contexts[index].blocks[block].entry =
            states.into_iter().map(|state| Disjunct { state, trail }).collect();
        let recording = std::mem::replace(&mut self.recording, false);
        self.run_block(id, block, &flow);
        self.recording = recording;
        let out = std::mem::replace(&mut self.contexts[index].blocks[block], known).out;
        let ways = self.body(function).blocks[block].terminator.successors().into_iter().zip(out);
        ways.filter(|(next, _)| *next == to)
            .flat_map(|(_, states)| states.into_iter().map(|disjunct| disjunct.state))
            .collect()
    }
}
