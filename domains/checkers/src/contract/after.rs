//! The states after a call by contract: the ensures is put in the place of what the requires took.

use engine::{Cursor, Outcome};
use ir::{Call, Destination, FunctionId, Program};

use super::UNFOLDINGS;
use crate::Checkers;
use crate::cover::Outcome as Proof;
use crate::heap::{Origin, Region, Rest, Root, State, Term, Value};
use crate::transfer::lost;

/// What a call by contract keeps at hand.
pub(super) struct Held<'a> {
    pub(super) params: &'a [Root],
    pub(super) olds: &'a [Root],
    pub(super) ghosts: &'a [Root],
}

impl Checkers {
    /// The states after a call, in which the requires were found.
    pub(super) fn after_contract(
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
            if !block.origin.is_structural() {
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
            if wanted > held.params.len() + held.olds.len() + held.ghosts.len() {
                roots.push(result_root);
            }
            roots.extend(held.olds);
            roots.extend(held.ghosts);
            states = self.assume_rules(states, &rules.rules, &roots);
        }
        for (root, origin) in lent.iter().rev() {
            states = self.give_back(at, states, *root, *origin)?;
        }
        for state in &mut states {
            let value = state.release(result_root);
            for root in held.params.iter().chain(held.olds).chain(held.ghosts) {
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
                touched.contains(&global) && !crate::transfer::is_constant(program, global)
            }
            _ => false,
        };
        let mut gone = Vec::new();
        state.regions.change(may_change, |region| {
            if let Region::Block(block) = region {
                block.cells.clear();
                gone.append(&mut block.runs);
                block.rest = Rest::Any;
            }
        });
        self.spill(state, &gone);
    }
}
