//! What follows from equations and bounds.
//!
//! Over the rationals this is a linear program, and the rows of the lattice are a dictionary for it:
//! dependent dimensions in terms of parameters. Most questions need no program:
//!
//! * The range of the form over the box, as it was given and over parameters, is a bound.
//! * If the corner of the box where the form over parameters is extreme satisfies the other rows, it is
//!   a point of the state, and the extreme is exact.
//! * Only rows that can matter enter the program: those with a bound that does not follow from the bounds of
//!   their parameters, and which are connected with the objective through such rows.

use smallvec::SmallVec;

use super::AffineBox;
use super::parameters::Parameters;
use crate::bounds::{Bounds, Empty, Range, at_least, at_most};
use crate::linear::{Dim, Linear};
use crate::simplex::{Outcome, Problem};

/// Places of rows.
type Places = SmallVec<[usize; 16]>;

impl AffineBox {
    /// The least value of the form that equations and bounds allow, rounded up to an integer; nothing if
    /// there is no lower bound (or none that fits).
    pub fn minimum(&self, form: &Linear) -> Option<i64> {
        let question = self.question(form);
        let negated = question.row.as_ref().and_then(|row| Linear::constant(0).add_scaled(-1, row));
        match negated.map(|row| self.supremum(&row, &question.parameters)) {
            Some(Outcome::Optimum(value)) => question.known.lo.max(at_least(value.checked_neg())),
            _ => question.known.lo,
        }
    }

    /// The greatest value of the form that equations and bounds allow, rounded down to an integer; nothing
    /// if there is no upper bound (or none that fits).
    pub fn maximum(&self, form: &Linear) -> Option<i64> {
        let question = self.question(form);
        let known = question.known.hi;
        match question.row.map(|row| self.supremum(&row, &question.parameters)) {
            Some(Outcome::Optimum(value)) => {
                let exact = at_most(Some(value));
                known.zip(exact).map(|(a, b)| a.min(b)).or(known).or(exact)
            }
            _ => known,
        }
    }

    /// The value of the form, if the equations leave it only one.
    pub fn constant(&self, form: &Linear) -> Option<i64> {
        if let (0, &[(dim, 1)]) = (form.offset(), form.terms()) {
            return self.lattice.row(self.lattice.index(dim)?).as_constant();
        }
        self.lattice.evaluate(form).and_then(|row| row.as_constant())
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
        let known = self.interval(form).1;
        match (known.lo, known.hi) {
            (Some(lo), _) if lo >= 0 => true,
            (_, Some(hi)) if hi < 0 => false,
            _ => self.minimum(form).is_some_and(|least| least >= 0),
        }
    }

    /// A form over parameters, and bounds of its value.
    pub(super) fn interval(&self, form: &Linear) -> (Option<Linear>, Bounds) {
        let question = self.question(form);
        (question.row, question.known)
    }

    /// Refuses a state that has no point over the rationals, if it had one before a constraint on this form
    /// was imposed.
    pub(super) fn check_feasible(&self, form: &Linear) -> Result<(), Empty> {
        let parameters = self.parameters();
        if self.corner_fits(&Linear::constant(0), &parameters) {
            return Ok(());
        }
        let touched = form.dims().filter_map(|dim| self.lattice.index(dim));
        let touched = touched.flat_map(|at| self.lattice.row(at).dims());
        // Bounds may have moved through any row, whether or not it matters any more.
        let mut rows = (0..self.bounds.len()).filter(|&at| !self.lattice.is_free(at)).collect();
        self.keep_connected(&mut rows, touched);
        rows.retain(|&mut at| self.matters(at, &parameters));
        match self.program(&rows, &Linear::constant(0), &parameters).maximise() {
            Outcome::Infeasible => Err(Empty),
            _ => Ok(()),
        }
    }

