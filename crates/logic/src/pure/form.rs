//! Linear forms with wide constants.
//!
//! A form `c + a₁·x₁ + … + aₖ·xₖ` as [`Linear`] has it, but with a constant of 128 bits: the bounds of
//! the machine's own integers are constants of programs, and `2⁶⁴ − 1` is one of them. Every operation
//! says when a number does not fit; none panics.

use std::fmt;

use smallvec::SmallVec;

use crate::linear::{Dim, Linear};
use crate::number::{gcd, narrow};

/// The terms of a form: most have at most three.
pub(crate) type Terms = SmallVec<[(Dim, i64); 3]>;

/// An integer linear form `c + Σ aᵢ·xᵢ`.
///
/// The terms are sorted by dimension and no factor is zero, so that equal forms are equal as data. Forms
/// are ordered by their terms first: those that differ in the constant only are neighbours.
#[derive(Eq, Ord, PartialEq, PartialOrd, Hash, Debug, Default)]
pub struct Form {
    terms: Terms,
    constant: i128,
}

impl Form {
    /// The form without variables.
    pub fn constant(value: i128) -> Self {
        Self { terms: Terms::new(), constant: value }
    }

    /// The form that is one dimension.
    pub fn of(dim: Dim) -> Self {
        Self { terms: SmallVec::from_iter([(dim, 1)]), constant: 0 }
    }

    /// The constant `c`.
    pub fn offset(&self) -> i128 {
        self.constant
    }

    /// The terms, sorted by dimension; no factor is zero.
    pub fn terms(&self) -> &[(Dim, i64)] {
        &self.terms
    }

    /// The dimensions that occur, in order.
    pub fn dims(&self) -> impl Iterator<Item = Dim> + '_ {
        self.terms.iter().map(|&(dim, _)| dim)
    }

    /// The factor of the dimension; zero if it does not occur.
    pub fn coefficient(&self, dim: Dim) -> i64 {
        // Forms are short: walking beats bisecting.
        self.terms.iter().find(|&&(d, _)| d == dim).map_or(0, |&(_, a)| a)
    }

    /// The value, if no dimension occurs.
    pub fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// `self + factor · other`, unless a number does not fit.
    pub fn add_scaled(&self, factor: i64, other: &Self) -> Option<Self> {
        let constant = times(factor, other.constant)?.checked_add(self.constant)?;
        let mut sum = Self::constant(constant);
        let (mut left, mut right) = (self.terms.as_slice(), other.terms.as_slice());
        let scaled = |a: i64, b: i64| narrow(i128::from(a) + i128::from(factor) * i128::from(b));
        loop {
            let (dim, coefficient) = match (left, right) {
                ([(l, a), ..], [(r, b), ..]) if l == r => {
                    (left, right) = (&left[1..], &right[1..]);
                    (*l, scaled(*a, *b)?)
                }
                ([(l, a), ..], [(r, _), ..]) if l < r => {
                    left = &left[1..];
                    (*l, *a)
                }
                (_, [(r, b), rest @ ..]) => {
                    right = rest;
                    (*r, scaled(0, *b)?)
                }
                (rest, []) => {
                    sum.terms.extend_from_slice(rest);
                    return Some(sum);
                }
            };
            if coefficient != 0 {
                sum.terms.push((dim, coefficient));
            }
        }
    }

    /// The number that `self − factor · other` is, if no dimension is left.
    pub fn less_multiple(&self, factor: i64, other: &Self) -> Option<i128> {
        let left = if factor == 0 { &[][..] } else { &other.terms[..] };
        let cancels = |(&(l, a), &(r, b)): (&(Dim, i64), &(Dim, i64))| {
            l == r && i128::from(a) == i128::from(factor) * i128::from(b)
        };
        if self.terms.len() != left.len() || !self.terms.iter().zip(left).all(cancels) {
            return None;
        }
        self.constant.checked_sub(times(factor, other.constant)?)
    }

    /// The form with this much added, unless that does not fit.
    pub fn plus(&self, value: i128) -> Option<Self> {
        let constant = self.constant.checked_add(value)?;
        Some(Self { terms: self.terms.clone(), constant })
    }

    /// The form times a number, unless that does not fit.
    pub fn scaled(&self, factor: i64) -> Option<Self> {
        let mut product = Self::constant(times(factor, self.constant)?);
        if factor != 0 {
            for &(dim, a) in &self.terms {
                product.terms.push((dim, a.checked_mul(factor)?));
            }
        }
        Some(product)
    }

    /// The form with the opposite sign, unless that does not fit.
    pub fn negated(&self) -> Option<Self> {
        self.scaled(-1)
    }

    /// The form with `by` in place of `dim`, unless a number does not fit.
    ///
    /// `by` may mention `dim` itself: it then stands for the old value.
    pub fn substitute(&self, dim: Dim, by: &Self) -> Option<Self> {
        let Some(at) = self.terms.iter().position(|&(d, _)| d == dim) else { return Some(self.clone()) };
        let mut rest = self.clone();
        let (_, coefficient) = rest.terms.remove(at);
        rest.add_scaled(coefficient, by)
    }

    /// The form with every dimension renamed; the renaming is injective on those that occur.
    #[must_use]
    pub fn rename(&self, name: impl Fn(Dim) -> Dim) -> Self {
        let mut renamed = self.clone();
        for (dim, _) in &mut renamed.terms {
            *dim = name(*dim);
        }
        renamed.terms.sort_unstable();
        debug_assert!(renamed.terms.is_sorted_by(|(x, _), (y, _)| x < y), "a renaming is injective");
        renamed
    }

    /// The value with these values of the dimensions, if they are all there and it fits.
    pub fn evaluate(&self, value: impl Fn(Dim) -> Option<i128>) -> Option<i128> {
        self.terms.iter().try_fold(self.constant, |sum, &(dim, a)| sum.checked_add(times(a, value(dim)?)?))
    }

    /// The form as text, with the names that the caller gives its dimensions: `2*x + y - 3`.
    pub fn display<N: Fn(Dim) -> String>(&self, name: N) -> impl fmt::Display {
        Text { form: self, name }
    }

    /// Whether the dimension occurs.
    pub(crate) fn mentions(&self, dim: Dim) -> bool {
        self.terms.iter().any(|&(d, _)| d == dim)
    }

    /// The greatest common divisor of the factors, without the constant; zero for a constant, nothing
    /// if it does not fit.
    pub(crate) fn content(&self) -> Option<i64> {
        if self.terms.iter().any(|&(_, a)| a == 1 || a == -1) {
            return Some(1);
        }
        let all = self.terms.iter().fold(0, |all, &(_, a)| gcd(all, a.unsigned_abs().into()));
        i64::try_from(all).ok()
    }

    /// The form divided by a positive number that divides its factors; the constant is rounded down.
    pub(crate) fn divided(mut self, divisor: i64) -> Self {
        if divisor > 1 {
            for (_, a) in &mut self.terms {
                *a /= divisor;
            }
            self.constant = self.constant.div_euclid(divisor.into());
        }
        self
    }

    /// The form from terms in any order that may repeat dimensions, unless a sum does not fit.
    pub(crate) fn collect(constant: i128, terms: &mut [(Dim, i128)]) -> Option<Self> {
        terms.sort_unstable_by_key(|&(dim, _)| dim);
        let mut form = Self::constant(constant);
        for group in terms.chunk_by(|(x, _), (y, _)| x == y) {
            let sum = group.iter().try_fold(0_i128, |sum, &(_, a)| sum.checked_add(a))?;
            if sum != 0 {
                form.terms.push((group[0].0, narrow(sum)?));
            }
        }
        Some(form)
    }

    /// The form from terms that are sorted and name no dimension twice, unless a factor does not fit.
    pub(crate) fn from_sorted(constant: i128, terms: &[(Dim, i128)]) -> Option<Self> {
        let mut form = Self::constant(constant);
        for &(dim, a) in terms {
            if a != 0 {
                form.terms.push((dim, narrow(a)?));
            }
        }
        Some(form)
    }

    /// The form with another constant.
    #[must_use]
    pub fn with_offset(mut self, constant: i128) -> Self {
        self.constant = constant;
        self
    }
}

