//! What follows from equations and bounds.
//!
//! Over the rationals this is a linear program, and the rows of the lattice are a dictionary for it:
//! dependent dimensions in terms of free ones. Two cheap answers are tried first: the extreme of the form
//! as it was given over the box, and of the form over parameters. Only rows that can matter enter the
//! program: those with a bound that does not follow from the bounds of their parameters, and which are
//! connected with the objective through such rows.

use smallvec::SmallVec;

use super::AffineBox;
use crate::bounds::{Bounds, Empty, at_least, at_most};
use crate::linear::Linear;
use crate::simplex::{Outcome, Problem};

impl AffineBox {
    /// The least value of the form that equations and bounds allow, rounded up to an integer; nothing if
    /// there is no lower bound (or none that fits).
    pub fn minimum(&self, form: &Linear) -> Option<i64> {
        let row = self.lattice.evaluate(form);
        let known = self.interval(form, row.as_ref()).lo;
        let exact =
            row.and_then(|row| Linear::constant(0).add_scaled(-1, &row)).map(|row| self.supremum(&row));
        match exact {
            Some(Outcome::Optimum(value)) => known.max(at_least(value.checked_neg())),
            _ => known,
        }
    }

    /// The greatest value of the form that equations and bounds allow, rounded down to an integer; nothing
    /// if there is no upper bound (or none that fits).
    pub fn maximum(&self, form: &Linear) -> Option<i64> {
        let row = self.lattice.evaluate(form);
        let known = self.interval(form, row.as_ref()).hi;
        match row.map(|row| self.supremum(&row)) {
            Some(Outcome::Optimum(value)) => {
                let exact = at_most(Some(value));
                known.zip(exact).map(|(a, b)| a.min(b)).or(known).or(exact)
            }
            _ => known,
        }
    }

    /// Whether the form is zero at every point. `false` means: not proved.
    pub fn proves_eq(&self, form: &Linear) -> bool {
        match self.lattice.evaluate(form).map(|row| row.as_constant()) {
            Some(Some(value)) => value == 0,
            _ => self.minimum(form) == Some(0) && self.maximum(form) == Some(0),
        }
    }

    /// Whether the form is at least zero at every point. `false` means: not proved.
    pub fn proves_ge(&self, form: &Linear) -> bool {
        let row = self.lattice.evaluate(form);
        let known = self.interval(form, row.as_ref());
        match (known.lo, known.hi) {
            (Some(lo), _) if lo >= 0 => true,
            (_, Some(hi)) if hi < 0 => false,
            _ => self.minimum(form).is_some_and(|least| least >= 0),
        }
    }

    /// Bounds of a form from those of its dimensions, and of its parameters.
    pub(super) fn interval(&self, form: &Linear, row: Option<&Linear>) -> Bounds {
        let mut range = crate::bounds::Range::constant(form.offset());
        for &(dim, a) in form.terms() {
            range.add(a, self.bounds(dim));
        }
        let mut bounds = Bounds { lo: at_least(range.lo()), hi: at_most(range.hi()) };
        if let Some(row) = row {
            let range = self.range(row, &self.coarse_bounds());
            // Crossing bounds would mean that there is no point; either is then as true as the other.
            let _ = bounds.meet(Bounds { lo: at_least(range.lo()), hi: at_most(range.hi()) });
        }
        bounds
    }

    /// Refuses a state that has no point over the rationals.
    pub(super) fn check_feasible(&self) -> Result<(), Empty> {
        let matters = self.rows_that_matter();
        // Through one row propagation is exact.
        if matters.len() < 2 {
            return Ok(());
        }
        match self.program(&matters, &Linear::constant(0)).maximise() {
            Outcome::Infeasible => Err(Empty),
            _ => Ok(()),
        }
    }

    /// The greatest value of a form over parameters, rounded down.
    fn supremum(&self, form: &Linear) -> Outcome {
        let Some(content) = i64::try_from(form.content()).ok() else { return Outcome::Unknown };
        if content == 0 {
            return Outcome::Optimum(form.offset().into());
        }
        let Some(objective) =
            form.add_scaled(-1, &Linear::constant(form.offset())).and_then(|linear| linear.divide(content))
        else {
            return Outcome::Unknown;
        };
        let mut matters = self.rows_that_matter();
        self.keep_connected(&mut matters, &objective);
        match self.program(&matters, &objective).maximise() {
            Outcome::Optimum(value) => {
                let value =
                    value.checked_mul(content.into()).and_then(|v| v.checked_add(form.offset().into()));
                value.map_or(Outcome::Unknown, Outcome::Optimum)
            }
            other => other,
        }
    }

    /// The dependent rows with a bound that those of their parameters do not imply.
    fn rows_that_matter(&self) -> SmallVec<[usize; 16]> {
        let unknown = SmallVec::from_elem(Bounds::ALL, self.bounds.len());
        let matters = |&at: &usize| {
            if self.bounds[at] == Bounds::ALL
                || self.lattice.is_free(at)
                || self.lattice.row(at).terms().is_empty()
            {
                return false;
            }
            let range = self.range(self.lattice.row(at), &unknown);
            !self.bounds[at].covers(Bounds { lo: at_least(range.lo()), hi: at_most(range.hi()) })
        };
        (0..self.bounds.len()).filter(matters).collect()
    }

    /// Keeps the rows that share parameters with the objective, directly or through other rows.
    fn keep_connected(&self, rows: &mut SmallVec<[usize; 16]>, objective: &Linear) {
        let mut reached = objective.clone();
        let mut kept = SmallVec::<[usize; 16]>::new();
        loop {
            let before = kept.len();
            rows.retain(|&mut at| {
                let row = self.lattice.row(at);
                let touches = row.dims().any(|p| reached.mentions(p));
                if touches {
                    let new = row.dims().filter(|&p| !reached.mentions(p)).map(|p| (p, 1));
                    reached =
                        Linear::from_terms(0, reached.terms().iter().copied().chain(new).collect::<Vec<_>>());
                    kept.push(at);
                }
                !touches
            });
            if kept.len() == before {
                *rows = kept;
                return;
            }
        }
    }

    /// The linear program: maximise a form over parameters subject to these rows.
    fn program(&self, rows: &[usize], objective: &Linear) -> Problem {
        let mut columns = SmallVec::<[usize; 16]>::new();
        let forms = || rows.iter().map(|&at| self.lattice.row(at)).chain([objective]);
        for parameter in forms().flat_map(Linear::dims) {
            columns.extend(self.lattice.index(parameter));
        }
        columns.sort_unstable();
        columns.dedup();
        let bounds = |&at: &usize| if self.lattice.is_free(at) { self.bounds[at] } else { Bounds::ALL };
        let mut problem = Problem::new(columns.iter().map(bounds));
        let column = |parameter| {
            let owner = self.lattice.index(parameter).expect("a parameter is named after its pivot");
            columns.binary_search(&owner).expect("collected above")
        };
        for &at in rows {
            let row = self.lattice.row(at);
            problem.row(self.bounds[at], row.offset(), row.terms().iter().map(|&(p, a)| (column(p), a)));
        }
        problem.objective(objective.terms().iter().map(|&(p, a)| (column(p), a)));
        problem
    }
}
