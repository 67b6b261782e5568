//! Ways through a tree.
//!
//! Every change of a program is made at the nth block or the nth expression in a fixed order, so a
//! place is a number, and stays meaningful as long as the program does not change.

use crate::ast::{Block, Expr, Function, Program, Stmt};

/// Every statement, outer ones before inner ones.
pub(crate) fn statements<'p>(program: &'p Program, f: &mut dyn FnMut(&'p Stmt)) {
    for function in &program.functions {
        in_block(&function.body, f);
    }
}

/// Every statement of a block and below.
pub(crate) fn in_block<'p>(block: &'p [Stmt], f: &mut dyn FnMut(&'p Stmt)) {
    for stmt in block {
        in_stmt(stmt, f);
    }
}

fn in_stmt<'p>(stmt: &'p Stmt, f: &mut dyn FnMut(&'p Stmt)) {
    f(stmt);
    match stmt {
        Stmt::If(_, then, other) => {
            in_block(then, f);
            in_block(other, f);
        }
        Stmt::Loop(all) => {
            for part in [&all.init, &all.step].into_iter().flatten() {
                in_stmt(part, f);
            }
            in_block(&all.body, f);
        }
        Stmt::DoWhile(body, _) | Stmt::Block(body) => in_block(body, f),
        _ => {}
    }
}

/// Every expression, outer ones before inner ones.
pub(crate) fn exprs<'p>(program: &'p Program, f: &mut dyn FnMut(&'p Expr)) {
    for global in &program.globals {
        if let Some(init) = &global.init {
            in_expr(init, f);
        }
    }
    for function in &program.functions {
        exprs_in(&function.body, f);
    }
}

/// Every expression of a block and below.
pub(crate) fn exprs_in<'p>(block: &'p [Stmt], f: &mut dyn FnMut(&'p Expr)) {
    in_block(block, &mut |stmt| own_exprs_of(stmt, f));
}

fn in_expr<'p>(expr: &'p Expr, f: &mut dyn FnMut(&'p Expr)) {
    f(expr);
    for part in parts(expr) {
        in_expr(part, f);
    }
}

/// Every expression of a statement itself, not of those below it.
pub(crate) fn own_exprs_of<'p>(stmt: &'p Stmt, f: &mut dyn FnMut(&'p Expr)) {
    for expr in own_exprs(stmt) {
        in_expr(expr, f);
    }
}

/// The expressions directly in a statement.
fn own_exprs(stmt: &Stmt) -> Vec<&Expr> {
    match stmt {
        Stmt::Declare(variable) => variable.init.iter().collect(),
        Stmt::Assign(place, value) | Stmt::Add(place, value) => vec![place, value],
        Stmt::Free(e) | Stmt::Call(e) | Stmt::If(e, ..) | Stmt::DoWhile(_, e) | Stmt::Assert(e) => vec![e],
        Stmt::Requires(e) | Stmt::Ensures(e) => vec![e],
        Stmt::Loop(all) => vec![&all.guard],
        Stmt::Return(value) => value.iter().collect(),
        Stmt::Block(_) | Stmt::Break | Stmt::Continue | Stmt::Goto(_) | Stmt::Label(_) | Stmt::Abort => {
            Vec::new()
        }
    }
}

/// The operands of an expression.
pub(crate) fn parts(expr: &Expr) -> Vec<&Expr> {
    match expr {
        Expr::Arrow(e, _) | Expr::Dot(e, _) | Expr::Deref(e) | Expr::Address(e) | Expr::Not(e) => vec![e],
        Expr::Binary(_, lhs, rhs) => vec![lhs, rhs],
        Expr::Call(_, args) => args.iter().collect(),
        Expr::Null
        | Expr::Zero
        | Expr::Int(_)
        | Expr::Var(_)
        | Expr::Result
        | Expr::Alloc { .. }
        | Expr::Nondet(_) => Vec::new(),
    }
}

/// Every block, outer ones before inner ones, with the function it is in. A block is visited after
/// it was changed by the visit, with the blocks it then has.
pub(crate) fn blocks_mut(program: &mut Program, f: &mut dyn FnMut(&mut Block)) {
    for Function { body, .. } in &mut program.functions {
        below_mut(body, f);
    }
}

