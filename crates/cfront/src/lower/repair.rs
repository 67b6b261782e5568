//! Where the type checker's types differ from gcc's: bit-fields under the integer promotions.
//!
//! An enum bit-field narrower than `int` promotes to `int` in gcc; the type checker makes it
//! `unsigned`. A compound assignment takes its computation type from the promoted bit-fields on
//! either side; the type checker takes the declared types. Both are put right here, by computing the
//! promotions and the usual arithmetic conversions again from what stands under the implicit
//! conversions.

use ir::{Operand, Rvalue};
use rucc_ast::{BinaryOp, UnaryOp};
use rucc_sema as s;
use rucc_types as c;

use super::expr::operator;
use super::function::FunctionLowering;

impl FunctionLowering<'_, '_> {
    /// The expression under the implicit arithmetic conversions.
    fn unconverted(&self, mut id: s::ExprId) -> s::ExprId {
        while let s::ExprKind::Convert { kind: s::Conversion::Arithmetic, operand } =
            self.unit.unit.tast[id].kind
        {
            id = operand;
        }
        id
    }

    /// The declared type and width of the bit-field that `id` names or reads.
    fn bit_field(&self, id: s::ExprId) -> Option<(c::TypeId, u32)> {
        let unit = &self.unit.unit;
        let id = match unit.tast[id].kind {
            s::ExprKind::Convert { kind: s::Conversion::Lvalue, operand } => operand,
            _ => id,
        };
        let s::ExprKind::Member { base, field } = unit.tast[id].kind else { return None };
        let c::TypeKind::Record(record) = unit.types.kind(unit.types.canonical(unit.tast[base].ty)) else {
            return None;
        };
        let field = unit.types.record_info(record).fields.get(field as usize)?;
        Some((field.ty, field.bits?))
    }

    /// The type gcc promotes a value of this expression to.
    fn promoted(&mut self, id: s::ExprId) -> c::TypeId {
        if let Some(ty) = self.differing_type(id) {
            return ty;
        }
        let field = self.bit_field(id);
        let unit = &mut self.unit.unit;
        let int = unit.types.int(c::IntKind::Int);
        match field {
            Some((ty, width)) => match unit.types.kind(unit.types.canonical(ty)) {
                c::TypeKind::Enum(_) if width < 32 => int,
                _ => c::promote_bit_field(&mut unit.types, ty, width, &unit.target),
            },
            None => {
                let ty = unit.tast[id].ty;
                c::promote(&mut unit.types, ty, &unit.target)
            }
        }
    }

    /// The type gcc gives this expression, where it is not the type checker's.
    fn differing_type(&mut self, id: s::ExprId) -> Option<c::TypeId> {
        let expr = self.unit.unit.tast[id];
        match expr.kind {
            s::ExprKind::Convert { kind: s::Conversion::Arithmetic, operand } => {
                let (ty, width) = self.bit_field(operand)?;
                let types = &self.unit.unit.types;
                let is_enum = matches!(types.kind(types.canonical(ty)), c::TypeKind::Enum(_));
                let to_unsigned = types.canonical(expr.ty) == types.int(c::IntKind::UInt);
                (is_enum && width < 32 && to_unsigned).then(|| types.int(c::IntKind::Int))
            }
            s::ExprKind::Unary { op: UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot, operand } => {
                self.differing_type(operand)
            }
            s::ExprKind::Binary { op: BinaryOp::Shl | BinaryOp::Shr, lhs, .. } => self.differing_type(lhs),
            s::ExprKind::Binary { op, lhs, rhs } if !is_comparison(op) => self.common_type(lhs, rhs),
            _ => None,
        }
    }

    /// The type two operands meet in, if one of them has a differing type.
    fn common_type(&mut self, lhs: s::ExprId, rhs: s::ExprId) -> Option<c::TypeId> {
        let (lhs, rhs) = (self.source(lhs), self.source(rhs));
        let (a, b) = (self.differing_type(lhs), self.differing_type(rhs));
        if a.is_none() && b.is_none() {
            return None;
        }
        let a = a.unwrap_or_else(|| self.promoted(lhs));
        let b = b.unwrap_or_else(|| self.promoted(rhs));
        let unit = &mut self.unit.unit;
        c::usual_arithmetic(&mut unit.types, a, b, &unit.target)
    }

    /// The operand under its conversion to the common type, but with the promotion of a bit-field
    /// left on, which is the node that has the differing type.
    fn source(&self, id: s::ExprId) -> s::ExprId {
        let mut at = id;
        while let s::ExprKind::Convert { kind: s::Conversion::Arithmetic, operand } =
            self.unit.unit.tast[at].kind
        {
            if self.bit_field(operand).is_some() {
                return at;
            }
            at = operand;
        }
        at
    }

    /// The value of an operator whose operands' types differ from the type checker's.
    pub(super) fn repaired_binary(
        &mut self,
        op: BinaryOp,
        lhs: s::ExprId,
        rhs: s::ExprId,
    ) -> Option<Operand> {
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            let ty = self.differing_type(lhs)?;
            let ty = self.ty(ty);
            let a = self.value(lhs);
            let a = self.convert(a, ty);
            let b = self.value(rhs);
            return Some(self.compute(ty, Rvalue::Binary(operator(op), a, b)));
        }
        let common = self.common_type(lhs, rhs)?;
        let common = self.ty(common);
        let (lhs, rhs) = (self.source(lhs), self.source(rhs));
        let a = self.repaired_value(lhs);
        let a = self.convert(a, common);
        let b = self.repaired_value(rhs);
        let b = self.convert(b, common);
        let ty = if is_comparison(op) { self.int_ty() } else { common };
        Some(self.compute(ty, Rvalue::Binary(operator(op), a, b)))
    }

    fn repaired_value(&mut self, id: s::ExprId) -> Operand {
        let value = match self.unit.unit.tast[id].kind {
            s::ExprKind::Binary { op, lhs, rhs } => self.repaired_binary(op, lhs, rhs),
            _ => None,
        };
        let value = value.unwrap_or_else(|| self.value(id));
        match self.differing_type(id) {
            Some(ty) => {
                let ty = self.ty(ty);
                self.convert(value, ty)
            }
            None => value,
        }
    }

    /// The type a compound assignment is computed in, and its right side without conversions if they
    /// were made for another type.
    pub(super) fn repaired_computation(
        &mut self,
        op: BinaryOp,
        computation: c::TypeId,
        lhs: s::ExprId,
        rhs: s::ExprId,
    ) -> (c::TypeId, s::ExprId) {
        let source = self.unconverted(rhs);
        if self.bit_field(lhs).is_none() && self.bit_field(source).is_none() {
            return (computation, rhs);
        }
        let left = self.promoted(lhs);
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            return (left, rhs);
        }
        let right = self.promoted(source);
        let unit = &mut self.unit.unit;
        match c::usual_arithmetic(&mut unit.types, left, right, &unit.target) {
            Some(common) => (common, source),
            None => (computation, rhs),
        }
    }
}

fn is_comparison(op: BinaryOp) -> bool {
    operator(op).is_comparison()
}
