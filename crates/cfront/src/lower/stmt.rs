//! Statements.

use ir::{Argument, Base, Case, Operand, Place, Rvalue, StmtKind, Terminator, Var};
use rucc_sema as s;

use super::function::{FunctionLowering, Jump};
use super::prescan::{is_automatic, variable_lengths};
use super::scope::End;

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
        self.leave_function();
        self.terminate(Terminator::Return(returned));
    }

    /// A declaration inside a function.
    fn declaration(&mut self, id: s::DeclId) {
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
                continue;
            }
            let value = self.value(expr);
            let ty = self.type_of(value);
            let local = self.temporary(ty);
            self.assign(local, value);
            self.known.insert(expr, Operand::Local(local));
        }
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
