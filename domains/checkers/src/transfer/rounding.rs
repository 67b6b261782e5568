//! Rounding down to a multiple of a power of two: `x & ~15`.
//!
//! In two's complement, `x & -2^k` is the greatest multiple of `2^k` that is at most `x`, for negative numbers too. That it is a multiple, and how
//! far it is from `x`, are linear facts.

use ir::TypeId;
use logic::Form;

use crate::Checkers;
use crate::heap::{State, Value};
use engine::Cursor;

impl Checkers {
    /// A number without its lowest bits, if that is what a mask leaves of it.
    pub(super) fn rounded(
        &self,
        at: &Cursor<'_>,
        state: &mut State,
        ty: TypeId,
        number: &Form,
        mask: i128,
    ) -> Option<Value> {
        let (bits, signed) = at.program.types.integer(ty).filter(|(bits, _)| *bits <= 64)?;
        // The mask as a negative number: the same bits.
        let mask = if signed || mask < 0 { mask } else { mask - (1 << bits) };
        let unit = mask.checked_neg().filter(|unit| *unit > 1 && unit.count_ones() == 1)?;
        let unit = i64::try_from(unit).ok().filter(|unit| *unit <= 1 << 32)?;
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
