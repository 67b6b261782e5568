//! Assignments, plain and compound, and the increments.

use ir::{Operand, Overlap, Place, Rvalue, StmtKind, TypeKind};
use rucc_ast::BinaryOp;
use rucc_sema as s;
use rucc_types as c;

use super::function::FunctionLowering;
use super::operator::operator;
use super::place::Lvalue;
use super::sequence::Touch;

impl FunctionLowering<'_, '_> {
    /// `lhs = rhs` or `lhs op= rhs`: what was assigned to, and what.
    pub(super) fn assignment(
        &mut self,
        op: Option<BinaryOp>,
        computation: c::TypeId,
        lhs: s::ExprId,
        rhs: s::ExprId,
    ) -> (Lvalue, Operand) {
        let ty = self.expr_ty(lhs);
        if !self.types().is_scalar(ty) {
            let start = self.touched.len();
            let place = self.place(lhs);
            let middle = self.touched.len();
            if op.is_some() {
                self.unsupported("arithmetic on vectors or complex numbers");
            } else {
                self.object_into(rhs, place.clone());
            }
            // The copy itself comes after both sides.
            let copied = !matches!(self.unit.unit.tast[rhs].kind, s::ExprKind::Call { .. });
            let own = self.touched.pop_if(|touch| copied && *touch == Touch::WritesMemory);
            self.note_order(start, middle.min(self.touched.len()));
            self.touched.extend(own);
            return (Lvalue::Memory(place), self.int_const(0));
        }
        let start = self.touched.len();
        let target = self.lvalue(lhs);
        let (middle, value) = match op {
            None => (self.touched.len(), self.value(rhs)),
            Some(op) => {
                let old = self.get(&target);
                (self.touched.len(), self.compound(op, computation, old, lhs, rhs))
            }
        };
        self.note_order(start, middle);
        let value = self.at(lhs, |f| f.set(&target, value));
        (target, value)
    }

    /// `old op rhs`, where `old` is what `lhs` holds.
    fn compound(
        &mut self,
        op: BinaryOp,
        computation: c::TypeId,
        old: Operand,
        lhs: s::ExprId,
        rhs: s::ExprId,
    ) -> Operand {
        if let Some(elem) = c::pointee(&self.unit.unit.types, self.unit.unit.tast[lhs].ty) {
            let index = self.value(rhs);
            return self.pointer_add(old, index, elem, op == BinaryOp::Sub);
        }
        let (computation, rhs) = self.repaired_computation(op, computation, lhs, rhs);
        let ty = self.ty(computation);
        let b = self.value(rhs);
        if !self.types().is_scalar(ty) {
            self.unsupported("arithmetic on vectors or complex numbers");
            return self.unknown(ty);
        }
        let b = if matches!(op, BinaryOp::Shl | BinaryOp::Shr) { b } else { self.convert(b, ty) };
        let a = self.convert(old, ty);
        self.compute(ty, Rvalue::Binary(operator(op), a, b))
    }

    /// What an lvalue holds.
    pub(super) fn get(&mut self, target: &Lvalue) -> Operand {
        match target {
            Lvalue::Register(local) => Operand::Local(*local),
            Lvalue::Memory(place) => self.load(place.clone()),
        }
    }

    /// Makes an lvalue hold a value, and gives the value in the lvalue's type.
    pub(super) fn set(&mut self, target: &Lvalue, value: Operand) -> Operand {
        match target {
            Lvalue::Register(local) => {
                let value = self.convert(value, self.body.locals[*local].ty);
                self.assign(*local, value);
                Operand::Local(*local)
            }
            Lvalue::Memory(place) => {
                let value = self.convert(value, place.ty);
                self.store(place.clone(), value);
                value
            }
        }
    }

    /// What an lvalue holds after a value was assigned to it: a bit-field keeps only its width.
    pub(super) fn held(&mut self, target: &Lvalue, value: Operand) -> Operand {
        let Lvalue::Memory(place) = target else { return value };
        let Some(bits) = place.bits else { return value };
        let Some((width, signed)) = self.types().integer(place.ty) else { return value };
        if u16::from(bits.width) >= width {
            return value;
        }
        let narrow = self.types_mut().int(u16::from(bits.width), signed);
        let value = self.convert(value, narrow);
        self.convert(value, place.ty)
    }

    /// `operand += delta` for `++` and `--`: the value before and after, each right if it is wanted.
    pub(super) fn increment(
        &mut self,
        operand: s::ExprId,
        delta: i128,
        want_old: bool,
        want_new: bool,
    ) -> (Operand, Operand) {
        let target = self.lvalue(operand);
        let mut old = self.get(&target);
        let ty = self.type_of(old);
        if !self.types().is_scalar(ty) {
            self.unsupported("arithmetic on vectors or complex numbers");
            return (old, old);
        }
        if want_old && matches!(target, Lvalue::Register(_)) {
            old = self.compute(ty, Rvalue::Use(old));
        }
        let pointee = c::pointee(&self.unit.unit.types, self.unit.unit.tast[operand].ty);
        let new = match (pointee, self.types().kind(ty).clone()) {
            (Some(elem), _) => {
                let index = self.difference_ty();
                let index = self.constant(index, delta);
                self.pointer_add(old, index, elem, false)
            }
            (None, TypeKind::Float(_)) => {
                let one = self.int_const(delta);
                let one = self.convert(one, ty);
                self.compute(ty, Rvalue::Binary(ir::BinaryOp::Add, old, one))
            }
            (None, kind) => {
                // Narrow types compute as `int`; the sum is converted back when it is stored.
                let narrow =
                    matches!(kind, TypeKind::Bool) || matches!(kind, TypeKind::Int { bits, .. } if bits < 32);
                let wide = if narrow { self.int_ty() } else { ty };
                let a = self.convert(old, wide);
                let (op, one) =
                    if delta < 0 { (ir::BinaryOp::Sub, -delta) } else { (ir::BinaryOp::Add, delta) };
                let one = self.constant(wide, one);
                self.compute(wide, Rvalue::Binary(op, a, one))
            }
        };
        let new = self.at(operand, |f| f.set(&target, new));
        (old, if want_new { self.held(&target, new) } else { new })
    }

    /// A value of its type was stored in a place as a whole: of what lies between its members C says nothing.
    pub(super) fn pad(&mut self, place: Place) {
        if place.bits.is_none() && self.types().has_padding(place.ty) {
            self.emit(StmtKind::Pad { place });
        }
    }

    /// Copies an aggregate.
    pub(super) fn copy(&mut self, to: Place, from: Place) {
        let size = self.types().size(to.ty);
        let size = self.size_const(size);
        self.emit(StmtKind::Copy { to: to.clone(), from, size, overlap: Overlap::Exact });
        self.pad(to);
    }
}
