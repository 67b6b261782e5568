//! Idioms that keep the cells and change how they are linked.

use std::rc::Rc;

use crate::ast::{Block, Expr, Stmt};
use crate::build::{increment, repeat, set, when};
use crate::idioms::build::to_last;
use crate::scene::{Cell, List, Scene};

/// Turns a list round.
pub(crate) fn reverse(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let done = s.cursor(cell, &mut out);
    out.push(set(&done, &Expr::Null));
    let guard = s.there(&list.head);
    let mut body = Vec::new();
    let rest = s.cursor(cell, &mut body);
    let next = list.head.arrow(&cell.next);
    body.extend([set(&rest, &next), set(&next, &done), set(&done, &list.head), set(&list.head, &rest)]);
    out.push(repeat(guard, body));
    out.push(set(&list.head, &done));
    out
}

/// Links the second list behind the first.
pub(crate) fn concat(s: &mut Scene, first: &List, second: &List) -> Block {
    let mut out = Vec::new();
    let mut long = Vec::new();
    let end = s.cursor(&first.cell, &mut long);
    long.push(set(&end, &first.head));
    if s.random.percent(50) {
        let next = end.arrow(&first.cell.next);
        long.push(repeat(next.not_null(), vec![set(&end, &next)]));
    } else {
        long.push(to_last(s, first, &end));
    }
    long.push(set(&end.arrow(&first.cell.next), &second.head));
    let empty = s.missing(&first.head);
    out.push(Stmt::If(empty, vec![set(&first.head, &second.head)], long));
    out.push(set(&second.head, &Expr::Null));
    out
}

/// The statements that move the first cell of one list to the front of another.
fn shift(from: &List, to: &List, p: &Expr) -> Block {
    let next = p.arrow(&from.cell.next);
    vec![set(p, &from.head), set(&from.head, &next), set(&next, &to.head), set(&to.head, p)]
}

/// Moves the first cell of one list to the front of another.
pub(crate) fn move_first(s: &mut Scene, from: &List, to: &List) -> Block {
    let mut out = Vec::new();
    let p = s.cursor(&from.cell, &mut out);
    let there = s.there(&from.head);
    out.push(when(there, shift(from, to, &p)));
    out
}

/// Moves several cells, one after the other.
pub(crate) fn move_many(s: &mut Scene, from: &List, to: &List) -> Block {
    let mut out = Vec::new();
    let p = s.cursor(&from.cell, &mut out);
    let mut guard = s.there(&from.head);
    if s.random.percent(50) {
        let i = s.counter(&mut out);
        let limit = s.value();
        guard = guard.and(&i.lt(&limit));
        let mut body = shift(from, to, &p);
        body.push(increment(&i));
        out.push(repeat(guard, body));
    } else {
        out.push(repeat(guard, shift(from, to, &p)));
    }
    out
}

/// Exchanges two lists.
pub(crate) fn exchange(s: &mut Scene, a: &List, b: &List) -> Block {
    let mut out = Vec::new();
    let p = s.cursor(&a.cell, &mut out);
    out.extend([set(&p, &a.head), set(&a.head, &b.head), set(&b.head, &p)]);
    out
}

/// Moves the first cell to the end.
pub(crate) fn rotate(s: &mut Scene, list: &List) -> Block {
    let mut inner = Vec::new();
    let cell = &list.cell;
    let (first, end) = (s.cursor(cell, &mut inner), s.cursor(cell, &mut inner));
    let next = end.arrow(&cell.next);
    inner.push(set(&first, &list.head));
    inner.push(set(&list.head, &first.arrow(&cell.next)));
    inner.push(set(&end, &list.head));
    inner.push(repeat(next.not_null(), vec![set(&end, &next)]));
    inner.push(set(&next, &first));
    inner.push(set(&first.arrow(&cell.next), &Expr::Null));
    let two = s.there(&list.head).and(&list.head.arrow(&cell.next).not_null());
    vec![when(two, inner)]
}

/// Cuts a list behind the nth cell; the rest becomes the other list, which must be empty.
pub(crate) fn split(s: &mut Scene, list: &List, rest: &List) -> Block {
    let mut inner = Vec::new();
    let cell = &list.cell;
    let at = s.cursor(cell, &mut inner);
    let i = s.counter(&mut inner);
    let limit = s.value();
    let next = at.arrow(&cell.next);
    inner.push(set(&at, &list.head));
    let guard = next.not_null().and(&i.lt(&limit));
    inner.push(repeat(guard, vec![set(&at, &next), increment(&i)]));
    inner.push(set(&rest.head, &next));
    inner.push(set(&next, &Expr::Null));
    let possible = s.there(&list.head).and(&s.missing(&rest.head));
    vec![when(possible, inner)]
}

