//! Joins.
//!
//! # Equalities
//! A class survives if both sides have it. For the rest: with the points of one side `c + a·ℤᵏ` and of the
//! other `c' + a'·ℤᵏ`, the least lattice around both is `c + [a, a' − a, c' − c]·ℤ²ᵏ⁺¹`, with variables of the
//! same name side by side. It finds new relations: `i = n` from `i = 0, n = 0` and `i = 1, n = 1`.
//!
//! # Inequalities
//! Not the hull of the polyhedra, whose new rows are many and rarely those that a program is about. Each
//! linear part that a side has, and both directions of each equality that is lost, keeps the weaker of
//! the bounds that the two sides have for it.

use smallvec::SmallVec;

use super::Pure;
use super::equalities::{Equalities, Member};
use super::form::Form;
use super::guard::{Agenda, Manner};
use super::name::{is_parameter, is_plain};
use super::users::Users;
use crate::linear::Dim;
use crate::number::narrow;

/// How many rows a join may try in other words.
const REWRITTEN: usize = 32;

impl Pure {
    /// A state that contains both.
    #[must_use]
    pub fn join(&self, other: &Self) -> Self {
        if other.unsat || self.is_same(other) {
            return self.clone();
        }
        if self.unsat {
            return other.clone();
        }
        let mut joined = self.hull(other);
        let mut agenda = Agenda { manner: Manner::Plain, ..Agenda::default() };
        joined.take_common(self, other);
        agenda.not_negative = self.weakened(other, &joined);
        agenda.not_zero = self.common_disequalities(other, &joined);
        joined.settle(agenda);
        joined
    }

    /// Copies what both say in the same words.
    ///
    /// A dimension that is free on both sides is free in the join, too. Facts about parameters are in the
    /// same words only if these mean the same.
    pub(super) fn take_common(&mut self, left: &Self, right: &Self) {
        let same = left.equalities == right.equalities;
        let both = |mine: &[Form], other: &[Form]| -> Vec<Form> {
            let common =
                |form: &&Form| (same || form.dims().all(is_plain)) && other.binary_search(form).is_ok();
            mine.iter().filter(common).cloned().collect()
        };
        if same && left.rows.is_same(&right.rows) {
            self.rows = left.rows.clone();
        } else {
            self.rows.replace(both(&left.rows, &right.rows).into());
        }
        if same && left.diseqs.is_same(&right.diseqs) {
            self.diseqs = left.diseqs.clone();
        } else {
            self.diseqs = both(&left.diseqs, &right.diseqs).into();
        }
    }

    /// The rows of each side, also in other words, and both directions of each equality that is lost, with bounds that hold on
    /// the other side as well: over the variables of the join, the shortest last.
    fn weakened(&self, other: &Self, joined: &Self) -> Vec<Form> {
        let mut forms: Vec<Form> = Vec::new();
        for (side, opposite) in [(self, other), (other, self)] {
            let rows = side.rows.iter().filter(|row| !joined.is_common(row));
            let rows = rows.filter_map(|row| side.without_parameters(row));
            let lost = side.lost(joined);
            let sides = lost.iter().flat_map(|equation| [equation.negated(), Some(equation.clone())]);
            let rows: Vec<Form> = rows.collect();
            let turned = rewritten(&rows, &lost);
            for form in rows.into_iter().chain(turned).chain(sides.flatten()) {
                let Some(there) = opposite.equalities.reduce(&form) else { continue };
                let bound = if opposite.rows.prove(&there) { Some(0) } else { opposite.rows.least(&there) };
                let row = bound.and_then(|bound| form.plus(bound.min(0).checked_neg()?));
                forms.extend(row.and_then(|row| joined.equalities.reduce(&row)));
            }
        }
        forms.sort_unstable_by(|a, b| (b.terms().len(), b).cmp(&(a.terms().len(), a)));
        forms.dedup();
        forms
    }

    /// Whether a row was taken over in the same words.
    pub(super) fn is_common(&self, row: &Form) -> bool {
        self.rows.binary_search(row).is_ok()
    }

    /// The equalities of both, and nothing else.
    pub(super) fn hull(&self, other: &Self) -> Self {
        Self { equalities: self.equalities.hull(&other.equalities), ..Self::default() }
    }

    /// The equations, over dimensions, that another state does not prove.
    pub(super) fn lost(&self, other: &Self) -> Vec<Form> {
        if self.equalities.is_same(&other.equalities) {
            return Vec::new();
        }
        let same = |member: &&Member| other.equalities.find(member.dim) == (member.root, member.offset);
        let members = self.equalities.members.iter().filter(|member| !same(member)).filter_map(|member| {
            let root = member.root.map_or_else(Form::default, Form::of);
            Form::of(member.dim).add_scaled(-1, &root.plus(member.offset)?)
        });
        let rows = self.equalities.affine.iter().filter_map(|(dim, row)| {
            let equation = Form::of(*dim).add_scaled(-1, row)?;
            self.without_parameters(&equation)
        });
        members.chain(rows).filter(|equation| !other.proves_eq(equation)).collect()
    }

