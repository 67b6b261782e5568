//! What statements do to a state.
//!
//! - `operand`: what operands hold;
//! - `access`: finding the bytes a place names, unfolding what is in the way;
//! - `memory`: load, store, allocation, `free`;
//! - `indexed`: load and store at offsets that are not constant;
//! - `constants`: load from tables that never change;
//! - `ranges`: setting and copying ranges of bytes whose bounds are not constant;
//! - `resize`: `realloc`;
//! - `strings`, `text_functions`, `bounded_text`: strings and the library's functions about them;
//! - `formatted`, `scanned`, `streams`, `elements`: `printf`, `scanf` and their relatives, streams, `fread` and `fwrite`;
//! - `copy`: copies, structs as arguments and results;
//! - `arithmetic`: computations;
//! - `condition`: comparisons, branches, assertions;
//! - `reach`: what nobody can reach any more.

mod access;
mod arithmetic;
mod bounded_text;
mod condition;
mod constants;
mod convert;
mod copy;
mod elements;
mod formatted;
mod indexed;
mod library;
mod memory;
mod numerals;
mod operand;
mod permute;
mod ranges;
mod reach;
mod rearrange;
mod resize;
mod rounding;
mod scanned;
mod streams;
mod strings;
mod text_functions;

pub(crate) use operand::is_constant;

use engine::{Checks, Cursor, Edge, Lost, Outcome};
use ir::{Argument, LocalId, Stmt, StmtKind, Terminator, Var};
use model::Rule;

use crate::Checkers;
use crate::heap::{Block, Origin, Region, Rest, Root, State, Sym, Term, Value};

impl Checkers {
    pub(crate) fn statement(
        &self,
        at: &Cursor<'_>,
        stmt: &Stmt,
        mut state: State,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        if state.anything {
            return lost(at, TOO_MUCH);
        }
        let mut states = match &stmt.kind {
            StmtKind::Assign { dst, value } => self.assign(at, state, *dst, value, out),
            StmtKind::Load { dst, place } => self.load(at, state, *dst, place, out)?,
            StmtKind::Store { place, value } => self.store(at, state, place, *value, out)?,
            StmtKind::Alloc { dst, kind, size, count } => {
                self.alloc(at, state, *dst, *kind, (*size, *count), out)?
            }
            StmtKind::Free { pointer } => self.free(at, state, *pointer, out)?,
            StmtKind::Copy { to, from, size, overlap } => {
                self.copy(at, state, (to, from), (*size, *overlap), out)?
            }
            StmtKind::Pad { place } => self.pad(at, state, place, out)?,
            StmtKind::Fill { to, byte, size } => self.fill(at, state, to, (*byte, *size), out)?,
            StmtKind::Assume(operand) => self.assume(at, state, *operand, out),
            StmtKind::Assert { condition, kind, message } => {
                self.assertion(at, state, *condition, (*kind, message), out)
            }
            StmtKind::Call(call) => self.library_call(at, state, call, out)?,
            StmtKind::Nondet { dst, .. } => {
                let ty = at.body().locals[*dst].ty;
                let value = self.any_of_type(at.program, &mut state, ty);
                state.set_root(Root::Register(*dst), value);
                vec![state]
            }
            StmtKind::Live { slot, size } => {
                let size = match size {
                    None => Term::constant(at.program.types.size(at.body().slots[*slot].ty).cast_signed()),
                    Some(size) => {
                        if !self.is_usable(at, &state, *size, out) {
                            return Ok(Vec::new());
                        }
                        match self.operand(at, &mut state, *size) {
                            Value::Known(size) => size,
                            _ => return lost(at, "the size of this array is not known"),
                        }
                    }
                };
                self.end_slot(&mut state, *slot);
                let sym = state.fresh();
                let origin = Origin::of_slot(at.program, at.point.function, *slot);
                let block = Block::new(size, origin, Rest::Uninit);
                state.add_region(sym, Region::Block(block));
                state.set_root(Root::Slot(*slot), Value::of(sym));
                vec![state]
            }
            StmtKind::Dead(Var::Local(local)) => {
                state.take_root(Root::Register(*local));
                vec![state]
            }
            StmtKind::Dead(Var::Slot(slot)) => {
                self.end_slot(&mut state, *slot);
                vec![state]
            }
            StmtKind::VaStart { .. }
            | StmtKind::VaArg { .. }
            | StmtKind::VaCopy { .. }
            | StmtKind::VaEnd { .. } => return lost(at, "unnamed arguments are not modelled"),
            StmtKind::Unsupported { why } => {
                out.open(Rule::Unsupported, why.clone());
                return lost(at, why);
            }
        };
        if crate::endings::may_write(&stmt.kind) {
            states.iter_mut().filter_map(|state| state.round.as_mut()).for_each(|round| round.wrote = true);
        }
        if let Some(errno) = self.errno {
            for state in &mut states {
                forget_contents(state, errno);
            }
        }
        if may_lose(&stmt.kind) {
            for state in &mut states {
                self.report_unreachable(state, out);
            }
        }
        Ok(states)
    }

    /// A variable in memory is gone.
    pub(crate) fn end_slot(&self, state: &mut State, slot: ir::SlotId) {
        self.end_arena(state, slot);
        if let Some(Value::Known(Term { base: Some(base), .. })) = state.take_root(Root::Slot(slot)) {
            self.end_object(state, base);
        }
    }

    /// An object is gone. Pointers to it that stay behind differ from all objects that were alive together with it; nothing is
    /// known of how they compare with those that come later.
    fn end_object(&self, state: &mut State, base: Sym) {
        self.end_object_for(state, base, None);
    }

