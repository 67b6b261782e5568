//! Stating an equation.
//!
//! An equation with a factor ±1 eliminates that variable. In another, Euclid's algorithm exchanges
//! variables for parameters until it has one; the greatest common divisor of the factors, divided out
//! first, makes sure that it gets there, or that the equation has no integer solution.

use super::Contradiction;
use super::equalities::Equalities;
use super::form::Form;
use super::hermite::absorb;
use super::name::{is_plain, owner_of};
use super::users::Users;
use crate::linear::Dim;

impl Equalities {
    /// Keeps the points where the form, which is over variables, is zero.
    ///
    /// An equation with numbers that do not fit is left out.
    pub(super) fn assert_zero(&mut self, mut form: Form, users: &mut Users) -> Result<(), Contradiction> {
        loop {
            if let Some(value) = form.as_constant() {
                return if value == 0 { Ok(()) } else { Err(Contradiction) };
            }
            let Some(content) = form.content() else { return Ok(()) };
            if form.offset() % i128::from(content) != 0 {
                return Err(Contradiction);
            }
            form = form.divided(content);
            if self.merge_classes(&form, users) {
                return Ok(());
            }
            let units = form.terms().iter().filter(|(_, a)| a.unsigned_abs() == 1);
            if let Some(&(gone, sign)) = units.max_by_key(|(v, _)| (owner_of(*v), *v)) {
                let Some(by) = solve(&form, gone, sign) else { return Ok(()) };
                self.assign(gone, &by, users);
                self.normalise(users);
                return Ok(());
            }
            let Some(next) = self.shrink(&form, users) else { return Ok(()) };
            form = next;
        }
    }

    /// The common case, done at once: the form is `x + c` or `x − y + c` with free dimensions.
    fn merge_classes(&mut self, form: &Form, users: &mut Users) -> bool {
        let (gone, root, offset) = match *form.terms() {
            [(x, a @ (1 | -1))] if is_plain(x) => (x, None, form.offset().checked_mul(-i128::from(a))),
            // y is the younger one: y = x + c or y = x − c.
            [(x, 1), (y, -1)] if is_plain(y) && is_plain(x) => (y, Some(x), Some(form.offset())),
            [(x, -1), (y, 1)] if is_plain(y) && is_plain(x) => (y, Some(x), form.offset().checked_neg()),
            _ => return false,
        };
        let Some(offset) = offset else { return false };
        let by = root.map_or_else(Form::default, Form::of).with_offset(offset);
        self.substitute(0, gone, &by, users);
        self.join_class(gone, root, offset);
        if !self.affine.is_empty() {
            self.normalise(users);
        }
        true
    }

    /// Exchanges the variable with the smallest factor for a parameter such that the others' become
    /// smaller than it; gives the equation as it is then.
    fn shrink(&mut self, form: &Form, users: &mut Users) -> Option<Form> {
        let &(gone, divisor) = form.terms().iter().min_by_key(|(_, a)| a.unsigned_abs())?;
        let fresh = users.fresh();
        let by = absorb(form, gone, divisor)?.rename(|v| if v == gone { fresh } else { v });
        let next = form.substitute(gone, &by)?;
        self.assign(gone, &by, users);
        Some(next)
    }
}

/// The value of a variable with factor ±1 where the form is zero.
fn solve(form: &Form, gone: Dim, sign: i64) -> Option<Form> {
    let rest = form.substitute(gone, &Form::constant(0))?;
    rest.scaled(sign.checked_neg()?)
}
