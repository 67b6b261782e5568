//! Control inside expressions: conditions, `&&`, `||`, `?:`, and statement expressions.

use ir::{BlockId, Const, ConstValue, Operand, Rvalue, Terminator, Types};
use rucc_ast::{BinaryOp, UnaryOp};
use rucc_sema as s;
use rucc_types as c;

use super::function::FunctionLowering;

impl FunctionLowering<'_, '_> {
    /// Goes to `then` if the expression is nonzero, else to `otherwise`.
    pub(super) fn condition(&mut self, id: s::ExprId, then: BlockId, otherwise: BlockId) {
        let expr = self.unit.unit.tast[id];
        match expr.kind {
            _ if self.known.contains_key(&id) => self.test(id, then, otherwise),
            s::ExprKind::Convert { kind: s::Conversion::Bool, operand } => {
                self.condition(operand, then, otherwise);
            }
            s::ExprKind::Convert { kind: s::Conversion::Arithmetic, operand }
                if self.widens(operand, expr.ty) =>
            {
                self.condition(operand, then, otherwise);
            }
            s::ExprKind::Unary { op: UnaryOp::Not, operand } if self.is_aggregate_free(operand) => {
                self.condition(operand, otherwise, then);
            }
            s::ExprKind::Binary { op: BinaryOp::LogAnd, lhs, rhs } => {
                let middle = self.new_block();
                self.condition(lhs, middle, otherwise);
                self.switch_to(middle);
                self.condition(rhs, then, otherwise);
            }
            s::ExprKind::Binary { op: BinaryOp::LogOr, lhs, rhs } => {
                let middle = self.new_block();
                self.condition(lhs, then, middle);
                self.switch_to(middle);
                self.condition(rhs, then, otherwise);
            }
            s::ExprKind::Expect { value, hint, .. } => {
                if !matches!(self.unit.unit.tast[hint].kind, s::ExprKind::Const(_)) {
                    self.effect(hint);
                }
                self.condition(value, then, otherwise);
            }
            s::ExprKind::Comma { lhs, rhs } => {
                self.effect(lhs);
                self.condition(rhs, then, otherwise);
            }
            _ => self.test(id, then, otherwise),
        }
    }

    /// Whether a conversion to `ty` keeps zero zero and everything else nonzero.
    fn widens(&self, operand: s::ExprId, ty: c::TypeId) -> bool {
        let unit = &self.unit.unit;
        let width = |ty| c::integer_info(&unit.types, ty, &unit.target).map(|info| info.width);
        match (width(unit.tast[operand].ty), width(ty)) {
            (Some(from), Some(to)) => to >= from,
            _ => false,
        }
    }

    fn test(&mut self, id: s::ExprId, then: BlockId, otherwise: BlockId) {
        let value = self.value(id);
        let outer = self.span;
        self.span = self.unit.expr_span(id);
        if self.types().is_float(self.type_of(value)) {
            let ty = self.int_ty();
            let truth = self.truth(value, ty);
            self.branch(truth, then, otherwise);
        } else {
            match value {
                Operand::Const(Const { value: ConstValue::Int(number), .. }) => {
                    self.goto(if number != 0 { then } else { otherwise });
                }
                Operand::Const(Const { value: ConstValue::Address { .. }, .. }) => self.goto(then),
                _ => self.branch(value, then, otherwise),
            }
        }
        self.span = outer;
    }

    pub(super) fn short_circuit(&mut self, id: s::ExprId, ty: c::TypeId) -> Operand {
        let ty = self.ty(ty);
        let result = self.temporary(ty);
        let (yes, no, after) = (self.new_block(), self.new_block(), self.new_block());
        self.condition(id, yes, no);
        for (block, truth) in [(yes, 1), (no, 0)] {
            self.switch_to(block);
            let truth = self.constant(ty, truth);
            self.assign(result, truth);
            self.goto(after);
        }
        self.switch_to(after);
        Operand::Local(result)
    }

