//! Asserted clauses: a condition of `sw_assert` that asks predicates becomes a function of its own, as a clause of a
//! contract does.
//!
//! A clause is decided as a whole: the claims of all checkers in it are disjoint, one that does not return does not hold,
//! and neither does a clause that cannot be evaluated. So it must not be a part of the code around it. `sw_assert(c)` is
//!
//! ```text
//!   holds = call f.assert.0(…)      // the conjuncts of c from the first that calls something to the last
//!   assert holds
//! ```
//!
//! The conjuncts before and after those are asserted one by one: they are ordinary conditions, and what they say is known
//! where the clause is asked. So are those between that read variables only. The clause is handed what it reads by name: the values
//! of registers, of arguments that are evaluated in any case, and of members of variables; and the addresses of other
//! variables. Where an earlier conjunct does not hold the assertion fails whatever the later ones are, so that arguments of
//! all conjuncts may be evaluated before the clause.
//!
//! Compilers leave annotations out, so that a condition may change nothing and must go on to what follows it. What the form of a condition shows is
//! refused here; what the functions do that it calls is found later, in the clause. `sw_assume` has no clause: a function that nothing calls makes the
//! calls of its condition, so that they are looked at too.

use std::sync::Arc;

use ir::{
    Argument, AssertKind, Base, Call, Callee, Const, ConstValue, Destination, FunctionId, Local, LocalId,
    Operand, Place, Rvalue, Signature, StmtKind, TypeId, TypeKind, Types, Var,
};
use rucc_ast::{BinaryOp, UnaryOp};
use rucc_sema as s;

use super::annotation::Annotation;
use super::function::FunctionLowering;
use super::prescan::{Prescan, children_of, is_automatic, variable_lengths};
use super::tidy::tidy;
use crate::unit::Unit;

/// What a clause is handed for an expression or a variable.
enum Handed {
    /// The value of an expression.
    Value(s::ExprId),
    /// The value of a register.
    Register(s::DeclId),
    /// The address of an object.
    Object(s::DeclId),
}

/// When a part of a clause is evaluated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Evaluated {
    /// Before everything else.
    First,
    /// Unless the clause fails before.
    Later,
    /// If other parts of it say so.
    Perhaps,
}

/// Why nothing is said of a program that an annotation changes.
const CHANGES: &str = "an annotation that changes something: a compiler leaves it out";

/// Why nothing is said of a program whose control flow an annotation changes.
const LEAVES: &str =
    "an annotation with statements in its condition, or one that ends the program: a compiler leaves it out";

impl FunctionLowering<'_, '_> {
    /// `sw_assume(condition)`.
    pub(super) fn assumption(&mut self, condition: s::ExprId) {
        if self.is_refused(condition) {
            return;
        }
        self.make_calls_of(condition);
        let condition = self.value(condition);
        self.emit(StmtKind::Assume(condition));
    }

    /// `sw_assert(condition)`.
    pub(super) fn assertion(&mut self, call: s::ExprId, condition: s::ExprId) {
        if self.is_refused(condition) {
            return;
        }
        let message = self.unit.written_arguments(call);
        let mut conjuncts = Vec::new();
        self.conjuncts(condition, &mut conjuncts);
        let asks = |f: &Self, id: &s::ExprId| f.asks(*id);
        let first = conjuncts.iter().position(|id| asks(self, id));
        let last = conjuncts.iter().rposition(|id| asks(self, id));
        let (Some(first), Some(last)) = (first, last) else {
            let condition = self.value(condition);
            self.emit(StmtKind::Assert { condition, kind: AssertKind::Assertion, message });
            return;
        };
        if !conjuncts.iter().all(|id| self.is_clause(*id)) {
            self.unsupported(
                "a condition of `sw_assert` that calls predicates and is more than an expression of them",
            );
            return;
        }
        for id in &conjuncts[..first] {
            self.assert_here(*id, &message);
        }
        let mut clause = Vec::new();
        for id in &conjuncts[first..=last] {
            if !self.asks(*id) && self.reads_variables(*id) {
                self.assert_here(*id, &message);
            } else {
                clause.push(*id);
            }
        }
        let holds = self.clause_of(&clause);
        self.emit(StmtKind::Assert {
            condition: holds,
            kind: AssertKind::Assertion,
            message: message.clone(),
        });
        for id in &conjuncts[last + 1..] {
            self.assert_here(*id, &message);
        }
    }

