//! Forgetting and renaming.
//!
//! To forget a dimension is to project it away. Equalities make that exact: another member of its class
//! or the owner of its variable takes its place, with the congruence that is left. What only inequalities
//! mention is eliminated from them after Fourier and Motzkin, every lower bound with every upper bound:
//! exact over the rationals, and over the integers perhaps too large.

use super::Pure;
use super::equalities::{Equalities, Member};
use super::facts::Fact;
use super::form::Form;
use super::guard::primitive;
use super::name::{is_parameter, is_plain, is_temporary, owner_of, parameter};
use super::users::Users;
use crate::linear::Dim;
use crate::number::{gcd, narrow};

/// How many combinations of inequalities an elimination may leave; the shortest are kept.
const COMBINATIONS: usize = 64;

impl Pure {
    /// Forgets everything about these dimensions; what follows about the others stays.
    pub fn forget(&mut self, dims: &[Dim]) {
        let mut gone = dims.to_vec();
        gone.sort_unstable();
        gone.dedup();
        let occurs = |dim: &Dim| {
            self.equalities.dims().chain(self.rows.iter().flat_map(Form::dims)).any(|d| d == *dim)
                || self.diseqs.iter().any(|form| form.mentions(*dim))
        };
        gone.retain(occurs);
        if gone.is_empty() {
            return;
        }
        // What only disequalities mention goes with them.
        let goes = |dim: Dim| gone.binary_search(&dim).is_ok();
        if !self.equalities.dims().chain(self.rows.iter().flat_map(Form::dims)).any(goes) {
            self.diseqs.edit().retain(|form| !form.dims().any(goes));
            return;
        }
        let mut users = Users::new(self.rows.list(), std::mem::take(&mut self.diseqs));
        self.equalities.forget(&gone, &mut users);
        let agenda = self.take_over(users);
        self.settle(agenda);
    }

    /// Forgets the dimensions that are not to be kept.
    pub fn retain(&mut self, keep: impl Fn(Dim) -> bool) {
        let mut gone = self.dims();
        gone.retain(|&dim| !keep(dim));
        self.forget(&gone);
    }

    /// Forgets the inequalities that are not to be kept, and nothing that equalities say. The outcome of a widening stays one.
    pub fn retain_inequalities(&mut self, keep: impl Fn(&Form) -> bool) {
        if !self.rows.iter().all(&keep) {
            let kept: Vec<Form> = self.rows.iter().filter(|row| keep(row)).cloned().collect();
            self.rows.replace(kept.into());
        }
    }

    /// Forgets what is only known not to be zero.
    pub fn forget_disequalities(&mut self) {
        self.diseqs = super::list::List::default();
    }

    /// Whether some form is known to be a multiple of a number.
    pub fn has_multiples(&self) -> bool {
        self.equalities.affine.iter().any(|(_, row)| row.dims().any(is_parameter))
    }

    /// Forgets which forms are multiples of numbers, but for what other equations say of that.
    pub fn forget_multiples(&mut self) {
        let facts = self.facts();
        *self = Self::default();
        for fact in facts.iter().filter(|fact| !fact.form().dims().any(is_parameter)) {
            match fact {
                Fact::Eq(form) => self.guard_eq(form),
                Fact::Ge(form) => self.guard_ge(form),
                Fact::Ne(form) => self.guard_ne(form),
            };
        }
    }

    /// Renames the dimensions, all at once; different ones that occur get different names.
    pub fn rename(&mut self, name: impl Fn(Dim) -> Dim) {
        let reserved: Vec<Dim> = self.dims().into_iter().filter(|&dim| !is_plain(name(dim))).collect();
        if !reserved.is_empty() {
            // Facts about names that are not the caller's are ignored.
            self.forget(&reserved);
        }
        let variable = |v: Dim| if is_parameter(v) { parameter(name(owner_of(v))) } else { name(v) };
        let dims = self.dims();
        if dims.iter().all(|&dim| name(dim) == dim) {
            return;
        }
        self.equalities.rename(&name, &variable);
        self.rows.rename(variable);
        if !self.diseqs.is_empty() {
            let renamed = self.diseqs.iter().filter_map(|form| primitive(form.rename(variable)).open());
            let mut renamed: Vec<Form> = renamed.collect();
            renamed.sort_unstable();
            self.diseqs = renamed.into();
        }
        if !dims.is_sorted_by_key(|&dim| name(dim)) {
            self.restore_order();
        }
    }

    /// Makes the state canonical after dimensions changed their order.
    fn restore_order(&mut self) {
        let mut users = Users::new(self.rows.list(), std::mem::take(&mut self.diseqs));
        self.equalities.restore_order(&mut users);
        let agenda = self.take_over(users);
        self.settle(agenda);
    }
}

impl Equalities {
    fn forget(&mut self, gone: &[Dim], users: &mut Users) {
        let goes = |dim: Dim| gone.binary_search(&dim).is_ok();
        if self.members.iter().any(|member| goes(member.dim)) {
            self.members.edit().retain(|member| !goes(member.dim));
        }
        for &dim in gone {
            let heir = self.members.iter().find(|member| member.root == Some(dim)).copied();
            match heir {
                Some(heir) => self.promote(dim, heir, users),
                None => self.unname(dim, users),
            }
        }
        self.normalise(users);
    }

