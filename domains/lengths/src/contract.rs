//! Contracts: what requires claims on entry, and what ensures must find on exit.
//!
//! A clause is a function, and it is analyzed as one. On entry its truth is taken as given: a pointer
//! of which nothing is known yet is then *claimed* by the clause that speaks of it, by `sw_len` as a
//! list that ends in null, by a dereference as an object. Claims are disjoint, as each makes cells or
//! objects of its own. On exit the clauses are looked into: each must hold, and what they claim must
//! be all that is left: a cell that no clause claims is a leak if nothing reaches it.

use engine::{Checks, Cursor, Engine, Limits, Lost, Outcome};
use ir::{Argument, Base, Call, Contract, Destination, FunctionId, Place, Program, TypeKind, Var};
use logic::Linear;
use model::Rule;

use crate::Lengths;
use crate::contents::Cells;
use crate::names::{FamilyId, Number, Object, Root, RootId};
use crate::operand::Held;
use crate::state::{Contents, Ends, Extent, Segment, State, Value};
use crate::vrv::Vrv;

/// Most statements executed on states for one clause.
const CLAUSE_STEPS: u64 = 200_000;

/// How clauses are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// No clause is being read.
    Ordinary,
    /// A requires, taken as given.
    Claiming,
    /// An ensures, or a requires at a call, looked into.
    Checking,
}

impl Lengths {
    /// The states that the requires of a function allow, with what its ensures will ask for.
    pub(crate) fn start_under(
        &self,
        program: &Program,
        function: FunctionId,
        contract: &Contract,
        state: State,
    ) -> Outcome<Vec<State>> {
        *self.formals.borrow_mut() = parameter_names(program, function);
        let mut states = vec![state];
        for clause in &contract.requires {
            let mut allowed = Vec::new();
            for state in states {
                let arguments = self.parameters(program, function);
                let results = self.clause(program, clause.predicate, state, &arguments, Mode::Claiming)?;
                allowed.extend(results.0.into_iter().flat_map(|state| self.where_true(state, true)));
            }
            states = allowed;
        }
        let mut ready = Vec::new();
        for state in states {
            let mut states = vec![state];
            for (index, old) in contract.old.iter().enumerate() {
                let mut next = Vec::new();
                for state in states {
                    let arguments = self.parameters(program, function);
                    // Nothing is taken as given any more: what is old must be there.
                    let (exits, wrong) = self.clause(program, *old, state, &arguments, Mode::Ordinary)?;
                    if let Some(wrong) = wrong {
                        return Err(Lost { span: program.functions[function].span, why: wrong.into() });
                    }
                    for mut state in exits {
                        let result = self.names.root(Root::Result);
                        self.rename_root(&mut state, result, self.names.root(Root::Old(index as u32)));
                        next.push(state);
                    }
                }
                states = next;
            }
            ready.extend(states);
        }
        for state in &mut ready {
            self.keep_formals(program, function, contract, state);
            for (_, value) in &mut state.env {
                if matches!(value, Value::Unclaimed(..)) {
                    *value = Value::ANY;
                }
            }
        }
        Ok(ready)
    }

    /// The variables in which a function's parameters are.
    fn parameters(&self, program: &Program, function: FunctionId) -> Vec<Option<RootId>> {
        let definition = &program.functions[function];
        let params = definition.body.as_ref().map_or(&[][..], |body| &body.params);
        params
            .iter()
            .zip(&definition.signature.params)
            .map(|(param, ty)| match param {
                Var::Local(local) => Some(self.names.root(Root::Register(function, *local))),
                Var::Slot(slot) => {
                    let size = program.types.size(*ty);
                    let part = Root::Part(Object::Slot(function, *slot), 0, size.min(16) as u8);
                    program.types.is_scalar(*ty).then(|| self.names.root(part))
                }
            })
            .collect()
    }

