//! Join, widening and inclusion.
//!
//! # Widening
//! The equations need none: a join of lattices has fewer equations or smaller moduli than its operands or
//! is equal to them, and that ends. Each bound that the next iterate does not respect moves to a threshold
//! and finally to infinity. The box is then tightened through the equations, which brings back what they
//! imply, such as `t ≤ 8` from `t + u = 9` and `u ≥ 1`.
//!
//! Tightened bounds must not be compared with in the next widening: a bound could be given up, come back
//! through an equation a little larger, be given up again, for ever. The outcome of a widening therefore
//! remembers the bounds as they were before tightening, and they are what the next widening of this state
//! starts from. These only ever grow, along finitely many thresholds, so that every chain ends. New names and
//! new dimensions leave them valid; any other change of the state makes it forget them.

use super::AffineBox;
use crate::bounds::Bounds;
use crate::linear::Linear;

/// Where a lower bound stops on its way down: a list that has a next cell still has one, a length is
/// still a length.
const LOWER_THRESHOLDS: [i64; 2] = [1, 0];

impl AffineBox {
    /// A state that contains both, which have the same dimensions: the least lattice around both, and for
    /// each dimension the least interval. It [`covers`](Self::covers) both.
    #[must_use]
    pub fn join(&self, other: &Self) -> Self {
        Self {
            lattice: self.lattice.join(&other.lattice),
            bounds: self.bounds.iter().zip(&other.bounds).map(|(a, b)| a.hull(*b)).collect(),
            untightened: None,
        }
    }

    /// A state that contains both, such that widening again and again comes to an end.
    ///
    /// `self` is the previous outcome, `next` the next iterate; they have the same dimensions. Lower
    /// bounds that give way stop at 1 and 0; upper bounds stop at the given numbers, in any order. The
    /// outcome [`covers`](Self::covers) both.
    #[must_use]
    pub fn widen(&self, next: &Self, upper_thresholds: &[i64]) -> Self {
        let bounds =
            self.loosest_bounds().iter().zip(&next.bounds).map(|(&a, &b)| widen(a, b, upper_thresholds));
        let bounds: Vec<Bounds> = bounds.collect();
        let lattice = self.lattice.join(&next.lattice);
        let mut widened = Self { lattice, bounds: bounds.clone(), untightened: Some(bounds) };
        // Not empty, as it contains both; and the equations stay those of the join, for the chain's sake.
        let _ = widened.tighten_bounds();
        widened
    }

    /// Whether every point of `smaller`, which has the same dimensions, is one of `self`. `false` means:
    /// not proved.
    pub fn covers(&self, smaller: &Self) -> bool {
        if !self.lattice.covers(&smaller.lattice) {
            return false;
        }
        // Given the equations, the bounds before tightening say the same, and they are easier to respect:
        // what is rounded in one state need not have been in another.
        let pairs = self.loosest_bounds().iter().zip(&smaller.bounds);
        self.dims().iter().zip(pairs).all(|(&dim, (outer, inner))| {
            (outer.covers_below(*inner) || outer.lo <= smaller.minimum(&Linear::from(dim)))
                && (outer.covers_above(*inner)
                    || smaller
                        .maximum(&Linear::from(dim))
                        .is_some_and(|most| outer.hi.is_none_or(|hi| most <= hi)))
        })
    }

    /// Bounds that describe the state together with its equations, as loose as they are known.
    fn loosest_bounds(&self) -> &[Bounds] {
        self.untightened.as_ref().unwrap_or(&self.bounds)
    }
}

fn widen(previous: Bounds, next: Bounds, upper_thresholds: &[i64]) -> Bounds {
    let lo = if previous.covers_below(next) {
        previous.lo
    } else {
        next.lo.and_then(|lo| LOWER_THRESHOLDS.into_iter().find(|&threshold| threshold <= lo))
    };
    let hi = if previous.covers_above(next) {
        previous.hi
    } else {
        next.hi.and_then(|hi| upper_thresholds.iter().copied().filter(|&threshold| threshold >= hi).min())
    };
    Bounds { lo, hi }
}
