//! Lost blocks, and where they were lost.
//!
//! An ordinary run knows nothing of leaks. When it is over, one pass over memory tells which heap
//! blocks nothing leads to. If there are any, the run is repeated, which is possible because it is
//! deterministic, with an eye on these *suspects*: whenever a reference to one goes, by overwriting,
//! by the end of a scope, by the last use of an intermediate value, by freeing a block that holds
//! it, reachability is computed again, and the statement that made a suspect unreachable is where
//! it leaked.
//!
//! A long run is first cut into pieces, by repeating it at full speed and looking at the ends of the
//! pieces only; those in which nothing was lost are then skipped.
//!
//! Most references that go do not matter. Each pass remembers for every object what led to it first;
//! as long as that reference stands, the object is reachable, and nothing is computed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ir::{FunctionId, Liveness, LocalId, Program, Span};
use model::{Finding, ObjectId, ObjectKind, Origin, Reachable, Rule, SiteId, Status, Step};

use crate::code::Code;
use crate::explain::span_at;
use crate::machine::Interpreter;
use crate::options::{LeakMode, Options};
use crate::stop::{Exit, RunResult};

/// Objects visited while looking for the places of loss, before we settle for less.
const WORK: usize = 200_000_000;
/// Statements that are run with an eye on the suspects, before we settle for less.
const SLOW_STEPS: u64 = 200_000;
/// Into how many pieces a run is cut to find those in which blocks were lost.
const PIECES: u64 = 64;
/// How often that is repeated.
const ROUNDS: u32 = 3;

/// Runs a program to its end.
pub fn run(program: &Program, options: &Options) -> RunResult {
    let mut machine = Interpreter::new(program, options);
    while machine.advance(1 << 24) {}
    let suspects = lost(&machine);
    let mut findings =
        if suspects.is_empty() { Vec::new() } else { locate(program, options, &machine, &suspects) };
    if options.leak == LeakMode::Exit && matches!(machine.exit, Some(Exit::Exited(_))) {
        findings.extend(still_allocated(&machine, &suspects));
    }
    findings.append(&mut machine.findings);
    let exit = machine.exit.unwrap_or(Exit::AssumedAway);
    RunResult {
        findings,
        inputs: machine.inputs.consumed().to_vec(),
        output: machine.output,
        errors: machine.errors,
        exit,
        steps: machine.steps,
    }
}

/// The heap blocks that nothing leads to.
fn lost(machine: &Interpreter<'_>) -> BTreeSet<ObjectId> {
    let memory = &machine.memory;
    let blocks: Vec<ObjectId> = memory
        .live_objects()
        .filter(|object| object.kind() == ObjectKind::Heap)
        .map(model::Object::id)
        .collect();
    if blocks.is_empty() {
        return BTreeSet::new();
    }
    let reachable = memory.reachable_from_roots(machine.program);
    blocks.into_iter().filter(|id| !reachable.contains(*id)).collect()
}

/// A reference to a suspect that may go with the next statement.
struct Held {
    local: LocalId,
    target: ObjectId,
}

/// The repeated run.
struct Replay<'p> {
    machine: Interpreter<'p>,
    missing: BTreeSet<ObjectId>,
    liveness: BTreeMap<FunctionId, Liveness>,
    last: Reachable,
    work: usize,
    losses: Vec<Loss>,
}

/// Blocks that became unreachable at one statement.
struct Loss {
    function: FunctionId,
    span: Span,
    blocks: Vec<ObjectId>,
    steps: Vec<Step>,
}

/// A part of the run in which blocks were lost.
#[derive(Clone, Debug)]
struct Interval {
    start: u64,
    end: u64,
    blocks: BTreeSet<ObjectId>,
}

fn locate(
    program: &Program,
    options: &Options,
    ended: &Interpreter<'_>,
    suspects: &BTreeSet<ObjectId>,
) -> Vec<Finding> {
    let mut options = options.clone();
    options.max_steps = ended.steps;
    let again = || Interpreter::new(program, &options).without_deadline();
    let mut intervals = vec![Interval { start: 0, end: ended.steps, blocks: suspects.clone() }];
    let length = |intervals: &[Interval]| intervals.iter().map(|i| i.end - i.start).sum::<u64>();
    for _ in 0..ROUNDS {
        let before = length(&intervals);
        if before <= SLOW_STEPS {
            break;
        }
        intervals = refine(again(), &intervals);
        if length(&intervals) > before / 2 {
            break;
        }
    }
    let mut replay = Replay {
        machine: again(),
        missing: BTreeSet::new(),
        liveness: BTreeMap::new(),
        last: Reachable::default(),
        work: 0,
        losses: Vec::new(),
    };
    let unknown = replay.run(&intervals);
    let mut findings = replay.findings();
    findings.extend(unlocated(ended, &unknown));
    findings
}

