//! Predicates and the clauses that ask them: what a condition in an assertion means, for every domain.
//!
//! `sw_assert(c)` is *decided*, not executed: the claims of all checkers in `c` are disjoint, one that does not return does not
//! hold, and neither does a clause that cannot be evaluated. Executing such a clause abstractly shows none of it: on a ring the fixpoint
//! of a recursive predicate is empty, and all that follows would count as unreachable. So where [`Asked`] says that a clause is decided, a
//! domain gives it a result that it can prove, or any truth value.
//!
//! Where a clause asks no checkers but calls what may go on for ever, executing it shows what it means if it ends. A compiler leaves the clause out, so that
//! what follows happens whether it ends or not. Some functions end wherever links lead round in no circle (`walks`): a domain that knows this executes them.
//!
//! A plain `assert(list(x))` has the value that C gives it, but it fails if the predicate does not return. Such a call is executed, unless a
//! domain can prove its result; but as executing it does not show that it ends, the assertion is left open, unless the domain knows that it walks to an end.

use ir::{
    Argument, Asks, BinaryOp, Body, Callee, ConstValue, Destination, FunctionId, Id, LocalId, Operand,
    Program, Role, Rvalue, StmtKind, Terminator, TypeKind,
};
use std::collections::{BTreeMap, BTreeSet};

use model::Rule;

use crate::components::components;
use crate::walks::{Walks, only_counts, walks};
use crate::{Checks, Point};

/// Which calls are decided instead of executed.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// The clauses in which claims may meet or something may not return; with the links along which they walk to an end,
    /// if that is all there is to them.
    clauses: BTreeMap<FunctionId, Option<BTreeSet<u64>>>,
    /// The calls in plain assertions whose predicate may not return, each with the assertion and the links along which it walks.
    calls: BTreeMap<Point, (Point, Option<BTreeSet<u64>>)>,
}

impl Asked {
    /// The calls of a program that are decided.
    pub fn of(program: &Program) -> Self {
        let clause = |(id, function): (FunctionId, &ir::Function)| {
            matches!(function.role, Role::Clause { .. }).then_some(id)
        };
        let clauses: Vec<FunctionId> = program.functions.enumerate().filter_map(clause).collect();
        let mut asserted = Vec::new();
        for (function, known) in program.functions.enumerate() {
            let Some(body) = &*known.body else { continue };
            let calls = body.asserted_calls().into_iter().filter(|call| call.asks == Asks::Assertion);
            asserted.extend(calls.filter_map(|asked| {
                let (block, stmt) = asked.call;
                match &body.blocks[block].stmts[stmt as usize].kind {
                    StmtKind::Call(call) => match call.callee {
                        Callee::Function(callee) => {
                            let by = Point { function, block: asked.by.0, stmt: asked.by.1 };
                            Some((Point { function, block, stmt }, callee, by))
                        }
                        Callee::Pointer(_) => None,
                    },
                    _ => None,
                }
            }));
        }
        if clauses.is_empty() && asserted.is_empty() {
            return Self::default();
        }
        let truths = truths(program);
        let asking = clauses.iter().copied().chain(asserted.iter().map(|(_, callee, _)| *callee));
        let unending = unending(program, asking);
        let is_predicate = |callee: FunctionId| {
            let first = program.functions[callee].signature.params.first();
            truths[callee.index()]
                && first.is_some_and(|ty| program.types.is_pointer(*ty))
                && program.functions[callee].role == Role::Ordinary
        };
        let calls = asserted
            .into_iter()
            .filter(|(_, callee, _)| unending[callee.index()] && is_predicate(*callee))
            .map(|(point, callee, by)| (point, (by, links(program, callee))));
        let decided = clauses.into_iter().filter_map(|clause| {
            if is_simple(program, clause) {
                return None;
            }
            if reached(program, clause).into_iter().any(is_predicate) {
                return Some((clause, None));
            }
            unending[clause.index()].then(|| (clause, links(program, clause)))
        });
        Self { clauses: decided.collect(), calls: calls.collect() }
    }

    /// Whether a function is a clause, of an assertion or a contract, that is decided: it has a result that can be proved, or any
    /// truth value.
    pub fn is_decided(&self, function: FunctionId) -> bool {
        self.clauses.contains_key(&function)
    }

