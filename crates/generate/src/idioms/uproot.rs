//! Idioms that take cells out of binary trees and free them.

use crate::ast::{Block, Expr, Stmt};
use crate::build::{free, repeat, set, when};
use crate::idioms::tree::{adopt, adopted, sides};
use crate::scene::{List, Scene};

/// Frees the last cell on one side; what is below it takes its place.
pub(crate) fn pop_lowest(s: &mut Scene, list: &List) -> Block {
    let mut inner = Vec::new();
    let cell = &list.cell;
    let (before, p) = (s.cursor(cell, &mut inner), s.cursor(cell, &mut inner));
    let (side, other) = sides(s, cell);
    let (next, below) = (p.arrow(&side), p.arrow(&other));
    inner.extend([set(&before, &Expr::Null), set(&p, &list.head)]);
    inner.push(repeat(next.not_null(), vec![set(&before, &p), set(&p, &next)]));
    let first = s.missing(&before);
    let under = set(&before.arrow(&side), &below);
    inner.push(Stmt::If(first, vec![set(&list.head, &below)], vec![under]));
    inner.extend(adopt(cell, &below, &before));
    inner.push(free(&p));
    let there = s.there(&list.head);
    vec![when(there, inner)]
}

/// Frees some leaf.
pub(crate) fn delete_leaf(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let (before, p) = (s.cursor(cell, &mut out), s.cursor(cell, &mut out));
    out.extend(cut_leaf(s, list, &before, &p));
    out
}

/// Goes down to a leaf, cuts it off and frees it, if there is one.
fn cut_leaf(s: &mut Scene, list: &List, before: &Expr, p: &Expr) -> Block {
    let (one, other) = sides(s, &list.cell);
    let (first, second) = (p.arrow(&one), p.arrow(&other));
    let down = vec![set(before, p), Stmt::If(first.not_null(), vec![set(p, &first)], vec![set(p, &second)])];
    let inner = first.not_null().or(&second.not_null());
    let guard = s.there(p).and(&inner);
    let was = before.arrow(&one);
    let cut =
        Stmt::If(was.eq(p), vec![set(&was, &Expr::Null)], vec![set(&before.arrow(&other), &Expr::Null)]);
    let alone = s.missing(before);
    let gone = vec![Stmt::If(alone, vec![set(&list.head, &Expr::Null)], vec![cut]), free(p)];
    let there = s.there(p);
    vec![set(before, &Expr::Null), set(p, &list.head), repeat(guard, down), when(there, gone)]
}

/// Frees the root if it has a subtree on one side only, which takes its place.
pub(crate) fn splice_root(s: &mut Scene, list: &List) -> Block {
    let mut inner = Vec::new();
    let cell = &list.cell;
    let p = s.cursor(cell, &mut inner);
    let (one, other) = sides(s, cell);
    inner.extend([set(&p, &list.head), set(&list.head, &p.arrow(&one))]);
    inner.extend(adopt(cell, &list.head, &Expr::Null));
    inner.push(free(&p));
    let alone = s.there(&list.head).and(&list.head.arrow(&other).is_null());
    vec![when(alone, inner)]
}

/// Frees all cells, in one of the usual ways, and leaves the tree empty.
pub(crate) fn free_all(s: &mut Scene, list: &List) -> Block {
    match (s.random.below(3), &list.cell.prev) {
        (0, _) => leaf_by_leaf(s, list),
        (1, Some(parent)) => up_and_down(s, list, parent),
        _ => by_turning(s, list),
    }
}

fn leaf_by_leaf(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let (before, p) = (s.cursor(cell, &mut out), s.cursor(cell, &mut out));
    let guard = s.there(&list.head);
    let body = cut_leaf(s, list, &before, &p);
    out.push(repeat(guard, body));
    out
}

/// What is on one side is turned up to the root, until the root can go.
fn by_turning(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let p = s.cursor(cell, &mut out);
    let (one, other) = sides(s, cell);
    let root = &list.head;
    let (below, between) = (root.arrow(&one), p.arrow(&other));
    let mut around = vec![set(&p, &below), set(&below, &between)];
    if s.random.percent(50) {
        around.extend(adopt(cell, &between, root));
        around.extend(adopted(cell, root, &p));
    }
    around.extend([set(&between, root), set(root, &p)]);
    let gone = vec![set(&p, &root.arrow(&other)), free(root), set(root, &p)];
    let guard = s.there(root);
    out.push(repeat(guard, vec![Stmt::If(below.not_null(), around, gone)]));
    out
}

/// Down as far as it goes, and from what is freed up again.
fn up_and_down(s: &mut Scene, list: &List, parent: &str) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let (p, q) = (s.cursor(cell, &mut out), s.cursor(cell, &mut out));
    let (one, other) = sides(s, cell);
    let down = |side: &str| {
        let link = p.arrow(side);
        vec![set(&q, &link), set(&link, &Expr::Null), set(&p, &q)]
    };
    let up = vec![set(&q, &p.arrow(parent)), free(&p), set(&p, &q)];
    let second = Stmt::If(p.arrow(&other).not_null(), down(&other), up);
    out.push(set(&p, &list.head));
    let guard = s.there(&p);
    out.push(repeat(guard, vec![Stmt::If(p.arrow(&one).not_null(), down(&one), vec![second])]));
    out.push(set(&list.head, &Expr::Null));
    out
}
