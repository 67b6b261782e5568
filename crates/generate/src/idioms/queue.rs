//! Idioms for queues: a list and a pointer to its last cell, null if there is none.

use crate::ast::{Block, Expr, Stmt};
use crate::build::{free, repeat, set, when};
use crate::scene::{List, Scene};

/// The place of the last cell.
fn tail(list: &List) -> Expr {
    list.tail.clone().unwrap_or_else(|| list.head.clone())
}

/// A new cell at the end.
pub(crate) fn push(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let (cell, tail) = (&list.cell, tail(list));
    let p = s.cursor(cell, &mut out);
    out.extend(s.allocate(cell, &p));
    out.push(set(&p.arrow(&cell.next), &Expr::Null));
    let empty = s.missing(&list.head);
    out.push(Stmt::If(empty, vec![set(&list.head, &p)], vec![set(&tail.arrow(&cell.next), &p)]));
    out.push(set(&tail, &p));
    out
}

/// Several new cells at the end.
pub(crate) fn push_many(s: &mut Scene, list: &List) -> Block {
    let longest = s.config.longest;
    s.times(longest, |s| push(s, list))
}

/// Takes the first cell and frees it.
pub(crate) fn pop(s: &mut Scene, list: &List) -> Block {
    let mut inner = Vec::new();
    let (cell, tail) = (&list.cell, tail(list));
    let p = s.cursor(cell, &mut inner);
    inner.extend([set(&p, &list.head), set(&list.head, &p.arrow(&cell.next))]);
    let empty = s.missing(&list.head);
    inner.push(when(empty, vec![set(&tail, &Expr::Null)]));
    inner.push(free(&p));
    let there = s.there(&list.head);
    vec![when(there, inner)]
}

/// Serves several.
pub(crate) fn pop_many(s: &mut Scene, list: &List) -> Block {
    s.times(4, |s| pop(s, list))
}

/// Claims what holds of both ends.
pub(crate) fn claim(s: &mut Scene, list: &List) -> Block {
    let tail = tail(list);
    if !s.config.assertions {
        return vec![when(tail.not_null(), vec![])];
    }
    let there = s.there(&tail);
    vec![
        Stmt::Assert(list.head.is_null().eq(&tail.is_null())),
        when(there, vec![Stmt::Assert(tail.arrow(&list.cell.next).is_null())]),
    ]
}

/// Turns the queue round.
pub(crate) fn reverse(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let (cell, tail) = (&list.cell, tail(list));
    let (p, done) = (s.cursor(cell, &mut out), s.cursor(cell, &mut out));
    out.push(set(&done, &Expr::Null));
    out.push(set(&tail, &list.head));
    let next = p.arrow(&cell.next);
    let guard = s.there(&list.head);
    let body = vec![set(&p, &list.head), set(&list.head, &next), set(&next, &done), set(&done, &p)];
    out.push(repeat(guard, body));
    out.push(set(&list.head, &done));
    out
}

/// Appends the second queue to the first.
pub(crate) fn concat(s: &mut Scene, first: &List, second: &List) -> Block {
    let (end, other) = (tail(first), tail(second));
    let empty = s.missing(&end);
    let there = s.there(&second.head);
    let link = Stmt::If(
        empty,
        vec![set(&first.head, &second.head)],
        vec![set(&end.arrow(&first.cell.next), &second.head)],
    );
    let body = vec![link, set(&end, &other), set(&second.head, &Expr::Null), set(&other, &Expr::Null)];
    vec![when(there, body)]
}

/// Moves the first cell of one queue to the end of another.
pub(crate) fn pass_on(s: &mut Scene, from: &List, to: &List) -> Block {
    let mut inner = Vec::new();
    let cell = &from.cell;
    let p = s.cursor(cell, &mut inner);
    let next = p.arrow(&cell.next);
    inner.extend([set(&p, &from.head), set(&from.head, &next)]);
    inner.push(when(from.head.is_null(), vec![set(&tail(from), &Expr::Null)]));
    inner.push(set(&next, &Expr::Null));
    let end = tail(to);
    let empty = s.missing(&to.head);
    inner.push(Stmt::If(empty, vec![set(&to.head, &p)], vec![set(&end.arrow(&cell.next), &p)]));
    inner.push(set(&end, &p));
    let there = s.there(&from.head);
    vec![when(there, inner)]
}

/// What is left to do when the cells are freed.
pub(crate) fn forget_last(list: &List) -> Stmt {
    set(&tail(list), &Expr::Null)
}