    /// The offsets of the links along which a clause that is decided walks: if those of what its arguments lead to lead round in no circle, executing it
    /// shows what it means. It reads no other pointers.
    pub fn walked(&self, function: FunctionId) -> Option<&BTreeSet<u64>> {
        self.clauses.get(&function)?.as_ref()
    }

    /// Leaves the assertion open that asks a call whose predicate may not return: the call at a point is about to be executed.
    /// `ends` says of links at some offsets whether it is known that those of what the arguments lead to lead round in no circle.
    pub fn open_endless(&self, point: Point, ends: impl FnOnce(&BTreeSet<u64>) -> bool, out: &mut Checks) {
        if let Some((by, links)) = self.calls.get(&point)
            && !links.as_ref().is_some_and(ends)
        {
            out.open_elsewhere(*by, Rule::AssertFail, "the predicate that is asserted may not return");
        }
    }
}

/// The links along which a function walks to an end, if it does.
fn links(program: &Program, function: FunctionId) -> Option<BTreeSet<u64>> {
    match walks(program, function) {
        Walks::Along(links) => Some(links),
        Walks::No | Walks::Unknown => None,
    }
}

/// The functions that a function calls by name, through others too.
fn reached(program: &Program, from: FunctionId) -> BTreeSet<FunctionId> {
    let mut found = BTreeSet::new();
    let mut work = vec![from];
    while let Some(id) = work.pop() {
        let Some(body) = &*program.functions[id].body else { continue };
        work.extend(callees(body).filter(|callee| found.insert(*callee)));
    }
    found
}

/// Whether executing a clause shows what it means: it reads nothing through pointers itself and makes one call, of a
/// function that makes none and has no loops.
fn is_simple(program: &Program, clause: FunctionId) -> bool {
    let Some(body) = &*program.functions[clause].body else { return false };
    let stmts = || body.blocks.iter().flat_map(|block| &block.stmts);
    let reads = stmts().any(|stmt| {
        matches!(&stmt.kind, StmtKind::Load { place, .. } if matches!(place.base, ir::Base::Pointer(_)))
    });
    let mut calls = stmts().filter_map(|stmt| match &stmt.kind {
        StmtKind::Call(call) => Some(call.callee),
        _ => None,
    });
    let (Some(Callee::Function(callee)), None, false) = (calls.next(), calls.next(), reads) else {
        return false;
    };
    let Some(body) = &*program.functions[callee].body else {
        return program.functions[callee].role == Role::Ordinary;
    };
    let calls = |stmt: &ir::Stmt| matches!(stmt.kind, StmtKind::Call(_));
    !body.blocks.iter().flat_map(|block| &block.stmts).any(calls) && !has_cycle(body)
}

/// For each function that is asked, or called by one that is, whether a call of it may go on for ever, as far as its text shows.
fn unending(program: &Program, asked: impl Iterator<Item = FunctionId>) -> Vec<bool> {
    let recursive = recursive(program);
    let mut looked_at = BTreeSet::new();
    for id in asked {
        if looked_at.insert(id) {
            looked_at.extend(reached(program, id));
        }
    }
    let goes_on = |(id, function): (FunctionId, &ir::Function)| {
        let Some(body) = function.body.as_ref().filter(|_| looked_at.contains(&id)) else { return false };
        let mut stmts = body.blocks.iter().flat_map(|block| &block.stmts);
        recursive[id.index()]
            || !only_counts(program, id, body)
            || stmts.any(|stmt| {
                matches!(&stmt.kind, StmtKind::Call(call) if matches!(call.callee, Callee::Pointer(_)))
            })
    };
    let mut unending: Vec<bool> = program.functions.enumerate().map(goes_on).collect();
    loop {
        let mut changed = false;
        for (id, function) in program.functions.enumerate() {
            let Some(body) = &*function.body else { continue };
            if !unending[id.index()] && callees(body).any(|callee| unending[callee.index()]) {
                unending[id.index()] = true;
                changed = true;
            }
        }
        if !changed {
            return unending;
        }
    }
}

