//! Statements.

use engine::{Checks, Cursor, Outcome};
use ir::{AllocKind, Argument, FunctionId, LocalId, Operand, Place, SlotId, Stmt, StmtKind, Var};
use model::Rule;

use crate::ThreeValued;
use crate::access::{Spot, is_overlapping, is_same_variable};
use crate::contract::LENT_CLAIM;
use crate::kleene::Kleene;
use crate::start::{PARTS, collect_scalars};
use crate::state::{Kind, Root, State, Value};

impl ThreeValued {
    pub(crate) fn statement(
        &self,
        at: &Cursor<'_>,
        stmt: &Stmt,
        mut state: State,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        match &stmt.kind {
            StmtKind::Assign { dst, value } => self.assign(at, state, *dst, value, out),
            StmtKind::Load { dst, place } => self.load(at, state, *dst, place, out),
            StmtKind::Store { place, value } => self.store(at, state, place, *value, out),
            StmtKind::Alloc { dst, kind, size, count } => {
                self.alloc(at, state, *dst, *kind, *size, *count, out)
            }
            StmtKind::Free { pointer } => self.free(at, state, *pointer, out),
            StmtKind::Copy { to, from, size, overlap } => {
                self.copy(at, state, (to, from), (*size, *overlap), out)
            }
            StmtKind::Pad { place } => self.pad(at, state, place, out),
            StmtKind::Fill { to, byte, size } => self.fill(at, state, to, *byte, *size, out),
            StmtKind::Assume(operand) => Ok(self.condition(at, state, *operand, None, out)),
            StmtKind::Assert { condition, kind, message } => {
                Ok(self.condition(at, state, *condition, Some((*kind, message)), out))
            }
            StmtKind::Call(call) if self.is_claim(at, call, &state) => self.claim_by(at, state, call, out),
            StmtKind::Call(call) if self.is_tree_question(at, call, &state) => {
                self.answer_tree(at, state, call, out)
            }
            StmtKind::Call(call) => self.library_call(at, state, call, out),
            StmtKind::Nondet { dst, .. } => self.bind(at, state, *dst, Value::ANY, out),
            StmtKind::Live { slot, size: None } => {
                self.begin_slot(at, &mut state, *slot);
                self.finish(at, state, out)
            }
            StmtKind::Live { size: Some(_), .. } => self.lost(at, "a variable-length array is not modelled"),
            StmtKind::Dead(Var::Local(local)) => {
                state.take(self.register(at, *local));
                self.finish(at, state, out)
            }
            StmtKind::Dead(Var::Slot(slot)) => {
                self.bury_slot(&mut state, at.point.function, *slot);
                self.finish(at, state, out)
            }
            StmtKind::VaStart { .. }
            | StmtKind::VaArg { .. }
            | StmtKind::VaCopy { .. }
            | StmtKind::VaEnd { .. } => self.lost(at, "unnamed arguments are not modelled"),
            StmtKind::Unsupported { why } => {
                out.open(Rule::Unsupported, why.clone());
                self.lost(at, why)
            }
        }
    }

    /// A variable has no value any more.
    fn forget_slot(&self, state: &mut State, slot: Root) {
        state.env.retain(|(root, _)| !is_same_variable(*root, slot));
    }

    /// The numbers and pointers of a variable have no value yet.
    fn begin_slot(&self, at: &Cursor<'_>, state: &mut State, slot: SlotId) {
        let function = at.point.function;
        self.forget_slot(state, Root::Slot(function, slot, 0, 0));
        let mut scalars = Vec::new();
        collect_scalars(at.program, at.body().slots[slot].ty, 0, &mut scalars);
        let few = scalars.len() <= PARTS;
        for (offset, size, _) in scalars.into_iter().filter(|_| few) {
            if let (Ok(offset), Ok(size)) = (u32::try_from(offset), u8::try_from(size)) {
                state.put(Root::Slot(function, slot, offset, size), Value::Uninit);
            }
        }
    }

    /// A variable is gone, and whatever points to it dangles.
    fn bury_slot(&self, state: &mut State, function: FunctionId, slot: SlotId) {
        self.forget_slot(state, Root::Slot(function, slot, 0, 0));
        state.bury(|of, other| (of, other) == (function, slot));
    }

