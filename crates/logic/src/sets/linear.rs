//! Linear relations over characteristic functions: Karr's domain for sets.
//!
//! The counts of all names at one value are integers, and what is known of them at any value is a [`Pure`]. A set is `0 ≤ E ≤ 1`, a
//! bag `0 ≤ M`; these bounds are facts like any other, so that forgetting a name leaves behind what its bounds said: from `E = F + G`
//! without `G` stays `F ≤ E`. Guards, proofs, joins and inclusion are those of [`Pure`], which are exact for equations and decide
//! inequalities over the rationals. What needs the integers is found by looking at one name twice: at any one value a set has
//! it or has it not (`by_cases`).

use super::columns::Columns;
use super::{Kind, SetDomain, valuations};
use crate::linear::Dim;
use crate::pure::{Fact, Form, Pure, is_parameter};

/// Linear equations and inequalities between sets and bags.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linear {
    columns: Columns,
    counts: Pure,
}

/// Counts of sets that give way stop here.
const THRESHOLDS: [i128; 2] = [0, 1];

/// So many names are looked at case by case for one question, those it speaks of first.
const CASES: usize = 8;

/// Inequalities with larger factors are given up where states meet. No structure says such; two in a row have factors of two.
const MULTIPLE: u64 = 2;

impl Linear {
    /// The counts where there are also those names of another state that are missing here.
    fn with_names_of(&self, other: &Self) -> Self {
        let mut all = self.clone();
        for (name, kind) in other.columns.iter() {
            all.declare(name, kind);
        }
        all
    }

    fn conjoin(&mut self, fact: &Fact) -> bool {
        match fact {
            Fact::Eq(form) => self.counts.guard_eq(form),
            Fact::Ge(form) => self.counts.guard_ge(form),
            Fact::Ne(_) => !self.counts.is_unsat(),
        }
    }

    /// Whether no value can be in one of some points.
    fn lacks_one_of(&self, points: &[Dim]) -> bool {
        let has_no_place =
            |point: &Dim| Form::of(*point).negated().is_some_and(|form| self.counts.proves_ge(&form));
        points.iter().any(has_no_place)
    }

    /// Without the inequalities that grow from one join to the next, and relate nothing: bounds by numbers on how often a value is in bags,
    /// and multiples; and without what counts differ from, which is no relation between sets.
    fn without_numbers(mut self) -> Self {
        let columns = &self.columns;
        let of_bags = |row: &Form| row.dims().any(|name| columns.kind(name) == Some(Kind::Bag));
        let is_multiple = |row: &Form| row.terms().iter().any(|(_, factor)| factor.unsigned_abs() > MULTIPLE);
        self.counts.retain_inequalities(|row| !(row.offset() != 0 && of_bags(row) || is_multiple(row)));
        self.counts.forget_disequalities();
        self.tidy();
        self
    }

    /// A join that is seen to cover both sides. That a count is a multiple of a number may follow from bounds of whole numbers on a side, which
    /// inclusion does not find again; nothing that structures say of sets needs it.
    fn covering(mut self, left: &Self, right: &Self) -> Self {
        if self.counts.has_multiples() && (self.covers(left).is_err() || self.covers(right).is_err()) {
            self.counts.forget_multiples();
            self.tidy();
        }
        self
    }

    /// Forgets what no count being negative says already: that sums of counts are not.
    fn tidy(&mut self) {
        let columns = &self.columns;
        let is_count = |(name, factor): &(Dim, i64)| *factor > 0 && columns.kind(*name).is_some();
        let is_sum =
            |row: &Form| row.terms().len() > 1 && row.offset() >= 0 && row.terms().iter().all(is_count);
        self.counts.retain_inequalities(|row| !is_sum(row));
    }

    /// Whether a fact holds where one name's count is zero, and where it is one.
    fn by_cases(&self, fact: &Fact) -> bool {
        let split = |name: Dim| {
            [0, 1].into_iter().all(|count| {
                let mut case = self.counts.clone();
                let Some(form) = Form::of(name).plus(-count) else { return false };
                !case.guard_eq(&form) || proves(&case, fact)
            })
        };
        let is_set = |name: &Dim| matches!(self.columns.kind(*name), Some(Kind::Set | Kind::Point));
        let matters = |name: &Dim| fact.form().mentions(*name) || !self.counts.is_loose(*name);
        let names = self.counts.connected(fact.form().dims());
        // Bags and points are connected by sums alone, which need no more than rounding.
        if !names.iter().any(|name| self.columns.kind(*name) == Some(Kind::Set)) {
            return false;
        }
        names.into_iter().filter(|name| is_set(name) && matters(name)).take(CASES).any(split)
    }
}

