//! The analysis of a program from one entry, and what it found.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::{Entry, Limits, Point, Spent};
use ir::{BlockId, FunctionId, LocalId, Program, Span, Var};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::callgraph::CallGraph;
use crate::certain::find_outcomes;
use crate::code::{Code, Effects, Reached, Summary};
use crate::compile::compile;
use crate::configuration::{Configuration, Holder, Index};
use crate::fresh::makers;
use crate::functions::ByFunction;
use crate::pieces::{Outline, Piece};
use crate::points::{Partition, Target, Unification};
use crate::tabulate::{Found, Tabulation};
use crate::transfer::Event;
use crate::way::Stage;

/// A program in terms of regions: all that does not depend on where an analysis begins.
pub struct Prepared<'p> {
    pub(crate) program: &'p Program,
    pub(crate) calls: CallGraph,
    pub(crate) points: Box<dyn Partition + 'p>,
    pub(crate) codes: ByFunction<Code>,
    pub(crate) sites: Vec<Point>,
    /// Whether parts of pointers are read and others written: a pointer may be copied so.
    copies_parts: bool,
}

impl<'p> Prepared<'p> {
    /// Partitions memory by unification and looks up everything the analysis asks for.
    pub fn new(program: &'p Program) -> Self {
        let calls = CallGraph::of(program);
        let points = Unification::of(program, &calls);
        Self::with(program, calls, Box::new(points))
    }

    /// The same for a piece of a program.
    pub fn of(outline: &Outline<'p>, piece: &Piece) -> Self {
        let calls = CallGraph::within(outline.program, outline.pointers(), &piece.scope);
        let points = Unification::of(outline.program, &calls);
        Self::with(outline.program, calls, Box::new(points))
    }

    /// The same over another partition.
    pub fn with(program: &'p Program, calls: CallGraph, points: Box<dyn Partition + 'p>) -> Self {
        let mut sites = Vec::new();
        let makers = makers(program, &calls, &*points);
        let mut functions: Vec<FunctionId> = calls.functions().collect();
        functions.sort_unstable();
        let mut codes = calls.table();
        for id in functions {
            if let Some(code) = compile(program, &calls, &*points, &makers, id, &mut sites) {
                codes.insert(id, code);
            }
        }
        summarize(&calls, &*points, &mut codes);
        find_outcomes(&calls, &mut codes);
        let copies_parts =
            codes.values().any(|code| code.reads_parts) && codes.values().any(|code| code.writes_parts);
        Self { program, calls, points, codes, sites, copies_parts }
    }

    /// Whether a function calls another one.
    pub fn calls(&self, caller: FunctionId, callee: FunctionId) -> bool {
        self.calls.callees(caller).contains(&callee)
    }

