//! What was explored: canonical states by place, and entries by function.

use std::collections::HashMap;

use ir::{BlockId, FunctionId};

use super::Exact;
use crate::ContextId;

/// What was explored. Nothing is iterated over, so that the order of hashing does not matter.
pub(super) struct Seen<S> {
    states: HashMap<(ContextId, BlockId, u64), Vec<S>>,
    contexts: HashMap<(FunctionId, u64), Vec<(S, ContextId)>>,
}

impl<S> Default for Seen<S> {
    fn default() -> Self {
        Self { states: HashMap::new(), contexts: HashMap::new() }
    }
}

impl<S: Clone> Seen<S> {
    /// Notes a canonical state at a block. False: one that was there describes it.
    pub(super) fn add<D: Exact<State = S>>(
        &mut self,
        domain: &D,
        (context, block): (ContextId, BlockId),
        state: &S,
    ) -> bool {
        let known = self.states.entry((context, block, domain.fingerprint(state))).or_default();
        let new = !known.iter().any(|known| domain.implied(known, state));
        if new {
            known.push(state.clone());
        }
        new
    }

    /// The context of a function that was entered in the same state. One that was entered in more would do, but what it
    /// returns would know less.
    pub(super) fn context<D: Exact<State = S>>(
        &self,
        domain: &D,
        function: FunctionId,
        entry: &S,
    ) -> Option<ContextId> {
        let known = self.contexts.get(&(function, domain.fingerprint(entry)))?;
        let same = |known: &S| domain.implied(known, entry) && domain.implied(entry, known);
        known.iter().find(|(known, _)| same(known)).map(|(_, context)| *context)
    }

    /// Notes the entry of a new context.
    pub(super) fn add_context<D: Exact<State = S>>(
        &mut self,
        domain: &D,
        function: FunctionId,
        entry: S,
        context: ContextId,
    ) {
        let key = (function, domain.fingerprint(&entry));
        self.contexts.entry(key).or_default().push((entry, context));
    }
}
