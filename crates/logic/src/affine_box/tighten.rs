//! Carrying bounds through equations.
//!
//! In a row `xᵢ = c + Σ aⱼ·pⱼ` the bounds of all quantities but one bound that one; what is not an
//! integer is rounded inward. A *round* visits every row once. Rounds can go on improving for as long
//! as the bounds are far apart, so their number is limited; a dimension left with a single value
//! becomes an equation.
//!
//! The parameter of a free pivot is the dimension itself. That of a coarse one has no stored bounds;
//! it gets them for the time of the tightening, and this is how `x = 16·p`, `x ≥ 9` becomes `x ≥ 16`.

use smallvec::SmallVec;

use super::AffineBox;
use crate::bounds::{Bounds, Empty, Range};
use crate::lattice::Lattice;
use crate::linear::Linear;

/// Enough for all that small systems have to give.
const ROUNDS: usize = 4;

impl AffineBox {
    /// Tightens the bounds and turns single values into equations.
    pub(super) fn tighten(&mut self) -> Result<(), Empty> {
        for _ in 0..ROUNDS {
            self.tighten_bounds()?;
            if !self.fix_single_values()? {
                break;
            }
        }
        Ok(())
    }

    /// [`tighten`](Self::tighten) for operations that cannot make the state empty.
    ///
    /// If it turns out to have been empty before, it stays as it is.
    pub(super) fn tighten_if_possible(&mut self) {
        let _ = self.tighten();
    }

    /// Tightens the bounds and leaves the equations alone.
    pub(super) fn tighten_bounds(&mut self) -> Result<(), Empty> {
        let coarse = self.coarse_bounds();
        let mut bounded = Bounded { lattice: &self.lattice, dims: &mut self.bounds, coarse };
        for _ in 0..ROUNDS {
            if !bounded.round()? {
                break;
            }
        }
        Ok(())
    }

    /// What the rows of coarse pivots say about their parameters, at the places of the pivots; nothing
    /// if all pivots are free.
    pub(super) fn coarse_bounds(&self) -> CoarseBounds {
        let mut coarse = CoarseBounds::new();
        if self.lattice.is_coarse() {
            coarse.resize(self.bounds.len(), Bounds::ALL);
            for at in (0..self.bounds.len()).rev() {
                if self.lattice.is_pivot(at) && !self.lattice.is_free(at) {
                    let row = self.lattice.row(at);
                    let mut range = self.range(row, &coarse);
                    let modulus = row.terms()[0].1;
                    range.remove(modulus, Bounds::ALL);
                    range.add(-1, self.bounds[at]);
                    coarse[at] = range.solve(modulus);
                }
            }
        }
        coarse
    }

    /// The range of a form over parameters.
    pub(super) fn range(&self, form: &Linear, coarse: &CoarseBounds) -> Range {
        let mut range = Range::constant(form.offset());
        for &(name, a) in form.terms() {
            let bounds = self.lattice.index(name).map_or(Bounds::ALL, |owner| {
                if self.lattice.is_free(owner) { self.bounds[owner] } else { coarse[owner] }
            });
            range.add(a, bounds);
        }
        range
    }

    /// Imposes `x = v` where the bounds leave nothing else; says whether that was new.
    fn fix_single_values(&mut self) -> Result<bool, Empty> {
        let mut changed = false;
        for at in 0..self.bounds.len() {
            let Some(value) = self.bounds[at].as_constant() else { continue };
            let row = self.lattice.row(at);
            if row.as_constant() == Some(value) {
                continue;
            }
            if let Some(form) = row.add_scaled(-1, &Linear::constant(value)) {
                if !self.lattice.meet(&form) {
                    return Err(Empty);
                }
                changed = true;
            }
        }
        Ok(changed)
    }
}

/// The bounds of coarse parameters, at the places of their pivots.
pub(super) type CoarseBounds = SmallVec<[Bounds; 16]>;

/// The rows with the bounds of all quantities in them.
struct Bounded<'a> {
    lattice: &'a Lattice,
    dims: &'a mut [Bounds],
    coarse: CoarseBounds,
}

/// A quantity in a row.
#[derive(Copy, Clone)]
enum Quantity {
    Dim(usize),
    Coarse(usize),
}

impl Bounded<'_> {
    fn round(&mut self) -> Result<bool, Empty> {
        let mut changed = false;
        for at in 0..self.dims.len() {
            if !self.lattice.is_free(at) {
                changed |= self.visit(at)?;
            }
        }
        Ok(changed)
    }

    /// Tightens everything in the equation `−xᵢ + Σ aⱼ·pⱼ + c = 0`.
    fn visit(&mut self, at: usize) -> Result<bool, Empty> {
        let row = self.lattice.row(at);
        let mut range = Range::constant(row.offset());
        let mut quantities = SmallVec::<[(Quantity, i64); 8]>::new();
        quantities.push((Quantity::Dim(at), -1));
        for &(name, a) in row.terms() {
            let Some(owner) = self.lattice.index(name) else { return Ok(false) };
            let free = self.lattice.is_free(owner);
            quantities.push((if free { Quantity::Dim(owner) } else { Quantity::Coarse(owner) }, a));
        }
        for &(quantity, a) in &quantities {
            range.add(a, *self.bounds(quantity));
        }
        let mut changed = false;
        for (quantity, a) in quantities {
            let bounds = self.bounds(quantity);
            range.remove(a, *bounds);
            changed |= bounds.meet(range.solve(a))?;
            range.add(a, *bounds);
        }
        Ok(changed)
    }

    fn bounds(&mut self, quantity: Quantity) -> &mut Bounds {
        match quantity {
            Quantity::Dim(at) => &mut self.dims[at],
            Quantity::Coarse(at) => &mut self.coarse[at],
        }
    }
}
