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

use std::sync::Arc;

use ir::{
    Argument, AssertKind, Base, Call, Callee, Const, ConstValue, Destination, FunctionId, Local, LocalId,
    Operand, Place, Rvalue, Signature, StmtKind, TypeId, TypeKind, Types, Var,
};
use rucc_ast::{BinaryOp, UnaryOp};
use rucc_sema as s;

use super::function::FunctionLowering;
use super::prescan::{Prescan, children_of, is_automatic};
use super::tidy::tidy;

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

impl FunctionLowering<'_, '_> {
    /// `sw_assume(condition)`.
    pub(super) fn assumption(&mut self, condition: s::ExprId) {
        if self.changes(condition) {
            self.unsupported(CHANGES);
            return;
        }
        let condition = self.value(condition);
        self.emit(StmtKind::Assume(condition));
    }

    /// `sw_assert(condition)`.
    pub(super) fn assertion(&mut self, call: s::ExprId, condition: s::ExprId) {
        let message = self.unit.written_arguments(call);
        let mut conjuncts = Vec::new();
        self.conjuncts(condition, &mut conjuncts);
        let asks = |f: &Self, id: &s::ExprId| f.asks(*id);
        let first = conjuncts.iter().position(|id| asks(self, id));
        let last = conjuncts.iter().rposition(|id| asks(self, id));
        let (Some(first), Some(last)) = (first, last) else {
            if self.changes(condition) {
                self.unsupported(CHANGES);
                return;
            }
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

    /// Whether an expression changes something, as far as its form shows.
    fn changes(&self, id: s::ExprId) -> bool {
        self.any(id, &|f, id| {
            matches!(
                f.unit.unit.tast[id].kind,
                s::ExprKind::Assign { .. }
                    | s::ExprKind::VaArg { .. }
                    | s::ExprKind::VaStart { .. }
                    | s::ExprKind::VaEnd { .. }
                    | s::ExprKind::Unary {
                        op: UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec,
                        ..
                    }
            )
        })
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
            children_of(&self.unit.unit, id, &mut work);
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
