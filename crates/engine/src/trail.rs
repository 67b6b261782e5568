//! Where states came from.
//!
//! Every state carries the number of an entry that says in which block it was made and from which
//! earlier state, so that a finding can be told as a way through the program.

use ir::BlockId;

use crate::ContextId;

/// Names an entry of a [`Trail`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TrailId(u32);

#[derive(Clone, Copy, Debug)]
struct Entry {
    from: Option<TrailId>,
    context: ContextId,
    block: BlockId,
}

/// The origins of all states of an analysis.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    entries: Vec<Entry>,
}

impl Trail {
    /// A state entered a block, coming from another one.
    pub(crate) fn enter(&mut self, context: ContextId, block: BlockId, from: Option<TrailId>) -> TrailId {
        self.entries.push(Entry { from, context, block });
        TrailId(self.entries.len() as u32 - 1)
    }

    /// The blocks on the way to a state, first to last, with the call each was entered in.
    pub fn way(&self, to: TrailId) -> Vec<(ContextId, BlockId)> {
        let mut way = Vec::new();
        let mut next = Some(to);
        while let Some(TrailId(at)) = next {
            let entry = self.entries[at as usize];
            way.push((entry.context, entry.block));
            next = entry.from;
        }
        way.reverse();
        // Where a function begins the state is noted before it enters the first block.
        let begins = |index: usize| index == 0 || way[index - 1].0 != way[index].0;
        let noted = |index: usize| begins(index) && way.get(index + 1) == Some(&way[index]);
        (0..way.len()).filter(|index| !noted(*index)).map(|index| way[index]).collect()
    }
}
