//! What a lattice says about its dimensions, without parameters.
//!
//! A pivot's row can be solved for its parameter, with the pivot's modulus as denominator. Put into the
//! other rows this leaves equations between dimensions; and that the parameter is an integer is a
//! congruence.

use super::Lattice;
use crate::linear::{Dim, Linear};
use crate::number::{gcd, narrow};

/// A form with a positive denominator.
struct Fraction {
    numerator: Linear,
    denominator: i64,
}

impl Lattice {
    /// The equations in reduced row echelon form, each with coprime coefficients and solved for its
    /// first dimension. Equations with a coefficient that does not fit are left out.
    pub(crate) fn equations(&self) -> Vec<Linear> {
        let (mut equations, _) = self.relations();
        equations.reverse();
        equations
    }

    /// Forms with the moduli that divide them: what the lattice says beyond its equations.
    pub(crate) fn congruences(&self) -> Vec<(Linear, i64)> {
        let (_, mut congruences) = self.relations();
        congruences.reverse();
        congruences
    }

    /// Whether the point belongs to the lattice.
    pub(crate) fn contains(&self, point: impl Fn(Dim) -> i64) -> bool {
        self.parameters_of(point).is_some()
    }

    /// The parameters that lead to the point, if it belongs to the lattice.
    fn parameters_of(&self, point: impl Fn(Dim) -> i64) -> Option<Vec<i128>> {
        let mut parameters = vec![0_i128; self.rows.len()];
        for at in (0..self.rows.len()).rev() {
            let (modulus, others) = self.split(at);
            let mut rest = i128::from(point(self.dims[at])) - i128::from(self.rows[at].offset());
            for &(name, a) in others {
                rest = rest.checked_sub(parameters[self.index(name)?].checked_mul(a.into())?)?;
            }
            match i128::from(modulus) {
                0 if rest == 0 => {}
                0 => return None,
                modulus if rest % modulus == 0 => parameters[at] = rest / modulus,
                _ => return None,
            }
        }
        Some(parameters)
    }

    /// Equations and congruences, the last dimension first.
    fn relations(&self) -> (Vec<Linear>, Vec<(Linear, i64)>) {
        let (mut equations, mut congruences) = (Vec::new(), Vec::new());
        let mut parameters: Vec<Option<Fraction>> = self.rows.iter().map(|_| None).collect();
        for at in (0..self.rows.len()).rev() {
            let (modulus, others) = self.split(at);
            let Some(rest) = self.rest(at, others, &parameters) else { continue };
            if modulus == 0 {
                equations.push(rest.numerator);
                continue;
            }
            let Some(fraction) = narrow(i128::from(rest.denominator) * i128::from(modulus))
                .and_then(|denominator| Fraction { numerator: rest.numerator, denominator }.lowest_terms())
            else {
                continue;
            };
            if fraction.denominator != 1 {
                congruences.push((fraction.numerator.clone(), fraction.denominator));
            }
            parameters[at] = Some(fraction);
        }
        (equations, congruences)
    }

    /// The dimension less its constant and these terms.
    fn rest(&self, at: usize, others: &[(Dim, i64)], parameters: &[Option<Fraction>]) -> Option<Fraction> {
        let start = Linear::from(self.dims[at]).add_scaled(-1, &Linear::constant(self.rows[at].offset()))?;
        let mut rest = Fraction { numerator: start, denominator: 1 };
        for &(name, a) in others {
            rest = rest.subtract(a, parameters[self.index(name)?].as_ref()?)?;
        }
        Some(rest)
    }
}

impl Fraction {
    /// `self − factor · other`.
    fn subtract(&self, factor: i64, other: &Self) -> Option<Self> {
        let shared = narrow(gcd(
            self.denominator.unsigned_abs().into(),
            other.denominator.unsigned_abs().into(),
        ) as i128)?;
        let (own, its) = (other.denominator / shared, self.denominator / shared);
        let scaled = Linear::constant(0).add_scaled(own, &self.numerator)?;
        let factor = narrow(-i128::from(factor) * i128::from(its))?;
        let denominator = narrow(i128::from(self.denominator) * i128::from(own))?;
        Self { numerator: scaled.add_scaled(factor, &other.numerator)?, denominator }.lowest_terms()
    }

    /// The same value with numerator and denominator coprime.
    fn lowest_terms(self) -> Option<Self> {
        if self.denominator == 1 {
            return Some(self);
        }
        let constant = gcd(self.numerator.content().into(), self.numerator.offset().unsigned_abs().into());
        let divisor = narrow(gcd(constant, self.denominator.unsigned_abs().into()) as i128)?;
        Some(Self { numerator: self.numerator.divide(divisor)?, denominator: self.denominator / divisor })
    }
}
