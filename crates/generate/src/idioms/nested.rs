//! Idioms for lists whose cells own lists of another type.

use crate::ast::{Block, Expr};
use crate::build::{free, repeat, set, when};
use crate::idioms;
use crate::scene::{Kind, List, Scene};

/// The list that belongs to the cell `at`.
fn inner(list: &List, at: &Expr) -> Option<List> {
    let (field, cell) = list.cell.inner.as_ref()?;
    Some(List::new(at.arrow(field), cell, Kind::Singly))
}

/// Something done to the list of the first cell.
pub(crate) fn in_first(s: &mut Scene, list: &List) -> Block {
    let Some(inner) = inner(list, &list.head) else { return Vec::new() };
    let there = s.there(&list.head);
    vec![when(there, idioms::for_list(s, &inner))]
}

/// Something done to the list of every cell, or of those that are somehow.
pub(crate) fn in_each(s: &mut Scene, list: &List) -> Block {
    let choose = s.random.percent(30);
    s.walk(&list.cell, &list.head, |s, p| {
        let Some(inner) = inner(list, p) else { return Vec::new() };
        let body = idioms::for_list(s, &inner);
        if choose { vec![when(s.about(&list.cell, p), body)] } else { body }
    })
}

/// Frees the first cell with its list.
pub(crate) fn pop(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let p = s.cursor(&list.cell, &mut out);
    let mut body = vec![set(&p, &list.head)];
    if let Some(inner) = inner(list, &p) {
        body.extend(idioms::free_all(s, &inner));
    }
    body.extend([set(&list.head, &p.arrow(&list.cell.next)), free(&p)]);
    let there = s.there(&list.head);
    out.push(when(there, body));
    out
}

/// Frees all cells with their lists.
pub(crate) fn free_all(s: &mut Scene, list: &List) -> Block {
    let mut out = Vec::new();
    let p = s.cursor(&list.cell, &mut out);
    let mut body = vec![set(&p, &list.head), set(&list.head, &p.arrow(&list.cell.next))];
    if let Some(inner) = inner(list, &p) {
        body.extend(idioms::free_all(s, &inner));
    }
    body.push(free(&p));
    let guard = s.there(&list.head);
    out.push(repeat(guard, body));
    out
}
