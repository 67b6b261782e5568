//! Expressions that have a scalar value, or none: which is lowered where.

use ir::{Operand, Step, StmtKind, TypeKind, Types};
use rucc_ast::{BinaryOp, UnaryOp};
use rucc_sema as s;
use rucc_types as c;

use super::function::FunctionLowering;
use super::place::Lvalue;

impl FunctionLowering<'_, '_> {
    /// Evaluates an expression whose value is not used.
    pub(super) fn effect(&mut self, id: s::ExprId) {
        let expr = self.unit.unit.tast[id];
        match expr.kind {
            s::ExprKind::Convert { kind: s::Conversion::Void, operand } | s::ExprKind::Cast(operand)
                if c::is_void(&self.unit.unit.types, expr.ty) =>
            {
                self.effect(operand);
            }
            s::ExprKind::Comma { lhs, rhs } => {
                self.effect(lhs);
                self.effect(rhs);
            }
            s::ExprKind::Cond { cond, then, otherwise } => {
                self.at(id, |f| f.choose_effect(cond, then, otherwise));
            }
            s::ExprKind::Unary { op: UnaryOp::PostInc | UnaryOp::PreInc, operand } => {
                self.at(id, |f| f.increment(operand, 1, false, false));
            }
            s::ExprKind::Unary { op: UnaryOp::PostDec | UnaryOp::PreDec, operand } => {
                self.at(id, |f| f.increment(operand, -1, false, false));
            }
            s::ExprKind::Binary { op: BinaryOp::LogAnd | BinaryOp::LogOr, .. } => {
                // The last operand is tested too: two ways, though they lead to one place.
                let (yes, no, after) = (self.new_block(), self.new_block(), self.new_block());
                self.condition(id, yes, no);
                for way in [yes, no] {
                    self.switch_to(way);
                    self.goto(after);
                }
                self.switch_to(after);
            }
            s::ExprKind::Assign { op, computation, lhs, rhs } => {
                self.at(id, |f| f.assignment(op, computation, lhs, rhs));
            }
            s::ExprKind::Const(_) | s::ExprKind::Str(_) => {}
            s::ExprKind::Convert { kind: s::Conversion::Lvalue, operand } => {
                self.at(id, |f| f.discarded_read(operand));
            }
            _ => {
                let ty = self.expr_ty(id);
                if matches!(expr.category, s::Category::Lvalue | s::Category::Bitfield) {
                    self.at(id, |f| f.discarded_read(id));
                } else if ty == Types::VOID || self.types().is_scalar(ty) {
                    self.value(id);
                } else if expr.category == s::Category::Rvalue {
                    self.object(id);
                }
            }
        }
    }

    /// An lvalue as an expression of its own: what it names is read, though nobody wants the value (C17 6.3.2.1, 6.8.3). An array
    /// becomes an address, a function a pointer: neither is read.
    fn discarded_read(&mut self, operand: s::ExprId) {
        match self.lvalue(operand) {
            Lvalue::Register(_) => {}
            // An object that is named is there, and so are its members. Only the byte of a `_Bool` need not hold one.
            Lvalue::Memory(place)
                if is_there(&place) && !place.volatile && *self.types().kind(place.ty) != TypeKind::Bool => {}
            Lvalue::Memory(place) if self.types().is_scalar(place.ty) => {
                self.load(place);
            }
            Lvalue::Memory(place) => match self.types().kind(place.ty) {
                TypeKind::Array { .. } | TypeKind::Function(_) | TypeKind::Void => {}
                _ => {
                    let mark = self.temporaries.len();
                    let copy = self.temporary_object(place.ty);
                    self.copy(copy, place);
                    self.end_temporaries(mark);
                }
            },
        }
    }

    /// The value of a scalar expression; some constant for one without a value.
    pub(super) fn value(&mut self, id: s::ExprId) -> Operand {
        if let Some(&known) = self.known.get(&id) {
            return known;
        }
        self.at(id, |f| f.value_here(id))
    }

    fn value_here(&mut self, id: s::ExprId) -> Operand {
        if self.unit.unit.evaluated.is_size(id) {
            self.unsupported("an operand of `sizeof` of variable length, which C evaluates");
        }
        let expr = self.unit.unit.tast[id];
        let ty = self.differing_type(id).unwrap_or(expr.ty);
        match expr.kind {
            s::ExprKind::Error => {
                self.unsupported("an expression the front end could not make sense of");
                let ty = self.ty(expr.ty);
                self.unknown(ty)
            }
            s::ExprKind::Const(value) => match self.folded_sign(id, value) {
                Some(sign) => self.some_number_of(sign),
                None => self.folded(value, expr.ty),
            },
            s::ExprKind::Convert { kind, operand } => self.conversion(kind, operand, ty),
            s::ExprKind::Cast(operand) => self.cast(operand, expr.ty),
            s::ExprKind::Unary { op, operand } => self.unary(id, op, operand, ty),
            s::ExprKind::Binary { op, lhs, rhs } => self.binary(id, op, lhs, rhs, ty),
            s::ExprKind::Assign { op, computation, lhs, rhs } => {
                let (target, value) = self.assignment(op, computation, lhs, rhs);
                self.held(&target, value)
            }
            s::ExprKind::Cond { cond, then, otherwise } => self.choose(cond, then, otherwise, ty),
            s::ExprKind::Comma { lhs, rhs } => {
                self.effect(lhs);
                self.value(rhs)
            }
            s::ExprKind::StmtExpr(stmt) => self.statement_expression(stmt, expr.ty),
            s::ExprKind::Call { callee, args } => self.call(id, callee, args, expr.ty),
            s::ExprKind::LabelAddr(label) => self.label_address(label, expr.ty),
            s::ExprKind::Decl(_)
            | s::ExprKind::Str(_)
            | s::ExprKind::Member { .. }
            | s::ExprKind::Subscript { .. }
            | s::ExprKind::CompoundLiteral(_) => match expr.category {
                s::Category::Function => self.function_address(id),
                _ => match self.lvalue(id) {
                    Lvalue::Register(local) => Operand::Local(local),
                    Lvalue::Memory(place) => self.read(place),
                },
            },
            _ => self.builtin(id),
        }
    }

    /// What is read from a place; of an aggregate nothing.
    pub(super) fn read(&mut self, place: ir::Place) -> Operand {
        if self.types().is_scalar(place.ty) { self.load(place) } else { self.int_const(0) }
    }

    pub(super) fn load(&mut self, place: ir::Place) -> Operand {
        let dst = self.temporary(place.ty);
        self.emit(StmtKind::Load { dst, place });
        Operand::Local(dst)
    }

    pub(super) fn store(&mut self, place: ir::Place, value: Operand) {
        self.emit(StmtKind::Store { place: place.clone(), value });
        self.pad(place);
    }
}

/// Whether to read a place cannot go wrong: it is all of a variable, or a member of one by name.
fn is_there(place: &ir::Place) -> bool {
    let by_name = place.path.iter().all(|step| matches!(step, Step::Field { .. }));
    by_name && !matches!(place.base, ir::Base::Pointer(_))
}
