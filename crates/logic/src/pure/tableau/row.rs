//! Rows of a tableau, and objectives.
//!
//! A row says `denominator · basic = constant + Σ factor · column` in lowest terms, with a positive
//! denominator, the columns sorted and no factor zero. An objective is a row for the value that is asked
//! for; it changes with every step, and so its factors are a dense vector.

use smallvec::SmallVec;

use super::scalar::{Overflow, Scalar};
use crate::number::gcd;

/// The number of a column: a variable or the slack of an inequality.
pub(super) type Column = u32;

/// The terms of a row: most are short.
type Terms<S> = SmallVec<[(Column, S); 6]>;

#[derive(Clone, Debug)]
pub(super) struct Row<S> {
    pub(super) basic: Column,
    pub(super) denominator: S,
    pub(super) constant: i128,
    pub(super) terms: Terms<S>,
}

impl<S: Scalar> Row<S> {
    pub(super) fn factor(&self, column: Column) -> S {
        match self.terms.binary_search_by_key(&column, |&(c, _)| c) {
            Ok(at) => self.terms[at].1,
            Err(_) => S::ZERO,
        }
    }

    /// The row solved for a column that occurs: its basic column takes the place of that one.
    pub(super) fn solved_for(&self, column: Column) -> Result<Self, Overflow> {
        let factor = self.factor(column);
        // d·b = c + a·x + …, hence −a·x = −d·b + c + … if a is negative, else with all signs changed.
        let flip = factor > S::ZERO;
        let sign = |value: S| if flip { value.negated() } else { Ok(value) };
        let mut terms = Terms::with_capacity(self.terms.len());
        let own = if flip { self.denominator } else { self.denominator.negated()? };
        let mut placed = false;
        for &(c, a) in self.terms.iter().filter(|&&(c, _)| c != column) {
            if !placed && c > self.basic {
                terms.push((self.basic, own));
                placed = true;
            }
            terms.push((c, sign(a)?));
        }
        if !placed {
            terms.push((self.basic, own));
        }
        let constant = if flip { self.constant.checked_neg().ok_or(Overflow)? } else { self.constant };
        let denominator = if flip { factor } else { factor.negated()? };
        let mut row = Self { basic: column, denominator, constant, terms };
        row.reduce();
        Ok(row)
    }

    /// The row with the right side of another one in place of that one's basic column.
    pub(super) fn substituted(&self, by: &Self) -> Result<Self, Overflow> {
        let factor = self.factor(by.basic);
        let divisor = factor.common(by.denominator).wide().unsigned_abs();
        let (scale, factor) = (by.denominator.divided(divisor), factor.divided(divisor));
        let constant = sum(scale, self.constant, factor, by.constant)?;
        if let Ok(terms) = self.merged(by, |a, b| scale.combined(a, factor, b))
            && let Ok(denominator) = S::narrow(scale.product(self.denominator)?)
        {
            let mut row = Self { basic: self.basic, denominator, constant, terms };
            row.reduce();
            return Ok(row);
        }
        // What does not fit may do so in lowest terms.
        let wide =
            self.merged(by, |a, b| scale.product(a)?.checked_add(factor.product(b)?).ok_or(Overflow))?;
        let denominator = scale.product(self.denominator)?;
        let all = wide.iter().fold(denominator.unsigned_abs(), |all, (_, a)| gcd(all, a.unsigned_abs()));
        let all = i128::try_from(gcd(all, constant.unsigned_abs())).map_err(|_| Overflow)?;
        let terms: Result<Terms<S>, Overflow> =
            wide.into_iter().map(|(column, a)| Ok((column, S::narrow(a / all)?))).collect();
        let denominator = S::narrow(denominator / all)?;
        Ok(Self { basic: self.basic, denominator, constant: constant / all, terms: terms? })
    }

    /// The terms of both rows, combined where they meet, without the other row's basic column.
    fn merged<T: Default + PartialEq>(
        &self,
        by: &Self,
        combine: impl Fn(S, S) -> Result<T, Overflow>,
    ) -> Result<Terms<T>, Overflow> {
        let mut terms = Terms::with_capacity(self.terms.len() + by.terms.len());
        let (mut left, mut right) = (self.terms.as_slice(), by.terms.as_slice());
        loop {
            let (column, a, b) = match (left, right) {
                ([(l, a), lefts @ ..], [(r, b), rights @ ..]) if l == r => {
                    (left, right) = (lefts, rights);
                    (*l, *a, *b)
                }
                ([(l, a), lefts @ ..], [(r, _), ..]) if l < r => {
                    left = lefts;
                    (*l, *a, S::ZERO)
                }
                (_, [(r, b), rights @ ..]) => {
                    right = rights;
                    (*r, S::ZERO, *b)
                }
                ([(l, a), lefts @ ..], []) => {
                    left = lefts;
                    (*l, *a, S::ZERO)
                }
                ([], []) => return Ok(terms),
            };
            if column == by.basic {
                continue;
            }
            let value = combine(a, b)?;
            if value != T::default() {
                terms.push((column, value));
            }
        }
    }

