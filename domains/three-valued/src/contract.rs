//! Contracts: what requires give on entry, and what ensures must find on exit.
//!
//! A clause is a function, and it is analyzed as one. On entry it is taken to be true: pointers of which nothing is known are [claimed](crate::claim) by the
//! predicates that are called on them. On exit, and where a function is called, clauses are looked into: each must be true, what their predicates claim must
//! be apart, and on exit it must be all that is left. Which calls claim is said in [`clauses`](crate::clauses).

use engine::{Checks, Cursor, Engine, Limits, Lost, Outcome, Unmet};
use ir::{Argument, Call, Contract, FunctionId, Program, Var};
use model::Rule;

use crate::ThreeValued;
use crate::kleene::members;
use crate::state::{Kind, Root, State, Value};

/// Most statements executed on states for one clause.
const CLAUSE_STEPS: u64 = 200_000;

/// That the variable of a caller is claimed.
pub(crate) const LENT_CLAIM: Root = Root::Claim(u32::MAX);

/// How clauses are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) enum Mode {
    /// No clause is being read.
    #[default]
    Ordinary,
    /// A requires, taken as given.
    Claiming,
    /// An ensures, or a requires at a call, looked into.
    Checking,
}

impl ThreeValued {
    /// The states that the requires of a function allow, with what its ensures will ask for.
    pub(crate) fn start_under(
        &self,
        program: &Program,
        function: FunctionId,
        contract: &Contract,
        mut state: State,
    ) -> Outcome<Vec<State>> {
        let definition = &program.functions[function];
        let lost = |why: &str| Lost { span: definition.span, why: why.into() };
        if !contract.ghosts.is_empty() {
            return Err(lost("three-valued structures know nothing of sets"));
        }
        let parameters = parameter_roots(program, function);
        let is_pointer = |ty: &ir::TypeId| program.types.is_pointer(*ty);
        for (which, (root, ty)) in parameters.iter().zip(&definition.signature.params).enumerate() {
            if let (Some(root), Ok(which)) = (root.filter(|_| is_pointer(ty)), u8::try_from(which)) {
                state.put(root, Value::Unclaimed(which, false));
            }
        }
        let arguments = |state: &State| -> Vec<Value> {
            let held = |root: &Option<Root>| root.and_then(|root| state.get(root)).unwrap_or(Value::ANY);
            parameters.iter().map(held).collect()
        };
        let mut states = vec![state];
        for clause in &contract.requires {
            let mut allowed = Vec::new();
            for state in states {
                let given = arguments(&state);
                let (exits, _) = self.clause(program, clause.predicate, state, &given, Mode::Claiming)?;
                let mut exits = exits;
                exits.retain_mut(|exit| exit.take(Root::Result) != Some(Value::Known(0)));
                allowed.append(&mut exits);
            }
            states = allowed;
        }
        for state in &mut states {
            for (_, value) in &mut state.env {
                if matches!(value, Value::Unclaimed(..)) {
                    *value = Value::ANY;
                }
            }
            state.take(LENT_CLAIM);
        }
        for (index, old) in contract.old.iter().enumerate() {
            let mut next = Vec::new();
            for state in states {
                let given = arguments(&state);
                let (exits, wrong) = self.clause(program, *old, state, &given, Mode::Ordinary)?;
                if let Some(why) = wrong {
                    return Err(lost(&why));
                }
                for mut exit in exits {
                    let value = exit.take(Root::Result).unwrap_or(Value::ANY);
                    exit.put(Root::Old(index as u32), value);
                    next.push(exit);
                }
            }
            states = next;
        }
        for state in &mut states {
            for (index, value) in arguments(state).into_iter().enumerate() {
                if contract.ensures.iter().any(|clause| reads_parameter(program, clause.predicate, index)) {
                    state.put(Root::Formal(index as u32), value);
                }
            }
            crate::blur::blur(&self.vocabulary, state);
        }
        Ok(states)
    }

