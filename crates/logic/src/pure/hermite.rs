//! Restoring the canonical form of the equations.
//!
//! Rows are visited from the oldest dimension to the youngest. A row that is as the canonical form
//! demands, which is what most rows are after most operations, is only looked at. In another, Euclid's
//! algorithm on the factors of the variables that have no owner among the dimensions before leaves at
//! most one of them: with factor 1 the dimension is free and the variable is called after it, with a
//! larger factor it becomes the dimension's parameter. Each step is a substitution for one variable that
//! is invertible over the integers; the rows visited before do not mention it.

use super::equalities::Equalities;
use super::form::Form;
use super::name::{is_plain, parameter};
use super::users::Users;
use crate::linear::Dim;
use crate::number::{floor_div, narrow};

impl Equalities {
    /// Makes all rows canonical. Temporaries that no row mentions are left to the users.
    pub(super) fn normalise(&mut self, users: &mut Users) {
        let mut at = 0;
        while at < self.affine.len() {
            if self.is_canonical(at) || self.give_owner(at, users) {
                at += 1;
            }
        }
        self.find_classes();
    }

    /// Whether the row is canonical, given that those before it are.
    fn is_canonical(&self, at: usize) -> bool {
        let (dim, row) = &self.affine[at];
        let own = parameter(*dim);
        let modulus = row.coefficient(own);
        let reduced = |number: i128| modulus == 0 || (0..i128::from(modulus)).contains(&number);
        (modulus == 0 || (modulus > 1 && reduced(row.offset())))
            && row.terms().iter().all(|&(v, a)| v == own || (reduced(a.into()) && self.has_owner(v, *dim)))
    }

    /// Makes the row canonical. False: the dimension is free now, and the row gone.
    fn give_owner(&mut self, at: usize, users: &mut Users) -> bool {
        let dim = self.affine[at].0;
        let own = parameter(dim);
        self.unname_younger(at, users);
        loop {
            let row = &self.affine[at].1;
            let without_owner = |v: Dim| v == own || !self.has_owner(v, dim);
            // The variable to keep: its factor is the smallest, so that the others shrink.
            let Some(&(kept, divisor)) = row
                .terms()
                .iter()
                .filter(|&&(v, _)| without_owner(v))
                .min_by_key(|&&(v, a)| (a.unsigned_abs(), v != own, v))
            else {
                return true;
            };
            match absorb(row, kept, divisor) {
                Some(by) if by.terms() == [(kept, 1)] && by.offset() == 0 => {}
                Some(by) => self.substitute(at, kept, &by, users),
                None => self.affine.edit()[at].1 = Form::of(users.fresh()),
            }
            // Euclid's remainders are smaller than the divisor; once there is none, this is the owner.
            let row = &self.affine[at].1;
            let others = row.terms().iter().any(|&(v, _)| v != kept && (v == own || !self.has_owner(v, dim)));
            if !others && row.mentions(kept) {
                return self.name_after(at, kept, users);
            }
        }
    }

    /// Younger free dimensions in the row lose their variables, which are to be owned by this row.
    fn unname_younger(&mut self, at: usize, users: &mut Users) {
        let dim = self.affine[at].0;
        let row = self.affine[at].1.clone();
        for younger in row.dims().filter(|&v| is_plain(v) && v > dim) {
            let variable = Form::of(users.fresh());
            self.assign(younger, &variable, users);
        }
    }

    /// Calls the variable, the only one in this row without an owner, after the row's dimension.
    fn name_after(&mut self, at: usize, kept: Dim, users: &mut Users) -> bool {
        let dim = self.affine[at].0;
        let own = parameter(dim);
        if kept != own {
            // What had that name may be mentioned by younger rows, which are to find an owner for it.
            let other = Form::of(users.fresh());
            self.substitute(at, own, &other, users);
        }
        let free = self.affine[at].1.coefficient(kept) == 1;
        if free {
            debug_assert!(self.affine[at].1 == Form::of(kept), "one divides everything");
            self.affine.edit().remove(at);
            self.substitute(at, kept, &Form::of(dim), users);
        } else if kept != own {
            self.substitute(at, kept, &Form::of(own), users);
        }
        !free
    }

    /// Turns rows that say `d = c`, `d = x + c`, or the same as another up to a constant, into classes.
    fn find_classes(&mut self) {
        let mut at = 0;
        while at < self.affine.len() {
            match self.class_of_row(at) {
                Some((root, offset)) => {
                    let (gone, _) = self.affine.edit().remove(at);
                    self.join_class(gone, root, offset);
                }
                None => at += 1,
            }
        }
    }

    fn class_of_row(&self, at: usize) -> Option<(Option<Dim>, i128)> {
        let (_, row) = &self.affine[at];
        match row.terms() {
            [] => return Some((None, row.offset())),
            &[(v, 1)] if is_plain(v) => return Some((Some(v), row.offset())),
            _ => {}
        }
        let (root, twin) = self.affine[..at].iter().find(|(_, older)| older.terms() == row.terms())?;
        Some((Some(*root), row.offset().checked_sub(twin.offset())?))
    }
}

/// The substitution for the variable that takes multiples of `|divisor|` out of all other numbers of the
/// form and makes its own factor positive: `±(p − Σ ⌊aⱼ/|d|⌋·pⱼ − ⌊c/|d|⌋)`.
pub(super) fn absorb(form: &Form, kept: Dim, divisor: i64) -> Option<Form> {
    let modulus = i128::from(divisor.unsigned_abs());
    let sign = divisor.signum();
    let mut terms = smallvec::SmallVec::<[(Dim, i128); 8]>::new();
    for &(v, a) in form.terms() {
        let quotient = i128::from(narrow(floor_div(a.into(), modulus)?)?);
        terms.push((v, if v == kept { sign.into() } else { quotient * -i128::from(sign) }));
    }
    let quotient = floor_div(form.offset(), modulus)?;
    let constant = if sign < 0 { quotient } else { quotient.checked_neg()? };
    Form::from_sorted(constant, &terms)
}