    fn assert_here(&mut self, condition: s::ExprId, message: &Arc<str>) {
        let mut condition = self.value(condition);
        if self.types().is_float(self.type_of(condition)) {
            let ty = self.int_ty();
            condition = self.truth(condition, ty);
        }
        self.emit(StmtKind::Assert { condition, kind: AssertKind::Assertion, message: message.clone() });
    }

    /// The operands of `&&` at the top of a condition.
    fn conjuncts(&self, id: s::ExprId, found: &mut Vec<s::ExprId>) {
        let tast = &self.unit.unit.tast;
        match tast[id].kind {
            s::ExprKind::Binary { op: BinaryOp::LogAnd, lhs, rhs } => {
                self.conjuncts(lhs, found);
                self.conjuncts(rhs, found);
            }
            s::ExprKind::Convert { kind: s::Conversion::Bool, operand }
                if matches!(tast[operand].kind, s::ExprKind::Binary { op: BinaryOp::LogAnd, .. }) =>
            {
                self.conjuncts(operand, found);
            }
            _ => found.push(id),
        }
    }

    /// Whether an expression calls a function of the program.
    fn asks(&self, id: s::ExprId) -> bool {
        self.any(id, &|f, id| match f.unit.unit.tast[id].kind {
            s::ExprKind::Call { callee, .. } => f.unit.annotation(callee).is_none(),
            _ => false,
        })
    }

    /// Refuses the condition of an annotation that changes something or leads elsewhere, as far as its form shows.
    fn is_refused(&mut self, condition: s::ExprId) -> bool {
        let why = if self.leaves(condition) {
            LEAVES
        } else if self.changes(condition) {
            CHANGES
        } else {
            return false;
        };
        self.unsupported(why);
        true
    }

    /// Whether control may not come out of an expression with its value: it has statements in it, or says so.
    pub(super) fn leaves(&self, id: s::ExprId) -> bool {
        self.any(id, &|f, id| match f.unit.unit.tast[id].kind {
            s::ExprKind::StmtExpr(_) => !parts_of(&f.unit.unit, id, &mut Vec::new()),
            s::ExprKind::Trap | s::ExprKind::Unreachable | s::ExprKind::Jump { .. } => true,
            s::ExprKind::Call { callee, .. } => {
                matches!(f.unit.annotation(callee), Some(Annotation::Assert | Annotation::Assume))
            }
            _ => false,
        })
    }

    /// Refuses a clause of a contract that leads elsewhere.
    pub(super) fn refuse_leaving(&mut self, condition: s::ExprId) {
        if self.leaves(condition) {
            self.unsupported(LEAVES);
        }
    }

    /// Whether an expression changes something, as far as its form shows.
    fn changes(&self, id: s::ExprId) -> bool {
        self.any(id, &|f, id| match f.unit.unit.tast[id].kind {
            s::ExprKind::Assign { .. }
            | s::ExprKind::VaArg { .. }
            | s::ExprKind::VaStart { .. }
            | s::ExprKind::VaEnd { .. }
            | s::ExprKind::VaCopy { .. }
            | s::ExprKind::XState { .. }
            | s::ExprKind::Apply { .. }
            | s::ExprKind::Unary {
                op: UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec,
                ..
            } => true,
            s::ExprKind::Atomic { op, .. } => {
                !matches!(op, s::AtomicOp::Load | s::AtomicOp::Fence | s::AtomicOp::SignalFence)
            }
            s::ExprKind::Overflow { stores, .. } => stores,
            s::ExprKind::TimeStamp { aux } => aux.is_some(),
            s::ExprKind::Eflags { value } => value.is_some(),
            _ => false,
        })
    }

    /// Makes a function of the calls in a condition, with any arguments. Nothing calls it: what the calls do is looked at.
    fn make_calls_of(&mut self, condition: s::ExprId) {
        let found = std::cell::RefCell::new(Vec::new());
        self.any(condition, &|f, id| {
            if let s::ExprKind::Call { callee, args } = f.unit.unit.tast[id].kind
                && f.unit.annotation(callee).is_none()
            {
                found.borrow_mut().push((callee, args));
            }
            false
        });
        let found = found.into_inner();
        if found.is_empty() {
            return;
        }
        let (of, span) = (self.id, self.span);
        let name: Arc<str> = format!("{}.assume.{}", self.name, self.n_clauses).into();
        self.n_clauses += 1;
        self.unit.plain = false;
        let id = self.unit.new_clause_function(of, &name, span);
        let mut made = FunctionLowering::new(self.unit, id, name, Prescan::default(), Types::VOID);
        made.span = span;
        for (callee, args) in found {
            made.span = made.unit.expr_span(callee);
            made.call_with_any(callee, args);
        }
        made.terminate(ir::Terminator::Return(None));
        let int = made.int_ty();
        let code = tidy(made.body, int);
        let params = code.parameters().map(|(_, ty)| ty).collect();
        let signature = Signature { ret: Types::VOID, params, variadic: false, prototyped: true };
        let ty = self.types_mut().intern(TypeKind::Function(signature.clone()), 0, 1);
        let function = &mut self.unit.draft.program.functions[id];
        (function.ty, function.signature, function.body) = (ty, signature, code.into());
    }