    /// Makes a member the root of its class; the old root is gone.
    fn promote(&mut self, root: Dim, heir: Member, users: &mut Users) {
        // An offset that does not fit is forgotten with its dimension.
        let members = self.members.edit();
        members.retain(|member| member.dim != heir.dim);
        members.retain_mut(|member| {
            if member.root != Some(root) {
                return true;
            }
            member.root = Some(heir.dim);
            let shifted = member.offset.checked_sub(heir.offset);
            member.offset = shifted.unwrap_or_default();
            shifted.is_some()
        });
        if let Ok(at) = self.place(root) {
            let (_, row) = self.affine.edit().remove(at);
            let Some(row) = row.plus(heir.offset) else { return self.unown(root, users) };
            let at = self.place(heir.dim).unwrap_or_else(|at| at);
            self.affine.edit().insert(at, (heir.dim, row));
            self.substitute(0, parameter(root), &Form::of(parameter(heir.dim)), users);
        } else {
            let by = heir.offset.checked_neg().map(|offset| Form::of(heir.dim).with_offset(offset));
            let by = by.unwrap_or_else(|| Form::of(users.fresh()));
            self.substitute(0, root, &by, users);
        }
    }

    /// Takes a root that is alone in its class out of the equations.
    fn unname(&mut self, dim: Dim, users: &mut Users) {
        if let Ok(at) = self.place(dim) {
            self.affine.edit().remove(at);
            self.unown(dim, users);
        } else {
            let variable = Form::of(users.fresh());
            self.substitute(0, dim, &variable, users);
        }
    }

    /// Takes the parameter away from a dimension whose row is gone.
    fn unown(&mut self, dim: Dim, users: &mut Users) {
        let variable = Form::of(users.fresh());
        self.substitute(0, parameter(dim), &variable, users);
    }

    fn rename(&mut self, name: &impl Fn(Dim) -> Dim, variable: &impl Fn(Dim) -> Dim) {
        if !self.members.is_empty() {
            let members = self.members.edit();
            for member in members.iter_mut() {
                member.dim = name(member.dim);
                member.root = member.root.map(name);
            }
            members.sort_unstable_by_key(|member| member.dim);
        }
        if !self.affine.is_empty() {
            let affine = self.affine.edit();
            for (dim, row) in affine.iter_mut() {
                *dim = name(*dim);
                *row = row.rename(variable);
            }
            affine.sort_unstable_by_key(|(dim, _)| *dim);
        }
    }

    /// Makes the oldest of each class its root again, and the rows canonical.
    fn restore_order(&mut self, users: &mut Users) {
        let mut at = 0;
        while let Some(&heir) = self.members.get(at) {
            match heir.root {
                Some(root) if root > heir.dim => {
                    self.promote(root, heir, users);
                    let place = self.members.partition_point(|member| member.dim < root);
                    if let Some(offset) = heir.offset.checked_neg() {
                        self.members.edit().insert(place, Member { dim: root, root: Some(heir.dim), offset });
                    }
                }
                _ => at += 1,
            }
        }
        self.normalise(users);
    }
}

/// Eliminates all temporaries from forms that are at least zero.
pub(super) fn eliminate(forms: &mut Vec<Form>) {
    while let Some(variable) = cheapest(forms) {
        let (mut lower, mut upper, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for form in forms.drain(..) {
            match form.coefficient(variable) {
                0 => others.push(form),
                a if a > 0 => lower.push(form),
                _ => upper.push(form),
            }
        }
        let pairs = lower.iter().flat_map(|low| upper.iter().map(move |up| (low, up)));
        let mut sums: Vec<Form> = pairs.filter_map(|(low, up)| combine(low, up, variable)).collect();
        sums.sort_unstable_by(|a, b| (a.terms().len(), a).cmp(&(b.terms().len(), b)));
        sums.dedup();
        sums.truncate(COMBINATIONS);
        others.append(&mut sums);
        *forms = others;
    }
}

/// The temporary whose elimination leaves the fewest forms.
fn cheapest(forms: &[Form]) -> Option<Dim> {
    let mut counts: Vec<(Dim, usize, usize)> = Vec::new();
    for &(v, a) in forms.iter().flat_map(Form::terms).filter(|(v, _)| is_temporary(*v)) {
        let at = counts.iter().position(|&(known, ..)| known == v).unwrap_or_else(|| {
            counts.push((v, 0, 0));
            counts.len() - 1
        });
        if a > 0 { counts[at].1 += 1 } else { counts[at].2 += 1 }
    }
    counts.into_iter().min_by_key(|&(v, lower, upper)| (lower * upper, v)).map(|(v, ..)| v)
}

/// The sum of positive multiples in which the variable does not occur, in lowest terms.
fn combine(lower: &Form, upper: &Form, variable: Dim) -> Option<Form> {
    let (a, b) = (lower.coefficient(variable), upper.coefficient(variable).checked_neg()?);
    let common = narrow(i128::try_from(gcd(a.unsigned_abs().into(), b.unsigned_abs().into())).ok()?)?;
    let sum = lower.scaled(b / common)?.add_scaled(a / common, upper)?;
    match sum.content()? {
        0 => Some(sum),
        content => Some(sum.divided(content)),
    }
}
