//! Questions.
//!
//! A form is reduced to variables first. What is then left is decided by the cheapest sufficient means: a
//! constant, a variable that no row bounds, bounds of single variables, and only then a linear program.

use super::Pure;
use super::form::{Form, times};
use super::guard::{Primitive, primitive};
use crate::bounds::Bounds;
use crate::linear::Dim;
use crate::number::narrow;
use crate::simplex::{Outcome, Problem};

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
        if self.unsat { None } else { self.least(&self.reduce(form)?) }
    }

    /// The greatest value of the form, or an upper bound for it, if one is known.
    pub fn maximum(&self, form: &Form) -> Option<i128> {
        if self.unsat { None } else { self.most(&self.reduce(form)?) }
    }

    /// The value of the form, if it is known to be the same everywhere.
    pub fn constant(&self, form: &Form) -> Option<i128> {
        self.reduce(form)?.as_constant()
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

    /// Whether a form over variables is zero.
    ///
    /// No rows imply an equality over the rationals, but rounding may still find one.
    pub(super) fn holds_eq(&self, form: &Form) -> bool {
        match form.as_constant() {
            Some(value) => value == 0,
            None => self.least(form) == Some(0) && self.most(form) == Some(0),
        }
    }

    /// Whether a form over variables is at least zero.
    pub(super) fn holds_ge(&self, form: &Form) -> bool {
        match self.least(form) {
            Some(least) if least >= 0 => true,
            // One less would do, and a disequality excludes the only value in the way.
            Some(-1) => form.plus(1).is_some_and(|form| self.is_stored_ne(&form)),
            _ => false,
        }
    }

    /// Whether a form over variables is never zero.
    pub(super) fn holds_ne(&self, form: Form) -> bool {
        let form = match primitive(form) {
            Primitive::NotZero => return true,
            Primitive::Zero | Primitive::TooLarge => return false,
            Primitive::Open(form) => form,
        };
        self.diseqs.binary_search(&form).is_ok()
            || self.least(&form).is_some_and(|least| least > 0)
            || self.most(&form).is_some_and(|most| most < 0)
    }

    fn is_stored_ne(&self, form: &Form) -> bool {
        !self.diseqs.is_empty()
            && matches!(primitive(form.clone()), Primitive::Open(form) if self.diseqs.binary_search(&form).is_ok())
    }

    /// The greatest value of a form over variables, rounded to an integer.
    pub(super) fn most(&self, form: &Form) -> Option<i128> {
        self.least(&form.negated()?)?.checked_neg()
    }

    /// The least value of a form over variables, rounded to an integer.
    pub(super) fn least(&self, form: &Form) -> Option<i128> {
        if let Some(value) = form.as_constant() {
            return Some(value);
        }
        if self.rows.is_empty() {
            return None;
        }
        match self.least_in_box(form) {
            Boxed::Least(least) => Some(least),
            Boxed::Unbounded => None,
            Boxed::Open => self.least_by_program(form),
        }
    }

    /// The least value if only rows about single variables have a say.
    fn least_in_box(&self, form: &Form) -> Boxed {
        let mut sum = Some(form.offset());
        let mut open = false;
        for &(variable, a) in form.terms() {
            let (mut mentioned, mut bound) = (false, None);
            for row in self.rows.iter().filter(|row| row.mentions(variable)) {
                mentioned = true;
                match *row.terms() {
                    // Rows are primitive: x + c ≥ 0 or −x + c ≥ 0.
                    [(_, b)] if (b > 0) == (a > 0) => {
                        bound = if b > 0 { row.offset().checked_neg() } else { Some(row.offset()) };
                    }
                    [_] => {}
                    _ => open = true,
                }
            }
            if !mentioned {
                return Boxed::Unbounded;
            }
            let part = bound.and_then(|bound| times(a, bound));
            sum = sum.zip(part).and_then(|(sum, part)| sum.checked_add(part));
        }
        match sum {
            _ if open => Boxed::Open,
            Some(sum) => Boxed::Least(sum),
            None => Boxed::Unbounded,
        }
    }

    fn least_by_program(&self, form: &Form) -> Option<i128> {
        let mut variables: Vec<Dim> = self.rows.iter().flat_map(Form::dims).collect();
        variables.sort_unstable();
        variables.dedup();
        let place = |v: Dim| variables.binary_search(&v).ok();
        let mut problem = Problem::new(variables.iter().map(|_| Bounds::ALL));
        for row in self.rows.iter() {
            let Some(lo) = row.offset().checked_neg().and_then(narrow) else { continue };
            let terms = row.terms().iter().filter_map(|&(v, a)| Some((place(v)?, a)));
            problem.row(Bounds { lo: Some(lo), hi: None }, 0, terms);
        }
        let opposite = form.negated()?;
        problem.objective(opposite.terms().iter().filter_map(|&(v, a)| Some((place(v)?, a))));
        match problem.maximise() {
            Outcome::Optimum(most) => form.offset().checked_sub(most),
            _ => None,
        }
    }
}

/// What bounds of single variables say about the least value of a form.
enum Boxed {
    Least(i128),
    Unbounded,
    /// Rows with several variables have a say.
    Open,
}
