//! One equation for each set: the compact domain of the paper ("LIN", section 6).
//!
//! A state has for each name at most one equation `E = {α…} ⊎ F ⊎ …` over names that have none, and inclusions between any names. What does
//! not fit that form is not kept: a second equation is rewritten by the first and kept for another name if one is free, else dropped,
//! and unions and differences are only known where an equation implies them. Which sets are apart is noted, for what was just allocated. A join keeps what both sides prove, among it the
//! paper's generalization `(E = F, X = ∅) ⊔ (E = {α} ⊎ F, X = {α}) = (E = F ⊎ X)`. Bags are not kept.

use std::collections::{BTreeMap, BTreeSet};

use super::columns::Columns;
use super::{Kind, SetDomain, facts};
use crate::linear::Dim;
use crate::pure::{Fact, Form};

/// Equations and inclusions between sets.
///
/// Invariant: names on the right of an equation have none themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lin {
    columns: Columns,
    unsat: bool,
    equations: BTreeMap<Dim, BTreeSet<Dim>>,
    /// Pairs of a part and a whole.
    included: BTreeSet<(Dim, Dim)>,
    /// Pairs of sets that have nothing in common, the smaller name first.
    apart: BTreeSet<(Dim, Dim)>,
}

/// More ways than this to write one set as a union are not tried.
const MOST_UNIONS: usize = 64;

/// Names with the factors they have in a form.
type Factors = BTreeMap<Dim, i64>;

impl Lin {
    /// A form by names that have no equation; `None` if it is not about sets alone, or too large.
    fn reduced(&self, form: &Form) -> Option<Factors> {
        let mut factors = Factors::new();
        for &(name, factor) in form.terms() {
            if !matches!(self.columns.kind(name), Some(Kind::Set | Kind::Point)) {
                return None;
            }
            let mut add = |name: Dim| {
                let sum = factors.entry(name).or_insert(0);
                *sum = sum.checked_add(factor)?;
                Some(())
            };
            match self.equations.get(&name) {
                Some(parts) => parts.iter().try_for_each(|part| add(*part))?,
                None => add(name)?,
            }
        }
        factors.retain(|_, factor| *factor != 0);
        Some(factors)
    }

    /// The names a set is the disjoint union of.
    fn parts(&self, name: Dim) -> BTreeSet<Dim> {
        self.equations.get(&name).cloned().unwrap_or_else(|| BTreeSet::from([name]))
    }

    fn is_empty(&self, name: Dim) -> bool {
        self.equations.get(&name).is_some_and(BTreeSet::is_empty)
    }

    /// The sets that a set is known to be part of, itself among them.
    fn wholes(&self, part: Dim) -> Vec<Dim> {
        let mut found = vec![part];
        let mut next = 0;
        while let Some(inner) = found.get(next).copied() {
            next += 1;
            let listed = self.included.iter().filter(|(part, _)| *part == inner).map(|(_, whole)| *whole);
            // All parts of the inner one are parts of the outer one.
            let parts = self.parts(inner);
            let composed =
                self.columns.iter().map(|(name, _)| name).filter(|name| parts.is_subset(&self.parts(*name)));
            for whole in listed.chain(composed).collect::<Vec<_>>() {
                if !found.contains(&whole) {
                    found.push(whole);
                }
            }
        }
        found
    }

    /// Whether two sets are parts of sets that are apart.
    fn are_apart(&self, a: Dim, b: Dim) -> bool {
        let (a, b) = (self.wholes(a), self.wholes(b));
        self.apart.iter().any(|(x, y)| a.contains(x) && b.contains(y) || a.contains(y) && b.contains(x))
    }

    /// A name without an equation gets one. What would be twice in a set is not in it at all.
    fn define(&mut self, name: Dim, parts: BTreeSet<Dim>) {
        let mut twice = BTreeSet::new();
        for other in self.equations.values_mut().filter(|other| other.contains(&name)) {
            other.remove(&name);
            twice.extend(other.intersection(&parts));
            other.extend(&parts);
        }
        self.equations.insert(name, parts);
        for name in twice {
            self.set_empty(name);
        }
    }

    fn set_empty(&mut self, name: Dim) {
        let parts = self.parts(name);
        if parts.iter().chain([&name]).any(|part| self.columns.kind(*part) == Some(Kind::Point)) {
            self.unsat = true;
            return;
        }
        for part in parts {
            self.equations.values_mut().for_each(|other| {
                other.remove(&part);
            });
            self.equations.insert(part, BTreeSet::new());
        }
    }

    fn guard_equal(&mut self, form: &Form) {
        let Some(factors) = self.reduced(form).filter(|_| form.offset() == 0) else { return };
        let side = |sign: i64| -> BTreeSet<Dim> {
            factors.iter().filter(|(_, factor)| **factor == sign).map(|(name, _)| *name).collect()
        };
        let (plus, minus) = (side(1), side(-1));
        if factors.values().all(|factor| *factor > 0) || factors.values().all(|factor| *factor < 0) {
            for name in factors.keys() {
                self.set_empty(*name);
            }
        } else if plus.len() + minus.len() == factors.len() {
            // Sets rather than points, later names rather than earlier ones get the equation.
            let worth = |name: &Dim| (self.columns.kind(*name) == Some(Kind::Set), *name);
            let alone = |side: &BTreeSet<Dim>| side.first().copied().filter(|_| side.len() == 1);
            match (alone(&plus), alone(&minus)) {
                (Some(a), Some(b)) if worth(&a) < worth(&b) => self.define(b, plus),
                (Some(a), _) => self.define(a, minus),
                (None, Some(b)) => self.define(b, plus),
                (None, None) => {}
            }
        }
    }

