//! What a function wants its structures to be: the checkers of its ensures.
//!
//! The same cells may fit several checkers: those of a doubly linked list also make a plain list. Which of them to fold cells to
//! is a matter of precision only, and what the function promises is the best guess: it is tried before the checker the cells came
//! from. With it come the arguments the contract gives it, for parameters that are the same all along.

use ir::{FunctionId, Program};
use rustc_hash::FxHashMap;

use crate::Checkers;
use crate::definition::{DefinitionId, Definitions, Kind, Name};
use crate::heap::{Root, State, Term, Value};

/// A checker that is wanted on return.
#[derive(Clone, Debug)]
pub(crate) struct Wish {
    definition: DefinitionId,
    /// For each parameter that never changes the parameter of the function, or the set of its contract, that it is, where that is plain.
    args: Vec<Option<Root>>,
}

/// The wishes of each function with a contract.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wishes(FxHashMap<FunctionId, Vec<Wish>>);

impl Wishes {
    pub(crate) fn of(program: &Program, definitions: &Definitions) -> Self {
        let mut all = FxHashMap::default();
        for (id, function) in program.functions.enumerate() {
            let Some(contract) = &function.contract else { continue };
            let params = function.signature.params.len();
            let mut wishes = Vec::new();
            for clause in &contract.ensures {
                // Sets come after everything else.
                let all_params = program.functions[clause.predicate].signature.params.len();
                let ghosts = all_params.saturating_sub(contract.ghosts.len());
                let known = definitions.clauses.iter().find(|known| known.function == clause.predicate);
                for call in known.iter().flat_map(|known| &known.rules).flat_map(|rule| &rule.calls) {
                    let kinds = definitions[call.definition].params.iter().map(|param| param.kind);
                    let args = call.args.iter().zip(kinds).map(|(arg, kind)| match arg.name {
                        Some(Name::Param(param)) if arg.offset == 0 && kind == Kind::Constant => {
                            match param as usize {
                                place if place < params => Some(Root::Formal(param)),
                                place => place.checked_sub(ghosts).map(|ghost| Root::Ghost(ghost as u32)),
                            }
                        }
                        _ => None,
                    });
                    wishes.push(Wish { definition: call.definition, args: args.collect() });
                }
            }
            all.insert(id, wishes);
        }
        Self(all)
    }
}

impl Checkers {
    fn wishes(&self, state: &State) -> &[Wish] {
        let wishes = state.goal.and_then(|function| self.wishes.0.get(&function));
        wishes.map_or(&[], Vec::as_slice)
    }

    /// Puts what is wanted before the others, unless the checker the cells came from is wanted itself.
    pub(crate) fn wished_first(
        &self,
        state: &State,
        hint: Option<DefinitionId>,
        candidates: &mut [DefinitionId],
    ) {
        let wishes = self.wishes(state);
        if wishes.iter().any(|wish| Some(wish.definition) == hint) {
            return;
        }
        candidates.sort_by_key(|id| !wishes.iter().any(|wish| wish.definition == *id));
    }

    /// What a parameter that never changes is where the checker is wanted.
    pub(crate) fn wished_arg(&self, state: &State, definition: DefinitionId, param: usize) -> Option<Term> {
        let of = |wish: &&Wish| wish.definition == definition;
        let root = self.wishes(state).iter().filter(of).find_map(|wish| *wish.args.get(param)?)?;
        state.root(root).and_then(Value::term)
    }
}
