//! The exploration itself: taking states from the worklist until it is empty.

use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

use ir::{BlockId, Body, Call, FunctionId, IndexVec, StmtKind, Terminator};

use super::seen::Seen;
use super::targets::Targets;
use super::work::{Caller, Calls, Item};
use super::{Bounds, Exact};
use crate::analysis::PointStates;
use crate::disjuncts::Disjunct;
use crate::record::lose_program;
use crate::summary::{Context, Status};
use crate::{
    Analysis, Check, ContextId, Cursor, Engine, Entry, Flow, Lost, Open, Point, ShapeDomain, TrailId,
};

pub(super) struct Exploration<'a, D: Exact> {
    engine: Engine<'a, D>,
    bounds: Bounds,
    work: BinaryHeap<Item<D::State>>,
    arrivals: u64,
    seen: Seen<D::State>,
    /// By context.
    calls: Vec<Calls<D>>,
    points: BTreeMap<Point, PointStates<D::State>>,
    /// Why what was explored is not everything, if so.
    lost: Option<Lost>,
    /// Where to go first.
    targets: Option<Targets>,
}

impl<'a, D: Exact> Exploration<'a, D> {
    pub(super) fn new(engine: Engine<'a, D>, bounds: Bounds, targets: &[Check]) -> Self {
        let targets = Targets::new(engine.program, targets.iter().copied());
        Self {
            engine,
            bounds,
            work: BinaryHeap::new(),
            arrivals: 0,
            seen: Seen::default(),
            calls: Vec::new(),
            points: BTreeMap::new(),
            lost: None,
            targets,
        }
    }