    /// Evaluates the condition of `?:` and lowers each arm where it belongs.
    pub(super) fn choose_with(
        &mut self,
        cond: s::ExprId,
        then: s::ExprId,
        otherwise: s::ExprId,
        mut arm: impl FnMut(&mut Self, s::ExprId),
    ) {
        let shared = self.shared_condition(cond, then);
        if let Some(shared) = shared {
            // GNU `a ?: b`: the condition is also the first arm, and is evaluated once.
            let value = self.value(shared);
            let kept = match value {
                Operand::Local(local) if !self.body.locals[local].is_temporary() => {
                    let ty = self.type_of(value);
                    self.compute(ty, Rvalue::Use(value))
                }
                _ => value,
            };
            self.known.insert(shared, kept);
        }
        let (yes, no, after) = (self.new_block(), self.new_block(), self.new_block());
        self.condition(cond, yes, no);
        self.switch_to(yes);
        arm(self, then);
        self.goto(after);
        if let Some(shared) = shared {
            self.known.remove(&shared);
        }
        self.switch_to(no);
        arm(self, otherwise);
        self.goto(after);
        self.switch_to(after);
    }

    fn shared_condition(&self, cond: s::ExprId, then: s::ExprId) -> Option<s::ExprId> {
        let tast = &self.unit.unit.tast;
        let shared = match tast[cond].kind {
            s::ExprKind::Convert { operand, .. } => operand,
            _ => cond,
        };
        if matches!(tast[shared].kind, s::ExprKind::Const(_))
            || !c::is_scalar(&self.unit.unit.types, tast[shared].ty)
        {
            return None;
        }
        let mut at = then;
        loop {
            if at == shared {
                return Some(shared);
            }
            at = match tast[at].kind {
                s::ExprKind::Convert { operand, .. } | s::ExprKind::Cast(operand) => operand,
                _ => return None,
            };
        }
    }

    pub(super) fn choose(
        &mut self,
        cond: s::ExprId,
        then: s::ExprId,
        otherwise: s::ExprId,
        ty: c::TypeId,
    ) -> Operand {
        let ty = self.ty(ty);
        if ty == Types::VOID {
            self.choose_effect(cond, then, otherwise);
            return self.int_const(0);
        }
        let result = self.temporary(ty);
        self.choose_with(cond, then, otherwise, |f, arm| {
            let value = f.value(arm);
            let value = f.convert(value, ty);
            f.assign(result, value);
        });
        Operand::Local(result)
    }

    pub(super) fn choose_effect(&mut self, cond: s::ExprId, then: s::ExprId, otherwise: s::ExprId) {
        self.choose_with(cond, then, otherwise, Self::effect);
    }

    /// `({ … })`: the value of its last expression statement.
    pub(super) fn statement_expression(&mut self, stmt: s::StmtId, ty: c::TypeId) -> Operand {
        let ty = self.ty(ty);
        let mut result = None;
        self.with_last_expression(stmt, |f, last| {
            if ty == Types::VOID {
                f.effect(last);
            } else {
                let value = f.value(last);
                // The value must outlive the variables of the block.
                let local = f.temporary(ty);
                let value = f.convert(value, ty);
                f.assign(local, value);
                result = Some(Operand::Local(local));
            }
        });
        match result {
            Some(value) => value,
            None if ty == Types::VOID => self.int_const(0),
            None => self.unknown(ty),
        }
    }

    /// Lowers the block of a statement expression, handing its last expression to `last`.
    pub(super) fn with_last_expression(&mut self, stmt: s::StmtId, last: impl FnOnce(&mut Self, s::ExprId)) {
        let s::Stmt::Block(list) = self.unit.unit.tast[stmt] else {
            self.stmt(stmt);
            return;
        };
        self.in_scope(stmt, |f| {
            let stmts = f.unit.unit.tast[list].to_vec();
            let mut last = Some(last);
            for (index, stmt) in stmts.iter().enumerate() {
                if index + 1 == stmts.len()
                    && let Some(expr) = f.last_expression(*stmt)
                    && let Some(last) = last.take()
                {
                    last(f, expr);
                } else {
                    f.stmt(*stmt);
                }
            }
        });
    }

    /// The expression a statement ends in, through labels, which are lowered on the way.
    fn last_expression(&mut self, stmt: s::StmtId) -> Option<s::ExprId> {
        match self.unit.unit.tast[stmt] {
            s::Stmt::Expr(expr) => Some(expr),
            s::Stmt::Label { label, body } if matches!(self.unit.unit.tast[body], s::Stmt::Expr(_)) => {
                let block = self.label_block(label);
                self.goto(block);
                self.switch_to(block);
                self.last_expression(body)
            }
            _ => None,
        }
    }

    /// Control does not get past here.
    pub(super) fn stop(&mut self) {
        self.terminate(Terminator::Unreachable);
    }
}