/// The product, if it fits.
pub(crate) fn times(factor: i64, value: i128) -> Option<i128> {
    match i64::try_from(value) {
        Ok(value) => Some(i128::from(factor) * i128::from(value)),
        Err(_) => value.checked_mul(factor.into()),
    }
}

impl Clone for Form {
    fn clone(&self) -> Self {
        // Copies the terms at once, which the derived implementation does not.
        Self { terms: Terms::from_slice(&self.terms), constant: self.constant }
    }
}

impl From<Dim> for Form {
    fn from(dim: Dim) -> Self {
        Self::of(dim)
    }
}

impl From<&Linear> for Form {
    fn from(form: &Linear) -> Self {
        Self { terms: Terms::from_slice(form.terms()), constant: form.offset().into() }
    }
}

impl From<Linear> for Form {
    fn from(form: Linear) -> Self {
        Self::from(&form)
    }
}

struct Text<'a, N> {
    form: &'a Form,
    name: N,
}

impl<N: Fn(Dim) -> String> fmt::Display for Text<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        for &(dim, a) in &self.form.terms {
            sign(f, a < 0, first)?;
            if a.unsigned_abs() != 1 {
                write!(f, "{}*", a.unsigned_abs())?;
            }
            f.write_str(&(self.name)(dim))?;
            first = false;
        }
        let constant = self.form.constant;
        if first || constant != 0 {
            sign(f, constant < 0, first)?;
            write!(f, "{}", constant.unsigned_abs())?;
        }
        Ok(())
    }
}

fn sign(f: &mut fmt::Formatter<'_>, negative: bool, first: bool) -> fmt::Result {
    f.write_str(match (first, negative) {
        (true, true) => "-",
        (true, false) => "",
        (false, true) => " - ",
        (false, false) => " + ",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_read_like_sums() {
        let name = |dim: Dim| format!("x{}", dim.0);
        let text = |form: &Form| form.display(name).to_string();
        let form = Form::of(Dim(1)).add_scaled(-3, &Form::of(Dim(0))).unwrap().plus(-7).unwrap();
        assert_eq!(text(&form), "-3*x0 + x1 - 7");
        assert_eq!(text(&Form::constant(-2)), "-2");
        assert_eq!(text(&Form::constant(i128::MIN)), format!("{}", i128::MIN));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let large = Form::of(Dim(0)).scaled(i64::MIN).unwrap();
        assert_eq!(large.negated(), None);
        assert_eq!(large.add_scaled(1, &large), None);
        assert_eq!(large.content(), None);
        assert_eq!(Form::constant(i128::MIN).negated(), None);
        assert_eq!(Form::constant(i128::MAX).plus(1), None);
        assert_eq!(Form::of(Dim(0)).substitute(Dim(0), &large), Some(large.clone()));
    }
}
