//! Idioms for binary trees: they grow, are looked through, and turn round their edges.
//!
//! Where cells have links to their parents, what moves gets a new parent in the same breath.

use crate::ast::{Block, Expr, Stmt};
use crate::build::{declare, each, increment, repeat, set, when};
use crate::scene::{Cell, List, Scene};

/// The names of the two links down, in some order.
pub(super) fn sides(s: &mut Scene, cell: &Cell) -> (String, String) {
    let (left, right) = (cell.next.clone(), cell.other.clone().unwrap_or_else(|| cell.next.clone()));
    if s.random.percent(50) { (left, right) } else { (right, left) }
}

/// `if (child != NULL) child->parent = parent;`, where cells know their parents.
pub(super) fn adopt(cell: &Cell, child: &Expr, parent: &Expr) -> Option<Stmt> {
    let link = child.arrow(cell.prev.as_ref()?);
    Some(when(child.not_null(), vec![set(&link, parent)]))
}

/// `child->parent = parent;` of a child that is there.
pub(super) fn adopted(cell: &Cell, child: &Expr, parent: &Expr) -> Option<Stmt> {
    Some(set(&child.arrow(cell.prev.as_ref()?), parent))
}

/// A turn to the left or the right.
fn turn(s: &mut Scene, cell: &Cell, at: &Expr) -> Stmt {
    let (one, other) = sides(s, cell);
    let to = |side: &str| vec![set(at, &at.arrow(side))];
    Stmt::If(Expr::Nondet(None), to(&one), to(&other))
}

/// From the root to some cell, or below the last.
pub(super) fn descend(s: &mut Scene, list: &List, at: &Expr) -> Block {
    let guard = s.there(at).and(&Expr::Nondet(None));
    vec![set(at, &list.head), repeat(guard, vec![turn(s, &list.cell, at)])]
}

/// A new root above the old one.
pub(crate) fn push(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let p = s.cursor(cell, &mut out);
    out.extend(s.allocate(cell, &p));
    let (side, _) = sides(s, cell);
    out.push(set(&p.arrow(&side), &list.head));
    out.extend(adopt(cell, &list.head, &p));
    out.push(set(&list.head, &p));
    out
}

/// Several new roots, one above the other.
pub(crate) fn push_many(s: &mut Scene, list: &List) -> Block {
    let longest = s.config.longest;
    s.times(longest, |s| push(s, list))
}

/// A new leaf somewhere.
pub(crate) fn insert(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let (p, at) = (s.cursor(cell, &mut out), s.cursor(cell, &mut out));
    out.extend(s.allocate(cell, &p));
    let (one, other) = sides(s, cell);
    let ways = [one, other].map(|side| {
        let link = at.arrow(&side);
        let mut here = vec![set(&link, &p)];
        here.extend(adopted(cell, &p, &at));
        here.push(Stmt::Break);
        vec![when(link.is_null(), here), set(&at, &link)]
    });
    let [one, other] = ways;
    let guard = s.there(&at);
    let down = repeat(guard, vec![Stmt::If(Expr::Nondet(None), one, other)]);
    let empty = s.missing(&list.head);
    out.push(Stmt::If(empty, vec![set(&list.head, &p)], vec![set(&at, &list.head), down]));
    out
}

/// Several new leaves.
pub(crate) fn insert_many(s: &mut Scene, list: &List) -> Block {
    let longest = s.config.longest;
    s.times(longest, |s| insert(s, list))
}

/// A new leaf, found by a pointer to links; cells that know their parents need another way.
pub(crate) fn insert_at_link(s: &mut Scene, list: &List) -> Block {
    if !s.config.links || list.cell.prev.is_some() {
        return insert(s, list);
    }
    let mut out = Vec::new();
    let cell = &list.cell;
    let p = s.cursor(cell, &mut out);
    out.extend(s.allocate(cell, &p));
    let name = s.name("l");
    out.push(declare(&name, cell.pointer().pointer(), Some(list.head.address())));
    let link = Expr::var(name);
    let (one, other) = sides(s, cell);
    let to = |side: &str| vec![set(&link, &link.deref().arrow(side).address())];
    let guard = s.there(&link.deref());
    out.push(repeat(guard, vec![Stmt::If(Expr::Nondet(None), to(&one), to(&other))]));
    out.push(set(&link.deref(), &p));
    out
}