fn below_mut(block: &mut Block, f: &mut dyn FnMut(&mut Block)) {
    f(block);
    for stmt in block {
        match stmt {
            Stmt::If(_, then, other) => {
                below_mut(then, f);
                below_mut(other, f);
            }
            Stmt::Loop(all) => below_mut(&mut all.body, f),
            Stmt::DoWhile(body, _) | Stmt::Block(body) => below_mut(body, f),
            _ => {}
        }
    }
}

/// Every expression of the functions, outer ones before inner ones.
pub(crate) fn exprs_mut(program: &mut Program, f: &mut dyn FnMut(&mut Expr)) {
    for function in &mut program.functions {
        for stmt in &mut function.body {
            exprs_of_mut(stmt, f);
        }
    }
}

/// Every expression of a statement and below.
pub(crate) fn exprs_of_mut(stmt: &mut Stmt, f: &mut dyn FnMut(&mut Expr)) {
    match stmt {
        Stmt::Declare(variable) => {
            if let Some(init) = &mut variable.init {
                of_expr_mut(init, f);
            }
        }
        Stmt::Assign(place, value) | Stmt::Add(place, value) => {
            of_expr_mut(place, f);
            of_expr_mut(value, f);
        }
        Stmt::Free(e) | Stmt::Call(e) | Stmt::Assert(e) | Stmt::Requires(e) | Stmt::Ensures(e) => {
            of_expr_mut(e, f);
        }
        Stmt::Return(value) => {
            if let Some(value) = value {
                of_expr_mut(value, f);
            }
        }
        Stmt::If(condition, then, other) => {
            of_expr_mut(condition, f);
            then.iter_mut().chain(other).for_each(|stmt| exprs_of_mut(stmt, f));
        }
        Stmt::Loop(all) => {
            if let Some(init) = &mut all.init {
                exprs_of_mut(init, f);
            }
            of_expr_mut(&mut all.guard, f);
            if let Some(step) = &mut all.step {
                exprs_of_mut(step, f);
            }
            for stmt in &mut all.body {
                exprs_of_mut(stmt, f);
            }
        }
        Stmt::DoWhile(body, condition) => {
            for stmt in body {
                exprs_of_mut(stmt, f);
            }
            of_expr_mut(condition, f);
        }
        Stmt::Block(body) => body.iter_mut().for_each(|stmt| exprs_of_mut(stmt, f)),
        Stmt::Break | Stmt::Continue | Stmt::Goto(_) | Stmt::Label(_) | Stmt::Abort => {}
    }
}

fn of_expr_mut(expr: &mut Expr, f: &mut dyn FnMut(&mut Expr)) {
    f(expr);
    match expr {
        Expr::Arrow(e, _) | Expr::Dot(e, _) | Expr::Deref(e) | Expr::Address(e) | Expr::Not(e) => {
            of_expr_mut(e, f);
        }
        Expr::Binary(_, lhs, rhs) => {
            of_expr_mut(lhs, f);
            of_expr_mut(rhs, f);
        }
        Expr::Call(_, args) => args.iter_mut().for_each(|arg| of_expr_mut(arg, f)),
        Expr::Null
        | Expr::Zero
        | Expr::Int(_)
        | Expr::Var(_)
        | Expr::Result
        | Expr::Alloc { .. }
        | Expr::Nondet(_) => {}
    }
}

/// Changes the nth block. Whether there is one.
pub(crate) fn at_block(program: &mut Program, n: usize, change: impl FnOnce(&mut Block)) -> bool {
    let (mut seen, mut change) = (0, Some(change));
    blocks_mut(program, &mut |block| {
        if seen == n
            && let Some(change) = change.take()
        {
            change(block);
        }
        seen += 1;
    });
    change.is_none()
}

/// Changes the nth expression. Whether there is one.
pub(crate) fn at_expr(program: &mut Program, n: usize, change: impl FnOnce(&mut Expr)) -> bool {
    let (mut seen, mut change) = (0, Some(change));
    exprs_mut(program, &mut |expr| {
        if seen == n
            && let Some(change) = change.take()
        {
            change(expr);
        }
        seen += 1;
    });
    change.is_none()
}
