//! Operators that compute; those that decide where control goes are in `control`.

use ir::{Operand, Rvalue};
use rucc_ast::{BinaryOp, UnaryOp};
use rucc_sema as s;
use rucc_types as c;

use super::function::FunctionLowering;
use super::rows::Wanted;

impl FunctionLowering<'_, '_> {
    pub(super) fn unary(&mut self, id: s::ExprId, op: UnaryOp, operand: s::ExprId, ty: c::TypeId) -> Operand {
        match op {
            UnaryOp::Plus => self.value(operand),
            UnaryOp::Minus | UnaryOp::BitNot => {
                let ty = self.ty(ty);
                let value = self.value(operand);
                if !self.types().is_scalar(ty) {
                    self.unsupported("arithmetic on vectors or complex numbers");
                    return self.unknown(ty);
                }
                let op = if op == UnaryOp::Minus { ir::UnaryOp::Neg } else { ir::UnaryOp::Not };
                self.compute(ty, Rvalue::Unary(op, value))
            }
            UnaryOp::Not => {
                let ty = self.ty(ty);
                let value = self.value(operand);
                if !self.types().is_scalar(ty) {
                    self.unsupported("arithmetic on vectors");
                    return self.unknown(ty);
                }
                let zero = self.constant(self.type_of(value), 0);
                self.compute(ty, Rvalue::Binary(ir::BinaryOp::Eq, value, zero))
            }
            UnaryOp::AddrOf => {
                let ty = self.ty(ty);
                if self.unit.unit.tast[operand].category == s::Category::Function {
                    return self.function_address(operand);
                }
                self.wanted = Wanted::Address;
                let place = self.place(operand);
                self.address_as(place, ty)
            }
            UnaryOp::Deref | UnaryOp::Real | UnaryOp::Imag => {
                if self.unit.unit.tast[id].category == s::Category::Function {
                    return self.function_address(id);
                }
                if matches!(op, UnaryOp::Real | UnaryOp::Imag)
                    && !c::is_complex(&self.unit.unit.types, self.unit.unit.tast[operand].ty)
                {
                    let ty = self.ty(ty);
                    let value = self.value(operand);
                    return if op == UnaryOp::Real { value } else { self.constant(ty, 0) };
                }
                let place = self.place(id);
                self.read(place)
            }
            UnaryOp::PreInc => self.increment(operand, 1, false, true).1,
            UnaryOp::PreDec => self.increment(operand, -1, false, true).1,
            UnaryOp::PostInc => self.increment(operand, 1, true, false).0,
            UnaryOp::PostDec => self.increment(operand, -1, true, false).0,
        }
    }

    pub(super) fn binary(
        &mut self,
        id: s::ExprId,
        op: BinaryOp,
        lhs: s::ExprId,
        rhs: s::ExprId,
        ty: c::TypeId,
    ) -> Operand {
        if matches!(op, BinaryOp::LogAnd | BinaryOp::LogOr) {
            return self.short_circuit(id, ty);
        }
        let types = &self.unit.unit.types;
        let points = |id: s::ExprId| c::pointee(types, self.unit.unit.tast[id].ty);
        match (op, points(lhs), points(rhs)) {
            (BinaryOp::Add, Some(elem), _) | (BinaryOp::Sub, Some(elem), None) => {
                let (pointer, index) = self.unordered(|f| f.value(lhs), |f| f.value(rhs));
                return self.pointer_add(pointer, index, elem, op == BinaryOp::Sub);
            }
            (BinaryOp::Add, None, Some(elem)) => {
                let (index, pointer) = self.unordered(|f| f.value(lhs), |f| f.value(rhs));
                return self.pointer_add(pointer, index, elem, false);
            }
            (BinaryOp::Sub, Some(elem), Some(_)) => return self.pointer_difference(lhs, rhs, elem, ty),
            _ => {}
        }
        if let Some(value) = self.repaired_binary(op, lhs, rhs) {
            return value;
        }
        let (a, b) = self.unordered(|f| f.value(lhs), |f| f.value(rhs));
        let ty = self.ty(ty);
        if !self.types().is_scalar(self.type_of(a)) || !self.types().is_scalar(ty) {
            self.unsupported("arithmetic on vectors or complex numbers");
            return self.unknown(ty);
        }
        if !self.is_aggregate_free(lhs) {
            self.unsupported("arithmetic on vectors or complex numbers");
            return self.unknown(ty);
        }
        self.compute(ty, Rvalue::Binary(operator(op), a, b))
    }

    pub(super) fn is_aggregate_free(&mut self, id: s::ExprId) -> bool {
        let ty = self.expr_ty(id);
        self.types().is_scalar(ty)
    }

    fn pointer_difference(
        &mut self,
        lhs: s::ExprId,
        rhs: s::ExprId,
        elem: c::TypeId,
        ty: c::TypeId,
    ) -> Operand {
        let ty = self.ty(ty);
        // `(char *)p - (char *)&((struct s *)0)->m` leads from a member to what it is one of: no object is taken away, but a number.
        let bytes = c::layout(&self.unit.unit.types, elem, &self.unit.unit.target).is_ok_and(|l| l.size == 1);
        if bytes
            && self.unit.absolute(lhs).is_none()
            && let Some(number) = self.unit.absolute(rhs)
        {
            let pointer = self.value(lhs);
            let index = self.constant(ty, -number);
            let of = self.type_of(pointer);
            let moved = self.compute(of, Rvalue::PointerAdd { pointer, index, stride: 1 });
            return self.convert(moved, ty);
        }
        let (a, b) = self.unordered(|f| f.value(lhs), |f| f.value(rhs));
        let unit = &self.unit.unit;
        match c::layout(&unit.types, elem, &unit.target) {
            Err(c::LayoutError::Variable) => {
                let bytes = self.compute(ty, Rvalue::PointerDiff { lhs: a, rhs: b, stride: 1 });
                let size = self.size_of(elem);
                let size = self.convert(size, ty);
                self.compute(ty, Rvalue::Binary(ir::BinaryOp::Div, bytes, size))
            }
            layout => {
                let stride = layout.map_or(1, |layout| layout.size).max(1);
                self.compute(ty, Rvalue::PointerDiff { lhs: a, rhs: b, stride })
            }
        }
    }
}

/// The IR's name of an operator; the short-circuit ones are lowered to branches before.
pub(super) fn operator(op: BinaryOp) -> ir::BinaryOp {
    match op {
        BinaryOp::Mul => ir::BinaryOp::Mul,
        BinaryOp::Div => ir::BinaryOp::Div,
        BinaryOp::Rem => ir::BinaryOp::Rem,
        BinaryOp::Add => ir::BinaryOp::Add,
        BinaryOp::Sub => ir::BinaryOp::Sub,
        BinaryOp::Shl => ir::BinaryOp::Shl,
        BinaryOp::Shr => ir::BinaryOp::Shr,
        BinaryOp::Lt => ir::BinaryOp::Lt,
        BinaryOp::Gt => ir::BinaryOp::Gt,
        BinaryOp::Le => ir::BinaryOp::Le,
        BinaryOp::Ge => ir::BinaryOp::Ge,
        BinaryOp::Eq => ir::BinaryOp::Eq,
        BinaryOp::Ne => ir::BinaryOp::Ne,
        BinaryOp::BitAnd | BinaryOp::LogAnd => ir::BinaryOp::And,
        BinaryOp::BitXor => ir::BinaryOp::Xor,
        BinaryOp::BitOr | BinaryOp::LogOr => ir::BinaryOp::Or,
    }
}
