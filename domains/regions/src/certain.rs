//! What is certain of registers at a place, whatever happened before: whether they are zero.
//!
//! A configuration knows that from where its block came to be. What was decided before that, "if this flag is set, allocate", is the same for
//! all blocks, so it is computed once for each function: a forward analysis of the code alone, which keeps what holds on all ways from
//! the entry (intersection where ways meet). It reads the operations as `transfer` does; a register is zero or not in one frame
//! only, so callers and callees do not matter.
//!
//! Invariants: what is said holds in every execution that comes to the place; at the start of a block only what is needed there is kept,
//! so that a function costs what its text and the ranges of its registers are long.

use std::collections::BTreeSet;

use ir::{BlockId, FunctionId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::callgraph::CallGraph;
use crate::code::{BlockCode, Code, Condition, Exit, Op, Outcome, Reached, Return};
use crate::functions::ByFunction;
use crate::library::Effect;
use crate::truth::Truth;

/// What is known on the way through a block.
type Known = FxHashMap<u32, Truth>;

/// What is certain at a place, in the order of the registers.
pub(crate) type Certain = Vec<(u32, Truth)>;

/// What is certain at the start of each block that can be reached.
#[derive(Debug, Default)]
pub(crate) struct Certainties {
    /// By block.
    starts: Vec<Option<Certain>>,
    /// Whether sums are taken to fit their types.
    bounded: bool,
}

impl Certainties {
    /// Looks over the code of a function.
    pub(crate) fn of(code: &Code, bounded: bool) -> Self {
        let mut all = Self { starts: vec![None; code.blocks.len()], bounded };
        let Some(entry) = all.starts.first_mut() else { return all };
        *entry = Some(Certain::new());
        let mut pending = BTreeSet::from([0_u32]);
        while let Some(block) = pending.pop_first() {
            let mut known = known_at(all.starts[block as usize].as_ref());
            let ops = code.ops(block);
            budget::charge(1 + (known.len() + ops.len()) as u64 / 32);
            for (_, op) in ops {
                step(code, &mut known, op, bounded);
            }
            let ends = |op: &Op| matches!(op, Op::Call(number) if code.calls[*number as usize].outcome == Outcome::Never);
            if ops.iter().any(|(_, op)| ends(op)) {
                continue;
            }
            let Exit::Edges(edges) = &code.blocks[block as usize].exit else { continue };
            for (next, condition) in edges {
                let Ok(told) = assume(&known, *condition) else { continue };
                let changed = match &mut all.starts[next.0 as usize] {
                    start @ None => {
                        *start = Some(arriving(code, *next, &known, told));
                        true
                    }
                    Some(start) => join(start, &known, told),
                };
                if changed {
                    pending.insert(next.0);
                }
            }
        }
        all
    }

    /// Whether a function that returns a register never returns zero.
    fn never_returns_zero(&self, code: &Code) -> bool {
        let is_nonzero = |(number, block): (u32, &BlockCode)| {
            let Exit::Return(exit) = &block.exit else { return true };
            let start @ Some(_) = &self.starts[number as usize] else { return true };
            let mut known = known_at(start.as_ref());
            code.ops(number).iter().for_each(|(_, op)| step(code, &mut known, op, self.bounded));
            let told = exit.truth.or(exit.register.and_then(|register| truth(&known, register)));
            told.is_some_and(Truth::is_nonzero)
        };
        (0..).zip(&code.blocks).all(is_nonzero)
    }

    /// What is certain after an operation; nothing where nothing can be.
    pub(crate) fn after(&self, code: &Code, block: u32, op: u32) -> Certain {
        let Some(Some(start)) = self.starts.get(block as usize) else { return Certain::new() };
        let mut known = known_at(Some(start));
        let ops = code.ops(block).iter().take(op as usize + 1);
        ops.for_each(|(_, op)| step(code, &mut known, op, self.bounded));
        in_order(known)
    }
}

fn known_at(start: Option<&Certain>) -> Known {
    start.into_iter().flatten().copied().collect()
}

fn in_order(known: Known) -> Certain {
    let mut certain: Certain = known.into_iter().collect();
    certain.sort_unstable_by_key(|(register, _)| *register);
    certain
}

/// What an edge says of a register besides what was known.
type Told = Option<(u32, Option<Truth>)>;

/// What is certain of a register at the end of an edge.
fn at_end(known: &Known, told: Told, register: u32) -> Option<Truth> {
    match told {
        Some((about, truth)) if about == register => truth,
        _ => known.get(&register).copied(),
    }
}

/// What arrives at a block that is reached for the first time, and is needed there.
fn arriving(code: &Code, block: BlockId, known: &Known, told: Told) -> Certain {
    let mut all = known.clone();
    if let Some((register, truth)) = told {
        set(&mut all, register, truth);
    }
    // What comes in as a parameter may be asked for wherever it goes.
    all.retain(|register, _| code.live.contains(block, *register) || code.param_in(*register).is_some());
    in_order(all)
}

/// Keeps what holds on both ways. Whether that is less.
fn join(start: &mut Certain, known: &Known, told: Told) -> bool {
    let mut changed = false;
    start.retain_mut(|(register, truth)| {
        let joined = at_end(known, told, *register).and_then(|other| truth.join(other));
        changed |= joined != Some(*truth);
        *truth = joined.unwrap_or(*truth);
        joined.is_some()
    });
    changed
}

/// Says of calls that they never come back, or that their result is never zero, callees first. In circles of calls nothing is assumed.
pub(crate) fn find_outcomes(calls: &CallGraph, codes: &mut ByFunction<Code>) {
    let mut never_zero: FxHashSet<FunctionId> = FxHashSet::default();
    let mut endless: FxHashSet<FunctionId> = FxHashSet::default();
    for function in calls.functions() {
        let Some(code) = codes.get_mut(function) else { continue };
        for call in &mut code.calls {
            let is_known = call.unknown.is_none() && !call.reached.is_empty();
            let never_zero =
                |reached: &Reached| matches!(reached, Reached::Body(callee) if never_zero.contains(callee));
            let endless = |reached: &Reached| match reached {
                Reached::Body(callee) => endless.contains(callee),
                Reached::Library(effect, _) => *effect == Effect::Ends,
            };
            call.outcome = if is_known && call.reached.iter().all(endless) {
                Outcome::Never
            } else if is_known && call.reached.iter().all(never_zero) {
                Outcome::Nonzero
            } else {
                Outcome::Any
            };
        }
        if !code.returns {
            endless.insert(function);
        }
        let may_be_nonzero =
            |exit: &Return| exit.register.is_some() || exit.truth.is_some_and(Truth::is_nonzero);
        let mut returned = code.blocks.iter().filter_map(|block| match &block.exit {
            Exit::Return(exit) => Some(may_be_nonzero(exit)),
            _ => None,
        });
        if code.returns
            && returned.all(|value| value)
            && Certainties::of(code, false).never_returns_zero(code)
        {
            never_zero.insert(function);
        }
    }
}

fn truth(known: &Known, register: u32) -> Option<Truth> {
    known.get(&register).copied()
}

fn set(known: &mut Known, register: u32, truth: Option<Truth>) {
    match truth {
        Some(truth) => _ = known.insert(register, truth),
        None => _ = known.remove(&register),
    }
}

fn step(code: &Code, known: &mut Known, op: &Op, bounded: bool) {
    match op {
        Op::Move { dst, src, shift } => {
            let copied = src.get().filter(|_| *shift == 0).and_then(|src| truth(known, src));
            set(known, *dst, copied);
        }
        Op::Number { dst, truth } => set(known, *dst, *truth),
        Op::Blur { register } => {
            let left = truth(known, *register).and_then(Truth::blurred);
            set(known, *register, left);
        }
        Op::Add { dst, src, by } => {
            let sum = truth(known, *src).and_then(|known| known.plus(*by, bounded));
            set(known, *dst, sum);
        }
        Op::Followed { pointer } => {
            if truth(known, *pointer).is_none() {
                set(known, *pointer, Some(Truth::Nonzero));
            }
        }
        Op::Test { dst, src, equal } => {
            let told = truth(known, *src).and_then(Truth::decided);
            set(known, *dst, told.map(|nonzero| Truth::of(i32::from(nonzero != *equal))));
        }
        Op::Mix { dst, .. } | Op::Load { dst, .. } | Op::Allocate { dst, .. } => set(known, *dst, None),
        Op::Call(number) => {
            let call = &code.calls[*number as usize];
            if let Some(dst) = call.dst {
                set(known, dst, (call.outcome == Outcome::Nonzero).then_some(Truth::Nonzero));
            }
        }
        Op::Dead { register } => set(known, *register, None),
        Op::Drop { registers } => {
            code.lists.few(*registers).iter().for_each(|register| set(known, *register, None));
        }
        // Nobody knows what it did.
        Op::Lost { .. } => known.clear(),
        Op::Store { .. }
        | Op::Touch { .. }
        | Op::Scribble { .. }
        | Op::Free { .. }
        | Op::Bulk { .. }
        | Op::DeadSlot { .. } => {}
    }
}

/// What a condition that holds says of a register.
///
/// # Errors
/// It cannot hold.
fn assume(known: &Known, condition: Option<Condition>) -> Result<Told, Contradiction> {
    match condition {
        Some(Condition::Truth { register, nonzero }) => {
            let told = Truth::from(nonzero);
            let both = match truth(known, register) {
                Some(known) => known.meet(told).ok_or(Contradiction)?,
                None => told,
            };
            Ok(Some((register, Some(both))))
        }
        Some(Condition::Compared { register, how, number }) => {
            let before = truth(known, register);
            if !how.may_hold(before, number) {
                return Err(Contradiction);
            }
            Ok(Some((register, how.learned(before, number))))
        }
        Some(Condition::Global { .. } | Condition::Same { .. }) | None => Ok(None),
    }
}

/// A condition contradicts what is certain.
struct Contradiction;
