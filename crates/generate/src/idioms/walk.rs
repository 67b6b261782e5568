//! Idioms that look at lists and leave their shape alone.

use crate::ast::{Block, Expr, Stmt};
use crate::build::{each, increment, repeat, set, when};
use crate::scene::{List, Scene};

/// Counts the cells into `n`, which is zero.
pub(crate) fn count_into(s: &mut Scene, list: &List, n: &Expr) -> Block {
    s.walk(&list.cell, &list.head, |_, _| vec![increment(n)])
}

/// Counts the cells, and says something true about the result.
pub(crate) fn count(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let n = s.counter(&mut out);
    out.extend(count_into(s, list, &n));
    if s.config.assertions && s.random.percent(60) {
        let none = n.eq(&Expr::Int(0)).eq(&list.head.is_null());
        let claim = if s.random.percent(50) { Expr::Int(0).le(&n) } else { none };
        out.push(Stmt::Assert(claim));
    }
    out
}

/// Counts before and after something that keeps the length, and claims that it does.
pub(crate) fn same_length(s: &mut Scene, list: &List, middle: impl FnOnce(&mut Scene) -> Block) -> Block {
    let mut out = Vec::new();
    let (n, m) = (s.counter(&mut out), s.counter(&mut out));
    out.extend(count_into(s, list, &n));
    out.extend(middle(s));
    out.extend(count_into(s, list, &m));
    if s.config.assertions {
        out.push(Stmt::Assert(n.eq(&m)));
    }
    out
}

/// Adds up what the cells hold.
pub(crate) fn sum(s: &mut Scene, list: &List) -> Block {
    // The sum goes back into no cell, so sums stay small.
    let name = s.name("sum");
    let mut out = vec![crate::build::declare(&name, crate::ast::Type::Int, Some(Expr::Int(0)))];
    let sum = Expr::var(name);
    let data = list.cell.data.clone();
    out.extend(s.walk(&list.cell, &list.head, |s, p| {
        let add = Stmt::Add(sum.clone(), p.arrow(&data));
        if s.random.percent(30) { vec![when(Expr::Int(0).lt(&p.arrow(&data)), vec![add])] } else { vec![add] }
    }));
    if s.config.assertions && s.random.percent(30) {
        out.push(when(list.head.is_null(), vec![Stmt::Assert(sum.eq(&Expr::Int(0)))]));
    }
    out
}

/// Looks for a cell and leaves the walk there.
pub(crate) fn find(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let found = s.cursor(cell, &mut out);
    let i = s.counter(&mut out);
    out.push(set(&found, &list.head));
    let about = s.about(cell, &found);
    let there = s.there(&found);
    let body = vec![when(about, vec![Stmt::Break]), set(&found, &found.arrow(&cell.next)), increment(&i)];
    out.push(repeat(there, body));
    let there = s.there(&found);
    let then = match s.random.below(3) {
        0 => set(&found.arrow(&cell.data), &i),
        1 => set(&i, &found.arrow(&cell.data)),
        _ => Stmt::Add(found.arrow(&cell.data), Expr::Int(1)),
    };
    out.push(when(there, vec![then]));
    out
}

/// Gives every cell, or every cell but some, a number.
pub(crate) fn number(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let (p, i) = (s.cursor(cell, &mut out), s.counter(&mut out));
    let guard = s.there(&p);
    let mut body = Vec::new();
    if s.random.percent(40) {
        let about = s.about(cell, &p);
        body.push(when(about, vec![Stmt::Continue]));
    }
    body.push(set(&p.arrow(&cell.data), &i));
    body.push(increment(&i));
    // `continue` must not skip the step, so this is always a `for`.
    out.push(each(set(&p, &list.head), guard, set(&p, &p.arrow(&cell.next)), body));
    out
}

/// Looks at the last cell, or at the one before.
pub(crate) fn last(s: &mut Scene, list: &List) -> Block {
    let mut inner = Vec::new();
    let cell = &list.cell;
    let p = s.cursor(cell, &mut inner);
    inner.push(set(&p, &list.head));
    let next = p.arrow(&cell.next);
    let there = s.there(&list.head);
    if s.random.percent(70) {
        inner.push(repeat(next.not_null(), vec![set(&p, &next)]));
        if s.config.assertions && s.random.percent(50) {
            inner.push(Stmt::Assert(next.is_null()));
        } else {
            let value = s.value();
            inner.push(set(&p.arrow(&cell.data), &value));
        }
        return vec![when(there, inner)];
    }
    let two = next.not_null().and(&next.arrow(&cell.next).not_null());
    inner.push(repeat(two, vec![set(&p, &next)]));
    inner.push(when(next.not_null(), vec![Stmt::Add(next.arrow(&cell.data), p.arrow(&cell.data))]));
    vec![when(there, inner)]
}

/// Two cursors in step along two lists.
pub(crate) fn in_step(s: &mut Scene, first: &List, second: &List) -> Block {
    let mut out = Vec::new();
    let (p, q) = (s.cursor(&first.cell, &mut out), s.cursor(&second.cell, &mut out));
    let n = s.counter(&mut out);
    out.push(set(&p, &first.head));
    out.push(set(&q, &second.head));
    let guard = s.there(&p).and(&s.there(&q));
    let mut body = Vec::new();
    let (one, other) = (p.arrow(&first.cell.data), q.arrow(&second.cell.data));
    match s.random.below(3) {
        0 => body.push(when(one.lt(&other), vec![increment(&n)])),
        1 => body.push(set(&one, &other)),
        _ => body.push(when(one.eq(&other), vec![Stmt::Break])),
    }
    body.push(set(&p, &p.arrow(&first.cell.next)));
    body.push(set(&q, &q.arrow(&second.cell.next)));
    out.push(repeat(guard, body));
    out
}

/// One cursor twice as fast as the other: the middle of a list.
pub(crate) fn middle(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let cell = &list.cell;
    let (slow, fast) = (s.cursor(cell, &mut out), s.cursor(cell, &mut out));
    out.push(set(&slow, &list.head));
    out.push(set(&fast, &list.head));
    let next = fast.arrow(&cell.next);
    let guard = s.there(&fast).and(&next.not_null());
    let body = vec![set(&slow, &slow.arrow(&cell.next)), set(&fast, &next.arrow(&cell.next))];
    out.push(repeat(guard, body));
    let there = s.there(&slow);
    let value = s.value();
    out.push(when(there, vec![set(&slow.arrow(&cell.data), &value)]));
    out
}

/// For every cell all that follow it: a sort by exchanging contents.
pub(crate) fn pairs(s: &mut Scene, list: &List) -> Block {
    let cell = list.cell.clone();
    let mut out = Vec::new();
    let i = s.counter(&mut out);
    let exchange = s.random.percent(50);
    out.extend(s.walk(&list.cell, &list.head, |s, p| {
        let start = p.arrow(&cell.next);
        s.walk(&cell, &start, |_, q| {
            let (x, y) = (p.arrow(&cell.data), q.arrow(&cell.data));
            let then =
                if exchange { vec![set(&i, &x), set(&x, &y), set(&y, &i)] } else { vec![increment(&i)] };
            vec![when(y.lt(&x), then)]
        })
    }));
    out
}
