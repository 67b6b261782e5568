//! Conversions: the ones C makes by itself, casts, and truth.

use ir::{Const, ConstValue, Operand, Rvalue, TypeId, TypeKind};
use rucc_ast::{BinaryOp, UnaryOp};
use rucc_sema as s;
use rucc_types as c;

use super::function::FunctionLowering;
use super::place::Lvalue;
use super::rows::Wanted;

impl FunctionLowering<'_, '_> {
    pub(super) fn conversion(&mut self, kind: s::Conversion, operand: s::ExprId, ty: c::TypeId) -> Operand {
        match kind {
            s::Conversion::Lvalue => match self.lvalue(operand) {
                Lvalue::Register(local) => Operand::Local(local),
                Lvalue::Memory(place) => self.read(place),
            },
            s::Conversion::ArrayDecay => {
                self.wanted = Wanted::Address;
                let place = self.place(operand);
                let ty = self.ty(ty);
                self.address_as(place, ty)
            }
            s::Conversion::FunctionDecay => self.function_address(operand),
            s::Conversion::Void => {
                self.effect(operand);
                self.int_const(0)
            }
            s::Conversion::Arithmetic
            | s::Conversion::Pointer
            | s::Conversion::NullPointer
            | s::Conversion::Bool => {
                if kind == s::Conversion::Bool && self.is_boolean_valued(operand) {
                    let ty = self.ty(ty);
                    let value = self.value(operand);
                    return self.retype_truth(value, ty);
                }
                let value = self.value(operand);
                let ty = self.ty(ty);
                self.convert(value, ty)
            }
            s::Conversion::Broadcast | s::Conversion::Hardbool => {
                self.unsupported("a conversion of vectors or hardened booleans");
                let ty = self.ty(ty);
                self.unknown(ty)
            }
        }
    }

    fn is_boolean_valued(&self, id: s::ExprId) -> bool {
        matches!(
            self.unit.unit.tast[id].kind,
            s::ExprKind::Binary {
                op: BinaryOp::LogAnd
                    | BinaryOp::LogOr
                    | BinaryOp::Lt
                    | BinaryOp::Gt
                    | BinaryOp::Le
                    | BinaryOp::Ge
                    | BinaryOp::Eq
                    | BinaryOp::Ne,
                ..
            } | s::ExprKind::Unary { op: UnaryOp::Not, .. }
        )
    }

    /// A value known to be 0 or 1, as another integer type.
    fn retype_truth(&mut self, value: Operand, ty: TypeId) -> Operand {
        match value {
            Operand::Const(Const { value, .. }) => Operand::Const(Const { ty, value }),
            Operand::Local(_) if self.type_of(value) == ty => value,
            Operand::Local(_) => self.compute(ty, Rvalue::Convert(value)),
        }
    }

    pub(super) fn cast(&mut self, operand: s::ExprId, ty: c::TypeId) -> Operand {
        if c::is_void(&self.unit.unit.types, ty) {
            self.effect(operand);
            return self.int_const(0);
        }
        self.evaluate_lengths(ty);
        let ty = self.ty(ty);
        if !self.types().is_scalar(ty) {
            self.unsupported("a cast to a vector or complex type");
            return self.int_const(0);
        }
        let value = self.value(operand);
        self.convert(value, ty)
    }

    /// A scalar as another scalar type, as C converts.
    pub(super) fn convert(&mut self, value: Operand, to: TypeId) -> Operand {
        let from = self.type_of(value);
        if from == to || !self.types().is_scalar(to) {
            return value;
        }
        if *self.types().kind(to) == TypeKind::Bool {
            return self.truth(value, to);
        }
        if let Operand::Const(Const { value: constant, .. }) = value {
            match constant {
                ConstValue::Int(number) => {
                    if let Some((bits, signed)) = self.types().integer(to) {
                        let info = c::IntegerInfo::new(signed, u32::from(bits));
                        return self.constant(to, info.wrap(number));
                    }
                }
                // An address keeps its value in any type that is as wide.
                ConstValue::Address { .. } if self.types().size(to) == self.types().size(from) => {
                    return Operand::Const(Const { ty: to, value: constant });
                }
                _ => {}
            }
        }
        self.compute(to, Rvalue::Convert(value))
    }

    /// Whether a scalar is nonzero, as type `ty`.
    pub(super) fn truth(&mut self, value: Operand, ty: TypeId) -> Operand {
        if let Operand::Const(Const { value: ConstValue::Int(number), .. }) = value {
            return self.constant(ty, i128::from(number != 0));
        }
        let zero = self.constant(self.type_of(value), 0);
        self.compute(ty, Rvalue::Binary(ir::BinaryOp::Ne, value, zero))
    }
}
