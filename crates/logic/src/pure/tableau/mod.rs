//! Inequalities as a tableau with restricted columns.
//!
//! # State
//! Each inequality `f ≥ 0` has a *slack*, a column that is `f` and *restricted* to be at least zero; the
//! variables of the forms are columns without restriction. Some columns are *basic*: a row expresses them
//! by the others. Invariants:
//!
//! * where all other columns are zero, every restricted basic column is at least zero (that point is a
//!   vertex of the polyhedron), and
//! * rows of restricted basic columns mention restricted columns only.
//!
//! A column that is neither restricted nor basic therefore occurs in rows that nothing limits, and a form in
//! which it is left has neither minimum nor maximum.
//!
//! # Method
//! A new form with an unrestricted column is solved for it, which needs no search. Over restricted columns
//! only, the primal simplex method looks for a vertex that satisfies it. A minimum is found likewise, and
//! its factors at the optimum are the multipliers that prove it. Bland's rule, the smallest column among
//! the candidates, excludes cycles.
//!
//! The idea is that of Nelson's *Simplify* (Detlefs, Nelson, Saxe: *Simplify: a theorem prover for program
//! checking*, 2005) and of Rueß and Shankar (*Solving linear arithmetic constraints*, 2004), with the
//! equalities kept out.
//!
//! # Numbers
//! Exact fractions, one denominator for each row. An operation that overflows leaves a tableau that must
//! be thrown away.

pub(super) mod redundant;
mod row;
pub(super) mod scalar;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::form::Form;
use super::inequalities::Stance;
use crate::linear::Dim;
use crate::number::{ceil_div, floor_div};
use row::{Column, Objective, Row};
use scalar::{Overflow, Scalar};

/// How many pivots a search may take: a fence against degenerate problems that no program has.
const PIVOTS: usize = 10_000;

/// How many pivots take the steepest way, which is mostly shorter, before Bland's rule excludes cycles.
const STEEP: usize = 24;

/// A column: whether it is at least zero, and the row in which it is basic.
#[derive(Copy, Clone, Debug)]
struct State {
    restricted: bool,
    row: Option<u32>,
}

/// What a variable is in terms of a column.
#[derive(Copy, Clone, Debug)]
struct Variable {
    dim: Dim,
    column: Column,
    /// The variable less the column.
    offset: i128,
}

/// Inequalities and a vertex that satisfies them.
#[derive(Clone, Debug)]
pub(super) struct Tableau<S> {
    /// Sorted by name.
    variables: Vec<Variable>,
    columns: Vec<State>,
    /// Shared with other tableaus until they change.
    rows: Vec<Arc<Row<S>>>,
}

/// The least value of a form.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Minimum {
    Unbounded,
    /// The minimum, rounded down and up.
    Between(i128, i128),
}

/// What came of an inequality.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Added {
    Stored,
    /// It follows from those before it.
    Implied,
    /// No point is left.
    Contradiction,
}

/// How a search for the least value ended.
enum Descent {
    Optimum,
    /// The objective falls for ever along this column.
    Unbounded(Column),
    /// It was time to stop.
    Reached,
}

impl<S: Scalar> Tableau<S> {
    pub(super) fn new() -> Self {
        Self { variables: Vec::new(), columns: Vec::new(), rows: Vec::new() }
    }

    /// Conjoins `form ≥ 0`. After an overflow or a contradiction the tableau must not be used.
    pub(super) fn add(&mut self, form: &Form) -> Result<Added, Overflow> {
        for v in form.dims() {
            if let Err(at) = self.place(v) {
                let column = self.new_column(false);
                self.variables.insert(at, Variable { dim: v, column, offset: 0 });
            }
        }
        let Some(objective) = self.express(form)? else { return Err(Overflow) };
        let slack = self.new_column(true);
        if let Some(free) = self.best_free(&objective) {
            return self.insert(objective.into_row(slack), Some(free));
        }
        if objective.constant >= 0 {
            return self.insert(objective.into_row(slack), None);
        }
        // Raises the form, that is, lowers its opposite, until it is not negative.
        let mut opposite = objective.negated()?;
        opposite.factors.push(S::ZERO);
        match self.descend(&mut opposite, |opposite| opposite.constant <= 0)? {
            Descent::Optimum if opposite.constant > 0 => Ok(Added::Contradiction),
            Descent::Optimum | Descent::Reached => self.insert(opposite.negated()?.into_row(slack), None),
            Descent::Unbounded(column) => self.insert(opposite.negated()?.into_row(slack), Some(column)),
        }
    }

