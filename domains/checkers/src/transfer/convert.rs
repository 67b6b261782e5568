//! Conversions.

use engine::Cursor;
use ir::{LocalId, Operand, TypeId, TypeKind};

use super::arithmetic::wrapped;
use crate::Checkers;
use crate::heap::{Root, State, Term, Value};

impl Checkers {
    /// `x = (type)operand`.
    pub(super) fn convert(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        dst: LocalId,
        ty: TypeId,
        operand: Operand,
    ) -> Vec<State> {
        let types = &at.program.types;
        let root = Root::Register(dst);
        if matches!(types.kind(ty), TypeKind::Bool) {
            let held = self.operand(at, &mut state, operand);
            if matches!(held, Value::Uninit | Value::Unsure) {
                state.set_root(root, held);
                return vec![state];
            }
            let mut states = Vec::new();
            for answer in [true, false] {
                for mut state in self.where_truth(at, state.clone(), operand, answer) {
                    state.set_root(root, Value::Known(Term::constant(i64::from(answer))));
                    states.push(state);
                }
            }
            return states;
        }
        let from = self.type_of(at, operand);
        let value = self.operand(at, &mut state, operand);
        let width = |ty: TypeId| types.size(ty);
        let result = match value {
            Value::Uninit | Value::Unsure => value,
            Value::Known(_) if types.is_float(from) || types.is_float(ty) => Value::Any,
            Value::Known(term) if types.is_pointer(ty) && types.is_pointer(from) => Value::Known(term),
            // A constant keeps its bits: `(void *)-1`.
            Value::Known(term)
                if types.is_pointer(ty)
                    && width(ty) == 8
                    && let Some(value) = state.pure.constant(&term.form()) =>
            {
                let bits = (value as u128 & u128::from(u64::MAX)) as u64;
                Value::Known(Term::constant(bits.cast_signed()))
            }
            // An address stays one while it is a number, as long as nothing is cut off.
            Value::Known(term) if types.is_pointer(ty) || types.is_pointer(from) => {
                let small = term.base.is_none() && (0..=i64::from(i32::MAX)).contains(&term.offset);
                if width(ty) == width(from) || small { Value::Known(term) } else { Value::Any }
            }
            Value::Known(term) => match types.integer(ty) {
                Some((bits, signed)) if self.fits(&state, &term.form(), bits, signed) => Value::Known(term),
                Some((bits, signed)) => wrapped(&term.form(), bits, signed),
                None => Value::Any,
            },
            Value::Any => Value::Any,
        };
        let result = match result {
            Value::Any => self.any_of_type(at.program, &mut state, ty),
            result => result,
        };
        state.set_root(root, result);
        vec![state]
    }
}
