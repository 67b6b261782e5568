//! Inequalities that follow from others.
//!
//! Without its restriction a slack is a form like any other: it is redundant if its minimum over the
//! remaining inequalities is at least zero. To look for that the slack is made basic, if it is not, and its
//! row taken out; what is left is the tableau of the others, and the row the objective.

use super::row::{Column, Objective, Row};
use super::scalar::{Overflow, Scalar};
use super::{Added, Descent, Tableau};
use crate::pure::Form;

/// The inequalities that do not follow from others: of those that could go, the last ones in this order do.
pub(in crate::pure) fn irredundant<S: Scalar>(rows: &[Form]) -> Result<Vec<&Form>, Overflow> {
    let mut tableau = Tableau::<S>::new();
    let mut kept = Vec::new();
    for row in rows {
        match tableau.add(row)? {
            Added::Stored => kept.push((row, tableau.columns.len() as Column - 1)),
            Added::Implied => {}
            Added::Contradiction => return Err(Overflow),
        }
    }
    let mut needed = Vec::with_capacity(kept.len());
    for (row, slack) in kept.into_iter().rev() {
        if !tableau.remove_if_redundant(slack)? {
            needed.push(row);
        }
    }
    Ok(needed)
}

impl<S: Scalar> Tableau<S> {
    fn remove_if_redundant(&mut self, slack: Column) -> Result<bool, Overflow> {
        let at = match self.columns[slack as usize].row {
            Some(at) => at as usize,
            None => match self.falls_to_zero(slack) {
                Some(at) => self.exchange(at, slack)?,
                None => return Ok(false),
            },
        };
        let row = self.rows[at].clone();
        let mut objective = Objective::from_row(&row, self.columns.len());
        if objective.constant < 0 {
            return Ok(false);
        }
        let mut others = self.clone();
        others.drop_row(at);
        others.columns[slack as usize].restricted = false;
        if let Descent::Optimum = others.explore(&mut objective, |objective| objective.constant < 0)? {
            *self = others;
            return Ok(true);
        }
        Ok(false)
    }

    /// A row that keeps a slack that is zero from falling, as its own basic column is zero.
    ///
    /// Where there is none the slack can be negative with all others as they should be.
    fn falls_to_zero(&self, slack: Column) -> Option<usize> {
        self.rows.iter().position(|row| {
            let restricted = self.columns[row.basic as usize].restricted;
            restricted && row.constant == 0 && row.factor(slack) > S::ZERO
        })
    }

    /// Makes a column basic in this row, whose basic column is zero, and says where the row is.
    fn exchange(&mut self, at: usize, entering: Column) -> Result<usize, Overflow> {
        let row: Row<S> = self.rows[at].solved_for(entering)?;
        self.substitute(&row, at)?;
        self.columns[self.rows[at].basic as usize].row = None;
        self.columns[entering as usize].row = Some(at as u32);
        self.rows[at] = row.into();
        Ok(at)
    }

    fn drop_row(&mut self, at: usize) {
        let row = self.rows.swap_remove(at);
        self.columns[row.basic as usize].row = None;
        if let Some(moved) = self.rows.get(at) {
            self.columns[moved.basic as usize].row = Some(at as u32);
        }
    }
}
