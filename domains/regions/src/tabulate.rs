//! The interprocedural analysis: contexts, summaries, and the work that is left.
//!
//! A context is a function with *one* entry configuration, and its summary is the set of configurations in which it
//! returns. A new configuration at a call asks for one more context and touches none of the others. Besides, each function
//! has one context for the blocks that come to be in it: they begin where they are allocated, and when the function
//! returns they begin in all its callers.
//!
//! What is left to do are single configurations at single places (*items*). Facts shrink and indices are finitely many, so
//! the work ends; it is counted, and a budget that runs out makes the answer incomplete, never wrong.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::{Limits, Meter};
use ir::{BlockId, FunctionId, Program};
use rustc_hash::FxHashMap;

use crate::certain::Certainties;
use crate::code::{Code, Exit, Op, Reached};
use crate::configuration::{Configuration, Facts, Holder, Index};
use crate::contexts::{Context, Entered, Sought};
use crate::decide::Ground;
use crate::functions::ByFunction;
use crate::kept::{Bytes, Store};
use crate::library::Effect;
use crate::points::Partition;
use crate::transfer::{Event, Notes};

/// Something that was found.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) event: Event,
    pub(crate) known: Configuration,
    pub(crate) context: u32,
    pub(crate) item: u32,
}

/// Whoever wants to know what is known before a statement.
pub(crate) type Record<'r> = &'r mut dyn FnMut(u32, &Configuration);

/// Where something is found: the function, the block, the statement, and what.
pub(crate) type Spot = (FunctionId, BlockId, u32, Event);

/// Most entry configurations of a function that are told apart by their facts.
const CONTEXTS: u32 = 64;

/// Most entry configurations of a function.
const MOST_CONTEXTS: u32 = 512;

/// Most configurations of one context at one place.
const CROWD: u32 = 48;

/// The work and what came of it.
pub(crate) struct Tabulation<'a> {
    pub(crate) program: &'a Program,
    pub(crate) points: &'a dyn Partition,
    pub(crate) codes: &'a ByFunction<Code>,
    pub(crate) contexts: Vec<Context>,
    /// The configurations of all contexts.
    pub(crate) store: Store,
    /// The last context that was entered with a configuration of this hash.
    entries: FxHashMap<u64, u32>,
    entry_counts: ByFunction<u32>,
    certain: ByFunction<Certainties>,
    births: ByFunction<u32>,
    /// The calls of each function: who, and where.
    pub(crate) callers: ByFunction<Vec<(FunctionId, u32, u32)>>,
    queue: Vec<(u32, u32)>,
    pub(crate) found: BTreeMap<Spot, Found>,
    pub(crate) lost: BTreeMap<(FunctionId, BlockId, u32), Arc<str>>,
    pub(crate) keep_dead: bool,
    pub(crate) strict: bool,
    pub(crate) meter: Meter,
    pub(crate) over: Option<&'static str>,
}

impl<'a> Tabulation<'a> {
    pub(crate) fn new(
        program: &'a Program,
        points: &'a dyn Partition,
        codes: &'a ByFunction<Code>,
        limits: &Limits,
    ) -> Self {
        Self {
            program,
            points,
            codes,
            contexts: Vec::new(),
            store: Store::default(),
            entries: FxHashMap::default(),
            entry_counts: codes.like(),
            certain: codes.like(),
            births: codes.like(),
            callers: codes.like(),
            queue: Vec::new(),
            found: BTreeMap::new(),
            lost: BTreeMap::new(),
            keep_dead: false,
            strict: false,
            meter: Meter::new(limits),
            over: None,
        }
    }

