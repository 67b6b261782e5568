//! From states to claims: what a symbolic heap says, as steps that a program can carry out where it is.
//!
//! This is `admits` written down instead of carried out. A state's symbols are its existential variables, and the steps find
//! them in the same order: what the program can name first, then what lies in the regions whose address is found. A symbol that
//! no step finds stays open, and what is said of it is left out.
//!
//! - here: the claim of several states;
//! - `state`: the way one state is;
//! - `rule`: the way one rule of a definition is;
//! - `order`: which way is tried first, so that none reads what another one may have given up.

mod order;
mod rule;
mod state;

use ir::Program;
use model::{Claim, CodePlace, Given, Predicate, Probe};

use crate::Checkers;
use crate::definition::Kind;
use crate::heap::{Root, State, Value};
use state::Writer;

/// The most states of one place that become ways.
const MOST_WAYS: usize = 48;

/// What a claim needs to know of a program besides its states.
pub struct Namable<'a> {
    /// Whether the text can name a variable or a function where the claim stands.
    pub can: &'a dyn Fn(Given) -> bool,
}

impl Checkers {
    /// The definitions, numbered as [`Checkers::claim`] numbers predicates.
    pub fn predicates(&self, program: &Program) -> Vec<Predicate> {
        let list = self.definitions.list.iter();
        list.map(|definition| Predicate {
            name: definition.name.clone(),
            text: self.definitions.display(definition, program).to_string(),
            params: 1 + definition.params.len(),
            passed_on: definition
                .params
                .iter()
                .map(|param| !matches!(param.kind, Kind::Lower | Kind::Upper))
                .collect(),
            ways: definition.rules.iter().map(|rule| self.way_of_rule(program, definition, rule)).collect(),
        })
        .collect()
    }

    /// What states say of a place, as far as the text there can name it.
    pub fn claim(&self, program: &Program, at: CodePlace, states: &[&State], namable: &Namable<'_>) -> Claim {
        let mut claim = Claim { at, given: Vec::new(), ways: Vec::new(), omitted: Vec::new() };
        if states.iter().any(|state| state.anything) {
            claim.omitted.push("nothing is known here".into());
            return claim;
        }
        if states.len() > MOST_WAYS {
            claim.omitted.push(format!("there are {} cases, too many to tell apart", states.len()));
            return claim;
        }
        claim.given = given(states, namable);
        let order = order::of(self, states, &claim.given);
        for (index, unread) in order {
            let (way, omitted) = Writer::new(self, program, at, states[index]).way(&claim.given, &unread);
            claim.ways.push(way);
            for what in omitted {
                if !claim.omitted.contains(&what) {
                    claim.omitted.push(what);
                }
            }
        }
        if claim.ways.iter().any(|way| way.steps.is_empty() && way.choice.iter().all(is_learned)) {
            claim.ways.clear();
        }
        claim
    }
}

/// Whether a step may only learn something.
fn is_learned(step: &Probe) -> bool {
    matches!(step, Probe::Given { is, .. } if is.base.is_some())
}

/// Where a state holds what the text can name.
fn root_of(given: Given) -> Root {
    match given {
        Given::Register(local) => Root::Register(local),
        Given::Slot(slot) => Root::Slot(slot),
        Given::Global(global) => Root::Global(global),
        Given::Code(function) => Root::Code(function),
    }
}

/// What the text hands over: the registers that have a value in every state, and addresses.
fn given(states: &[&State], namable: &Namable<'_>) -> Vec<Given> {
    let mut found: Vec<Given> = Vec::new();
    for (root, _) in states.iter().flat_map(|state| &state.roots) {
        let given = match *root {
            Root::Register(local) => Given::Register(local),
            Root::Slot(slot) => Given::Slot(slot),
            Root::Global(global) => Given::Global(global),
            Root::Code(function) => Given::Code(function),
            _ => continue,
        };
        let has_value =
            |state: &&State| matches!(state.root(root_of(given)), Some(Value::Known(_) | Value::Any));
        let register = matches!(given, Given::Register(_));
        if !found.contains(&given) && (!register || states.iter().all(has_value)) && (namable.can)(given) {
            found.push(given);
        }
    }
    // What nothing is known of in any state need not be handed over.
    found.retain(|given| {
        states.iter().any(|state| matches!(state.root(root_of(*given)), Some(Value::Known(_))))
    });
    found.sort_unstable();
    found
}
