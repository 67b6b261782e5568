//! Contracts: the clauses at the start of a body become functions of their own.
//!
//! The typed tree has a clause inside the body of its function, with the parameters in scope. Its
//! condition is lowered once more into a function that has the same parameters, and the statement
//! itself is left out of the body. So are the declarations of the sets it speaks of, which all clauses have as
//! parameters: `sw_set E = sw_any();`.

use std::sync::Arc;

use ir::{
    Clause, Contract, Function, FunctionId, Ghost, Operand, Role, Signature, Span, TypeKind, Types, Var,
};
use rucc_sema as s;
use rustc_hash::{FxHashMap, FxHashSet};

use super::annotation::Annotation;
use super::function::FunctionLowering;
use super::prescan::{Prescan, children_of};
use super::tidy::tidy;
use super::unit::UnitLowering;
use crate::rewrite::contracts::RESULT;

/// The function that gives any set.
const ANY: &str = "sw_any";

/// The contract at the start of a body, as it is in the tree.
#[derive(Default)]
pub(super) struct WrittenContract {
    /// The variable that stands for what the function returns.
    pub(super) result: Option<s::DeclId>,
    /// The sets it speaks of.
    pub(super) ghosts: Vec<s::DeclId>,
    requires: Vec<WrittenClause>,
    ensures: Vec<WrittenClause>,
    /// The statements it consists of.
    pub(super) stmts: FxHashSet<s::StmtId>,
}

struct WrittenClause {
    stmt: s::StmtId,
    call: s::ExprId,
    condition: s::ExprId,
}

/// The value an expression had on entry, handed to the ensures.
struct OldValue {
    /// The whole of `sw_old(e)`.
    expr: s::ExprId,
    /// `e`.
    operand: s::ExprId,
    /// The clause it is in.
    stmt: s::StmtId,
}

/// A function to be made of an expression of a clause.
struct Made<'c> {
    name: String,
    stmt: s::StmtId,
    expr: s::ExprId,
    /// What it takes besides the parameters: for the ensures.
    result: Option<s::DeclId>,
    old: &'c [OldValue],
}

