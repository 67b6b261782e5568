//! Statements.

use ir::{Argument, Case, StmtKind, Terminator, Var};
use rucc_sema as s;

use super::function::{FunctionLowering, Jump};

impl FunctionLowering<'_, '_> {
    /// Lowers a statement.
    pub(super) fn stmt(&mut self, id: s::StmtId) {
        if self.contract.contains(&id) {
            return;
        }
        let outer = self.span;
        self.span = self.unit.stmt_span(id);
        self.stmt_here(id);
        self.span = outer;
    }

    fn stmt_here(&mut self, id: s::StmtId) {
        match self.unit.unit.tast[id] {
            s::Stmt::Error => self.unsupported("a statement the front end could not make sense of"),
            s::Stmt::Empty => {}
            s::Stmt::Expr(expr) => {
                let mark = self.temporaries.len();
                self.effect(expr);
                self.end_temporaries(mark);
            }
            s::Stmt::Block(list) => self.in_scope(id, |f| {
                let stmts = f.unit.unit.tast[list].to_vec();
                for stmt in stmts {
                    f.stmt(stmt);
                }
            }),
            s::Stmt::Decls(list) => {
                let decls = self.unit.unit.tast[list].to_vec();
                for decl in decls {
                    self.declaration(decl);
                }
            }
            s::Stmt::If { cond, then, otherwise } => {
                self.in_scope(id, |f| f.lower_if(cond, then, otherwise));
            }
            s::Stmt::While { cond, body } => self.in_scope(id, |f| {
                let head = f.new_block();
                f.goto(head);
                f.lower_loop(head, Some(cond), head, body, |_| {});
            }),
            s::Stmt::DoWhile { body, cond } => self.in_scope(id, |f| f.lower_do_while(body, cond)),
            s::Stmt::For { init, cond, step, body } => self.in_scope(id, |f| {
                if let Some(init) = init {
                    f.stmt(init);
                }
                let (head, next) = (f.new_block(), f.new_block());
                f.goto(head);
                f.lower_loop(head, cond, next, body, |f| {
                    if let Some(step) = step {
                        let mark = f.temporaries.len();
                        f.effect(step);
                        f.end_temporaries(mark);
                    }
                });
            }),
            s::Stmt::Switch { cond, body, cases, default } => {
                self.in_scope(id, |f| f.lower_switch(cond, body, cases, default));
            }
            s::Stmt::Case { body, .. } | s::Stmt::Default { body } => {
                let block = self.case_block(body);
                self.goto(block);
                self.switch_to(block);
                self.stmt(body);
            }
            s::Stmt::Label { label, body } => {
                let block = self.label_block(label);
                self.goto(block);
                self.switch_to(block);
                self.stmt(body);
            }
            s::Stmt::Goto(label) => {
                let block = self.label_block(label);
                if let Some(path) = self.scan.label_scopes.get(&label).cloned() {
                    self.jump_into(block, &path);
                } else {
                    self.unsupported("a jump to a label of another function");
                    self.terminate(Terminator::Unreachable);
                }
            }
            s::Stmt::IndirectGoto(expr) => {
                let mark = self.temporaries.len();
                let address = self.value(expr);
                self.end_temporaries(mark);
                self.jump_indirect(address);
            }
            s::Stmt::Asm(asm) => self.inline_assembly(asm),
            s::Stmt::Break => match self.breaks.last() {
                Some(&Jump { block, depth }) => self.jump_out(block, depth),
                None => self.unsupported("`break` outside of a loop or switch"),
            },
            s::Stmt::Continue => match self.continues.last() {
                Some(&Jump { block, depth }) => self.jump_out(block, depth),
                None => self.unsupported("`continue` outside of a loop"),
            },
            s::Stmt::Return(value) => self.lower_return(value),
        }
    }

    fn scoped(&mut self, id: s::StmtId) {
        let outer = self.span;
        self.span = self.unit.stmt_span(id);
        self.in_scope(id, |f| f.stmt(id));
        self.span = outer;
    }

    /// A controlling expression: a full expression that decides where control goes.
    fn control(&mut self, cond: s::ExprId, then: ir::BlockId, otherwise: ir::BlockId) {
        let mark = self.temporaries.len();
        let (yes, no) = (self.new_block(), self.new_block());
        self.condition(cond, yes, no);
        let temporaries = self.temporaries.split_off(mark);
        for (from, to) in [(yes, then), (no, otherwise)] {
            self.switch_to(from);
            for slot in temporaries.iter().rev() {
                self.emit(StmtKind::Dead(Var::Slot(*slot)));
            }
            self.goto(to);
        }
    }