    pub(crate) fn code(&self, function: FunctionId) -> &'a Code {
        self.codes.get(function).expect("what is called or begun with has code")
    }

    pub(crate) fn ground(&self, code: &'a Code) -> Ground<'a> {
        Ground { code, points: self.points, keep_dead: self.keep_dead, strict: self.strict }
    }

    fn context(&mut self, function: FunctionId, is_birth: bool) -> u32 {
        self.contexts.push(Context::new(function, is_birth));
        self.contexts.len() as u32 - 1
    }

    /// Begins with the blocks that come to be in these functions.
    pub(crate) fn seed(&mut self, functions: &[FunctionId]) {
        for function in functions {
            let code = self.code(*function);
            for block in 0..code.blocks.len() as u32 {
                for (op, (_, what)) in (0..).zip(code.ops(block)) {
                    let Op::Call(number) = what else { continue };
                    for reached in &code.calls[*number as usize].reached {
                        if let Reached::Body(callee) = reached {
                            let callers = self.callers.get_or_insert_with(*callee, Vec::new);
                            callers.push((*function, block, op));
                        }
                    }
                }
            }
            let context = self.context(*function, true);
            self.births.insert(*function, context);
        }
        for function in functions {
            let code = self.code(*function);
            for (block, (op, what)) in (0..code.blocks.len() as u32)
                .flat_map(|block| (0..).zip(code.ops(block)).map(move |op| (block, op)))
            {
                let born = match &what.1 {
                    Op::Allocate { dst, site } => Some((Some(*dst), *site)),
                    Op::Call(number) => {
                        let call = &code.calls[*number as usize];
                        let site = call.reached.iter().find_map(|reached| match reached {
                            Reached::Library(Effect::Allocates | Effect::Reallocates, site) => Some(*site),
                            _ => None,
                        });
                        site.map(|site| (call.dst, site))
                    }
                    _ => None,
                };
                if let Some((dst, site)) = born {
                    self.bear(*function, block, op, what.0, dst, site);
                }
            }
        }
    }

    /// A block is allocated.
    fn bear(&mut self, function: FunctionId, block: u32, op: u32, stmt: u32, dst: Option<u32>, site: u32) {
        let code = self.code(function);
        let class = dst.map_or(Index::UNSEEN, |dst| code.classes[dst as usize]);
        let mut known = Configuration::new(Index::new(class, site, false));
        if let Some(dst) = dst {
            known.index.set(Holder::register(dst), 1);
        }
        self.begin(function, block, op, stmt, known);
    }

    /// A block comes to be at an operation: it goes on behind it.
    pub(crate) fn begin(
        &mut self,
        function: FunctionId,
        block: u32,
        op: u32,
        stmt: u32,
        known: Configuration,
    ) {
        let Some(context) = self.births.get(function).copied() else { return };
        let mut known = known;
        if !self.recall(function, block, op, &mut known) {
            return;
        }
        let (mut kept, mut notes) = (Vec::new(), Notes::default());
        notes.keep(stmt, known, &mut kept);
        let item = self.contexts[context as usize].items.len() as u32;
        self.note(context, item, block, notes);
        for known in kept {
            self.arrive(context, block, op + 1, &known, None);
        }
    }

    /// What was decided before a block came to be. Whether it can come to be so.
    fn recall(&mut self, function: FunctionId, block: u32, op: u32, known: &mut Configuration) -> bool {
        let code = self.code(function);
        let bounded = !self.strict;
        let certain = self.certain.get_or_insert_with(function, || Certainties::of(code, bounded));
        for (register, truth) in certain.after(code, block, op) {
            let told = known.truth(register);
            let both = told.map_or(Some(truth), |told| told.meet(truth));
            match both {
                None => return false,
                Some(both) if !known.index.holds(register) => known.learn(register, both),
                Some(_) => {}
            }
        }
        true
    }

    /// A context for what a caller, or nobody, gives; `None` if there are too many.
    pub(crate) fn entry(&mut self, function: FunctionId, mut entry: Configuration) -> Option<u32> {
        let count = self.entry_counts.get_or_insert_with(function, || 0);
        if *count >= CONTEXTS {
            let Facts { freed_at, sure, .. } = entry.facts;
            entry.facts = Facts { freed_at: freed_at.min(1), sure, ..Facts::default() };
        }
        let bytes = Bytes::of(&entry);
        let hash = bytes.hash(function.0);
        let mut alike = self.entries.get(&hash).copied();
        while let Some(context) = alike {
            let known = &self.contexts[context as usize];
            let Some(entered) = &known.entered else { break };
            if known.function == function && self.store.is(entered.with, &bytes) {
                return Some(context);
            }
            alike = entered.alike;
        }
        if *count >= MOST_CONTEXTS {
            return None;
        }
        *count += 1;
        let context = self.context(function, false);
        let alike = self.entries.insert(hash, context);
        let entered = Entered { with: self.store.keep(&bytes), alike };
        self.contexts[context as usize].entered = Some(entered);
        self.arrive(context, 0, 0, &entry, None);
        Some(context)
    }

    /// A configuration arrives at a place.
    pub(crate) fn arrive(
        &mut self,
        context: u32,
        block: u32,
        op: u32,
        known: &Configuration,
        from: Option<u32>,
    ) {
        let table = &mut self.contexts[context as usize];
        let bytes = Bytes::of(known);
        let item = match table.seek(&self.store, block, op, &bytes) {
            Sought::Item(item) => {
                if !self.store.join(table.items[item as usize].known, &bytes, &known.facts) {
                    return;
                }
                item
            }
            Sought::Others(crowd) if crowd >= CROWD => {
                let spot = (table.function, BlockId(block), 0);
                let why = || "there are too many ways to refer to one block".into();
                self.lost.entry(spot).or_insert_with(why);
                return;
            }
            Sought::Others(_) => table.add(block, op, self.store.keep(&bytes), from),
        };
        if !table.items[item as usize].set_queued(true) {
            self.queue.push((context, item));
        }
    }

    /// Does what is left to do.
    pub(crate) fn run(&mut self) {
        while let Some((context, item)) = self.queue.pop() {
            if let Some(why) = self.meter.step() {
                self.over = Some(why);
                return;
            }
            self.contexts[context as usize].items[item as usize].set_queued(false);
            self.advance(context, item, None);
        }
    }

    /// Takes a configuration through the rest of its block. With a record, what is known before each statement is told.
    pub(crate) fn advance(&mut self, context: u32, number: u32, mut record: Option<Record<'_>>) {
        let function = self.contexts[context as usize].function;
        let code = self.code(function);
        let ground = self.ground(code);
        let item = &self.contexts[context as usize].items[number as usize];
        let block = &code.blocks[item.block as usize];
        let (block_number, first) = (item.block, item.op as usize);
        let mut before = vec![self.store.get(item.known)];
        let mut after = Vec::new();
        let mut notes = Notes::default();
        let ops = code.ops(block_number);
        let mut recorded = ops.get(first.wrapping_sub(1)).map_or(0, |(stmt, _)| stmt + 1);
        for (step, (stmt, op)) in ops[first..].iter().enumerate() {
            if let Some(record) = &mut record {
                (recorded..=*stmt).for_each(|at| before.iter().for_each(|known| record(at, known)));
                recorded = recorded.max(stmt + 1);
            }
            let op_number = (first + step) as u32;
            for known in before.drain(..) {
                match op {
                    Op::Call(call) => {
                        let call = &code.calls[*call as usize];
                        let at = (context, number, op_number);
                        self.call(&ground, at, call, &known, &mut after, &mut notes);
                    }
                    _ => ground.step(op, *stmt, known, &mut after, &mut notes),
                }
            }
            std::mem::swap(&mut before, &mut after);
            merge(&mut before);
            if before.is_empty() {
                break;
            }
        }
        let end = self.program.functions[function]
            .body
            .as_ref()
            .map_or(0, |body| body.blocks[BlockId(block_number)].stmts.len() as u32);
        if let Some(record) = &mut record {
            (recorded..=end).for_each(|at| before.iter().for_each(|known| record(at, known)));
        }
        for known in before {
            match &block.exit {
                Exit::Edges(edges) => {
                    for (next, condition) in edges {
                        let Some(known) = ground.assume(known.clone(), *condition) else { continue };
                        let mut kept = Vec::new();
                        notes.keep(end, ground.needed(known, *next), &mut kept);
                        for known in kept {
                            self.arrive(context, next.0, 0, &known, Some(number));
                        }
                    }
                }
                Exit::Return(_) => {
                    let mut left = Vec::new();
                    ground.leave(known, &block.exit, end, &mut left, &mut notes);
                    for exit in left {
                        self.exit(context, exit);
                    }
                }
                Exit::Nowhere => {}
            }
        }
        self.note(context, number, block_number, notes);
    }

    /// Keeps what happened.
    pub(crate) fn note(&mut self, context: u32, item: u32, block: u32, notes: Notes) {
        let function = self.contexts[context as usize].function;
        for (event, stmt, known) in notes.events {
            let spot = (function, BlockId(block), stmt, event);
            let better = self.found.get(&spot).is_none_or(|old| known.facts.sure && !old.known.facts.sure);
            if better {
                self.found.insert(spot, Found { event, known, context, item });
            }
        }
        for (stmt, why) in notes.lost {
            self.lost.entry((function, BlockId(block), stmt)).or_insert(why);
        }
    }
}

/// Joins configurations with one index.
fn merge(all: &mut Vec<Configuration>) {
    let mut index = 1;
    while index < all.len() {
        let (before, rest) = all.split_at_mut(index);
        match before.iter_mut().find(|known| known.index == rest[0].index) {
            Some(known) => {
                known.facts.join(&rest[0].facts);
                all.swap_remove(index);
            }
            None => index += 1,
        }
    }
}
