//! Keeping only the points that satisfy a constraint.

use super::AffineBox;
use crate::bounds::{Bounds, Empty, Range};
use crate::linear::Linear;
use crate::number::{floor_div, narrow};

impl AffineBox {
    /// Keeps the points where the form is zero. False: there are none, and the state must not be used
    /// any more.
    #[must_use]
    pub fn meet_eq(&mut self, form: &Linear) -> bool {
        self.untightened = None;
        self.impose_equation(form).is_ok()
    }

    /// Keeps the points where the form is at least zero. False: there are none, and the state must not
    /// be used any more.
    ///
    /// A constraint on one dimension is kept exactly. One on several leaves what it says about each of
    /// them, and about the dimensions they are tied to by equations, given the bounds of the others.
    #[must_use]
    pub fn meet_ge(&mut self, form: &Linear) -> bool {
        self.untightened = None;
        self.impose_inequality(form).is_ok()
    }

    fn impose_equation(&mut self, form: &Linear) -> Result<(), Empty> {
        if let Some(row) = self.lattice.evaluate(form) {
            if row.is_zero() {
                return Ok(());
            }
            if !self.lattice.meet(&row) {
                return Err(Empty);
            }
        }
        // An equation over dimensions that has become one over other parameters may bound these
        // dimensions better than its reduced form does.
        self.propagate_over_dims(form, Relation::Zero)?;
        self.tighten()?;
        self.check_feasible(form)
    }

    fn impose_inequality(&mut self, form: &Linear) -> Result<(), Empty> {
        let (row, known) = self.interval(form);
        if known.hi.is_some_and(|hi| hi < 0) {
            return Err(Empty);
        }
        if known.lo.is_some_and(|lo| lo >= 0) {
            return Ok(());
        }
        // Bounds that propagate nowhere can still exclude it, together with the equations.
        if form.terms().len() > 1 && self.maximum(form).is_some_and(|greatest| greatest < 0) {
            return Err(Empty);
        }
        self.propagate_over_dims(form, Relation::NotNegative)?;
        if let Some(row) = row.as_ref().and_then(strengthened) {
            self.propagate_over_parameters(&row)?;
        }
        self.tighten()?;
        self.check_feasible(form)
    }

    /// Bounds each dimension of the form by the others.
    fn propagate_over_dims(&mut self, form: &Linear, relation: Relation) -> Result<(), Empty> {
        let mut range = Range::constant(form.offset());
        for &(dim, a) in form.terms() {
            range.add(a, self.bounds(dim));
        }
        for &(dim, a) in form.terms() {
            let Some(at) = self.place(dim) else { return Ok(()) };
            let Some(others) = range.without(a, self.bounds[at]) else { continue };
            self.bounds[at].meet(relation.solve(&others, a))?;
        }
        Ok(())
    }

    /// Bounds each free dimension of a form over parameters by the others, where the form is at least
    /// zero.
    fn propagate_over_parameters(&mut self, form: &Linear) -> Result<(), Empty> {
        let range = self.parameters().range(form);
        for &(name, a) in form.terms() {
            let Some(at) = self.lattice.index(name).filter(|&at| self.lattice.is_free(at)) else { continue };
            let Some(others) = range.without(a, self.bounds[at]) else { continue };
            self.bounds[at].meet(Relation::NotNegative.solve(&others, a))?;
        }
        Ok(())
    }
}

/// What a constraint says of its form.
#[derive(Copy, Clone)]
enum Relation {
    Zero,
    NotNegative,
}

impl Relation {
    /// The values `v` for which `a·v + others` can satisfy the relation.
    fn solve(self, others: &Range, a: i64) -> Bounds {
        match self {
            Self::Zero => others.solve(a),
            Self::NotNegative => others.solve_not_negative(a),
        }
    }
}

/// The same constraint `form ≥ 0` with coprime coefficients and the constant rounded down, which loses no
/// integer point.
fn strengthened(form: &Linear) -> Option<Linear> {
    let content = i64::try_from(form.content()).ok().filter(|&content| content != 0)?;
    let constant = narrow(floor_div(form.offset().into(), content.into())?)?;
    let linear = form.add_scaled(-1, &Linear::constant(form.offset()))?;
    linear.divide(content)?.add_scaled(1, &Linear::constant(constant))
}