    /// Keeps the parameters' values on entry that some ensures reads.
    fn keep_formals(&self, program: &Program, function: FunctionId, contract: &Contract, state: &mut State) {
        for (index, parameter) in self.parameters(program, function).into_iter().enumerate() {
            let read =
                contract.ensures.iter().any(|clause| reads_parameter(program, clause.predicate, index));
            if let Some(parameter) = parameter.filter(|_| read) {
                let held = self.held_by(state, parameter);
                let formal = self.names.root(Root::Formal(index as u32));
                self.bind(state, formal, &held, &mut Checks::default());
            }
        }
    }

    /// Runs a clause on a state. The states in which it returns, and whether it may do something that
    /// it must not.
    pub(crate) fn clause(
        &self,
        program: &Program,
        predicate: FunctionId,
        mut state: State,
        arguments: &[Option<RootId>],
        mode: Mode,
    ) -> Outcome<(Vec<State>, Option<String>)> {
        let owner = &program.functions[program.owner(predicate)];
        if owner.contract.as_ref().is_some_and(|contract| !contract.ghosts.is_empty()) {
            let why = "list lengths know nothing of sets".into();
            return Err(engine::Lost { span: program.functions[predicate].span, why });
        }
        self.note_names(program, predicate);
        for (parameter, argument) in self.parameters(program, predicate).into_iter().zip(arguments) {
            let Some(parameter) = parameter else { continue };
            let held = argument.map_or(Held::new(Value::ANY), |argument| self.held_by(&state, argument));
            self.bind(&mut state, parameter, &held, &mut Checks::default());
        }
        let before = self.mode.replace(mode);
        let limits = Limits { steps: CLAUSE_STEPS, ..Limits::default() };
        let analysis = Engine::new(program, self, limits).run_from(predicate, vec![state], None);
        self.mode.set(before);
        if let Some(lost) = analysis.lost() {
            return Err(lost.clone());
        }
        let wrong = analysis.checks().iter().find(|(check, _)| check.rule != Rule::Leak);
        let wrong = wrong.map(|(_, open)| open.message.to_string());
        Ok((analysis.exits().cloned().collect(), wrong))
    }

    /// The part of a state in which the result of a clause is true or false, without the result.
    pub(crate) fn where_true(&self, mut state: State, answer: bool) -> Vec<State> {
        let result = self.names.root(Root::Result);
        let held = self.held_by(&state, result);
        let possible = match (held.value, &held.number) {
            (Value::Int, Some(form)) if answer => self.meet_nonzero(&mut state, form),
            (Value::Int, Some(form)) => state.numbers.meet_eq(form),
            _ => true,
        };
        let _ = self.clear(&mut state, result);
        if possible { vec![state] } else { Vec::new() }
    }

    /// All variables with a pointer that was not claimed get a value.
    pub(crate) fn settle_unclaimed(&self, state: &State, which: u32, to: Value) -> State {
        let mut state = state.clone();
        for (_, value) in &mut state.env {
            if matches!(value, Value::Unclaimed(known, _) if *known == which) {
                *value = to;
            }
        }
        state
    }

    /// A clause that dereferences a pointer claims what it points to.
    pub(crate) fn claim_object(&self, at: &Cursor<'_>, state: &mut State, place: &Place) {
        let Base::Pointer(pointer) = place.base else { return };
        let Value::Unclaimed(which, _) = self.held(at, state, pointer).value else { return };
        if self.mode.get() != Mode::Claiming {
            return;
        }
        let size = at.program.types.size(place.base_ty);
        if let TypeKind::Record(record) = at.program.types.kind(place.base_ty)
            && let Some(family) = self.names.family_of(at.program, *record)
        {
            self.claim_cells(state, which, family, &Linear::constant(1), Ends::ANY);
            return;
        }
        let object = Object::Claimed(which);
        state.add_object(Extent { object, size, contents: Contents::Any });
        *state = self.settle_unclaimed(state, which, Value::Object(object, 0));
    }