/// Cuts intervals into pieces and keeps those in which something was lost.
fn refine(mut machine: Interpreter<'_>, intervals: &[Interval]) -> Vec<Interval> {
    let pieces = (PIECES / intervals.len() as u64).max(2);
    let mut refined = Vec::new();
    for interval in intervals {
        let size = (interval.end - interval.start).div_ceil(pieces).max(1);
        let mut blocks = interval.blocks.clone();
        let mut start = interval.start;
        machine.advance(start.saturating_sub(machine.steps));
        while start < interval.end && !blocks.is_empty() {
            let end = interval.end.min(start + size);
            machine.advance(end - machine.steps);
            let reachable = machine.memory.reachable_from_roots(machine.program);
            let memory = &machine.memory;
            let gone: BTreeSet<ObjectId> = blocks
                .iter()
                .copied()
                .filter(|id| memory.live(*id).is_some() && !reachable.contains(*id))
                .collect();
            if !gone.is_empty() {
                blocks.retain(|id| !gone.contains(id));
                refined.push(Interval { start, end, blocks: gone });
            }
            start = end;
        }
    }
    refined
}

impl<'p> Replay<'p> {
    /// Goes through the intervals statement by statement. Gives the blocks whose place of loss
    /// remains unknown: none of those allocated where another one's is known.
    fn run(&mut self, intervals: &[Interval]) -> BTreeSet<ObjectId> {
        let mut unknown = BTreeSet::new();
        let mut known: BTreeSet<SiteId> = BTreeSet::new();
        let mut slow = 0;
        for interval in intervals {
            self.machine.advance(interval.start.saturating_sub(self.machine.steps));
            let site = |machine: &Interpreter<'_>, id: &ObjectId| {
                machine.memory.object(*id).map_or(SiteId::START, model::Object::allocated)
            };
            let tired = slow > SLOW_STEPS || self.work > WORK;
            if tired && interval.blocks.iter().all(|id| known.contains(&site(&self.machine, id))) {
                continue;
            }
            self.missing.clone_from(&interval.blocks);
            self.machine.memory.watch(interval.blocks.iter().copied());
            self.last = Reachable::default();
            while self.machine.steps < interval.end && self.machine.exit.is_none() && !self.missing.is_empty()
            {
                if self.work > 2 * WORK {
                    break;
                }
                slow += 1;
                self.step();
            }
            self.machine.memory.unwatch();
            unknown.append(&mut self.missing);
            known.extend(interval.blocks.difference(&unknown).map(|id| site(&self.machine, id)));
        }
        unknown.retain(|id| {
            let site = self.machine.memory.object(*id).map(model::Object::allocated);
            site.is_none_or(|site| !known.contains(&site))
        });
        unknown
    }

    fn step(&mut self) {
        let Some(call) = self.machine.calls.last() else {
            self.machine.step();
            return;
        };
        let (code, pc) = (call.code.clone(), call.pc);
        let depth = self.machine.calls.len();
        let objects = self.machine.memory.objects().len();
        let held = self.held(&code, pc);
        self.machine.step();
        let mut relevant = false;
        for (target, container) in self.machine.memory.dropped() {
            relevant |= self.matters(target, Some(container));
        }
        for held in &held {
            relevant |= self.matters(held.target, None) && !self.still_holds(depth, held);
        }
        relevant |=
            self.machine.memory.objects()[objects..].iter().any(|object| self.missing.contains(&object.id()));
        if relevant {
            self.check(&code, pc);
        }
    }

    /// Whether the loss of this reference can make its target unreachable.
    fn matters(&self, target: ObjectId, container: Option<ObjectId>) -> bool {
        if !self.missing.contains(&target) {
            return false;
        }
        match (self.last.origin(target), container) {
            (None, _) | (Some(Origin::Root), None) => true,
            (Some(Origin::Root), Some(container)) => {
                self.last.origin(container) == Some(Origin::Root)
                    || self.machine.memory.live(container).is_none_or(|o| o.kind() != ObjectKind::Heap)
            }
            (Some(Origin::Object(parent)), Some(container)) => parent == container,
            (Some(Origin::Object(_)), None) => false,
        }
    }

    /// The references to suspects in registers that a statement may take away.
    fn held(&self, code: &Code<'p>, pc: usize) -> Vec<Held> {
        let Some(frame) = self.machine.memory.frames.last() else { return Vec::new() };
        let mut held = Vec::new();
        let mut look = |local: LocalId| {
            if let Some(target) = self.machine.memory.watched_in(frame, local) {
                held.push(Held { local, target });
            }
        };
        let (block, index) = code.location(pc);
        match code.body.blocks[block].stmts.get(index) {
            Some(stmt) => {
                stmt.reads(&mut look);
                if let Some(local) = stmt.writes() {
                    look(local);
                }
            }
            None => code.body.locals.ids().for_each(look),
        }
        held
    }

    /// Whether a register still counts as a reference to what it held.
    fn still_holds(&mut self, depth: usize, held: &Held) -> bool {
        let memory = &self.machine.memory;
        let Some(frame) = memory.frames.get(depth - 1) else { return false };
        if memory.watched_in(frame, held.local) != Some(held.target) {
            return false;
        }
        let Some(body) = &self.machine.program.functions[frame.function].body else { return false };
        if !body.locals[held.local].is_temporary() {
            return true;
        }
        let innermost = memory.frames.len() == depth;
        memory.live_registers(frame, innermost, body, &mut self.liveness).contains(held.local)
    }

    /// Computes what is reachable and notes what no longer is.
    fn check(&mut self, code: &Arc<Code<'p>>, pc: usize) {
        let memory = &self.machine.memory;
        let roots = memory.roots(self.machine.program, &mut self.liveness);
        let reachable = memory.reachable(&roots);
        self.work += memory.objects().len() / 8 + reachable.count;
        let blocks: Vec<ObjectId> = self
            .missing
            .iter()
            .copied()
            .filter(|id| memory.live(*id).is_some() && !reachable.contains(*id))
            .collect();
        self.last = reachable;
        if blocks.is_empty() {
            return;
        }
        for id in &blocks {
            self.missing.remove(id);
        }
        let roots = roots_of(&self.machine, &blocks);
        let mut span = span_at(code, pc);
        if !span.is_known() {
            span = self.machine.program.functions[code.function].end;
        }
        let steps = self.machine.call_steps();
        self.losses.push(Loss { function: code.function, span, blocks: roots, steps });
    }

    /// One finding for each pair of allocation and loss.
    fn findings(&self) -> Vec<Finding> {
        let mut seen: BTreeSet<(SiteId, FunctionId, Span)> = BTreeSet::new();
        let mut findings = Vec::new();
        for loss in &self.losses {
            for id in &loss.blocks {
                let Some(object) = self.machine.memory.object(*id) else { continue };
                if !seen.insert((object.allocated(), loss.function, loss.span)) {
                    continue;
                }
                let what = self.machine.object_text(object);
                let mut trace = vec![Step {
                    span: self.machine.memory.site(object.allocated()).span,
                    note: "the block is allocated here".into(),
                }];
                trace.extend(loss.steps.iter().cloned());
                trace.push(Step { span: loss.span, note: "the last reference to it is lost here".into() });
                findings.push(Finding {
                    rule: Rule::Leak,
                    status: Status::Confirmed,
                    function: self.machine.program.functions[loss.function].name.clone(),
                    span: loss.span,
                    message: format!("the last reference to {what} is lost"),
                    inputs: Some(self.machine.inputs.consumed().to_vec()),
                    trace,
                });
            }
        }
        findings
    }
}