    fn lower_if(&mut self, cond: s::ExprId, then: s::StmtId, otherwise: Option<s::StmtId>) {
        let (yes, after) = (self.new_block(), self.new_block());
        let no = if otherwise.is_some() { self.new_block() } else { after };
        self.control(cond, yes, no);
        self.switch_to(yes);
        self.scoped(then);
        self.goto(after);
        if let Some(otherwise) = otherwise {
            self.switch_to(no);
            self.scoped(otherwise);
            self.goto(after);
        }
        self.switch_to(after);
    }

    /// A loop whose test is at `head`; `next` is where `continue` goes and `step` is written.
    fn lower_loop(
        &mut self,
        head: ir::BlockId,
        cond: Option<s::ExprId>,
        next: ir::BlockId,
        body: s::StmtId,
        step: impl FnOnce(&mut Self),
    ) {
        let (inside, after) = (self.new_block(), self.new_block());
        self.switch_to(head);
        match cond {
            Some(cond) => self.control(cond, inside, after),
            None => self.goto(inside),
        }
        self.switch_to(inside);
        self.loop_body(body, next, after);
        self.goto(next);
        if next != head {
            self.switch_to(next);
            step(self);
            self.goto(head);
        }
        self.switch_to(after);
    }

    fn lower_do_while(&mut self, body: s::StmtId, cond: s::ExprId) {
        let (inside, test, after) = (self.new_block(), self.new_block(), self.new_block());
        self.goto(inside);
        self.switch_to(inside);
        self.loop_body(body, test, after);
        self.goto(test);
        self.switch_to(test);
        self.control(cond, inside, after);
        self.switch_to(after);
    }

    fn loop_body(&mut self, body: s::StmtId, next: ir::BlockId, after: ir::BlockId) {
        let depth = self.scopes.len();
        self.breaks.push(Jump { block: after, depth });
        self.continues.push(Jump { block: next, depth });
        self.scoped(body);
        self.breaks.pop();
        self.continues.pop();
    }

    fn case_block(&mut self, body: s::StmtId) -> ir::BlockId {
        if let Some(&known) = self.case_blocks.get(&body) {
            return known;
        }
        let block = self.new_block();
        self.case_blocks.insert(body, block);
        block
    }

    fn lower_switch(
        &mut self,
        cond: s::ExprId,
        body: s::StmtId,
        cases: s::CaseList,
        default: Option<s::StmtId>,
    ) {
        let mark = self.temporaries.len();
        let value = self.value(cond);
        self.end_temporaries(mark);
        let after = self.new_block();
        let dispatch = self.current;
        let reachable = !self.closed;
        let span = self.span;
        let mut arms = Vec::new();
        let cases = self.unit.unit.tast[cases].to_vec();
        for case in cases {
            let block = self.case_entry(case.body);
            arms.push(Case { low: case.low, high: case.high, block });
        }
        let otherwise = default.map_or(after, |default| self.case_entry(default));
        if reachable {
            self.switch_to(dispatch);
            self.span = span;
            self.terminate(Terminator::Switch { value, cases: arms, default: otherwise });
        }
        self.closed = true;
        let depth = self.scopes.len();
        self.breaks.push(Jump { block: after, depth });
        self.scoped(body);
        self.breaks.pop();
        self.goto(after);
        self.switch_to(after);
    }

    /// The block a switch jumps to for a case: the case's own, or one that first opens the scopes
    /// around it.
    fn case_entry(&mut self, body: s::StmtId) -> ir::BlockId {
        let target = self.case_block(body);
        let path = self.scan.case_scopes.get(&body).cloned().unwrap_or_default();
        let opens_objects =
            path.iter().skip(self.scopes.len()).any(|scope| self.scan.objects.contains_key(scope));
        if !opens_objects {
            return target;
        }
        let edge = self.new_block();
        self.switch_to(edge);
        self.jump_into(target, &path);
        edge
    }

    pub(super) fn lower_return(&mut self, value: Option<s::ExprId>) {
        let mark = self.temporaries.len();
        let returned = match value {
            None => None,
            Some(value) if self.types().is_scalar(self.ret) => {
                let ret = self.ret;
                let operand = self.value(value);
                Some(Argument::Value(self.convert(operand, ret)))
            }
            Some(value) if self.ret == ir::Types::VOID => {
                self.effect(value);
                None
            }
            Some(value) if self.has_cleanups() => {
                // The handlers may change the object, not the result.
                let result = self.temporary_object(self.ret);
                self.object_into(value, result.clone());
                Some(Argument::Object(result))
            }
            Some(value) => Some(Argument::Object(self.object(value))),
        };
        self.temporaries.truncate(mark);
        self.check_noreturn();
        if let Some(Argument::Value(result)) = returned {
            self.check_returned(result);
            self.use_result(result);
        }
        self.leave_function();
        self.terminate(Terminator::Return(returned));
    }
}
