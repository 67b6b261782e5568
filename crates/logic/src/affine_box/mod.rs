//! Linear equations and bounds, together.
//!
//! # Meaning
//! An [`AffineBox`] over dimensions x₁ … xₙ stands for the integer points that satisfy its equations
//! and congruences (an affine lattice) and lie within the bounds of each dimension:
//!
//! ```text
//!   γ = { x ∈ ℤⁿ : A·x = b,  C·x ≡ d (mod m),  loᵢ ≤ xᵢ ≤ hiᵢ }
//! ```
//!
//! Inequalities between dimensions are not stored, but many follow: from `t + u = n` and `u ≥ 0` comes
//! `t ≤ n`. [`AffineBox::minimum`] and the `proves_…` questions find whatever the equations and bounds
//! imply over the rationals, rounded to integers; beyond that they do not reason about integrality, so
//! "not proved" says nothing.
//!
//! # Invariants
//! * The lattice is in canonical form.
//! * Bounds do not cross, and they have been tightened through the equations a few rounds (`tighten`).
//! * A state is not empty: what would make it so answers `false`, and the state must then be dropped.
//!   (Emptiness that only shows with reasoning about integers beyond congruences and rounding may go
//!   unnoticed, which is safe.)
//!
//! # Sources
//! The domain of counters in the analysis of lists by reachability vectors: Karr's equations in a
//! reduced product with intervals, widened in the intervals only.
//!
//! Reading order: this file (dimensions and assignments), `parameters`, `tighten`, `guard` (meets), `query`, `order`
//! (join, widening, inclusion).

mod guard;
mod order;
mod parameters;
mod query;
mod tighten;

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use smallvec::SmallVec;

use crate::bounds::Bounds;
use crate::lattice::Lattice;
use crate::linear::{Dim, Linear};

/// A set of integer points: affine equations, congruences, and bounds for each dimension.
///
/// Equality, order and hash go by the canonical form of what is known: two states that came about in
/// different ways are equal if they have the same equations, congruences and bounds.
#[derive(Clone, Debug, Default)]
pub struct AffineBox {
    lattice: Lattice,
    /// One for each dimension.
    bounds: Vec<Bounds>,
    /// The bounds before tightening, if this is the outcome of a widening: see `order`. They describe
    /// the same points and are no part of the value.
    untightened: Option<Vec<Bounds>>,
}

impl AffineBox {
    /// The state without dimensions, which has one point.
    pub fn new() -> Self {
        Self::default()
    }

    /// The dimensions, sorted.
    pub fn dims(&self) -> &[Dim] {
        self.lattice.dims()
    }

    /// Whether the dimension is present.
    pub fn contains(&self, dim: Dim) -> bool {
        self.lattice.index(dim).is_some()
    }

    /// Adds a dimension of which nothing is known. It must not be present.
    pub fn add(&mut self, dim: Dim) {
        let at = self.lattice.insert(dim, None);
        self.insert_bounds(at, Bounds::ALL);
    }

    /// Adds a dimension of which only bounds are known. It must not be present.
    pub fn add_within(&mut self, dim: Dim, bounds: Bounds) {
        let at = self.lattice.insert(dim, None);
        self.insert_bounds(at, bounds);
    }

    /// How many numbers can be chosen freely, bounds left aside: dimensions less equations.
    pub fn rank(&self) -> usize {
        (0..self.bounds.len()).filter(|&at| self.lattice.is_pivot(at)).count()
    }

    /// Adds a dimension with this value. It must not be present.
    pub fn add_equal(&mut self, dim: Dim, value: &Linear) {
        let (row, bounds) = self.interval(value);
        let at = self.lattice.insert(dim, row);
        self.insert_bounds(at, bounds);
        if bounds != Bounds::ALL && !is_copy(value) {
            self.tighten_if_possible();
        }
    }

    /// Drops a dimension; what is known about the others stays.
    pub fn remove(&mut self, dim: Dim) {
        self.remove_all(&[dim]);
    }

