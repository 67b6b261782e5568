//! Declarations inside functions, and the sizes of what they declare.

use ir::{Base, Operand, Place, Rvalue, StmtKind, Var};
use rucc_sema as s;

use super::function::FunctionLowering;
use super::prescan::{is_automatic, variable_lengths};
use super::scope::End;

impl FunctionLowering<'_, '_> {
    /// A declaration inside a function.
    pub(super) fn declaration(&mut self, id: s::DeclId) {
        let unit = &self.unit.unit;
        let decl = unit.tast[id].clone();
        match decl.kind {
            s::DeclKind::Function => {
                // A declaration is one with the definition that the file has further down.
                if decl.body.is_some() && !unit.tast.top_level().contains(&id) {
                    self.unsupported("a function defined inside a function");
                }
            }
            s::DeclKind::Type => self.evaluate_lengths(decl.ty),
            s::DeclKind::Object if !is_automatic(&decl) => {
                // Static locals are globals and were initialized before the program began.
                self.unit.global_of(id, Some(&self.name.clone()));
            }
            s::DeclKind::Object => {
                let outer = self.span;
                self.span = self.unit.decl_span(id);
                self.automatic(id, &decl);
                self.span = outer;
            }
        }
    }

    fn automatic(&mut self, id: s::DeclId, decl: &s::Decl) {
        if decl.register.is_some() && decl.init.is_none() {
            self.unsupported("a variable that holds what a machine register holds");
        }
        self.evaluate_lengths(decl.ty);
        let var = self.variable(id);
        let variable_length = self.is_variable_length(id);
        let unit = &self.unit.unit;
        if !variable_length
            && rucc_types::layout(&unit.types, decl.ty, &unit.target)
                == Err(rucc_types::LayoutError::Variable)
        {
            self.unsupported("a struct whose size is computed at run time");
            return;
        }
        match (var, decl.init) {
            (Var::Slot(slot), _) if variable_length => {
                let size = self.size_of(decl.ty);
                // Reaching the declaration again makes a new array.
                self.emit(StmtKind::Dead(var));
                self.emit(StmtKind::Live { slot, size: Some(size) });
            }
            (Var::Local(local), None) => {
                self.emit(StmtKind::Assign { dst: local, value: Rvalue::Uninit });
            }
            (Var::Slot(slot), None) => self.forget_contents(slot),
            (Var::Local(local), Some(list)) => {
                let mark = self.temporaries.len();
                let entry = self.unit.unit.tast[list].last().map(|entry| entry.value);
                let ty = self.body.locals[local].ty;
                let value = match entry {
                    Some(value) => self.value(value),
                    None => self.constant(ty, 0),
                };
                let value = self.convert(value, ty);
                self.assign(local, value);
                self.end_temporaries(mark);
            }
            (Var::Slot(_), Some(list)) => {
                let mark = self.temporaries.len();
                let place = self.variable_place(id);
                self.initialize(id, &place, list);
                self.end_temporaries(mark);
            }
        }
        if let Some(handler) = decl.cleanup {
            let scope = self.scopes.last_mut().expect("a declaration stands in a scope");
            scope.ends.push(End::Cleanup { object: id, handler });
        }
    }

    /// A declaration without an initializer, reached again, has no value again. Only where control
    /// can come back to it without leaving the scope does this differ from coming alive.
    fn forget_contents(&mut self, slot: ir::SlotId) {
        if self.scan.label_scopes.is_empty() {
            return;
        }
        // The object stays the same, so it cannot come alive anew: it gets the contents of one that did.
        let ty = self.body.slots[slot].ty;
        let to = Place::whole(Base::Slot(slot), ty);
        if self.types().is_scalar(ty) {
            let nothing = self.compute(ty, Rvalue::Uninit);
            self.store(to, nothing);
        } else {
            let mark = self.temporaries.len();
            let from = self.temporary_object(ty);
            self.copy(to, from);
            self.end_temporaries(mark);
        }
    }

    /// Evaluates the lengths of variable arrays in a type, where the type is written. A declaration
    /// that names it again, through `typedef` or `typeof`, takes the lengths it has.
    pub(super) fn evaluate_lengths(&mut self, ty: rucc_types::TypeId) {
        for vla in variable_lengths(&self.unit.unit.types, ty) {
            let expr = self.unit.unit.tast.vla_size(vla);
            if self.known.contains_key(&expr) {
                if self.unit.unit.evaluated.in_typeof {
                    self.unsupported("a type of variable length, taken by `typeof` from what C evaluates");
                }
                continue;
            }
            let value = self.value(expr);
            let ty = self.type_of(value);
            let local = self.temporary(ty);
            self.assign(local, value);
            self.check_length(local);
            self.known.insert(expr, Operand::Local(local));
        }
    }

    /// An array has an element.
    fn check_length(&mut self, length: ir::LocalId) {
        let (ty, truth) = (self.body.locals[length].ty, self.int_const(0));
        let (zero, truth) = (self.constant(ty, 0), self.type_of(truth));
        let is_some = Rvalue::Binary(ir::BinaryOp::Gt, Operand::Local(length), zero);
        let condition = self.compute(truth, is_some);
        let message = "the length of an array is not positive".into();
        self.emit(StmtKind::Assert { condition, kind: ir::AssertKind::Undefined, message });
    }

    /// The size of a type in bytes, computed if it is variable.
    pub(super) fn size_of(&mut self, ty: rucc_types::TypeId) -> Operand {
        let unit = &self.unit.unit;
        let ty = unit.types.canonical(ty);
        match rucc_types::layout(&unit.types, ty, &unit.target) {
            Ok(layout) => self.size_const(layout.size),
            Err(rucc_types::LayoutError::Variable) => self.variable_size(ty),
            // GNU C: arithmetic on pointers to void and to functions is in bytes.
            Err(_) => self.size_const(1),
        }
    }

    fn variable_size(&mut self, ty: rucc_types::TypeId) -> Operand {
        let rucc_types::TypeKind::Array { elem, len } = self.unit.unit.types.kind(ty) else {
            self.unsupported("a struct whose size is computed at run time");
            return self.size_const(1);
        };
        let elem = self.size_of(elem);
        let size_ty = self.size_ty();
        let count = match len {
            rucc_types::ArrayLen::Fixed(count) => self.size_const(count),
            rucc_types::ArrayLen::Variable(vla) => {
                let expr = self.unit.unit.tast.vla_size(vla);
                let count = self.value(expr);
                self.convert(count, size_ty)
            }
            rucc_types::ArrayLen::Unknown | rucc_types::ArrayLen::Star => self.size_const(0),
        };
        self.compute(size_ty, Rvalue::Binary(ir::BinaryOp::Mul, count, elem))
    }
}
