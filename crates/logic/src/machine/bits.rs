//! Operators on bits.
//!
//! With `P = 2ᵏ`: `x & (P − 1)` is the remainder of `x` by `P`, for negative `x` too, and `x & −P` is the
//! rest of it. Where the state knows `x = D + R` with `P | D` and `0 ≤ R < P`, as it does for sizes with flags
//! in their low bits, the parts are the results. Other operators are sums: `x | y = x + y − (x & y)` and
//! `x ^ y = x + y − 2·(x & y)`.

use super::{Fit, IntType, Machine};
use crate::number::narrow;
use crate::pure::Form;

impl Machine<'_> {
    /// `~x`
    pub fn not(&mut self, x: &Form, ty: IntType) -> Form {
        // All ones is −1 or the greatest value.
        Form::constant(ty.min() + ty.max()).add_scaled(-1, x).unwrap_or_else(|| self.unknown(ty))
    }

    /// `x & y`
    pub fn and(&mut self, x: &Form, y: &Form, ty: IntType) -> Form {
        match (self.pure.constant(x), self.pure.constant(y)) {
            (Some(x), Some(y)) => Form::constant(x & y),
            (None, Some(mask)) => self.mask(x, mask, ty),
            (Some(mask), None) => self.mask(y, mask, ty),
            (None, None) => self.and_unknown(x, y, ty),
        }
    }

    /// `x | y`
    pub fn or(&mut self, x: &Form, y: &Form, ty: IntType) -> Form {
        let both = self.and(x, y, ty);
        let sum = x.add_scaled(1, y).and_then(|sum| sum.add_scaled(-1, &both));
        self.in_range(sum, ty)
    }

    /// `x ^ y`
    pub fn xor(&mut self, x: &Form, y: &Form, ty: IntType) -> Form {
        let both = self.and(x, y, ty);
        let sum = x.add_scaled(1, y).and_then(|sum| sum.add_scaled(-2, &both));
        self.in_range(sum, ty)
    }

    /// `x << y`, for a distance from zero to less than the width.
    pub fn shift_left(&mut self, x: &Form, y: &Form, ty: IntType) -> Fit {
        let distance = self.pure.constant(y).and_then(|y| u32::try_from(y).ok());
        let factor = distance.filter(|&d| d < ty.bits()).and_then(|d| 1_i64.checked_shl(d));
        if let Some(product) = factor.filter(|&factor| factor > 0).and_then(|factor| x.scaled(factor)) {
            return self.arithmetic(&product, ty);
        }
        let result = self.unknown(ty);
        if ty.signed && self.knows_ge(x, 0) {
            // It does not overflow, and so does not fall.
            self.assume_ge(&result, x);
        } else if self.pure.constant(x) == Some(1) {
            self.assume_ge(&result, &Form::constant(1));
        }
        Fit::One(result)
    }

    /// `x >> y`, which keeps the sign, for a distance from zero to less than the width.
    pub fn shift_right(&mut self, x: &Form, y: &Form, ty: IntType) -> Form {
        let distance = self.pure.constant(y).and_then(|y| u32::try_from(y).ok());
        if let Some(distance) = distance.filter(|&d| d < ty.bits()) {
            if let Some(x) = self.pure.constant(x) {
                return Form::constant(x >> distance);
            }
            if let Some(power) = 1_i64.checked_shl(distance).filter(|&power| power > 0) {
                return self.quotient(x, power);
            }
        }
        let result = self.unknown(ty);
        if self.knows_ge(x, 0) {
            self.assume_ge(&result, &Form::constant(0));
            self.assume_ge(x, &result);
        } else if self.knows_le(x, -1) {
            self.assume_ge(&Form::constant(-1), &result);
            self.assume_ge(&result, x);
        }
        result
    }

    /// `⌊x / P⌋` for a positive number.
    fn quotient(&mut self, x: &Form, power: i64) -> Form {
        if power == 1 {
            return x.clone();
        }
        let quotient = self.name();
        let Some(whole) = quotient.scaled(power) else { return quotient };
        if let Some((multiple, _)) = self.pure.split(x, power) {
            if let Some(equation) = whole.add_scaled(-1, &multiple) {
                self.pure.guard_eq(&equation);
            }
        } else if let Some(rest) = x.add_scaled(-1, &whole) {
            self.assume_between(0, &rest, i128::from(power) - 1);
        }
        quotient
    }

    /// `x & mask`
    fn mask(&mut self, x: &Form, mask: i128, ty: IntType) -> Form {
        // A mask with all high bits of the type is one with all high bits.
        let high = mask.saturating_sub(ty.count());
        let mask =
            if !ty.signed && mask > 0 && high.checked_neg().and_then(power).is_some() { high } else { mask };
        if mask == 0 {
            Form::constant(0)
        } else if mask == -1 {
            x.clone()
        } else if let Some(power) = mask.checked_add(1).and_then(power) {
            self.low_bits(x, power).unwrap_or_else(|| self.and_unknown(x, &Form::constant(mask), ty))
        } else if let Some(power) = mask.checked_neg().and_then(power) {
            let low = self.low_bits(x, power);
            let rest = low.and_then(|low| x.add_scaled(-1, &low));
            rest.unwrap_or_else(|| self.and_unknown(x, &Form::constant(mask), ty))
        } else if let Some(bit) = power(mask) {
            self.single_bit(x, bit).unwrap_or_else(|| self.and_unknown(x, &Form::constant(mask), ty))
        } else {
            self.and_unknown(x, &Form::constant(mask), ty)
        }
    }

    /// The remainder of `x` by a power of two.
    fn low_bits(&mut self, x: &Form, power: i64) -> Option<Form> {
        if let Some(rest) = self.pure.residue(x, power) {
            return Some(Form::constant(rest.into()));
        }
        if let Some((_, rest)) = self.pure.split(x, power) {
            return Some(rest);
        }
        let quotient = self.name();
        let rest = x.add_scaled(power.checked_neg()?, &quotient)?;
        self.assume_between(0, &rest, i128::from(power) - 1);
        Some(rest)
    }

    /// `x & P` for a power of two: the bit is what remains of the remainder by `2P`.
    fn single_bit(&mut self, x: &Form, bit: i64) -> Option<Form> {
        let low = self.low_bits(x, bit.checked_mul(2)?)?;
        if self.knows_le(&low, i128::from(bit) - 1) {
            return Some(Form::constant(0));
        }
        if self.knows_ge(&low, bit.into()) {
            return Some(Form::constant(bit.into()));
        }
        let flag = self.name();
        self.assume_between(0, &flag, 1);
        let result = flag.scaled(bit)?;
        let rest = low.add_scaled(-1, &result)?;
        self.assume_between(0, &rest, i128::from(bit) - 1);
        Some(result)
    }

    /// What holds for `x & y` without knowing a mask.
    fn and_unknown(&mut self, x: &Form, y: &Form, ty: IntType) -> Form {
        if x.add_scaled(-1, y).is_some_and(|difference| self.pure.proves_eq(&difference)) {
            return x.clone();
        }
        if self.are_apart(x, y) || self.are_apart(y, x) {
            return Form::constant(0);
        }
        let result = self.unknown(ty);
        let (x_positive, y_positive) = (self.knows_ge(x, 0), self.knows_ge(y, 0));
        for (operand, positive) in [(x, x_positive), (y, y_positive)] {
            if positive {
                self.assume_ge(&result, &Form::constant(0));
                self.assume_ge(operand, &result);
            }
        }
        if self.knows_le(x, -1) && self.knows_le(y, -1) {
            self.assume_ge(x, &result);
            self.assume_ge(y, &result);
        }
        result
    }

    /// Whether all bits of `x` are above those of `y`.
    fn are_apart(&self, x: &Form, y: &Form) -> bool {
        if !self.knows_ge(y, 0) {
            return false;
        }
        let Some(most) = self.pure.maximum(y) else { return false };
        let power =
            u64::try_from(most).ok().and_then(|most| most.checked_add(1)?.checked_next_power_of_two());
        power.and_then(|power| i64::try_from(power).ok()).is_some_and(|p| self.pure.residue(x, p) == Some(0))
    }

    /// A result that is known to be in range; without one, anything in range.
    fn in_range(&mut self, result: Option<Form>, ty: IntType) -> Form {
        match result {
            Some(result) => {
                self.assume_range(&result, ty);
                result
            }
            None => self.unknown(ty),
        }
    }
}

/// The number, if it is a power of two that is a factor.
fn power(value: i128) -> Option<i64> {
    if value.count_ones() == 1 { narrow(value).filter(|&value| value > 0) } else { None }
}
