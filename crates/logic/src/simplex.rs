//! Exact linear programming, small and from scratch.
//!
//! # Problem
//! Maximise a linear objective over rational values of *columns*, each with bounds, such that *rows*,
//! linear forms over the columns, respect bounds too.
//!
//! # Method
//! The simplex method for bounded variables: at any time the values of some variables, as many as there
//! are columns, sit at a bound and the others are linear forms over them; a pivot exchanges one pair.
//! First the rows are brought within their bounds as in Dutertre and de Moura's solver (*A fast
//! linear-arithmetic solver for DPLL(T)*, 2006), then the objective climbs. Bland's rule (always the
//! smallest candidate) excludes cycles. The columns start at the bounds that the objective prefers, so
//! that an optimum that is a corner of the box costs no pivot at all.
//!
//! Rows are integers over one denominator. If a number leaves `i64`, or the pivots run out, the answer is
//! [`Outcome::Unknown`]. It depends on nothing but the problem.

use smallvec::SmallVec;

use crate::bounds::Bounds;
use crate::number::{floor_div, gcd, narrow};

/// What is known about the maximum.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// No values respect the bounds.
    Infeasible,
    /// There is no maximum.
    Unbounded,
    /// The maximum, rounded down.
    Optimum(i128),
    /// The numbers became too large, or the search too long.
    Unknown,
}

/// A linear program and the state of its solution.
///
/// Variables are numbered: first the columns, then the rows.
#[derive(Debug)]
pub(crate) struct Problem {
    bounds: SmallVec<[Bounds; 16]>,
    /// The value of each variable that sits at a bound.
    values: SmallVec<[i64; 16]>,
    /// The variable that each column stands for at present.
    columns: SmallVec<[usize; 16]>,
    /// The variable that each row stands for; the objective, last, has none.
    basis: SmallVec<[usize; 8]>,
    /// `denominator · variable = constant + Σ coefficient · column`, row by row: the denominator, the
    /// constant, the coefficients. The objective is the last row.
    matrix: Vec<i64>,
}

/// A number left its range.
struct Overflow;

/// The outcome of one step of a phase.
enum Step {
    /// The phase goes on.
    Moved,
    /// The phase has reached its goal.
    Done,
    /// The goal is out of reach: no feasible point, or no maximum.
    Stuck,
}

/// A variable that stops a moving column at one of its bounds, after `distance / rate`.
struct Obstacle {
    distance: i128,
    rate: i128,
    variable: usize,
    /// The variable's row, if it is not the moving column itself.
    row: Option<usize>,
    bound: i64,
}

impl Obstacle {
    /// Whether it is nearer, or as near and of the smaller variable.
    fn comes_before(&self, other: &Self) -> Result<bool, Overflow> {
        let mine = self.distance.checked_mul(other.rate).ok_or(Overflow)?;
        let its = other.distance.checked_mul(self.rate).ok_or(Overflow)?;
        Ok((mine, self.variable) < (its, other.variable))
    }
}

/// Where the columns begin in a row.
const FIRST: usize = 2;

impl Problem {
    pub(crate) fn new(columns: impl Iterator<Item = Bounds>) -> Self {
        let bounds: SmallVec<[Bounds; 16]> = columns.collect();
        let columns = (0..bounds.len()).collect();
        Self { bounds, values: SmallVec::new(), columns, basis: SmallVec::new(), matrix: Vec::new() }
    }

    /// Adds a row `offset + Σ coefficient · column` with its bounds.
    pub(crate) fn row(&mut self, bounds: Bounds, offset: i64, terms: impl Iterator<Item = (usize, i64)>) {
        self.basis.push(self.bounds.len());
        self.bounds.push(bounds);
        self.push(offset, terms);
    }

    /// States what to maximise; comes after all rows.
    pub(crate) fn objective(&mut self, terms: impl Iterator<Item = (usize, i64)>) {
        self.push(0, terms);
        let objective = self.basis.len();
        self.values = (0..self.bounds.len())
            .map(|variable| {
                let Bounds { lo, hi } = self.bounds[variable];
                let rises = variable < self.columns.len() && self.at(objective, variable) > 0;
                if rises { hi.or(lo) } else { lo.or(hi) }.unwrap_or(0)
            })
            .collect();
    }