    /// A call whose arguments are parameters.
    fn call_with_any(&mut self, callee: s::ExprId, args: s::ExprList) {
        let pointer = self.types_mut().pointer(Types::VOID);
        let parameter = |f: &mut Self, ty: TypeId| {
            let ty = if f.types().is_scalar(ty) { ty } else { pointer };
            let local = f.body.locals.push(Local { name: None, ty, span: f.span });
            f.body.params.push(Var::Local(local));
            Operand::Local(local)
        };
        let mut given = Vec::new();
        let args = self.unit.unit.tast[args].to_vec();
        for arg in args {
            let function = self.constant_function(arg);
            let ty = self.expr_ty(arg);
            given.push(Argument::Value(match function {
                Some(function) => function,
                None => parameter(self, ty),
            }));
        }
        let (callee, ty) = if let Some(function) = self.direct_callee(callee) {
            (Callee::Function(function), self.unit.draft.program.functions[function].ty)
        } else {
            let to = self.expr_ty(callee);
            let ty = self.types().pointee(to).unwrap_or(to);
            (Callee::Pointer(parameter(self, to)), ty)
        };
        self.emit(StmtKind::Call(Call { dst: None, callee, args: given, ty }));
    }

    /// The function that an expression names.
    fn direct_callee(&mut self, mut id: s::ExprId) -> Option<FunctionId> {
        let tast = &self.unit.unit.tast;
        while let s::ExprKind::Convert { operand, .. } | s::ExprKind::Cast(operand) = tast[id].kind {
            id = operand;
        }
        match tast[id].kind {
            s::ExprKind::Decl(decl) if tast[decl].kind == s::DeclKind::Function => {
                Some(self.unit.function_of(decl))
            }
            _ => None,
        }
    }

    /// The address of a function, if an expression is one.
    fn constant_function(&mut self, id: s::ExprId) -> Option<Operand> {
        let function = self.direct_callee(id)?;
        let ty = self.unit.draft.program.functions[function].ty;
        let ty = self.types_mut().pointer(ty);
        let value = ConstValue::Address { symbol: ir::Symbol::Function(function), offset: 0 };
        Some(Operand::Const(Const { ty, value }))
    }

    /// Whether an expression has no variables of its own and changes none, as far as its form shows.
    fn is_clause(&self, id: s::ExprId) -> bool {
        !self.changes(id)
            && !self.any(id, &|f, id| {
                matches!(
                    f.unit.unit.tast[id].kind,
                    s::ExprKind::CompoundLiteral(_)
                        | s::ExprKind::StmtExpr(_)
                        | s::ExprKind::Alloca { .. }
                        | s::ExprKind::LabelAddr(_)
                )
            })
    }

    /// Whether an expression reads nothing through pointers: it can be evaluated whatever structures look like.
    fn reads_variables(&self, id: s::ExprId) -> bool {
        !self.any(id, &|f, id| {
            let tast = &f.unit.unit.tast;
            match tast[id].kind {
                s::ExprKind::Unary { op: UnaryOp::Deref, .. } => true,
                s::ExprKind::Subscript { base, .. } => {
                    !matches!(tast[base].kind, s::ExprKind::Convert { kind: s::Conversion::ArrayDecay, .. })
                }
                _ => false,
            }
        })
    }

    /// Whether something holds of an expression or a part of it.
    fn any(&self, id: s::ExprId, holds: &dyn Fn(&Self, s::ExprId) -> bool) -> bool {
        let mut work = vec![id];
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(id) = work.pop() {
            if !seen.insert(id) {
                continue;
            }
            if holds(self, id) {
                return true;
            }
            parts_of(&self.unit.unit, id, &mut work);
        }
        false
    }

