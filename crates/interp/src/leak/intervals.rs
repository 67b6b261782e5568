//! The parts of a run in which blocks were lost.

use std::collections::BTreeSet;

use model::ObjectId;

use crate::machine::Interpreter;

/// Into how many pieces a run is cut to find those in which blocks were lost.
const PIECES: u64 = 64;

/// A part of the run in which blocks were lost.
#[derive(Clone, Debug)]
pub(super) struct Interval {
    pub start: u64,
    pub end: u64,
    pub blocks: BTreeSet<ObjectId>,
}

/// How many statements intervals have.
pub(super) fn length(intervals: &[Interval]) -> u64 {
    intervals.iter().map(|interval| interval.end - interval.start).sum()
}

/// Cuts intervals into pieces and keeps those in which something was lost.
pub(super) fn refine(mut machine: Interpreter<'_>, intervals: &[Interval]) -> Vec<Interval> {
    let pieces = (PIECES / intervals.len() as u64).max(2);
    let mut refined = Vec::new();
    for interval in intervals {
        let size = (interval.end - interval.start).div_ceil(pieces).max(1);
        let mut blocks = interval.blocks.clone();
        let mut start = interval.start;
        machine.advance(start.saturating_sub(machine.steps));
        while start < interval.end && !blocks.is_empty() {
            let end = interval.end.min(start + size);
            machine.advance(end.saturating_sub(machine.steps));
            machine.settle();
            let reachable = machine.memory.reachable_from_roots(machine.program);
            let memory = &machine.memory;
            let gone: BTreeSet<ObjectId> = blocks
                .iter()
                .copied()
                .filter(|id| memory.live(*id).is_some() && !reachable.contains(*id))
                .collect();
            if !gone.is_empty() {
                blocks.retain(|id| !gone.contains(id));
                refined.push(Interval { start, end, blocks: gone });
            }
            start = end;
        }
    }
    refined
}
