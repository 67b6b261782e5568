//! Sets as a Boolean function: which of the names a value may be in.
//!
//! A name is a Boolean, "the value is in it", and a state is true of the combinations that a value may have (after Cox, "Binary Decision
//! Diagrams for Set Abstraction"). Guards are conjunctions, proofs implications, joins disjunctions, and forgetting is quantification: all
//! exact but for the number of values in a point. Bags have no such encoding; facts about them are ignored.

use super::columns::Columns;
use super::diagram::Diagram;
use super::{Kind, SetDomain, facts};
use crate::linear::Dim;
use crate::pure::{Fact, Form};

/// So many ways to "false" are told as facts; where there are more, it is told that not all is.
const WAYS: usize = 512;

/// Which combinations of sets have a value in common.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bdd {
    columns: Columns,
    may_be: Diagram,
}

impl Bdd {
    fn speaks_of_sets(&self, fact: &Fact) -> bool {
        let is_set = |name: Dim| matches!(self.columns.kind(name), Some(Kind::Set | Kind::Point));
        !matches!(fact, Fact::Ne(_)) && fact.form().dims().all(is_set)
    }

    fn lacks_a_point(&self) -> bool {
        let has_place = |point: Dim| {
            let there = Diagram::comparing(&Form::of(point), |count| count == 1);
            !there.is_some_and(|there| self.may_be.excludes(&there))
        };
        !self.columns.points().all(has_place)
    }

    /// The parts of a set, each apart from the others, that are all of it, if names say so.
    fn partition(&self, whole: Dim) -> Option<Fact> {
        let mut parts: Vec<Dim> = Vec::new();
        for (name, kind) in self.columns.iter() {
            let apart = |part: &Dim| self.proves(&facts::disjoint(*part, name));
            if name != whole
                && kind != Kind::Bag
                && self.proves(&facts::included(name, whole))
                && !self.proves(&facts::included(whole, name))
                && !self.proves(&facts::empty(name))
                && parts.iter().all(apart)
            {
                parts.push(name);
            }
        }
        Some(facts::equal(whole, &parts)).filter(|fact| !parts.is_empty() && self.proves(fact))
    }
}

impl SetDomain for Bdd {
    fn declare(&mut self, name: Dim, kind: Kind) {
        self.columns.insert(name, kind);
    }

    fn names(&self) -> Vec<Dim> {
        self.columns.iter().map(|(name, _)| name).collect()
    }

    fn kind(&self, name: Dim) -> Option<Kind> {
        self.columns.kind(name)
    }

    fn guard(&mut self, fact: &Fact) -> bool {
        if self.speaks_of_sets(fact)
            && let Some(both) = Diagram::comparing(fact.form(), |value| fact.allows(value))
                .and_then(|fact| self.may_be.and(&fact))
        {
            self.may_be = both;
            if self.lacks_a_point() {
                self.may_be = Diagram::never();
            }
        }
        !self.is_unsat()
    }

    fn proves(&self, fact: &Fact) -> bool {
        self.is_unsat()
            || self.speaks_of_sets(fact)
                && Diagram::comparing(fact.form(), |value| !fact.allows(value))
                    .is_some_and(|opposite| self.may_be.excludes(&opposite))
    }

    fn is_unsat(&self) -> bool {
        self.may_be.is_never()
    }

    fn join(&self, other: &Self) -> Self {
        let mut columns = self.columns.clone();
        for (name, kind) in other.columns.iter() {
            columns.insert(name, kind);
        }
        Self { columns, may_be: self.may_be.or(&other.may_be).unwrap_or_default() }
    }

    /// There are finitely many functions of the names of the first state; of others nothing is kept.
    fn widen(&self, next: &Self) -> Self {
        let mut joined = self.join(next);
        let new: Vec<Dim> =
            next.columns.iter().map(|(name, _)| name).filter(|name| self.kind(*name).is_none()).collect();
        joined.forget(&new);
        for (name, kind) in next.columns.iter() {
            joined.declare(name, kind);
        }
        joined
    }

    fn forget(&mut self, names: &[Dim]) {
        self.may_be = self.may_be.exists(names).unwrap_or_default();
        self.columns.remove(names);
    }

    fn rename(&mut self, to: &dyn Fn(Dim) -> Dim) {
        self.may_be = self.may_be.rename(to).unwrap_or_default();
        self.columns.rename(to);
    }

    fn covers(&self, smaller: &Self) -> Result<(), Fact> {
        let joined = self.may_be.or(&smaller.may_be);
        if smaller.is_unsat() || joined.as_ref() == Some(&self.may_be) {
            return Ok(());
        }
        // Where no simple fact tells them apart, it is told that there is one.
        let told = self.facts().into_iter().find(|fact| !smaller.proves(fact));
        Err(told.unwrap_or_else(|| Fact::Ge(Form::constant(-1))))
    }

    /// Which sets are empty, equal, parts of others or apart, which are all parts of another, and what else there is.
    fn facts(&self) -> Vec<Fact> {
        if self.is_unsat() {
            return vec![Fact::Ge(Form::constant(-1))];
        }
        let names: Vec<Dim> =
            self.columns.iter().filter(|(_, kind)| *kind != Kind::Bag).map(|(name, _)| name).collect();
        let mut found: Vec<Fact> = names.iter().filter_map(|name| self.partition(*name)).collect();
        let mut pairs = Vec::new();
        for (n, &a) in names.iter().enumerate() {
            found.extend(Some(facts::empty(a)).filter(|fact| self.proves(fact)));
            for &b in &names[n + 1..] {
                pairs.extend([facts::equal(a, &[b]), facts::included(a, b), facts::included(b, a)]);
                pairs.push(facts::disjoint(a, b));
            }
        }
        // What is said already is not said again.
        let mut said = Self { columns: self.columns.clone(), may_be: Diagram::default() };
        found.retain(|fact| !said.proves(fact) && said.guard(fact));
        pairs.retain(|fact| self.proves(fact) && !said.proves(fact) && said.guard(fact));
        found.extend(pairs);
        // Whoever compares states by their facts must see all of them: each way to "false" is one.
        let Some(refused) = self.may_be.refused(WAYS) else {
            found.push(Fact::Ge(Form::constant(-1)));
            return found;
        };
        for way in refused {
            let count = way.iter().filter(|(_, is_in)| *is_in).count() as i128;
            let sum = way.iter().try_fold(Form::constant(count - 1), |sum, (name, is_in)| {
                sum.add_scaled(if *is_in { -1 } else { 1 }, &Form::of(*name))
            });
            let fact = Fact::Ge(sum.unwrap_or_else(|| Form::constant(-1)));
            if !said.proves(&fact) {
                said.guard(&fact);
                found.push(fact);
            }
        }
        found
    }
}
