//! Idioms that make lists longer: cells in front, at the end, in the middle, and copies.

use crate::ast::{Block, Expr, Stmt};
use crate::build::{repeat, set, when};
use crate::scene::{List, Scene};

/// `p = malloc(…); p->next = head; head = p;`
pub(crate) fn push(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let p = s.cursor(&list.cell, &mut out);
    out.extend(s.allocate(&list.cell, &p));
    out.push(set(&p.arrow(&list.cell.next), &list.head));
    out.push(set(&list.head, &p));
    out
}

/// Pushes several times.
pub(crate) fn push_many(s: &mut Scene, list: &List) -> Block {
    let longest = s.config.longest;
    s.times(longest, |s| push(s, list))
}

/// Walks to the last cell, then links new cells behind it.
pub(crate) fn append_many(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let end = s.cursor(cell, &mut out);
    out.push(set(&end, &list.head));
    out.push(to_last(s, list, &end));
    let longest = s.config.longest;
    let body = s.times(longest, |s| {
        let mut body = Vec::new();
        let p = s.cursor(cell, &mut body);
        body.extend(s.allocate(cell, &p));
        body.push(set(&p.arrow(&cell.next), &Expr::Null));
        let first = s.missing(&list.head);
        body.push(Stmt::If(first, vec![set(&list.head, &p)], vec![set(&end.arrow(&cell.next), &p)]));
        body.push(set(&end, &p));
        body
    });
    out.extend(body);
    out
}

/// `while (end != NULL && end->next != NULL) end = end->next;`
pub(crate) fn to_last(s: &mut Scene, list: &List, end: &Expr) -> Stmt {
    let next = end.arrow(&list.cell.next);
    let guard = s.there(end).and(&next.not_null());
    repeat(guard, vec![set(end, &next)])
}

/// A cell behind the nth, if there are so many.
pub(crate) fn insert_at(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let at = s.cursor(cell, &mut out);
    let i = s.counter(&mut out);
    let stop = s.value();
    out.push(set(&at, &list.head));
    let guard = s.there(&at).and(&i.lt(&stop));
    out.push(repeat(guard, vec![set(&at, &at.arrow(&cell.next)), crate::build::increment(&i)]));
    let mut found = Vec::new();
    let p = s.cursor(cell, &mut found);
    found.extend(s.allocate(cell, &p));
    found.push(set(&p.arrow(&cell.next), &at.arrow(&cell.next)));
    found.push(set(&at.arrow(&cell.next), &p));
    let there = s.there(&at);
    out.push(when(there, found));
    out
}

/// A cell in front of the first one that is not smaller.
pub(crate) fn insert_sorted(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let p = s.cursor(cell, &mut out);
    let (before, at) = (s.cursor(cell, &mut out), s.cursor(cell, &mut out));
    out.extend(s.allocate(cell, &p));
    out.push(set(&before, &Expr::Null));
    out.push(set(&at, &list.head));
    let smaller = at.arrow(&cell.data).lt(&p.arrow(&cell.data));
    let guard = s.there(&at).and(&smaller);
    out.push(repeat(guard, vec![set(&before, &at), set(&at, &at.arrow(&cell.next))]));
    out.push(set(&p.arrow(&cell.next), &at));
    let first = s.missing(&before);
    out.push(Stmt::If(first, vec![set(&list.head, &p)], vec![set(&before.arrow(&cell.next), &p)]));
    out
}

/// A copy of one list in front of another, in reverse or in order.
pub(crate) fn copy(s: &mut Scene, from: &List, to: &List) -> Block {
    let cell = &to.cell;
    let mut out = Vec::new();
    let (c, end) = (s.cursor(cell, &mut out), s.cursor(cell, &mut out));
    let in_order = s.random.percent(50);
    out.push(set(&end, &Expr::Null));
    out.extend(s.walk(&from.cell, &from.head, |s, p| {
        let mut body = s.allocate(cell, &c);
        body.push(set(&c.arrow(&cell.data), &p.arrow(&from.cell.data)));
        if in_order {
            body.push(set(&c.arrow(&cell.next), &Expr::Null));
            let first = s.missing(&end);
            body.push(Stmt::If(first, vec![set(&to.head, &c)], vec![set(&end.arrow(&cell.next), &c)]));
            body.push(set(&end, &c));
        } else {
            body.push(set(&c.arrow(&cell.next), &to.head));
            body.push(set(&to.head, &c));
        }
        body
    }));
    if in_order {
        // What the other list had would be lost.
        let empty = s.missing(&to.head);
        return vec![when(empty, out)];
    }
    out
}