    /// Divides by what is common to all numbers.
    fn reduce(&mut self) {
        let mut all = self.denominator.wide().unsigned_abs();
        if all == 1 {
            return;
        }
        for &(_, a) in &self.terms {
            all = gcd(all, a.wide().unsigned_abs());
        }
        all = gcd(all, self.constant.unsigned_abs());
        if let Ok(divisor) = i128::try_from(all)
            && divisor > 1
        {
            self.denominator = self.denominator.divided(all);
            self.constant /= divisor;
            for (_, a) in &mut self.terms {
                *a = a.divided(all);
            }
        }
    }
}

/// A factor for each column.
type Factors<S> = SmallVec<[S; 32]>;

/// A value over the columns that are not basic: `(constant + Σ factor · column) / denominator`.
#[derive(Clone, Debug)]
pub(super) struct Objective<S> {
    pub(super) denominator: S,
    pub(super) constant: i128,
    /// One factor for each column.
    pub(super) factors: Factors<S>,
}

impl<S: Scalar> Objective<S> {
    pub(super) fn new(constant: i128, columns: usize) -> Self {
        Self { denominator: S::ONE, constant, factors: Factors::from_elem(S::ZERO, columns) }
    }

    /// The right side of a row.
    pub(super) fn from_row(row: &Row<S>, columns: usize) -> Self {
        let mut objective = Self::new(row.constant, columns);
        objective.denominator = row.denominator;
        for &(column, a) in &row.terms {
            objective.factors[column as usize] = a;
        }
        objective
    }

    /// Adds a multiple of a constant.
    pub(super) fn add_constant(&mut self, factor: S, value: i128) -> Result<(), Overflow> {
        let whole = S::narrow(factor.product(self.denominator)?)?.times(value)?;
        self.constant = self.constant.checked_add(whole).ok_or(Overflow)?;
        Ok(())
    }

    /// Adds a multiple of a column.
    pub(super) fn add_column(&mut self, factor: S, column: Column) -> Result<(), Overflow> {
        let place = &mut self.factors[column as usize];
        *place = place.plus_product(factor, self.denominator)?;
        Ok(())
    }

    /// Adds a multiple of the right side of a row; the factor counts whole ones.
    pub(super) fn add_row(&mut self, factor: S, row: &Row<S>) -> Result<(), Overflow> {
        let factor = S::narrow(factor.product(self.denominator)?)?;
        self.add(factor, row)
    }

    /// Puts the right side of a row in place of its basic column.
    pub(super) fn substitute(&mut self, row: &Row<S>) -> Result<(), Overflow> {
        let factor = self.factors[row.basic as usize];
        self.factors[row.basic as usize] = S::ZERO;
        self.add(factor, row)
    }

    /// Adds `factor / denominator` times the right side of a row.
    fn add(&mut self, factor: S, row: &Row<S>) -> Result<(), Overflow> {
        if row.denominator == S::ONE {
            self.constant = self.constant.checked_add(factor.times(row.constant)?).ok_or(Overflow)?;
            for &(column, a) in &row.terms {
                let place = &mut self.factors[column as usize];
                *place = place.plus_product(factor, a)?;
            }
            return Ok(());
        }
        let divisor = factor.common(row.denominator).wide().unsigned_abs();
        let (scale, factor) = (row.denominator.divided(divisor), factor.divided(divisor));
        self.denominator = S::narrow(scale.product(self.denominator)?)?;
        self.constant = sum(scale, self.constant, factor, row.constant)?;
        if scale != S::ONE {
            for place in self.factors.iter_mut().filter(|place| **place != S::ZERO) {
                *place = S::narrow(scale.product(*place)?)?;
            }
        }
        for &(column, a) in &row.terms {
            let place = &mut self.factors[column as usize];
            *place = place.plus_product(factor, a)?;
        }
        self.reduce();
        Ok(())
    }

    /// Divides by what is common to all numbers.
    fn reduce(&mut self) {
        let mut all = self.denominator.wide().unsigned_abs();
        for a in &self.factors {
            if all == 1 {
                return;
            }
            if *a != S::ZERO {
                all = gcd(all, a.wide().unsigned_abs());
            }
        }
        all = gcd(all, self.constant.unsigned_abs());
        if let Ok(divisor) = i128::try_from(all)
            && divisor > 1
        {
            self.denominator = self.denominator.divided(all);
            self.constant /= divisor;
            for a in &mut self.factors {
                *a = a.divided(all);
            }
        }
    }

    /// The objective with all signs changed.
    pub(super) fn negated(&self) -> Result<Self, Overflow> {
        let factors: Result<Factors<S>, Overflow> = self.factors.iter().map(|a| a.negated()).collect();
        let constant = self.constant.checked_neg().ok_or(Overflow)?;
        Ok(Self { denominator: self.denominator, constant, factors: factors? })
    }

    /// The objective as the row of a new column.
    pub(super) fn into_row(self, basic: Column) -> Row<S> {
        let terms = (0..).zip(self.factors).filter(|&(_, a)| a != S::ZERO).collect();
        let mut row = Row { basic, denominator: self.denominator, constant: self.constant, terms };
        row.reduce();
        row
    }
}

/// `a·x + b·y` for constants.
fn sum<S: Scalar>(a: S, x: i128, b: S, y: i128) -> Result<i128, Overflow> {
    a.times(x)?.checked_add(b.times(y)?).ok_or(Overflow)
}
