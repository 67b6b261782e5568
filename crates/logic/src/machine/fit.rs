//! Bringing an ideal result into its type.

use super::{IntType, Machine};
use crate::number::{floor_div, narrow};
use crate::pure::{Fact, Form};

/// The largest power of two by which a remainder is remembered where nothing else can be.
const REMEMBERED: u32 = 12;

/// The widest type for which the number of wraps is a dimension of its own.
const COUNTED: u8 = 32;

/// The result of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fit {
    /// The value; everything known about it is in the state.
    One(Form),
    /// The value depends on which of two facts holds; exactly one of them does.
    Two(Box<[Case; 2]>),
}

/// A value and when it is that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The condition.
    pub when: Fact,
    /// The value if it holds.
    pub value: Form,
}

impl Machine<'_> {
    /// The result of an arithmetic operator: wraps if the type is unsigned, and is assumed not to overflow
    /// if it is signed.
    pub fn arithmetic(&mut self, ideal: &Form, ty: IntType) -> Fit {
        if ty.signed {
            self.assume_range(ideal, ty);
            Fit::One(ideal.clone())
        } else {
            self.wrap(ideal, ty)
        }
    }

    /// The value of the type that is congruent to the form: a conversion, or unsigned arithmetic.
    pub fn wrap(&mut self, ideal: &Form, ty: IntType) -> Fit {
        let rounds = |bound: Option<i128>| floor_div(bound?.checked_sub(ty.min())?, ty.count());
        let least = rounds(self.pure.minimum(ideal));
        let most = rounds(self.pure.maximum(ideal));
        if let (Some(least), Some(most)) = (least, most) {
            let shifted = |rounds: i128| shift(ideal, rounds, ty);
            if least == most
                && let Some(value) = shifted(least)
            {
                return Fit::One(value);
            }
            if self.split
                && most.checked_sub(least) == Some(1)
                && let Some((low, high)) = shifted(least).zip(shifted(most))
                && let Some(below) = Form::constant(ty.max()).add_scaled(-1, &low)
                && let Some(above) = high.plus(-ty.min())
            {
                let low = Case { when: Fact::Ge(below), value: low };
                return Fit::Two(Box::new([low, Case { when: Fact::Ge(above), value: high }]));
            }
        }
        if ty.width <= COUNTED
            && let Some(count) = narrow(-ty.count())
        {
            let rounds = self.name();
            if let Some(value) = ideal.add_scaled(count, &rounds) {
                if let Some(least) = least {
                    self.assume_ge(&rounds, &Form::constant(least));
                }
                if let Some(most) = most {
                    self.assume_ge(&Form::constant(most), &rounds);
                }
                self.assume_range(&value, ty);
                return Fit::One(value);
            }
        }
        Fit::One(self.congruent(ideal, ty))
    }

    /// A value of the type with the low bits of the form, as far as these are known.
    fn congruent(&mut self, ideal: &Form, ty: IntType) -> Form {
        let value = self.unknown(ty);
        let known = (1..=REMEMBERED.min(ty.bits())).rev().find_map(|bits| {
            let modulus = 1_i64 << bits;
            Some((modulus, self.pure.residue(ideal, modulus)?))
        });
        if let Some((modulus, rest)) = known {
            let quotient = self.name();
            let equation =
                value.add_scaled(-modulus, &quotient).and_then(|form| form.plus(-i128::from(rest)));
            if let Some(equation) = equation {
                self.pure.guard_eq(&equation);
            }
        }
        value
    }
}

/// The form less so many times the number of values.
fn shift(form: &Form, rounds: i128, ty: IntType) -> Option<Form> {
    form.plus(rounds.checked_mul(ty.count())?.checked_neg()?)
}