fn proves(counts: &Pure, fact: &Fact) -> bool {
    match fact {
        Fact::Eq(form) => counts.proves_eq(form),
        Fact::Ge(form) => counts.proves_ge(form),
        // No relation between sets is that two counts differ everywhere.
        Fact::Ne(_) => counts.is_unsat(),
    }
}

impl SetDomain for Linear {
    fn declare(&mut self, name: Dim, kind: Kind) {
        if !self.columns.insert(name, kind) {
            return;
        }
        self.counts.guard_ge(&Form::of(name));
        if kind != Kind::Bag
            && let Some(upper) = Form::of(name).negated().and_then(|form| form.plus(1))
        {
            self.counts.guard_ge(&upper);
        }
    }

    fn names(&self) -> Vec<Dim> {
        self.columns.iter().map(|(name, _)| name).collect()
    }

    fn kind(&self, name: Dim) -> Option<Kind> {
        self.columns.kind(name)
    }

    fn guard(&mut self, fact: &Fact) -> bool {
        // Of those that it says nothing of, nothing changes. What it decides may not be connected any more afterwards.
        let mut points = self.counts.connected(fact.form().dims());
        points.retain(|name| self.columns.kind(*name) == Some(Kind::Point));
        if self.conjoin(fact) && self.lacks_one_of(&points) {
            self.counts.guard_ge(&Form::constant(-1));
        }
        !self.counts.is_unsat()
    }

    fn assume(&mut self, facts: &[Fact]) {
        for fact in facts {
            self.conjoin(fact);
        }
    }

    fn proves(&self, fact: &Fact) -> bool {
        self.proves_given(&[], fact)
    }

    fn proves_given(&self, more: &[Fact], fact: &Fact) -> bool {
        if proves(&self.counts, fact) {
            return true;
        }
        let known = self.counts.facts();
        valuations::follows(known.iter().chain(more), fact, |name| self.columns.kind(name)).unwrap_or_else(
            || {
                let mut all = self.clone();
                all.assume(more);
                proves(&all.counts, fact) || (!matches!(fact, Fact::Ne(_)) && all.by_cases(fact))
            },
        )
    }

    fn is_unsat(&self) -> bool {
        self.counts.is_unsat()
    }

    fn join(&self, other: &Self) -> Self {
        let (left, right) = (self.with_names_of(other), other.with_names_of(self));
        Self { counts: left.counts.join(&right.counts), columns: left.columns.clone() }
            .without_numbers()
            .covering(&left, &right)
    }

    fn widen(&self, next: &Self) -> Self {
        let (left, right) = (self.with_names_of(next), next.with_names_of(self));
        Self { counts: left.counts.widen(&right.counts, &THRESHOLDS), columns: left.columns.clone() }
            .without_numbers()
            .covering(&left, &right)
    }

    fn forget(&mut self, names: &[Dim]) {
        self.columns.remove(names);
        // Facts may have spoken of names that nobody declared: they must not be taken for others that get their name.
        self.counts.retain(|name| self.columns.kind(name).is_some());
        self.tidy();
    }

    fn rename(&mut self, to: &dyn Fn(Dim) -> Dim) {
        self.counts.rename(to);
        self.columns.rename(to);
    }

    fn covers(&self, smaller: &Self) -> Result<(), Fact> {
        let smaller = smaller.with_names_of(self);
        let Err(missing) = self.counts.covers(&smaller.counts) else { return Ok(()) };
        let facts = self.counts.facts();
        // Divisibility means nothing elsewhere.
        if facts.iter().any(|fact| fact.form().dims().any(is_parameter)) {
            return Err(missing);
        }
        facts.into_iter().find(|fact| !smaller.proves(fact)).map_or(Ok(()), Err)
    }

    /// Without the bounds that every set has, and without divisibility.
    fn facts(&self) -> Vec<Fact> {
        let mut facts = self.counts.facts();
        let is_bound = |fact: &Fact| matches!(fact, Fact::Ge(form) if matches!(form.terms(), [_]));
        let is_named = |fact: &Fact| fact.form().dims().all(|name| self.kind(name).is_some());
        facts.retain(|fact| !is_bound(fact) && is_named(fact));
        facts
    }
}
