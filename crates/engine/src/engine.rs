//! The engine: contexts, the stack of those under analysis, and what is left of the budget.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use budget::Over;
use ir::{Body, FunctionId, IndexVec, Program};

use crate::analysis::PointStates;
use crate::checks::Checks;
use crate::limits::{Limits, Meter};
use crate::recall::Recall;
use crate::record::lose_program;
use crate::summary::{BlockStates, Context, Status};
use crate::trail::Trail;
use crate::{Analysis, ContextId, Entry, Flow, Lost, Point, ShapeDomain};

/// Runs a domain over a program.
pub struct Engine<'a, D: ShapeDomain> {
    pub(crate) program: &'a Program,
    pub(crate) domain: &'a D,
    pub(crate) limits: Limits,
    pub(crate) meter: Meter,
    flows: Vec<Option<Arc<Flow>>>,
    pub(crate) contexts: Vec<Context<D::State>>,
    /// The contexts under analysis, callers first.
    pub(crate) stack: Vec<ContextId>,
    /// How often the analysis of any context was begun anew.
    pub(crate) round: u64,
    pub(crate) trail: Trail,
    pub(crate) checks: Checks,
    /// Whether what is seen in blocks is kept.
    pub(crate) recording: bool,
    /// What earlier analyses knew.
    pub(crate) recall: Option<Recall<D::State>>,
    /// The contexts of which nothing is to be told.
    pub(crate) clean: BTreeSet<ContextId>,
}

impl<'a, D: ShapeDomain> Engine<'a, D> {
    /// An engine that has not begun.
    pub fn new(program: &'a Program, domain: &'a D, limits: Limits) -> Self {
        Self {
            program,
            domain,
            meter: Meter::new(&limits),
            limits,
            flows: vec![None; program.functions.len()],
            contexts: Vec::new(),
            stack: Vec::new(),
            round: 0,
            trail: Trail::default(),
            checks: Checks::default(),
            recording: false,
            recall: None,
            clean: BTreeSet::new(),
        }
    }

    /// Analyzes a function from its entry.
    pub fn run(self, entry: &Entry) -> Analysis<'a, D> {
        let states = budget::phase(|| self.domain.entry(self.program, entry));
        let (states, lost) = match states {
            Ok(Ok(states)) => (states, None),
            Ok(Err(lost)) => (Vec::new(), Some(lost)),
            Err(over) => {
                let span = self.program.functions[entry.function].span;
                (Vec::new(), Some(Lost { span, why: over.why().into() }))
            }
        };
        self.run_from(entry.function, states, lost)
    }

    /// Analyzes a function from these states.
    pub fn run_from(
        mut self,
        function: FunctionId,
        states: Vec<D::State>,
        lost: Option<Lost>,
    ) -> Analysis<'a, D> {
        let root = self.add_context(function, states);
        if let Some(lost) = lost {
            self.contexts[root.0 as usize].blocks[Body::ENTRY].lost_in = Some(lost);
        }
        let worked = budget::phase(|| {
            self.summarize(root);
            let mut points = self.record(root);
            if self.program.functions[function].contract.is_some() {
                self.ensure(root, &mut points);
            }
            points
        });
        let points = worked.unwrap_or_else(|over| self.give_up(root, over));
        Analysis { engine: self, root, points }
    }

    /// The work was given up in its midst: nothing that is half done may be taken for a result.
    fn give_up(&mut self, root: ContextId, over: Over) -> BTreeMap<Point, PointStates<D::State>> {
        self.meter.end(over);
        self.stack.clear();
        self.recording = false;
        self.checks = Checks::default();
        self.clean.clear();
        for context in &mut self.contexts {
            let span = self.program.functions[context.function].span;
            context.lost = Some(Lost { span, why: over.why().into() });
            context.status = Status::Done;
            context.exits.clear();
            for block in &mut context.blocks {
                *block = BlockStates::default();
            }
        }
        let mut points = BTreeMap::new();
        let Context { function, lost: Some(lost), .. } = &self.contexts[root.0 as usize] else {
            return points;
        };
        lose_program(self.program, *function, lost, &mut self.checks, &mut points);
        points
    }

    /// Order and liveness of a function.
    pub(crate) fn flow(&mut self, function: FunctionId) -> Arc<Flow> {
        let slot = &mut self.flows[ir::Id::index(function)];
        if slot.is_none() {
            let body = self.program.functions[function].body.as_ref();
            *slot = Some(Arc::new(Flow::of(body.expect("only functions with a body are analyzed"))));
        }
        slot.clone().expect("just computed")
    }

    pub(crate) fn add_context(&mut self, function: FunctionId, entry: Vec<D::State>) -> ContextId {
        let body = self.program.functions[function].body.as_ref();
        let blocks = body.map_or(0, |body| body.blocks.len());
        self.contexts.push(Context {
            function,
            entry,
            caller: None,
            exits: Vec::new(),
            lost: None,
            blocks: (0..blocks).map(|_| BlockStates::default()).collect::<IndexVec<_, _>>(),
            status: Status::Fresh,
            recursive: false,
            low: usize::MAX,
            provisional: None,
            recalled: false,
        });
        ContextId(self.contexts.len() as u32 - 1)
    }

    pub(crate) fn body(&self, function: FunctionId) -> &'a Body {
        self.program.functions[function].body.as_ref().expect("only functions with a body are analyzed")
    }
}
