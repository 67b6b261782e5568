//! Running states through one block.

use std::sync::Arc;

use ir::{BlockId, Body, Call, FunctionId, StmtKind, Terminator};

use crate::disjuncts::{Disjunct, absorb};
use crate::summary::{Choice, Seen, Status, choose};
use crate::{ContextId, Cursor, Edge, Engine, Flow, Join, Lost, Outcome, Point, ShapeDomain, TrailId};

/// More states than this after one statement are compared with each other, unless it has made no more of them, overwritten nothing and ended
/// the use of no variable: what was told apart before is told apart then.
const COMPARE: usize = 8;

impl<D: ShapeDomain> Engine<'_, D> {
    /// Runs the entry states of a block through it and notes what comes out, and if that may be the last
    /// time, what is seen on the way. States that return are given back.
    pub(crate) fn run_block(
        &mut self,
        context: ContextId,
        block: BlockId,
        flow: &Arc<Flow>,
    ) -> Vec<Disjunct<D::State>> {
        let recording = self.recording;
        let outer = self.checks.listen(recording);
        let mut seen = Seen::default();
        let returned = self.run_listening(context, block, flow, &mut seen);
        seen.open = self.checks.resume(outer);
        if recording {
            self.contexts[context.0 as usize].blocks[block].seen = seen;
        }
        returned
    }

    fn run_listening(
        &mut self,
        context: ContextId,
        block: BlockId,
        flow: &Arc<Flow>,
        seen: &mut Seen<D::State>,
    ) -> Vec<Disjunct<D::State>> {
        let recording = self.recording;
        let function = self.contexts[context.0 as usize].function;
        let body = self.body(function);
        let node = &self.contexts[context.0 as usize].blocks[block];
        let mut lost = node.lost_in.clone();
        let mut states: Vec<Disjunct<D::State>> = node.entry.clone();
        for disjunct in &mut states {
            disjunct.trail = self.trail.enter(context, block, Some(disjunct.trail));
        }
        let code = &body.blocks[block];
        if let Some(lost) = &lost {
            seen.lost(0, lost);
        }
        let at = Point { function, block, stmt: 0 };
        states = self.forget(states, at, flow.dead_on_entry(block), flow, &mut lost, seen);
        for (index, stmt) in code.stmts.iter().enumerate() {
            if recording {
                seen.before.push(states.clone());
            }
            if states.is_empty() {
                continue;
            }
            let point = Point { function, block, stmt: index as u32 };
            let before = states.len();
            let mut after = Vec::with_capacity(before);
            for (number, disjunct) in states.into_iter().enumerate() {
                if let Some(why) = self.meter.step() {
                    let why = Lost { span: stmt.span, why: why.into() };
                    lose(&mut lost, index, why, seen);
                    continue;
                }
                self.listen_at(point, Some(number), &disjunct);
                let trail = disjunct.trail;
                let result = if let StmtKind::Call(call) = &stmt.kind {
                    self.call(point, call, flow, &disjunct, seen)
                } else {
                    let cursor = Cursor { program: self.program, point, live: flow.live_after(block, index) };
                    let states = self.domain.step(&cursor, stmt, disjunct.state, &mut self.checks);
                    states.map(|states| wrap(states, trail))
                };
                match result {
                    Ok(states) => after.extend(states),
                    Err(why) => lose(&mut lost, index, why, seen),
                }
            }
            let dying = flow.dying(block, index);
            states = self.forget(after, point, dying, flow, &mut lost, seen);
            self.meter.spent.peak_disjuncts = self.meter.spent.peak_disjuncts.max(states.len() as u64);
            let reads = matches!(stmt.kind, StmtKind::Assign { .. } | StmtKind::Load { .. });
            let as_before = reads && dying.is_empty() && states.len() <= before;
            if states.len() > COMPARE && !as_before {
                states = self.compare(states);
            }
        }
        if recording {
            seen.before.push(states.clone());
        }
        let returned = self.leave_block(context, block, body, states, flow, &mut lost, seen);
        self.contexts[context.0 as usize].blocks[block].lost_out = lost;
        returned
    }

    /// The checks are listened to at this point.
    fn listen_at(&mut self, point: Point, number: Option<usize>, disjunct: &Disjunct<D::State>) {
        self.checks.here = Some(point);
        self.checks.disjunct = number;
        self.checks.trail = Some(disjunct.trail);
    }

    fn forget(
        &mut self,
        states: Vec<Disjunct<D::State>>,
        point: Point,
        dead: &[ir::LocalId],
        flow: &Arc<Flow>,
        lost: &mut Option<Lost>,
        seen: &mut Seen<D::State>,
    ) -> Vec<Disjunct<D::State>> {
        if dead.is_empty() {
            return states;
        }
        let live = flow.live_after(point.block, point.stmt as usize);
        let cursor = Cursor { program: self.program, point, live };
        let mut kept = Vec::with_capacity(states.len());
        for disjunct in states {
            self.listen_at(point, None, &disjunct);
            match self.domain.forget(&cursor, dead, disjunct.state, &mut self.checks) {
                Ok(states) => kept.extend(wrap(states, disjunct.trail)),
                Err(why) => lose(lost, point.stmt as usize, why, seen),
            }
        }
        kept
    }

    /// Drops states that others describe.
    fn compare(&mut self, states: Vec<Disjunct<D::State>>) -> Vec<Disjunct<D::State>> {
        let mut kept = Vec::with_capacity(states.len());
        for disjunct in states {
            let _ = absorb(self.domain, &mut kept, disjunct, Join::Plain);
        }
        kept
    }

    #[allow(clippy::too_many_arguments)]
    fn leave_block(
        &mut self,
        context: ContextId,
        block: BlockId,
        body: &Body,
        states: Vec<Disjunct<D::State>>,
        flow: &Arc<Flow>,
        lost: &mut Option<Lost>,
        seen: &mut Seen<D::State>,
    ) -> Vec<Disjunct<D::State>> {
        let code = &body.blocks[block];
        let stmt = code.stmts.len();
        let function = self.contexts[context.0 as usize].function;
        let point = Point { function, block, stmt: stmt as u32 };
        let cursor = Cursor { program: self.program, point, live: flow.live_after(block, stmt) };
        let mut out = vec![Vec::new(); code.terminator.successors().len()];
        let mut returned = Vec::new();
        for (number, disjunct) in states.into_iter().enumerate() {
            self.checks.here = Some(point);
            self.checks.disjunct = Some(number);
            self.checks.trail = Some(disjunct.trail);
            if let Terminator::Return(value) = &code.terminator {
                let left = self.domain.leave(&cursor, value.as_ref(), disjunct.state, &mut self.checks);
                match left {
                    Ok(states) => returned.extend(wrap(states, disjunct.trail)),
                    Err(why) => lose(lost, stmt, why, seen),
                }
                continue;
            }
            match self.domain.follow(&cursor, &code.terminator, disjunct.state, &mut self.checks) {
                Ok(states) => {
                    for (Edge { index }, state) in states {
                        out[index].push(Disjunct { state, trail: disjunct.trail });
                    }
                }
                Err(why) => lose(lost, stmt, why, seen),
            }
        }
        // What the next block does not need is let go before states are compared there.
        for (way, next) in out.iter_mut().zip(code.terminator.successors()) {
            let states = std::mem::take(way);
            *way = self.forget(states, point, flow.dead_on_entry(next), flow, lost, seen);
        }
        self.contexts[context.0 as usize].blocks[block].out = out;
        returned
    }

    /// A call: of functions with a body by their summaries, of others by the domain's own knowledge.
    fn call(
        &mut self,
        point: Point,
        call: &Call,
        flow: &Arc<Flow>,
        disjunct: &Disjunct<D::State>,
        seen: &mut Seen<D::State>,
    ) -> Outcome<Vec<Disjunct<D::State>>> {
        let program = self.program;
        let cursor = Cursor { program, point, live: flow.live_after(point.block, point.stmt as usize) };
        let lost = |why: &str| Lost { span: point.span(program), why: why.into() };
        let Some(callees) = self.domain.callees(&cursor, call, &disjunct.state) else {
            return Err(lost("it is not known which function this calls"));
        };
        let mut after = Vec::new();
        if callees.is_empty() {
            let stmt = point.stmt(program).expect("a call is a statement");
            let states = self.domain.step(&cursor, stmt, disjunct.state.clone(), &mut self.checks)?;
            return Ok(wrap(states, disjunct.trail));
        }
        for callee in callees {
            let entered = program.functions[callee].body.is_some()
                && !self.domain.models(&cursor, call, callee, &disjunct.state);
            if !entered {
                let stmt = point.stmt(program).expect("a call is a statement");
                let states = self.domain.step(&cursor, stmt, disjunct.state.clone(), &mut self.checks)?;
                after.extend(wrap(states, disjunct.trail));
                continue;
            }
            let entered = self.domain.enter(&cursor, call, callee, &disjunct.state, &mut self.checks)?;
            for (entry, frame) in entered {
                let id = match choose(self.domain, &self.contexts, callee, entry, self.limits.contexts) {
                    Choice::Known(id) => id,
                    Choice::New(entry) => self.new_context(callee, entry, disjunct.trail),
                    Choice::Lost(why) => return Err(lost(why)),
                };
                seen.called.push(id);
                self.use_context(id);
                self.listen_at(point, self.checks.disjunct, disjunct);
                let summary = &self.contexts[id.0 as usize];
                if let Some(lost) = &summary.lost {
                    return Err(lost.clone());
                }
                let exits = summary.exits.clone();
                for exit in exits {
                    let states = self.domain.resume(&cursor, call, &frame, &exit.state, &mut self.checks)?;
                    after.extend(wrap(states, disjunct.trail));
                }
            }
        }
        Ok(after)
    }

    /// A context for a call, with its exits if they are known from an earlier analysis.
    fn new_context(&mut self, callee: FunctionId, entry: D::State, caller: TrailId) -> ContextId {
        let exits = self.recalled(callee, &entry).map(|exits| wrap(exits.to_vec(), caller));
        let id = self.add_context(callee, vec![entry]);
        let context = &mut self.contexts[id.0 as usize];
        context.caller = Some(caller);
        if let Some(exits) = exits {
            (context.exits, context.status, context.recalled) = (exits, Status::Done, true);
        }
        id
    }

    /// Makes the exits of a context available, as far as they can be.
    fn use_context(&mut self, id: ContextId) {
        let context = &mut self.contexts[id.0 as usize];
        match context.status {
            Status::Active => {
                context.recursive = true;
                let place = self.stack.iter().position(|active| *active == id).unwrap_or(0);
                if let Some(user) = self.stack.last() {
                    let user = &mut self.contexts[user.0 as usize];
                    user.low = user.low.min(place);
                }
            }
            Status::Done if context.provisional.is_none_or(|round| round == self.round) => {
                let low = context.low;
                if context.provisional.is_some()
                    && let Some(user) = self.stack.last()
                {
                    let user = &mut self.contexts[user.0 as usize];
                    user.low = user.low.min(low);
                }
            }
            Status::Done | Status::Fresh => self.summarize(id),
        }
    }
}

fn wrap<S>(states: Vec<S>, trail: TrailId) -> Vec<Disjunct<S>> {
    states.into_iter().map(|state| Disjunct { state, trail }).collect()
}

fn lose<S>(lost: &mut Option<Lost>, stmt: usize, why: Lost, seen: &mut Seen<S>) {
    seen.lost(stmt, &why);
    if lost.is_none() {
        *lost = Some(why);
    }
}
