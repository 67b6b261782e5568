//! From a way to inputs: what a program must be given to take it, and what memory looks like at its end.
//!
//! The way to an open check is run once more, block after block, with every input marked in the state where it is consumed.
//! Where the check is opened again the facts of the state and of the callers' frames speak about all inputs so far; the
//! domain solves them. What it proposes is only a proposal: a concrete run has the last word.

use ir::{BlockId, FunctionId, StmtKind, Terminator};

use super::Exact;
use super::run::forget;
use crate::{Analysis, Check, ContextId, Cursor, Engine, Limits, Meter, Open, Point};

/// Longest way that is run again, in blocks.
const BLOCKS: usize = 20_000;

/// States that may be followed besides one for each block.
const DETOURS: usize = 256;

/// A state on its way.
struct Traveller<D: Exact> {
    state: D::State,
    /// The calls under way, outermost first.
    stack: Vec<(Point, D::Frame)>,
    /// How many inputs were consumed.
    consumed: u32,
    /// How far it is on the way, counted in blocks that were entered.
    at: usize,
    /// Where it is: behind a call that came back this is not the block that was entered last.
    place: (FunctionId, BlockId),
    /// The next statement there.
    stmt: usize,
}

impl<D: Exact> Analysis<'_, D> {
    /// Inputs that may lead to an open check, the likeliest first. With `allocations` the outcome of each allocation is
    /// one of them.
    pub fn inputs(&mut self, check: Check, open: &Open, allocations: bool) -> Vec<Vec<i128>> {
        let solved = self.at_end(check, open, allocations, |replay, traveller| {
            let found = replay.solve(traveller);
            (!found.is_empty()).then_some(found)
        });
        solved.unwrap_or_default()
    }

    /// Keeps the states in which the first of the open checks are open, so that they can be drawn.
    pub fn keep_open_states(&mut self, at_most: usize) {
        let open = self.engine.checks.iter().filter(|(_, open)| !open.lost && open.disjunct.is_none());
        let open: Vec<(Check, Open)> =
            open.take(at_most).map(|(check, open)| (*check, open.clone())).collect();
        for (check, open) in open {
            let found = self.at_end(check, &open, false, |_, traveller| {
                // A leak in a call that came back is seen behind it.
                (traveller.stmt == check.point.stmt as usize).then_some((traveller.at, traveller.state))
            });
            if let (Some((_, state)), Some(trail)) = (found, open.trail) {
                let context = self.engine.trail.context(trail);
                let states = &mut self.points.entry(check.point).or_default().states;
                states.push((context, state));
                self.engine.checks.show(check, states.len() - 1);
            }
        }
    }

    /// Runs the way to an open check again, and gives what is made of a state in which it is open.
    fn at_end<T>(
        &mut self,
        check: Check,
        open: &Open,
        allocations: bool,
        found: impl FnMut(&mut Replay<'_, '_, D>, Traveller<D>) -> Option<T>,
    ) -> Option<T> {
        let way = open.trail.and_then(|trail| self.engine.trail.whole_way(trail, BLOCKS))?;
        let states = self.engine.domain.entry(self.engine.program, &self.entry()).ok()?;
        let mut replay = Replay { engine: &mut self.engine, way: &way, check, allocations };
        replay.engine.meter = Meter::new(&Limits { steps: u64::MAX, ..replay.engine.limits.clone() });
        budget::phase(|| replay.run(states, found)).ok().flatten()
    }

    fn entry(&self) -> crate::Entry {
        let function = self.function(self.root);
        crate::Entry { function, program_start: self.engine.program.mains().contains(&function) }
    }
}

struct Replay<'e, 'a, D: Exact> {
    engine: &'e mut Engine<'a, D>,
    way: &'e [(ContextId, BlockId)],
    check: Check,
    allocations: bool,
}

/// What became of a state.
enum Next<D: Exact> {
    /// These go on.
    On(Vec<Traveller<D>>),
    /// The check was opened in this state.
    There(Traveller<D>),
}

impl<D: Exact> Replay<'_, '_, D> {
    fn run<T>(
        &mut self,
        states: Vec<D::State>,
        mut found: impl FnMut(&mut Self, Traveller<D>) -> Option<T>,
    ) -> Option<T> {
        let place = self.place(0);
        let start = |state| Traveller { state, stack: Vec::new(), consumed: 0, at: 0, place, stmt: 0 };
        let mut todo: Vec<Traveller<D>> = states.into_iter().map(start).collect();
        let mut left = self.way.len() * 2 + DETOURS;
        while let Some(traveller) = todo.pop() {
            let Some(less) = left.checked_sub(1) else { break };
            left = less;
            match self.travel(traveller) {
                Next::On(on) => todo.extend(on.into_iter().rev()),
                Next::There(traveller) => {
                    if let Some(made) = found(self, traveller) {
                        return Some(made);
                    }
                }
            }
        }
        None
    }