    /// `x = y->f`.
    fn load(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        dst: LocalId,
        place: &Place,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let Some(spot) = self.spot(at, &mut state, place, false, out)? else { return Ok(Vec::new()) };
        let unsure = Value::Any { written: false };
        match spot {
            Spot::Root(Root::Lent(..)) if self.is_clause(at) && state.get(LENT_CLAIM).is_none() => {
                state.put(LENT_CLAIM, Value::Known(1));
                self.load(at, state, dst, place, out)
            }
            Spot::Root(root) => {
                let overlapped = state.env.iter().any(|(other, _)| is_overlapping(root, *other));
                let known = state.get(root).filter(|_| !overlapped);
                let value = known.unwrap_or(if matches!(root, Root::Global(..)) && !overlapped {
                    Value::ANY
                } else {
                    unsure
                });
                // Bytes that were written as another type.
                let is_pointer = at.program.types.is_pointer(place.ty);
                let value = match value {
                    // A volatile object may hold anything, if it holds something.
                    Value::Uninit | Value::Any { .. } => value,
                    _ if place.volatile => Value::ANY,
                    Value::Known(_) if is_pointer => Value::ANY,
                    Value::Known(number) => self.number(at, number, place.ty),
                    _ if is_pointer => value,
                    _ => Value::ANY,
                };
                self.bind(at, state, dst, value, out)
            }
            Spot::Within(root) => {
                let value = if matches!(root, Root::Global(..)) { Value::ANY } else { unsure };
                self.bind(at, state, dst, value, out)
            }
            Spot::Member(_, member) if member.pointer.is_some() && self.is_clause(at) => {
                self.lost(at, "a clause that itself reads pointers from memory is not followed")
            }
            Spot::Member(cell, member) => {
                if member.pointer.is_none() && member.number == at.program.types.integer(place.ty) {
                    return self.load_number(at, state, dst, cell, &member, out);
                }
                let Some(pointer) = member.pointer.filter(|_| at.program.types.is_pointer(place.ty)) else {
                    let written = member.pointer.is_none()
                        && state.structure.unary(member.unset).get(cell) == Kleene::False;
                    let value = if written { Value::ANY } else { unsure };
                    return self.rebind(at, state, dst, value, out);
                };
                let mut states = Vec::new();
                let cases = self.or_lost(at, self.focus(state, cell, member.unset, pointer))?;
                for (state, target) in cases {
                    states.extend(self.rebind(at, state, dst, Value::of(target), out)?);
                }
                Ok(states)
            }
            Spot::Bytes(_) => self.rebind(at, state, dst, unsure, out),
        }
    }

    /// `x->f = y`.
    fn store(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        place: &Place,
        operand: Operand,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let Some(spot) = self.spot(at, &mut state, place, true, out)? else { return Ok(Vec::new()) };
        let value = self.held(at, &state, operand);
        match spot {
            Spot::Root(part) => {
                for (root, value) in &mut state.env {
                    if is_overlapping(part, *root) {
                        *value = Value::Any { written: false };
                    }
                }
                // Only registers hold numbers as individuals.
                state.put(part, if matches!(value, Value::Number(_)) { Value::ANY } else { value });
                self.finish(at, state, out)
            }
            Spot::Within(part) => {
                if value.cell().is_some() {
                    return self.lost(at, "a pointer to a block is kept where it is not followed");
                }
                for (root, value) in &mut state.env {
                    if is_same_variable(part, *root) {
                        *value = Value::Any { written: false };
                    }
                }
                self.finish(at, state, out)
            }
            Spot::Member(cell, member) => {
                let Some(pointer) = member.pointer else {
                    if value.cell().is_some() {
                        return self.lost(at, "a pointer to a block is kept where it is not followed");
                    }
                    let is_typed = member.number == at.program.types.integer(place.ty);
                    let punned = value != Value::Uninit && !is_typed;
                    self.store_number(&mut state, cell, &member, if punned { Value::ANY } else { value });
                    return self.finish_heap(at, vec![state], out);
                };
                let Some(target) = value.target() else {
                    return self.lost(at, "the link is set to a pointer that is not followed");
                };
                let states = self.or_lost(at, self.store_field(state, cell, &member, pointer, target))?;
                self.finish_heap(at, states, out)
            }
            Spot::Bytes(cell) => {
                let in_record = matches!(state.kinds[cell], Kind::Record(_));
                if in_record && self.meets_members(at, &state, cell, place) {
                    return self.lost(at, "this may overwrite a part of a link");
                }
                if value.cell().is_some() {
                    return self.lost(at, "a pointer to a block is kept where it is not followed");
                }
                self.finish(at, state, out)
            }
        }
    }