impl UnitLowering<'_> {
    /// Finds the contract at the start of a body.
    pub(super) fn written_contract(&mut self, body: s::StmtId) -> WrittenContract {
        let mut written = WrittenContract::default();
        let s::Stmt::Block(list) = self.unit.tast[body] else { return written };
        let stmts = self.unit.tast[list].to_vec();
        for stmt in stmts {
            let ghosts = self.ghosts(stmt);
            let tast = &self.unit.tast;
            match tast[stmt] {
                s::Stmt::Decls(_) if !ghosts.is_empty() => written.ghosts.extend(ghosts),
                s::Stmt::Decls(decls) if written.stmts.is_empty() => {
                    // It was put in at the brace, where no user can write anything.
                    let at_brace = |decl: s::DeclId| tast.decl_span(decl).lo == tast.stmt_span(body).lo;
                    let result = |decl: &s::DeclId| {
                        at_brace(*decl)
                            && tast[*decl].name.is_some_and(|name| self.unit.names.resolve(name) == RESULT)
                    };
                    written.result = tast[decls].iter().copied().find(result);
                    if written.result.is_none() {
                        break;
                    }
                }
                s::Stmt::Empty => {}
                s::Stmt::Expr(call) => {
                    let s::ExprKind::Call { callee, args } = tast[call].kind else { break };
                    let [condition] = tast[args] else { break };
                    let clauses = match self.annotation(callee) {
                        Some(Annotation::Requires) => &mut written.requires,
                        Some(Annotation::Ensures) => &mut written.ensures,
                        _ => break,
                    };
                    clauses.push(WrittenClause { stmt, call, condition });
                }
                _ => break,
            }
            written.stmts.insert(stmt);
        }
        // Where there is no clause, the sets are variables like others: those of a checker.
        if written.requires.is_empty() && written.ensures.is_empty() && !written.ghosts.is_empty() {
            return WrittenContract { result: written.result, ..WrittenContract::default() };
        }
        written
    }

    /// The sets that a statement declares for a contract; none if it declares anything else.
    fn ghosts(&mut self, stmt: s::StmtId) -> Vec<s::DeclId> {
        let s::Stmt::Decls(list) = self.unit.tast[stmt] else { return Vec::new() };
        let decls = self.unit.tast[list].to_vec();
        let is_ghost = |decl: &s::DeclId| {
            let ty = self.unit.tast[*decl].ty;
            let ty = self.ty(ty);
            self.draft.program.types.ghost(ty).is_some() && self.is_any(*decl)
        };
        if decls.iter().all(is_ghost) { decls } else { Vec::new() }
    }

    /// Whether a variable begins as `sw_any()`.
    fn is_any(&self, decl: s::DeclId) -> bool {
        let tast = &self.unit.tast;
        let Some([entry]) = tast[decl].init.map(|list| &tast[list]) else { return false };
        let mut value = entry.value;
        while let s::ExprKind::Convert { operand, .. } = tast[value].kind {
            value = operand;
        }
        let s::ExprKind::Call { mut callee, .. } = tast[value].kind else { return false };
        while let s::ExprKind::Convert { operand, .. } = tast[callee].kind {
            callee = operand;
        }
        let s::ExprKind::Decl(function) = tast[callee].kind else { return false };
        tast[function].name.is_some_and(|name| self.unit.names.resolve(name) == ANY)
    }

    /// Makes functions of the clauses of the function `of`.
    pub(super) fn contract(
        &mut self,
        of: FunctionId,
        declared: &s::Decl,
        written: &WrittenContract,
    ) -> Option<Contract> {
        if written.requires.is_empty() && written.ensures.is_empty() {
            return None;
        }
        let owner = self.draft.program.functions[of].name.clone();
        let mut contract = Contract { ghosts: self.declared_ghosts(written), ..Contract::default() };
        for (n, clause) in written.requires.iter().enumerate() {
            let name = format!("{owner}.requires.{n}");
            let made = Made { name, stmt: clause.stmt, expr: clause.condition, result: None, old: &[] };
            let predicate = self.clause_function(of, declared, written, &made);
            contract.requires.push(self.clause(clause, predicate));
        }
        let old = self.old_values(&written.ensures);
        for (n, value) in old.iter().enumerate() {
            let name = format!("{owner}.old.{n}");
            let made = Made { name, stmt: value.stmt, expr: value.operand, result: None, old: &[] };
            contract.old.push(self.clause_function(of, declared, written, &made));
        }
        for (n, clause) in written.ensures.iter().enumerate() {
            let name = format!("{owner}.ensures.{n}");
            let (stmt, expr, result) = (clause.stmt, clause.condition, written.result);
            let made = Made { name, stmt, expr, result, old: &old };
            let predicate = self.clause_function(of, declared, written, &made);
            contract.ensures.push(self.clause(clause, predicate));
        }
        Some(contract)
    }

    fn declared_ghosts(&mut self, written: &WrittenContract) -> Vec<Ghost> {
        let ghost = |decl: &s::DeclId| {
            let declared = &self.unit.tast[*decl];
            let (ty, name) = (declared.ty, declared.name);
            let name = name.map_or("_", |name| self.unit.names.resolve(name)).into();
            Ghost { name, ty: self.ty(ty), span: self.decl_span(*decl) }
        };
        written.ghosts.iter().map(ghost).collect()
    }

    fn clause(&mut self, clause: &WrittenClause, predicate: FunctionId) -> Clause {
        let span = self.expr_span(clause.call);
        Clause { predicate, span, text: self.written_arguments(clause.call) }
    }

    /// The uses of `sw_old` in clauses, in the order in which they are written.
    fn old_values(&self, clauses: &[WrittenClause]) -> Vec<OldValue> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        for clause in clauses {
            let mut work = vec![clause.condition];
            while let Some(expr) = work.pop() {
                if !seen.insert(expr) {
                    continue;
                }
                if let Some(operand) = self.old_operand(expr) {
                    found.push(OldValue { expr, operand, stmt: clause.stmt });
                    continue;
                }
                let mut children = Vec::new();
                if let s::ExprKind::CompoundLiteral(decl) = self.unit.tast[expr].kind {
                    let init = self.unit.tast[decl].init;
                    children
                        .extend(init.iter().flat_map(|list| &self.unit.tast[*list]).map(|entry| entry.value));
                }
                children_of(&self.unit, expr, &mut children);
                work.extend(children.into_iter().rev());
            }
        }
        found
    }

    /// `e` of `sw_old(e)`.
    fn old_operand(&self, expr: s::ExprId) -> Option<s::ExprId> {
        let tast = &self.unit.tast;
        let s::ExprKind::Comma { mut lhs, rhs } = tast[expr].kind else { return None };
        while let s::ExprKind::Convert { operand, .. } | s::ExprKind::Cast(operand) = tast[lhs].kind {
            lhs = operand;
        }
        let s::ExprKind::Call { callee, .. } = tast[lhs].kind else { return None };
        (self.annotation(callee) == Some(Annotation::Old)).then_some(rhs)
    }

    /// A function with the parameters of `of` that gives the value of an expression of a clause.
    fn clause_function(
        &mut self,
        of: FunctionId,
        declared: &s::Decl,
        written: &WrittenContract,
        made: &Made<'_>,
    ) -> FunctionId {
        let (ret, span) = (self.unit.tast[made.expr].ty, self.stmt_span(made.stmt));
        let ret = self.ty(ret);
        let id = self.new_clause_function(of, &made.name, span);
        let prototyped = self.draft.program.functions[of].signature.prototyped;
        let scan = Prescan::of(&self.unit, made.stmt, &FxHashSet::default());
        let mut lowering = FunctionLowering::new(self, id, made.name.as_str().into(), scan, ret);
        lowering.span = span;
        lowering.parameters(declared, prototyped);
        // The ensures have a value for it; all others have none.
        match made.result {
            Some(result) => {
                let var = lowering.variable(result);
                lowering.body.params.push(var);
            }
            None => lowering.no_result = written.result,
        }
        for (n, value) in made.old.iter().enumerate() {
            lowering.old_parameter(n, value.expr);
        }
        for ghost in &written.ghosts {
            let var = lowering.variable(*ghost);
            lowering.body.params.push(var);
        }
        lowering.return_clause(made.stmt, made.expr);
        let int = lowering.int_ty();
        let code = tidy(lowering.body, int);
        let params = code.parameters().map(|(_, ty)| ty).collect();
        let signature = Signature { ret, params, variadic: false, prototyped: true };
        let ty = self.draft.program.types.intern(TypeKind::Function(signature.clone()), 0, 1);
        let function = &mut self.draft.program.functions[id];
        (function.ty, function.signature, function.body) = (ty, signature, code.into());
        id
    }

    pub(super) fn new_clause_function(&mut self, of: FunctionId, name: &str, span: Span) -> FunctionId {
        let signature = Signature { ret: Types::VOID, params: Vec::new(), variadic: false, prototyped: true };
        let ty = self.draft.program.types.intern(TypeKind::Function(signature.clone()), 0, 1);
        self.draft.program.functions.push(Function {
            name: name.into(),
            linkage: self.draft.program.functions[of].linkage.clone(),
            ty,
            signature,
            noreturn: false,
            body: ir::Code::none(),
            contract: None,
            role: Role::Clause { of },
            span,
            end: span,
        })
    }
}