/// The blocks of a lost structure that no other block of it leads to, and one of each cycle.
fn roots_of(machine: &Interpreter<'_>, blocks: &[ObjectId]) -> Vec<ObjectId> {
    let members: BTreeSet<ObjectId> = blocks.iter().copied().collect();
    let mut led_to = BTreeSet::new();
    for id in blocks {
        if let Some(object) = machine.memory.live(*id) {
            object.fragments().targets(&mut |target| {
                if target != *id && members.contains(&target) {
                    led_to.insert(target);
                }
            });
        }
    }
    let mut roots: Vec<ObjectId> = blocks.iter().copied().filter(|id| !led_to.contains(id)).collect();
    loop {
        let covered = machine.memory.reachable_from(&roots);
        match blocks.iter().find(|id| !covered.contains(**id)) {
            Some(id) => roots.push(*id),
            None => return roots,
        }
    }
}

/// Lost blocks whose place of loss was not found: reported where they were allocated.
fn unlocated(machine: &Interpreter<'_>, blocks: &BTreeSet<ObjectId>) -> Vec<Finding> {
    at_allocation(machine, blocks.iter().copied(), "is lost, it is not known where")
}

/// Blocks that are still allocated when the program ends.
fn still_allocated(machine: &Interpreter<'_>, lost: &BTreeSet<ObjectId>) -> Vec<Finding> {
    let blocks = machine
        .memory
        .live_objects()
        .filter(|object| object.kind() == ObjectKind::Heap && !lost.contains(&object.id()))
        .map(model::Object::id);
    at_allocation(machine, blocks, "is not freed before the program ends")
}

fn at_allocation(
    machine: &Interpreter<'_>,
    blocks: impl Iterator<Item = ObjectId>,
    what: &str,
) -> Vec<Finding> {
    let mut seen = BTreeSet::new();
    let mut findings = Vec::new();
    for id in blocks {
        let Some(object) = machine.memory.object(id) else { continue };
        if !seen.insert(object.allocated()) {
            continue;
        }
        let site = machine.memory.site(object.allocated());
        findings.push(Finding {
            rule: Rule::Leak,
            status: Status::Confirmed,
            function: site
                .function
                .map_or_else(|| "program start".into(), |id| machine.program.functions[id].name.clone()),
            span: site.span,
            message: format!("{} {what}", machine.object_text(object)),
            inputs: Some(machine.inputs.consumed().to_vec()),
            trace: vec![Step { span: site.span, note: "the block is allocated here".into() }],
        });
    }
    findings
}