    fn place(&self, at: usize) -> (FunctionId, BlockId) {
        let (context, block) = self.way[at];
        (self.engine.contexts[context.0 as usize].function, block)
    }

    /// Runs a state to the end of its block, into or out of a call, or to where it becomes several.
    fn travel(&mut self, mut traveller: Traveller<D>) -> Next<D> {
        let (function, block) = traveller.place;
        let (program, domain) = (self.engine.program, self.engine.domain);
        let flow = self.engine.flow(function);
        let code = &self.engine.body(function).blocks[block];
        while let Some(stmt) = code.stmts.get(traveller.stmt) {
            let point = Point { function, block, stmt: traveller.stmt as u32 };
            let cursor = Cursor { program, point, live: flow.live_after(block, traveller.stmt) };
            if self.engine.meter.step().is_some() {
                return Next::On(Vec::new());
            }
            if let StmtKind::Call(call) = &stmt.kind
                && let Some(callees) = domain.callees(&cursor, call, &traveller.state)
                && let Some(callee) = callees.into_iter().find(|callee| {
                    program.functions[*callee].body.is_some()
                        && !domain.models(&cursor, call, *callee, &traveller.state)
                })
            {
                return self.enter(&cursor, call, callee, traveller);
            }
            let before = &traveller.state;
            let (number, consumer) = (traveller.consumed, consumer(&stmt.kind, self.allocations));
            let (states, there) = self.listening(traveller.at, point, |engine| {
                let mut states = domain.step(&cursor, stmt, before.clone(), &mut engine.checks)?;
                // Inputs are marked before what holds them is let go.
                if let Some(dst) = consumer {
                    for state in &mut states {
                        domain.mark_input(state, dst, number);
                    }
                }
                let dead = flow.dying(block, point.stmt as usize);
                forget(domain, &cursor, dead, states, &mut engine.checks)
            });
            if there {
                return Next::There(traveller);
            }
            traveller.consumed += u32::from(consumer.is_some());
            traveller.stmt += 1;
            let mut states = states.unwrap_or_default();
            match (states.pop(), states.is_empty()) {
                (None, _) => return Next::On(Vec::new()),
                (Some(only), true) => traveller.state = only,
                (Some(last), false) => {
                    states.push(last);
                    return Next::On(each(states, &traveller.stack, &traveller.rest()));
                }
            }
        }
        self.leave(traveller)
    }

