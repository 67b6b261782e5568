//! Which rules anything satisfies.
//!
//! A least fixpoint: a rule is usable if what it asks, together with what usable rules of its calls ask
//! of their arguments, can be satisfied. What is kept of a use is what it asks of root and parameters; so a
//! constant that the last rule wants to be zero and the others positive is found out (W1 of the dossier).

use super::facts::sorts;
use super::satisfy::Known;
use super::wellformed::instance;
use super::{Atom, Definitions, Form, Name};

/// The most different demands that are kept for a definition; beyond that anything goes.
const DEMANDS: usize = 12;
/// The most combinations of demands tried for a rule in one round.
const COMBINATIONS: usize = 200;
/// The most rounds.
const ROUNDS: usize = 30;

/// For each definition and rule whether it is usable.
pub(super) fn usable(definitions: &Definitions) -> Vec<Vec<bool>> {
    let list = &definitions.list;
    let mut usable: Vec<Vec<bool>> =
        list.iter().map(|definition| vec![false; definition.rules.len()]).collect();
    // What a use asks of root and parameters.
    let mut demands: Vec<Vec<Vec<Atom>>> = vec![Vec::new(); list.len()];
    for round in 0..=ROUNDS {
        let mut changed = false;
        for (n, definition) in list.iter().enumerate() {
            for (r, rule) in definition.rules.iter().enumerate() {
                let sort = sorts(definition, rule);
                let mut ways = vec![rule.pure.clone()];
                for call in &rule.calls {
                    let known = &demands[call.definition.0 as usize];
                    let mut more = Vec::new();
                    for way in &ways {
                        for demand in known {
                            let mut way = way.clone();
                            way.extend(demand.iter().map(|atom| instance(atom, call)));
                            if more.len() < COMBINATIONS && Known::of(&way, &sort).is_feasible() {
                                more.push(way);
                            }
                        }
                    }
                    ways = more;
                }
                if ways.is_empty() {
                    continue;
                }
                changed |= !std::mem::replace(&mut usable[n][r], true);
                for way in ways {
                    let mut demand: Vec<Atom> = way.into_iter().filter(of_arguments).collect();
                    demand.dedup();
                    if demands[n].contains(&demand) || demands[n].iter().any(Vec::is_empty) {
                        continue;
                    }
                    if demands[n].len() >= DEMANDS || round == ROUNDS {
                        demand.clear();
                    }
                    demands[n].push(demand);
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    usable
}

fn of_arguments(atom: &Atom) -> bool {
    let outside = |name: &Name| !matches!(name, Name::Local(_));
    *atom.form() != Form::default() && atom.form().terms.iter().all(|(name, _)| outside(name))
}