    /// Drops several dimensions at once.
    pub fn remove_all(&mut self, dims: &[Dim]) {
        let mut places: SmallVec<[usize; 8]> = dims.iter().filter_map(|&dim| self.place(dim)).collect();
        places.sort_unstable();
        places.dedup();
        self.lattice.remove(&places);
        for &at in places.iter().rev() {
            self.bounds.remove(at);
        }
        // What follows from equations with dimensions that are gone is not implied any more.
        self.untightened = None;
    }

    /// Forgets everything about a dimension, which stays.
    pub fn forget(&mut self, dim: Dim) {
        let Some(at) = self.place(dim) else { return };
        self.lattice.assign([(at, None)]);
        self.bounds[at] = Bounds::ALL;
        self.untightened = None;
    }

    /// Renames the dimensions; different ones keep different names.
    pub fn rename(&mut self, name: impl Fn(Dim) -> Dim) {
        let order = self.lattice.rename(name);
        for bounds in [Some(&mut self.bounds), self.untightened.as_mut()].into_iter().flatten() {
            *bounds = order.iter().map(|&from| bounds[from]).collect();
        }
    }

    /// Gives dimensions new values, all at once: the right sides speak of the old ones.
    ///
    /// Any affine map will do; `t := t + u, u := 0` moves one counter into another.
    pub fn assign(&mut self, values: &[(Dim, Linear)]) {
        let mut images = SmallVec::<[(usize, Option<Linear>, Bounds); 4]>::new();
        for (dim, value) in values {
            let Some(at) = self.place(*dim) else { continue };
            let (row, bounds) = self.interval(value);
            images.push((at, row, bounds));
        }
        for &(at, _, bounds) in &images {
            self.bounds[at] = bounds;
        }
        self.lattice.assign(images.into_iter().map(|(at, row, _)| (at, row)));
        self.untightened = None;
        if !values.iter().all(|(_, value)| is_copy(value)) {
            self.tighten_if_possible();
        }
    }

    /// The bounds of the dimension that are stored.
    ///
    /// They are what propagation through single equations yields; [`minimum`](Self::minimum) combines
    /// equations and may know better.
    pub fn bounds(&self, dim: Dim) -> Bounds {
        self.place(dim).map_or(Bounds::ALL, |at| self.bounds[at])
    }

    /// The equations, each a form that is zero: the reduced row echelon form in the order of the
    /// dimensions, with coprime integer coefficients, the first of them positive.
    pub fn equations(&self) -> Vec<Linear> {
        self.lattice.equations()
    }

    /// What holds beyond the equations: forms that are divisible by a number.
    pub fn congruences(&self) -> Vec<(Linear, i64)> {
        self.lattice.congruences()
    }

    /// Whether the point belongs to the set.
    pub fn contains_point(&self, point: impl Fn(Dim) -> i64) -> bool {
        let within = self.dims().iter().zip(&self.bounds).all(|(&dim, bounds)| bounds.contains(point(dim)));
        within && self.lattice.contains(point)
    }

    fn place(&self, dim: Dim) -> Option<usize> {
        let at = self.lattice.index(dim);
        debug_assert!(at.is_some(), "{dim:?} is not a dimension of this state");
        at
    }

    fn insert_bounds(&mut self, at: usize, bounds: Bounds) {
        if self.bounds.len() == self.lattice.dims().len() {
            // Present before, against the contract: the dimension has its new value all the same.
            self.bounds[at] = bounds;
            self.untightened = None;
        } else {
            self.bounds.insert(at, bounds);
            if let Some(untightened) = &mut self.untightened {
                untightened.insert(at, bounds);
            }
        }
    }

    /// What equality is about.
    fn value(&self) -> (&Lattice, &[Bounds]) {
        (&self.lattice, &self.bounds)
    }
}

/// Whether a value is a constant or a dimension, but for sign and constant: its bounds are then the
/// dimension's, and there is nothing to carry over to others.
fn is_copy(value: &Linear) -> bool {
    matches!(value.terms(), [] | [(_, 1 | -1)])
}

impl PartialEq for AffineBox {
    fn eq(&self, other: &Self) -> bool {
        self.value() == other.value()
    }
}

impl Eq for AffineBox {}

impl PartialOrd for AffineBox {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for AffineBox {
    fn cmp(&self, other: &Self) -> Ordering {
        self.value().cmp(&other.value())
    }
}

impl Hash for AffineBox {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value().hash(state);
    }
}