    fn guard_included(&mut self, form: &Form) {
        let terms = form.terms();
        let is_set =
            |(name, _): &(Dim, i64)| matches!(self.columns.kind(*name), Some(Kind::Set | Kind::Point));
        if form.offset() == 1 && terms.iter().all(|term| is_set(term) && term.1 == -1) {
            let pairs =
                terms.iter().enumerate().flat_map(|(n, (a, _))| terms[n + 1..].iter().map(|(b, _)| (*a, *b)));
            self.apart.extend(pairs);
        }
        if form.offset() != 0 || !terms.iter().all(is_set) {
            return;
        }
        let wholes: Vec<&(Dim, i64)> = terms.iter().filter(|(_, factor)| *factor > 0).collect();
        let parts: Vec<Dim> = terms.iter().filter(|(_, factor)| *factor < 0).map(|(name, _)| *name).collect();
        match wholes.as_slice() {
            [] => parts.into_iter().for_each(|name| self.set_empty(name)),
            [(whole, 1)] => self.included.extend(parts.into_iter().map(|part| (part, *whole))),
            _ => {}
        }
    }

    /// What is part of nothing is nothing.
    fn settle(&mut self) {
        let empty = |sets: &Self| {
            let lost = |(part, whole): &&(Dim, Dim)| sets.is_empty(*whole) && !sets.is_empty(*part);
            sets.included.iter().find(lost).map(|(part, _)| *part)
        };
        while let Some(part) = empty(self).filter(|_| !self.unsat) {
            self.set_empty(part);
        }
    }

    /// Whether a sum is never negative: each name that is taken away is part of something that is left.
    fn never_negative(&self, form: &Form) -> bool {
        let Some(mut left) = self.reduced(form) else { return false };
        if let ([(part, -1), (whole, 1)] | [(whole, 1), (part, -1)], 0) = (form.terms(), form.offset())
            && self.wholes(*part).contains(whole)
        {
            return true;
        }
        if let ([(a, -1), (b, -1)], 1) = (form.terms(), form.offset())
            && self.apart.contains(&(*a, *b))
        {
            return true;
        }
        let taken: Vec<(Dim, i64)> =
            left.iter().filter(|(_, factor)| **factor < 0).map(|(name, factor)| (*name, *factor)).collect();
        if form.offset() > 0 {
            // What one set is the disjoint union of is at one value once at most.
            let all: BTreeSet<Dim> = taken.iter().map(|(name, _)| *name).collect();
            let together = all.len() <= 1
                || self.equations.values().any(|parts| all.is_subset(parts))
                || all.iter().all(|a| all.range(*a..).skip(1).all(|b| self.are_apart(*a, *b)));
            return taken.iter().all(|(_, factor)| i128::from(*factor) >= -form.offset()) && together;
        }
        form.offset() == 0
            && taken.into_iter().all(|(part, factor)| {
                // The whole may stand there by its parts.
                let fits = |left: &Factors, whole: Dim| {
                    self.parts(whole).iter().all(|name| left.get(name).is_some_and(|has| *has >= -factor))
                };
                let Some(whole) = self.wholes(part).into_iter().find(|whole| fits(&left, *whole)) else {
                    return false;
                };
                for name in self.parts(whole) {
                    *left.entry(name).or_insert(0) += factor;
                }
                true
            })
    }

    /// The ways to write a set as a disjoint union of others: each takes away parts that are left, the first of them among these.
    fn unions(&self, left: &BTreeSet<Dim>, chosen: &mut Vec<Dim>, whole: Dim, found: &mut Vec<Fact>) {
        let Some(first) = left.first() else {
            found.push(facts::equal(whole, chosen));
            return;
        };
        for (name, _) in self.columns.iter().filter(|(name, _)| *name != whole) {
            let parts = self.parts(name);
            if parts.contains(first) && parts.is_subset(left) && found.len() < MOST_UNIONS {
                chosen.push(name);
                self.unions(&left.difference(&parts).copied().collect(), chosen, whole, found);
                chosen.pop();
            }
        }
    }

    /// What a join may keep of this side.
    fn candidates(&self) -> Vec<Fact> {
        let mut all = Vec::new();
        for (name, _) in self.columns.iter() {
            let mut found = Vec::new();
            self.unions(&self.parts(name), &mut Vec::new(), name, &mut found);
            all.append(&mut found);
        }
        all.extend(self.included.iter().map(|(part, whole)| facts::included(*part, *whole)));
        for (name, parts) in &self.equations {
            all.extend(parts.iter().map(|part| facts::included(*part, *name)));
        }
        all.extend(self.apart.iter().map(|(a, b)| facts::disjoint(*a, *b)));
        all
    }
}

