//! What is certain of registers at a place, whatever happened before: whether they are zero.
//!
//! A configuration knows that from where its block came to be. What was decided before that, "if this flag is set, allocate", is the same for
//! all blocks, so it is computed once for each function: a forward analysis of the code alone, which keeps what holds on all ways from
//! the entry (intersection where ways meet). It reads the operations as `transfer` does; a register is zero or not in one frame
//! only, so callers and callees do not matter.
//!
//! Invariant: what is said holds in every execution that comes to the place.

use ir::FunctionId;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::callgraph::CallGraph;
use crate::code::{BlockCode, Code, Condition, Exit, Op, Outcome, Reached, Return};
use crate::configuration::join_truths;
use crate::functions::ByFunction;
use crate::library::Effect;
use crate::truth::Truth;

/// Registers of whose numbers something is known.
pub(crate) type Certain = SmallVec<[(u32, Truth); 2]>;

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
        let mut pending = vec![0_u32];
        while let Some(block) = pending.pop() {
            let mut known = all.starts[block as usize].clone().unwrap_or_default();
            let blocks = &code.blocks[block as usize];
            code.ops(block).iter().for_each(|(_, op)| step(code, &mut known, op, bounded));
            let ends = |op: &Op| matches!(op, Op::Call(number) if code.calls[*number as usize].outcome == Outcome::Never);
            if code.ops(block).iter().any(|(_, op)| ends(op)) {
                continue;
            }
            let Exit::Edges(edges) = &blocks.exit else { continue };
            for (next, condition) in edges {
                let Some(arriving) = assume(&known, *condition) else { continue };
                let changed = match &mut all.starts[next.0 as usize] {
                    start @ None => {
                        *start = Some(arriving);
                        true
                    }
                    Some(start) => join_truths(start, &arriving),
                };
                if changed && !pending.contains(&next.0) {
                    pending.push(next.0);
                }
            }
        }
        all
    }

    /// Whether a function that returns a register never returns zero.
    fn never_returns_zero(&self, code: &Code) -> bool {
        let is_nonzero = |(number, block): (u32, &BlockCode)| {
            let Exit::Return(exit) = &block.exit else { return true };
            let Some(start) = &self.starts[number as usize] else { return true };
            let mut known = start.clone();
            code.ops(number).iter().for_each(|(_, op)| step(code, &mut known, op, self.bounded));
            let told = exit.truth.or(exit.register.and_then(|register| truth(&known, register)));
            told.is_some_and(Truth::is_nonzero)
        };
        (0..).zip(&code.blocks).all(is_nonzero)
    }

    /// What is certain behind an operation; nothing where nothing can be.
    pub(crate) fn behind(&self, code: &Code, block: u32, op: u32) -> Certain {
        let Some(Some(start)) = self.starts.get(block as usize) else { return Certain::new() };
        let mut known = start.clone();
        let ops = code.ops(block).iter().take(op as usize + 1);
        ops.for_each(|(_, op)| step(code, &mut known, op, self.bounded));
        known
    }
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

fn truth(known: &Certain, register: u32) -> Option<Truth> {
    known.iter().find(|(known, _)| *known == register).map(|(_, truth)| *truth)
}

fn set(known: &mut Certain, register: u32, truth: Option<Truth>) {
    known.retain(|(known, _)| *known != register);
    known.extend(truth.map(|truth| (register, truth)));
}

fn step(code: &Code, known: &mut Certain, op: &Op, bounded: bool) {
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

/// What is certain if a condition holds; `None` if it cannot.
fn assume(known: &Certain, condition: Option<Condition>) -> Option<Certain> {
    let mut known = known.clone();
    match condition {
        Some(Condition::Truth { register, nonzero }) => {
            let told = Truth::from(nonzero);
            let both = truth(&known, register).map_or(Some(told), |known| known.meet(told))?;
            set(&mut known, register, Some(both));
        }
        Some(Condition::Compared { register, how, number }) => {
            let before = truth(&known, register);
            if !how.may_hold(before, number) {
                return None;
            }
            set(&mut known, register, how.learned(before, number));
        }
        Some(Condition::Global { .. } | Condition::Same { .. }) | None => {}
    }
    Some(known)
}
