//! Bounds of the lattice's parameters.
//!
//! The parameter of a free pivot is the dimension itself. That of a coarse one has no bounds in the
//! state; they follow from its row, `xᵢ = c + m·pᵢ + Σ aⱼ·pⱼ`, solved for `pᵢ` and rounded inward. This is
//! how `x = 16·p`, `x ≥ 9` is known to mean `p ≥ 1`.

use super::AffineBox;
use crate::bounds::{Bounds, Range};
use crate::lattice::Lattice;
use crate::linear::{Dim, Linear};

/// The bounds of coarse parameters, at the places of their pivots; nothing if all pivots are free.
pub(super) type CoarseBounds = Vec<Bounds>;

/// The bounds of all parameters of a state.
pub(super) struct Parameters<'a> {
    lattice: &'a Lattice,
    dims: &'a [Bounds],
    pub(super) coarse: CoarseBounds,
}

impl AffineBox {
    pub(super) fn parameters(&self) -> Parameters<'_> {
        let mut parameters =
            Parameters { lattice: &self.lattice, dims: &self.bounds, coarse: CoarseBounds::new() };
        if self.lattice.is_coarse() {
            parameters.derive();
        }
        parameters
    }
}

impl Parameters<'_> {
    pub(super) fn bounds(&self, name: Dim) -> Bounds {
        self.lattice.index(name).map_or(Bounds::ALL, |owner| self.at(owner))
    }

    /// The bounds of the parameter that belongs to the pivot at this place.
    pub(super) fn at(&self, owner: usize) -> Bounds {
        if self.lattice.is_free(owner) { self.dims[owner] } else { self.coarse[owner] }
    }

    /// The range of a form over parameters.
    pub(super) fn range(&self, form: &Linear) -> Range {
        let mut range = Range::constant(form.offset());
        for &(name, a) in form.terms() {
            range.add(a, self.bounds(name));
        }
        range
    }

    fn derive(&mut self) {
        self.coarse.resize(self.dims.len(), Bounds::ALL);
        // A row mentions the parameters of later pivots only.
        for at in (0..self.dims.len()).rev() {
            if self.lattice.is_pivot(at) && !self.lattice.is_free(at) {
                let row = self.lattice.row(at);
                let (modulus, mut range) = (row.terms()[0].1, self.range(row));
                range.add(-1, self.dims[at]);
                if let Some(others) = range.without(modulus, Bounds::ALL) {
                    self.coarse[at] = others.solve(modulus);
                }
            }
        }
    }
}