    /// Analyzes what can happen from an entry on.
    pub fn run(&self, entry: &Entry, limits: &Limits) -> Analysis<'_> {
        let mut work = Tabulation::new(self.program, &*self.points, &self.codes, limits);
        let reached = self.reached_from(&[entry.function]);
        work.strict = entry.program_start;
        work.seed(&reached);
        let before_main = entry.program_start && !self.program.constructors.is_empty();
        let mut incomplete = before_main.then_some("functions that run before `main` are not looked at");
        if entry.program_start && !self.program.destructors.is_empty() {
            incomplete = Some("functions that run behind `main` are not looked at");
        }
        // It may call back, and put addresses where nobody sees it.
        let stranger = |id: &FunctionId| self.codes.get(*id).is_some_and(|code| code.summary.strangers);
        if incomplete.is_none() && reached.iter().any(stranger) {
            incomplete = Some("a function is called of which nothing is known");
        }
        let mut exposed = true;
        if incomplete.is_none() && entry.program_start {
            let numbers = self.disguises(&reached);
            exposed = numbers.exposed;
            incomplete = (exposed && numbers.forged).then_some("pointers are made from numbers");
        }
        if !entry.program_start {
            incomplete = Some("it is not known what callers give to the function");
            for given in self.given(entry.function) {
                work.entry(entry.function, given);
            }
        }
        work.run();
        Analysis { exposed, ..self.finish(work, incomplete) }
    }

    /// Analyzes a function from these configurations only, as the paper does: what is not given is not there, and variables
    /// count until their scope ends.
    pub fn run_from(&self, function: FunctionId, given: Vec<Configuration>, limits: &Limits) -> Analysis<'_> {
        let mut work = Tabulation::new(self.program, &*self.points, &self.codes, limits);
        work.keep_dead = true;
        for given in given {
            work.entry(function, given);
        }
        work.run();
        self.finish(work, Some("only what was given is looked at"))
    }

    /// Analyzes a library: every function, from what any caller may give.
    pub fn run_library(&self, limits: &Limits) -> Analysis<'_> {
        let all: Vec<FunctionId> = self.program.defined().map(|(id, _)| id).collect();
        self.run_all(&all, limits)
    }

    /// Analyzes some functions: those that none of the others calls from what any caller may give, and those from what
    /// they are called with.
    pub fn run_all(&self, all: &[FunctionId], limits: &Limits) -> Analysis<'_> {
        let mut work = Tabulation::new(self.program, &*self.points, &self.codes, limits);
        work.seed(&self.reached_from(all));
        let mut called: FxHashSet<FunctionId> = FxHashSet::default();
        for id in all {
            let callees = self.calls.certain_callees(self.program, *id);
            called.extend(callees.into_iter().filter(|callee| callee != id));
        }
        for root in all.iter().filter(|id| !called.contains(id)) {
            for given in self.given(*root) {
                work.entry(*root, given);
            }
        }
        work.run();
        self.finish(work, Some("it is not known what callers give to the functions"))
    }

    fn finish<'a>(&'a self, work: Tabulation<'a>, incomplete: Option<&'static str>) -> Analysis<'a> {
        let parts = self.copies_parts.then_some("a pointer may be copied byte by byte");
        let incomplete = work.over.or(self.points.forged()).or(parts).or(incomplete);
        Analysis { prepared: self, work, incomplete, exposed: true }
    }

    fn reached_from(&self, roots: &[FunctionId]) -> Vec<FunctionId> {
        let mut seen = FxHashSet::default();
        let mut pending = roots.to_vec();
        while let Some(function) = pending.pop() {
            if self.codes.contains(function) && seen.insert(function) {
                pending.extend(self.calls.callees(function));
            }
        }
        let mut reached: Vec<FunctionId> = seen.into_iter().collect();
        reached.sort_unstable();
        reached
    }

    /// Generic entry configurations: a block that a parameter leads to, and one that is referred to from a region of what
    /// the caller gives; the caller holds it as well.
    pub fn given(&self, function: FunctionId) -> Vec<Configuration> {
        let Some(body) = self.calls.body(self.program, function) else { return Vec::new() };
        let mut given = Vec::new();
        let mut seen = FxHashSet::default();
        let mut pending = Vec::new();
        for param in &body.params {
            let (holder, held) = match param {
                Var::Local(local) => {
                    if !self.program.types.is_pointer(body.locals[*local].ty) {
                        continue;
                    }
                    (Holder::register(local.0), Some(self.points.register(function, LocalId(local.0))))
                }
                Var::Slot(slot) => {
                    let at = self.points.slot(function, *slot);
                    (Holder::cell(at), self.points.stored(at))
                }
            };
            if let Some(held) = held {
                given.push(referred(held.node, holder));
                pending.push(held.node);
            }
        }
        while let Some(node) = pending.pop() {
            if !seen.insert(node) {
                continue;
            }
            for (offset, held) in &self.points.object(node).fields {
                let held = self.points.region(*held);
                given.push(referred(held.node, Holder::cell(Target { node, offset: *offset })));
                pending.push(held.node);
            }
        }
        given
    }
}

/// A block of a class that one holder refers to, and somebody outside.
fn referred(class: u32, holder: Holder) -> Configuration {
    let mut index = Index::new(class, 0, true);
    index.set(holder, 1);
    Configuration::new(index)
}

/// What calling each function does to regions, callees first.
fn summarize(calls: &CallGraph, points: &dyn Partition, codes: &mut ByFunction<Code>) {
    let mut effects = Effects::default();
    for component in &calls.components {
        loop {
            let mut changed = false;
            for function in component {
                let Some(code) = codes.get(*function) else { continue };
                effects.writes.extend_from_slice(&code.summary.writes);
                effects.kills.extend_from_slice(&code.summary.kills);
                effects.strangers = code.summary.strangers;
                for call in &code.calls {
                    for reached in &call.reached {
                        let Reached::Body(callee) = reached else { continue };
                        let Some(inner) = codes.get(*callee) else { continue };
                        let passage = points.passage(*function, call.block, call.stmt, *callee);
                        let out = |at: Target| match passage {
                            Some(passage) if !points.object(at.node).marks.shared => passage.out(at),
                            _ => Some(at),
                        };
                        effects.include(&inner.summary, &|at| out(at).map(|at| points.region(at)));
                    }
                }
                let summary = effects.summary();
                effects.clear();
                if summary == code.summary {
                    continue;
                }
                changed = true;
                if let Some(code) = codes.get_mut(*function) {
                    code.summary = summary;
                }
            }
            if !changed {
                break;
            }
        }
    }
}

impl Effects {
    fn include(&mut self, inner: &Summary, out: &dyn Fn(Target) -> Option<Target>) {
        for region in &inner.writes {
            self.writes.extend(region.as_cell().and_then(out).map(Holder::cell));
        }
        for node in &inner.kills {
            self.kills.extend(out(Target { node: *node, offset: 0 }).map(|at| at.node));
        }
        self.strangers |= inner.strangers;
    }
}

/// A finished analysis.
pub struct Analysis<'a> {
    pub(crate) prepared: &'a Prepared<'a>,
    pub(crate) work: Tabulation<'a>,
    incomplete: Option<&'static str>,
    /// Whether addresses may be turned into numbers, or seen outside.
    pub(crate) exposed: bool,
}

