//! Machine integers in terms of mathematical ones.
//!
//! # Convention
//! A dimension stands for the mathematical value of a C scalar as its type reads it. The front end makes
//! conversions explicit, so that operators see operands of one type. An operator states facts about its
//! result in a [`Pure`] and gives the result as a form, with fresh dimensions where it is not linear; it
//! decides nothing itself.
//!
//! The facts are those of the operators on ℤ in two's complement of unlimited width, after which `fit`
//! brings the result into its type. Arithmetic on signed integers that overflows is undefined: such runs
//! are outside any claim, and the result is assumed to be in range. A conversion wraps, for signed targets
//! as well.
//!
//! Operands are assumed to be in the range of their type; whether the state says so decides how much
//! is known about the result, never whether it is right.
//!
//! Reading order: [`IntType`], `fit`, `bits`, `divide`.

mod bits;
mod divide;
mod fit;

pub use fit::{Case, Fit};

use crate::linear::Dim;
use crate::pure::{Form, Pure};

/// An integer type of the machine: at most 64 bits wide.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IntType {
    /// How many bits; what is more than 64 counts as 64.
    pub width: u8,
    /// Whether the highest bit is a sign.
    pub signed: bool,
}

impl IntType {
    /// The least value.
    pub fn min(self) -> i128 {
        match self.bits() {
            0 => 0,
            bits if self.signed => -(1 << (bits - 1)),
            _ => 0,
        }
    }

    /// The greatest value.
    pub fn max(self) -> i128 {
        match self.bits() {
            0 => 0,
            bits if self.signed => (1 << (bits - 1)) - 1,
            bits => (1 << bits) - 1,
        }
    }

    /// How many values there are.
    pub fn count(self) -> i128 {
        1 << self.bits()
    }

    /// The value of the type that is congruent to this one.
    pub fn wrap(self, value: i128) -> i128 {
        let rest = value.rem_euclid(self.count());
        if rest > self.max() { rest - self.count() } else { rest }
    }

    fn bits(self) -> u32 {
        u32::from(self.width.min(64))
    }
}

/// Where operators work: a state, a supply of names, and how much they may ask for.
pub struct Machine<'a> {
    /// What is known; the facts about results go here.
    pub pure: &'a mut Pure,
    /// Gives a dimension that no fact mentions.
    pub fresh: &'a mut dyn FnMut() -> Dim,
    /// Whether a result may come as two cases.
    pub split: bool,
}

impl Machine<'_> {
    /// States that the form is in the range of the type.
    pub fn assume_range(&mut self, form: &Form, ty: IntType) {
        self.assume_between(ty.min(), form, ty.max());
    }

    /// A value of the type of which nothing else is known.
    pub fn unknown(&mut self, ty: IntType) -> Form {
        let result = self.name();
        self.assume_range(&result, ty);
        result
    }

    fn name(&mut self) -> Form {
        Form::of((self.fresh)())
    }

    /// States `a ≥ b`. What does not fit is left out.
    fn assume_ge(&mut self, a: &Form, b: &Form) {
        if let Some(difference) = a.add_scaled(-1, b) {
            self.pure.guard_ge(&difference);
        }
    }

    fn assume_between(&mut self, low: i128, form: &Form, high: i128) {
        self.assume_ge(form, &Form::constant(low));
        self.assume_ge(&Form::constant(high), form);
    }

    /// Whether `a ≥ b` is known.
    fn knows_ge(&self, a: &Form, b: i128) -> bool {
        b.checked_neg().and_then(|b| a.plus(b)).is_some_and(|difference| self.pure.proves_ge(&difference))
    }

    /// Whether `a ≤ b` is known.
    fn knows_le(&self, a: &Form, b: i128) -> bool {
        let difference = Form::constant(b).add_scaled(-1, a);
        difference.is_some_and(|difference| self.pure.proves_ge(&difference))
    }
}
