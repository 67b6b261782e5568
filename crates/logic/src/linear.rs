//! Linear forms over named dimensions.
//!
//! A form `c + a₁·x₁ + … + aₖ·xₖ` is a sparse vector: the terms are sorted by dimension and none has
//! coefficient zero, so that equal forms are equal as data. As a constraint a form is compared with
//! zero by whoever takes it.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Mul, Neg, Sub};

use smallvec::SmallVec;

use crate::number::{gcd, narrow};

/// The name of an integer quantity, chosen by the caller.
///
/// Names are compared and sorted, nothing else; the order decides which of several equivalent
/// equations is printed.
#[derive(Copy, Clone, Eq, Ord, PartialEq, PartialOrd, Hash, Debug)]
pub struct Dim(pub u32);

/// The terms of a form: most have at most four.
type Terms = SmallVec<[(Dim, i64); 4]>;

/// An integer linear form `c + Σ aᵢ·xᵢ`.
///
/// The operators `+`, `-` and `*` read like the mathematics and take dimensions and constants too.
///
/// # Panics
/// Like the operators on integers in a checked build, they panic if a coefficient leaves the range of
/// `i64`; where coefficients come from the outside, use [`add_scaled`](Self::add_scaled) and
/// [`substitute`](Self::substitute), which say so instead.
#[derive(Eq, Ord, PartialEq, PartialOrd, Hash, Debug)]
pub struct Linear {
    constant: i64,
    terms: Terms,
}

impl Linear {
    /// The form without variables.
    pub fn constant(value: i64) -> Self {
        Self { constant: value, terms: Terms::new() }
    }

    /// The constant `c`.
    pub fn offset(&self) -> i64 {
        self.constant
    }

    /// The coefficient of the dimension; zero if it does not occur.
    pub fn coefficient(&self, dim: Dim) -> i64 {
        self.position(dim).map_or(0, |at| self.terms[at].1)
    }

    /// The terms, sorted by dimension; no coefficient is zero.
    pub fn terms(&self) -> &[(Dim, i64)] {
        &self.terms
    }

    /// The dimensions that occur, in order.
    pub fn dims(&self) -> impl Iterator<Item = Dim> + '_ {
        self.terms.iter().map(|&(dim, _)| dim)
    }

    /// The value, if no dimension occurs.
    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// `self + factor · other`, unless a coefficient does not fit.
    pub fn add_scaled(&self, factor: i64, other: &Self) -> Option<Self> {
        budget::ask();
        let scaled = |a: i64, b: i64| narrow(i128::from(a) + i128::from(factor) * i128::from(b));
        let mut sum = Self::constant(scaled(self.constant, other.constant)?);
        let (mut left, mut right) = (self.terms.as_slice(), other.terms.as_slice());
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

    /// The form with `by` in place of `dim`, unless a coefficient does not fit.
    ///
    /// `by` may mention `dim` itself: it then stands for the old value.
    pub fn substitute(&self, dim: Dim, by: &Self) -> Option<Self> {
        let Some(at) = self.position(dim) else { return Some(self.clone()) };
        let mut rest = self.clone();
        let (_, coefficient) = rest.terms.remove(at);
        rest.add_scaled(coefficient, by)
    }

    /// The form as text, with the names that the caller gives its dimensions: `2*x + y - 3`.
    pub fn display<N: Fn(Dim) -> String>(&self, name: N) -> impl fmt::Display {
        Text { form: self, name }
    }

    /// The equation `self = 0` as text, with positive terms on both sides: `2*x + y = z + 3`.
    pub fn display_equation<N: Fn(Dim) -> String>(&self, name: N) -> impl fmt::Display {
        Equation { form: self, name }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.as_constant() == Some(0)
    }

    /// Whether the dimension occurs.
    pub(crate) fn mentions(&self, dim: Dim) -> bool {
        self.position(dim).is_some()
    }

    /// The greatest common divisor of the coefficients, without the constant; zero for a constant.
    pub(crate) fn content(&self) -> u64 {
        let all = self.terms.iter().fold(0, |all, &(_, a)| gcd(all, a.unsigned_abs().into()));
        u64::try_from(all).expect("a divisor of a coefficient is not larger than it")
    }

    /// The form from coefficients that need not be sorted; zeros are left out, equal names are not
    /// expected.
    pub(crate) fn from_terms(constant: i64, terms: impl IntoIterator<Item = (Dim, i64)>) -> Self {
        let mut terms: Terms = terms.into_iter().filter(|&(_, a)| a != 0).collect();
        terms.sort_unstable();
        debug_assert!(terms.is_sorted_by(|(x, _), (y, _)| x < y), "a dimension occurs twice");
        Self { constant, terms }
    }

    /// The form divided by a number, if that leaves integers.
    pub(crate) fn divide(&self, divisor: i64) -> Option<Self> {
        let by = |a: i64| if a.checked_rem(divisor)? == 0 { a.checked_div(divisor) } else { None };
        let mut quotient = Self::constant(by(self.constant)?);
        for &(dim, a) in &self.terms {
            quotient.terms.push((dim, by(a)?));
        }
        Some(quotient)
    }

    /// The form with every dimension renamed; the renaming is injective.
    pub(crate) fn rename(&mut self, name: impl Fn(Dim) -> Dim) {
        for (dim, _) in &mut self.terms {
            *dim = name(*dim);
        }
        self.terms.sort_unstable();
    }

    fn position(&self, dim: Dim) -> Option<usize> {
        // Forms are short: walking beats bisecting.
        self.terms.iter().position(|&(d, _)| d == dim)
    }
}