    /// The same where another object takes its place, which may get its address.
    fn end_object_for(&self, state: &mut State, base: Sym, heir: Option<Sym>) {
        if let Some(runs) = state.block(base).map(|block| block.runs.clone()) {
            self.spill(state, &runs);
        }
        state.bury(base);
        if !self.exact {
            return;
        }
        let mut mentioned = false;
        state.terms(|term| mentioned |= term.base == Some(base));
        if mentioned {
            let others = state.regions.iter().map(|(other, _)| *other).filter(|other| Some(*other) != heir);
            let others: Vec<Sym> = others.collect();
            for other in others {
                state.guard_ne(Term::of(base), Term::of(other));
            }
        }
    }

    pub(crate) fn let_go(
        &self,
        at: &Cursor<'_>,
        dead: &[LocalId],
        mut state: State,
        out: &mut Checks,
    ) -> Vec<State> {
        let mut temporary = false;
        for local in dead {
            let root = Root::Register(*local);
            if at.body().locals[*local].is_temporary() {
                temporary |= state.take_root(root).is_some_and(is_address);
            } else if !self.is_last_reference(&state, root) {
                state.take_root(root);
            }
        }
        if temporary {
            self.report_unreachable(&mut state, out);
        }
        vec![state]
    }

    /// The states that leave a block, each with its way.
    pub(crate) fn ways_out(
        &self,
        at: &Cursor<'_>,
        terminator: &Terminator,
        before: State,
        out: &mut Checks,
    ) -> Outcome<Vec<(Edge, State)>> {
        let by = |index: usize| move |state: State| (Edge { index }, state);
        if before.anything {
            return lost(at, TOO_MUCH);
        }
        Ok(match terminator {
            Terminator::Goto(_) => vec![by(0)(before)],
            Terminator::IndirectGoto { targets, .. } => {
                (0..targets.len()).map(|index| by(index)(before.clone())).collect()
            }
            Terminator::Branch { condition, .. } => {
                if !self.is_usable(at, &before, *condition, out) {
                    return Ok(Vec::new());
                }
                let no = self.where_truth(at, before.clone(), *condition, false);
                let yes = self.where_truth(at, before, *condition, true);
                yes.into_iter().map(by(0)).chain(no.into_iter().map(by(1))).collect()
            }
            Terminator::Switch { value, cases, .. } => {
                if !self.is_usable(at, &before, *value, out) {
                    return Ok(Vec::new());
                }
                let mut ways = Vec::new();
                let mut rest = vec![before.clone()];
                for (index, case) in cases.iter().enumerate() {
                    let within = self.where_within(at, before.clone(), *value, case.low, case.high);
                    ways.extend(within.into_iter().map(by(index)));
                    rest = rest
                        .into_iter()
                        .flat_map(|state| self.where_outside(at, state, *value, case.low, case.high))
                        .collect();
                }
                ways.extend(rest.into_iter().map(by(cases.len())));
                ways
            }
            Terminator::Return(_) | Terminator::Unreachable => Vec::new(),
        })
    }

    /// The function's variables are gone; its result is kept.
    pub(crate) fn return_from(
        &self,
        at: &Cursor<'_>,
        value: Option<&Argument>,
        mut state: State,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        if state.anything {
            return lost(at, TOO_MUCH);
        }
        let result = match value {
            None => None,
            Some(Argument::Value(operand)) => Some(self.operand(at, &mut state, *operand)),
            Some(Argument::Object(place)) => {
                let Some((copied, object)) = self.copied(at, state, place, out)? else {
                    return Ok(Vec::new());
                };
                state = copied;
                Some(Value::of(object))
            }
        };
        let slots: Vec<_> = state
            .roots
            .iter()
            .filter_map(|(root, _)| match root {
                Root::Slot(slot) => Some(*slot),
                _ => None,
            })
            .collect();
        for slot in slots {
            self.end_slot(&mut state, slot);
        }
        state.roots.retain(|(root, _)| !matches!(root, Root::Register(_)));
        if let Some(result) = result {
            state.set_root(Root::Result, result);
        }
        self.report_unreachable(&mut state, out);
        state.tidy();
        Ok(vec![state])
    }
}

/// Why nothing is known of a state that is every memory.
const TOO_MUCH: &str = "the heap has too many parts here for the analysis to keep apart";

/// Whether a statement can take the last reference to something away.
fn may_lose(kind: &StmtKind) -> bool {
    !matches!(kind, StmtKind::Assume(_) | StmtKind::Assert { .. } | StmtKind::Live { .. })
}

fn is_address(value: Value) -> bool {
    matches!(value, Value::Known(Term { base: Some(_), .. }))
}

/// Nothing is known from here on.
pub(crate) fn lost<T>(at: &Cursor<'_>, why: &str) -> Outcome<T> {
    Err(Lost { span: at.span(), why: why.into() })
}

/// The bytes of a variable may be any: what changes it is not seen. Pointers to `errno` may be kept while the library writes to it.
fn forget_contents(state: &mut State, variable: ir::GlobalId) {
    let base = state.root(Root::Global(variable)).and_then(Value::term).and_then(|term| term.base);
    let Some(block) = base.and_then(|base| state.block(base)) else { return };
    if block.cells.is_empty() && block.runs.is_empty() && block.rest == Rest::Any {
        return;
    }
    if let Some(block) = base.and_then(|base| state.block_mut(base)) {
        *block = Block::new(block.size, block.origin, Rest::Any);
    }
}
