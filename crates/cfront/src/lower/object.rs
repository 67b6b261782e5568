//! Expressions whose value is an aggregate: structs, unions, arrays in initializers, and the
//! vectors and complex numbers that are only moved.

use ir::{Place, StmtKind};
use rucc_sema as s;
use rucc_types as c;

use super::function::FunctionLowering;

impl FunctionLowering<'_, '_> {
    /// Where the value of an aggregate expression is.
    pub(super) fn object(&mut self, id: s::ExprId) -> Place {
        self.at(id, |f| f.object_here(id))
    }

    fn object_here(&mut self, id: s::ExprId) -> Place {
        if let Some(&old) = self.old.get(&id) {
            return Place::whole(ir::Base::Slot(old), self.body.slots[old].ty);
        }
        let expr = self.unit.unit.tast[id];
        match expr.kind {
            s::ExprKind::Decl(_)
            | s::ExprKind::Str(_)
            | s::ExprKind::CompoundLiteral(_)
            | s::ExprKind::Member { .. }
            | s::ExprKind::Subscript { .. } => self.place(id),
            s::ExprKind::Unary { op: rucc_ast::UnaryOp::Deref, .. } => self.place(id),
            s::ExprKind::Convert { kind: s::Conversion::Lvalue, operand } => self.place(operand),
            s::ExprKind::Comma { lhs, rhs } => {
                self.effect(lhs);
                self.object(rhs)
            }
            s::ExprKind::Assign { op: None, lhs, rhs, .. } => {
                let place = self.place(lhs);
                self.object_into(rhs, place.clone());
                place
            }
            s::ExprKind::Cast(operand) | s::ExprKind::Convert { operand, .. } => {
                let (to, from) = (self.expr_ty(id), self.expr_ty(operand));
                if to == from {
                    return self.object(operand);
                }
                self.unsupported("a conversion between vectors or complex numbers");
                self.temporary_object(to)
            }
            s::ExprKind::Call { .. }
            | s::ExprKind::Cond { .. }
            | s::ExprKind::StmtExpr(_)
            | s::ExprKind::VaArg { .. }
            | s::ExprKind::Complex { .. } => {
                let ty = self.expr_ty(id);
                let place = self.temporary_object(ty);
                self.object_into(id, place.clone());
                place
            }
            _ => {
                self.unsupported("arithmetic on vectors or complex numbers");
                let ty = self.expr_ty(id);
                self.temporary_object(ty)
            }
        }
    }

    /// Puts the value of an aggregate expression into an object.
    pub(super) fn object_into(&mut self, id: s::ExprId, to: Place) {
        self.at(id, |f| f.object_into_here(id, to));
    }

    fn object_into_here(&mut self, id: s::ExprId, to: Place) {
        match self.unit.unit.tast[id].kind {
            s::ExprKind::Call { callee, args } => self.call_into(callee, args, to),
            s::ExprKind::Cond { cond, then, otherwise } => {
                self.choose_with(cond, then, otherwise, |f, arm| f.object_into(arm, to.clone()));
            }
            s::ExprKind::Comma { lhs, rhs } if !self.old.contains_key(&id) => {
                self.effect(lhs);
                self.object_into(rhs, to);
            }
            s::ExprKind::StmtExpr(stmt) => {
                self.with_last_expression(stmt, |f, last| f.object_into(last, to));
            }
            s::ExprKind::VaArg { list } => {
                let list = self.value(list);
                self.emit(StmtKind::VaArg { dst: ir::Destination::Object(to.clone()), list });
                self.pad(to);
            }
            s::ExprKind::Complex { real, imag } => self.complex_into(real, imag, &to),
            s::ExprKind::Const(value) => self.complex_constant_into(value, &to),
            _ => {
                let from = self.object(id);
                self.copy(to, from);
            }
        }
    }

    fn complex_into(&mut self, real: s::ExprId, imag: s::ExprId, to: &Place) {
        let part = self.expr_ty(real);
        for (index, expr) in [real, imag].into_iter().enumerate() {
            let value = self.value(expr);
            let index = self.int_const(index as i128);
            let place = self.element_of(to.clone(), index, part, None);
            self.store(place, value);
        }
    }