impl Clone for Linear {
    fn clone(&self) -> Self {
        // Copies the terms at once, which the derived implementation does not.
        Self { constant: self.constant, terms: Terms::from_slice(&self.terms) }
    }
}

impl From<Dim> for Linear {
    fn from(dim: Dim) -> Self {
        Self { constant: 0, terms: SmallVec::from_iter([(dim, 1)]) }
    }
}

impl From<i64> for Linear {
    fn from(value: i64) -> Self {
        Self::constant(value)
    }
}

impl From<&Linear> for Linear {
    fn from(form: &Linear) -> Self {
        form.clone()
    }
}

/// Why the operators on forms may panic.
const OVERFLOW: &str = "a coefficient of a linear form fits in 64 bits";

macro_rules! operators {
    ($($left:ty),*) => {$(
        impl<R: Into<Linear>> Add<R> for $left {
            type Output = Linear;
            fn add(self, rhs: R) -> Linear {
                Linear::from(self).add_scaled(1, &rhs.into()).expect(OVERFLOW)
            }
        }
        impl<R: Into<Linear>> Sub<R> for $left {
            type Output = Linear;
            fn sub(self, rhs: R) -> Linear {
                Linear::from(self).add_scaled(-1, &rhs.into()).expect(OVERFLOW)
            }
        }
        impl Mul<i64> for $left {
            type Output = Linear;
            fn mul(self, factor: i64) -> Linear {
                Linear::constant(0).add_scaled(factor, &Linear::from(self)).expect(OVERFLOW)
            }
        }
        impl Neg for $left {
            type Output = Linear;
            fn neg(self) -> Linear {
                self * -1
            }
        }
    )*};
}
operators!(Dim, Linear, &Linear);

impl<T: Into<Linear>> Sum<T> for Linear {
    fn sum<I: Iterator<Item = T>>(summands: I) -> Self {
        summands.fold(Self::constant(0), |sum, summand| sum + summand)
    }
}

struct Text<'a, N> {
    form: &'a Linear,
    name: N,
}

impl<N: Fn(Dim) -> String> fmt::Display for Text<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        for &(dim, coefficient) in &self.form.terms {
            sign(f, coefficient < 0, first)?;
            term(f, coefficient.unsigned_abs(), &(self.name)(dim))?;
            first = false;
        }
        if first {
            return write!(f, "{}", self.form.constant);
        }
        if self.form.constant != 0 {
            sign(f, self.form.constant < 0, first)?;
            write!(f, "{}", self.form.constant.unsigned_abs())?;
        }
        Ok(())
    }
}

struct Equation<'a, N> {
    form: &'a Linear,
    name: N,
}

impl<N: Fn(Dim) -> String> Equation<'_, N> {
    /// The terms and the constant of one sign, as a sum of positive things.
    fn side(&self, f: &mut fmt::Formatter<'_>, negative: bool) -> fmt::Result {
        let mut first = true;
        for &(dim, coefficient) in self.form.terms.iter().filter(|(_, a)| (*a < 0) == negative) {
            sign(f, false, first)?;
            term(f, coefficient.unsigned_abs(), &(self.name)(dim))?;
            first = false;
        }
        let constant = self.form.constant;
        if first || (constant != 0 && (constant < 0) == negative) {
            sign(f, false, first)?;
            let here = if (constant < 0) == negative { constant.unsigned_abs() } else { 0 };
            write!(f, "{here}")?;
        }
        Ok(())
    }
}

impl<N: Fn(Dim) -> String> fmt::Display for Equation<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.side(f, false)?;
        f.write_str(" = ")?;
        self.side(f, true)
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

fn term(f: &mut fmt::Formatter<'_>, coefficient: u64, name: &str) -> fmt::Result {
    if coefficient != 1 {
        write!(f, "{coefficient}*")?;
    }
    f.write_str(name)
}
