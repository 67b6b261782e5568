//! Idioms that put a cell of the stack in front of a list for a while.

use crate::ast::{Block, Expr, Stmt, Type};
use crate::build::{declare, free, increment, repeat, set};
use crate::scene::{List, Scene};

/// A cell on the stack in front of the list, and a pointer that starts there.
fn in_front(s: &mut Scene, list: &List, out: &mut Block) -> (Expr, Expr) {
    let name = s.name("first");
    out.push(declare(&name, Type::Struct(list.cell.record.clone()), Some(Expr::Zero)));
    let (first, p) = (Expr::var(name), s.cursor(&list.cell, out));
    out.push(set(&first.address().arrow(&list.cell.next), &list.head));
    out.push(set(&p, &first.address()));
    (first, p)
}

/// Frees the cells that are somehow: none of them is the first.
pub(crate) fn delete_some(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let (first, p) = in_front(s, list, &mut out);
    let gone = s.cursor(cell, &mut out);
    let next = p.arrow(&cell.next);
    let about = s.about(cell, &next);
    let take = vec![set(&gone, &next), set(&next, &gone.arrow(&cell.next)), free(&gone)];
    let guard = s.there(&next);
    out.push(repeat(guard, vec![Stmt::If(about, take, vec![set(&p, &next)])]));
    out.push(set(&list.head, &first.address().arrow(&cell.next)));
    out.push(set(&p, &Expr::Null));
    vec![Stmt::Block(out)]
}

/// Several new cells at the end, which is never empty.
pub(crate) fn append_many(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let (first, p) = in_front(s, list, &mut out);
    let (next, longest, loops) = (p.arrow(&cell.next), s.config.longest, s.loops);
    let guard = s.there(&next);
    out.push(repeat(guard, vec![set(&p, &next)]));
    // Only the loop itself is left where there is no memory: the list is still to be given back.
    let way_out = s.way_out.take();
    s.loops = 0;
    let body = s.times(longest, |s| {
        let mut body = Vec::new();
        let new = s.cursor(cell, &mut body);
        body.extend(s.allocate(cell, &new));
        body.extend([set(&new.arrow(&cell.next), &Expr::Null), set(&next, &new), set(&p, &new)]);
        body
    });
    (s.way_out, s.loops) = (way_out, loops);
    out.extend(body);
    out.push(set(&list.head, &first.address().arrow(&cell.next)));
    out.push(set(&p, &Expr::Null));
    vec![Stmt::Block(out)]
}

/// Counts the cells and one on the stack.
pub(crate) fn look_past(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let (_, p) = in_front(s, list, &mut out);
    let n = s.counter(&mut out);
    let guard = s.there(&p);
    out.push(repeat(guard, vec![increment(&n), set(&p, &p.arrow(&list.cell.next))]));
    if s.config.assertions {
        out.push(Stmt::Assert(Expr::Int(1).le(&n)));
    }
    vec![Stmt::Block(out)]
}
