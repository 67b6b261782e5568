//! Idioms for lists and trees that are in order, and stay so.

use crate::ast::{Block, Expr, Stmt};
use crate::build::{repeat, set, when};
use crate::idioms::build;
use crate::idioms::tree::adopted;
use crate::scene::{List, Scene};

/// A new cell where it belongs.
pub(crate) fn insert(s: &mut Scene, list: &List) -> Block {
    build::insert_sorted(s, list)
}

/// Several new cells where they belong.
pub(crate) fn insert_many(s: &mut Scene, list: &List) -> Block {
    let longest = s.config.longest;
    s.times(longest, |s| insert(s, list))
}

/// Claims of every cell that the next holds no less.
pub(crate) fn claim(s: &mut Scene, list: &List) -> Block {
    let cell = list.cell.clone();
    let asserts = s.config.assertions;
    s.walk(&list.cell, &list.head, |_, p| {
        let next = p.arrow(&cell.next);
        let claim = p.arrow(&cell.data).le(&next.arrow(&cell.data));
        let then = if asserts { Stmt::Assert(claim) } else { when(claim, vec![]) };
        vec![when(next.not_null(), vec![then])]
    })
}

/// The link of the right subtree.
fn right(list: &List) -> &str {
    list.cell.other.as_deref().unwrap_or(&list.cell.next)
}

/// A new leaf where it belongs.
pub(crate) fn insert_in_tree(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let (p, before, at) = (s.cursor(cell, &mut out), s.cursor(cell, &mut out), s.cursor(cell, &mut out));
    out.extend(s.allocate(cell, &p));
    let smaller = |than: &Expr| p.arrow(&cell.data).lt(&than.arrow(&cell.data));
    out.extend([set(&before, &Expr::Null), set(&at, &list.head)]);
    let down =
        Stmt::If(smaller(&at), vec![set(&at, &at.arrow(&cell.next))], vec![set(&at, &at.arrow(right(list)))]);
    let guard = s.there(&at);
    out.push(repeat(guard, vec![set(&before, &at), down]));
    out.extend(adopted(cell, &p, &before));
    let under = Stmt::If(
        smaller(&before),
        vec![set(&before.arrow(&cell.next), &p)],
        vec![set(&before.arrow(right(list)), &p)],
    );
    let first = s.missing(&before);
    out.push(Stmt::If(first, vec![set(&list.head, &p)], vec![under]));
    out
}

/// Several new leaves where they belong.
pub(crate) fn insert_many_in_tree(s: &mut Scene, list: &List) -> Block {
    let longest = s.config.longest;
    s.times(longest, |s| insert_in_tree(s, list))
}

/// Looks for a number.
pub(crate) fn find_in_tree(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let p = s.cursor(cell, &mut out);
    let wanted = s.value();
    let data = p.arrow(&cell.data);
    let down =
        Stmt::If(wanted.lt(&data), vec![set(&p, &p.arrow(&cell.next))], vec![set(&p, &p.arrow(right(list)))]);
    out.push(set(&p, &list.head));
    let guard = s.there(&p).and(&data.ne(&wanted));
    out.push(repeat(guard, vec![down]));
    out
}

/// Claims of the cells on one way down that they are in order with what is below.
pub(crate) fn claim_of_tree(s: &mut Scene, list: &List) -> Block {
    let cell = list.cell.clone();
    let (asserts, right) = (s.config.assertions, right(list).to_owned());
    s.walk(&list.cell, &list.head, |_, p| {
        let data = p.arrow(&cell.data);
        let (one, other) = (p.arrow(&cell.next), p.arrow(&right));
        let say = |claim: Expr| if asserts { Stmt::Assert(claim) } else { when(claim, vec![]) };
        vec![
            when(one.not_null(), vec![say(one.arrow(&cell.data).le(&data))]),
            when(other.not_null(), vec![say(data.le(&other.arrow(&cell.data)))]),
        ]
    })
}
