//! The ways in which a program is made smaller.
//!
//! Each goes through all places of its kind. After a success the same place is looked at again,
//! since it now holds something else.

use super::Judge;
use crate::ast::{Block, Expr, Program, Stmt, Variable};
use crate::visit;

/// Leaves out functions with the statements that call them, then parameters with their arguments.
pub(super) fn functions(judge: &mut impl Judge) {
    for n in (0..judge.best().functions.len()).rev() {
        // Whole functions may have gone meanwhile.
        let Some(function) = judge.best().functions.get(n) else { continue };
        let (name, params) = (function.name.clone(), function.params.len());
        if judge.offer_changed(|program| without_calls(program, &name)) {
            continue;
        }
        for param in (0..params).rev() {
            judge.offer_changed(|program| without_param(program, &name, param));
        }
    }
}

fn without_calls(program: &mut Program, name: &str) {
    if name != "main" {
        program.functions.retain(|function| function.name != name);
        visit::blocks_mut(program, &mut |block| block.retain(|stmt| !calls(stmt, name)));
    }
}

/// Whether a statement itself, not one below it, calls the function.
fn calls(stmt: &Stmt, name: &str) -> bool {
    let mut found = false;
    visit::own_exprs_of(stmt, &mut |expr| found |= matches!(expr, Expr::Call(called, _) if called == name));
    found
}

/// Drops a parameter; where the function used it, there is a variable without a value.
fn without_param(program: &mut Program, name: &str, n: usize) {
    if let Some(function) = program.functions.iter_mut().find(|function| function.name == name)
        && n < function.params.len()
    {
        let param = function.params.remove(n);
        function.body.insert(0, Stmt::Declare(param));
    }
    visit::exprs_mut(program, &mut |expr| match expr {
        Expr::Call(called, args) if called == name && n < args.len() => {
            args.remove(n);
        }
        _ => {}
    });
}

/// Leaves out runs of statements, long ones first.
pub(super) fn statements(judge: &mut impl Judge) {
    let mut n = 0;
    while let Some(block) = nth_block(judge.best(), n) {
        let mut run = block.len();
        while run > 0 && !judge.is_tired() {
            let mut start = 0;
            while start < nth_block(judge.best(), n).map_or(0, |block| block.len()) {
                let gone = judge.offer_changed(|program| {
                    visit::at_block(program, n, |block| {
                        block.drain(start..block.len().min(start + run));
                    });
                });
                if !gone {
                    start += run;
                }
            }
            run /= 2;
        }
        n += 1;
    }
}

/// Replaces loops and branches by what is in them, and leaves out their parts.
pub(super) fn unwrap(judge: &mut impl Judge) {
    let mut n = 0;
    while let Some(block) = nth_block(judge.best(), n) {
        let mut at = 0;
        let mut stmts = block;
        while at < stmts.len() && !judge.is_tired() {
            let smaller = simpler(&stmts[at]);
            let taken = smaller.into_iter().any(|instead| {
                judge.offer_changed(|program| {
                    visit::at_block(program, n, |block| {
                        block.splice(at..=at, instead);
                    });
                })
            });
            if taken {
                stmts = nth_block(judge.best(), n).unwrap_or_default();
            } else {
                at += 1;
            }
        }
        n += 1;
    }
}

/// What may stand instead of a statement, the shortest first.
fn simpler(stmt: &Stmt) -> Vec<Block> {
    match stmt {
        Stmt::If(condition, then, other) => {
            let mut ways = vec![then.clone(), other.clone()];
            ways.push(vec![Stmt::If(condition.clone(), then.clone(), Vec::new())]);
            let turned = Expr::Not(Box::new(condition.clone()));
            ways.push(vec![Stmt::If(turned, other.clone(), Vec::new())]);
            ways
        }
        Stmt::Block(body) => vec![body.clone()],
        Stmt::DoWhile(body, _) => vec![once(body), body.clone()],
        Stmt::Loop(all) => {
            let mut ways = vec![once(&all.body)];
            let start = all.init.iter().cloned();
            ways.push(start.clone().chain(once(&all.body)).collect());
            ways.push(start.chain(once(&all.body)).chain(all.step.clone()).collect());
            let mut part = all.clone();
            part.init = None;
            ways.push(vec![Stmt::Loop(part)]);
            let mut part = all.clone();
            part.step = None;
            ways.push(vec![Stmt::Loop(part)]);
            ways
        }
        Stmt::Declare(variable) if variable.init.is_some() => {
            vec![vec![Stmt::Declare(Variable { init: None, ..variable.clone() })]]
        }
        Stmt::Return(Some(_)) => vec![vec![Stmt::Return(None)]],
        _ => Vec::new(),
    }
}

