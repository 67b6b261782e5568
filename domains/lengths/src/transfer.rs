//! Statements and ways out of blocks.

use engine::{Checks, Cursor, Edge, Outcome};
use ir::{Argument, LocalId, Place, Stmt, StmtKind, Terminator, Var};
use logic::Linear;
use model::Rule;

use crate::Lengths;
use crate::access::Spot;
use crate::names::{Object, Root, RootId};
use crate::operand::Held;
use crate::state::{Contents, Extent, State, Value};

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
            StmtKind::Copy { to, from, size, overlap } => {
                self.copy(at, state, (to, from), (*size, *overlap), out)
            }
            StmtKind::Pad { place } => self.pad(at, state, place, out),
            StmtKind::Fill { to, byte, size } => self.fill(at, state, to, *byte, *size, out),
            StmtKind::Assume(operand) => Ok(self.condition(at, &state, *operand, out)),
            StmtKind::Assert { condition, kind, message } => {
                Ok(self.assertion(at, &state, *condition, (*kind, message), out))
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
                self.end_reporting(&mut state, self.register(at, *local), out);
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

    pub(crate) fn remove_reporting(&self, state: &mut State, object: Object, out: &mut Checks) {
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
            // It may hold anything, if it holds something.
            let plain = Place { volatile: false, ..place.clone() };
            let read = self.load(at, state.clone(), dst, &plain, &mut Checks::default());
            let unwritten = |state: &State| {
                matches!(state.get(root), Some(Value::Uninit | Value::Any { written: false }))
            };
            if read.iter().any(unwritten) {
                self.bind(&mut state, root, &Held::new(Value::Any { written: false }), out);
            } else {
                self.bind_any(at, &mut state, root, place.ty, out);
            }
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
                            // What does not fit is not known to be another value.
                            let value = i64::try_from(case.low).ok().filter(|_| case.low == case.high);
                            let apart = value.and_then(|value| form.add_scaled(-1, &Linear::constant(value)));
                            apart.is_none_or(|apart| self.meet_nonzero(&mut state, &apart))
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
            self.end_reporting(&mut state, root, out);
        }
        Ok(vec![state])
    }
}