    /// Does something at a point, with the ear on the check. What came of it, and whether the check was opened.
    fn listening<T>(
        &mut self,
        at: usize,
        point: Point,
        act: impl FnOnce(&mut Engine<'_, D>) -> T,
    ) -> (T, bool) {
        let before = self.engine.checks.listen(true);
        self.engine.checks.here = Some(point);
        let done = act(self.engine);
        let opened = self.engine.checks.resume(before);
        let last = at + 1 == self.way.len();
        (done, last && opened.iter().any(|(check, _)| *check == self.check))
    }

    fn enter(
        &mut self,
        cursor: &Cursor<'_>,
        call: &ir::Call,
        callee: FunctionId,
        traveller: Traveller<D>,
    ) -> Next<D> {
        let (domain, at) = (self.engine.domain, traveller.at);
        let (entered, there) = self.listening(at, cursor.point, |engine| {
            domain.enter(cursor, call, callee, &traveller.state, &mut engine.checks)
        });
        if there {
            return Next::There(traveller);
        }
        if at + 1 >= self.way.len() || self.place(at + 1) != (callee, ir::Body::ENTRY) {
            return Next::On(Vec::new());
        }
        let into = |(state, frame)| {
            let mut stack = traveller.stack.clone();
            stack.push((cursor.point, frame));
            let place = (callee, ir::Body::ENTRY);
            Traveller { state, stack, consumed: traveller.consumed, at: at + 1, place, stmt: 0 }
        };
        Next::On(entered.unwrap_or_default().into_iter().map(into).collect())
    }

    /// Leaves a block: to the next one of the way, or out of a call.
    fn leave(&mut self, traveller: Traveller<D>) -> Next<D> {
        let (function, block) = traveller.place;
        let (program, domain, at) = (self.engine.program, self.engine.domain, traveller.at);
        let flow = self.engine.flow(function);
        let code = &self.engine.body(function).blocks[block];
        let index = code.stmts.len();
        let point = Point { function, block, stmt: index as u32 };
        let cursor = Cursor { program, point, live: flow.live_after(block, index) };
        let before = traveller.state.clone();
        if let Terminator::Return(value) = &code.terminator {
            let (exits, there) = self.listening(at, point, |engine| {
                domain.leave(&cursor, value.as_ref(), traveller.state, &mut engine.checks)
            });
            let traveller = Traveller { state: before, ..traveller };
            return if there { Next::There(traveller) } else { self.come_back(traveller, exits) };
        }
        let next = (at + 1 < self.way.len()).then(|| self.place(at + 1));
        let successors = code.terminator.successors();
        let (states, there) = self.listening(at, point, |engine| {
            let ways = domain.follow(&cursor, &code.terminator, traveller.state, &mut engine.checks)?;
            let mut states = Vec::new();
            for (edge, state) in ways {
                let to = successors[edge.index];
                let kept = forget(domain, &cursor, flow.dead_on_entry(to), vec![state], &mut engine.checks)?;
                states.extend(kept.into_iter().filter(|_| next == Some((function, to))));
            }
            Ok::<_, crate::Lost>(states)
        });
        if there {
            return Next::There(Traveller { state: before, ..traveller });
        }
        let Some(place) = next else { return Next::On(Vec::new()) };
        let rest = Rest { consumed: traveller.consumed, at: at + 1, place, stmt: 0 };
        Next::On(each(states.unwrap_or_default(), &traveller.stack, &rest))
    }

    /// Goes on behind the call that a function returned from.
    fn come_back(&mut self, traveller: Traveller<D>, exits: crate::Outcome<Vec<D::State>>) -> Next<D> {
        let (program, domain) = (self.engine.program, self.engine.domain);
        let mut stack = traveller.stack;
        let Some((point, frame)) = stack.pop() else { return Next::On(Vec::new()) };
        let Some(StmtKind::Call(call)) = point.stmt(program).map(|stmt| &stmt.kind) else {
            return Next::On(Vec::new());
        };
        let flow = self.engine.flow(point.function);
        let index = point.stmt as usize;
        let cursor = Cursor { program, point, live: flow.live_after(point.block, index) };
        let place = (point.function, point.block);
        let rest = Rest { consumed: traveller.consumed, at: traveller.at, place, stmt: index + 1 };
        let mut on = Vec::new();
        for exit in exits.unwrap_or_default() {
            let (states, there) = self.listening(traveller.at, point, |engine| {
                let states = domain.resume(&cursor, call, &frame, &exit, &mut engine.checks)?;
                let dead = flow.dying(point.block, index);
                forget(domain, &cursor, dead, states, &mut engine.checks)
            });
            let states = states.unwrap_or_default();
            if there && let Some(state) = states.first() {
                return Next::There(rest.traveller(state.clone(), &stack));
            }
            on.extend(each(states, &stack, &rest));
        }
        Next::On(on)
    }

    /// The inputs with which a run gets to a state.
    fn solve(&mut self, traveller: Traveller<D>) -> Vec<Vec<i128>> {
        let (program, domain) = (self.engine.program, self.engine.domain);
        let mut states = vec![traveller.state];
        // The callers' frames know what the inputs before the call have to do with it.
        for (point, frame) in traveller.stack.iter().rev() {
            let Some(StmtKind::Call(call)) = point.stmt(program).map(|stmt| &stmt.kind) else {
                return Vec::new();
            };
            let flow = self.engine.flow(point.function);
            let live = flow.live_after(point.block, point.stmt as usize);
            let cursor = Cursor { program, point: *point, live };
            let mut checks = crate::Checks::default();
            states = states
                .iter()
                .filter_map(|state| domain.resume(&cursor, call, frame, state, &mut checks).ok())
                .flatten()
                .collect();
        }
        states.iter().flat_map(|state| domain.solve_inputs(state, traveller.consumed)).collect()
    }
}

/// Where a traveller goes on.
#[derive(Clone, Copy)]
struct Rest {
    consumed: u32,
    at: usize,
    place: (FunctionId, BlockId),
    stmt: usize,
}

impl Rest {
    fn traveller<D: Exact>(self, state: D::State, stack: &[(Point, D::Frame)]) -> Traveller<D> {
        let Self { consumed, at, place, stmt } = self;
        Traveller { state, stack: stack.to_vec(), consumed, at, place, stmt }
    }
}

impl<D: Exact> Traveller<D> {
    fn rest(&self) -> Rest {
        Rest { consumed: self.consumed, at: self.at, place: self.place, stmt: self.stmt }
    }
}

fn each<D: Exact>(states: Vec<D::State>, stack: &[(Point, D::Frame)], rest: &Rest) -> Vec<Traveller<D>> {
    states.into_iter().map(|state| rest.traveller(state, stack)).collect()
}

/// The register that receives an input, if the statement consumes one.
fn consumer(stmt: &StmtKind, allocations: bool) -> Option<ir::LocalId> {
    match stmt {
        StmtKind::Nondet { dst, .. } => Some(*dst),
        StmtKind::Alloc { dst, kind, .. } if allocations && *kind != ir::AllocKind::Alloca => Some(*dst),
        _ => None,
    }
}