    pub(super) fn run(mut self, entry: &Entry) -> Analysis<'a, D> {
        let root = self.add_context(entry.function, None);
        let worked = budget::phase(|| {
            match self.engine.domain.entry(self.engine.program, entry) {
                Ok(states) => states.into_iter().for_each(|state| self.begin(root, state, None, 0)),
                Err(lost) => self.lost = Some(lost),
            }
            self.work_off();
        });
        if let Err(over) = worked {
            let span = self.engine.program.functions[entry.function].span;
            self.engine.meter.end(over);
            self.lose(Lost { span, why: over.why().into() });
        }
        self.finish(root)
    }

    fn work_off(&mut self) {
        while let Some(item) = self.work.pop() {
            let objects = self.engine.domain.objects(&item.disjunct.state);
            if self.is_over() || objects > self.bounds.objects {
                let span = self.engine.body(self.function(item.context)).blocks[item.block].span;
                return self.cut(span);
            }
            let before = self.engine.checks.listen(true);
            let done = self.run_on(item);
            let opened = self.engine.checks.resume(before);
            self.reached(&opened);
            self.engine.checks.keep(opened);
            if let Err(over) = done {
                self.lost = Some(over);
                return;
            }
        }
    }

    /// These checks were opened: if they were targets there may be others to go to.
    fn reached(&mut self, opened: &[(Check, Open)]) {
        let Some(targets) = &mut self.targets else { return };
        if targets.reached(opened.iter().map(|(check, _)| *check)) {
            let work = std::mem::take(&mut self.work).into_iter().map(|item| {
                let estimate = self.estimate(item.context, item.block, item.decisions);
                Item { estimate, ..item }
            });
            self.work = work.collect();
        }
    }

    /// How many decisions a way through a block may have.
    fn estimate(&self, context: ContextId, block: BlockId, decisions: u32) -> u32 {
        let ahead = self.targets.as_ref().map(|targets| targets.distance(self.function(context), block));
        decisions.saturating_add(ahead.unwrap_or_default())
    }

    fn cut(&mut self, span: ir::Span) {
        self.lose(Lost { span, why: "there are too many different states to explore them all".into() });
    }

    /// Whether more states arrived than may be explored.
    fn is_over(&self) -> bool {
        let Bounds { states, states_when_lost, .. } = self.bounds;
        self.arrivals > if self.lost.is_some() { states_when_lost } else { states }
    }

    fn finish(mut self, root: ContextId) -> Analysis<'a, D> {
        let exits: Vec<_> = self.calls[root.0 as usize].exits.drain(..).collect();
        let context = &mut self.engine.contexts[root.0 as usize];
        context.exits = exits.iter().map(|(exit, _)| Disjunct::clone(exit)).collect();
        context.lost.clone_from(&self.lost);
        if let Some(lost) = &self.lost {
            let function = context.function;
            lose_program(self.engine.program, function, lost, &mut self.engine.checks, &mut self.points);
        }
        self.engine.meter.spent.peak_disjuncts = self.arrivals;
        Analysis { engine: self.engine, root, points: self.points }
    }

    fn function(&self, context: ContextId) -> FunctionId {
        self.engine.contexts[context.0 as usize].function
    }

    fn add_context(&mut self, function: FunctionId, caller: Option<TrailId>) -> ContextId {
        // What is explored is kept here, not block by block.
        self.engine.contexts.push(Context {
            function,
            entry: Vec::new(),
            caller,
            exits: Vec::new(),
            lost: None,
            blocks: IndexVec::new(),
            status: Status::Done,
            recursive: false,
            low: usize::MAX,
            provisional: None,
            recalled: false,
        });
        self.calls.push(Calls { callers: Vec::new(), exits: Vec::new() });
        ContextId(self.engine.contexts.len() as u32 - 1)
    }

    /// A state enters the first block of a function.
    fn begin(&mut self, context: ContextId, state: D::State, from: Option<TrailId>, decisions: u32) {
        let trail = self.engine.trail.enter(context, Body::ENTRY, from);
        self.push(context, Body::ENTRY, 0, Disjunct { state, trail }, decisions);
    }

    fn push(
        &mut self,
        context: ContextId,
        block: BlockId,
        stmt: usize,
        disjunct: Disjunct<D::State>,
        decisions: u32,
    ) {
        self.arrivals += 1;
        let (arrival, estimate) = (self.arrivals, self.estimate(context, block, decisions));
        self.work.push(Item { decisions, estimate, arrival, context, block, stmt, disjunct });
    }

    /// Listens to checks at a point of a state's way.
    fn listen_at(&mut self, point: Point, trail: TrailId) {
        self.engine.checks.here = Some(point);
        self.engine.checks.trail = Some(trail);
        self.engine.checks.disjunct = None;
    }

    fn lose(&mut self, lost: Lost) {
        self.lost.get_or_insert(lost);
    }

    /// Runs a state to the end of its block, to the next call, or to where it becomes several.
    ///
    /// # Errors
    /// The exploration is over: no time is left, or it was interrupted.
    fn run_on(&mut self, item: Item<D::State>) -> Result<(), Lost> {
        let Item { decisions, context, block, disjunct: Disjunct { mut state, trail }, .. } = item;
        let function = self.function(context);
        let (program, domain) = (self.engine.program, self.engine.domain);
        let flow = self.engine.flow(function);
        let code = &self.engine.body(function).blocks[block];
        for (index, stmt) in code.stmts.iter().enumerate().skip(item.stmt) {
            let point = Point { function, block, stmt: index as u32 };
            if let Some(why) = self.engine.meter.step() {
                return Err(Lost { span: stmt.span, why: why.into() });
            }
            self.keep(point, context, &state);
            self.listen_at(point, trail);
            let cursor = Cursor { program, point, live: flow.live_after(block, index) };
            if let StmtKind::Call(call) = &stmt.kind {
                let entered = self.entered(&cursor, call, &state);
                if !entered.is_empty() {
                    let disjunct = Disjunct { state, trail };
                    for callee in entered {
                        self.call(&cursor, call, callee, context, &disjunct, decisions);
                    }
                    return Ok(());
                }
            }
            let after = domain.step(&cursor, stmt, state, &mut self.engine.checks);
            let states = after.and_then(|states| {
                let dead = flow.dying(block, index);
                forget(domain, &cursor, dead, states, &mut self.engine.checks)
            });
            let states = match states {
                Ok(states) => states,
                Err(lost) => {
                    self.lose(lost);
                    return Ok(());
                }
            };
            let mut states = states.into_iter();
            match (states.next(), states.len()) {
                (None, _) => return Ok(()),
                (Some(only), 0) => state = only,
                (Some(first), _) => {
                    for state in std::iter::once(first).chain(states) {
                        self.push(context, block, index + 1, Disjunct { state, trail }, decisions + 1);
                    }
                    return Ok(());
                }
            }
        }
        self.leave(context, block, &flow, Disjunct { state, trail }, decisions);
        Ok(())
    }

    /// The functions that a call enters; none if the domain says itself what the call does. If it does so for some of the
    /// functions that the call may reach and not for others, nothing is known any more.
    fn entered(&mut self, cursor: &Cursor<'_>, call: &Call, state: &D::State) -> Vec<FunctionId> {
        let domain = self.engine.domain;
        let callees = domain.callees(cursor, call, state).unwrap_or_default();
        let is_entered = |callee: &FunctionId| {
            cursor.program.functions[*callee].body.is_some() && !domain.models(cursor, call, *callee, state)
        };
        let entered: Vec<FunctionId> = callees.iter().copied().filter(is_entered).collect();
        if !entered.is_empty() && entered.len() < callees.len() {
            let why = "it is not known which function this calls".into();
            self.lose(Lost { span: cursor.span(), why });
        }
        entered
    }

    /// Enters a function, and goes on with what is known of how it returns.
    fn call(
        &mut self,
        cursor: &Cursor<'_>,
        call: &Call,
        callee: FunctionId,
        context: ContextId,
        disjunct: &Disjunct<D::State>,
        decisions: u32,
    ) {
        let domain = self.engine.domain;
        let entered = match domain.enter(cursor, call, callee, &disjunct.state, &mut self.engine.checks) {
            Ok(entered) => entered,
            Err(lost) => return self.lose(lost),
        };
        for (entry, frame) in entered {
            let entry = domain.canonical(entry);
            let known = if self.bounds.merge { self.seen.context(domain, callee, &entry) } else { None };
            let inner = known.unwrap_or_else(|| {
                let new = self.add_context(callee, Some(disjunct.trail));
                self.seen.add_context(domain, callee, entry.clone(), new);
                self.begin(new, entry, Some(disjunct.trail), decisions);
                new
            });
            let caller =
                Arc::new(Caller { context, point: cursor.point, frame, trail: disjunct.trail, decisions });
            let calls = &mut self.calls[inner.0 as usize];
            calls.callers.push(caller.clone());
            let exits = calls.exits.clone();
            for (exit, way) in exits {
                self.resume(&caller, &exit, way);
            }
        }
    }

    /// Goes on behind a call.
    fn resume(&mut self, caller: &Caller<D::Frame>, exit: &Disjunct<D::State>, decisions: u32) {
        let point = caller.point;
        let (program, domain) = (self.engine.program, self.engine.domain);
        if self.is_over() {
            return self.cut(point.span(program));
        }
        let flow = self.engine.flow(point.function);
        let index = point.stmt as usize;
        let cursor = Cursor { program, point, live: flow.live_after(point.block, index) };
        let Some(StmtKind::Call(call)) = point.stmt(program).map(|stmt| &stmt.kind) else { return };
        let trail = self.engine.trail.come_back(caller.trail, exit.trail);
        self.listen_at(point, trail);
        let states = domain.resume(&cursor, call, &caller.frame, &exit.state, &mut self.engine.checks);
        let states = states.and_then(|states| {
            let dead = flow.dying(point.block, index);
            forget(domain, &cursor, dead, states, &mut self.engine.checks)
        });
        match states {
            Ok(states) => {
                let open = u32::from(states.len() > 1);
                let decisions = caller.decisions.max(decisions) + open;
                for state in states {
                    self.push(caller.context, point.block, index + 1, Disjunct { state, trail }, decisions);
                }
            }
            Err(lost) => self.lose(lost),
        }
    }

    /// A state at the end of a block goes its ways.
    fn leave(
        &mut self,
        context: ContextId,
        block: BlockId,
        flow: &Arc<Flow>,
        disjunct: Disjunct<D::State>,
        decisions: u32,
    ) {
        let function = self.function(context);
        let (program, domain) = (self.engine.program, self.engine.domain);
        let code = &self.engine.body(function).blocks[block];
        let index = code.stmts.len();
        let point = Point { function, block, stmt: index as u32 };
        let cursor = Cursor { program, point, live: flow.live_after(block, index) };
        let Disjunct { state, trail } = disjunct;
        self.keep(point, context, &state);
        self.listen_at(point, trail);
        if let Terminator::Return(value) = &code.terminator {
            match domain.leave(&cursor, value.as_ref(), state, &mut self.engine.checks) {
                Ok(states) => states.into_iter().for_each(|state| {
                    self.exit(context, Disjunct { state, trail }, decisions);
                }),
                Err(lost) => self.lose(lost),
            }
            return;
        }
        let ways = match domain.follow(&cursor, &code.terminator, state, &mut self.engine.checks) {
            Ok(ways) => ways,
            Err(lost) => return self.lose(lost),
        };
        let successors = code.terminator.successors();
        let decisions = decisions + u32::from(ways.len() > 1);
        // The first way is taken first: what is pushed last comes first.
        for (edge, state) in ways.into_iter().rev() {
            let next = successors[edge.index];
            let dead = flow.dead_on_entry(next);
            match forget(domain, &cursor, dead, vec![state], &mut self.engine.checks) {
                Ok(states) => {
                    for state in states {
                        self.arrive(context, next, flow, Disjunct { state, trail }, decisions);
                    }
                }
                Err(lost) => self.lose(lost),
            }
        }
    }

    /// A state enters a block, unless it was explored there before.
    fn arrive(
        &mut self,
        context: ContextId,
        block: BlockId,
        flow: &Flow,
        disjunct: Disjunct<D::State>,
        decisions: u32,
    ) {
        let domain = self.engine.domain;
        let mut state = disjunct.state;
        // Ways that never meet need not be compared.
        if self.bounds.merge && flow.predecessors[block].len() > 1 {
            state = domain.canonical(state);
            if !self.seen.add(domain, (context, block), &state) {
                return;
            }
        }
        let trail = self.engine.trail.enter(context, block, Some(disjunct.trail));
        self.push(context, block, 0, Disjunct { state, trail }, decisions);
    }

    /// A function returned: those who called it go on.
    fn exit(&mut self, context: ContextId, disjunct: Disjunct<D::State>, decisions: u32) {
        let domain = self.engine.domain;
        let state = domain.canonical(disjunct.state);
        let calls = &mut self.calls[context.0 as usize];
        if self.bounds.merge && calls.exits.iter().any(|(exit, _)| domain.implied(&exit.state, &state)) {
            return;
        }
        let exit = Arc::new(Disjunct { state, trail: disjunct.trail });
        calls.exits.push((exit.clone(), decisions));
        let callers = calls.callers.clone();
        for caller in callers {
            self.resume(&caller, &exit, decisions);
        }
    }

    fn keep(&mut self, point: Point, context: ContextId, state: &D::State) {
        if self.bounds.keep_states {
            self.points.entry(point).or_default().states.push((context, state.clone()));
        }
    }
}

/// Lets go of registers.
pub(super) fn forget<D: ShapeDomain>(
    domain: &D,
    cursor: &Cursor<'_>,
    dead: &[ir::LocalId],
    states: Vec<D::State>,
    checks: &mut crate::Checks,
) -> crate::Outcome<Vec<D::State>> {
    if dead.is_empty() {
        return Ok(states);
    }
    let mut kept = Vec::with_capacity(states.len());
    for state in states {
        kept.extend(domain.forget(cursor, dead, state, checks)?);
    }
    Ok(kept)
}
