//! Where the type checker's types differ from gcc's: bit-fields under the integer promotions.
//!
//! An enum bit-field narrower than `int` promotes to `int` in gcc; the type checker makes it
//! `unsigned`. A compound assignment takes its computation type from the promoted bit-fields on
//! either side; the type checker takes the declared types. Both are put right here, by computing the
//! promotions and the usual arithmetic conversions again from what stands under the implicit
//! conversions. What the type checker has already answered with its own type (`typeof`, `_Generic`
//! and overloads on such an expression) cannot be put right afterwards.

use ir::{Operand, Rvalue};
use rucc_ast::{BinaryOp, UnaryOp};
use rucc_sema as s;
use rucc_types as c;

use super::function::FunctionLowering;
use super::operator::operator;

/// Whether some record has a bit-field of enum type that is narrower than `int`.
pub(super) fn has_enum_bit_fields(types: &c::Types) -> bool {
    types.records().any(|(_, record)| {
        record.fields.iter().any(|field| {
            field.bits.is_some_and(|width| width < 32)
                && matches!(types.kind(types.canonical(field.ty)), c::TypeKind::Enum(_))
        })
    })
}

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

    /// The declared type and width of the bit-field that `id` names, reads or assigns to.
    fn bit_field(&self, id: s::ExprId) -> Option<(c::TypeId, u32)> {
        let unit = &self.unit.unit;
        let mut at = id;
        loop {
            at = match unit.tast[at].kind {
                s::ExprKind::Convert { kind: s::Conversion::Lvalue, operand } => operand,
                s::ExprKind::Assign { lhs, .. } => lhs,
                s::ExprKind::Comma { rhs, .. } => rhs,
                s::ExprKind::Unary {
                    op: UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec,
                    operand,
                } => operand,
                s::ExprKind::Member { base, field } => {
                    let record = unit.types.kind(unit.types.canonical(unit.tast[base].ty));
                    let c::TypeKind::Record(record) = record else { return None };
                    let field = unit.types.record_info(record).fields.get(field as usize)?;
                    return Some((field.ty, field.bits?));
                }
                _ => return None,
            };
        }
    }

    /// Whether the type checker promotes this bit-field to `unsigned` and gcc to `int`.
    fn promotes_otherwise(&self, ty: c::TypeId, width: u32) -> bool {
        let types = &self.unit.unit.types;
        let c::TypeKind::Enum(id) = types.kind(types.canonical(ty)) else { return false };
        let underlying = types.enum_info(id).underlying;
        width < 32 && underlying.is_some_and(|ty| types.canonical(ty) == types.int(c::IntKind::UInt))
    }

    /// The type gcc promotes the value of an operand to, and whether the type checker has another.
    /// Conversions that the type checker put around the operand do not count.
    fn promoted(&mut self, id: s::ExprId) -> (c::TypeId, bool) {
        let id = self.unconverted(id);
        if let Some((ty, width)) = self.bit_field(id) {
            let otherwise = self.promotes_otherwise(ty, width);
            let unit = &mut self.unit.unit;
            if otherwise {
                return (unit.types.int(c::IntKind::Int), true);
            }
            return (c::promote_bit_field(&mut unit.types, ty, width, &unit.target), false);
        }
        if let Some(ty) = self.differing_type(id) {
            return (ty, true);
        }
        let unit = &mut self.unit.unit;
        let ty = unit.tast[id].ty;
        (c::promote(&mut unit.types, ty, &unit.target), false)
    }

    /// The type gcc gives this expression, where it is not the type checker's. Only units with enum
    /// bit-fields have such expressions, and each one is looked at once.
    pub(super) fn differing_type(&mut self, id: s::ExprId) -> Option<c::TypeId> {
        if !self.unit.has_enum_bit_fields {
            return None;
        }
        if let Some(&known) = self.differing.get(&id) {
            return known;
        }
        let found = self.find_differing_type(id);
        self.differing.insert(id, found);
        found
    }

    fn find_differing_type(&mut self, id: s::ExprId) -> Option<c::TypeId> {
        let expr = self.unit.unit.tast[id];
        match expr.kind {
            s::ExprKind::Convert { kind: s::Conversion::Arithmetic, operand } => {
                let (ty, width) = self.bit_field(operand)?;
                let types = &self.unit.unit.types;
                let to_unsigned = types.canonical(expr.ty) == types.int(c::IntKind::UInt);
                (to_unsigned && self.promotes_otherwise(ty, width))
                    .then(|| self.unit.unit.types.int(c::IntKind::Int))
            }
            s::ExprKind::Unary { op: UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot, operand } => {
                self.differing_type(operand)
            }
            s::ExprKind::Comma { rhs, .. } => self.differing_type(rhs),
            s::ExprKind::Binary { op: BinaryOp::Shl | BinaryOp::Shr, lhs, .. } => self.differing_type(lhs),
            s::ExprKind::Binary { op, lhs, rhs } if !is_comparison(op) && !is_logical(op) => {
                self.common_type(lhs, rhs)
            }
            s::ExprKind::Cond { then, otherwise, .. } => self.common_type(then, otherwise),
            _ => None,
        }
    }

    /// The type two operands meet in, if one of them has a differing type.
    pub(super) fn common_type(&mut self, lhs: s::ExprId, rhs: s::ExprId) -> Option<c::TypeId> {
        if !self.unit.has_enum_bit_fields {
            return None;
        }
        let ((a, other_a), (b, other_b)) = (self.promoted(lhs), self.promoted(rhs));
        if !other_a && !other_b {
            return None;
        }
        let unit = &mut self.unit.unit;
        c::usual_arithmetic(&mut unit.types, a, b, &unit.target)
    }

    /// The value of an operator whose operands' types differ from the type checker's.
    pub(super) fn repaired_binary(
        &mut self,
        op: BinaryOp,
        lhs: s::ExprId,
        rhs: s::ExprId,
    ) -> Option<Operand> {
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            return None;
        }
        let common = self.common_type(lhs, rhs)?;
        let common = self.ty(common);
        let (a, b) = self.unordered(|f| f.value(lhs), |f| f.value(rhs));
        let (a, b) = (self.convert(a, common), self.convert(b, common));
        let ty = if is_comparison(op) { self.int_ty() } else { common };
        Some(self.compute(ty, Rvalue::Binary(operator(op), a, b)))
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
        let plain = self.bit_field(lhs).is_none() && self.bit_field(source).is_none();
        if plain && self.differing_type(source).is_none() {
            return (computation, rhs);
        }
        let (left, _) = self.promoted(lhs);
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            return (left, rhs);
        }
        let (right, _) = self.promoted(source);
        let unit = &mut self.unit.unit;
        match c::usual_arithmetic(&mut unit.types, left, right, &unit.target) {
            Some(common) => (common, source),
            None => (computation, rhs),
        }
    }
}

fn is_logical(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::LogAnd | BinaryOp::LogOr)
}

fn is_comparison(op: BinaryOp) -> bool {
    operator(op).is_comparison()
}
