//! Meeting a lattice with an equation.

use super::Lattice;
use super::hermite::absorb;
use crate::linear::{Dim, Linear};

impl Lattice {
    /// Keeps the points where the form, which is over parameters, is zero. False: there are none, and
    /// the lattice is as before.
    ///
    /// An equation with a coefficient ±1 eliminates that parameter. In another, Euclid's algorithm
    /// exchanges parameters until it has one; the greatest common divisor of the coefficients, divided
    /// out first, makes sure that it gets there.
    #[must_use]
    pub(crate) fn meet(&mut self, form: &Linear) -> bool {
        let content = form.content();
        if content == 0 {
            return form.offset() == 0;
        }
        // A content that does not fit is that of coefficients −2⁶³; the equation is then left out.
        let Ok(content) = i64::try_from(content) else { return true };
        let Some(form) = form.divide(content) else { return false };
        self.eliminate(form);
        self.canonicalise(self.rows.len());
        true
    }

    /// Imposes an equation with coprime coefficients. If a coefficient does not fit in between, the
    /// equation is left out.
    fn eliminate(&mut self, mut form: Linear) {
        let all = self.rows.len();
        loop {
            // Solving for the first dimension possible keeps the form canonical.
            let Some(&(parameter, a)) = form.terms().iter().min_by_key(|(_, a)| a.unsigned_abs()) else {
                return;
            };
            if a.unsigned_abs() == 1 {
                if let Some(solution) = solve(&form, parameter, a) {
                    self.substitute(all, parameter, &solution);
                }
                return;
            }
            let Some(by) = absorb(&form, parameter, a) else { return };
            let Some(smaller) = form.substitute(parameter, &by) else { return };
            self.substitute(all, parameter, &by);
            form = smaller;
        }
    }
}

/// The value of the parameter, which has coefficient ±1, where the form is zero.
fn solve(form: &Linear, parameter: Dim, coefficient: i64) -> Option<Linear> {
    let others = form.substitute(parameter, &Linear::constant(0))?;
    Linear::constant(0).add_scaled(coefficient.checked_neg()?, &others)
}