/// Deals the cells of a list out to itself and another, by what they hold.
pub(crate) fn deal(s: &mut Scene, list: &List, other: &List) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let (kept, p) = (s.cursor(cell, &mut out), s.cursor(cell, &mut out));
    let next = p.arrow(&cell.next);
    out.push(set(&kept, &Expr::Null));
    let guard = s.there(&list.head);
    let about = s.about(cell, &p);
    let body = vec![
        set(&p, &list.head),
        set(&list.head, &next),
        Stmt::If(
            about,
            vec![set(&next, &kept), set(&kept, &p)],
            vec![set(&next, &other.head), set(&other.head, &p)],
        ),
    ];
    out.push(repeat(guard, body));
    out.push(set(&list.head, &kept));
    out
}

/// Links `t` behind `end`, or makes it the first.
fn link(s: &mut Scene, cell: &Rc<Cell>, done: &Expr, end: &Expr, t: &Expr) -> Stmt {
    let empty = s.missing(done);
    Stmt::If(empty, vec![set(done, t)], vec![set(&end.arrow(&cell.next), t)])
}

/// Merges the second list into the first, by what the cells hold.
pub(crate) fn merge(s: &mut Scene, a: &List, b: &List) -> Block {
    let mut out = Vec::new();
    let cell = &a.cell;
    let (done, end, t) = (s.cursor(cell, &mut out), s.cursor(cell, &mut out), s.cursor(cell, &mut out));
    out.push(set(&done, &Expr::Null));
    out.push(set(&end, &Expr::Null));
    let take = |from: &List| vec![set(&t, &from.head), set(&from.head, &from.head.arrow(&cell.next))];
    let smaller = a.head.arrow(&cell.data).le(&b.head.arrow(&cell.data));
    let guard = s.there(&a.head).and(&s.there(&b.head));
    let mut body = vec![Stmt::If(smaller, take(a), take(b))];
    body.push(set(&t.arrow(&cell.next), &Expr::Null));
    body.push(link(s, cell, &done, &end, &t));
    body.push(set(&end, &t));
    out.push(repeat(guard, body));
    out.push(Stmt::If(a.head.not_null(), vec![set(&t, &a.head)], vec![set(&t, &b.head)]));
    out.push(link(s, cell, &done, &end, &t));
    out.push(set(&a.head, &done));
    out.push(set(&b.head, &Expr::Null));
    out
}

/// Exchanges the first two cells.
pub(crate) fn exchange_first(s: &mut Scene, list: &List) -> Block {
    let mut inner = Vec::new();
    let cell = &list.cell;
    let second = s.cursor(cell, &mut inner);
    let (next, behind) = (list.head.arrow(&cell.next), second.arrow(&cell.next));
    inner.extend([
        set(&second, &next),
        set(&next, &behind),
        set(&behind, &list.head),
        set(&list.head, &second),
    ]);
    let two = s.there(&list.head).and(&next.not_null());
    vec![when(two, inner)]
}

/// Sorts by moving each cell to its place in a new list.
pub(crate) fn sort(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let (done, p) = (s.cursor(cell, &mut out), s.cursor(cell, &mut out));
    let at = s.cursor(cell, &mut out);
    out.push(set(&done, &Expr::Null));
    let (data, next) = (p.arrow(&cell.data), p.arrow(&cell.next));
    let behind = at.arrow(&cell.next);
    let first = s.missing(&done);
    let guard = behind.not_null().and(&behind.arrow(&cell.data).lt(&data));
    let further =
        vec![set(&at, &done), repeat(guard, vec![set(&at, &behind)]), set(&next, &behind), set(&behind, &p)];
    // Or: `done == NULL || p->data <= done->data`, as two nested branches.
    let smallest = data.le(&done.arrow(&cell.data));
    let front = vec![set(&next, &done), set(&done, &p)];
    let body = vec![
        set(&p, &list.head),
        set(&list.head, &next),
        Stmt::If(first, front.clone(), vec![Stmt::If(smallest, front, further)]),
    ];
    let there = s.there(&list.head);
    out.push(repeat(there, body));
    out.push(set(&list.head, &done));
    out
}