    /// The least value of the form over all rational points.
    ///
    /// With a goal the search ends as soon as the least value, rounded up, is known to be below it, and the
    /// answer is then just some value below it.
    pub(super) fn minimum(&self, form: &Form, goal: Option<i128>) -> Result<Minimum, Overflow> {
        let Some(mut objective) = self.express(form)? else { return Ok(Minimum::Unbounded) };
        if self.best_free(&objective).is_some() {
            return Ok(Minimum::Unbounded);
        }
        // A value of at most goal − 1 shows that the goal fails, as values at integer points are integers.
        let below = goal.and_then(|goal| goal.checked_sub(1));
        let stop = |objective: &Objective<S>| below.is_some_and(|below| objective.is_at_most(below));
        if let Descent::Unbounded(_) = self.explore(&mut objective, stop)? {
            return Ok(Minimum::Unbounded);
        }
        let (value, denominator) = (objective.constant, objective.denominator.wide());
        let rounded = floor_div(value, denominator).zip(ceil_div(value, denominator));
        rounded.map(|(floor, ceil)| Minimum::Between(floor, ceil)).ok_or(Overflow)
    }

    /// What the inequalities say about stating that the form is at least zero.
    pub(super) fn stance(&self, form: &Form) -> Result<Stance, Overflow> {
        let Some(mut objective) = self.express(form)? else { return Ok(Stance::Open) };
        if self.best_free(&objective).is_some() {
            return Ok(Stance::Open);
        }
        let negative = |objective: &Objective<S>| objective.constant < 0;
        let opposite = if objective.constant <= 0 { Some(objective.negated()?) } else { None };
        if objective.constant >= 0
            && let Descent::Optimum = self.explore(&mut objective, negative)?
        {
            return Ok(Stance::Implied);
        }
        if let Some(mut opposite) = opposite
            && let Descent::Optimum = self.explore(&mut opposite, negative)?
        {
            return Ok(if opposite.constant > 0 { Stance::Contradicted } else { Stance::Zero });
        }
        Ok(Stance::Open)
    }

    /// The multipliers of the slacks at the minimum of the form, in the order in which they were added, and
    /// their denominator; nothing if there is no minimum.
    pub(super) fn multipliers(&self, form: &Form) -> Result<Option<(Vec<i128>, i128)>, Overflow> {
        let Some(mut objective) = self.express(form)? else { return Ok(None) };
        if self.best_free(&objective).is_some() {
            return Ok(None);
        }
        if let Descent::Unbounded(_) = self.explore(&mut objective, |_| false)? {
            return Ok(None);
        }
        let slacks = self.columns.iter().zip(&objective.factors).filter(|(column, _)| column.restricted);
        Ok(Some((slacks.map(|(_, a)| a.wide()).collect(), objective.denominator.wide())))
    }

    /// Gives the variables other names.
    pub(super) fn rename(&mut self, name: impl Fn(Dim) -> Dim) {
        for variable in &mut self.variables {
            variable.dim = name(variable.dim);
        }
        self.variables.sort_unstable_by_key(|variable| variable.dim);
    }

    /// Puts a new variable and a constant in place of a variable.
    pub(super) fn replace(&mut self, old: Dim, new: Dim, offset: i128) -> Result<(), Overflow> {
        let Ok(at) = self.place(old) else { return Ok(()) };
        let mut variable = self.variables.remove(at);
        variable.dim = new;
        variable.offset = variable.offset.checked_sub(offset).ok_or(Overflow)?;
        let at = self.place(new).unwrap_or_else(|at| at);
        self.variables.insert(at, variable);
        Ok(())
    }

    fn place(&self, variable: Dim) -> Result<usize, usize> {
        self.variables.binary_search_by_key(&variable, |variable| variable.dim)
    }

    fn new_column(&mut self, restricted: bool) -> Column {
        self.columns.push(State { restricted, row: None });
        (self.columns.len() - 1) as Column
    }

    /// The form over columns that are not basic; nothing if a variable is unknown.
    fn express(&self, form: &Form) -> Result<Option<Objective<S>>, Overflow> {
        let mut objective = Objective::new(form.offset(), self.columns.len());
        for &(v, a) in form.terms() {
            let Ok(at) = self.place(v) else { return Ok(None) };
            let Variable { column, offset, .. } = self.variables[at];
            let factor = S::narrow(a.into())?;
            if offset != 0 {
                objective.add_constant(factor, offset)?;
            }
            match self.columns[column as usize].row {
                None => objective.add_column(factor, column)?,
                Some(row) => objective.add_row(factor, &self.rows[row as usize])?,
            }
        }
        Ok(Some(objective))
    }

    /// An unrestricted column of the objective, if possible with factor ±1, which keeps numbers small.
    fn best_free(&self, objective: &Objective<S>) -> Option<Column> {
        let columns = self.columns.iter().zip(&objective.factors).zip(0..);
        let free = columns.filter(|((column, a), _)| !column.restricted && **a != S::ZERO);
        free.min_by_key(|((_, a), column)| (a.wide().unsigned_abs(), *column)).map(|(_, column)| column)
    }

