//! Affine lattices: the integer solutions of linear equations and congruences.
//!
//! # Meaning
//! A lattice gives each dimension `xᵢ` a row, a linear form over integer *parameters*:
//!
//! ```text
//!   γ = { x : xᵢ = cᵢ + Σⱼ aᵢⱼ·pⱼ  for some integers p₁ … pₖ }
//! ```
//!
//! Read by columns this is a point and a set of generators, `c + a·ℤᵏ`; read by rows it is a solved
//! system of equations in which no row has a denominator. Both readings are used: an assignment by
//! any affine map just composes rows, and a meet with an equation eliminates a parameter. It is never
//! empty.
//!
//! # Canonical form
//! The rows are in Hermite normal form, counted from the last dimension to the first, and each
//! parameter is named after its *pivot*, the dimension that is the first in this order to depend on it:
//!
//! ```text
//!   x = 3 − 4·p_y + p_z      depends on parameters of later dimensions
//!   y = 1 + 2·p_y + p_z      a coarse pivot: constant and other coefficients lie in 0 .. 2
//!   z = p_z                  a free pivot: the dimension is its own parameter
//! ```
//!
//! With free pivots only, which is the usual case, the rows are the reduced row echelon form of the
//! equations, solved for the smallest dimensions. A set has exactly one canonical form, so that
//! equality of lattices is equality of data.
//!
//! # Overflow
//! A row of which a coefficient does not fit is replaced by a new parameter: the dimension is
//! forgotten, which describes a larger set. Changes of parameters are bijections on ℤᵏ, so that losing
//! one row in the middle of one leaves the others right.
//!
//! # Sources
//! The join by generators is Karr's (*Affine relationships among variables of a program*, 1976), over
//! the integers instead of the rationals as in Granger's congruences (*Static analysis of linear
//! congruence equalities*, 1991); the normal form is Hermite's, computed by Euclid's algorithm on one
//! row at a time.

mod equations;
mod hermite;
mod hull;
mod meet;

use smallvec::SmallVec;

use crate::linear::{Dim, Linear};

/// A set of integer points that is closed under integer affine combinations.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Lattice {
    /// Sorted.
    dims: Vec<Dim>,
    /// One for each dimension, over parameters that are named after their pivots.
    rows: Vec<Linear>,
}

impl Lattice {
    pub(crate) fn dims(&self) -> &[Dim] {
        &self.dims
    }

    /// The place of the dimension, if it is present.
    pub(crate) fn index(&self, dim: Dim) -> Option<usize> {
        self.dims.binary_search(&dim).ok()
    }

    pub(crate) fn row(&self, at: usize) -> &Linear {
        &self.rows[at]
    }

    /// Whether the dimension is its own parameter.
    pub(crate) fn is_free(&self, at: usize) -> bool {
        self.rows[at].terms() == [(self.dims[at], 1)] && self.rows[at].offset() == 0
    }

    /// Whether the dimension names a parameter.
    pub(crate) fn is_pivot(&self, at: usize) -> bool {
        self.rows[at].terms().first().is_some_and(|&(name, _)| name == self.dims[at])
    }

    /// The modulus of a pivot, or zero, and the row's terms for the parameters of other dimensions.
    fn split(&self, at: usize) -> (i64, &[(Dim, i64)]) {
        match self.rows[at].terms() {
            &[(name, modulus), ref others @ ..] if name == self.dims[at] => (modulus, others),
            others => (0, others),
        }
    }

    /// Whether some pivot is coarse: there are congruences.
    pub(crate) fn is_coarse(&self) -> bool {
        (0..self.rows.len()).any(|at| self.is_pivot(at) && !self.is_free(at))
    }

    /// A form over dimensions as a form over parameters, unless a coefficient does not fit.
    pub(crate) fn evaluate(&self, form: &Linear) -> Option<Linear> {
        if let (0, &[(dim, 1)]) = (form.offset(), form.terms()) {
            return Some(self.rows[self.index(dim)?].clone());
        }
        let mut sum = Linear::constant(form.offset());
        for &(dim, coefficient) in form.terms() {
            debug_assert!(self.index(dim).is_some(), "{dim:?} is not a dimension of this state");
            sum = sum.add_scaled(coefficient, &self.rows[self.index(dim)?])?;
        }
        Some(sum)
    }

    /// Adds a dimension and says where it is.
    ///
    /// Its row is over parameters, as [`evaluate`](Self::evaluate) gives it; without one it is free.
    pub(crate) fn insert(&mut self, dim: Dim, row: Option<Linear>) -> usize {
        let at = match self.dims.binary_search(&dim) {
            Ok(at) => {
                debug_assert!(false, "{dim:?} is a dimension of this state already");
                self.assign([(at, row)]);
                return at;
            }
            Err(at) => at,
        };
        self.dims.insert(at, dim);
        let row = row.unwrap_or_else(|| Linear::from(dim));
        // A constant takes part in no other row.
        let constant = row.as_constant().is_some();
        self.rows.insert(at, row);
        if !constant {
            self.canonicalise(at + 1);
        }
        at
    }

    /// Drops the dimensions at these places, which are sorted.
    pub(crate) fn remove(&mut self, places: &[usize]) {
        let Some(&last) = places.last() else { return };
        // Without pivots among them, the parameters of the others stay what they are.
        let pivots = places.iter().any(|&at| self.is_pivot(at));
        for &at in places.iter().rev() {
            self.dims.remove(at);
            self.rows.remove(at);
        }
        if pivots {
            self.canonicalise(last);
        }
    }

    /// Gives the dimensions at these places new rows, over the present parameters; a dimension without
    /// a row is forgotten.
    pub(crate) fn assign(&mut self, rows: impl IntoIterator<Item = (usize, Option<Linear>)>) {
        let mut last = 0;
        let mut forgotten = SmallVec::<[usize; 4]>::new();
        for (at, row) in rows {
            last = last.max(at);
            match row {
                Some(row) => self.rows[at] = row,
                None => forgotten.push(at),
            }
        }
        for at in forgotten {
            self.forget(at);
        }
        self.canonicalise(last + 1);
    }

    /// Renames the dimensions and says where each place went.
    pub(crate) fn rename(&mut self, name: impl Fn(Dim) -> Dim) -> Vec<usize> {
        let names: Vec<Dim> = self.dims.iter().map(|&dim| name(dim)).collect();
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_unstable_by_key(|&at| names[at]);
        debug_assert!(order.is_sorted_by(|&a, &b| names[a] < names[b]), "a renaming is injective");
        for row in &mut self.rows {
            row.rename(|p| self.dims.binary_search(&p).map_or(p, |at| names[at]));
        }
        self.dims = order.iter().map(|&at| names[at]).collect();
        self.rows =
            order.iter().map(|&at| std::mem::replace(&mut self.rows[at], Linear::constant(0))).collect();
        if !order.is_sorted() {
            self.canonicalise(self.rows.len());
        }
        order
    }

    /// Gives the dimension a parameter of its own. The row may then not be canonical.
    fn forget(&mut self, at: usize) {
        self.rows[at] = Linear::constant(0);
        let own = self.dims[at];
        let taken = self.rows.iter().any(|row| row.mentions(own));
        self.rows[at] = Linear::from(if taken { self.unused_name() } else { own });
    }

    /// A name for a parameter that is neither a dimension nor in use.
    fn unused_name(&self) -> Dim {
        let in_use = |name: Dim| self.index(name).is_some() || self.rows.iter().any(|row| row.mentions(name));
        (0..=u32::MAX).rev().map(Dim).find(|&name| !in_use(name)).expect("fewer than 2³² parameters")
    }
}
