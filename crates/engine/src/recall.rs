//! Summaries that outlive the analysis that made them.
//!
//! A summary belongs to a content and an entry: if neither a function nor anything it calls has changed, and it is entered in a state in which it was entered before, it returns as it did
//! before. Whoever analyzes a program again after a change hands over what the last analysis knew ([`Summaries`], by content key), and only what has changed, and whoever calls it, is analyzed.
//!
//! Only *clean* summaries are kept: nothing was lost and no check was opened, in the function or in what it calls. So there is nothing to be said of a summary that was recalled but how the
//! function returns; what its states were nobody can be told.
//!
//! Invariant: states speak of types, variables and functions by their ids, and a domain by what it was made from; whoever keeps summaries sees to it that these mean the same.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ir::{ContentKey, FunctionId, IndexVec};

use crate::{Analysis, ContextId, Engine, ShapeDomain};

/// A content that nobody asked for in so many analyses is forgotten.
const LONGEST_IDLE: u32 = 8;

/// What is known of functions by their content.
#[derive(Clone, Debug)]
pub struct Summaries<S> {
    known: BTreeMap<ContentKey, (u32, Vec<Summary<S>>)>,
}

/// How a function returns that is entered in one state.
#[derive(Clone, Debug)]
struct Summary<S> {
    entry: S,
    exits: Vec<S>,
}

impl<S> Default for Summaries<S> {
    fn default() -> Self {
        Self { known: BTreeMap::new() }
    }
}

/// Where an engine looks summaries up.
pub(crate) struct Recall<S> {
    pub(crate) summaries: Arc<Summaries<S>>,
    /// The content of each function and of all it calls.
    pub(crate) keys: Arc<IndexVec<FunctionId, ContentKey>>,
}

impl<D: ShapeDomain> Engine<'_, D> {
    /// Takes summaries of earlier analyses. The content of a function is that of all it may call.
    #[must_use]
    pub fn recalling(
        mut self,
        summaries: Arc<Summaries<D::State>>,
        keys: Arc<IndexVec<FunctionId, ContentKey>>,
    ) -> Self {
        self.recall = Some(Recall { summaries, keys });
        self
    }

    /// How a function returns that is entered in this state, if that was known before.
    pub(crate) fn recalled(&self, function: FunctionId, entry: &D::State) -> Option<&[D::State]> {
        let recall = self.recall.as_ref()?;
        let (_, summaries) = recall.summaries.known.get(&recall.keys[function])?;
        let same = |summary: &&Summary<D::State>| {
            self.domain.covers(&summary.entry, entry) && self.domain.covers(entry, &summary.entry)
        };
        summaries.iter().find(same).map(|summary| summary.exits.as_slice())
    }
}

impl<D: ShapeDomain> Analysis<'_, D> {
    /// How many summaries were recalled.
    pub fn recalled(&self) -> usize {
        self.engine.contexts.iter().filter(|context| context.recalled).count()
    }

    /// What is known now: what the analysis found out, and what was known before and may be of use again.
    pub fn summaries(&self) -> Summaries<D::State> {
        let Some(recall) = &self.engine.recall else { return Summaries::default() };
        let mut known = recall.summaries.known.clone();
        for (idle, _) in known.values_mut() {
            *idle += 1;
        }
        known.retain(|_, (idle, _)| *idle <= LONGEST_IDLE);
        let mut renewed = BTreeSet::new();
        for (index, context) in self.engine.contexts.iter().enumerate() {
            let [entry] = context.entry.as_slice() else { continue };
            if !self.engine.clean.contains(&ContextId(index as u32)) || context.caller.is_none() {
                continue;
            }
            let key = recall.keys[context.function];
            if renewed.insert(key) {
                known.insert(key, (0, Vec::new()));
            }
            let exits = context.exits.iter().map(|exit| exit.state.clone()).collect();
            let summary = Summary { entry: entry.clone(), exits };
            known.get_mut(&key).expect("it was put there").1.push(summary);
        }
        Summaries { known }
    }
}

/// The contexts of which nothing is to be told, nor of what they call.
pub(crate) fn clean(
    calls: &BTreeMap<ContextId, Vec<ContextId>>,
    mut unclean: BTreeSet<ContextId>,
) -> BTreeSet<ContextId> {
    loop {
        let more: Vec<ContextId> = calls
            .iter()
            .filter(|(id, called)| {
                !unclean.contains(id) && called.iter().any(|called| unclean.contains(called))
            })
            .map(|(id, _)| *id)
            .collect();
        if more.is_empty() {
            return calls.keys().filter(|id| !unclean.contains(id)).copied().collect();
        }
        unclean.extend(more);
    }
}
