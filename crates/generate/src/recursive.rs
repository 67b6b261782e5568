//! Functions that follow a list by calling themselves.

use std::rc::Rc;

use crate::ast::{Block, Expr, Function, Stmt, Type};
use crate::build::{declare, free, set, when};
use crate::calls::{Role, param};
use crate::random::Random;
use crate::scene::Cell;

/// What a function is made of: its role, whether it has a second list or number, and its body.
type Written = (Role, Option<Type>, Block);
type Way = fn(&mut Random, &Rc<Cell>, &dyn Fn(Vec<Expr>) -> Expr) -> Written;

const WAYS: &[Way] = &[length, dispose, join, copy, filter, turn, create, last];

/// A recursive function for null-terminated lists of such cells.
pub(crate) fn function(random: &mut Random, name: &str, cell: &Rc<Cell>) -> (Function, Role) {
    let again = |args: Vec<Expr>| Expr::Call(name.to_owned(), args);
    let way = *random.pick(WAYS);
    let (role, second, body) = way(random, cell, &again);
    let mut params = vec![param("x", cell.pointer())];
    if role == Role::Create {
        params = vec![param("i", Type::Int)];
    }
    params.extend(second.map(|ty| param("y", ty)));
    let result = match role {
        Role::Look => Some(Type::Int),
        Role::Consume => None,
        _ => Some(cell.pointer()),
    };
    (Function { name: name.to_owned(), result, params, body }, role)
}

fn x() -> Expr {
    Expr::var("x")
}

fn give(value: &Expr) -> Stmt {
    Stmt::Return(Some(value.clone()))
}

/// `if (x == NULL) return value;`
fn at_the_end(value: &Expr) -> Stmt {
    when(x().is_null(), vec![give(value)])
}

fn length(_: &mut Random, cell: &Rc<Cell>, again: &dyn Fn(Vec<Expr>) -> Expr) -> Written {
    let rest = again(vec![x().arrow(&cell.next)]);
    (Role::Look, None, vec![at_the_end(&Expr::Int(0)), give(&Expr::Int(1).plus(&rest))])
}

/// Frees the rest before the cell, or after it.
fn dispose(random: &mut Random, cell: &Rc<Cell>, again: &dyn Fn(Vec<Expr>) -> Expr) -> Written {
    let next = x().arrow(&cell.next);
    let body = if random.percent(50) {
        vec![Stmt::Call(again(vec![next])), free(&x())]
    } else {
        let p = Expr::var("p");
        vec![declare("p", cell.pointer(), Some(next)), free(&x()), Stmt::Call(again(vec![p]))]
    };
    (Role::Consume, None, vec![when(x().not_null(), body)])
}

fn join(_: &mut Random, cell: &Rc<Cell>, again: &dyn Fn(Vec<Expr>) -> Expr) -> Written {
    let (next, y) = (x().arrow(&cell.next), Expr::var("y"));
    let rest = again(vec![next.clone(), y.clone()]);
    (Role::Join, Some(cell.pointer()), vec![at_the_end(&y), set(&next, &rest), give(&x())])
}

/// Puts a copy in front of every cell.
fn copy(_: &mut Random, cell: &Rc<Cell>, again: &dyn Fn(Vec<Expr>) -> Expr) -> Written {
    let p = Expr::var("p");
    let new = Expr::Alloc { record: cell.record.clone(), zeroed: false };
    let next = x().arrow(&cell.next);
    let body = vec![
        at_the_end(&Expr::Null),
        declare("p", cell.pointer(), Some(new)),
        when(p.is_null(), vec![Stmt::Abort]),
        set(&p.arrow(&cell.data), &x().arrow(&cell.data)),
        set(&next, &again(vec![next.clone()])),
        set(&p.arrow(&cell.next), &x()),
        give(&p),
    ];
    (Role::Change { number: false }, None, body)
}

/// Frees what is smaller than a number.
fn filter(_: &mut Random, cell: &Rc<Cell>, again: &dyn Fn(Vec<Expr>) -> Expr) -> Written {
    let (p, y, next) = (Expr::var("p"), Expr::var("y"), x().arrow(&cell.next));
    let small = vec![declare("p", cell.pointer(), Some(next.clone())), free(&x()), give(&p)];
    let body = vec![
        at_the_end(&Expr::Null),
        set(&next, &again(vec![next.clone(), y.clone()])),
        when(x().arrow(&cell.data).lt(&y), small),
        give(&x()),
    ];
    (Role::Change { number: true }, Some(Type::Int), body)
}

/// Reverses the first list in front of the second.
fn turn(_: &mut Random, cell: &Rc<Cell>, again: &dyn Fn(Vec<Expr>) -> Expr) -> Written {
    let (p, y, next) = (Expr::var("p"), Expr::var("y"), x().arrow(&cell.next));
    let body = vec![
        at_the_end(&y),
        declare("p", cell.pointer(), Some(next.clone())),
        set(&next, &y),
        give(&again(vec![p, x()])),
    ];
    (Role::Join, Some(cell.pointer()), body)
}

fn create(_: &mut Random, cell: &Rc<Cell>, again: &dyn Fn(Vec<Expr>) -> Expr) -> Written {
    let (p, i) = (Expr::var("p"), Expr::var("i"));
    let new = Expr::Alloc { record: cell.record.clone(), zeroed: false };
    let fewer = i.plus(&Expr::Int(-1));
    let mut body = vec![when(i.le(&Expr::Int(0)), vec![give(&Expr::Null)])];
    body.push(declare("p", cell.pointer(), Some(new)));
    body.push(when(p.is_null(), vec![Stmt::Abort]));
    body.push(set(&p.arrow(&cell.data), &i));
    body.push(set(&p.arrow(&cell.next), &again(vec![fewer])));
    body.push(give(&p));
    (Role::Create, None, body)
}

/// What the last cell holds.
fn last(_: &mut Random, cell: &Rc<Cell>, again: &dyn Fn(Vec<Expr>) -> Expr) -> Written {
    let (data, next) = (x().arrow(&cell.data), x().arrow(&cell.next));
    let body =
        vec![at_the_end(&Expr::Int(0)), when(next.is_null(), vec![give(&data)]), give(&again(vec![next]))];
    (Role::Look, None, body)
}