    /// A pointer in an object that a clause claims may itself be claimed.
    pub(crate) fn claim_part(
        &self,
        at: &Cursor<'_>,
        state: &mut State,
        part: (Object, i64, u8),
        ty: ir::TypeId,
    ) {
        let (object, offset, size) = part;
        if self.mode.get() == Mode::Claiming
            && matches!(object, Object::Claimed(_) | Object::Global(_))
            && at.program.types.is_pointer(ty)
            && self.part(at, state, part, ty).value == Value::ANY
        {
            let root = self.names.root(Root::Part(object, offset, size));
            state.put(root, Value::Unclaimed(self.names.new_unclaimed(), false));
        }
    }

    /// A pointer on entry points to so many new cells.
    fn claim_cells(&self, state: &mut State, which: u32, family: FamilyId, count: &Linear, end: Ends) {
        let vrv: Vrv = state
            .env
            .iter()
            .filter(|(_, value)| matches!(value, Value::Unclaimed(known, _) if *known == which))
            .map(|(root, _)| *root)
            .collect();
        *state = self.settle_unclaimed(state, which, Value::List(family));
        let segment = Segment { family, vrv, end, first: Cells::new(true), rest: Some(Cells::new(true)) };
        state.numbers.add_equal(self.counter(&segment), count);
        self.add_sums(state, &segment, false);
        state.segments.push(segment);
        state.segments.sort();
        self.bump(state, Number::Made(family), count);
        self.decide(state);
    }

    /// `sw_len(x)`: the number of cells from `x` to the null at the end.
    pub(crate) fn length_of(
        &self,
        at: &Cursor<'_>,
        state: State,
        call: &Call,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let (Some(Argument::Value(pointer)), Some(Argument::Value(link))) =
            (call.args.first(), call.args.get(1))
        else {
            return self.lost(at, "`sw_len` wants a pointer to a list cell");
        };
        let types = &at.program.types;
        let record = types.pointee(self.type_of(at, *pointer)).map(|to| types.kind(to).clone());
        let family = match record {
            Some(TypeKind::Record(record)) => self.names.family_of(at.program, record),
            _ => None,
        };
        let link = self.held(at, &state, *link).number.and_then(|form| form.as_constant());
        let Some(family) = family.filter(|family| Some(self.names.family(*family).link as i64) == link)
        else {
            return self.lost(at, "`sw_len` follows another link than the analysis of lengths");
        };
        let mut after = Vec::new();
        let root = self.held(at, &state, *pointer).root;
        for state in self.measurable(state, family, root) {
            let held = self.held(at, &state, *pointer);
            for (mut state, length) in self.measured(at, state, family, &held, out)? {
                if let Some(Destination::Local(dst)) = call.dst {
                    self.bind(&mut state, self.register(at, dst), &Held::int(length), out);
                }
                after.push(state);
            }
        }
        Ok(after)
    }

    /// The cases of a state in which the length of a list at a variable is one form.
    fn measurable(&self, state: State, family: FamilyId, root: Option<RootId>) -> Vec<State> {
        let Some(root) = root.filter(|root| state.get(*root) == Some(Value::List(family))) else {
            return vec![state];
        };
        if self.is_plain(&state, family, root) { vec![state] } else { self.resolve(state, root) }
    }

    /// Whether a variable is null or leads to a single segment that ends in null and that nothing claims.
    fn is_plain(&self, state: &State, family: FamilyId, root: RootId) -> bool {
        let mut chain = state.chain(family, root);
        let claimed = |root| matches!(self.names.root_of(root), Root::Claim(_));
        match (chain.next(), chain.next()) {
            (Some(segment), None) => segment.end == Ends::NULL && !segment.vrv.roots().any(claimed),
            _ => false,
        }
    }