    /// Runs a clause on a state. The states in which it returns, and what it may do that it must not.
    fn clause(
        &self,
        program: &Program,
        predicate: FunctionId,
        mut state: State,
        arguments: &[Value],
        mode: Mode,
    ) -> Outcome<(Vec<State>, Option<String>)> {
        for (root, value) in parameter_roots(program, predicate).into_iter().zip(arguments) {
            if let Some(root) = root {
                state.put(root, *value);
            }
        }
        crate::blur::blur(&self.vocabulary, &mut state);
        let before = self.mode.replace(mode);
        let limits = Limits { steps: CLAUSE_STEPS, disjuncts: 4096, contexts: 1024, ..Limits::default() };
        let analysis = Engine::new(program, self, limits).run_from(predicate, vec![state], None);
        self.mode.set(before);
        if let Some(lost) = analysis.lost() {
            return Err(lost.clone());
        }
        let wrong = analysis.checks().iter().find(|(check, _)| check.rule != Rule::Leak);
        let wrong = wrong.map(|(_, open)| open.message.to_string());
        Ok((analysis.exits().cloned().collect(), wrong))
    }

    /// Looks into clauses one after the other. The states in which all hold; what may not is told, with the reason if it is another one.
    fn look_into(
        &self,
        program: &Program,
        clauses: &[ir::Clause],
        start: State,
        arguments: impl Fn(&State, FunctionId) -> Vec<Value>,
        mut unmet: impl FnMut(&ir::Clause, Option<String>),
    ) -> Outcome<Vec<State>> {
        let mut states = vec![start];
        for clause in clauses {
            let mut next = Vec::new();
            for state in states {
                let given = arguments(&state, clause.predicate);
                let (exits, wrong) = self.clause(program, clause.predicate, state, &given, Mode::Checking)?;
                let mut broken = wrong.map(Some);
                for mut exit in exits {
                    let result = exit.take(Root::Result);
                    if !matches!(result, Some(Value::Known(number)) if number != 0) {
                        broken = broken.or(Some(None));
                    }
                    if result != Some(Value::Known(0)) {
                        next.push(exit);
                    }
                }
                if let Some(why) = broken {
                    unmet(clause, why);
                }
            }
            states = next;
        }
        Ok(states)
    }

    /// What the ensures of a function promise and a state in which it returns does not keep.
    pub(crate) fn check_ensures(
        &self,
        program: &Program,
        function: FunctionId,
        exit: &State,
    ) -> Outcome<Vec<Unmet>> {
        let definition = &program.functions[function];
        let Some(contract) = &definition.contract else { return Ok(Vec::new()) };
        // The result must keep its name while clauses give theirs.
        let mut start = exit.clone();
        if let Some(result) = start.take(Root::Result) {
            start.put(Root::Given, result);
        }
        let (formals, olds) = (definition.signature.params.len(), contract.old.len());
        let arguments = |state: &State, predicate: FunctionId| -> Vec<Value> {
            let held = |root: Root| state.get(root).unwrap_or(Value::ANY);
            let taken = program.functions[predicate].signature.params.len();
            let formal = (0..formals).map(|index| held(Root::Formal(index as u32)));
            // A clause that does not speak of the result does not take it.
            let result = (taken > formals + olds).then(|| held(Root::Given));
            formal.chain(result).chain((0..olds).map(|index| held(Root::Old(index as u32)))).collect()
        };
        let mut unmet = Vec::new();
        let states = self.look_into(program, &contract.ensures, start, arguments, |clause, why| {
            let message = why.unwrap_or_else(|| format!("`{}` may not hold on return", clause.text));
            unmet.push(Unmet { rule: Rule::Contract, span: clause.span, message });
        })?;
        if let Some(why) = valueless_global(program, exit) {
            unmet.push(Unmet {
                rule: Rule::Contract,
                span: definition.end,
                message: format!("{why} on return"),
            });
        }
        if states.iter().any(|state| self.leaves_unclaimed(state)) {
            let message = "memory is left that no `sw_ensures` claims".into();
            unmet.push(Unmet { rule: Rule::Contract, span: definition.end, message });
        }
        unmet.dedup();
        Ok(unmet)
    }

