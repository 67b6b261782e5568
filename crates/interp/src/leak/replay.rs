//! The repeated run, with an eye on the blocks that will be lost.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use ir::{Destination, FunctionId, Liveness, LocalId, Program, Span, StmtKind};
use model::{Finding, Located, ObjectId, ObjectKind, Origin, Reachable, Rule, SiteId, Status, Step};

use super::intervals::{Interval, length, refine};
use super::unlocated;
use crate::code::Code;
use crate::explain::span_at;
use crate::machine::Interpreter;
use crate::options::Options;

/// Objects visited while looking for the places of loss, before we settle for less.
const WORK: usize = 30_000_000;
/// Statements that are run with an eye on the suspects, before we settle for less.
const SLOW_STEPS: u64 = 300_000;
/// So few statements are watched in any case.
const FEW_STEPS: u64 = 2_000;
/// How often the run is repeated to find the parts that matter.
const ROUNDS: u32 = 4;

/// A reference to a suspect that may go with the next statement.
struct Held {
    local: LocalId,
    target: ObjectId,
}

struct Replay<'p> {
    machine: Interpreter<'p>,
    missing: BTreeSet<ObjectId>,
    liveness: BTreeMap<FunctionId, Liveness>,
    last: Reachable,
    scratch: Reachable,
    work: usize,
    losses: Vec<Loss>,
}

/// What one statement did to the references to suspects.
struct Dropped {
    /// The suspects that may have lost the reference they hung on.
    blocks: Vec<ObjectId>,
    /// The objects that ended.
    freed: BTreeSet<ObjectId>,
    /// The suspects whose references were overwritten in objects that live on.
    overwritten: BTreeSet<ObjectId>,
}

/// Blocks that became unreachable at one statement.
struct Loss {
    function: FunctionId,
    span: Span,
    blocks: Vec<ObjectId>,
    steps: Vec<Step>,
    /// The blocks that were freed by the statement.
    freed: BTreeSet<ObjectId>,
}

