//! Multiplication and division.

use super::{Fit, IntType, Machine};
use crate::number::narrow;
use crate::pure::Form;

impl Machine<'_> {
    /// `x * y`
    pub fn multiply(&mut self, x: &Form, y: &Form, ty: IntType) -> Fit {
        let (left, right) = (self.factor(x), self.factor(y));
        let linear = right.and_then(|y| x.scaled(y)).or_else(|| left.and_then(|x| y.scaled(x)));
        let product = linear.unwrap_or_else(|| self.product(x, y));
        self.arithmetic(&product, ty)
    }

    /// `x / y`, rounded towards zero, for a divisor that is not zero.
    pub fn divide(&mut self, x: &Form, y: &Form, ty: IntType) -> Form {
        match self.factor(y) {
            Some(divisor) if divisor != 0 => self.quotient_by(x, divisor).unwrap_or_else(|| self.unknown(ty)),
            _ => self.divide_by_unknown(x, y, ty),
        }
    }

    /// `x % y`, with the sign of `x`, for a divisor that is not zero.
    pub fn remainder(&mut self, x: &Form, y: &Form, ty: IntType) -> Form {
        if let Some(divisor) = self.factor(y).filter(|&divisor| divisor != 0)
            && let Some(opposite) = divisor.checked_neg()
            && let Some(quotient) = self.quotient_by(x, divisor)
            && let Some(rest) = x.add_scaled(opposite, &quotient)
        {
            return rest;
        }
        let rest = self.unknown(ty);
        if self.knows_ge(x, 0) {
            self.assume_ge(&rest, &Form::constant(0));
            self.assume_ge(x, &rest);
            if self.knows_ge(y, 1) {
                let limit = y.plus(-1).unwrap_or_else(|| Form::constant(ty.max()));
                self.assume_ge(&limit, &rest);
            }
        } else if self.knows_le(x, 0) {
            self.assume_ge(&Form::constant(0), &rest);
            self.assume_ge(&rest, x);
        }
        rest
    }

    fn factor(&self, form: &Form) -> Option<i64> {
        self.pure.constant(form).and_then(narrow)
    }

    /// `x / divisor` towards zero, for a constant.
    fn quotient_by(&mut self, x: &Form, divisor: i64) -> Option<Form> {
        if divisor < 0 {
            return self.quotient_by(x, divisor.checked_neg()?)?.negated();
        }
        if divisor == 1 {
            return Some(x.clone());
        }
        if let Some(value) = self.pure.constant(x) {
            return Some(Form::constant(value / i128::from(divisor)));
        }
        let quotient = self.name();
        let rest = x.add_scaled(divisor.checked_neg()?, &quotient)?;
        let largest = i128::from(divisor) - 1;
        if self.pure.residue(x, divisor) == Some(0) {
            self.pure.guard_eq(&rest);
        } else if self.knows_ge(x, 0) {
            self.assume_between(0, &rest, largest);
        } else if self.knows_le(x, 0) {
            self.assume_between(-largest, &rest, 0);
        } else {
            self.assume_between(-largest, &rest, largest);
        }
        Some(quotient)
    }

    fn divide_by_unknown(&mut self, x: &Form, y: &Form, ty: IntType) -> Form {
        let quotient = self.unknown(ty);
        if self.knows_ge(y, 1) {
            // The quotient lies between zero and the dividend, and halves it at least from two on.
            if self.knows_ge(x, 0) {
                self.assume_ge(&quotient, &Form::constant(0));
                let smaller = self.knows_ge(y, 2) && self.knows_ge(x, 1);
                let limit = if smaller { x.plus(-1) } else { None };
                self.assume_ge(limit.as_ref().unwrap_or(x), &quotient);
            } else if self.knows_le(x, 0) {
                self.assume_ge(&Form::constant(0), &quotient);
                self.assume_ge(&quotient, x);
            }
        }
        quotient
    }

    /// A fresh dimension for a product of unknowns.
    ///
    /// For bounds `l ≤ x ≤ u` and `l' ≤ y ≤ u'` the products of the differences have a known sign: from
    /// `(x − l)·(y − l') ≥ 0` follows `x·y ≥ l'·x + l·y − l·l'`, and so for the other corners
    /// (`McCormick`, *Computability of global solutions to factorable nonconvex programs*, 1976).
    fn product(&mut self, x: &Form, y: &Form) -> Form {
        let product = self.name();
        let bounds = |form: &Form| [self.pure.minimum(form), self.pure.maximum(form)];
        let (x_bounds, y_bounds) = (bounds(x), bounds(y));
        for (i, x_bound) in x_bounds.into_iter().enumerate() {
            for (j, y_bound) in y_bounds.into_iter().enumerate() {
                let corner = x_bound.zip(y_bound).and_then(|(a, b)| plane(x, y, narrow(a)?, narrow(b)?));
                match corner {
                    Some(plane) if i == j => self.assume_ge(&product, &plane),
                    Some(plane) => self.assume_ge(&plane, &product),
                    None => {}
                }
            }
        }
        product
    }
}

/// `b·x + a·y − a·b`
fn plane(x: &Form, y: &Form, a: i64, b: i64) -> Option<Form> {
    x.scaled(b)?.add_scaled(a, y)?.plus(-(i128::from(a) * i128::from(b)))
}