/// Looks at some cell.
pub(crate) fn find(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let p = s.cursor(cell, &mut out);
    out.extend(descend(s, list, &p));
    let value = s.value();
    let data = p.arrow(&cell.data);
    let then = if s.random.percent(50) { set(&data, &value) } else { Stmt::Add(data, Expr::Int(1)) };
    let there = s.there(&p);
    out.push(when(there, vec![then]));
    out
}

/// The last cell on one side.
pub(crate) fn lowest(s: &mut Scene, list: &List) -> Block {
    let mut inner = Vec::new();
    let cell = &list.cell;
    let p = s.cursor(cell, &mut inner);
    let (side, _) = sides(s, cell);
    let next = p.arrow(&side);
    inner.extend([set(&p, &list.head), repeat(next.not_null(), vec![set(&p, &next)])]);
    let value = s.value();
    inner.push(if s.config.assertions && s.random.percent(50) {
        Stmt::Assert(next.is_null())
    } else {
        set(&p.arrow(&cell.data), &value)
    });
    let there = s.there(&list.head);
    vec![when(there, inner)]
}

/// Down one side, and from every cell there down the other.
pub(crate) fn spines(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let (p, q, n) = (s.cursor(cell, &mut out), s.cursor(cell, &mut out), s.counter(&mut out));
    let (one, other) = sides(s, cell);
    let guard = s.there(&q);
    let down = each(set(&q, &p.arrow(&other)), guard, set(&q, &q.arrow(&other)), vec![increment(&n)]);
    let guard = s.there(&p);
    out.push(each(set(&p, &list.head), guard, set(&p, &p.arrow(&one)), vec![down]));
    out
}

/// Two names for one cell.
pub(crate) fn alias(s: &mut Scene, list: &List) -> Block {
    let mut inner = Vec::new();
    let cell = &list.cell;
    let (p, q) = (s.cursor(cell, &mut inner), s.cursor(cell, &mut inner));
    let (side, _) = sides(s, cell);
    let below = list.head.arrow(&side);
    inner.extend([set(&p, &below), set(&q, &p), set(&p.arrow(&cell.data), &Expr::Int(3))]);
    if s.config.assertions {
        inner.push(Stmt::Assert(q.arrow(&cell.data).eq(&Expr::Int(3))));
        inner.push(Stmt::Assert(q.eq(&below)));
    }
    let two = s.there(&list.head).and(&below.not_null());
    vec![when(two, inner)]
}

/// Turns the edge from the cell at `place` to its child on one side, which must be there.
fn rotate(s: &mut Scene, cell: &Cell, place: &Expr, above: &Expr, p: &Expr, side: &str) -> Block {
    let other = if side == cell.next { cell.other.as_deref().unwrap_or(side) } else { &*cell.next };
    let (below, between) = (place.arrow(side), p.arrow(other));
    let mut out = vec![set(p, &below), set(&below, &between)];
    out.extend(adopt(cell, &between, place));
    out.push(set(&between, place));
    out.extend(adopted(cell, place, p));
    out.extend(adopted(cell, p, above));
    out.push(set(place, p));
    if s.random.percent(20) && s.config.assertions {
        out.push(Stmt::Assert(place.not_null()));
    }
    out
}

/// Turns an edge at the root.
pub(crate) fn rotate_root(s: &mut Scene, list: &List) -> Block {
    let mut inner = Vec::new();
    let p = s.cursor(&list.cell, &mut inner);
    let (side, _) = sides(s, &list.cell);
    inner.extend(rotate(s, &list.cell, &list.head, &Expr::Null, &p, &side));
    let two = s.there(&list.head).and(&list.head.arrow(&side).not_null());
    vec![when(two, inner)]
}

