//! What assignments and accesses tell about the numbers in registers: which ones they are, and that pointers are not null.

use ir::{Const, ConstValue, LocalId, Operand, Place, Rvalue, TypeId, UnaryOp};

use crate::code::Op;
use crate::compile::Compiler;
use crate::conditions::{null_test, sum};
use crate::truth::Truth;

impl Compiler<'_> {
    /// What is known of a register that is given a constant. Numbers that other types would take for others are not told apart.
    pub(crate) fn truth_of(&self, ty: TypeId, number: i128) -> Truth {
        let fits = self.program.types.integer(ty).is_some_and(|(bits, signed)| {
            let least = if signed { -(1_i128 << (bits - 1).min(31)) } else { 0 };
            bits > 1 && (least..1_i128 << (bits - 1).min(31)).contains(&number)
        });
        i32::try_from(number).ok().filter(|_| fits).map_or(Truth::from(number != 0), Truth::of)
    }

    /// The assignment of a number.
    pub(crate) fn number(&self, dst: LocalId, value: &Rvalue) -> Op {
        let (to, ty) = (dst.0, self.body.locals[dst].ty);
        match value {
            _ if self.is_narrowed(dst, value) => Op::Number { dst: to, truth: None },
            Rvalue::Use(Operand::Const(Const { value: ConstValue::Int(number), .. }))
            | Rvalue::Convert(Operand::Const(Const { value: ConstValue::Int(number), .. })) => {
                Op::Number { dst: to, truth: Some(self.truth_of(ty, *number)) }
            }
            Rvalue::Unary(UnaryOp::Neg, Operand::Const(Const { value: ConstValue::Int(number), .. })) => {
                Op::Number { dst: to, truth: Some(self.truth_of(ty, number.wrapping_neg())) }
            }
            Rvalue::Use(Operand::Local(from)) | Rvalue::Convert(Operand::Local(from)) => {
                Op::Move { dst: to, src: Some(from.0).into(), shift: 0 }
            }
            value => match (null_test(value), self.added(dst, value)) {
                (Some((src, equal)), _) => Op::Test { dst: to, src: src.0, equal },
                (None, Some(sum)) => sum,
                (None, None) => Op::Number { dst: to, truth: None },
            },
        }
    }

    /// The sum of a number and a constant, if somebody asks for its sign. Without a sign, nothing below zero is told from what is large.
    pub(crate) fn added(&self, dst: LocalId, value: &Rvalue) -> Option<Op> {
        let (bits, signed) = self.program.types.integer(self.body.locals[dst].ty)?;
        // What is known of numbers has these bits: a sum of fewer would go round before it is noticed.
        let (src, by) = sum(value).filter(|(_, by)| u32::from(bits) >= i32::BITS && (signed || *by >= 0))?;
        self.tested.contains(dst).then_some(Op::Add { dst: dst.0, src: src.0, by })
    }

    /// Says of a conversion that it may have changed a number.
    pub(crate) fn blur(&self, dst: LocalId, value: &Rvalue, out: &mut dyn FnMut(Op)) {
        let Rvalue::Convert(Operand::Local(from)) = value else { return };
        let signed = |local: LocalId| {
            let integer = self.program.types.integer(self.body.locals[local].ty);
            integer.filter(|(_, signed)| *signed).map(|(bits, _)| bits)
        };
        let keeps = matches!((signed(dst), signed(*from)), (Some(to), Some(from)) if to >= from);
        if !keeps {
            out(Op::Blur { register: dst.0 });
        }
    }

    /// Says that a pointer was followed, if somebody asks whether it is null.
    pub(crate) fn followed(&self, place: &Place, out: &mut dyn FnMut(Op)) {
        if let Some(pointer) =
            Self::dereferenced(place).filter(|pointer| self.tested.contains(LocalId(*pointer)))
        {
            out(Op::Followed { pointer });
        }
    }
}
