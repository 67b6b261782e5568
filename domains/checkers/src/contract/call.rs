//! Calls by contract: the requires is the goal, and what it does not need is the frame.

use engine::{Checks, Cursor, Outcome};
use ir::{Argument, Call, FunctionId, GlobalId, Program};
use model::Rule as Check;

use super::after::Held;
use super::{UNFOLDINGS, terms_of};
use crate::Checkers;
use crate::cover::{Claim, Outcome as Proof, Search, Stuck, Why};
use crate::definition::{Name, Rule, Term as RuleTerm};
use crate::heap::{Block, Marks, Origin, Root, State, Sym, Term, Value};
use crate::transfer::lost;

impl Checkers {
    /// A call of a function by its contract.
    pub(crate) fn contract_call(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        call: &Call,
        callee: FunctionId,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let program = at.program;
        let function = &program.functions[callee];
        let Some(contract) = &function.contract else { return lost(at, "the function has no contract") };
        let mut params = Vec::new();
        if call.args.len() != function.signature.params.len() {
            return lost(at, "a call with unnamed or missing arguments is not modelled");
        }
        for (argument, wanted) in call.args.iter().zip(&function.signature.params) {
            let Argument::Value(operand) = argument else {
                return lost(at, "a struct is passed, which is not modelled");
            };
            if !crate::calls::is_passed_as(&program.types, self.type_of(at, *operand), *wanted) {
                return lost(at, "an argument has another type than the function's parameter");
            }
            let term = self.operand(at, &mut state, *operand).term();
            let term = term.unwrap_or_else(|| Term::of(state.fresh()));
            params.push(state.hold(term));
        }
        if let Some(global) = self.valueless_global(program, callee, &state) {
            let name = &program.globals[global].name;
            out.open(
                Check::Contract,
                format!("`{name}` may have no value where `{}` is called", function.name),
            );
        }
        // Which sets the contract speaks of is found when the requires are shown.
        let ghosts: Vec<Sym> = contract.ghosts.iter().map(|_| state.fresh()).collect();
        let given = params.len();
        params.extend(ghosts.iter().map(|ghost| state.hold(Term::of(*ghost))));
        let mut requires = Vec::new();
        for clause in &contract.requires {
            requires.push((self.clause(clause.predicate, clause.span)?, clause));
        }
        let required = self.claims_parts(requires.iter().flat_map(|(clause, _)| &clause.rules));
        let mut ensured = false;
        let mut read = Vec::new();
        for clause in &contract.ensures {
            let rules = &self.clause(clause.predicate, clause.span)?.rules;
            ensured |= self.claims_parts(rules);
            read.extend(read_through(rules));
        }
        let changes = !self.only_looks(program, callee);
        if required {
            self.open_arena(program, callee, &mut state);
        }
        self.synthesize_nodes(&mut state);
        if let Err(why) = self.keeps_arena(program, callee, &state, (required, ensured)) {
            out.open(Check::Contract, why);
            return lost(at, why);
        }
        if required || ensured {
            state.arena = state.arena.or(Some(self.arena_of(program, callee)));
        }
        let returned = self.returned(contract, given)?;
        let mut before = vec![state];
        let mut olds = Vec::new();
        for old in &contract.old {
            let values = self.old_values(before, *old, &params, at.span())?;
            let mut held = None;
            before = values
                .into_iter()
                .map(|(mut state, value)| {
                    held = Some(state.hold(value));
                    state
                })
                .collect();
            olds.extend(held);
        }
        let mut states = Vec::new();
        let mut todo: Vec<(State, u32)> = before.into_iter().map(|state| (state, UNFOLDINGS)).collect();
        while let Some((state, fuel)) = todo.pop() {
            if state.anything {
                return lost(at, "nothing is known any more where this is called");
            }
            let args = terms_of(&state, &params);
            let claims: Vec<Claim<'_>> =
                requires.iter().map(|(clause, _)| Claim { rules: &clause.rules, args: &args }).collect();
            // A function that frees nothing may be given variables too, and one that gives them back.
            let marks = Marks { heap: self.may_free(program, callee), ..Marks::GIVEN };
            let lent: Vec<Sym> = returned.iter().filter_map(|param| args[*param].base).collect();
            let mut search = Search::new(self, &state);
            search.lent = &lent;
            search.open = &ghosts;
            match search.run_claims(&claims, marks) {
                Ok(proof) if self.lends_a_known_global(program, callee, &state, &proof) => {
                    let message = format!(
                        "`{}` is given a global variable that it also uses by its name",
                        function.name
                    );
                    out.open(Check::Contract, message);
                    return lost(at, "a function is given a global variable that it also uses by its name");
                }
                // What nobody claims is taken to stay what it was, so that nothing can be said of its new value.
                Ok(proof) if changes && reads_unclaimed(&state, &proof, &args, &read) => {
                    return lost(
                        at,
                        "the contract reads what it does not claim, and the function may change it",
                    );
                }
                Ok(proof) if Self::reads_by_two_names(&proof) => {
                    let message = format!("`{}` may be given the same memory by two names", function.name);
                    out.open(Check::Contract, message);
                    return lost(at, "a function is given the same memory by two names");
                }
                Ok(proof) => {
                    let mut state = state;
                    self.bind_ghosts(program, &mut state, contract, &params[given..], &proof);
                    let held = Held { params: &params[..given], olds: &olds, ghosts: &params[given..] };
                    states.extend(self.after_contract(at, state, call, callee, &held, &proof)?);
                }
                Err(Stuck { why: Why::Summary(summary), .. }) if fuel > 0 => {
                    todo.extend(self.unfold(&state, summary).into_iter().map(|case| (case, fuel - 1)));
                }
                Err(stuck) => {
                    let texts: Vec<&str> = requires.iter().map(|(_, clause)| &*clause.text).collect();
                    let message = format!(
                        "what `{}` requires may not hold: `{}`: {}",
                        function.name,
                        texts.join("`, `"),
                        self.explain(&stuck)
                    );
                    out.open(Check::Contract, message);
                    return lost(
                        at,
                        "what the function requires is not known to hold, so neither is what it does",
                    );
                }
            }
        }
        Ok(states)
    }

