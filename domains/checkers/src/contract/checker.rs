//! Calls of checkers themselves, and why something could not be shown.

use engine::{Cursor, Outcome};
use ir::{Argument, Call, Destination, FunctionId};

use super::{UNFOLDINGS, terms_of};
use crate::Checkers;
use crate::cover::{Claim, Search, Stuck, Why};
use crate::definition::DefinitionId;
use crate::heap::{Marks, Region, Root, State, Sym, Term, Value};
use crate::transfer::lost;

impl Checkers {
    /// A call of a checker: true if it can be shown.
    pub(crate) fn checker_call(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        call: &Call,
        definition: DefinitionId,
    ) -> Outcome<Vec<State>> {
        if !self.proves_checker(at, &state, call, definition) {
            return lost(at, "whether the checker holds here is not known");
        }
        if let Some(Destination::Local(dst)) = call.dst {
            state.set_root(Root::Register(dst), Value::Known(Term::constant(1)));
        }
        Ok(vec![state])
    }

    /// A clause that is decided: true if it can be shown to hold, else anything.
    pub(crate) fn decided_call(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        call: &Call,
        callee: FunctionId,
    ) -> State {
        let holds = self.proves_clause(at, &state, call, callee);
        if let Some(Destination::Local(dst)) = call.dst {
            let value = if holds {
                Value::Known(Term::constant(1))
            } else {
                let ty = at.body().locals[dst].ty;
                self.any_of_type(at.program, &mut state, ty)
            };
            state.set_root(Root::Register(dst), value);
        }
        state
    }

    /// Whether the clause of an assertion holds for what it is handed: as the requires of a call, but nothing is handed over.
    fn proves_clause(&self, at: &Cursor<'_>, state: &State, call: &Call, clause: FunctionId) -> bool {
        let Ok(clause) = self.clause(clause, at.span()) else { return false };
        let mut state = state.clone();
        if self.claims_parts(&clause.rules) {
            self.synthesize_nodes(&mut state);
        }
        let mut params = Vec::new();
        for argument in &call.args {
            let Argument::Value(operand) = argument else { return false };
            let Value::Known(term) = self.operand(at, &mut state, *operand) else { return false };
            params.push(state.hold(term));
        }
        let mut todo = vec![(state, UNFOLDINGS)];
        while let Some((state, fuel)) = todo.pop() {
            if state.anything {
                return false;
            }
            let args = terms_of(&state, &params);
            let claims = [Claim { rules: &clause.rules, args: &args }];
            let marks = Marks { heap: false, written: false, set: None };
            match Search::new(self, &state).run_claims(&claims, marks) {
                Ok(_) => {}
                Err(Stuck { why: Why::Summary(summary), .. }) if fuel > 0 => {
                    todo.extend(self.unfold(&state, summary).into_iter().map(|case| (case, fuel - 1)));
                }
                Err(_) => return false,
            }
        }
        true
    }

    /// Whether a checker holds for the arguments of a call.
    pub(crate) fn proves_checker(
        &self,
        at: &Cursor<'_>,
        state: &State,
        call: &Call,
        definition: DefinitionId,
    ) -> bool {
        if !self.is_evaluable(definition) {
            return false;
        }
        let mut state = state.clone();
        if self.has_parts(definition) {
            self.synthesize_nodes(&mut state);
        }
        let mut terms = Vec::new();
        for argument in &call.args {
            let Argument::Value(operand) = argument else { return false };
            let Value::Known(term) = self.operand(at, &mut state, *operand) else { return false };
            terms.push(term);
        }
        let Some((root, args)) = terms.split_first() else { return false };
        let args = args.iter().copied().collect();
        let marks = Marks { heap: false, written: false, set: None };
        let checker = crate::heap::Checker { definition, args, marks };
        // The terms are bound to themselves: every symbol is a variable.
        let bound = (0..state.next).map(|sym| Some(Term::of(Sym(sym)))).collect();
        let goal = crate::cover::Goal::new(*root, Region::Checker(checker));
        Search::new(self, &state).run(vec![goal], bound, Vec::new(), false).is_ok()
    }

    /// What was missing, in words.
    pub(crate) fn explain(&self, stuck: &Stuck) -> String {
        let what = match &stuck.goal {
            Some(goal) => match &*goal.region {
                Region::Block(_) => "an object".to_owned(),
                Region::Checker(checker) => format!("`{}`", self.definitions[checker.definition].name),
                Region::Segment(segment) => {
                    format!("a part of `{}`", self.definitions[segment.definition].name)
                }
            },
            None => "what it asks".to_owned(),
        };
        match &stuck.why {
            Why::Nothing => format!("{what} was not found there"),
            Why::Value => format!("{what} was found with other values"),
            Why::Fact => "a relation between values cannot be shown".to_owned(),
            Why::Summary(_) => format!("{what} was looked for inside of a structure"),
            Why::Unwritten => "a member may never have been written".to_owned(),
            Why::NotHeap => "an object is not on the heap".to_owned(),
            Why::Fuel => "the search took too long".to_owned(),
            Why::Leftover(_) => "something is left over".to_owned(),
        }
    }
}
