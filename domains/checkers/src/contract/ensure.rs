//! What a function must keep when it returns: the ensures is a goal, and nothing on the heap may be left beside it.

use engine::{Lost, Outcome, Unmet};
use ir::{FunctionId, Program, Span};
use model::Rule as Check;

use super::{UNFOLDINGS, terms_of};
use crate::Checkers;
use crate::cover::{Claim, Outcome as Proof, Search, Stuck, Why};
use crate::definition::Clause;
use crate::heap::{Marks, Region, Root, State, Sym, Term, Value};
use crate::parts::Arena;

impl Checkers {
    /// What the contract of a function promises and a state in which it returns does not keep.
    pub(crate) fn check_ensures(
        &self,
        program: &Program,
        function: FunctionId,
        exit: &State,
    ) -> Outcome<Vec<Unmet>> {
        let definition = &program.functions[function];
        let Some(contract) = &definition.contract else { return Ok(Vec::new()) };
        if exit.anything {
            return Err(Lost {
                span: definition.span,
                why: "too little is known of the state on return".into(),
            });
        }
        let mut state = exit.clone();
        self.synthesize_nodes(&mut state);
        let params = definition.signature.params.len() as u32;
        let (mut clauses, mut open) = (Vec::new(), Vec::new());
        for clause in &contract.ensures {
            let known = self.clause(clause.predicate, clause.span)?;
            let with_result = program.functions[clause.predicate].signature.params.len()
                > params as usize + contract.old.len() + contract.ghosts.len();
            let result = with_result.then_some(Root::Result);
            let roots = (0..params).map(Root::Formal).chain(result);
            let roots = roots.chain((0..contract.old.len() as u32).map(Root::Old));
            let roots = roots.chain((0..contract.ghosts.len() as u32).map(Root::Ghost));
            let held: Vec<Root> = roots
                .map(|root| {
                    let term = state.root(root).and_then(Value::term);
                    let term = term.unwrap_or_else(|| {
                        let fresh = Term::of(state.fresh());
                        // A set that only the ensures speak of is one and the same in all of them.
                        if matches!(root, Root::Ghost(_)) {
                            state.set_root(root, Value::Known(fresh));
                            open.extend(fresh.base);
                        }
                        fresh
                    });
                    state.hold(term)
                })
                .collect();
            clauses.push((known, held, clause));
        }
        let claims_parts = self.claims_parts(clauses.iter().flat_map(|(clause, ..)| &clause.rules));
        if let (true, Some(Arena::Global(_) | Arena::Slot(_))) = (claims_parts, state.arena) {
            let why = "the contract gives away parts of a variable, which others know by its name";
            return Err(Lost { span: definition.end, why: why.into() });
        }
        let mut unmet = Vec::new();
        if let Some(global) = self.valueless_global(program, function, &state) {
            let message = format!("`{}` may have no value on return", program.globals[global].name);
            unmet.push(Unmet { rule: Check::Contract, span: definition.end, message });
        }
        self.ensure_in(&state, &clauses, &open, definition.end, UNFOLDINGS, &mut unmet);
        unmet.dedup();
        Ok(unmet)
    }

    /// A search in a state, where some sets may be any.
    fn search_with<'a>(&'a self, state: &'a State, open: &'a [Sym]) -> Search<'a> {
        let mut search = Search::new(self, state);
        search.open = open;
        search
    }

    fn ensure_in(
        &self,
        state: &State,
        clauses: &[(&Clause, Vec<Root>, &ir::Clause)],
        open: &[Sym],
        end: Span,
        fuel: u32,
        unmet: &mut Vec<Unmet>,
    ) {
        if state.anything {
            let message = "the contract may not hold on return: nothing is known there".into();
            unmet.push(Unmet { rule: Check::Contract, span: end, message });
            return;
        }
        let terms: Vec<Vec<Term>> = clauses.iter().map(|(_, held, _)| terms_of(state, held)).collect();
        let claims: Vec<Claim<'_>> = clauses
            .iter()
            .zip(&terms)
            .map(|((clause, ..), args)| Claim { rules: &clause.rules, args })
            .collect();
        match self.search_with(state, open).run_claims(&claims, Marks::GIVEN) {
            Ok(proof) => self.rest_of_exit(state, &proof, end, unmet),
            Err(Stuck { why: Why::Summary(at), .. }) if fuel > 0 => {
                for case in self.unfold(state, at) {
                    self.ensure_in(&case, clauses, open, end, fuel - 1, unmet);
                }
            }
            Err(stuck) => {
                // Which clause fails alone is the one to tell of; if none does, they overlap.
                let alone = clauses.iter().zip(&claims).find(|(_, claim)| {
                    let one = Claim { rules: claim.rules, args: claim.args };
                    self.search_with(state, open).run_claims(&[one], Marks::GIVEN).is_err()
                });
                let (clause, message) = match alone.or_else(|| clauses.iter().zip(&claims).next_back()) {
                    Some(((.., clause), _)) => (
                        clause.span,
                        format!("`{}` may not hold on return: {}", clause.text, self.explain(&stuck)),
                    ),
                    None => (end, "the contract may not hold on return".into()),
                };
                unmet.push(Unmet { rule: Check::Contract, span: clause, message });
            }
        }
    }

    /// What is left on the heap and no clause claims.
    fn rest_of_exit(&self, state: &State, proof: &Proof, end: Span, unmet: &mut Vec<Unmet>) {
        let rest = state.regions.iter().filter(|(at, _)| !proof.uses(**at));
        let reached = self.surely_reached_from(state, |root| matches!(root, Root::Global(_)));
        let named = self.reached_from(state, |root| !matches!(root, Root::Scratch(_)));
        for (at, region) in rest {
            let heap = match region {
                Region::Block(block) => block.origin.is_structural(),
                _ => true,
            };
            if !heap || reached[at.0 as usize] {
                continue;
            }
            let (rule, message) = if named[at.0 as usize] {
                (Check::Contract, "memory is left on return that no `sw_ensures` claims")
            } else {
                (Check::Leak, "memory is left on return that no `sw_ensures` claims and nothing refers to")
            };
            unmet.push(Unmet { rule, span: end, message: message.into() });
        }
    }
}
