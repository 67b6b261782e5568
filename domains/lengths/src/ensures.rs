//! What a function must establish: its ensures, looked into where it returns.

use engine::{Checks, Outcome, Unmet};
use ir::{FunctionId, Program, Span};
use model::Rule;

use crate::Lengths;
use crate::contract::Mode;
use crate::names::{FamilyId, Object, Root, RootId};
use crate::state::State;

impl Lengths {
    /// A clause of an ensures claims a list, once however often it is written.
    pub(crate) fn claim_for_exit(&self, state: &mut State, family: FamilyId, root: RootId, out: &mut Checks) {
        let claims: Vec<RootId> = state
            .env
            .iter()
            .map(|(known, _)| *known)
            .filter(|known| matches!(self.names.root_of(*known), Root::Claim(_)))
            .collect();
        if claims.iter().any(|claim| self.same_cell(state, family, *claim, root)) {
            return;
        }
        let shared =
            state.chain(family, root).any(|segment| claims.iter().any(|claim| segment.vrv.contains(*claim)));
        if shared {
            out.open(Rule::Contract, "two lists that the contract claims share cells");
        }
        let held = self.held_by(state, root);
        let claim = self.names.root(Root::Claim(claims.len() as u32));
        self.bind(state, claim, &held, out);
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
        let formals: Vec<Option<RootId>> = (0..definition.signature.params.len())
            .map(|index| Some(self.names.root(Root::Formal(index as u32))))
            .map(|root| root.filter(|root| exit.get(*root).is_some()))
            .collect();
        // The result must keep its name while clauses give theirs.
        let mut start = exit.clone();
        let result = self.names.root(Root::Given(0));
        if definition.signature.ret != ir::Types::VOID {
            self.rename_root(&mut start, self.names.root(Root::Result), result);
        }
        let old: Vec<Option<RootId>> =
            (0..contract.old.len()).map(|index| Some(self.names.root(Root::Old(index as u32)))).collect();
        // A clause that does not speak of the result does not take it.
        let arguments = |predicate: FunctionId| -> Vec<Option<RootId>> {
            let taken = program.functions[predicate].signature.params.len();
            let result = (taken > formals.len() + old.len()).then_some(Some(result));
            formals.iter().copied().chain(result).chain(old.iter().copied()).collect()
        };
        let mut unmet = Vec::new();
        if let Some(why) = self.valueless_global(program, function, exit) {
            unmet.push(Unmet {
                rule: Rule::Contract,
                span: definition.end,
                message: format!("{why} on return"),
            });
        }
        let mut states = vec![start];
        for clause in &contract.ensures {
            let mut next = Vec::new();
            for state in states {
                let arguments = arguments(clause.predicate);
                let (exits, wrong) =
                    self.clause(program, clause.predicate, state, &arguments, Mode::Checking)?;
                let mut broken = wrong;
                for exit in exits {
                    if !self.where_true(exit.clone(), false).is_empty() {
                        broken.get_or_insert_with(|| format!("`{}` may not hold on return", clause.text));
                    }
                    next.extend(self.where_true(exit, true));
                }
                if let Some(message) = broken {
                    unmet.push(Unmet { rule: Rule::Contract, span: clause.span, message });
                }
            }
            states = next;
        }
        for state in states.into_iter().flat_map(|state| self.split(state, &|_, _| true)) {
            self.unclaimed_rest(&state, result, definition.end, &mut unmet);
        }
        unmet.dedup();
        Ok(unmet)
    }

    /// What is left and no clause claims.
    fn unclaimed_rest(&self, state: &State, result: RootId, end: Span, unmet: &mut Vec<Unmet>) {
        for segment in &state.segments {
            let roots: Vec<Root> = segment.vrv.roots().map(|root| self.names.root_of(root)).collect();
            if roots.iter().any(|root| matches!(root, Root::Claim(_))) {
                continue;
            }
            let global = |root: &Root| matches!(root, Root::Part(Object::Global(_), ..));
            if roots.iter().all(global) {
                continue;
            }
            let reached =
                segment.vrv.contains(result) || roots.iter().any(|root| matches!(root, Root::Part(..)));
            let (rule, message) = if reached {
                (Rule::Contract, "cells are left that no `sw_ensures` claims")
            } else {
                (
                    Rule::Leak,
                    "cells are left that no `sw_ensures` claims and that only the caller's former pointers reach",
                )
            };
            unmet.push(Unmet { rule, span: end, message: message.into() });
        }
        for extent in &state.objects {
            if matches!(extent.object, Object::Heap(..)) {
                let message = "a block is left that no `sw_ensures` claims".into();
                unmet.push(Unmet { rule: Rule::Contract, span: end, message });
            }
        }
    }
}
