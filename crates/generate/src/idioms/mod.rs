//! What people do to lists, each correct for lists of its kind.
//!
//! An idiom takes lists as their kind promises them and leaves them so: between two idioms every
//! list is well-formed, owned by one place, and shares nothing. Programs put together from idioms
//! that end by freeing their lists are therefore free of errors, whatever the inputs.
//!
//! [`build`] starts a list, [`one`] chooses an idiom for some list, [`free_all`] ends its life.

mod build;
mod circular;
mod cursors;
mod doubly;
mod links;
mod nested;
mod order;
mod queue;
mod remove;
mod rewire;
mod stack;
mod tree;
mod uproot;
mod walk;

use crate::ast::{Block, Expr};
use crate::calls;
use crate::scene::{Kind, List, Scene};

/// An idiom for one list.
type One = fn(&mut Scene, &List) -> Block;
/// An idiom for two lists with the same cells.
type Two = fn(&mut Scene, &List, &List) -> Block;

/// Idioms, with how often each is chosen.
type Table<T> = &'static [(u32, T)];

/// How often two lists are worked on where there are two, in percent.
const PAIRS: u32 = 35;
/// How often a function is called where one fits, in percent.
const CALLS: u32 = 40;
/// The same where functions have contracts.
const CALLS_BY_CONTRACT: u32 = 75;
/// How often links are pointed to where that is allowed, in percent.
const LINKS: u32 = 15;
/// How often several pointers are left on a structure where that is allowed, in percent.
const CURSORS: u32 = 40;

