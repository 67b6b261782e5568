//! Idioms that walk along the links themselves, with a `struct node **`: no first cell is special.

use crate::ast::{Block, Expr, Stmt};
use crate::build::{declare, free, repeat, set};
use crate::scene::{List, Scene};

/// A pointer to a link, that of the head to begin with.
fn link(s: &mut Scene, list: &List, out: &mut Block) -> Expr {
    let name = s.name("l");
    out.push(declare(&name, list.cell.pointer().pointer(), Some(list.head.address())));
    Expr::var(name)
}

/// `l = &(*l)->next;`
fn further(list: &List, l: &Expr) -> Stmt {
    set(l, &l.deref().arrow(&list.cell.next).address())
}

/// Frees the cells that are somehow.
pub(crate) fn delete_some(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let p = s.cursor(&list.cell, &mut out);
    let l = link(s, list, &mut out);
    let guard = s.there(&l.deref());
    let about = s.about(&list.cell, &p);
    let mut found = vec![set(&l.deref(), &p.arrow(&list.cell.next)), free(&p)];
    if s.random.percent(30) {
        found.push(Stmt::Break);
    }
    out.push(repeat(guard, vec![set(&p, &l.deref()), Stmt::If(about, found, vec![further(list, &l)])]));
    out
}

/// Several new cells at the end.
pub(crate) fn append_many(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let l = link(s, list, &mut out);
    let guard = s.there(&l.deref());
    out.push(repeat(guard, vec![further(list, &l)]));
    let longest = s.config.longest;
    let body = s.times(longest, |s| {
        let mut body = Vec::new();
        let p = s.cursor(cell, &mut body);
        body.extend(s.allocate(cell, &p));
        body.push(set(&p.arrow(&cell.next), &Expr::Null));
        body.push(set(&l.deref(), &p));
        body.push(set(&l, &p.arrow(&cell.next).address()));
        body
    });
    out.extend(body);
    out
}

/// A cell in front of the first one that is not smaller.
pub(crate) fn insert_sorted(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let p = s.cursor(cell, &mut out);
    out.extend(s.allocate(cell, &p));
    let l = link(s, list, &mut out);
    let smaller = l.deref().arrow(&cell.data).lt(&p.arrow(&cell.data));
    let guard = s.there(&l.deref()).and(&smaller);
    out.push(repeat(guard, vec![further(list, &l)]));
    out.push(set(&p.arrow(&cell.next), &l.deref()));
    out.push(set(&l.deref(), &p));
    out
}

/// Links the second list behind the first.
pub(crate) fn concat(s: &mut Scene, first: &List, second: &List) -> Block {
    let mut out = Vec::new();
    let l = link(s, first, &mut out);
    let guard = s.there(&l.deref());
    out.push(repeat(guard, vec![further(first, &l)]));
    out.push(set(&l.deref(), &second.head));
    out.push(set(&second.head, &Expr::Null));
    out
}