    /// Whether there may be cells that no clause claims and no global leads to.
    fn leaves_unclaimed(&self, state: &State) -> bool {
        let lent = state.env.iter().any(|(root, _)| matches!(root, Root::Lent(..)));
        if lent && state.get(LENT_CLAIM).is_none() {
            return true;
        }
        let accounted = state.env.iter().filter_map(|(root, value)| match root {
            Root::Claim(_) | Root::Global(..) => value.cell(),
            _ => None,
        });
        let reached = accounted
            .fold(0, |set, cell| set | state.structure.row(self.vocabulary.path, usize::from(cell)).is);
        members(state.structure.universe() & !reached).any(|cell| state.kinds[cell] != Kind::Number)
    }

    /// Opens `contract` if a requires of a function may not hold where it is called.
    pub(crate) fn check_requires(
        &self,
        at: &Cursor<'_>,
        call: &Call,
        callee: FunctionId,
        before: &State,
        out: &mut Checks,
    ) {
        let function = &at.program.functions[callee];
        if function.contract.is_some()
            && let Some(why) = valueless_global(at.program, before)
        {
            out.open(Rule::Contract, format!("{why} where `{}` is called", function.name));
        }
        // Nothing that is learnt is used, so it is enough to look once.
        let contract = function.contract.as_ref().filter(|_| out.is_listening());
        let Some(contract) = contract.filter(|contract| !contract.requires.is_empty()) else { return };
        let mut start = before.clone();
        for (index, argument) in call.args.iter().enumerate() {
            let value = match argument {
                Argument::Value(operand) => self.held(at, before, *operand),
                Argument::Object(_) => Value::ANY,
            };
            start.put(Root::Formal(index as u32), value);
        }
        let given = call.args.len();
        let arguments = |state: &State, _: FunctionId| -> Vec<Value> {
            let held = |index: usize| state.get(Root::Formal(index as u32)).unwrap_or(Value::ANY);
            (0..given).map(held).collect()
        };
        let mut messages = Vec::new();
        let looked = self.look_into(at.program, &contract.requires, start, arguments, |clause, why| {
            let required = format!("`{}`, which `{}` requires, may not hold", clause.text, function.name);
            messages.push(why.map_or(required.clone(), |why| format!("{required}: {why}")));
        });
        if let Err(lost) = looked {
            messages.push(format!("what `{}` requires may not hold: {}", function.name, lost.why));
        }
        for message in messages {
            out.open(Rule::Contract, message);
        }
    }
}

/// The variables in which a function's parameters are.
fn parameter_roots(program: &Program, function: FunctionId) -> Vec<Option<Root>> {
    let definition = &program.functions[function];
    let params = definition.body.as_ref().map_or(&[][..], |body| &body.params);
    let root = |(param, ty): (&Var, &ir::TypeId)| match param {
        Var::Local(local) => Some(Root::Register(function, *local)),
        Var::Slot(slot) if program.types.is_scalar(*ty) => {
            let size = u8::try_from(program.types.size(*ty)).ok()?;
            Some(Root::Slot(function, *slot, 0, size))
        }
        Var::Slot(_) => None,
    };
    params.iter().zip(&definition.signature.params).map(root).collect()
}

/// Whether a clause speaks of a parameter.
fn reads_parameter(program: &Program, predicate: FunctionId, index: usize) -> bool {
    let Some(body) = &*program.functions[predicate].body else { return false };
    let Some(Var::Local(local)) = body.params.get(index).copied() else { return true };
    let mut found = false;
    let mut look = |operand: ir::Operand| found |= operand == ir::Operand::Local(local);
    for block in &body.blocks {
        block.stmts.iter().for_each(|stmt| stmt.operands(&mut look));
        block.terminator.operands(&mut look);
    }
    found
}

/// Why a contract is not kept at an edge of it: a global variable may have no value there, though who goes on with the contract takes each to
/// have one. Bytes that no member takes up aside.
pub(crate) fn valueless_global(program: &Program, state: &State) -> Option<String> {
    state.env.iter().find_map(|(root, value)| {
        let Root::Global(global, offset, size) = *root else { return None };
        if !matches!(value, Value::Uninit | Value::Any { written: false }) {
            return None;
        }
        let (from, to) = (u64::from(offset), u64::from(offset) + u64::from(size));
        let members = program.types.members(program.globals[global].ty);
        let taken = members.iter().any(|member| member.start < to && from < member.end);
        taken.then(|| format!("`{}` may have no value", program.globals[global].name))
    })
}