impl SetDomain for Lin {
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
        match fact {
            Fact::Eq(form) => self.guard_equal(form),
            Fact::Ge(form) => self.guard_included(form),
            Fact::Ne(_) => {}
        }
        self.settle();
        !self.unsat
    }

    fn proves(&self, fact: &Fact) -> bool {
        self.unsat
            || match fact {
                Fact::Eq(form) => {
                    form.offset() == 0 && self.reduced(form).is_some_and(|factors| factors.is_empty())
                }
                Fact::Ge(form) => self.never_negative(form),
                Fact::Ne(_) => false,
            }
    }

    fn is_unsat(&self) -> bool {
        self.unsat
    }

    fn join(&self, other: &Self) -> Self {
        let mut joined = Self { columns: self.columns.clone(), ..Self::default() };
        for (name, kind) in other.columns.iter() {
            joined.declare(name, kind);
        }
        if self.unsat || other.unsat {
            let known = if self.unsat { other } else { self };
            return Self { columns: joined.columns, ..known.clone() };
        }
        for fact in self.candidates().into_iter().chain(other.candidates()) {
            if self.proves(&fact) && other.proves(&fact) && !joined.proves(&fact) {
                joined.guard(&fact);
            }
        }
        joined
    }

    /// What is kept of a join is among finitely many facts of the previous outcome's names.
    fn widen(&self, next: &Self) -> Self {
        let mut joined = self.join(next);
        let kept = |fact: &Fact| fact.form().dims().all(|name| self.kind(name).is_some());
        let all = joined.facts();
        if !all.iter().all(kept) {
            joined = Self { columns: joined.columns, ..Self::default() };
            all.iter().filter(|fact| kept(fact)).for_each(|fact| {
                joined.guard(fact);
            });
        }
        joined
    }

    fn forget(&mut self, names: &[Dim]) {
        for &name in names {
            let inclusions: Vec<(Dim, Dim)> = self
                .columns
                .iter()
                .filter(|(part, _)| *part != name)
                .flat_map(|(part, _)| self.wholes(part).into_iter().map(move |whole| (part, whole)))
                .filter(|(part, whole)| part != whole && *whole != name)
                .collect();
            if self.equations.remove(&name).is_none() {
                self.solve_without(name);
            }
            self.included.extend(inclusions);
            self.included.retain(|(part, whole)| *part != name && *whole != name);
            self.apart.retain(|(a, b)| *a != name && *b != name);
            self.columns.remove(&[name]);
        }
        let known = std::mem::take(&mut self.included);
        self.included = known
            .into_iter()
            .filter(|(part, whole)| !self.parts(*part).is_subset(&self.parts(*whole)))
            .collect();
    }

    fn rename(&mut self, to: &dyn Fn(Dim) -> Dim) {
        self.columns.rename(to);
        let equations = std::mem::take(&mut self.equations);
        self.equations = equations
            .into_iter()
            .map(|(name, parts)| (to(name), parts.into_iter().map(to).collect()))
            .collect();
        let included = std::mem::take(&mut self.included);
        self.included = included.into_iter().map(|(part, whole)| (to(part), to(whole))).collect();
        let apart = std::mem::take(&mut self.apart);
        let ordered = |(a, b): (Dim, Dim)| (to(a).min(to(b)), to(a).max(to(b)));
        self.apart = apart.into_iter().map(ordered).collect();
    }

    fn covers(&self, smaller: &Self) -> Result<(), Fact> {
        self.facts().into_iter().find(|fact| !smaller.proves(fact)).map_or(Ok(()), Err)
    }

    fn facts(&self) -> Vec<Fact> {
        if self.unsat {
            return vec![Fact::Ge(Form::constant(-1))];
        }
        let equal = |(name, parts): (&Dim, &BTreeSet<Dim>)| {
            facts::equal(*name, &parts.iter().copied().collect::<Vec<_>>())
        };
        let included = self.included.iter().map(|(part, whole)| facts::included(*part, *whole));
        let apart = self.apart.iter().map(|(a, b)| facts::disjoint(*a, *b));
        self.equations.iter().map(equal).chain(included).chain(apart).collect()
    }
}

impl Lin {
    /// Takes a name out of the equations: the one with the fewest other parts says what it is, and stands for it where its parts do.
    fn solve_without(&mut self, name: Dim) {
        let with = |(_, parts): &(&Dim, &BTreeSet<Dim>)| parts.contains(&name);
        let users: Vec<Dim> = self.equations.iter().filter(with).map(|(user, _)| *user).collect();
        let Some(&by) = users.iter().min_by_key(|user| self.equations[user].len()) else { return };
        let Some(known) = self.equations.remove(&by) else { return };
        for user in users.into_iter().filter(|user| *user != by) {
            let Some(parts) = self.equations.remove(&user) else { continue };
            if known.is_subset(&parts) {
                let rest = parts.difference(&known).copied().chain([by]).collect();
                self.equations.insert(user, rest);
            }
        }
    }
}
