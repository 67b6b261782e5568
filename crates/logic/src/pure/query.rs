//! Questions.
//!
//! A form is reduced to variables first; the inequalities answer what is then left.

use super::Pure;
use super::form::{Form, times};
use super::guard::{Primitive, primitive};
use smallvec::SmallVec;

use crate::linear::Dim;
use crate::number::{floor_div, narrow};

impl Pure {
    /// Whether the form is zero at every point. False: not proved.
    pub fn proves_eq(&self, form: &Form) -> bool {
        self.unsat || self.reduce(form).is_some_and(|form| self.holds_eq(&form))
    }

    /// Whether the form is at least zero at every point. False: not proved.
    pub fn proves_ge(&self, form: &Form) -> bool {
        self.unsat || self.reduce(form).is_some_and(|form| self.holds_ge(&form))
    }

    /// Whether the form is zero at no point. False: not proved.
    pub fn proves_ne(&self, form: &Form) -> bool {
        self.unsat || self.reduce(form).is_some_and(|form| self.holds_ne(form))
    }

    /// The least value of the form, or a lower bound for it, if one is known.
    pub fn minimum(&self, form: &Form) -> Option<i128> {
        if self.unsat { None } else { self.rows.least(&self.reduce(form)?) }
    }

    /// The greatest value of the form, or an upper bound for it, if one is known.
    pub fn maximum(&self, form: &Form) -> Option<i128> {
        if self.unsat { None } else { self.most(&self.reduce(form)?) }
    }

    /// The value of the form, if it is known to be the same everywhere.
    pub fn constant(&self, form: &Form) -> Option<i128> {
        self.reduce(form)?.as_constant()
    }

    /// The form over variables, the same one for all forms that equalities make equal: for who compares one with many.
    pub fn canonical(&self, form: &Form) -> Option<Form> {
        self.reduce(form)
    }

    /// The form over dimensions that others are determined by, if it can be said so.
    pub fn in_other_words(&self, form: &Form) -> Option<Form> {
        self.over_dims_exactly(&self.reduce(form)?)
    }

    /// These dimensions, and those that facts connect with them.
    pub fn connected(&self, dims: impl IntoIterator<Item = Dim>) -> Vec<Dim> {
        let mut found: Vec<Dim> = dims.into_iter().collect();
        let mut next = 0;
        while let Some(dim) = found.get(next).copied() {
            next += 1;
            let mut see = |other: Dim| {
                if !found.contains(&other) {
                    found.push(other);
                }
            };
            for member in self.equalities.members.iter() {
                if member.dim == dim || member.root == Some(dim) {
                    see(member.dim);
                    member.root.iter().copied().for_each(&mut see);
                }
            }
            for (owner, row) in self.equalities.affine.iter() {
                if *owner == dim || row.mentions(dim) {
                    see(*owner);
                    row.dims().for_each(&mut see);
                }
            }
            self.rows.iter().filter(|row| row.mentions(dim)).flat_map(Form::dims).for_each(&mut see);
        }
        found
    }

    /// Whether no equality and at most one inequality, its own bounds not counted, mentions a dimension: of the others nothing follows
    /// from its being between its bounds that does not follow from one of these.
    pub fn is_loose(&self, dim: Dim) -> bool {
        let together = self.rows.iter().filter(|row| row.terms().len() > 1 && row.mentions(dim));
        together.take(2).count() < 2 && !self.equalities.dims().any(|other| other == dim)
    }

    /// The remainder of the form, from zero to `modulus − 1`, if it is known to be the same everywhere.
    pub fn residue(&self, form: &Form, modulus: i64) -> Option<i64> {
        let form = self.reduce(form)?;
        let divides = |&(_, a): &(Dim, i64)| a.checked_rem(modulus) == Some(0);
        if modulus < 1 || !form.terms().iter().all(divides) {
            return None;
        }
        narrow(form.offset().rem_euclid(modulus.into()))
    }

    /// The form as a sum `D + R` with `D` divisible by the modulus and `0 ≤ R < modulus`, if it is known to
    /// be one. Both are forms over dimensions.
    pub fn split(&self, form: &Form, modulus: i64) -> Option<(Form, Form)> {
        let reduced = self.reduce(form)?;
        let mut terms: SmallVec<[(Dim, i128); 4]> = reduced
            .terms()
            .iter()
            .filter(|(_, a)| a.checked_rem(modulus) != Some(0))
            .map(|&(v, a)| (v, a.into()))
            .collect();
        let rest = Form::collect(reduced.offset(), &mut terms)?;
        // The part that is divisible may take in multiples until the rest starts at zero.
        let rounds = floor_div(self.rows.least(&rest)?, modulus.into())?;
        let rest = rest.plus(times(modulus, rounds)?.checked_neg()?)?;
        let highest = Form::constant(i128::from(modulus) - 1).add_scaled(-1, &rest)?;
        if modulus < 1 || !self.rows.prove(&rest) || !self.rows.prove(&highest) {
            return None;
        }
        let divisible = self.over_dims_exactly(&reduced.add_scaled(-1, &rest)?)?;
        let rest = form.add_scaled(-1, &divisible)?;
        Some((divisible, rest))
    }

    /// Whether a form over variables is zero.
    ///
    /// No rows imply an equality over the rationals, but rounding may still find one.
    pub(super) fn holds_eq(&self, form: &Form) -> bool {
        match form.as_constant() {
            Some(value) => value == 0,
            None => self.rows.least(form) == Some(0) && self.most(form) == Some(0),
        }
    }

    /// Whether a form over variables is at least zero.
    pub(super) fn holds_ge(&self, form: &Form) -> bool {
        if self.rows.prove(form) {
            return true;
        }
        // One less would do, if a disequality excludes the only value in the way.
        !self.diseqs.is_empty()
            && form.plus(1).is_some_and(|more| self.is_stored_ne(&more) && self.rows.prove(&more))
    }

    /// Whether a form over variables is never zero.
    pub(super) fn holds_ne(&self, form: Form) -> bool {
        let form = match primitive(form) {
            Primitive::NotZero => return true,
            Primitive::Zero | Primitive::TooLarge => return false,
            Primitive::Open(form) => form,
        };
        self.diseqs.binary_search(&form).is_ok() || self.is_apart(&form)
    }

    /// Whether the inequalities keep a form over variables on one side of zero.
    pub(super) fn is_apart(&self, form: &Form) -> bool {
        let beyond = |form: &Form| form.plus(-1).is_some_and(|less| self.rows.prove(&less));
        !self.rows.is_empty() && (beyond(form) || form.negated().is_some_and(|form| beyond(&form)))
    }

    fn is_stored_ne(&self, form: &Form) -> bool {
        matches!(primitive(form.clone()), Primitive::Open(form) if self.diseqs.binary_search(&form).is_ok())
    }

    /// The greatest value of a form over variables, rounded to an integer.
    pub(super) fn most(&self, form: &Form) -> Option<i128> {
        self.rows.least(&form.negated()?)?.checked_neg()
    }
}