    /// Solves the problem.
    pub(crate) fn maximise(&mut self) -> Outcome {
        self.solve().unwrap_or(Outcome::Unknown)
    }

    fn solve(&mut self) -> Result<Outcome, Overflow> {
        // Real problems take a handful of pivots; this is a fence, not a budget.
        let mut allowance = 64 + 8 * self.bounds.len();
        let mut phase = |step: fn(&mut Self) -> Result<Step, Overflow>, this: &mut Self| {
            loop {
                match step(this)? {
                    Step::Moved => allowance = allowance.checked_sub(1).ok_or(Overflow)?,
                    Step::Done => return Ok(true),
                    Step::Stuck => return Ok(false),
                }
            }
        };
        if !phase(Self::repair, self)? {
            return Ok(Outcome::Infeasible);
        }
        if !phase(Self::climb, self)? {
            return Ok(Outcome::Unbounded);
        }
        let objective = self.basis.len();
        let denominator = self.matrix[self.start(objective)];
        floor_div(self.numerator(objective)?, denominator.into()).map(Outcome::Optimum).ok_or(Overflow)
    }

    /// Moves the first row that is out of its bounds to the bound it violates.
    fn repair(&mut self) -> Result<Step, Overflow> {
        let mut violated: Option<(usize, i64, bool)> = None;
        for row in 0..self.basis.len() {
            if violated.is_some_and(|(other, ..)| self.basis[other] < self.basis[row]) {
                continue;
            }
            let (numerator, Bounds { lo, hi }) = (self.numerator(row)?, self.bounds[self.basis[row]]);
            let scaled = |bound: i64| i128::from(bound) * i128::from(self.matrix[self.start(row)]);
            match (lo, hi) {
                (Some(lo), _) if numerator < scaled(lo) => violated = Some((row, lo, true)),
                (_, Some(hi)) if numerator > scaled(hi) => violated = Some((row, hi, false)),
                _ => {}
            }
        }
        let Some((row, bound, rise)) = violated else { return Ok(Step::Done) };
        let Some(column) = self.entering(row, rise) else { return Ok(Step::Stuck) };
        self.exchange(row, column, bound)?;
        Ok(Step::Moved)
    }

    /// Moves the first column that improves the objective as far as it goes.
    fn climb(&mut self) -> Result<Step, Overflow> {
        let objective = self.basis.len();
        let Some(column) = self.entering(objective, true) else { return Ok(Step::Done) };
        let up = self.at(objective, column) > 0;
        let moving = self.columns[column];
        let own = if up { self.bounds[moving].hi } else { self.bounds[moving].lo };
        let mut nearest = own.map(|bound| Obstacle {
            distance: (i128::from(bound) - i128::from(self.values[moving])).abs(),
            rate: 1,
            variable: moving,
            row: None,
            bound,
        });
        for row in 0..self.basis.len() {
            let Some(obstacle) = self.obstacle(row, self.at(row, column), up)? else { continue };
            if match &nearest {
                None => true,
                Some(nearest) => obstacle.comes_before(nearest)?,
            } {
                nearest = Some(obstacle);
            }
        }
        let Some(Obstacle { row, bound, .. }) = nearest else { return Ok(Step::Stuck) };
        match row {
            Some(row) => self.exchange(row, column, bound)?,
            None => self.values[moving] = bound,
        }
        Ok(Step::Moved)
    }

    /// The bound that a row comes to when a column on which it depends with this rate goes up or down.
    fn obstacle(&self, row: usize, rate: i64, up: bool) -> Result<Option<Obstacle>, Overflow> {
        let variable = self.basis[row];
        let Bounds { lo, hi } = self.bounds[variable];
        let bound = match rate {
            0 => None,
            _ if (rate > 0) == up => hi,
            _ => lo,
        };
        let Some(bound) = bound else { return Ok(None) };
        let target = i128::from(bound) * i128::from(self.matrix[self.start(row)]);
        let distance = target.checked_sub(self.numerator(row)?).ok_or(Overflow)?.abs();
        Ok(Some(Obstacle { distance, rate: rate.unsigned_abs().into(), variable, row: Some(row), bound }))
    }

