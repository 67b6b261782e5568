//! Summaries: a function analyzed for one abstract entry.
//!
//! A *context* is a function together with the states it is entered in. Its summary is the set of
//! states it returns in. While a context is being analyzed a call of it finds the exits known so
//! far, at first none; if it was used in this way its analysis is repeated until its exits are
//! stable, which is the fixpoint of the recursion. What was finished in between on the strength of
//! unfinished exits is *provisional*, and is analyzed again when it is needed in a later round.

use ir::{BlockId, FunctionId, IndexVec};

use crate::checks::Open;
use crate::disjuncts::Disjunct;
use crate::{Check, Join, Lost, ShapeDomain, TrailId, Widened};

/// Names a context of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ContextId(pub u32);

/// Where the analysis of a context stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    Fresh,
    Active,
    Done,
}

/// The states around one block.
#[derive(Clone, Debug)]
pub(crate) struct BlockStates<S> {
    /// On entry.
    pub entry: Vec<Disjunct<S>>,
    /// By each way out.
    pub out: Vec<Vec<Disjunct<S>>>,
    /// Some way to this block was lost.
    pub lost_in: Option<Lost>,
    /// Something in this block or before was lost.
    pub lost_out: Option<Lost>,
    /// What was seen when the block was run last.
    pub seen: Seen<S>,
}

/// What was seen when a block was run.
#[derive(Clone, Debug)]
pub(crate) struct Seen<S> {
    /// The states before each statement and before the way out.
    pub before: Vec<Vec<Disjunct<S>>>,
    /// The checks that are open in it.
    pub open: Vec<(Check, Open)>,
    /// From this statement on some state is lost.
    pub lost_from: Option<(usize, Lost)>,
    /// The contexts it calls.
    pub called: Vec<ContextId>,
}

impl<S> Default for Seen<S> {
    fn default() -> Self {
        Self { before: Vec::new(), open: Vec::new(), lost_from: None, called: Vec::new() }
    }
}

impl<S> Seen<S> {
    pub(crate) fn lost(&mut self, stmt: usize, lost: &Lost) {
        if self.lost_from.as_ref().is_none_or(|(known, _)| stmt < *known) {
            self.lost_from = Some((stmt, lost.clone()));
        }
    }
}

impl<S> Default for BlockStates<S> {
    fn default() -> Self {
        Self { entry: Vec::new(), out: Vec::new(), lost_in: None, lost_out: None, seen: Seen::default() }
    }
}

/// A function with an entry.
#[derive(Debug)]
pub(crate) struct Context<S> {
    pub function: FunctionId,
    pub entry: Vec<S>,
    /// The state in which it was called first.
    pub caller: Option<TrailId>,
    pub exits: Vec<Disjunct<S>>,
    /// Some way through the function was lost.
    pub lost: Option<Lost>,
    pub blocks: IndexVec<BlockId, BlockStates<S>>,
    pub status: Status,
    /// Its exits were used before they were final.
    pub recursive: bool,
    /// The outermost active context whose unfinished exits it used, by place on the stack.
    pub low: usize,
    /// The round of the engine in which it was finished on unfinished exits, if it was.
    pub provisional: Option<u64>,
    /// It was not analyzed: its exits were known before.
    pub recalled: bool,
}

/// What to do about a call.
pub(crate) enum Choice<S> {
    /// Use this context.
    Known(ContextId),
    /// Analyze a new one with this entry.
    New(S),
    /// Too many.
    Lost(&'static str),
}

/// Chooses the context for a call of `function` in a state.
pub(crate) fn choose<D: ShapeDomain>(
    domain: &D,
    contexts: &[Context<D::State>],
    function: FunctionId,
    entry: D::State,
    most: usize,
) -> Choice<D::State> {
    let of_function = || {
        contexts
            .iter()
            .enumerate()
            .filter(|(_, context)| context.function == function && context.entry.len() == 1)
            .map(|(index, context)| (ContextId(index as u32), context))
    };
    let covering = |id: &(ContextId, &Context<D::State>)| domain.covers(&id.1.entry[0], &entry);
    // One with the same entry is best; inside a recursion one that covers it will do.
    if let Some((id, _)) =
        of_function().filter(covering).find(|(_, context)| domain.covers(&entry, &context.entry[0]))
    {
        return Choice::Known(id);
    }
    let active: Vec<_> = of_function().filter(|(_, context)| context.status == Status::Active).collect();
    if let Some((id, _)) = active.iter().rev().find(|id| covering(id)) {
        return Choice::Known(*id);
    }
    let count = of_function().count();
    if active.len() >= 2 || (!active.is_empty() && count >= most) {
        let known = &active[active.len() - 1].1.entry[0];
        let wider = match domain.widen(&[known], entry.clone(), Join::Recursion) {
            Widened::Covered => known.clone(),
            Widened::Replace(_, state) | Widened::Add(state) => state,
        };
        if count > 4 * most {
            return Choice::Lost("a recursive function is entered in too many different states");
        }
        return again(domain, contexts, function, wider);
    }
    if count >= most {
        if let Some((id, _)) = of_function().find(covering) {
            return Choice::Known(id);
        }
        if count > 4 * most {
            return Choice::Lost("a function is called in too many different states");
        }
        // Entries that can be told by one state are; the call is one of those that the new one belongs to.
        let mut all: Vec<D::State> = of_function().map(|(_, context)| context.entry[0].clone()).collect();
        let wider = if count <= 2 * most {
            all.push(entry.clone());
            let merged = domain.merge(all, 1);
            merged.into_iter().find(|state| domain.covers(state, &entry)).unwrap_or(entry)
        } else {
            // What still grows is not waited for.
            let known = domain.merge(all, 1);
            match domain.widen(&known.iter().collect::<Vec<_>>(), entry.clone(), Join::Recursion) {
                Widened::Covered => {
                    known.into_iter().find(|state| domain.covers(state, &entry)).unwrap_or(entry)
                }
                Widened::Replace(_, state) | Widened::Add(state) => state,
            }
        };
        return again(domain, contexts, function, wider);
    }
    Choice::New(entry)
}

/// A wider entry may be one that exists.
fn again<D: ShapeDomain>(
    domain: &D,
    contexts: &[Context<D::State>],
    function: FunctionId,
    entry: D::State,
) -> Choice<D::State> {
    let known = contexts.iter().enumerate().find(|(_, context)| {
        context.function == function && context.entry.len() == 1 && domain.covers(&context.entry[0], &entry)
    });
    match known {
        Some((index, _)) => Choice::Known(ContextId(index as u32)),
        None => Choice::New(entry),
    }
}
