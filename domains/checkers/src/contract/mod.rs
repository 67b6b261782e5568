//! Contracts: what requires hands over, what ensures must find, and calls by contract.
//!
//! On entry a function owns what its requires claims: each rule of a clause is put into the state as if it were unfolded.
//! On exit the ensures is a goal: its claims must be found in the heap, disjoint from one another, and nothing on the heap
//! may be left beside them. A call is the same from the other side: the requires is the goal, what it does not need
//! is the frame, and the ensures is put in its place.
//!
//! - here: clauses as they were read;
//! - `assume`: what a contract says is put into a state;
//! - `ensure`: what a function must keep when it returns;
//! - `call`: a call by contract, and `after`: the states behind it;
//! - `checker`: a call of a checker itself, and why something could not be shown.

mod after;
mod assume;
mod call;
mod checker;
mod ensure;
mod globals;

use engine::{Lost, Outcome};
use ir::{FunctionId, Program, Span};

use crate::Checkers;
use crate::definition::{Clause, Name};
use crate::heap::{Root, State, Sym, Term, Value};

/// How many structures may be unfolded to show one contract.
const UNFOLDINGS: u32 = 4;

impl Checkers {
    /// A clause as it was read; an error if it could not be.
    fn clause(&self, predicate: FunctionId, span: Span) -> Outcome<&Clause> {
        let refused = |clause: &&Clause| {
            clause
                .rules
                .iter()
                .flat_map(|rule| &rule.calls)
                .any(|call| self.definitions[call.definition].refused)
        };
        match self.definitions.clauses.iter().find(|clause| clause.function == predicate) {
            Some(clause) if refused(&clause) => {
                Err(Lost { span, why: "a checker that this calls was refused".into() })
            }
            Some(clause) => Ok(clause),
            None => Err(Lost { span, why: self.why_unreadable(predicate).into() }),
        }
    }

    /// A symbol for any set that a contract speaks of.
    fn fresh_ghost(&self, program: &Program, state: &mut State, ty: ir::TypeId) -> Sym {
        let bag = program.types.ghost(ty) == Some(ir::GhostKind::Bag);
        state.fresh_set_symbol(bag, self.set_choice)
    }

    /// Whether the requires of a function speak of one of its sets.
    fn requires_ghost(&self, program: &Program, function: FunctionId, ghost: usize) -> bool {
        let definition = &program.functions[function];
        let Some(contract) = &definition.contract else { return false };
        let place = definition.signature.params.len() + ghost;
        let mut found = false;
        for clause in &contract.requires {
            let known = self.definitions.clauses.iter().find(|known| known.function == clause.predicate);
            for rule in known.iter().flat_map(|clause| &clause.rules) {
                rule.names(|name| found |= name == Name::Param(u32::try_from(place).unwrap_or(u32::MAX)));
            }
        }
        found
    }

    fn why_unreadable(&self, function: FunctionId) -> String {
        let reason = self.definitions.unreadable.iter().find(|(known, _)| *known == function);
        reason.map_or("the clause is not understood".into(), |(_, problem)| problem.message.clone())
    }

    /// Which parameters the ensures of a function speak of.
    fn params_of_ensures(&self, program: &Program, function: FunctionId) -> Vec<usize> {
        let Some(contract) = &program.functions[function].contract else { return Vec::new() };
        let mut needed = Vec::new();
        for clause in &contract.ensures {
            let rules = self.definitions.clauses.iter().find(|known| known.function == clause.predicate);
            for rule in rules.iter().flat_map(|clause| &clause.rules) {
                rule.names(|name| {
                    if let Name::Param(index) = name {
                        needed.push(index as usize);
                    }
                });
            }
        }
        needed
    }
}

/// What roots hold.
fn terms_of(state: &State, roots: &[Root]) -> Vec<Term> {
    roots.iter().map(|root| state.root(*root).and_then(Value::term).unwrap_or(Term::NULL)).collect()
}
