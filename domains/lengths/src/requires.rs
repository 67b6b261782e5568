//! What a call must establish.
//!
//! Where a function with a contract is called, its requires are looked into with the arguments of the
//! call. On its own the function is analyzed as if each pointer that a requires speaks of led to
//! something of its own, so a call that gives it one thing by two names does not keep the contract
//! either.

use std::collections::BTreeSet;

use engine::{Checks, Cursor};
use ir::{Base, Callee, ConstValue, Contract, FunctionId, GlobalId, Operand, Program, StmtKind, Symbol};
use model::Rule;

use crate::Lengths;
use crate::contract::{Mode, reads_parameter};
use crate::names::{Object, Root, RootId};
use crate::state::{State, Value};

impl Lengths {
    /// Opens `contract` if a requires of a function may not hold in a state with its arguments.
    pub(crate) fn check_requires(
        &self,
        at: &Cursor<'_>,
        callee: FunctionId,
        state: &State,
        out: &mut Checks,
    ) {
        let program = at.program;
        let function = &program.functions[callee];
        if function.contract.is_some()
            && let Some(why) = self.valueless_global(program, callee, state)
        {
            out.open(Rule::Contract, format!("{why} where `{}` is called", function.name));
        }
        let Some(contract) = function.contract.as_ref().filter(|contract| !contract.requires.is_empty())
        else {
            return;
        };
        // Nothing that is learnt is used, so it is enough to look once.
        if !out.is_listening() {
            return;
        }
        let mut start = state.clone();
        let given: Vec<RootId> = (0..function.signature.params.len() as u32)
            .map(|index| {
                let held = self.held_by(&start, self.names.root(Root::Argument(index)));
                let given = self.names.root(Root::Given(index));
                self.bind(&mut start, given, &held, &mut Checks::default());
                given
            })
            .collect();
        if self.gives_twice(program, callee, contract, &start, &given) {
            out.open(
                Rule::Contract,
                format!("`{}` may be given the same memory by two names", function.name),
            );
        }
        let arguments: Vec<Option<RootId>> = given.into_iter().map(Some).collect();
        let mut states = vec![start];
        for clause in &contract.requires {
            let required = format!("`{}`, which `{}` requires, may not hold", clause.text, function.name);
            let asked = self.asked(program);
            let ends = |links: &BTreeSet<u64>| {
                let params = &program.functions[callee].signature.params;
                let lead = |state: &State| {
                    let mut given = arguments.iter().flatten().zip(params);
                    given.all(|(root, ty)| {
                        !program.types.is_pointer(*ty) || self.leads_to_an_end(state, *root, links)
                    })
                };
                states.iter().all(lead)
            };
            if asked.is_decided(clause.predicate) && !asked.walked(clause.predicate).is_some_and(ends) {
                out.open(
                    Rule::Contract,
                    format!("{required}: what its checkers claim is not known to list lengths"),
                );
                continue;
            }
            let mut next = Vec::new();
            for state in states {
                match self.clause(program, clause.predicate, state, &arguments, Mode::Checking) {
                    Ok((exits, wrong)) => {
                        if let Some(wrong) = wrong {
                            out.open(Rule::Contract, format!("{required}: {wrong}"));
                        }
                        for exit in exits {
                            if !self.where_true(exit.clone(), false).is_empty() {
                                out.open(Rule::Contract, required.as_str());
                            }
                            next.extend(self.where_true(exit, true));
                        }
                    }
                    Err(lost) => out.open(Rule::Contract, format!("{required}: {}", lost.why)),
                }
            }
            states = next;
        }
    }

    /// Whether two things that the contract speaks of may be one, or one may be a global that the
    /// function knows by its name.
    fn gives_twice(
        &self,
        program: &Program,
        callee: FunctionId,
        contract: &Contract,
        state: &State,
        given: &[RootId],
    ) -> bool {
        let read = |index: usize| {
            contract.requires.iter().any(|clause| reads_parameter(program, clause.predicate, index))
        };
        let mut spoken: Vec<RootId> =
            given.iter().enumerate().filter(|(index, _)| read(*index)).map(|(_, root)| *root).collect();
        let known = globals_of(program, callee);
        let is_known = |object: Object| match (object, &known) {
            (Object::Global(global), Some(known)) => known.contains(&global),
            (Object::Global(_), None) => true,
            _ => false,
        };
        if spoken
            .iter()
            .any(|root| matches!(state.get(*root), Some(Value::Object(object, _)) if is_known(object)))
        {
            return true;
        }
        for clause in &contract.requires {
            for global in globals_of(program, clause.predicate).unwrap_or_default() {
                let parts = self.parts_of(state, Object::Global(global));
                spoken.extend(parts.into_iter().filter(|part| !spoken.contains(part)).collect::<Vec<_>>());
            }
        }
        spoken.iter().enumerate().any(|(index, a)| {
            spoken[..index].iter().any(|b| match (state.get(*a), state.get(*b)) {
                (Some(Value::Object(a, _)), Some(Value::Object(b, _))) => a == b,
                (Some(Value::Cell(..)), Some(Value::Cell(..))) => {
                    state.segments.iter().any(|segment| segment.vrv.contains(*a) && segment.vrv.contains(*b))
                }
                _ => false,
            })
        })
    }
}

/// The globals that a function and those it calls name; `None` if it is not known whom it calls.
pub(crate) fn globals_of(program: &Program, function: FunctionId) -> Option<BTreeSet<GlobalId>> {
    let mut globals = BTreeSet::new();
    let mut seen = BTreeSet::from([function]);
    let mut pending = vec![function];
    while let Some(function) = pending.pop() {
        let Some(body) = &*program.functions[function].body else { continue };
        let mut note = |operand: Operand| {
            if let Operand::Const(constant) = operand
                && let ConstValue::Address { symbol: Symbol::Global(global), .. } = constant.value
            {
                globals.insert(global);
            }
        };
        for block in &body.blocks {
            block.terminator.operands(&mut note);
            for stmt in &block.stmts {
                stmt.operands(&mut note);
                if let StmtKind::Call(call) = &stmt.kind {
                    let Callee::Function(callee) = call.callee else { return None };
                    pending.extend(seen.insert(callee).then_some(callee));
                }
            }
        }
        for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
            stmt.places(&mut |place| {
                if let Base::Global(global) = place.base {
                    globals.insert(global);
                }
            });
            if let StmtKind::Assign { value: ir::Rvalue::AddressOf(place), .. } = &stmt.kind
                && let Base::Global(global) = place.base
            {
                globals.insert(global);
            }
        }
    }
    // What the globals lead to when the program begins is within reach as well.
    let mut pending: Vec<GlobalId> = globals.iter().copied().collect();
    while let Some(global) = pending.pop() {
        for address in program.globals[global].init.iter().flat_map(|init| &init.addresses) {
            if let Symbol::Global(to) = address.symbol {
                pending.extend(globals.insert(to).then_some(to));
            }
        }
    }
    Some(globals)
}
