//! Idioms that take cells out of lists and free them.

use crate::ast::{Block, Expr, Stmt};
use crate::build::{free, increment, repeat, set, when};
use crate::scene::{List, Scene};

/// Frees the first cell.
pub(crate) fn pop(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let p = s.cursor(&list.cell, &mut out);
    let body = vec![set(&p, &list.head), set(&list.head, &p.arrow(&list.cell.next)), free(&p)];
    let there = s.there(&list.head);
    out.push(when(there, body));
    out
}

/// Frees the second cell.
pub(crate) fn delete_second(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let p = s.cursor(&list.cell, &mut out);
    let next = list.head.arrow(&list.cell.next);
    let two = s.there(&list.head).and(&next.not_null());
    let mut body = vec![set(&p, &next)];
    if s.random.percent(50) {
        body.push(set(&next, &next.arrow(&list.cell.next)));
    } else {
        body.push(set(&next, &p.arrow(&list.cell.next)));
    }
    body.push(free(&p));
    out.push(when(two, body));
    out
}

/// Frees the last cell.
pub(crate) fn delete_last(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let (before, p) = (s.cursor(cell, &mut out), s.cursor(cell, &mut out));
    let next = p.arrow(&cell.next);
    let first = s.missing(&before);
    let mut body = vec![set(&before, &Expr::Null), set(&p, &list.head)];
    body.push(repeat(next.not_null(), vec![set(&before, &p), set(&p, &next)]));
    body.push(Stmt::If(
        first,
        vec![set(&list.head, &Expr::Null)],
        vec![set(&before.arrow(&cell.next), &Expr::Null)],
    ));
    body.push(free(&p));
    let there = s.there(&list.head);
    out.push(when(there, body));
    out
}

/// Frees the cells that are somehow, or only the first of them.
pub(crate) fn delete_some(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let (before, p, next) = (s.cursor(cell, &mut out), s.cursor(cell, &mut out), s.cursor(cell, &mut out));
    out.push(set(&before, &Expr::Null));
    out.push(set(&p, &list.head));
    let guard = s.there(&p);
    let about = s.about(cell, &p);
    let first = s.missing(&before);
    let mut found = vec![
        Stmt::If(first, vec![set(&list.head, &next)], vec![set(&before.arrow(&cell.next), &next)]),
        free(&p),
    ];
    if s.random.percent(30) {
        found.push(Stmt::Break);
    }
    let body = vec![
        set(&next, &p.arrow(&cell.next)),
        Stmt::If(about, found, vec![set(&before, &p)]),
        set(&p, &next),
    ];
    out.push(repeat(guard, body));
    out
}

/// Frees cells that hold the same as the one before.
pub(crate) fn dedup(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let (p, twin) = (s.cursor(cell, &mut out), s.cursor(cell, &mut out));
    let next = p.arrow(&cell.next);
    let same = p.arrow(&cell.data).eq(&next.arrow(&cell.data));
    let found = vec![set(&twin, &next), set(&next, &twin.arrow(&cell.next)), free(&twin)];
    out.push(set(&p, &list.head));
    let guard = s.there(&p).and(&next.not_null());
    out.push(repeat(guard, vec![Stmt::If(same, found, vec![set(&p, &next)])]));
    out
}

/// Frees several cells from the front.
pub(crate) fn pop_many(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let p = s.cursor(&list.cell, &mut out);
    let i = s.counter(&mut out);
    let limit = s.value();
    let guard = i.lt(&limit).and(&s.there(&list.head));
    let body = vec![
        set(&p, &list.head),
        set(&list.head, &list.head.arrow(&list.cell.next)),
        free(&p),
        increment(&i),
    ];
    out.push(repeat(guard, body));
    out
}

/// Frees all cells, in one of the usual ways, and leaves the list empty.
pub(crate) fn free_all(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let p = s.cursor(cell, &mut out);
    match s.random.below(3) {
        0 => {
            let guard = s.there(&list.head);
            let body = vec![set(&p, &list.head), set(&list.head, &p.arrow(&cell.next)), free(&p)];
            out.push(repeat(guard, body));
        }
        1 => {
            let guard = s.there(&list.head);
            let next = list.head.arrow(&cell.next);
            let body = vec![set(&p, &next), free(&list.head), set(&list.head, &p)];
            out.push(repeat(guard, body));
        }
        _ => {
            let guard = s.there(&p);
            out.push(set(&p, &list.head));
            let mut body = Vec::new();
            let next = s.cursor(cell, &mut body);
            body.extend([set(&next, &p.arrow(&cell.next)), free(&p), set(&p, &next)]);
            out.push(repeat(guard, body));
            out.push(set(&list.head, &Expr::Null));
        }
    }
    out
}
