//! Idioms for circular lists: the last cell leads to the first, and any cell may be the first.

use crate::ast::{Block, Expr, Stmt};
use crate::build::{free, increment, repeat, set, when};
use crate::scene::{List, Scene};

/// A new cell behind the first.
pub(crate) fn push(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let p = s.cursor(&list.cell, &mut out);
    let (next, behind) = (p.arrow(&list.cell.next), list.head.arrow(&list.cell.next));
    out.extend(s.allocate(&list.cell, &p));
    let empty = s.missing(&list.head);
    let alone = vec![set(&next, &p), set(&list.head, &p)];
    out.push(Stmt::If(empty, alone, vec![set(&next, &behind), set(&behind, &p)]));
    out
}

/// Several new cells.
pub(crate) fn push_many(s: &mut Scene, list: &List) -> Block {
    let longest = s.config.longest;
    s.times(longest, |s| push(s, list))
}

/// Makes the next cell the first.
pub(crate) fn turn(s: &mut Scene, list: &List) -> Block {
    let there = s.there(&list.head);
    vec![when(there, vec![set(&list.head, &list.head.arrow(&list.cell.next))])]
}

/// Once round, from the first cell back to it.
fn round(s: &mut Scene, list: &List, body: impl FnOnce(&mut Scene, &Expr) -> Block) -> Block {
    let mut out = Vec::new();
    let p = s.cursor(&list.cell, &mut out);
    let mut body = body(s, &p);
    body.push(set(&p, &p.arrow(&list.cell.next)));
    let there = s.there(&list.head);
    out.push(when(there, vec![set(&p, &list.head), Stmt::DoWhile(body, p.ne(&list.head))]));
    out
}

/// Counts the cells into `n`, which is zero.
pub(crate) fn count_into(s: &mut Scene, list: &List, n: &Expr) -> Block {
    round(s, list, |_, _| vec![increment(n)])
}

/// Counts the cells.
pub(crate) fn count(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let n = s.counter(&mut out);
    out.extend(count_into(s, list, &n));
    if s.config.assertions && s.random.percent(50) {
        out.push(Stmt::Assert(n.eq(&Expr::Int(0)).eq(&list.head.is_null())));
    }
    out
}

/// Gives every cell a number.
pub(crate) fn number(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let i = s.counter(&mut out);
    let data = list.cell.data.clone();
    out.extend(round(s, list, |_, p| vec![set(&p.arrow(&data), &i), increment(&i)]));
    out
}

/// Frees the cell behind the first, which may be the first itself.
pub(crate) fn delete_next(s: &mut Scene, list: &List) -> Block {
    let mut inner = Vec::new();
    let p = s.cursor(&list.cell, &mut inner);
    let behind = list.head.arrow(&list.cell.next);
    inner.push(set(&p, &behind));
    inner.push(Stmt::If(
        p.eq(&list.head),
        vec![set(&list.head, &Expr::Null)],
        vec![set(&behind, &p.arrow(&list.cell.next))],
    ));
    inner.push(free(&p));
    let there = s.there(&list.head);
    vec![when(there, inner)]
}

/// Turns and frees, turn by turn.
pub(crate) fn count_out(s: &mut Scene, list: &List) -> Block {
    s.times(4, |s| {
        let mut body = turn(s, list);
        body.extend(delete_next(s, list));
        body
    })
}

/// Goes to the cell in front of the first and makes it the first.
pub(crate) fn turn_back(s: &mut Scene, list: &List) -> Block {
    let mut inner = Vec::new();
    let p = s.cursor(&list.cell, &mut inner);
    let next = p.arrow(&list.cell.next);
    inner.push(set(&p, &list.head));
    inner.push(repeat(next.ne(&list.head), vec![set(&p, &next)]));
    inner.push(set(&list.head, &p));
    let there = s.there(&list.head);
    vec![when(there, inner)]
}

/// Makes one ring of two.
pub(crate) fn join(s: &mut Scene, a: &List, b: &List) -> Block {
    let mut both = Vec::new();
    let p = s.cursor(&a.cell, &mut both);
    let (next_a, next_b) = (a.head.arrow(&a.cell.next), b.head.arrow(&b.cell.next));
    both.extend([set(&p, &next_a), set(&next_a, &next_b), set(&next_b, &p)]);
    let empty = s.missing(&a.head);
    let there = s.there(&b.head);
    vec![Stmt::If(empty, vec![set(&a.head, &b.head)], vec![when(there, both)]), set(&b.head, &Expr::Null)]
}

/// Frees all cells.
pub(crate) fn free_all(s: &mut Scene, list: &List) -> Block {
    let mut inner = Vec::new();
    let p = s.cursor(&list.cell, &mut inner);
    let behind = list.head.arrow(&list.cell.next);
    if s.random.percent(50) {
        // Cut open, it is a list that ends.
        inner.extend([set(&p, &behind), set(&behind, &Expr::Null), set(&list.head, &p)]);
        inner.push(repeat(
            list.head.not_null(),
            vec![set(&p, &behind), free(&list.head), set(&list.head, &p)],
        ));
    } else {
        let body = vec![set(&p, &behind), set(&behind, &p.arrow(&list.cell.next)), free(&p)];
        inner.push(repeat(behind.ne(&list.head), body));
        inner.extend([free(&list.head), set(&list.head, &Expr::Null)]);
    }
    let there = s.there(&list.head);
    vec![when(there, inner)]
}