    /// Adds the row of a new slack, solved for the column if there is one.
    fn insert(&mut self, row: Row<S>, solve_for: Option<Column>) -> Result<Added, Overflow> {
        match solve_for {
            Some(column) => {
                let row = row.solved_for(column)?;
                self.substitute(&row, usize::MAX)?;
                self.push(row);
            }
            // A sum of columns that are at least zero says nothing new.
            None if row.terms.iter().all(|(_, a)| *a >= S::ZERO) => return Ok(Added::Implied),
            None => self.push(row),
        }
        Ok(Added::Stored)
    }

    fn push(&mut self, row: Row<S>) {
        self.columns[row.basic as usize].row = Some(self.rows.len() as u32);
        self.rows.push(Arc::new(row));
    }

    /// Puts the right side of the row in place of its basic column in all rows but one.
    fn substitute(&mut self, by: &Row<S>, except: usize) -> Result<(), Overflow> {
        for (at, row) in self.rows.iter_mut().enumerate() {
            if at != except && row.factor(by.basic) != S::ZERO {
                *row = Arc::new(row.substituted(by)?);
            }
        }
        Ok(())
    }

    /// What [`descend`](Self::descend) finds; the tableau is copied if there is more to do than to look.
    fn explore(
        &self,
        objective: &mut Objective<S>,
        stop: impl Fn(&Objective<S>) -> bool,
    ) -> Result<Descent, Overflow> {
        if stop(objective) {
            return Ok(Descent::Reached);
        }
        if objective.entering().is_none() {
            return Ok(Descent::Optimum);
        }
        self.clone().descend(objective, stop)
    }

    /// Lowers an objective over restricted columns to its minimum, or until it is time to stop.
    fn descend(
        &mut self,
        objective: &mut Objective<S>,
        stop: impl Fn(&Objective<S>) -> bool,
    ) -> Result<Descent, Overflow> {
        for step in 0..PIVOTS {
            if stop(objective) {
                return Ok(Descent::Reached);
            }
            let steepest = if step < STEEP { objective.steepest() } else { objective.entering() };
            let Some(entering) = steepest else { return Ok(Descent::Optimum) };
            if !self.pivot(entering, objective)? {
                return Ok(Descent::Unbounded(entering));
            }
        }
        Err(Overflow)
    }

    /// Makes a column basic in the row that limits it first as it rises. False: nothing limits it.
    fn pivot(&mut self, entering: Column, objective: &mut Objective<S>) -> Result<bool, Overflow> {
        budget::charge(1 + self.rows.len() as u64 / 4);
        let Some(leaving) = self.leaving(entering)? else { return Ok(false) };
        let row = self.rows[leaving].solved_for(entering)?;
        self.substitute(&row, leaving)?;
        objective.substitute(&row)?;
        self.columns[self.rows[leaving].basic as usize].row = None;
        self.columns[entering as usize].row = Some(leaving as u32);
        self.rows[leaving] = Arc::new(row);
        Ok(true)
    }

    /// The row that limits the column first as it rises from zero.
    fn leaving(&self, entering: Column) -> Result<Option<usize>, Overflow> {
        let mut nearest: Option<(usize, i128, i128, Column)> = None;
        for (at, row) in self.rows.iter().enumerate() {
            if !self.columns[row.basic as usize].restricted {
                continue;
            }
            let factor = row.factor(entering);
            if factor >= S::ZERO {
                continue;
            }
            let (distance, rate) = (row.constant, factor.negated()?.wide());
            let closer = match nearest {
                None => true,
                Some((_, other_distance, other_rate, other)) => {
                    let mine = product(distance, other_rate)?;
                    let its = product(other_distance, rate)?;
                    (mine, row.basic) < (its, other)
                }
            };
            if closer {
                nearest = Some((at, distance, rate, row.basic));
            }
        }
        Ok(nearest.map(|(at, ..)| at))
    }
}

impl<S: Scalar> Objective<S> {
    /// The first column along which the objective falls.
    fn entering(&self) -> Option<Column> {
        self.factors.iter().position(|a| *a < S::ZERO).map(|column| column as Column)
    }

    /// The column along which the objective falls most.
    fn steepest(&self) -> Option<Column> {
        let columns = (0..).zip(&self.factors);
        let falling = columns.filter(|(_, a)| **a < S::ZERO);
        falling.min_by_key(|&(column, a)| (*a, column)).map(|(column, _)| column)
    }

    /// Whether the value at the vertex is at most this.
    fn is_at_most(&self, goal: i128) -> bool {
        self.denominator.times(goal).is_ok_and(|goal| self.constant <= goal)
    }
}

fn product(a: i128, b: i128) -> Result<i128, Overflow> {
    match (i64::try_from(a), i64::try_from(b)) {
        (Ok(a), Ok(b)) => Ok(i128::from(a) * i128::from(b)),
        _ => a.checked_mul(b).ok_or(Overflow),
    }
}