/// Something that may happen to a block and must not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Occurrence {
    /// Where.
    pub point: Point,
    /// What.
    pub event: Event,
    /// Whether no guess about what an expression holds was needed on the way, and nothing was decided out of sight.
    pub definite: bool,
    /// Where the block was allocated, if that is known.
    pub allocated: Option<Point>,
    /// Where it was freed.
    pub freed: Option<Point>,
    /// The way there, first stage first.
    pub way: Vec<Stage>,
}

/// The configurations before each statement.
pub type Points = BTreeMap<Point, Vec<Configuration>>;

impl Analysis<'_> {
    /// What was found, definite before possible, then in program order.
    pub fn occurrences(&self) -> Vec<Occurrence> {
        self.occurrences_among(&|_| true)
    }

    /// The same without guesses about what a function does with what it is given: only its callers know that.
    pub fn worth_telling(&self) -> Vec<Occurrence> {
        self.occurrences_among(&|found| found.known.facts.sure || found.known.index.site != 0)
    }

    fn occurrences_among(&self, is_asked_for: &dyn Fn(&Found) -> bool) -> Vec<Occurrence> {
        let mut all: Vec<Occurrence> = Vec::new();
        let found = self.work.found.iter().filter(|(_, found)| is_asked_for(found));
        for ((function, block, stmt, event), found) in found {
            let site = |number: u32| self.prepared.sites.get((number as usize).checked_sub(1)?).copied();
            all.push(Occurrence {
                point: Point { function: *function, block: *block, stmt: *stmt },
                event: *event,
                definite: found.known.facts.sure && !self.is_decided_out_of_sight(found),
                allocated: site(found.known.index.site),
                freed: site(found.known.facts.freed_at),
                way: self.way(found),
            });
        }
        all.sort_by_key(|occurrence| !occurrence.definite);
        all
    }

    /// Why not everything is known, if so, and where.
    pub fn lost(&self) -> Option<(Arc<str>, Option<Span>)> {
        if let Some(why) = self.incomplete {
            return Some((why.into(), None));
        }
        let ((function, block, stmt), why) = self.work.lost.first_key_value()?;
        let point = Point { function: *function, block: *block, stmt: *stmt };
        Some((why.clone(), Some(point.span(self.prepared.program))))
    }

    /// Whether a budget ran out.
    pub fn is_cut(&self) -> bool {
        self.work.over.is_some()
    }

    /// Why blocks were not followed any further, and where.
    pub fn losses(&self) -> impl Iterator<Item = (Point, &Arc<str>)> {
        let lost = self.work.lost.iter();
        lost.map(|((function, block, stmt), why)| {
            (Point { function: *function, block: *block, stmt: *stmt }, why)
        })
    }

    /// What it took.
    pub fn spent(&self) -> Spent {
        let most = self.work.contexts.iter().map(|context| context.items.len()).max().unwrap_or(0);
        Spent { peak_disjuncts: most as u64, ..self.work.meter.spent }
    }

    /// Whether blocks may refer to each other in a circle: such a circle is not missed when the rest of the program loses
    /// it, since each of its blocks is still referred to.
    pub fn may_lose_cycles(&self) -> bool {
        let points = &*self.prepared.points;
        let functions = self.work.contexts.iter().map(|context| context.function);
        let functions: FxHashSet<FunctionId> = functions.collect();
        let codes = self.prepared.codes.values().filter(|code| functions.contains(&code.function));
        let classes: FxHashSet<u32> = codes.flat_map(|code| code.classes.iter().copied()).collect();
        let mut classes: Vec<u32> = classes.into_iter().filter(|node| points.object(*node).heap).collect();
        classes.sort_unstable();
        classes.into_iter().any(|class| {
            let mut seen = FxHashSet::default();
            let mut pending = vec![class];
            while let Some(node) = pending.pop() {
                for (_, held) in &points.object(node).fields {
                    let next = points.region(*held).node;
                    if next == class {
                        return true;
                    }
                    if seen.insert(next) {
                        pending.push(next);
                    }
                }
            }
            false
        })
    }

    /// How many contexts and configurations there are.
    pub fn size(&self) -> (usize, usize) {
        let items = self.work.contexts.iter().map(|context| context.items.len()).sum();
        (self.work.contexts.len(), items)
    }

    /// What is known before every statement that a block which is tracked reaches.
    pub fn points(&mut self) -> Points {
        let mut points: FxHashMap<Point, FxHashSet<Configuration>> = FxHashMap::default();
        for context in 0..self.work.contexts.len() as u32 {
            let function = self.work.contexts[context as usize].function;
            for item in 0..self.work.contexts[context as usize].items.len() as u32 {
                let block = BlockId(self.work.contexts[context as usize].items[item as usize].block);
                self.work.advance(
                    context,
                    item,
                    Some(&mut |stmt, known| {
                        points.entry(Point { function, block, stmt }).or_default().insert(known.clone());
                    }),
                );
            }
        }
        points.into_iter().map(|(point, known)| (point, sorted(known))).collect()
    }
}

fn sorted(known: FxHashSet<Configuration>) -> Vec<Configuration> {
    let mut known: Vec<Configuration> = known.into_iter().collect();
    known.sort_by_cached_key(|known| format!("{known:?}"));
    known
}
