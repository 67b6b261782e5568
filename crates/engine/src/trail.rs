//! Where states came from.
//!
//! Every state carries the number of an entry that says in which block it was made and from which
//! earlier state, so that a finding can be told as a way through the program. A state that came back from a call
//! may name the exit it came from: then the way through the callee is known too.

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
    /// The state in which a callee returned, if this is not the begin of a block but the end of a call in it.
    exit: Option<TrailId>,
}

/// The origins of all states of an analysis.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    entries: Vec<Entry>,
}

impl Trail {
    /// A state entered a block, coming from another one.
    pub(crate) fn enter(&mut self, context: ContextId, block: BlockId, from: Option<TrailId>) -> TrailId {
        self.push(Entry { from, context, block, exit: None })
    }

    /// A state came back from a call: the one in which the call was made, and the one in which the callee returned.
    pub(crate) fn come_back(&mut self, caller: TrailId, exit: TrailId) -> TrailId {
        let Entry { context, block, .. } = self.entries[caller.0 as usize];
        self.push(Entry { from: Some(caller), context, block, exit: Some(exit) })
    }

    fn push(&mut self, entry: Entry) -> TrailId {
        self.entries.push(entry);
        TrailId(self.entries.len() as u32 - 1)
    }

    /// The context of a state.
    pub(crate) fn context(&self, of: TrailId) -> ContextId {
        self.entries[of.0 as usize].context
    }

    /// The blocks on the way to a state, first to last, with the call each was entered in.
    pub fn way(&self, to: TrailId) -> Vec<(ContextId, BlockId)> {
        let mut way = Vec::new();
        let mut next = Some(to);
        while let Some(TrailId(at)) = next {
            let entry = self.entries[at as usize];
            if entry.exit.is_none() {
                way.push((entry.context, entry.block));
            }
            next = entry.from;
        }
        way.reverse();
        // Where a function begins the state is noted before it enters the first block.
        let begins = |index: usize| index == 0 || way[index - 1].0 != way[index].0;
        let noted = |index: usize| begins(index) && way.get(index + 1) == Some(&way[index]);
        (0..way.len()).filter(|index| !noted(*index)).map(|index| way[index]).collect()
    }

    /// All blocks on the way to a state, those of calls that came back too, if they are at most so many. Only the
    /// ways of an exploration are known that well.
    pub(crate) fn whole_way(&self, to: TrailId, at_most: usize) -> Option<Vec<(ContextId, BlockId)>> {
        let mut way = Vec::new();
        // What is still to be told, the last first: a state, and the context where its way begins.
        let mut todo = vec![(to, None)];
        while let Some((id, begin)) = todo.pop() {
            let entry = self.entries[id.0 as usize];
            let is_begin = begin == Some(id);
            match (entry.exit, entry.from.filter(|_| !is_begin)) {
                (None, from) => {
                    way.push((entry.context, entry.block));
                    todo.extend(from.map(|from| (from, begin)));
                }
                (Some(exit), from) => {
                    todo.extend(from.map(|from| (from, begin)));
                    todo.push((exit, Some(self.begin(exit))));
                }
            }
            if way.len() > at_most {
                return None;
            }
        }
        way.reverse();
        Some(way)
    }

    /// Where the context of a state was entered.
    fn begin(&self, of: TrailId) -> TrailId {
        let context = self.entries[of.0 as usize].context;
        let mut begin = of;
        while let Some(from) = self.entries[begin.0 as usize].from
            && self.entries[from.0 as usize].context == context
        {
            begin = from;
        }
        begin
    }
}