/// Whether control may come back to a block.
fn has_cycle(body: &Body) -> bool {
    let edges: Vec<Vec<usize>> = body
        .blocks
        .iter()
        .map(|block| block.terminator.successors().into_iter().map(Id::index).collect())
        .collect();
    let own = |component: &Vec<usize>| component.len() > 1 || edges[component[0]].contains(&component[0]);
    components(&edges).iter().any(own)
}

/// The functions a body calls by name.
fn callees(body: &Body) -> impl Iterator<Item = FunctionId> {
    body.blocks.iter().flat_map(|block| &block.stmts).filter_map(|stmt| match &stmt.kind {
        StmtKind::Call(call) => match call.callee {
            Callee::Function(id) => Some(id),
            Callee::Pointer(_) => None,
        },
        _ => None,
    })
}

/// For each function whether it may call itself, through others too.
pub fn recursive(program: &Program) -> Vec<bool> {
    let calls: Vec<Vec<usize>> = program
        .functions
        .iter()
        .map(|function| {
            let mut called: Vec<usize> = function.body.iter().flat_map(callees).map(Id::index).collect();
            called.sort_unstable();
            called.dedup();
            called
        })
        .collect();
    let components = components(&calls);
    let mut recursive = vec![false; calls.len()];
    for component in components {
        let one = component.len() == 1;
        for &id in &component {
            recursive[id] = !one || calls[id].contains(&id);
        }
    }
    recursive
}

/// For each function whether all it returns is 0 or 1, as far as its text shows.
pub fn truths(program: &Program) -> Vec<bool> {
    let is_bool =
        |id: FunctionId| matches!(program.types.kind(program.functions[id].signature.ret), TypeKind::Bool);
    let mut truths: Vec<bool> = program
        .functions
        .enumerate()
        .map(|(id, function)| {
            is_bool(id) || program.types.integer(function.signature.ret).is_some() && function.body.is_some()
        })
        .collect();
    // From above: a function that returns what a call of itself returns adds nothing.
    loop {
        let mut changed = false;
        for (id, function) in program.functions.enumerate() {
            let Some(body) = &*function.body else { continue };
            if truths[id.index()] && !is_bool(id) && !returns_truth(body, &truths) {
                truths[id.index()] = false;
                changed = true;
            }
        }
        if !changed {
            return truths;
        }
    }
}

fn returns_truth(body: &Body, truths: &[bool]) -> bool {
    let mut locals = vec![true; body.locals.len()];
    let holds = |operand: &Operand, locals: &[bool]| match operand {
        Operand::Local(local) => locals[local.index()],
        Operand::Const(constant) => matches!(constant.value, ConstValue::Int(0 | 1)),
    };
    for param in &body.params {
        if let ir::Var::Local(local) = param {
            locals[local.index()] = false;
        }
    }
    loop {
        let mut changed = false;
        let mut deny = |dst: LocalId, locals: &mut Vec<bool>| {
            changed |= std::mem::replace(&mut locals[dst.index()], false);
        };
        for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
            match &stmt.kind {
                StmtKind::Assign { dst, value } => {
                    let truth = match value {
                        Rvalue::Use(operand) | Rvalue::Convert(operand) => holds(operand, &locals),
                        Rvalue::Binary(op, ..) if op.is_comparison() => true,
                        Rvalue::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, a, b) => {
                            holds(a, &locals) && holds(b, &locals)
                        }
                        _ => false,
                    };
                    if !truth {
                        deny(*dst, &mut locals);
                    }
                }
                StmtKind::Call(call) => {
                    if let (Some(Destination::Local(dst)), callee) = (&call.dst, call.callee) {
                        let truth = matches!(callee, Callee::Function(id) if truths[id.index()]);
                        if !truth {
                            deny(*dst, &mut locals);
                        }
                    }
                }
                _ => {
                    let written = stmt.writes().filter(|_| !matches!(stmt.kind, StmtKind::Dead(_)));
                    if let Some(dst) = written {
                        deny(dst, &mut locals);
                    }
                }
            }
        }
        if !changed {
            break;
        }
    }
    body.blocks.iter().all(|block| match &block.terminator {
        Terminator::Return(Some(Argument::Value(operand))) => holds(operand, &locals),
        Terminator::Return(_) => false,
        _ => true,
    })
}
