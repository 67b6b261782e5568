//! What an analysis found.

use std::collections::BTreeMap;

use ir::BlockId;

use crate::checks::{Check, Checks};
use crate::limits::Spent;
use crate::trail::{Trail, TrailId};
use crate::{ContextId, Engine, Lost, Point, ShapeDomain};

/// What holds at a point: one of the states, in some context.
#[derive(Clone, Debug)]
pub struct PointStates<S> {
    /// The states, with the context they belong to.
    pub states: Vec<(ContextId, S)>,
    /// Nothing is known: anything may hold here.
    pub lost: Option<Lost>,
}

impl<S> Default for PointStates<S> {
    fn default() -> Self {
        Self { states: Vec::new(), lost: None }
    }
}

/// A loop of a function in one context.
#[derive(Clone, Debug)]
pub struct LoopReport<S> {
    /// The context.
    pub context: ContextId,
    /// Its head.
    pub head: BlockId,
    /// The blocks of the loop.
    pub blocks: Vec<BlockId>,
    /// The states at its head: its invariant.
    pub states: Vec<S>,
}

/// A finished analysis.
pub struct Analysis<'a, D: ShapeDomain> {
    pub(crate) engine: Engine<'a, D>,
    pub(crate) root: ContextId,
    pub(crate) points: BTreeMap<Point, PointStates<D::State>>,
}

impl<'a, D: ShapeDomain> Analysis<'a, D> {
    /// The open checks.
    pub fn checks(&self) -> &Checks {
        &self.engine.checks
    }

    /// What holds where. A point that is missing cannot be reached.
    pub fn points(&self) -> &BTreeMap<Point, PointStates<D::State>> {
        &self.points
    }

    /// The states in which the entry function returns.
    pub fn exits(&self) -> impl Iterator<Item = &D::State> {
        self.engine.contexts[self.root.0 as usize].exits.iter().map(|exit| &exit.state)
    }

    /// Why the entry function's exits are not known, if they are not.
    pub fn lost(&self) -> Option<&Lost> {
        self.engine.contexts[self.root.0 as usize].lost.as_ref()
    }

    /// The context of the entry function.
    pub fn root(&self) -> ContextId {
        self.root
    }

    /// The function of a context.
    pub fn function(&self, context: ContextId) -> ir::FunctionId {
        self.engine.contexts[context.0 as usize].function
    }

    /// What it took.
    pub fn spent(&self) -> Spent {
        self.engine.meter.spent
    }

    /// Where states came from.
    pub fn trail(&self) -> &Trail {
        &self.engine.trail
    }

    /// The blocks on the way to a state, first to last, each with the states in which it is entered, as far back as they can
    /// be told.
    pub fn along(&mut self, to: TrailId) -> Vec<(ContextId, BlockId, Vec<D::State>)> {
        let way = self.engine.trail.way(to);
        let mut along: Vec<_> = way.iter().map(|(context, block)| (*context, *block, Vec::new())).collect();
        for (index, states) in self.engine.replay(&way) {
            along[index].2 = states;
        }
        along
    }

    /// Whether a check is a promise of the entry function's contract, which is looked at where it returns.
    pub fn is_promise(&self, check: Check) -> bool {
        check.point.stmt as usize
            > self.engine.body(check.point.function).blocks[check.point.block].stmts.len()
    }

    /// The loops of all contexts that were reached, in order.
    pub fn loops(&mut self) -> Vec<LoopReport<D::State>> {
        let mut loops = Vec::new();
        for index in 0..self.engine.contexts.len() {
            let flow = self.engine.flow(self.engine.contexts[index].function);
            let context = &self.engine.contexts[index];
            for (head, blocks) in flow.loops() {
                // An exploration has no invariants.
                let Some(at_head) = context.blocks.get(*head) else { continue };
                let states: Vec<_> = at_head.entry.iter().map(|disjunct| disjunct.state.clone()).collect();
                if !states.is_empty() {
                    let id = ContextId(index as u32);
                    loops.push(LoopReport { context: id, head: *head, blocks: blocks.clone(), states });
                }
            }
        }
        loops
    }

    /// Runs a loop once from these states at its head. The states that come back to the head;
    /// `None` if something was lost on the way.
    pub fn once_around(
        &mut self,
        context: ContextId,
        head: BlockId,
        states: Vec<D::State>,
    ) -> Option<Vec<D::State>> {
        self.engine.once_around(context, head, states)
    }

    /// The program.
    pub fn program(&self) -> &'a ir::Program {
        self.engine.program
    }
}
