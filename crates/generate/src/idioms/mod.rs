//! What people do to lists, each correct for lists of its kind.
//!
//! An idiom takes lists as their kind promises them and leaves them so: between two idioms every
//! list is well-formed, owned by one place, and shares nothing. Programs put together from idioms
//! that end by freeing their lists are therefore free of errors, whatever the inputs.
//!
//! [`one`] chooses an idiom for a list, [`free_all`] ends its life.

mod build;
mod remove;
mod rewire;
mod walk;

use crate::ast::Block;
use crate::scene::{Kind, List, Scene};

/// An idiom for one list.
type One = fn(&mut Scene, &List) -> Block;
/// An idiom for two lists with the same cells.
type Two = fn(&mut Scene, &List, &List) -> Block;

/// With how often each is chosen.
const SINGLY: &[(u32, One)] = &[
    (4, build::push),
    (4, build::push_many),
    (4, build::append_many),
    (3, build::insert_at),
    (3, build::insert_sorted),
    (4, walk::count),
    (3, walk::sum),
    (3, walk::find),
    (3, walk::number),
    (3, walk::last),
    (2, walk::middle),
    (2, walk::pairs),
    (3, |s, list| walk::same_length(s, list, |s| rewire::reverse(s, list))),
    (3, |s, list| walk::same_length(s, list, |s| rewire::rotate(s, list))),
    (5, rewire::reverse),
    (2, rewire::rotate),
    (2, rewire::exchange_first),
    (2, rewire::sort),
    (4, remove::pop),
    (3, remove::delete_second),
    (3, remove::delete_last),
    (5, remove::delete_some),
    (2, remove::dedup),
    (3, remove::pop_many),
    (2, remove::free_all),
];

const SINGLY_PAIRS: &[(u32, Two)] = &[
    (4, rewire::concat),
    (4, rewire::move_first),
    (4, rewire::move_many),
    (2, rewire::exchange),
    (3, rewire::split),
    (3, rewire::deal),
    (4, rewire::merge),
    (3, build::copy),
    (3, walk::in_step),
];

/// How often two lists are worked on where there are two, in percent.
const PAIRS: u32 = 35;

/// Makes an empty list longer.
pub(crate) fn build(s: &mut Scene, list: &List) -> Block {
    let ways: &[One] = match list.kind {
        _ => &[build::push_many, build::push_many, build::append_many, build::push],
    };
    let way = *s.random.pick(ways);
    s.idiom(|s| way(s, list))
}

/// Some idiom for some list, and perhaps another.
pub(crate) fn one(s: &mut Scene) -> Block {
    let Some(list) = s.random.choose(&s.lists).cloned() else { return Vec::new() };
    if s.random.percent(PAIRS)
        && let Some(block) = two(s, &list)
    {
        return block;
    }
    let idioms = match list.kind {
        _ => SINGLY,
    };
    match s.random.weighted(idioms) {
        Some(write) => s.idiom(|s| write(s, &list)),
        None => Vec::new(),
    }
}

fn two(s: &mut Scene, list: &List) -> Option<Block> {
    let others: Vec<List> = s
        .lists
        .iter()
        .filter(|other| other.head != list.head && other.kind == list.kind && other.cell == list.cell)
        .cloned()
        .collect();
    let other = s.random.choose(&others)?.clone();
    let idioms = match list.kind {
        _ => SINGLY_PAIRS,
    };
    let write = s.random.weighted(idioms)?;
    Some(s.idiom(|s| write(s, list, &other)))
}

/// Frees everything that belongs to a list, and leaves it empty.
pub(crate) fn free_all(s: &mut Scene, list: &List) -> Block {
    match list.kind {
        Kind::Singly => s.idiom(|s| remove::free_all(s, list)),
        _ => Vec::new(),
    }
}
