//! Constants: numbers the type checker folded, and addresses known before the program runs.

use ir::{BinaryOp, Const, ConstValue, Operand, Rvalue, StmtKind, Symbol};
use rucc_ast::UnaryOp;
use rucc_sema as s;
use rucc_types as c;

use super::function::FunctionLowering;

impl FunctionLowering<'_, '_> {
    /// A constant the type checker folded.
    pub(super) fn folded(&mut self, id: s::ConstId, ty: c::TypeId) -> Operand {
        let ty = self.ty(ty);
        let value = match self.unit.unit.tast[id] {
            s::Const::Int(value) if self.types().is_float(ty) => {
                let wide = self.types_mut().int(128, true);
                let number = self.constant(wide, value);
                return self.convert(number, ty);
            }
            s::Const::Int(value) => ConstValue::Int(value),
            s::Const::Float(value) => ConstValue::Float(value.to_bits()),
            s::Const::Address(address) => match self.symbol(address.base) {
                Some(symbol) => ConstValue::Address { symbol, offset: address.offset as i64 },
                None => ConstValue::Int(address.offset),
            },
            s::Const::Apart { .. } => {
                self.unsupported("the distance between two labels");
                ConstValue::Int(0)
            }
            s::Const::Complex { .. } | s::Const::ComplexInt { .. } => {
                self.unsupported("arithmetic on complex numbers");
                return self.unknown(ty);
            }
        };
        if !self.types().is_scalar(ty) {
            return self.int_const(0);
        }
        Operand::Const(Const { ty, value })
    }

    /// The sign of what comparing two literals gives, which the type checker folds to a number. Of the number C says no more than the sign.
    pub(super) fn folded_sign(&self, id: s::ExprId, value: s::ConstId) -> Option<bool> {
        let s::Const::Int(value @ (1 | -1)) = self.unit.unit.tast[value] else { return None };
        let spans = &self.unit.unit.spans;
        let word = spans.first_word(self.unit.unit.tast.expr_span(id));
        matches!(&*word, "strcmp" | "__builtin_strcmp").then_some(value > 0)
    }

    /// Some number of this sign.
    pub(super) fn some_number_of(&mut self, positive: bool) -> Operand {
        let (int, byte) = (self.int_ty(), self.types_mut().int(8, false));
        let dst = self.temporary(byte);
        self.emit(StmtKind::Nondet { dst, source: "strcmp".into() });
        let more = self.convert(Operand::Local(dst), int);
        let (one, op) = if positive { (1, BinaryOp::Add) } else { (-1, BinaryOp::Sub) };
        let one = self.int_const(one);
        self.compute(int, Rvalue::Binary(op, one, more))
    }

    fn symbol(&mut self, base: s::Base) -> Option<Symbol> {
        match base {
            s::Base::Label(label) => Some(Symbol::Label(self.id, self.label_id(label))),
            s::Base::Absolute => None,
            other => {
                let name = self.name.clone();
                self.unit.symbol(other, Some(&name))
            }
        }
    }

    pub(super) fn label_address(&mut self, label: s::LabelId, ty: c::TypeId) -> Operand {
        let ty = self.ty(ty);
        let symbol = Symbol::Label(self.id, self.label_id(label));
        Operand::Const(Const { ty, value: ConstValue::Address { symbol, offset: 0 } })
    }

    /// The address of what a function designator names.
    pub(super) fn function_address(&mut self, id: s::ExprId) -> Operand {
        match self.unit.unit.tast[id].kind {
            s::ExprKind::Decl(decl) => {
                if self.unit.is_absent(decl) {
                    let ty = self.unit.unit.tast[decl].ty;
                    let ty = self.ty(ty);
                    let ty = self.types_mut().pointer(ty);
                    return self.constant(ty, 0);
                }
                self.note_assembled(decl);
                let function = self.unit.function_of(decl);
                let weak = self.unit.unit.tast[decl].flags.contains(s::DeclFlags::WEAK);
                if weak && !self.unit.draft.is_defined(function) {
                    self.unsupported("the address of a weak function that a library may define");
                }
                let ty = self.unit.draft.program.functions[function].ty;
                let ty = self.types_mut().pointer(ty);
                let symbol = Symbol::Function(function);
                Operand::Const(Const { ty, value: ConstValue::Address { symbol, offset: 0 } })
            }
            s::ExprKind::Unary { op: UnaryOp::Deref, operand } => self.value(operand),
            s::ExprKind::Comma { lhs, rhs } => {
                self.effect(lhs);
                self.function_address(rhs)
            }
            _ => self.value(id),
        }
    }
}