/// Repeats a run and reports its lost blocks where they were lost.
pub(super) fn locate(
    program: &Program,
    options: &Options,
    ended: &Interpreter<'_>,
    suspects: &BTreeSet<ObjectId>,
) -> Vec<Finding> {
    let mut options = options.clone();
    options.max_steps = ended.steps;
    let again = || Interpreter::new(program, &options).without_deadline();
    let mut intervals = vec![Interval { start: 0, end: ended.steps, blocks: suspects.clone() }];
    for _ in 0..ROUNDS {
        let before = length(&intervals);
        // The larger the structures, the dearer a search, and the fewer statements we want to watch.
        if before <= (WORK / suspects.len()) as u64 && before <= SLOW_STEPS || before <= FEW_STEPS {
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
        scratch: Reachable::default(),
        work: 0,
        losses: Vec::new(),
    };
    let unknown = replay.run(&intervals, ended);
    let mut findings = replay.findings(accused(ended));
    findings.extend(unlocated(ended, &unknown));
    findings
}

impl<'p> Replay<'p> {
    /// Goes through the intervals statement by statement. Gives the blocks whose place of loss
    /// remains unknown: none of those allocated where another one's is known.
    fn run(&mut self, intervals: &[Interval], ended: &Interpreter<'_>) -> BTreeSet<ObjectId> {
        // The runs are the same, so their sites have the same numbers.
        let site = |id: &ObjectId| ended.memory.object(*id).map_or(SiteId::START, model::Object::allocated);
        let mut unknown = BTreeSet::new();
        let mut known: BTreeSet<SiteId> = BTreeSet::new();
        let mut slow = 0;
        for interval in intervals {
            let tired = |slow: u64, work: usize| slow > SLOW_STEPS || work > WORK;
            if tired(slow, self.work) && interval.blocks.iter().all(|id| known.contains(&site(id))) {
                continue;
            }
            self.machine.advance(interval.start.saturating_sub(self.machine.steps));
            self.machine.settle();
            self.missing.clone_from(&interval.blocks);
            self.machine.memory.watch(interval.blocks.iter().copied());
            self.last = Reachable::default();
            while self.machine.steps < interval.end && self.machine.exit.is_none() && !self.missing.is_empty()
            {
                if tired(slow / 4, self.work / 4) {
                    break;
                }
                slow += 1;
                self.step();
            }
            self.machine.memory.unwatch();
            known.extend(interval.blocks.difference(&self.missing).map(site));
            unknown.append(&mut self.missing);
        }
        unknown.retain(|id| !known.contains(&site(id)));
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
        // The clauses of a contract are part of the call or the return they are evaluated at.
        self.machine.step();
        self.machine.settle();
        let mut dropped = Vec::new();
        let (mut freed, mut overwritten) = (BTreeSet::new(), BTreeSet::new());
        for (target, container) in self.machine.memory.dropped() {
            if self.machine.memory.live(container).is_none() {
                freed.insert(container);
            } else {
                overwritten.insert(target);
            }
            if self.matters(target, Some(container)) && !self.still_in(container, target) {
                dropped.push(target);
            }
        }
        for held in &held {
            if self.matters(held.target, None) && !self.still_holds(depth, held) {
                dropped.push(held.target);
            }
        }
        let made = self.machine.memory.objects()[objects..].iter().map(model::Object::id);
        dropped.extend(made.filter(|id| self.missing.contains(id)));
        dropped.retain(|id| self.machine.memory.live(*id).is_some());
        if dropped.is_empty() {
            return;
        }
        if dropped.iter().all(|id| self.in_register(*id)) {
            // What led to them before may be gone: it is the register now.
            for id in &dropped {
                self.last.set_root(*id);
            }
            return;
        }
        self.check(&code, pc, Dropped { blocks: dropped, freed, overwritten });
    }

    /// Whether an object still leads to another: it was written over with the same pointer.
    fn still_in(&mut self, container: ObjectId, target: ObjectId) -> bool {
        let Some(object) = self.machine.memory.live(container) else { return false };
        let at = Located { index: container.index(), offset: 0 };
        self.work += self.machine.memory.effort(at, object.len()) / 64;
        let mut found = false;
        object.fragments().targets(&mut |id| found |= id == target);
        found
    }

    /// Whether a register of the innermost call leads to a block: then all is well with it.
    fn in_register(&mut self, id: ObjectId) -> bool {
        let memory = &self.machine.memory;
        let Some(frame) = memory.frames.last() else { return false };
        let Some(body) = &*self.machine.program.functions[frame.function].body else { return false };
        let mut holders = body
            .locals
            .enumerate()
            .filter(|(local, _)| memory.watched_in(frame, *local) == Some(id))
            .peekable();
        if holders.peek().is_none() {
            return false;
        }
        let live = memory.live_registers(frame, true, body, &mut self.liveness);
        holders.any(|(local, register)| !register.is_temporary() || live.contains(local))
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
        let Some(body) = &*self.machine.program.functions[frame.function].body else { return false };
        if !body.locals[held.local].is_temporary() {
            return true;
        }
        let innermost = memory.frames.len() == depth;
        memory.live_registers(frame, innermost, body, &mut self.liveness).contains(held.local)
    }

    /// Computes what is reachable and notes what no longer is.
    fn check(&mut self, code: &Rc<Code<'p>>, pc: usize, dropped: Dropped) {
        let memory = &self.machine.memory;
        // A block that was just made and whose address went nowhere needs no search.
        let (block, index) = code.location(pc);
        let unused = matches!(
            code.body.blocks[block].stmts.get(index).map(|stmt| &stmt.kind),
            Some(StmtKind::Alloc { .. })
        ) && matches!(*dropped.blocks, [only] if memory.objects().last().is_some_and(|last| last.id() == only));
        if !unused {
            let roots = memory.roots(self.machine.program, &mut self.liveness);
            memory.search(&roots, &mut self.last);
            self.work += self.last.count + 16 * memory.frames.len();
        }
        // Whatever was lost is a block that lost a reference, or hangs on one.
        let gone: Vec<ObjectId> =
            dropped.blocks.iter().copied().filter(|id| unused || !self.last.contains(*id)).collect();
        let blocks: Vec<ObjectId> = memory
            .search_from(&gone, &self.last, &mut self.scratch)
            .into_iter()
            .filter(|id| self.missing.contains(id))
            .collect();
        if blocks.is_empty() {
            return;
        }
        self.work += blocks.len();
        for id in &blocks {
            self.missing.remove(id);
        }
        let roots = self.roots_of(&blocks);
        let (function, span) = self.place_of_loss(code, pc, &roots, &dropped.overwritten);
        let steps = self.machine.call_steps();
        self.losses.push(Loss { function, span, blocks: roots, steps, freed: dropped.freed });
    }

    /// Where a block was lost by this statement. What a `return` brings about in the caller, the call
    /// has done: a result of which no use is made, a struct that overwrites what was there.
    fn place_of_loss(
        &self,
        code: &Rc<Code<'p>>,
        pc: usize,
        lost: &[ObjectId],
        overwritten: &BTreeSet<ObjectId>,
    ) -> (FunctionId, Span) {
        let (block, index) = code.location(pc);
        let returns = index == code.body.blocks[block].stmts.len();
        if returns
            && let Some(caller) = self.machine.calls.last()
            && let Some(at) = caller.pc.checked_sub(1)
            && let (block, index) = caller.code.location(at)
            && let Some(stmt) = caller.code.body.blocks[block].stmts.get(index)
            && let StmtKind::Call(call) = &stmt.kind
            && match call.dst {
                Some(Destination::Object(_)) => lost.iter().any(|id| overwritten.contains(id)),
                Some(Destination::Local(result)) => {
                    let memory = &self.machine.memory;
                    let held = memory.frames.last().and_then(|frame| memory.watched_in(frame, result));
                    held.is_some_and(|held| lost.contains(&held))
                }
                None => false,
            }
        {
            return (caller.code.function, stmt.span);
        }
        let span = span_at(code, pc);
        let end = self.machine.program.functions[code.function].end;
        (code.function, if span.is_known() { span } else { end })
    }

    /// The blocks of a lost structure that no other block of it leads to, and one of each cycle.
    fn roots_of(&mut self, blocks: &[ObjectId]) -> Vec<ObjectId> {
        let memory = &self.machine.memory;
        let members: BTreeSet<ObjectId> = blocks.iter().copied().collect();
        let mut led_to = BTreeSet::new();
        for object in members.iter().filter_map(|id| memory.live(*id)) {
            object.fragments().targets(&mut |target| {
                if target != object.id() && members.contains(&target) {
                    led_to.insert(target);
                }
            });
        }
        let mut roots: Vec<ObjectId> = members.difference(&led_to).copied().collect();
        let mut covered: BTreeSet<ObjectId> =
            memory.search_from(&roots, &self.last, &mut self.scratch).into_iter().collect();
        for id in &members {
            if !covered.contains(id) {
                roots.push(*id);
                covered.extend(memory.search_from(&[*id], &self.last, &mut self.scratch));
            }
        }
        roots
    }

    /// One finding for each pair of allocation and loss. What was lost by freeing the block that the
    /// run then goes on to use is not reported: `free(p); p = p->next` is one mistake, not two.
    fn findings(&self, accused: Option<ObjectId>) -> Vec<Finding> {
        let mut seen: BTreeSet<(SiteId, FunctionId, Span)> = BTreeSet::new();
        let mut findings = Vec::new();
        let same_mistake = |loss: &&Loss| accused.is_some_and(|object| loss.freed.contains(&object));
        for loss in self.losses.iter().filter(|loss| !same_mistake(loss)) {
            for id in &loss.blocks {
                let Some(object) = self.machine.memory.object(*id) else { continue };
                if !seen.insert((object.allocated(), loss.function, loss.span)) {
                    continue;
                }
                let what = self.machine.object_text(object);
                let allocated = self.machine.memory.site(object.allocated()).span;
                let mut trace = vec![Step::new(allocated, self.machine.origin_text(object.allocated()))];
                trace.extend(loss.steps.iter().cloned());
                trace.push(Step::new(loss.span, "the last reference to it is lost here"));
                findings.push(Finding {
                    rule: Rule::Leak,
                    status: Status::Confirmed,
                    function: self.machine.program.functions[loss.function].name.clone(),
                    span: loss.span,
                    message: format!("the last reference to {what} is lost"),
                    inputs: Some(self.machine.inputs.consumed().to_vec()),
                    replay: Vec::new(),
                    trace,
                });
            }
        }
        findings
    }
}

/// The dead object whose use ended a run.
fn accused(ended: &Interpreter<'_>) -> Option<ObjectId> {
    if !ended.findings.iter().any(|finding| finding.rule == Rule::UseAfterFree) {
        return None;
    }
    let call = ended.calls.last()?;
    let (block, index) = call.code.location(call.pc);
    let stmt = call.code.body.blocks[block].stmts.get(index)?;
    let mut object = None;
    stmt.operands(&mut |operand| {
        let used = ended.operand(&operand).ok().and_then(|value| value.provenance);
        object = object.or(used.filter(|id| ended.memory.live(*id).is_none()));
    });
    object
}