/// Turns an edge somewhere below.
pub(crate) fn rotate_below(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let (at, p) = (s.cursor(cell, &mut out), s.cursor(cell, &mut out));
    out.extend(descend(s, list, &at));
    let ((down, _), (side, _)) = (sides(s, cell), sides(s, cell));
    let place = at.arrow(&down);
    let body = rotate(s, cell, &place, &at, &p, &side);
    let three = s.there(&at).and(&place.not_null()).and(&place.arrow(&side).not_null());
    out.push(when(three, body));
    out
}

/// Exchanges the subtrees of the root.
pub(crate) fn mirror_root(s: &mut Scene, list: &List) -> Block {
    let mut inner = Vec::new();
    let p = s.cursor(&list.cell, &mut inner);
    let (one, other) = sides(s, &list.cell);
    let (one, other) = (list.head.arrow(&one), list.head.arrow(&other));
    inner.extend([set(&p, &one), set(&one, &other), set(&other, &p)]);
    let there = s.there(&list.head);
    vec![when(there, inner)]
}

/// Turns edges until nothing is left on one side of any cell.
pub(crate) fn vine(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let (before, p, q) = (s.cursor(cell, &mut out), s.cursor(cell, &mut out), s.cursor(cell, &mut out));
    let (side, other) = sides(s, cell);
    let (below, between) = (p.arrow(&side), q.arrow(&other));
    let mut around = vec![set(&q, &below), set(&below, &between)];
    around.extend(adopt(cell, &between, &p));
    around.push(set(&between, &p));
    around.extend(adopted(cell, &p, &q));
    around.extend(adopted(cell, &q, &before));
    let first = s.missing(&before);
    around.push(Stmt::If(first, vec![set(&list.head, &q)], vec![set(&before.arrow(&other), &q)]));
    around.push(set(&p, &q));
    let on = vec![set(&before, &p), set(&p, &p.arrow(&other))];
    out.extend([set(&before, &Expr::Null), set(&p, &list.head)]);
    let guard = s.there(&p);
    out.push(repeat(guard, vec![Stmt::If(below.not_null(), around, on)]));
    out
}

/// Down to some cell and up again, to the root.
pub(crate) fn climb(s: &mut Scene, list: &List) -> Block {
    let Some(parent) = &list.cell.prev else { return find(s, list) };
    let mut out = Vec::new();
    let p = s.cursor(&list.cell, &mut out);
    out.extend(descend(s, list, &p));
    let up = p.arrow(parent);
    let mut inner = vec![repeat(up.not_null(), vec![set(&p, &up)])];
    if s.config.assertions {
        inner.push(Stmt::Assert(p.eq(&list.head)));
    }
    let there = s.there(&p);
    out.push(when(there, inner));
    out
}

/// Hangs the second tree under the first.
pub(crate) fn graft(s: &mut Scene, first: &List, second: &List) -> Block {
    let mut below = Vec::new();
    let cell = &first.cell;
    let p = s.cursor(cell, &mut below);
    let (side, _) = sides(s, cell);
    let next = p.arrow(&side);
    below.extend([set(&p, &first.head), repeat(next.not_null(), vec![set(&p, &next)])]);
    below.push(set(&next, &second.head));
    below.extend(adopt(cell, &second.head, &p));
    let empty = s.missing(&first.head);
    vec![Stmt::If(empty, vec![set(&first.head, &second.head)], below), set(&second.head, &Expr::Null)]
}

/// Makes a subtree of the first tree the second one, which must be empty.
pub(crate) fn prune(s: &mut Scene, first: &List, second: &List) -> Block {
    let cell = &first.cell;
    let (side, _) = sides(s, cell);
    let below = first.head.arrow(&side);
    let mut body = vec![set(&second.head, &below), set(&below, &Expr::Null)];
    body.extend(adopt(cell, &second.head, &Expr::Null));
    let fits = s.there(&first.head).and(&second.head.is_null());
    vec![when(fits, body)]
}