    /// Whether a place in a record may share bytes with one of the members that are followed.
    fn meets_members(&self, at: &Cursor<'_>, state: &State, cell: usize, place: &Place) -> bool {
        let Kind::Record(record) = state.kinds[cell] else { return false };
        let Some(sort) = self.vocabulary.sort(record) else { return true };
        // An element that is inside its array is in no other member.
        let array = place.path.iter().any(|step| matches!(step, ir::Step::Index { len: Some(_), .. }));
        if !place.is_fixed() {
            return !array;
        }
        let (start, size) = (place.offset.max(0) as u64, place.size(&at.program.types));
        sort.members.iter().any(|member| member.offset < start + size && start < member.offset + member.size)
    }

    /// `x = malloc(size)`.
    #[expect(clippy::too_many_arguments, reason = "the parts of an allocation")]
    fn alloc(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        dst: LocalId,
        kind: AllocKind,
        size: Operand,
        count: Option<Operand>,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let (size, count) = (self.held(at, &state, size), count.map(|count| self.held(at, &state, count)));
        if !self.is_usable(size, out) || !count.is_none_or(|count| self.is_usable(count, out)) {
            return Ok(Vec::new());
        }
        if kind == AllocKind::Alloca {
            return self.lost(at, "`alloca` is not modelled");
        }
        let exact = |value: Value| match value {
            Value::Known(number) => u64::try_from(number).ok(),
            _ => None,
        };
        let most = u64::MAX >> (65 - 8 * u32::from(at.program.target.pointer_bytes));
        let known = exact(size).zip(count.map_or(Some(1), exact));
        let bytes = known.and_then(|(size, count)| size.checked_mul(count)).filter(|bytes| *bytes <= most);
        let mut states = Vec::new();
        // No machine has a block that large, and one of no bytes need not be one: that is no failure.
        if self.options.malloc_may_fail || bytes.is_none_or(|bytes| bytes == 0) {
            states.extend(self.bind(at, state.clone(), dst, Value::Null, out)?);
        }
        if known.is_some() && bytes.is_none() {
            return Ok(states);
        }
        let zero = kind == AllocKind::Calloc;
        let Some(cell) = self.allocate(&mut state, Kind::Raw { size: bytes, zero }) else {
            return self.lost(at, "there are too many kinds of cells for the analysis to keep apart");
        };
        states.extend(self.bind(at, state, dst, Value::Cell(cell as u8), out)?);
        Ok(states)
    }

    /// `free(x)`.
    fn free(&self, at: &Cursor<'_>, state: State, pointer: Operand, out: &mut Checks) -> Outcome<Vec<State>> {
        let value = self.held(at, &state, pointer);
        if !self.is_usable(value, out) {
            return Ok(Vec::new());
        }
        match value {
            Value::Null => Ok(vec![state]),
            Value::Cell(cell) => {
                let states = self.or_lost(at, self.release(state, usize::from(cell)))?;
                self.finish_heap(at, states, out)
            }
            Value::Dead => {
                out.open(Rule::DoubleFree, "the block was freed before");
                out.open(Rule::InvalidFree, "the pointer dangles");
                Ok(Vec::new())
            }
            Value::Any { .. } | Value::Unclaimed(..) => {
                out.open(Rule::DoubleFree, "nothing is known of what is freed here");
                out.open(Rule::InvalidFree, "nothing is known of what is freed here");
                self.lost(at, "nothing is known of what is freed here")
            }
            Value::Known(_)
            | Value::Number(_)
            | Value::Code(_)
            | Value::Static(..)
            | Value::Local(..)
            | Value::Lent(_)
            | Value::Inside(..)
            | Value::Uninit => {
                out.open(Rule::InvalidFree, "this is not the start of a heap block");
                Ok(Vec::new())
            }
        }
    }

    /// The function's variables are gone; its result is kept.
    pub(crate) fn return_from(
        &self,
        at: &Cursor<'_>,
        value: Option<&Argument>,
        mut state: State,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        match value {
            None => {}
            Some(Argument::Value(operand)) => {
                let value = self.held(at, &state, *operand);
                state.put(Root::Result, value);
            }
            Some(Argument::Object(place)) => {
                let size = place.size(&at.program.types);
                let Some(parts) = self.passed_parts(at, &state, place, size) else {
                    return self.lost(at, "a struct in memory is returned, which is not modelled");
                };
                for (offset, bytes, value) in parts {
                    state.put(Root::ResultPart(offset, bytes), value);
                }
            }
        }
        let function = at.point.function;
        state.env.retain(
            |(root, _)| !matches!(root, Root::Register(of, _) | Root::Slot(of, ..) if *of == function),
        );
        state.bury(|of, _| of == function);
        self.finish(at, state, out)
    }
}