    /// Calls a function made of conjuncts: its result.
    fn clause_of(&mut self, conjuncts: &[s::ExprId]) -> Operand {
        let mut handed = Vec::new();
        for (n, id) in conjuncts.iter().enumerate() {
            let evaluated = if n == 0 { Evaluated::First } else { Evaluated::Later };
            self.hand_over(*id, evaluated, &mut handed);
        }
        let mut args = Vec::new();
        let mut types = Vec::new();
        for item in &handed {
            let value = match item {
                Handed::Value(id) => self.value(*id),
                Handed::Register(decl) => match self.variable(*decl) {
                    Var::Local(local) => Operand::Local(local),
                    Var::Slot(_) => self.int_const(0),
                },
                Handed::Object(decl) => {
                    let place = self.variable_place(*decl);
                    let ty = self.types_mut().pointer(place.ty);
                    self.compute(ty, Rvalue::AddressOf(place))
                }
            };
            types.push(self.type_of(value));
            args.push(Argument::Value(value));
        }
        let clause = self.clause_function_of(conjuncts, &handed, &types);
        let ret = self.types_mut().bool();
        let dst = self.temporary(ret);
        let ty = self.unit.draft.program.functions[clause].ty;
        let callee = Callee::Function(clause);
        self.emit(StmtKind::Call(Call { dst: Some(Destination::Local(dst)), callee, args, ty }));
        Operand::Local(dst)
    }

    /// Notes what an expression reads by name. In an expression that is evaluated in any case the arguments of calls are
    /// evaluated before.
    fn hand_over(&mut self, id: s::ExprId, always: Evaluated, handed: &mut Vec<Handed>) {
        let kind = self.unit.unit.tast[id].kind;
        match kind {
            s::ExprKind::Binary { op: BinaryOp::LogAnd | BinaryOp::LogOr, lhs, rhs } => {
                self.hand_over(lhs, always, handed);
                self.hand_over(rhs, Evaluated::Perhaps, handed);
            }
            s::ExprKind::Cond { cond, then, otherwise } => {
                self.hand_over(cond, always, handed);
                self.hand_over(then, Evaluated::Perhaps, handed);
                self.hand_over(otherwise, Evaluated::Perhaps, handed);
            }
            s::ExprKind::Call { callee, args } => {
                let args = self.unit.unit.tast[args].to_vec();
                self.hand_over(callee, always, handed);
                for arg in args {
                    let ty = self.expr_ty(arg);
                    let calls = |f: &Self, id: s::ExprId| {
                        matches!(f.unit.unit.tast[id].kind, s::ExprKind::Call { .. })
                    };
                    let early =
                        always == Evaluated::First || always == Evaluated::Later && self.reads_variables(arg);
                    if early && self.types().is_scalar(ty) && !self.any(arg, &calls) {
                        handed.push(Handed::Value(arg));
                    } else {
                        self.hand_over(arg, always, handed);
                    }
                }
            }
            s::ExprKind::Convert { kind: s::Conversion::Lvalue, operand } if self.is_named_part(operand) => {
                let ty = self.expr_ty(id);
                if self.types().is_scalar(ty) {
                    handed.push(Handed::Value(id));
                } else {
                    self.hand_over(operand, always, handed);
                }
            }
            s::ExprKind::Decl(decl) => {
                let known = |item: &Handed| match item {
                    Handed::Register(other) | Handed::Object(other) => *other == decl,
                    Handed::Value(_) => false,
                };
                if is_automatic(&self.unit.unit.tast[decl]) && !handed.iter().any(known) {
                    let register = matches!(self.variable(decl), Var::Local(_));
                    handed.push(if register { Handed::Register(decl) } else { Handed::Object(decl) });
                }
            }
            _ => {
                let mut children = Vec::new();
                children_of(&self.unit.unit, id, &mut children);
                for child in children {
                    self.hand_over(child, always, handed);
                }
            }
        }
    }

    /// Whether an lvalue names a member of a variable in memory: it can be read whatever holds.
    fn is_named_part(&mut self, id: s::ExprId) -> bool {
        match self.unit.unit.tast[id].kind {
            s::ExprKind::Decl(decl) => {
                is_automatic(&self.unit.unit.tast[decl]) && matches!(self.variable(decl), Var::Slot(_))
            }
            s::ExprKind::Member { base, .. } => self.is_named_part(base),
            _ => false,
        }
    }