    fn complex_constant_into(&mut self, value: s::ConstId, to: &Place) {
        let parts = match self.unit.unit.tast[value] {
            s::Const::Complex { real, imag } => {
                [real, imag].map(|part| ir::ConstValue::Float(part.to_bits()))
            }
            s::Const::ComplexInt { real, imag } => [real, imag].map(ir::ConstValue::Int),
            _ => return self.unsupported("a constant that is an aggregate"),
        };
        let ir::TypeKind::Complex(part) = *self.types().kind(to.ty) else {
            return self.unsupported("a constant that is an aggregate");
        };
        for (index, value) in parts.into_iter().enumerate() {
            let index = self.int_const(index as i128);
            let place = self.element_of(to.clone(), index, part, None);
            self.store(place, ir::Operand::Const(ir::Const { ty: part, value }));
        }
    }

    /// Gives an object its first contents.
    pub(super) fn initialize(&mut self, decl: s::DeclId, to: &Place, list: s::InitList) {
        let entries = self.unit.effective_entries(decl, list);
        if let [only] = entries.as_slice()
            && only.offset == 0
            && !only.is_bit_field()
            && let ty = self.expr_ty(only.value)
            && self.takes(to.ty, ty)
        {
            self.initialize_part(to.clone(), only.value, false);
            return;
        }
        let (zeroed, empty) = (!self.covers(to, &entries), entries.is_empty());
        if zeroed {
            let size = self.types().size(to.ty);
            let size = self.size_const(size);
            let byte = self.int_const(0);
            self.emit(StmtKind::Fill { to: to.clone(), byte, size });
        }
        // Only `{}` says something of what lies between the members. The object may be one that was used before, if control came back.
        if !empty {
            self.pad(to.clone());
        }
        let mut shared = Vec::new();
        let start = self.touched.len();
        for entry in entries {
            let middle = self.touched.len();
            if entry.reverse {
                self.unsupported("a struct with reversed byte order");
            }
            let ty = self.expr_ty(entry.value);
            let bits = entry
                .is_bit_field()
                .then_some(ir::BitRange { start: entry.bit_offset as u8, width: entry.bit_width as u8 });
            let part = self.part_at(to, entry.offset, ty, bits);
            if self.types().is_scalar(ty) {
                // A range designator `[a ... b] = e` evaluates e once.
                let outer = self.span;
                self.span = self.unit.expr_span(entry.value);
                let value = self.value(entry.value);
                self.known.insert(entry.value, value);
                shared.push(entry.value);
                self.note_order(start, middle);
                let own = self.touched.len();
                self.store(part, value);
                // Nothing else reads what is being initialized.
                self.touched.truncate(own);
                self.span = outer;
            } else {
                self.initialize_part(part, entry.value, zeroed);
                self.note_order(start, middle);
            }
        }
        for expr in shared {
            self.known.remove(&expr);
        }
    }

    /// Gives a part its first contents; `zeroed` if it is all zeros already.
    fn initialize_part(&mut self, to: Place, value: s::ExprId, zeroed: bool) {
        if self.types().is_scalar(to.ty) {
            self.at(value, |f| {
                let operand = f.value(value);
                let operand = f.convert(operand, to.ty);
                f.store(to, operand);
            });
        } else if let s::ExprKind::Str(literal) = self.unit.unit.tast[value].kind {
            self.string_into(literal, value, to, zeroed);
        } else if c::is_record(&self.unit.unit.types, self.unit.unit.tast[value].ty)
            || to.ty == self.expr_ty(value)
        {
            self.object_into(value, to);
        } else {
            self.unsupported("an initializer that is neither a scalar nor a whole object");
        }
    }

    /// An array initialized with a string literal: a copy, and zeros up to its end.
    fn string_into(&mut self, literal: s::StrId, value: s::ExprId, to: Place, zeroed: bool) {
        let ty = self.expr_ty(value);
        let global = self.unit.string(literal, ty);
        let from = Place::whole(ir::Base::Global(global), ty);
        let (given, wanted) = (self.unit.draft.program.globals[global].size, self.types().size(to.ty));
        if given < wanted && !zeroed {
            let (size, byte) = (self.size_const(wanted), self.int_const(0));
            self.emit(StmtKind::Fill { to: to.clone(), byte, size });
        }
        let size = self.size_const(given.min(wanted));
        self.emit(StmtKind::Copy { to, from, size, overlap: ir::Overlap::Exact });
    }

    /// Whether the entries write every byte of the object.
    fn covers(&mut self, to: &Place, entries: &[s::InitEntry]) -> bool {
        let mut end = 0;
        for entry in entries {
            if entry.is_bit_field() || entry.offset != end {
                return false;
            }
            let ty = self.expr_ty(entry.value);
            end += self.types().size(ty);
        }
        end == self.types().size(to.ty)
    }
}