const SINGLY: Table<One> = &[
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

const SINGLY_PAIRS: Table<Two> = &[
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

const STACK: Table<One> = &[(3, stack::delete_some), (2, stack::append_many), (2, stack::look_past)];

const LINKS_ONE: Table<One> = &[(3, links::delete_some), (2, links::append_many), (2, links::insert_sorted)];
const LINKS_TWO: Table<Two> = &[(1, links::concat)];

const DOUBLY: Table<One> = &[
    (4, doubly::push),
    (3, doubly::push_many),
    (3, doubly::append_many),
    (4, doubly::insert),
    (4, doubly::pop),
    (5, doubly::delete_some),
    (4, doubly::claim),
    (3, doubly::there_and_back),
    (4, doubly::reverse),
    (2, walk::count),
    (1, walk::sum),
    (2, walk::find),
    (1, walk::number),
    (1, walk::last),
    (1, walk::middle),
];

const DOUBLY_PAIRS: Table<Two> =
    &[(4, doubly::move_first), (3, doubly::concat), (1, rewire::exchange), (1, walk::in_step)];

const CIRCULAR: Table<One> = &[
    (4, circular::push),
    (3, circular::push_many),
    (3, circular::turn),
    (2, circular::turn_back),
    (3, circular::count),
    (2, circular::number),
    (4, circular::delete_next),
    (3, circular::count_out),
    (1, circular::free_all),
];

const CIRCULAR_PAIRS: Table<Two> = &[(3, circular::join), (1, rewire::exchange)];

const QUEUE: Table<One> = &[
    (5, queue::push),
    (3, queue::push_many),
    (5, queue::pop),
    (3, queue::pop_many),
    (4, queue::claim),
    (3, queue::reverse),
    (2, walk::count),
    (1, walk::sum),
    (2, walk::find),
    (1, walk::number),
];

const QUEUE_PAIRS: Table<Two> = &[(3, queue::concat), (4, queue::pass_on), (1, walk::in_step)];

const SORTED: Table<One> = &[
    (5, order::insert),
    (3, order::insert_many),
    (2, links::insert_sorted),
    (4, order::claim),
    (3, remove::pop),
    (2, remove::delete_second),
    (2, remove::delete_last),
    (3, remove::delete_some),
    (2, remove::pop_many),
    (2, walk::count),
];

const SORTED_PAIRS: Table<Two> = &[(1, rewire::exchange)];

const TREE: Table<One> = &[
    (3, tree::push),
    (4, tree::insert),
    (3, tree::insert_many),
    (3, tree::insert_at_link),
    (3, tree::find),
    (3, tree::lowest),
    (3, tree::spines),
    (2, tree::alias),
    (4, tree::rotate_root),
    (4, tree::rotate_below),
    (3, tree::mirror_root),
    (2, tree::vine),
    (3, tree::climb),
    (4, uproot::pop_lowest),
    (4, uproot::delete_leaf),
    (2, uproot::splice_root),
    (1, uproot::free_all),
];

const TREE_PAIRS: Table<Two> = &[(4, tree::graft), (4, tree::prune), (1, rewire::exchange)];

const SEARCH: Table<One> = &[
    (5, order::insert_in_tree),
    (3, order::insert_many_in_tree),
    (4, order::find_in_tree),
    (4, order::claim_of_tree),
    (3, tree::rotate_root),
    (3, tree::rotate_below),
    (2, tree::spines),
    (3, uproot::pop_lowest),
    (3, uproot::delete_leaf),
];

const SEARCH_PAIRS: Table<Two> = &[(1, rewire::exchange)];

/// For lists whose cells own lists.
const NESTED: Table<One> = &[
    (3, build::push),
    (2, build::push_many),
    (2, build::append_many),
    (6, nested::in_first),
    (6, nested::in_each),
    (4, nested::pop),
    (2, walk::count),
    (2, walk::find),
    (2, rewire::reverse),
];

const NESTED_PAIRS: Table<Two> = &[(2, rewire::concat), (3, rewire::move_first), (1, rewire::merge)];

fn table(s: &mut Scene, list: &List) -> Table<One> {
    match list.kind {
        Kind::Singly if list.cell.inner.is_some() => NESTED,
        Kind::Singly if s.config.links && s.random.percent(LINKS) => LINKS_ONE,
        Kind::Singly if s.config.stack && s.random.percent(LINKS) => STACK,
        Kind::Singly => SINGLY,
        Kind::Doubly => DOUBLY,
        Kind::Circular => CIRCULAR,
        Kind::Queue => QUEUE,
        Kind::Sorted => SORTED,
        Kind::Tree => TREE,
        Kind::Search => SEARCH,
    }
}

fn table_of_pairs(s: &mut Scene, list: &List) -> Table<Two> {
    match list.kind {
        Kind::Singly if list.cell.inner.is_some() => NESTED_PAIRS,
        Kind::Singly if s.config.links && s.random.percent(LINKS) => LINKS_TWO,
        Kind::Singly => SINGLY_PAIRS,
        Kind::Doubly => DOUBLY_PAIRS,
        Kind::Circular => CIRCULAR_PAIRS,
        Kind::Queue => QUEUE_PAIRS,
        Kind::Sorted => SORTED_PAIRS,
        Kind::Tree => TREE_PAIRS,
        Kind::Search => SEARCH_PAIRS,
    }
}

/// Makes an empty list longer.
pub(crate) fn build(s: &mut Scene, list: &List) -> Block {
    let ways: &[One] = match list.kind {
        Kind::Singly => &[build::push_many, build::push_many, build::append_many, build::push],
        Kind::Doubly => &[doubly::push_many, doubly::append_many],
        Kind::Circular => &[circular::push_many],
        Kind::Queue => &[queue::push_many],
        Kind::Sorted => &[order::insert_many],
        Kind::Tree => &[tree::insert_many, tree::push_many, tree::insert],
        Kind::Search => &[order::insert_many_in_tree],
    };
    let way = *s.random.pick(ways);
    s.idiom(|s| way(s, list))
}

/// Some idiom for some list, and perhaps another.
pub(crate) fn one(s: &mut Scene) -> Block {
    let Some(list) = s.random.choose(&s.lists).cloned() else { return Vec::new() };
    let calls = if s.config.contracts > 0 { CALLS_BY_CONTRACT } else { CALLS };
    if s.random.percent(calls)
        && let Some(block) = calls::call(s, &list)
    {
        return block;
    }
    if s.random.percent(PAIRS)
        && let Some(block) = two(s, &list)
    {
        return block;
    }
    for_list(s, &list)
}

/// Some idiom for this list.
pub(crate) fn for_list(s: &mut Scene, list: &List) -> Block {
    if s.config.cursors > 0 && cursors::fits(list) && s.random.percent(CURSORS) {
        return s.idiom(|s| cursors::anywhere(s, list));
    }
    let table = table(s, list);
    match s.random.weighted(table) {
        Some(write) => s.idiom(|s| write(s, list)),
        None => Vec::new(),
    }
}

fn two(s: &mut Scene, list: &List) -> Option<Block> {
    let others: Vec<List> = s
        .lists
        .iter()
        .filter(|other| other.head != list.head && other.is_like(list.kind, &list.cell))
        .cloned()
        .collect();
    let other = s.random.choose(&others)?.clone();
    let table = table_of_pairs(s, list);
    let write = s.random.weighted(table)?;
    Some(s.idiom(|s| write(s, list, &other)))
}

/// Moves all cells of the second list into the first.
pub(crate) fn join(s: &mut Scene, first: &List, second: &List) -> Block {
    let ways: &[Two] = match first.kind {
        Kind::Singly if s.config.links => &[rewire::concat, rewire::merge, links::concat],
        Kind::Singly => &[rewire::concat, rewire::merge],
        Kind::Doubly => &[doubly::concat],
        Kind::Circular => &[circular::join],
        Kind::Queue => &[queue::concat],
        Kind::Tree => &[tree::graft],
        // No function joins what is in order.
        Kind::Sorted | Kind::Search => return Vec::new(),
    };
    let way = *s.random.pick(ways);
    s.idiom(|s| way(s, first, second))
}

/// Changes a list, but not how long it is.
pub(crate) fn keep_length(s: &mut Scene, list: &List) -> Block {
    let ways: &[One] = &[rewire::reverse, rewire::rotate, rewire::exchange_first, rewire::sort];
    let way = *s.random.pick(ways);
    s.idiom(|s| way(s, list))
}

/// Counts the cells of a list into `n`, which is zero.
pub(crate) fn count_into(s: &mut Scene, list: &List, n: &Expr) -> Block {
    match list.kind {
        Kind::Circular => s.idiom(|s| circular::count_into(s, list, n)),
        // Of a tree these are the cells on its left.
        _ => s.idiom(|s| walk::count_into(s, list, n)),
    }
}

/// Frees everything that belongs to a list, and leaves it empty.
pub(crate) fn free_all(s: &mut Scene, list: &List) -> Block {
    s.idiom(|s| match list.kind {
        Kind::Singly if list.cell.inner.is_some() => nested::free_all(s, list),
        Kind::Singly | Kind::Doubly | Kind::Sorted => remove::free_all(s, list),
        Kind::Tree | Kind::Search => uproot::free_all(s, list),
        Kind::Circular => circular::free_all(s, list),
        Kind::Queue => {
            let mut block = remove::free_all(s, list);
            block.push(queue::forget_last(list));
            block
        }
    })
}