    /// The first column that can move such that the row rises or falls.
    fn entering(&self, row: usize, rise: bool) -> Option<usize> {
        let can_move = |&column: &usize| {
            let variable = self.columns[column];
            let (Bounds { lo, hi }, value) = (self.bounds[variable], self.values[variable]);
            match self.at(row, column) {
                0 => false,
                a if (a > 0) == rise => hi.is_none_or(|hi| value < hi),
                _ => lo.is_none_or(|lo| value > lo),
            }
        };
        (0..self.columns.len()).filter(can_move).min_by_key(|&column| self.columns[column])
    }

    /// Puts the row's variable at the bound, and the column's variable in its place.
    fn exchange(&mut self, row: usize, column: usize, bound: i64) -> Result<(), Overflow> {
        budget::charge(1 + self.basis.len() as u64 / 4);
        let leaving = self.basis[row];
        self.solve_row_for(row, column)?;
        for other in (0..=self.basis.len()).filter(|&other| other != row) {
            if self.at(other, column) != 0 {
                self.substitute(other, row, column)?;
            }
        }
        self.basis[row] = self.columns[column];
        self.columns[column] = leaving;
        self.values[leaving] = bound;
        Ok(())
    }

    /// Turns `d·y = c + Σ aⱼ·xⱼ` into an equation for the column's `x`, with `y` as the column.
    fn solve_row_for(&mut self, row: usize, column: usize) -> Result<(), Overflow> {
        let start = self.start(row);
        let end = self.start(row + 1);
        let (pivot, denominator) = (self.at(row, column), self.matrix[start]);
        if pivot > 0 {
            for entry in &mut self.matrix[start + 1..end] {
                *entry = entry.checked_neg().ok_or(Overflow)?;
            }
        }
        self.matrix[start] = narrow(pivot.unsigned_abs().into()).ok_or(Overflow)?;
        self.matrix[start + FIRST + column] = if pivot > 0 { denominator } else { -denominator };
        Ok(())
    }

    /// Puts the equation for the column's variable, which is this source row, into another row.
    fn substitute(&mut self, row: usize, source: usize, column: usize) -> Result<(), Overflow> {
        let (start, from, width) = (self.start(row), self.start(source), self.width());
        let factor = i128::from(self.matrix[start + FIRST + column]);
        let scale = i128::from(self.matrix[from]);
        let mut sums = SmallVec::<[i128; 32]>::with_capacity(width);
        sums.push(i128::from(self.matrix[start]) * scale);
        self.matrix[start + FIRST + column] = 0;
        for k in 1..width {
            let kept = scale * i128::from(self.matrix[start + k]);
            let added = factor * i128::from(self.matrix[from + k]);
            sums.push(kept.checked_add(added).ok_or(Overflow)?);
        }
        let divisor = if scale == 1 { 1 } else { sums.iter().fold(0, |all, s| gcd(all, s.unsigned_abs())) };
        for (k, sum) in sums.into_iter().enumerate() {
            let reduced =
                if divisor == 1 { sum } else { sum / i128::try_from(divisor).map_err(|_| Overflow)? };
            self.matrix[start + k] = narrow(reduced).ok_or(Overflow)?;
        }
        Ok(())
    }

    /// The value of the row's variable, times its denominator.
    fn numerator(&self, row: usize) -> Result<i128, Overflow> {
        let start = self.start(row);
        let mut sum = i128::from(self.matrix[start + 1]);
        for (column, &variable) in self.columns.iter().enumerate() {
            let summand = i128::from(self.matrix[start + FIRST + column]) * i128::from(self.values[variable]);
            sum = sum.checked_add(summand).ok_or(Overflow)?;
        }
        Ok(sum)
    }

    fn at(&self, row: usize, column: usize) -> i64 {
        self.matrix[self.start(row) + FIRST + column]
    }

    fn start(&self, row: usize) -> usize {
        row * self.width()
    }

    fn width(&self) -> usize {
        FIRST + self.columns.len()
    }

    fn push(&mut self, offset: i64, terms: impl Iterator<Item = (usize, i64)>) {
        let start = self.matrix.len();
        self.matrix.extend([1, offset]);
        self.matrix.resize(start + self.width(), 0);
        for (column, coefficient) in terms {
            self.matrix[start + FIRST + column] = coefficient;
        }
    }
}
