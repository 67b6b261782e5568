//! The numbers of a tableau.
//!
//! Factors and denominators are `i64` as long as they fit and `i128` where they do not. Constants are
//! `i128` always: the bounds of machine integers are large, but nothing is multiplied by them.

use std::fmt::Debug;

use crate::number::gcd;

/// A number left its range: the operation was not done, and what it worked on must not be used.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Overflow;

/// A factor or denominator.
pub(crate) trait Scalar: Copy + Ord + Debug + Default {
    const ZERO: Self;
    const ONE: Self;

    fn narrow(value: i128) -> Result<Self, Overflow>;
    fn wide(self) -> i128;
    /// The product, which may be too wide to be a factor.
    fn product(self, other: Self) -> Result<i128, Overflow>;
    /// The product with a constant.
    fn times(self, constant: i128) -> Result<i128, Overflow>;

    fn negated(self) -> Result<Self, Overflow> {
        Self::narrow(self.wide().checked_neg().ok_or(Overflow)?)
    }

    /// `self · a + other · b`, if all of it fits.
    fn combined(self, a: Self, other: Self, b: Self) -> Result<Self, Overflow>;

    /// `self + a · b`, if all of it fits.
    fn plus_product(self, a: Self, b: Self) -> Result<Self, Overflow>;

    /// The quotient; the divisor is positive and divides.
    fn divided(self, divisor: u128) -> Self;

    /// The greatest common divisor of both.
    fn common(self, other: Self) -> Self;
}

impl Scalar for i64 {
    const ZERO: Self = 0;
    const ONE: Self = 1;

    fn narrow(value: i128) -> Result<Self, Overflow> {
        Self::try_from(value).map_err(|_| Overflow)
    }

    fn wide(self) -> i128 {
        self.into()
    }

    fn product(self, other: Self) -> Result<i128, Overflow> {
        Ok(i128::from(self) * i128::from(other))
    }

    fn times(self, constant: i128) -> Result<i128, Overflow> {
        super::super::form::times(self, constant).ok_or(Overflow)
    }

    fn combined(self, a: Self, other: Self, b: Self) -> Result<Self, Overflow> {
        let sum = self.checked_mul(a).and_then(|left| left.checked_add(other.checked_mul(b)?));
        sum.ok_or(Overflow)
    }

    fn plus_product(self, a: Self, b: Self) -> Result<Self, Overflow> {
        a.checked_mul(b).and_then(|product| self.checked_add(product)).ok_or(Overflow)
    }

    fn divided(self, divisor: u128) -> Self {
        Self::try_from(divisor).map_or(0, |divisor| self / divisor)
    }

    fn common(self, other: Self) -> Self {
        let (mut a, mut b) = (self.unsigned_abs(), other.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Self::try_from(a).unwrap_or(1)
    }
}

impl Scalar for i128 {
    const ZERO: Self = 0;
    const ONE: Self = 1;

    fn narrow(value: i128) -> Result<Self, Overflow> {
        Ok(value)
    }

    fn wide(self) -> i128 {
        self
    }

    fn product(self, other: Self) -> Result<i128, Overflow> {
        self.checked_mul(other).ok_or(Overflow)
    }

    fn times(self, constant: i128) -> Result<i128, Overflow> {
        self.checked_mul(constant).ok_or(Overflow)
    }

    fn combined(self, a: Self, other: Self, b: Self) -> Result<Self, Overflow> {
        let sum = self.checked_mul(a).and_then(|left| left.checked_add(other.checked_mul(b)?));
        sum.ok_or(Overflow)
    }

    fn plus_product(self, a: Self, b: Self) -> Result<Self, Overflow> {
        a.checked_mul(b).and_then(|product| self.checked_add(product)).ok_or(Overflow)
    }

    fn divided(self, divisor: u128) -> Self {
        Self::try_from(divisor).map_or(0, |divisor| self / divisor)
    }

    fn common(self, other: Self) -> Self {
        Self::try_from(gcd(self.unsigned_abs(), other.unsigned_abs())).unwrap_or(1)
    }
}
