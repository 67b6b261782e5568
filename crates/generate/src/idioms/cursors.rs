//! Several pointers that stop anywhere on one structure, and what is done through them afterwards.

use crate::ast::{Block, Expr, Stmt};
use crate::build::{free, increment, repeat, set, when};
use crate::scene::{Kind, List, Scene};

/// Whether it fits: cells are written to, which would spoil what is in order, and a ring has no end to walk to.
pub(super) fn fits(list: &List) -> bool {
    matches!(list.kind, Kind::Singly | Kind::Doubly | Kind::Queue | Kind::Tree)
}

/// Leaves pointers on a structure, then uses them in an order of their own.
pub(crate) fn anywhere(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let most = s.config.cursors.max(2);
    let cursors: Vec<Expr> = (0..s.random.within(2, most)).map(|_| s.cursor(&list.cell, &mut out)).collect();
    out.extend(cursors.iter().map(|cursor| set(cursor, &Expr::Null)));
    match list.kind {
        Kind::Tree => {
            for cursor in &cursors {
                out.extend(super::tree::descend(s, list, cursor));
            }
        }
        _ => out.extend(s.walk(&list.cell, &list.head, |_, p| {
            cursors.iter().map(|cursor| when(Expr::Nondet(None), vec![set(cursor, p)])).collect()
        })),
    }
    for _ in 0..s.random.within(1, 2 * cursors.len()) {
        let (one, other) = (s.random.pick(&cursors).clone(), s.random.pick(&cursors).clone());
        out.extend(used(s, list, &one, &other));
    }
    if list.kind == Kind::Singly && list.cell.inner.is_none() && s.random.percent(40) {
        // The last thing that is done: the others may point to what is freed here.
        let one = s.random.pick(&cursors).clone();
        out.extend(drop_next(s, list, &one));
    }
    out
}

/// Looks at or writes to what a pointer leads to.
fn used(s: &mut Scene, list: &List, one: &Expr, other: &Expr) -> Block {
    let cell = &list.cell;
    let next = one.arrow(&cell.next);
    let mut out = Vec::new();
    let then = match s.random.below(7) {
        0 => vec![when(next.not_null(), vec![set(&next.arrow(&cell.data), &s.value())])],
        1 => vec![set(&one.arrow(&cell.data), &s.value())],
        2 => {
            let n = s.counter(&mut out);
            vec![set(&n, &one.arrow(&cell.data))]
        }
        3 => {
            let n = s.counter(&mut out);
            s.walk(cell, one, |_, _| vec![increment(&n)])
        }
        4 => {
            let guard = s.there(&next).and(&Expr::Nondet(None));
            // Moves on, but stays on a cell.
            vec![repeat(guard, vec![set(one, &next)])]
        }
        5 => vec![Stmt::If(
            one.eq(other),
            vec![Stmt::Add(other.arrow(&cell.data), Expr::Int(1))],
            vec![set(one, other)],
        )],
        _ => match &cell.prev {
            Some(prev) => {
                let prev = one.arrow(prev);
                vec![when(prev.not_null(), vec![set(one, &prev)])]
            }
            None => vec![set(one, &next)],
        },
    };
    let there = s.there(one);
    out.push(when(there, then));
    out
}

/// Takes out and frees the cell after the one a pointer leads to.
fn drop_next(s: &mut Scene, list: &List, one: &Expr) -> Block {
    let mut inner = Vec::new();
    let p = s.cursor(&list.cell, &mut inner);
    let next = one.arrow(&list.cell.next);
    inner.push(set(&p, &next));
    let there = s.there(&p);
    inner.push(when(there, vec![set(&next, &p.arrow(&list.cell.next)), free(&p)]));
    vec![when(one.not_null(), inner)]
}
