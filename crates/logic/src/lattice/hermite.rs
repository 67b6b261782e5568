//! Restoring the canonical form.
//!
//! Rows are visited from the last to the first. A row that is as the canonical form demands, which is
//! what most rows are after most operations, is only looked at. In another, Euclid's algorithm on the
//! coefficients of the parameters that have no pivot yet leaves at most one of them; that parameter
//! gets the row's dimension as pivot and name. Each step is a substitution for one parameter which is
//! invertible over the integers, and it concerns this row and those still to be visited: the rows
//! visited before mention only parameters that have a pivot.

use super::Lattice;
use crate::linear::{Dim, Linear};
use crate::number::{floor_div, narrow};

impl Lattice {
    /// Makes the first `count` rows canonical; the others are already.
    pub(super) fn canonicalise(&mut self, count: usize) {
        for at in (0..count.min(self.rows.len())).rev() {
            if !self.is_canonical(at) {
                self.give_pivot(at);
            }
        }
        debug_assert!((0..self.rows.len()).all(|at| self.is_canonical(at)), "not canonical: {self:?}");
    }

    /// Whether the row is canonical, given that those after it are.
    fn is_canonical(&self, at: usize) -> bool {
        let row = &self.rows[at];
        let (rest, modulus) = match row.terms() {
            [] => return true,
            &[(name, modulus), ref rest @ ..] if name == self.dims[at] => (rest, modulus),
            terms => return terms.iter().all(|&(name, _)| self.has_pivot(name, at)),
        };
        let reduced = |coefficient: i64| (0..modulus).contains(&coefficient);
        reduced(row.offset()) && rest.iter().all(|&(name, a)| reduced(a) && self.has_pivot(name, at))
    }

    /// Whether the parameter belongs to a pivot among the rows after this one.
    fn has_pivot(&self, name: Dim, at: usize) -> bool {
        self.index(name).is_some_and(|owner| owner > at && self.is_pivot(owner))
    }

    fn give_pivot(&mut self, at: usize) {
        let own = self.dims[at];
        loop {
            // The parameter to keep: its coefficient is the smallest, so that the others shrink.
            let row = &self.rows[at];
            let without_pivot = row.terms().iter().filter(|&&(name, _)| !self.has_pivot(name, at));
            let Some(&(kept, divisor)) =
                without_pivot.min_by_key(|&&(name, a)| (a.unsigned_abs(), name != own))
            else {
                return;
            };
            match absorb(row, kept, divisor) {
                Some(by) if by.terms() == [(kept, 1)] && by.offset() == 0 => {}
                Some(by) => self.substitute(at + 1, kept, &by),
                None => self.lose(at),
            }
            // Euclid's remainders are smaller than the divisor; once there is none, this is the pivot.
            if !self.rows[at].terms().iter().any(|&(name, _)| name != kept && !self.has_pivot(name, at)) {
                self.swap_names(at + 1, kept, own);
                return;
            }
        }
    }

    /// Puts the form in place of the parameter in the first `count` rows.
    ///
    /// A row that does not fit afterwards is forgotten.
    pub(super) fn substitute(&mut self, count: usize, parameter: Dim, by: &Linear) {
        for at in 0..count {
            if self.rows[at].mentions(parameter) {
                match self.rows[at].substitute(parameter, by) {
                    Some(row) => self.rows[at] = row,
                    None => self.lose(at),
                }
            }
        }
    }

    /// Forgets a row in the middle of a change of parameters.
    ///
    /// Its new parameter is not called after the dimension, even if no row mentions that name: what is
    /// being substituted may.
    fn lose(&mut self, at: usize) {
        self.rows[at] = Linear::from(self.unused_name());
    }

    fn swap_names(&mut self, count: usize, one: Dim, other: Dim) {
        if one == other {
            return;
        }
        for row in &mut self.rows[..count] {
            if row.mentions(one) || row.mentions(other) {
                row.rename(|name| match name {
                    _ if name == one => other,
                    _ if name == other => one,
                    _ => name,
                });
            }
        }
    }
}

/// The substitution for the parameter that takes multiples of `|divisor|` out of all other coefficients
/// of the row and makes its own positive: `±(p − Σ ⌊aⱼ/|d|⌋·pⱼ − ⌊c/|d|⌋)`.
pub(super) fn absorb(row: &Linear, kept: Dim, divisor: i64) -> Option<Linear> {
    let modulus = i128::from(divisor.unsigned_abs());
    let sign = i128::from(divisor.signum());
    let quotient = |a: i64| narrow(-sign * floor_div(a.into(), modulus)?);
    let mut terms = smallvec::SmallVec::<[(Dim, i64); 4]>::new();
    for &(name, a) in row.terms() {
        terms.push((name, if name == kept { divisor.signum() } else { quotient(a)? }));
    }
    Some(Linear::from_terms(quotient(row.offset())?, terms))
}