/// The parameters that `sw_old` stands for in an ensures predicate.
pub(super) type OldParameters = FxHashMap<s::ExprId, ir::SlotId>;

impl FunctionLowering<'_, '_> {
    /// A parameter for the value that an expression had on entry.
    fn old_parameter(&mut self, n: usize, expr: s::ExprId) {
        let ty = self.expr_ty(expr);
        let span = self.unit.expr_span(expr);
        let name: Option<Arc<str>> = Some(format!("old.{n}").into());
        let var = if self.types().is_scalar(ty) {
            let local = self.body.locals.push(ir::Local { name, ty, span });
            self.known.insert(expr, Operand::Local(local));
            Var::Local(local)
        } else {
            let align = self.types()[ty].align;
            let slot = self.body.slots.push(ir::Slot { name, ty, align, span, fixed: Vec::new() });
            self.old.insert(expr, slot);
            Var::Slot(slot)
        };
        self.body.params.push(var);
    }

    /// `return expr;` in the scope of a statement.
    fn return_clause(&mut self, stmt: s::StmtId, expr: s::ExprId) {
        if self.ret == Types::VOID {
            let span = self.unit.expr_span(expr);
            self.unit.misplaced(span, "expected an expression with a value in `sw_old`");
        }
        self.refuse_leaving(expr);
        self.in_scope(stmt, |f| f.lower_return(Some(expr)));
    }
}
