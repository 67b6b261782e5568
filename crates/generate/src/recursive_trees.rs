//! Functions that go through a binary tree by calling themselves.

use crate::ast::{Block, Expr, Function, Stmt, Type};
use crate::build::{declare, free, increment, set, when};
use crate::calls::{Role, param};
use crate::random::Random;
use crate::scene::{Cell, Kind};
use crate::sorts::Sort;

type Again<'a> = &'a dyn Fn(Vec<Expr>) -> Expr;
/// The role of a function and its body; those that change with a number call that `i`.
type Way = fn(&mut Random, &Cell, Again<'_>) -> (Role, Block);

/// For every tree.
const WAYS: &[Way] = &[size, depth, dispose, insert, lowest];
/// For trees that need not be in order.
const FREE_WAYS: &[Way] = &[size, depth, dispose, insert_anywhere, mirror, number, create, cut_leaves];

/// A recursive function for such trees.
pub(crate) fn function(random: &mut Random, name: &str, sort: &Sort) -> (Function, Role) {
    let again = |args: Vec<Expr>| Expr::Call(name.to_owned(), args);
    let cell = &sort.cell;
    let way = *random.pick(if sort.kind == Kind::Search { WAYS } else { FREE_WAYS });
    let (role, body) = way(random, cell, &again);
    let (tree, number) = (param("x", cell.pointer()), param("i", Type::Int));
    let params = match role {
        Role::Create => vec![number],
        Role::Change { number: true } => vec![tree, number],
        _ => vec![tree],
    };
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

fn left(cell: &Cell) -> Expr {
    x().arrow(&cell.next)
}

fn right(cell: &Cell) -> Expr {
    x().arrow(cell.other.as_ref().unwrap_or(&cell.next))
}

/// `if (child != NULL) child->parent = x;`, where cells know their parents.
fn adopt(cell: &Cell, child: &Expr, parent: &Expr) -> Option<Stmt> {
    let link = child.arrow(cell.prev.as_ref()?);
    Some(when(child.not_null(), vec![set(&link, parent)]))
}

fn size(_: &mut Random, cell: &Cell, again: Again<'_>) -> (Role, Block) {
    let below = again(vec![left(cell)]).plus(&again(vec![right(cell)]));
    (Role::Look, vec![when(x().is_null(), vec![give(&Expr::Int(0))]), give(&Expr::Int(1).plus(&below))])
}

fn depth(_: &mut Random, cell: &Cell, again: Again<'_>) -> (Role, Block) {
    let (n, m) = (Expr::var("n"), Expr::var("m"));
    let body = vec![
        when(x().is_null(), vec![give(&Expr::Int(0))]),
        declare("n", Type::Int, Some(again(vec![left(cell)]))),
        declare("m", Type::Int, Some(again(vec![right(cell)]))),
        when(n.lt(&m), vec![set(&n, &m)]),
        increment(&n),
        give(&n),
    ];
    (Role::Look, body)
}

/// Frees the subtrees before the root, or after it.
fn dispose(random: &mut Random, cell: &Cell, again: Again<'_>) -> (Role, Block) {
    let body = if random.percent(60) {
        vec![Stmt::Call(again(vec![left(cell)])), Stmt::Call(again(vec![right(cell)])), free(&x())]
    } else {
        let (p, q) = (Expr::var("p"), Expr::var("q"));
        vec![
            declare("p", cell.pointer(), Some(left(cell))),
            declare("q", cell.pointer(), Some(right(cell))),
            free(&x()),
            Stmt::Call(again(vec![p])),
            Stmt::Call(again(vec![q])),
        ]
    };
    (Role::Consume, vec![when(x().not_null(), body)])
}

/// `p`, a new leaf that holds `i`.
fn leaf(cell: &Cell) -> Block {
    let p = Expr::var("p");
    let new = Expr::Alloc { record: cell.record.clone(), zeroed: false };
    let mut out = vec![
        declare("p", cell.pointer(), Some(new)),
        when(p.is_null(), vec![Stmt::Abort]),
        set(&p.arrow(&cell.data), &Expr::var("i")),
        set(&p.arrow(&cell.next), &Expr::Null),
    ];
    out.extend(cell.other.as_ref().map(|other| set(&p.arrow(other), &Expr::Null)));
    out.extend(cell.prev.as_ref().map(|prev| set(&p.arrow(prev), &Expr::Null)));
    out
}

fn insert_if(cell: &Cell, again: Again<'_>, condition: Expr) -> (Role, Block) {
    let mut new = leaf(cell);
    new.push(give(&Expr::var("p")));
    let below = |place: &Expr| {
        let mut out = vec![set(place, &again(vec![place.clone(), Expr::var("i")]))];
        out.extend(adopt(cell, place, &x()));
        out
    };
    let down = Stmt::If(condition, below(&left(cell)), below(&right(cell)));
    (Role::Change { number: true }, vec![when(x().is_null(), new), down, give(&x())])
}

/// A leaf where it belongs.
fn insert(_: &mut Random, cell: &Cell, again: Again<'_>) -> (Role, Block) {
    insert_if(cell, again, Expr::var("i").lt(&x().arrow(&cell.data)))
}

/// A leaf somewhere.
fn insert_anywhere(_: &mut Random, cell: &Cell, again: Again<'_>) -> (Role, Block) {
    insert_if(cell, again, Expr::Nondet(None))
}

/// What the last cell on the left holds.
fn lowest(_: &mut Random, cell: &Cell, again: Again<'_>) -> (Role, Block) {
    let body = vec![
        when(x().is_null(), vec![give(&Expr::Int(0))]),
        when(left(cell).is_null(), vec![give(&x().arrow(&cell.data))]),
        give(&again(vec![left(cell)])),
    ];
    (Role::Look, body)
}

/// Exchanges left and right everywhere.
fn mirror(_: &mut Random, cell: &Cell, again: Again<'_>) -> (Role, Block) {
    let p = Expr::var("p");
    let body = vec![
        when(x().is_null(), vec![give(&Expr::Null)]),
        declare("p", cell.pointer(), Some(again(vec![left(cell)]))),
        set(&left(cell), &again(vec![right(cell)])),
        set(&right(cell), &p),
        give(&x()),
    ];
    (Role::Change { number: false }, body)
}

/// Writes the depth into every cell.
fn number(_: &mut Random, cell: &Cell, again: Again<'_>) -> (Role, Block) {
    let (i, p) = (Expr::var("i"), Expr::var("p"));
    let more = i.plus(&Expr::Int(1));
    let work = vec![
        set(&x().arrow(&cell.data), &i),
        declare("p", cell.pointer(), Some(again(vec![left(cell), more.clone()]))),
        set(&left(cell), &p),
        set(&p, &again(vec![right(cell), more])),
        set(&right(cell), &p),
    ];
    (Role::Change { number: true }, vec![when(x().not_null(), work), give(&x())])
}

/// A tree of some depth.
fn create(random: &mut Random, cell: &Cell, again: Again<'_>) -> (Role, Block) {
    let (i, p) = (Expr::var("i"), Expr::var("p"));
    let other = cell.other.as_ref().unwrap_or(&cell.next);
    let mut body = vec![when(i.le(&Expr::Int(0)), vec![give(&Expr::Null)])];
    body.extend(leaf(cell));
    body.push(set(&p.arrow(&cell.next), &again(vec![i.plus(&Expr::Int(-1))])));
    body.extend(adopt(cell, &p.arrow(&cell.next), &p));
    if random.percent(70) {
        body.push(set(&p.arrow(other), &again(vec![i.plus(&Expr::Int(-3))])));
        body.extend(adopt(cell, &p.arrow(other), &p));
    }
    body.push(give(&p));
    (Role::Create, body)
}

/// Frees what has nothing below it.
fn cut_leaves(_: &mut Random, cell: &Cell, again: Again<'_>) -> (Role, Block) {
    let leaf = left(cell).is_null().and(&right(cell).is_null());
    let body = vec![
        when(x().is_null(), vec![give(&Expr::Null)]),
        when(leaf, vec![free(&x()), give(&Expr::Null)]),
        set(&left(cell), &again(vec![left(cell)])),
        set(&right(cell), &again(vec![right(cell)])),
        give(&x()),
    ];
    (Role::Change { number: false }, body)
}
