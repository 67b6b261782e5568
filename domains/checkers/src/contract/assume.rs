//! What a contract says, put into a state: each rule of a clause as if it were unfolded.

use engine::{Lost, Outcome};
use ir::{FunctionId, Program, Span};

use super::terms_of;
use crate::Checkers;
use crate::definition::Rule;
use crate::heap::{Marks, Root, State, Term, Value};
use crate::unfold::{Instance, Spine};

impl Checkers {
    /// The states that the requires of a function allow, with what its ensures will ask for.
    pub(crate) fn start_under_contract(
        &self,
        program: &Program,
        function: FunctionId,
        mut state: State,
        values: &[Value],
    ) -> Outcome<Vec<State>> {
        let Some(contract) = &program.functions[function].contract else { return Ok(vec![state]) };
        state.goal = Some(function);
        let params: Vec<Root> = values
            .iter()
            .map(|value| {
                let term = value.term().unwrap_or_else(|| Term::of(state.fresh()));
                state.hold(term)
            })
            .collect();
        let ghosts: Vec<Root> = contract
            .ghosts
            .iter()
            .map(|ghost| {
                let set = self.fresh_ghost(program, &mut state, ghost.ty);
                state.hold(Term::of(set))
            })
            .collect();
        let formals = params.len();
        let params: Vec<Root> = params.into_iter().chain(ghosts).collect();
        let mut states = vec![state];
        for clause in &contract.requires {
            let rules = self.clause(clause.predicate, clause.span)?;
            states = self.assume_rules(states, &rules.rules, &params);
            if self.claims_parts(&rules.rules) {
                let arena = self.arena_of(program, function);
                for state in &mut states {
                    state.arena = Some(arena);
                }
            }
        }
        for (index, old) in contract.old.iter().enumerate() {
            let span = program.functions[function].span;
            let values = self.old_values(states, *old, &params, span)?;
            states = values
                .into_iter()
                .map(|(mut state, value)| {
                    state.set_root(Root::Old(index as u32), Value::Known(value));
                    state
                })
                .collect();
        }
        let needed = self.params_of_ensures(program, function);
        for state in &mut states {
            for (index, root) in params.iter().enumerate().rev() {
                let value = state.release(*root);
                if index >= formals {
                    if self.requires_ghost(program, function, index - formals) {
                        state.set_root(Root::Ghost((index - formals) as u32), Value::Known(value));
                    }
                    continue;
                }
                if needed.contains(&index) {
                    state.set_root(Root::Formal(index as u32), Value::Known(value));
                }
            }
        }
        Ok(states)
    }

    /// The states in which one of the rules holds.
    pub(super) fn assume_rules(&self, states: Vec<State>, rules: &[Rule], params: &[Root]) -> Vec<State> {
        let mut next = Vec::new();
        for state in states {
            for rule in rules {
                let args = terms_of(&state, params);
                let of = Instance { definition: None, root: Term::NULL, args: &args, marks: Marks::GIVEN };
                next.extend(self.instantiate(state.clone(), rule, of, Spine::None));
            }
        }
        next
    }

    /// The value of an expression of the ensures, in each case of what must be unfolded to see it.
    pub(super) fn old_values(
        &self,
        states: Vec<State>,
        old: FunctionId,
        params: &[Root],
        span: Span,
    ) -> Outcome<Vec<(State, Term)>> {
        let Some(known) = self.definitions.old.iter().find(|known| known.function == old) else {
            return Err(Lost { span, why: self.why_unreadable(old).into() });
        };
        let mut next = Vec::new();
        for state in states {
            for (rule, form) in &known.ways {
                let args = terms_of(&state, params);
                for (mut state, value) in self.instantiate_value(state.clone(), rule, &args, form) {
                    let value = match value {
                        Some(form) => self.named(&mut state, &form),
                        None => Term::of(state.fresh()),
                    };
                    next.push((state, value));
                }
            }
        }
        Ok(next)
    }
}