/// The body of a loop that no longer is one.
fn once(body: &[Stmt]) -> Block {
    let mut kept = Vec::new();
    for stmt in body {
        match stmt {
            Stmt::Break | Stmt::Continue => {}
            Stmt::If(condition, then, other) => {
                kept.push(Stmt::If(condition.clone(), once(then), once(other)));
            }
            Stmt::Block(inner) => kept.push(Stmt::Block(once(inner))),
            other => kept.push(other.clone()),
        }
    }
    kept
}

/// Replaces one variable by another throughout a function.
pub(super) fn variables(judge: &mut impl Judge) {
    for function in 0..judge.best().functions.len() {
        let mut names = Vec::new();
        if let Some(function) = judge.best().functions.get(function) {
            names.extend(function.params.iter().map(|param| param.name.clone()));
            visit::in_block(&function.body, &mut |stmt| {
                if let Stmt::Declare(variable) = stmt {
                    names.push(variable.name.clone());
                }
            });
        }
        names.extend(judge.best().globals.iter().map(|global| global.name.clone()));
        for gone in names.iter().rev() {
            let _ = names.iter().any(|instead| {
                instead != gone
                    && !judge.is_tired()
                    && judge.offer_changed(|program| rename(program, function, gone, instead))
            });
        }
    }
}

fn rename(program: &mut Program, n: usize, gone: &str, instead: &str) {
    let Some(function) = program.functions.get_mut(n) else { return };
    undeclare(&mut function.body, gone, instead);
    for stmt in &mut function.body {
        visit::exprs_of_mut(stmt, &mut |expr| match expr {
            Expr::Var(name) if name == gone => instead.clone_into(name),
            _ => {}
        });
    }
}

/// Replaces the declaration of a variable by an assignment to the other.
fn undeclare(block: &mut Block, gone: &str, instead: &str) {
    let without = |stmt: Stmt| match stmt {
        Stmt::Declare(variable) if variable.name == gone => {
            variable.init.map(|init| Stmt::Assign(Expr::var(instead), init))
        }
        other => Some(other),
    };
    *block = std::mem::take(block).into_iter().filter_map(without).collect();
    for stmt in block {
        match stmt {
            Stmt::If(_, then, other) => {
                undeclare(then, gone, instead);
                undeclare(other, gone, instead);
            }
            Stmt::Loop(all) => {
                all.init = all.init.take().and_then(without);
                undeclare(&mut all.body, gone, instead);
            }
            Stmt::DoWhile(body, _) | Stmt::Block(body) => undeclare(body, gone, instead),
            _ => {}
        }
    }
}

/// Replaces expressions by constants or by their operands.
pub(super) fn exprs(judge: &mut impl Judge) {
    let mut n = 0;
    while let Some(expr) = nth_expr(judge.best(), n) {
        if judge.is_tired() {
            return;
        }
        let constants = [Expr::Null, Expr::Int(0), Expr::Int(1)];
        let operands: Vec<Expr> = visit::parts(&expr).into_iter().cloned().collect();
        let nearer = match &expr {
            Expr::Int(value) => vec![Expr::Int(value / 2), Expr::Int(value - value.signum())],
            Expr::Nondet(Some(_)) => vec![Expr::Nondet(Some(2))],
            _ => Vec::new(),
        };
        let ways = constants.into_iter().chain(operands).chain(nearer);
        let mut taken = false;
        for instead in ways.filter(|instead| *instead != expr) {
            taken = judge.offer_changed(|program| {
                visit::at_expr(program, n, |expr| *expr = instead);
            });
            if taken {
                break;
            }
        }
        if !taken {
            n += 1;
        }
    }
}

fn nth_block(program: &Program, n: usize) -> Option<Block> {
    let mut found = None;
    visit::at_block(&mut program.clone(), n, |block| found = Some(block.clone()));
    found
}

fn nth_expr(program: &Program, n: usize) -> Option<Expr> {
    let mut found = None;
    visit::at_expr(&mut program.clone(), n, |expr| found = Some(expr.clone()));
    found
}