    /// Lets the sets of a contract be those that the proof of its requires has found; others are any.
    fn bind_ghosts(
        &self,
        program: &Program,
        state: &mut State,
        contract: &ir::Contract,
        held: &[Root],
        proof: &Proof,
    ) {
        if held.is_empty() {
            return;
        }
        state.next = state.next.max(proof.next);
        state.take_sets(&proof.made, self.set_choice);
        for (n, (root, ghost)) in held.iter().zip(&contract.ghosts).enumerate() {
            let found = proof.bound.get(n).copied().flatten();
            let set = found.unwrap_or_else(|| Term::of(self.fresh_ghost(program, state, ghost.ty)));
            state.set_root(*root, Value::Known(set));
        }
    }

    /// The parameters whose objects are there again on return: what the function frees cannot be among them.
    fn returned(&self, contract: &ir::Contract, params: usize) -> Outcome<Vec<usize>> {
        let mut returned = Vec::new();
        for clause in &contract.ensures {
            let rules = &self.clause(clause.predicate, clause.span)?.rules;
            returned.extend((0..params).filter(|param| {
                let name = RuleTerm::of(Name::Param(u32::try_from(*param).unwrap_or(u32::MAX)));
                !rules.is_empty() && rules.iter().all(|rule| self.owns_at(rule, name))
            }));
        }
        Ok(returned)
    }

    /// Whether where a rule holds there is an object at a place.
    fn owns_at(&self, rule: &Rule, place: RuleTerm) -> bool {
        let root = RuleTerm::of(Name::Root);
        rule.objects.iter().any(|object| object.at == place)
            || rule.calls.iter().any(|call| {
                let rules = &self.definitions[call.definition].rules;
                call.root == place
                    && rules.iter().all(|rule| rule.objects.iter().any(|object| object.at == root))
            })
    }

    /// The globals that a function, what it calls or its contract know by name.
    pub(crate) fn known_globals(&self, program: &Program, function: FunctionId) -> Vec<GlobalId> {
        let mut known = self.touched_globals(program, function);
        let contract = program.functions[function].contract.as_ref();
        let clauses = contract.iter().flat_map(|contract| contract.requires.iter().chain(&contract.ensures));
        let mut add = |rule: &Rule| {
            rule.names(|name| {
                if let Name::Global(global) = name {
                    known.push(global);
                }
            });
        };
        for clause in clauses {
            let clause = self.definitions.clauses.iter().find(|known| known.function == clause.predicate);
            for rule in clause.iter().flat_map(|clause| &clause.rules) {
                add(rule);
                for call in &rule.calls {
                    let definitions = self.reachable(call.definition).into_iter();
                    definitions.flat_map(|id| &self.definitions[id].rules).for_each(&mut add);
                }
            }
        }
        known
    }

    /// Whether the requires read one object through two names and do not claim it: the function is proved for two objects.
    fn reads_by_two_names(proof: &Proof) -> bool {
        let again = |(index, (at, name)): (usize, &(Sym, Option<Name>))| {
            !proof.uses(*at) && proof.read[..index].iter().any(|(other, by)| other == at && by != name)
        };
        proof.read.iter().enumerate().any(again)
    }

    /// Whether the requires claim or read a global that the function takes for its own already.
    fn lends_a_known_global(
        &self,
        program: &Program,
        callee: FunctionId,
        state: &State,
        proof: &Proof,
    ) -> bool {
        let known = self.known_globals(program, callee);
        let by_name = |name: &Option<Name>| matches!(name, Some(Name::Global(_)));
        let read = proof.read.iter().filter(|(_, name)| !by_name(name)).map(|(at, _)| at);
        proof.used.iter().chain(read).any(|at| match state.block(*at) {
            Some(Block { origin: Origin::Global(global), .. }) => known.contains(global),
            _ => false,
        })
    }
}

/// The parameters through which a clause reads what it does not claim itself.
fn read_through(rules: &[Rule]) -> impl Iterator<Item = usize> {
    rules.iter().flat_map(|rule| &rule.reads).filter_map(|read| match read.at.name {
        Some(Name::Param(param)) => Some(param as usize),
        _ => None,
    })
}

/// Whether a contract reads memory of the caller's that its requires have not claimed: they do, or its ensures through parameters.
fn reads_unclaimed(state: &State, proof: &Proof, args: &[Term], read: &[usize]) -> bool {
    let by_name = |name: &Option<Name>| matches!(name, Some(Name::Global(_)));
    let lent = |at: Sym| !proof.uses(at) && state.region(at).is_some();
    proof.read.iter().any(|(at, name)| !by_name(name) && lent(*at))
        || read.iter().filter_map(|param| args.get(*param)?.base).any(lent)
}