    /// The disequalities of each side that the other proves, over the variables of the join.
    fn common_disequalities(&self, other: &Self, joined: &Self) -> Vec<Form> {
        let mut forms = Vec::new();
        for (side, opposite) in [(self, other), (other, self)] {
            let stored = side.diseqs.iter().filter(|form| joined.diseqs.binary_search(form).is_err());
            let stored = stored.filter_map(|form| side.without_parameters(form));
            // A bound on one side only still says that the values beyond it do not occur.
            let bounds = side.rows.iter().filter(|row| !joined.is_common(row));
            let bounds = bounds.filter_map(|row| side.without_parameters(row)?.plus(1));
            for form in stored.chain(bounds) {
                if opposite.proves_ne(&form) {
                    forms.extend(joined.equalities.reduce(&form));
                }
            }
        }
        forms
    }
}

impl Equalities {
    fn hull(&self, other: &Self) -> Self {
        if self == other {
            return self.clone();
        }
        let is_free = |v: Dim| is_plain(v) && self.is_free(v) && other.is_free(v);
        // A class that both have survives if its root stays what it is.
        let kept = |theirs: &Self, member: &Member| {
            theirs.find(member.dim) == (member.root, member.offset) && member.root.is_none_or(is_free)
        };
        let members: Vec<Member> = self.members.iter().filter(|m| kept(other, m)).copied().collect();
        let changed = [(self, other), (other, self)].into_iter().flat_map(|(side, theirs)| {
            let members = side.members.iter().filter(move |m| !kept(theirs, m)).map(|m| m.dim);
            members.chain(side.affine.iter().map(|&(dim, _)| dim))
        });
        let mut dims: SmallVec<[Dim; 16]> = changed.collect();
        dims.sort_unstable();
        dims.dedup();
        let mut users = Users::default();
        let one = users.fresh();
        let mut names = Names { users, left: Vec::new(), differences: Vec::new() };
        let mut affine = Vec::with_capacity(dims.len());
        for dim in dims {
            let row = self.value(dim).zip(other.value(dim)).and_then(|(left, right)| {
                let difference = right.add_scaled(-1, &left)?;
                let mut terms: SmallVec<[(Dim, i128); 8]> = SmallVec::new();
                for &(v, a) in left.terms() {
                    let v = if is_free(v) { v } else { names.left(v) };
                    terms.push((v, a.into()));
                }
                for &(v, a) in difference.terms() {
                    terms.push((names.difference(v), a.into()));
                }
                terms.push((one, narrow(difference.offset())?.into()));
                Form::collect(left.offset(), &mut terms)
            });
            affine.push((dim, row.unwrap_or_else(|| Form::of(names.users.fresh()))));
        }
        let mut hull = Self { members: members.into(), affine: affine.into() };
        hull.normalise(&mut names.users);
        hull
    }
}

/// The names of the variables of one side, and of what the other adds to them.
struct Names {
    users: Users,
    left: Vec<(Dim, Dim)>,
    differences: Vec<(Dim, Dim)>,
}

impl Names {
    fn left(&mut self, variable: Dim) -> Dim {
        debug_assert!(is_plain(variable) || is_parameter(variable));
        look_up(&mut self.left, variable, &mut self.users)
    }

    fn difference(&mut self, variable: Dim) -> Dim {
        look_up(&mut self.differences, variable, &mut self.users)
    }
}

fn look_up(known: &mut Vec<(Dim, Dim)>, variable: Dim, users: &mut Users) -> Dim {
    if let Some(&(_, name)) = known.iter().find(|(v, _)| *v == variable) {
        return name;
    }
    let name = users.fresh();
    known.push((variable, name));
    name
}

/// Rows with a variable replaced by what an equality that is lost says of it: what one side says of one variable the other may
/// say of its equal.
fn rewritten(rows: &[Form], lost: &[Form]) -> Vec<Form> {
    let mut forms = Vec::new();
    for row in rows {
        for equation in lost {
            for factor in [1, -1] {
                let Some(sum) = row.add_scaled(factor, equation) else { continue };
                let cancelled =
                    row.dims().any(|dim| equation.dims().any(|d| d == dim) && sum.dims().all(|d| d != dim));
                if cancelled && forms.len() < REWRITTEN {
                    forms.push(sum);
                }
            }
        }
    }
    forms
}
