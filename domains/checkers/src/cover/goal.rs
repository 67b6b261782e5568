//! What a search looks for, and what comes of it.

use std::sync::Arc;

use logic::Fact;

use super::sets::Made;
use crate::definition::{DefinitionId, Name};
use crate::heap::{Args, Marks, NodeSet, Region, Sym, Term};

/// Something that must be found in the left heap. Its terms are over the search's variables.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    /// Where.
    pub at: Term,
    /// What. Branches of a search share it, with each other and with the state it comes from.
    pub region: Arc<Region>,
}

impl Goal {
    /// A region at a place.
    pub(crate) fn new(at: Term, region: Region) -> Self {
        Self { at, region: Arc::new(region) }
    }
}

/// Why a search got nowhere: the furthest it came.
#[derive(Clone, Debug)]
pub(crate) struct Stuck {
    /// How many regions had been found by then.
    pub found: u32,
    /// What was looked for.
    pub goal: Option<Goal>,
    /// What was missing.
    pub why: Why,
}

/// What was missing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Why {
    /// There is nothing, or something else.
    Nothing,
    /// A value that is not what it must be.
    Value,
    /// A relation between values cannot be shown.
    Fact,
    /// The left side is a summary that would have to be unfolded.
    Summary(Sym),
    /// Members that were never written.
    Unwritten,
    /// An object that is not on the heap.
    NotHeap,
    /// It took too long.
    Fuel,
    /// Something of the left side is left over.
    Leftover(Sym),
}

/// What a successful search has found.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    /// The addresses of the regions of the left side that were used, in order.
    pub used: Vec<Sym>,
    /// The sets of the goals that regions were used for, where these have one.
    pub taken_for: Vec<(Sym, NodeSet)>,
    /// What each variable stands for.
    pub bound: Vec<Option<Term>>,
    /// What was read that nothing claims by that, with the name it was read through.
    pub read: Vec<(Sym, Option<Name>)>,
    /// Where it stopped, if it was told to: the checker that is missing there, with arguments of the left.
    pub hole: Option<(Term, DefinitionId, Args)>,
    /// What holds of all objects that were used.
    pub marks: Marks,
    /// Symbols of the left side that were introduced for values without a name.
    pub next: u32,
    /// What must hold of the new symbols.
    pub facts: Vec<Fact>,
    /// The new symbols that are sets.
    pub made: Made,
}

impl Outcome {
    /// Whether the region at an address was used.
    pub(crate) fn uses(&self, at: Sym) -> bool {
        self.used.binary_search(&at).is_ok()
    }
}