    /// `return a && b && …;` as a function.
    fn clause_function_of(
        &mut self,
        conjuncts: &[s::ExprId],
        handed: &[Handed],
        types: &[TypeId],
    ) -> FunctionId {
        let (of, span) = (self.id, self.span);
        let name: Arc<str> = format!("{}.assert.{}", self.name, self.n_clauses).into();
        self.n_clauses += 1;
        self.unit.plain = false;
        let id = self.unit.new_clause_function(of, &name, span);
        let ret = self.types_mut().bool();
        let mut clause = FunctionLowering::new(self.unit, id, name, Prescan::default(), ret);
        clause.span = span;
        for (item, ty) in handed.iter().zip(types) {
            clause.parameter_for(item, *ty);
        }
        let (mut hold, fail) = (clause.current, clause.new_block());
        for conjunct in conjuncts {
            clause.switch_to(hold);
            hold = clause.new_block();
            clause.condition(*conjunct, hold, fail);
        }
        for (block, truth) in [(hold, 1), (fail, 0)] {
            clause.switch_to(block);
            let value = ConstValue::Int(truth);
            let truth = Operand::Const(Const { ty: ret, value });
            clause.terminate(ir::Terminator::Return(Some(Argument::Value(truth))));
        }
        let int = clause.int_ty();
        let code = tidy(clause.body, int);
        let params = code.parameters().map(|(_, ty)| ty).collect();
        let signature = Signature { ret, params, variadic: false, prototyped: true };
        let ty = self.types_mut().intern(TypeKind::Function(signature.clone()), 0, 1);
        let function = &mut self.unit.draft.program.functions[id];
        (function.ty, function.signature, function.body) = (ty, signature, code.into());
        id
    }

    /// A parameter of a clause, which stands for what it is handed.
    fn parameter_for(&mut self, item: &Handed, ty: TypeId) {
        let span = match item {
            Handed::Value(id) => self.unit.expr_span(*id),
            Handed::Register(decl) | Handed::Object(decl) => self.unit.decl_span(*decl),
        };
        let name = match item {
            Handed::Value(_) => "value".into(),
            Handed::Register(decl) | Handed::Object(decl) => {
                let name = self.unit.unit.tast[*decl].name;
                name.map_or("_", |name| self.unit.unit.names.resolve(name)).into()
            }
        };
        let local: LocalId = self.body.locals.push(Local { name: Some(name), ty, span });
        self.body.params.push(Var::Local(local));
        match item {
            Handed::Value(id) => {
                self.known.insert(*id, Operand::Local(local));
            }
            Handed::Register(decl) => {
                self.vars.insert(*decl, Var::Local(local));
            }
            Handed::Object(decl) => {
                self.lent.insert(*decl, local);
            }
        }
    }

    /// The object of the function around it that a clause names.
    pub(super) fn lent_place(&self, decl: s::DeclId) -> Option<Place> {
        let pointer = *self.lent.get(&decl)?;
        let ty = self.types().pointee(self.body.locals[pointer].ty).unwrap_or(Types::VOID);
        Some(Place::whole(Base::Pointer(Operand::Local(pointer)), ty))
    }
}

/// The expressions under one, also those in statement expressions and initializers. The answer is whether that is all: whether a statement
/// expression has only blocks, choices, declarations and expressions.
fn parts_of(unit: &Unit, id: s::ExprId, out: &mut Vec<s::ExprId>) -> bool {
    let tast = &unit.tast;
    let declared = |decl: s::DeclId, out: &mut Vec<s::ExprId>| {
        let decl = &tast[decl];
        out.extend(decl.init.iter().flat_map(|list| &tast[*list]).map(|entry| entry.value));
        out.extend(variable_lengths(&unit.types, decl.ty).into_iter().map(|vla| tast.vla_size(vla)));
        decl.cleanup.is_none()
    };
    let s::ExprKind::StmtExpr(stmt) = tast[id].kind else {
        match tast[id].kind {
            s::ExprKind::CompoundLiteral(decl) => return declared(decl, out),
            s::ExprKind::Cast(_) => {
                let lengths = variable_lengths(&unit.types, tast[id].ty);
                out.extend(lengths.into_iter().map(|vla| tast.vla_size(vla)));
            }
            _ => {}
        }
        children_of(unit, id, out);
        return true;
    };
    let mut simple = true;
    let mut work = vec![stmt];
    while let Some(stmt) = work.pop() {
        match tast[stmt] {
            s::Stmt::Error | s::Stmt::Empty => {}
            s::Stmt::Expr(expr) => out.push(expr),
            s::Stmt::Block(list) => work.extend(&tast[list]),
            s::Stmt::Decls(list) => {
                for decl in &tast[list] {
                    simple &= declared(*decl, out);
                }
            }
            s::Stmt::If { cond, then, otherwise } => {
                out.push(cond);
                work.push(then);
                work.extend(otherwise);
            }
            _ => simple = false,
        }
    }
    simple
}
