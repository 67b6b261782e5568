//! Contracts: what requires hands over, what ensures must find, and calls by contract.
//!
//! On entry a function owns what its requires claims: each rule of a clause is put into the state as if it were unfolded.
//! On exit the ensures is a goal: its claims must be found in the heap, disjoint from one another, and nothing on the heap
//! may be left beside them. A call is the same from the other side: the requires is the goal, what it does not need
//! is the frame, and the ensures is put in its place.

use engine::{Checks, Cursor, Lost, Outcome, Unmet};
use ir::{Argument, Call, Destination, FunctionId, GlobalId, Program, Span};
use model::Rule as Check;

use crate::Checkers;
use crate::cover::{Claim, Outcome as Proof, Search, Stuck, Why};
use crate::definition::{Clause, DefinitionId, Name, Rule, Term as RuleTerm};
use crate::heap::{Block, Marks, Origin, Region, Rest, Root, State, Sym, Term, Value};
use crate::transfer::lost;
use crate::unfold::{Instance, Spine};

/// How many structures may be unfolded to show one contract.
const UNFOLDINGS: u32 = 4;

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
        let mut states = vec![state];
        for clause in &contract.requires {
            let rules = self.clause(clause.predicate, clause.span)?;
            states = self.assume_rules(states, &rules.rules, &params);
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
                if needed.contains(&index) {
                    state.set_root(Root::Formal(index as u32), Value::Known(value));
                }
            }
        }
        Ok(states)
    }

    /// The states in which one of the rules holds.
    fn assume_rules(&self, states: Vec<State>, rules: &[Rule], params: &[Root]) -> Vec<State> {
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
    fn old_values(
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
        let params = definition.signature.params.len() as u32;
        let mut clauses = Vec::new();
        for clause in &contract.ensures {
            let known = self.clause(clause.predicate, clause.span)?;
            let with_result = program.functions[clause.predicate].signature.params.len()
                > params as usize + contract.old.len();
            let result = with_result.then_some(Root::Result);
            let roots = (0..params).map(Root::Formal).chain(result);
            let roots = roots.chain((0..contract.old.len() as u32).map(Root::Old));
            let held: Vec<Root> = roots
                .map(|root| {
                    let term = state.root(root).and_then(Value::term);
                    let term = term.unwrap_or_else(|| Term::of(state.fresh()));
                    state.hold(term)
                })
                .collect();
            clauses.push((known, held, clause));
        }
        let mut unmet = Vec::new();
        self.ensure_in(&state, &clauses, definition.end, UNFOLDINGS, &mut unmet);
        unmet.dedup();
        Ok(unmet)
    }

    fn ensure_in(
        &self,
        state: &State,
        clauses: &[(&Clause, Vec<Root>, &ir::Clause)],
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
        match Search::new(self, state).run_claims(&claims, Marks::GIVEN) {
            Ok(proof) => self.rest_of_exit(state, &proof, end, unmet),
            Err(Stuck { why: Why::Summary(at), .. }) if fuel > 0 => {
                for case in self.unfold(state, at) {
                    self.ensure_in(&case, clauses, end, fuel - 1, unmet);
                }
            }
            Err(stuck) => {
                // Which clause fails alone is the one to tell of; if none does, they overlap.
                let alone = clauses.iter().zip(&claims).find(|(_, claim)| {
                    let one = Claim { rules: claim.rules, args: claim.args };
                    Search::new(self, state).run_claims(&[one], Marks::GIVEN).is_err()
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
                Region::Block(block) => block.origin == Origin::Heap,
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
        let mut requires = Vec::new();
        for clause in &contract.requires {
            requires.push((self.clause(clause.predicate, clause.span)?, clause));
        }
        let returned = self.returned(contract, params.len())?;
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
            let marks = Marks { heap: self.may_free(program, callee), written: true };
            let lent: Vec<Sym> = returned.iter().filter_map(|param| args[*param].base).collect();
            let mut search = Search::new(self, &state);
            search.lent = &lent;
            match search.run_claims(&claims, marks) {
                Ok(proof) if self.lends_a_known_global(program, callee, &state, &proof) => {
                    let message = format!(
                        "`{}` is given a global variable that it also uses by its name",
                        function.name
                    );
                    out.open(Check::Contract, message);
                    return lost(at, "a function is given a global variable that it also uses by its name");
                }
                Ok(proof) => {
                    let held = Held { params: &params, olds: &olds };
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

    /// The globals that a function, what it calls or its contract know by name; `None` if it may call anything.
    pub(crate) fn known_globals(&self, program: &Program, function: FunctionId) -> Option<Vec<GlobalId>> {
        let mut known = self.touched_globals(program, function)?;
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
        Some(known)
    }

    /// Whether the requires claim a global that the function takes for its own already.
    fn lends_a_known_global(
        &self,
        program: &Program,
        callee: FunctionId,
        state: &State,
        proof: &Proof,
    ) -> bool {
        let known = self.known_globals(program, callee);
        proof.used.iter().any(|at| match state.block(*at) {
            Some(Block { origin: Origin::Global(global), .. }) => {
                known.as_ref().is_none_or(|known| known.contains(global))
            }
            _ => false,
        })
    }

    /// The states after a call, in which the requires were found.
    fn after_contract(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        call: &Call,
        callee: FunctionId,
        held: &Held<'_>,
        proof: &Proof,
    ) -> Outcome<Vec<State>> {
        let program = at.program;
        let function = &program.functions[callee];
        let Some(contract) = &function.contract else { return Ok(vec![state]) };
        // The frame: everything the requires did not take.
        let mut lent = Vec::new();
        for at in &proof.used {
            let Some(Region::Block(block)) = state.take_region(*at) else { continue };
            if block.origin != Origin::Heap {
                lent.push((*at, block.origin));
            }
            // That an object was there is still known of its address.
            state.guard_ne(Term::of(*at), Term::NULL);
        }
        let lent: Vec<(Root, Origin)> =
            lent.into_iter().map(|(at, origin)| (state.hold(Term::of(at)), origin)).collect();
        self.forget_globals(program, callee, &mut state);
        let result = self.any_of_type(program, &mut state, function.signature.ret);
        let term = result.term().unwrap_or_else(|| Term::of(state.fresh()));
        let result_root = state.hold(term);
        let mut states = vec![state];
        for clause in &contract.ensures {
            let rules = self.clause(clause.predicate, clause.span)?;
            let wanted = program.functions[clause.predicate].signature.params.len();
            let mut roots = held.params.to_vec();
            if wanted > held.params.len() + held.olds.len() {
                roots.push(result_root);
            }
            roots.extend(held.olds);
            states = self.assume_rules(states, &rules.rules, &roots);
        }
        for (root, origin) in lent.iter().rev() {
            states = self.give_back(at, states, *root, *origin)?;
        }
        for state in &mut states {
            let value = state.release(result_root);
            for root in held.params.iter().chain(held.olds) {
                state.take_root(*root);
            }
            if let Some(Destination::Local(dst)) = call.dst {
                let value = if result == Value::Any { Value::Any } else { Value::Known(value) };
                state.set_root(Root::Register(dst), value);
            }
        }
        Ok(states)
    }

    /// A variable that a function was given is a variable again, whatever structure it was a part of meanwhile.
    fn give_back(
        &self,
        at: &Cursor<'_>,
        states: Vec<State>,
        root: Root,
        origin: Origin,
    ) -> Outcome<Vec<State>> {
        let mut done = Vec::new();
        let mut todo: Vec<(State, u32)> = states.into_iter().map(|state| (state, UNFOLDINGS)).collect();
        while let Some((mut state, fuel)) = todo.pop() {
            let term = state.root(root).and_then(Value::term).unwrap_or(Term::NULL);
            let base = term.base.filter(|_| term.offset == 0);
            match base.and_then(|base| Some((base, state.region(base)?))) {
                Some((base, Region::Block(_))) => {
                    state.take_root(root);
                    if let Some(block) = state.block_mut(base) {
                        block.origin = origin;
                    }
                    done.push(state);
                }
                Some((base, _)) if fuel > 0 => {
                    todo.extend(self.unfold(&state, base).into_iter().map(|case| (case, fuel - 1)));
                }
                _ => {
                    return lost(at, "the function does not say that it gives back the variable it is given");
                }
            }
        }
        Ok(done)
    }

    /// A function may have written to the globals it knows.
    fn forget_globals(&self, program: &Program, callee: FunctionId, state: &mut State) {
        let touched = self.touched_globals(program, callee);
        let may_change = |region: &Region| match region.block().map(|block| block.origin) {
            Some(Origin::Global(global)) => {
                touched.as_ref().is_none_or(|touched| touched.contains(&global))
                    && !crate::transfer::is_constant(program, global)
            }
            _ => false,
        };
        state.regions.change(may_change, |region| {
            if let Region::Block(block) = region {
                block.cells.clear();
                block.rest = Rest::Any;
            }
        });
    }

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

    /// Whether a checker holds for the arguments of a call.
    pub(crate) fn proves_checker(
        &self,
        at: &Cursor<'_>,
        state: &State,
        call: &Call,
        definition: DefinitionId,
    ) -> bool {
        let mut state = state.clone();
        let mut terms = Vec::new();
        for argument in &call.args {
            let Argument::Value(operand) = argument else { return false };
            let Value::Known(term) = self.operand(at, &mut state, *operand) else { return false };
            terms.push(term);
        }
        let Some((root, args)) = terms.split_first() else { return false };
        let args = args.iter().copied().collect();
        let marks = Marks { heap: false, written: false };
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

/// What a call by contract keeps at hand.
struct Held<'a> {
    params: &'a [Root],
    olds: &'a [Root],
}

/// What roots hold.
fn terms_of(state: &State, roots: &[Root]) -> Vec<Term> {
    roots.iter().map(|root| state.root(*root).and_then(Value::term).unwrap_or(Term::NULL)).collect()
}
