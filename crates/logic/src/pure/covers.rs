//! Inclusion, and the reason why not.
//!
//! A state contains another if the other proves all its facts. Its parameters are existential: the
//! owners' rows say which integers they would have to be in the other state, and whether these are
//! integers is what the row of the owner claims.

use super::Pure;
use super::facts::Fact;
use super::form::Form;
use super::name::{is_parameter, is_plain, parameter};
use crate::linear::Dim;

impl Pure {
    /// Whether every point of `smaller` is one of `self`.
    ///
    /// # Errors
    /// The first fact of `self` that `smaller` does not prove.
    pub fn covers(&self, smaller: &Self) -> Result<(), Fact> {
        if smaller.unsat || self.is_same(smaller) {
            return Ok(());
        }
        if self.unsat {
            return Err(Fact::Ge(Form::constant(-1)));
        }
        self.covers_classes(smaller)?;
        let parameters = self.covers_affine(smaller)?;
        // A fact about dimensions that is stored there in the same words needs no proof.
        let known = |form: &Form| form.dims().all(is_plain);
        let there =
            |form: &Form| translate(form, &parameters).and_then(|form| smaller.equalities.reduce(&form));
        for row in self.rows.iter().filter(|row| !(known(row) && smaller.rows.has(row))) {
            if !there(row).is_some_and(|form| smaller.holds_ge(&form)) {
                return Err(Fact::Ge(self.over_dims(row)));
            }
        }
        for form in
            self.diseqs.iter().filter(|form| !(known(form) && smaller.diseqs.binary_search(form).is_ok()))
        {
            if !there(form).is_some_and(|form| smaller.holds_ne(form)) {
                return Err(Fact::Ne(self.over_dims(form)));
            }
        }
        Ok(())
    }

    fn covers_classes(&self, smaller: &Self) -> Result<(), Fact> {
        if self.equalities.members.is_same(&smaller.equalities.members) {
            return Ok(());
        }
        for member in self.equalities.members.iter() {
            if smaller.equalities.find(member.dim) == (member.root, member.offset) {
                continue;
            }
            let root = member.root.map_or_else(Form::default, Form::of);
            let Some(difference) =
                root.plus(member.offset).and_then(|form| Form::of(member.dim).add_scaled(-1, &form))
            else {
                return Err(Fact::Eq(Form::of(member.dim)));
            };
            if !smaller.proves_eq(&difference) {
                return Err(Fact::Eq(difference));
            }
        }
        Ok(())
    }

    /// The values that the parameters of `self` have in `smaller`, as forms over its variables.
    fn covers_affine(&self, smaller: &Self) -> Result<Vec<(Dim, Form)>, Fact> {
        let mut parameters = Vec::new();
        for (dim, row) in self.equalities.affine.iter() {
            let own = parameter(*dim);
            let modulus = row.coefficient(own);
            let rest = row.substitute(own, &Form::default());
            let difference = rest
                .and_then(|rest| translate(&rest, &parameters))
                .and_then(|rest| smaller.equalities.reduce(&rest))
                .and_then(|rest| smaller.equalities.value(*dim)?.add_scaled(-1, &rest));
            let failed = || {
                let equation = Form::of(*dim).add_scaled(-1, row);
                Err(Fact::Eq(equation.unwrap_or_else(|| Form::of(*dim))))
            };
            let Some(difference) = difference else { return failed() };
            if modulus == 0 {
                if !smaller.holds_eq(&difference) {
                    return failed();
                }
            } else {
                let divisible = |a: i128| a % i128::from(modulus) == 0;
                if !divisible(difference.offset())
                    || !difference.terms().iter().all(|&(_, a)| divisible(a.into()))
                {
                    return failed();
                }
                parameters.push((own, difference.divided(modulus)));
            }
        }
        Ok(parameters)
    }
}

/// The form with the parameters' values in place of the parameters, all at once.
fn translate(form: &Form, parameters: &[(Dim, Form)]) -> Option<Form> {
    if parameters.is_empty() || !form.dims().any(is_parameter) {
        return Some(form.clone());
    }
    let kept = form.terms().iter().filter(|(v, _)| !is_parameter(*v));
    let mut terms: Vec<(Dim, i128)> = kept.map(|&(v, a)| (v, a.into())).collect();
    let mut sum = Form::collect(form.offset(), &mut terms)?;
    for &(v, a) in form.terms().iter().filter(|(v, _)| is_parameter(*v)) {
        let (_, value) = parameters.iter().find(|(own, _)| *own == v)?;
        sum = sum.add_scaled(a, value)?;
    }
    Some(sum)
}
