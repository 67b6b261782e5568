//! Which rules anything satisfies.
//!
//! A least fixpoint: a rule is usable if what it asks, together with what usable rules of its calls ask
//! of their arguments, can be satisfied. What is kept of a use is what it asks of root and parameters; so a
//! constant that the last rule wants to be zero and the others positive is found out (W1 of the dossier).

use std::cell::Cell;

use super::facts::sorts;
use super::satisfy::Known;
use super::wellformed::instance;
use super::{Atom, Definitions, Form, Name, Rule, Sort};

/// The most different demands that are kept for a definition; beyond that anything goes.
const DEMANDS: usize = 12;
/// The most combinations of demands tried for a rule in one round.
const COMBINATIONS: usize = 200;
/// The most rounds.
const ROUNDS: usize = 30;
/// The most questions that are asked in all; beyond that everything counts as usable.
const QUESTIONS: usize = 50_000;

/// What uses of definitions there are.
pub(super) struct Uses {
    /// For each definition and rule whether it is usable.
    pub(super) usable: Vec<Vec<bool>>,
    /// For each definition what its uses ask of root and parameters.
    demands: Vec<Vec<Vec<Atom>>>,
    /// How many questions were asked.
    asked: Cell<usize>,
}

impl Uses {
    pub(super) fn of(definitions: &Definitions) -> Self {
        let list = &definitions.list;
        let usable = list.iter().map(|definition| vec![false; definition.rules.len()]).collect();
        let mut uses = Self { usable, demands: vec![Vec::new(); list.len()], asked: Cell::new(0) };
        for round in 0..=ROUNDS {
            let mut changed = false;
            for (n, definition) in list.iter().enumerate() {
                for (r, rule) in definition.rules.iter().enumerate() {
                    let ways = uses.ways(rule, &sorts(definition, rule));
                    if !ways.is_empty() {
                        changed |= !std::mem::replace(&mut uses.usable[n][r], true);
                    }
                    for way in ways {
                        changed |= uses.learn(n, way, round == ROUNDS);
                    }
                }
            }
            if !changed {
                break;
            }
        }
        if uses.asked.get() > QUESTIONS {
            uses.usable.iter_mut().flatten().for_each(|usable| *usable = true);
        }
        uses
    }

    /// The ways in which a rule can be used, each with all that it asks.
    pub(super) fn ways(&self, rule: &Rule, sort: &dyn Fn(Name) -> Sort) -> Vec<Vec<Atom>> {
        let mut ways = vec![rule.pure.clone()];
        for call in &rule.calls {
            let mut more = Vec::new();
            for way in &ways {
                for demand in &self.demands[call.definition.0 as usize] {
                    let mut way = way.clone();
                    way.extend(demand.iter().map(|atom| instance(atom, call)));
                    if more.len() < COMBINATIONS && self.feasible(&way, sort) {
                        more.push(way);
                    }
                }
            }
            ways = more;
        }
        ways
    }

    fn feasible(&self, atoms: &[Atom], sort: &dyn Fn(Name) -> Sort) -> bool {
        self.asked.set(self.asked.get() + 1);
        self.asked.get() > QUESTIONS || Known::of(atoms, sort).is_feasible()
    }

    /// Keeps what a use asks of root and parameters; whether that is new.
    fn learn(&mut self, of: usize, way: Vec<Atom>, last: bool) -> bool {
        let mut demand: Vec<Atom> = way.into_iter().filter(of_arguments).collect();
        demand.dedup();
        let known = &mut self.demands[of];
        if known.contains(&demand) || known.iter().any(Vec::is_empty) {
            return false;
        }
        if known.len() >= DEMANDS || last {
            demand.clear();
        }
        known.push(demand);
        true
    }
}

fn of_arguments(atom: &Atom) -> bool {
    let outside = |name: &Name| !matches!(name, Name::Local(_));
    *atom.form() != Form::default() && atom.form().terms.iter().all(|(name, _)| outside(name))
}