    fn question(&self, form: &Linear) -> Question<'_> {
        let mut range = Range::constant(form.offset());
        for &(dim, a) in form.terms() {
            range.add(a, self.bounds(dim));
        }
        let mut known = Bounds { lo: at_least(range.lo()), hi: at_most(range.hi()) };
        let parameters = self.parameters();
        let row = self.lattice.evaluate(form);
        if let Some(row) = &row {
            let range = parameters.range(row);
            // Crossing bounds would mean that there is no point; either is then as true as the other.
            let _ = known.meet(Bounds { lo: at_least(range.lo()), hi: at_most(range.hi()) });
        }
        Question { row, known, parameters }
    }

    /// The greatest value of a form over parameters, rounded down.
    fn supremum(&self, form: &Linear, parameters: &Parameters) -> Outcome {
        let most = parameters.range(form).hi();
        if let Some(most) = most.filter(|_| self.corner_fits(form, parameters)) {
            return Outcome::Optimum(most);
        }
        // Multiples of the common divisor are all that the form, but for its constant, can be.
        let Ok(content) = i64::try_from(form.content()) else { return Outcome::Unknown };
        let offset = Linear::constant(form.offset());
        let Some(objective) = form.add_scaled(-1, &offset).and_then(|linear| linear.divide(content)) else {
            return Outcome::Unknown;
        };
        let mut rows = (0..self.bounds.len()).filter(|&at| self.matters(at, parameters)).collect();
        self.keep_connected(&mut rows, objective.dims());
        match self.program(&rows, &objective, parameters).maximise() {
            Outcome::Optimum(value) => {
                let value =
                    value.checked_mul(content.into()).and_then(|v| v.checked_add(form.offset().into()));
                value.map_or(Outcome::Unknown, Outcome::Optimum)
            }
            other => other,
        }
    }

    /// Whether a point of the state has all parameters at bounds, those of the objective at its best.
    fn corner_fits(&self, objective: &Linear, parameters: &Parameters) -> bool {
        (0..self.bounds.len()).all(|at| {
            let (row, bounds) = (self.lattice.row(at), self.bounds[at]);
            if bounds == Bounds::ALL || self.lattice.is_free(at) {
                return true;
            }
            let value = row.terms().iter().try_fold(i128::from(row.offset()), |sum, &(name, a)| {
                let Bounds { lo, hi } = parameters.bounds(name);
                let rises = objective.coefficient(name) > 0;
                let value = if rises { hi.or(lo) } else { lo.or(hi) }.unwrap_or(0);
                sum.checked_add(i128::from(a) * i128::from(value))
            });
            value.and_then(|value| i64::try_from(value).ok()).is_some_and(|value| bounds.contains(value))
        })
    }

    /// Whether a row has a bound that those of its parameters do not imply.
    fn matters(&self, at: usize, parameters: &Parameters) -> bool {
        if self.bounds[at] == Bounds::ALL || self.lattice.is_free(at) {
            return false;
        }
        let range = parameters.range(self.lattice.row(at));
        !self.bounds[at].covers(Bounds { lo: at_least(range.lo()), hi: at_most(range.hi()) })
    }

    /// Keeps the rows that share these parameters, directly or through other rows.
    fn keep_connected(&self, rows: &mut Places, parameters: impl Iterator<Item = Dim>) {
        let mut reached: SmallVec<[Dim; 16]> = parameters.collect();
        let mut kept = Places::new();
        loop {
            let before = kept.len();
            rows.retain(|&mut at| {
                let row = self.lattice.row(at);
                let touches = row.dims().any(|parameter| reached.contains(&parameter));
                if touches {
                    reached.extend(row.dims());
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
    fn program(&self, rows: &[usize], objective: &Linear, parameters: &Parameters) -> Problem {
        let mut columns = Places::new();
        for form in rows.iter().map(|&at| self.lattice.row(at)).chain([objective]) {
            columns.extend(form.dims().filter_map(|parameter| self.lattice.index(parameter)));
        }
        columns.sort_unstable();
        columns.dedup();
        let mut problem = Problem::new(columns.iter().map(|&owner| parameters.at(owner)));
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

/// A form that was asked about.
struct Question<'a> {
    /// Over parameters, unless a coefficient does not fit.
    row: Option<Linear>,
    /// Bounds from those of its dimensions, and of its parameters.
    known: Bounds,
    parameters: Parameters<'a>,
}
