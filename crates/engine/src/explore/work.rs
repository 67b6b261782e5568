//! What is still to be done: states that are to be run on, and callers that wait.

use std::cmp::Reverse;
use std::sync::Arc;

use ir::BlockId;

use crate::disjuncts::Disjunct;
use crate::{ContextId, Point, ShapeDomain, TrailId};

/// A state that is to be run on from a statement.
pub(super) struct Item<S> {
    /// How many decisions were open on the way.
    pub(super) decisions: u32,
    /// How many there may be on the whole way to where the exploration is to go.
    pub(super) estimate: u32,
    /// The number of the arrival.
    pub(super) arrival: u64,
    pub(super) context: ContextId,
    pub(super) block: BlockId,
    pub(super) stmt: usize,
    pub(super) disjunct: Disjunct<S>,
}

impl<S> Item<S> {
    fn rank(&self) -> (Reverse<u32>, u64) {
        (Reverse(self.estimate), self.arrival)
    }
}

impl<S> PartialEq for Item<S> {
    fn eq(&self, other: &Self) -> bool {
        self.rank() == other.rank()
    }
}

impl<S> Eq for Item<S> {}

impl<S> PartialOrd for Item<S> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<S> Ord for Item<S> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.rank().cmp(&other.rank())
    }
}

/// Somebody who waits for the exits of a context.
pub(super) struct Caller<F> {
    pub(super) context: ContextId,
    pub(super) point: Point,
    pub(super) frame: F,
    pub(super) trail: TrailId,
    pub(super) decisions: u32,
}

/// Who called a context, and how it returned, each with the decisions on the way.
pub(super) struct Calls<D: ShapeDomain> {
    pub(super) callers: Vec<Arc<Caller<D::Frame>>>,
    pub(super) exits: Vec<(Arc<Disjunct<D::State>>, u32)>,
}
