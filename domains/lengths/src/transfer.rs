//! Statements and ways out of blocks.

use engine::{Checks, Cursor, Edge, Outcome};
use ir::{AllocKind, Argument, LocalId, Operand, Place, Stmt, StmtKind, Terminator, Var};
use logic::Linear;
use model::Rule;

use crate::Lengths;
use crate::access::Spot;
use crate::names::{Object, Root, RootId};
use crate::operand::Held;
use crate::state::{Contents, Extent, State, Value};

/// Heap blocks that are no list cells and are alive at once, for each allocation.
const BLOCKS: u32 = 4;

impl Lengths {
    pub(crate) fn statement(
        &self,
        at: &Cursor<'_>,
        stmt: &Stmt,
        mut state: State,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        match &stmt.kind {
            StmtKind::Assign { dst, value } => Ok(self.assign(at, state, *dst, value, out)),
            StmtKind::Load { dst, place } => Ok(self.load(at, state, *dst, place, out)),
            StmtKind::Store { place, value } => {
                let held = self.held(at, &state, *value);
                let size = place.size(&at.program.types);
                match self.spot(at, &state, place, size, true, out) {
                    Some(spot) => self.write(at, state, spot, &held, out),
                    None => Ok(Vec::new()),
                }
            }
            StmtKind::Alloc { dst, kind, size, count } => {
                self.alloc(at, state, *dst, *kind, *size, *count, out)
            }
            StmtKind::Free { pointer } => self.free(at, state, *pointer, out),
            StmtKind::Copy { to, from, size } => self.copy(at, state, to, from, *size, out),
            StmtKind::Fill { to, byte, size } => self.fill(at, state, to, *byte, *size, out),
            StmtKind::Assume(operand) => Ok(self.condition(at, &state, *operand, out)),
            StmtKind::Assert { condition, message } => {
                Ok(self.assertion(at, &state, *condition, message, out))
            }
            StmtKind::Call(call) => self.library_call(at, state, call, out),
            StmtKind::Nondet { dst, .. } => {
                let ty = at.body().locals[*dst].ty;
                self.bind_any(at, &mut state, self.register(at, *dst), ty, out);
                Ok(vec![state])
            }
            StmtKind::Live { slot, size: None } => {
                let object = Object::Slot(at.point.function, *slot);
                self.remove_reporting(&mut state, object, out);
                let size = at.program.types.size(at.body().slots[*slot].ty);
                state.add_object(Extent { object, size, contents: Contents::Uninit });
                Ok(vec![state])
            }
            StmtKind::Live { size: Some(_), .. } => self.lost(at, "a variable-length array is not modelled"),
            StmtKind::Dead(Var::Local(local)) => {
                self.clear_reporting(&mut state, self.register(at, *local), out);
                Ok(vec![state])
            }
            StmtKind::Dead(Var::Slot(slot)) => {
                self.remove_reporting(&mut state, Object::Slot(at.point.function, *slot), out);
                Ok(vec![state])
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

    fn remove_reporting(&self, state: &mut State, object: Object, out: &mut Checks) {
        if state.extent(object).is_some() && self.remove_object(state, object) {
            out.open(Rule::Leak, "what the variable pointed to can no longer be reached");
        }
    }

    fn load(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        dst: LocalId,
        place: &Place,
        out: &mut Checks,
    ) -> Vec<State> {
        let types = &at.program.types;
        let root = self.register(at, dst);
        let size = place.size(types);
        self.claim_object(at, &mut state, place);
        let Some(spot) = self.spot(at, &state, place, size, false, out) else { return Vec::new() };
        if place.volatile {
            self.bind_any(at, &mut state, root, place.ty, out);
            return vec![state];
        }
        match spot {
            Spot::Link(family, from) => {
                let load = |state, into| self.load_link(state, family, from, into);
                self.load_through(state, from, root, load, out)
            }
            Spot::Field(family, from, field)
                if field.is_some()
                    && field == self.names.family(family).back
                    && types.is_pointer(place.ty) =>
            {
                let (certain, unsure): (Vec<State>, Vec<State>) = self
                    .at_cell(state, family, from)
                    .into_iter()
                    .partition(|state| self.read_field(types, state, (family, from), field, place.ty).0);
                let load = |state, into| self.load_back(state, family, from, into);
                let mut states: Vec<State> = certain
                    .into_iter()
                    .flat_map(|state| self.load_through(state, from, root, load, out))
                    .collect();
                for mut state in unsure {
                    self.bind(&mut state, root, &Held::new(Value::Any { written: false }), out);
                    states.push(state);
                }
                states
            }
            Spot::Field(family, from, field) => {
                let states = self.at_cell(state, family, from);
                states
                    .into_iter()
                    .filter_map(|mut state| {
                        let (written, value) =
                            self.read_field(types, &state, (family, from), field, place.ty);
                        if !written {
                            self.bind(&mut state, root, &Held::new(Value::Any { written: false }), out);
                            return Some(state);
                        }
                        match self.summed_value(types, &mut state, (family, from), field, place.ty) {
                            Some(held) => self.bind(&mut state, root, &held, out),
                            None => self.bind_any(at, &mut state, root, place.ty, out),
                        }
                        self.narrow(&mut state, root, value).then_some(state)
                    })
                    .collect()
            }
            Spot::Part(object, offset, size) => {
                self.claim_part(at, &mut state, (object, offset, size), place.ty);
                let held = self.part(at, &state, (object, offset, size), place.ty);
                if held.value == Value::ANY {
                    self.bind_any(at, &mut state, root, place.ty, out);
                } else {
                    self.bind(&mut state, root, &held, out);
                }
                vec![state]
            }
            Spot::Within(object) => {
                let all = self
                    .extent_of(at.program, &state, object)
                    .is_some_and(|extent| matches!(extent.contents, Contents::Any | Contents::Zero))
                    && self.parts_of(&state, object).iter().all(|part| {
                        !matches!(state.get(*part), Some(Value::Uninit | Value::Any { written: false }))
                    });
                if all {
                    self.bind_any(at, &mut state, root, place.ty, out);
                } else {
                    self.bind(&mut state, root, &Held::new(Value::Any { written: false }), out);
                }
                vec![state]
            }
            Spot::InCell(..) | Spot::Unknown => {
                self.bind(&mut state, root, &Held::new(Value::Any { written: false }), out);
                vec![state]
            }
        }
    }

    /// Follows a pointer into a register, which may be the one that it goes through.
    fn load_through(
        &self,
        mut state: State,
        from: RootId,
        root: RootId,
        load: impl Fn(State, RootId) -> Vec<State>,
        out: &mut Checks,
    ) -> Vec<State> {
        if from != root {
            self.clear_reporting(&mut state, root, out);
            return load(state, root);
        }
        let into = self.names.root(Root::Scratch);
        let mut states = load(state, into);
        for state in &mut states {
            self.clear_reporting(state, root, out);
            self.rename_root(state, into, root);
        }
        states
    }

    /// A new block: at first an object of its own.
    #[allow(clippy::too_many_arguments)]
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
        let usable =
            self.is_usable(&size, out) && count.as_ref().is_none_or(|count| self.is_usable(count, out));
        if !usable {
            return Ok(Vec::new());
        }
        if kind == AllocKind::Alloca {
            return self.lost(at, "`alloca` is not modelled");
        }
        let exact = |held: &Held| {
            let number = held.number.as_ref().and_then(|form| self.exactly(&state, form));
            number.and_then(|number| u64::try_from(number).ok())
        };
        let Some((size, count)) = exact(&size).zip(count.as_ref().map_or(Some(1), exact)) else {
            return self.lost(at, "the size of this block is not a constant");
        };
        let most = u64::MAX >> (65 - 8 * u32::from(at.program.target.pointer_bytes));
        let bytes = size.checked_mul(count).filter(|bytes| *bytes <= most);
        let root = self.register(at, dst);
        self.clear_reporting(&mut state, root, out);
        let site = at.point.block.0 << 12 | at.point.stmt;
        let object = (0..BLOCKS)
            .map(|number| Object::Heap(at.point.function, site, number))
            .find(|object| state.extent(*object).is_none());
        let Some(object) = object else {
            return self.lost(at, "blocks that are not cells of a list are allocated again and again");
        };
        let mut states = Vec::new();
        // No machine has a block that large, and one of no bytes need not be one: that is no failure.
        if self.options.malloc_may_fail || bytes.is_none_or(|bytes| bytes == 0) {
            let mut failed = state.clone();
            failed.put(root, Value::Null);
            states.push(failed);
        }
        let Some(bytes) = bytes else { return Ok(states) };
        let contents = if kind == AllocKind::Calloc { Contents::Zero } else { Contents::Uninit };
        state.add_object(Extent { object, size: bytes, contents });
        state.put(root, Value::Object(object, 0));
        states.push(state);
        Ok(states)
    }

    /// A block that nobody has written to becomes a list cell when its pointer gets a list's type.
    pub(crate) fn become_cell(&self, at: &Cursor<'_>, state: &mut State, ty: ir::TypeId, held: &Held) {
        let Value::Object(object @ Object::Heap(..), 0) = held.value else { return };
        let types = &at.program.types;
        let Some(ir::TypeKind::Record(record)) = types.pointee(ty).map(|to| types.kind(to)) else { return };
        let Some(family) = self.names.family_of(at.program, *record) else { return };
        let Some(extent) = state.extent(object) else { return };
        let fresh = matches!(extent.contents, Contents::Uninit | Contents::Zero)
            && self.parts_of(state, object).is_empty();
        if !fresh || extent.size != self.names.family(family).size {
            return;
        }
        state.objects.retain(|known| known.object != object);
        let pointers: Vec<_> = state
            .env
            .iter()
            .filter_map(|(root, value)| match value {
                Value::Object(target, offset) if *target == object => Some((*root, *offset)),
                _ => None,
            })
            .collect();
        let Some((first, offset)) = pointers.first().copied() else { return };
        state.take(first);
        self.allocate_cell(state, first, family, extent.contents == Contents::Zero);
        state.put(first, Value::Cell(family, offset));
        for (root, offset) in pointers.into_iter().skip(1) {
            state.take(root);
            self.alias(state, root, family, first, Value::Cell(family, offset));
        }
    }

    fn free(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        pointer: Operand,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let held = self.held(at, &state, pointer);
        if !self.is_usable(&held, out) {
            return Ok(Vec::new());
        }
        match (held.value, held.root) {
            (Value::Null, _) => Ok(vec![state]),
            (Value::Freed, _) => {
                out.open(Rule::DoubleFree, "the block was freed before");
                out.open(Rule::InvalidFree, "the pointer dangles");
                Ok(Vec::new())
            }
            (Value::Cell(family, 0), Some(root)) => {
                let mut states = Vec::new();
                for state in self.before_cut(state, family, root) {
                    let (cases, lost) = self.free_cell(state, family, root);
                    if lost {
                        out.open(Rule::Leak, "the cells behind this one can no longer be reached");
                    }
                    states.extend(cases);
                }
                Ok(states)
            }
            (Value::Object(object @ (Object::Heap(..) | Object::Block(_)), 0), _) => {
                self.remove_reporting(&mut state, object, out);
                Ok(vec![state])
            }
            (Value::Object(Object::Outer(_) | Object::Claimed(_), 0), _) => {
                out.open(Rule::InvalidFree, "this may not be a heap block");
                self.lost(at, "it is not known whether what is freed here is a heap block")
            }
            (Value::Any { .. } | Value::Unclaimed(..), _) => {
                out.open(Rule::DoubleFree, "nothing is known of what is freed here");
                out.open(Rule::InvalidFree, "nothing is known of what is freed here");
                self.lost(at, "nothing is known of what is freed here")
            }
            _ => {
                out.open(Rule::InvalidFree, "this is not the start of a heap block");
                Ok(Vec::new())
            }
        }
    }

    /// The states that leave a block, each with its way.
    pub(crate) fn ways_out(
        &self,
        at: &Cursor<'_>,
        terminator: &Terminator,
        before: State,
        out: &mut Checks,
    ) -> Vec<(Edge, State)> {
        let by = |index: usize| move |state: State| (Edge { index }, state);
        let by_all = |count: usize| (0..count).map(|index| by(index)(before.clone())).collect();
        match terminator {
            Terminator::Goto(_) => vec![by(0)(before)],
            Terminator::IndirectGoto { .. } => by_all(terminator.successors().len()),
            Terminator::Branch { condition, .. } => {
                if !self.is_usable(&self.held(at, &before, *condition), out) {
                    return Vec::new();
                }
                let (yes, no) = self.both_truths(at, before, *condition);
                yes.into_iter().map(by(0)).chain(no.into_iter().map(by(1))).collect()
            }
            Terminator::Switch { value, cases, .. } => {
                let held = self.held(at, &before, *value);
                if !self.is_usable(&held, out) {
                    return Vec::new();
                }
                let Some(form) = held.number else { return by_all(terminator.successors().len()) };
                let mut ways = Vec::new();
                for index in 0..=cases.len() {
                    let mut state = before.clone();
                    let possible = match cases.get(index) {
                        Some(case) => {
                            let (lo, hi) = (i64::try_from(case.low).ok(), i64::try_from(case.high).ok());
                            self.meet_bounds(&mut state, &form, logic::Bounds { lo, hi })
                        }
                        None => cases.iter().all(|case| {
                            case.low != case.high
                                || i64::try_from(case.low).ok().is_none_or(|value| {
                                    self.meet_nonzero(&mut state, &(form.clone() - Linear::constant(value)))
                                })
                        }),
                    };
                    ways.extend(possible.then(|| by(index)(state)));
                }
                ways
            }
            Terminator::Return(_) | Terminator::Unreachable => Vec::new(),
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
        let result = self.names.root(Root::Result);
        match value {
            None => {}
            Some(Argument::Value(operand)) => {
                let held = self.held(at, &state, *operand);
                self.bind(&mut state, result, &held, out);
            }
            Some(Argument::Object(_)) => return self.lost(at, "a struct is returned, which is not modelled"),
        }
        let function = at.point.function;
        let registers: Vec<_> = state
            .env
            .iter()
            .map(|(root, _)| *root)
            .filter(|root| matches!(self.names.root_of(*root), Root::Register(of, _) if of == function))
            .collect();
        let slots: Vec<Object> = state
            .objects
            .iter()
            .map(|extent| extent.object)
            .filter(|object| matches!(object, Object::Slot(of, _) if *of == function))
            .collect();
        for slot in slots {
            self.remove_reporting(&mut state, slot, out);
        }
        for root in registers {
            self.clear_reporting(&mut state, root, out);
        }
        Ok(vec![state])
    }
}
