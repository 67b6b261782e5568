//! The lowest bits of numbers: `x & ~15`, `x & 1`, `x | 1`.
//!
//! In two's complement, `x & -2^k` is the greatest multiple of `2^k` that is at most `x`, for negative numbers too, and `x & (2^k − 1)` how far
//! `x` is from it. Where the remainder of `x` is known both are exact, as are the operators that set and turn bits. Otherwise that the one is a
//! multiple and that the other is small are linear facts. None of them leaves the type of `x`.

use engine::Cursor;
use ir::{BinaryOp, LocalId, Operand, TypeId};
use logic::Form;

use crate::Checkers;
use crate::heap::{Root, State, Value};

/// Remainders of larger numbers are not looked for.
const LARGEST_UNIT: i64 = 1 << 32;

impl Checkers {
    /// The result of an operator on bits, of which one operand is a constant.
    pub(super) fn on_low_bits(
        &self,
        at: &Cursor<'_>,
        state: &mut State,
        ty: TypeId,
        op: BinaryOp,
        number: &Form,
        bits: i128,
    ) -> Option<Value> {
        let (width, signed) = at.program.types.integer(ty).filter(|(bits, _)| *bits <= 64)?;
        // The constant as a negative number: the same bits.
        let negative = if signed || bits < 0 { bits } else { bits - (1 << width) };
        if op == BinaryOp::And && negative < 0 {
            let unit = unit(negative.checked_neg()?).filter(|unit| *unit > 1)?;
            return self.rounded(at, state, ty, number, unit);
        }
        let unit = unit(u128::try_from(bits).ok()?.checked_add(1)?.next_power_of_two().try_into().ok()?)?;
        let exact = |remainder: i64| match op {
            BinaryOp::And => Some(Form::constant(i128::from(remainder) & bits)),
            BinaryOp::Or => number.plus((i128::from(remainder) | bits) - i128::from(remainder)),
            BinaryOp::Xor => number.plus((i128::from(remainder) ^ bits) - i128::from(remainder)),
            _ => None,
        };
        let remainder = match unit {
            1 => Some(0),
            _ => state.pure.residue(number, unit),
        };
        if let Some(remainder) = remainder {
            let form = exact(remainder)?;
            return Some(Value::Known(self.named(state, &form)));
        }
        let all = bits == i128::from(unit) - 1;
        let multiple = self.rounded(at, state, ty, number, unit).filter(|_| all)?.term()?.form();
        let form = match op {
            BinaryOp::And => number.add_scaled(-1, &multiple),
            BinaryOp::Or => multiple.plus(bits),
            _ => None,
        };
        Some(Value::Known(self.named(state, &form?)))
    }

    /// `x ^ 2^k` where it is not known whether the bit is set: the offset of a buddy is that of the block with one bit turned. Where the bit is clear the result is
    /// greater by `2^k`, else it is less. Nothing if it is no such operation, or the bit is known.
    pub(super) fn turn_bit(
        &self,
        at: &Cursor<'_>,
        state: &State,
        dst: LocalId,
        (a, b): (Operand, Operand),
    ) -> Option<Vec<State>> {
        // Elsewhere that one state becomes two is not worth it.
        state.arena.filter(|_| !self.exact)?;
        let (width, _) =
            at.program.types.integer(at.body().locals[dst].ty).filter(|(bits, _)| *bits <= 64)?;
        let mut state = state.clone();
        let (a, b) = (self.number(at, &mut state, a)?, self.number(at, &mut state, b)?);
        let constant = |form: &Form| form.as_constant().or_else(|| state.pure.constant(form));
        let (number, bit) = match (constant(&a), constant(&b)) {
            (None, Some(bit)) => (a, bit),
            (Some(bit), None) => (b, bit),
            _ => return None,
        };
        let unit = unit(bit).and_then(|unit| unit.checked_mul(2)).filter(|unit| *unit <= LARGEST_UNIT)?;
        // The highest bit of a signed number says that it is negative.
        if unit.trailing_zeros() >= u32::from(width) || state.pure.residue(&number, unit).is_some() {
            return None;
        }
        let multiple = Form::of(state.fresh().dim());
        let remainder = number.add_scaled(-unit, &multiple)?;
        let mut cases = Vec::new();
        for (least, turned) in [(0, number.plus(bit)?), (bit, number.plus(-bit)?)] {
            let (low, high) = (remainder.plus(-least)?, remainder.negated()?.plus(least + bit - 1)?);
            let mut case = state.clone();
            if case.pure.guard_ge(&low) && case.pure.guard_ge(&high) {
                let result = self.named(&mut case, &turned);
                case.set_root(Root::Register(dst), Value::Known(result));
                cases.push(case);
            }
        }
        Some(cases)
    }

    /// The greatest multiple of a power of two that is at most a number.
    fn rounded(
        &self,
        at: &Cursor<'_>,
        state: &mut State,
        ty: TypeId,
        number: &Form,
        unit: i64,
    ) -> Option<Value> {
        if let Some(remainder) = state.pure.residue(number, unit) {
            let form = number.plus(-i128::from(remainder))?;
            return Some(Value::Known(self.named(state, &form)));
        }
        let value = self.any_of_type(at.program, state, ty);
        let result = value.term()?.form();
        let multiple = Form::of(state.fresh().dim());
        let cut = number.add_scaled(-1, &result)?;
        let most = Form::constant(i128::from(unit) - 1).add_scaled(-1, &cut)?;
        let equation = result.add_scaled(-unit, &multiple)?;
        // The type of the number bounds it, which the facts need not say.
        let least = state.least(number).map(|least| least - least.rem_euclid(i128::from(unit)));
        if let Some(fact) = least.and_then(|least| result.plus(-least)) {
            state.pure.guard_ge(&fact);
        }
        state.pure.guard_eq(&equation);
        state.pure.guard_ge(&cut);
        state.pure.guard_ge(&most);
        Some(value)
    }
}

/// A power of two that is not too large.
fn unit(number: i128) -> Option<i64> {
    let unit = i64::try_from(number).ok().filter(|unit| *unit > 0 && *unit <= LARGEST_UNIT)?;
    (unit.count_ones() == 1).then_some(unit)
}
