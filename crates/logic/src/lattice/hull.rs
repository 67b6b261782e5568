//! Joins of lattices, and their order.

use smallvec::SmallVec;

use super::Lattice;
use crate::linear::{Dim, Linear};

impl Lattice {
    /// The least lattice around both, which have the same dimensions.
    ///
    /// The union of `c + a·ℤᵏ` and `c' + a'·ℤᵏ` spans `c + [a, a' − a, c' − c]·ℤ²ᵏ⁺¹`, with parameters
    /// of the same name side by side. Rows that agree have no difference, and in a loop all but a few
    /// agree: the differences are brought to normal form by themselves, and few generators are added.
    pub(crate) fn join(&self, other: &Self) -> Self {
        debug_assert_eq!(self.dims, other.dims, "the operands of a join have the same dimensions");
        let differing: Vec<usize> =
            (0..self.rows.len()).filter(|&at| self.rows[at] != other.rows[at]).collect();
        let mut joined = self.clone();
        let Some(&last) = differing.last() else { return joined };
        let dims: Vec<Dim> = differing.iter().map(|&at| self.dims[at]).collect();
        // A name for the constants' generator, one for each difference, one for each row that is lost.
        let names = self.unused_names(2 * dims.len() + 1);
        let (constants, names) = (names[0], &names[1..]);
        let (generators, lost) = names.split_at(dims.len());
        let rows = differing.iter().zip(lost).map(|(&at, &lost)| {
            difference(&self.rows[at], &other.rows[at], constants).unwrap_or_else(|| Linear::from(lost))
        });
        let mut differences = Self { rows: rows.collect(), dims };
        differences.canonicalise(differing.len());
        for (k, &at) in differing.iter().enumerate() {
            let mut row = differences.rows[k].clone();
            row.rename(|name| differences.index(name).map_or(name, |pivot| generators[pivot]));
            joined.rows[at] = self.rows[at].add_scaled(1, &row).unwrap_or_else(|| Linear::from(lost[k]));
        }
        joined.canonicalise(last + 1);
        joined
    }

    /// Whether every point of `smaller`, which has the same dimensions, is one of `self`. It may say no
    /// where a coefficient does not fit.
    pub(crate) fn covers(&self, smaller: &Self) -> bool {
        debug_assert_eq!(self.dims, smaller.dims, "compared states have the same dimensions");
        self.expressible(&smaller.rows).is_some()
    }

    /// Something if there are parameters for which the rows have these values, forms over anything.
    ///
    /// The pivots say what the parameters are, from the last row to the first; the other rows have to
    /// agree.
    fn expressible(&self, values: &[Linear]) -> Option<()> {
        let mut coarse: Vec<Linear> = Vec::new();
        if self.is_coarse() {
            coarse.resize(self.rows.len(), Linear::constant(0));
        }
        for at in (0..self.rows.len()).rev() {
            if self.is_free(at) {
                continue;
            }
            let (modulus, others) = self.split(at);
            let mut rest = values[at].add_scaled(-1, &Linear::constant(self.rows[at].offset()))?;
            for &(name, a) in others {
                let owner = self.index(name)?;
                let parameter = if self.is_free(owner) { &values[owner] } else { &coarse[owner] };
                rest = rest.add_scaled(a.checked_neg()?, parameter)?;
            }
            match modulus {
                0 => rest.is_zero().then_some(())?,
                modulus => coarse[at] = rest.divide(modulus)?,
            }
        }
        Some(())
    }

    fn unused_names(&self, count: usize) -> Vec<Dim> {
        (0..=u32::MAX).rev().map(Dim).filter(|&name| self.index(name).is_none()).take(count).collect()
    }
}

/// `right − left`, with the difference of the constants as the coefficient of a parameter.
fn difference(left: &Linear, right: &Linear, constant: Dim) -> Option<Linear> {
    let difference = right.add_scaled(-1, left)?;
    let terms = difference.terms().iter().copied().chain([(constant, difference.offset())]);
    Some(Linear::from_terms(0, terms.collect::<SmallVec<[_; 4]>>()))
}
