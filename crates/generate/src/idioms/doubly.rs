//! Idioms for doubly linked lists: every link has a link back, the first cell's leads nowhere.

use crate::ast::{Block, Expr, Stmt};
use crate::build::{free, increment, repeat, set, when};
use crate::idioms::build::to_last;
use crate::scene::{List, Scene};

/// The name of the link back.
fn prev(list: &List) -> &str {
    list.cell.prev.as_deref().unwrap_or(&list.cell.next)
}

/// A new cell in front.
pub(crate) fn push(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let p = s.cursor(&list.cell, &mut out);
    out.extend(s.allocate(&list.cell, &p));
    out.push(set(&p.arrow(&list.cell.next), &list.head));
    let there = s.there(&list.head);
    out.push(when(there, vec![set(&list.head.arrow(prev(list)), &p)]));
    out.push(set(&list.head, &p));
    out
}

/// Several new cells in front.
pub(crate) fn push_many(s: &mut Scene, list: &List) -> Block {
    let longest = s.config.longest;
    s.times(longest, |s| push(s, list))
}

/// Several new cells at the end.
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
        body.push(set(&p.arrow(prev(list)), &end));
        let first = s.missing(&end);
        body.push(Stmt::If(first, vec![set(&list.head, &p)], vec![set(&end.arrow(&cell.next), &p)]));
        body.push(set(&end, &p));
        body
    });
    out.extend(body);
    out
}

/// A new cell behind one that is somehow, or none.
pub(crate) fn insert(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let (at, p) = (s.cursor(cell, &mut out), s.cursor(cell, &mut out));
    let next = at.arrow(&cell.next);
    out.push(set(&at, &list.head));
    let guard = s.there(&at);
    let about = s.about(cell, &at);
    out.push(repeat(guard, vec![when(about, vec![Stmt::Break]), set(&at, &next)]));
    let mut found = s.allocate(cell, &p);
    found.push(set(&p.arrow(&cell.next), &next));
    found.push(set(&p.arrow(prev(list)), &at));
    found.push(when(next.not_null(), vec![set(&next.arrow(prev(list)), &p)]));
    found.push(set(&next, &p));
    let there = s.there(&at);
    out.push(when(there, found));
    out
}

/// Takes `p` out of the list; it keeps its links.
fn unlink(list: &List, p: &Expr) -> Block {
    let (before, behind) = (p.arrow(prev(list)), p.arrow(&list.cell.next));
    vec![
        Stmt::If(
            before.not_null(),
            vec![set(&before.arrow(&list.cell.next), &behind)],
            vec![set(&list.head, &behind)],
        ),
        when(behind.not_null(), vec![set(&behind.arrow(prev(list)), &before)]),
    ]
}

/// Frees the first cell.
pub(crate) fn pop(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let p = s.cursor(&list.cell, &mut out);
    let mut body = vec![set(&p, &list.head), set(&list.head, &p.arrow(&list.cell.next))];
    let there = s.there(&list.head);
    body.push(when(there, vec![set(&list.head.arrow(prev(list)), &Expr::Null)]));
    body.push(free(&p));
    let there = s.there(&list.head);
    out.push(when(there, body));
    out
}

/// Frees the cells that are somehow, or only the first of them.
pub(crate) fn delete_some(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let (p, next) = (s.cursor(cell, &mut out), s.cursor(cell, &mut out));
    out.push(set(&p, &list.head));
    let guard = s.there(&p);
    let about = s.about(cell, &p);
    let mut found = unlink(list, &p);
    found.push(free(&p));
    if s.random.percent(30) {
        found.push(Stmt::Break);
    }
    out.push(repeat(guard, vec![set(&next, &p.arrow(&cell.next)), when(about, found), set(&p, &next)]));
    out
}

/// Claims of every link that there is one back.
pub(crate) fn claim(s: &mut Scene, list: &List) -> Block {
    let cell = list.cell.clone();
    let asserts = s.config.assertions;
    s.walk(&list.cell, &list.head, |_, p| {
        let next = p.arrow(&cell.next);
        let claim = next.arrow(prev(list)).eq(p);
        let then = if asserts { Stmt::Assert(claim) } else { when(claim, vec![]) };
        vec![when(next.not_null(), vec![then])]
    })
}

/// To the last cell and back, counting the way back.
pub(crate) fn there_and_back(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let (p, n) = (s.cursor(&list.cell, &mut out), s.counter(&mut out));
    out.push(set(&p, &list.head));
    out.push(to_last(s, list, &p));
    let guard = s.there(&p);
    out.push(repeat(guard, vec![increment(&n), set(&p, &p.arrow(prev(list)))]));
    out
}

/// Turns the list round by exchanging the links of every cell.
pub(crate) fn reverse(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let (p, next) = (s.cursor(cell, &mut out), s.cursor(cell, &mut out));
    out.push(set(&p, &list.head));
    let guard = s.there(&p);
    let (ahead, back) = (p.arrow(&cell.next), p.arrow(prev(list)));
    let body =
        vec![set(&next, &ahead), set(&ahead, &back), set(&back, &next), set(&list.head, &p), set(&p, &next)];
    out.push(repeat(guard, body));
    out
}

/// Moves the first cell of one list to the front of another.
pub(crate) fn move_first(s: &mut Scene, from: &List, to: &List) -> Block {
    let mut out = Vec::new();
    let cell = &from.cell;
    let p = s.cursor(cell, &mut out);
    let next = p.arrow(&cell.next);
    let back =
        |place: &Expr, value: &Expr| when(place.not_null(), vec![set(&place.arrow(prev(from)), value)]);
    let body = vec![
        set(&p, &from.head),
        set(&from.head, &next),
        back(&from.head, &Expr::Null),
        set(&next, &to.head),
        back(&to.head, &p),
        set(&to.head, &p),
    ];
    let there = s.there(&from.head);
    out.push(when(there, body));
    out
}

/// Links the second list behind the first.
pub(crate) fn concat(s: &mut Scene, first: &List, second: &List) -> Block {
    let mut long = Vec::new();
    let cell = &first.cell;
    let end = s.cursor(cell, &mut long);
    let next = end.arrow(&cell.next);
    long.push(set(&end, &first.head));
    long.push(repeat(next.not_null(), vec![set(&end, &next)]));
    long.push(set(&next, &second.head));
    let there = s.there(&second.head);
    long.push(when(there, vec![set(&second.head.arrow(prev(first)), &end)]));
    let empty = s.missing(&first.head);
    vec![Stmt::If(empty, vec![set(&first.head, &second.head)], long), set(&second.head, &Expr::Null)]
}
