//! Carrying bounds through equations.
//!
//! In a row `xᵢ = c + Σ aⱼ·pⱼ` the bounds of all quantities but one bound that one; what is not an
//! integer is rounded inward. A *round* visits every row once. Rounds can go on improving for as long
//! as the bounds are far apart, so their number is limited; a dimension left with a single value
//! becomes an equation.
//!
//! Where a parameter is not a dimension, its bounds are kept for the time of the tightening.

use smallvec::SmallVec;

use super::AffineBox;
use super::parameters::CoarseBounds;
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
        let coarse = self.parameters().coarse;
        let mut bounded = Bounded { lattice: &self.lattice, dims: &mut self.bounds, coarse };
        for _ in 0..ROUNDS {
            if !bounded.round()? {
                break;
            }
        }
        Ok(())
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
            let Some(others) = range.without(a, *bounds) else { continue };
            if bounds.meet(others.solve(a))? {
                range = others;
                range.add(a, *bounds);
                changed = true;
            }
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