    /// The states in which a pointer leads to a list that ends in null, with the number of its cells.
    fn measured(
        &self,
        at: &Cursor<'_>,
        state: State,
        family: FamilyId,
        held: &Held,
        out: &mut Checks,
    ) -> Outcome<Vec<(State, Linear)>> {
        let mut states = Vec::new();
        match (held.value, held.root) {
            (Value::List(known), Some(root)) if known == family && self.is_plain(&state, family, root) => {
                let mut state = state;
                if self.mode.get() == Mode::Checking {
                    self.claim_for_exit(&mut state, family, root, out);
                }
                let length = self.length(&state, family, root);
                states.push((state, length));
            }
            (Value::Null, _) => states.push((state, Linear::constant(0))),
            (Value::Cell(known, 0), Some(root)) if known == family => {
                for mut state in self.along_chain(state, family, root) {
                    if self.mode.get() == Mode::Claiming {
                        self.claim_rest(&mut state, family, root);
                    }
                    let last = state.chain(family, root).last();
                    if last.is_none_or(|segment| segment.end != Ends::NULL) {
                        out.open(Rule::Contract, "the list may not end in null");
                    }
                    if self.mode.get() == Mode::Checking {
                        self.claim_for_exit(&mut state, family, root, out);
                    }
                    let length = self.length(&state, family, root);
                    states.push((state, length));
                }
            }
            (Value::Unclaimed(which, nonnull), root) if self.mode.get() == Mode::Claiming => {
                let name =
                    root.and_then(|root| self.describe(root)).unwrap_or_else(|| format!("list{which}"));
                let length = self.names.length_on_entry(which, format!("len({name})"));
                let mut list = state;
                list.numbers.add(length);
                let least = i64::from(nonnull);
                if list.numbers.meet_ge(&(Linear::from(length) - Linear::constant(least))) {
                    self.claim_cells(&mut list, which, family, &Linear::from(length), Ends::NULL);
                    states.push((list, Linear::from(length)));
                }
            }
            _ => {
                out.open(Rule::Contract, "this may not be a list");
                return self.lost(at, "`sw_len` of something that may not be a list");
            }
        }
        Ok(states)
    }

    /// A cell that a clause has read is the first of a list: more may follow it.
    fn claim_rest(&self, state: &mut State, family: FamilyId, root: RootId) {
        let Some(last) = state.chain(family, root).last().cloned() else { return };
        if last.end != Ends::ANY {
            return;
        }
        let (counter, more) = (self.counter(&last), self.names.dim(Number::Held(0)));
        state.numbers.add(more);
        let possible = state.numbers.meet_ge(&Linear::from(more));
        debug_assert!(possible, "a number may be anything");
        state.numbers.assign(&[(counter, Linear::from(counter) + Linear::from(more))]);
        self.bump(state, Number::Made(family), &Linear::from(more));
        state.numbers.remove(more);
        self.forget_sums(state, &last);
        if let Some(segment) = state.segment_mut(family, &last.vrv) {
            segment.end = Ends::NULL;
            segment.rest = Some(Cells::new(true));
        }
    }
}

/// Whether a clause reads one of its parameters.
pub(crate) fn reads_parameter(program: &Program, clause: FunctionId, index: usize) -> bool {
    let Some(body) = &*program.functions[clause].body else { return false };
    let Some(Var::Local(local)) = body.params.get(index) else { return true };
    let mut read = false;
    for block in &body.blocks {
        for stmt in &block.stmts {
            stmt.reads(&mut |used| read |= used == *local);
        }
        block.terminator.reads(&mut |used| read |= used == *local);
    }
    read
}

/// What a function's parameters are called.
fn parameter_names(program: &Program, function: FunctionId) -> Vec<String> {
    let Some(body) = &*program.functions[function].body else { return Vec::new() };
    let named = |param: &Var| match param {
        Var::Local(local) => body.locals[*local].name.clone(),
        Var::Slot(slot) => body.slots[*slot].name.clone(),
    };
    body.params.iter().map(|param| named(param).map_or_else(String::new, |name| name.to_string())).collect()
}
