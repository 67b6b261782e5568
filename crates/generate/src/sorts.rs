//! The lists a program has: which kinds, and the structs they are made of.

use std::rc::Rc;

use crate::ast::{Program, Record, Type};
use crate::config::Config;
use crate::random::Random;
use crate::scene::{Cell, Kind};

/// A sort of lists: what holds of them, and their cells.
#[derive(Clone, Debug)]
pub(crate) struct Sort {
    pub(crate) kind: Kind,
    pub(crate) cell: Rc<Cell>,
}

/// The names of the fields of a list type.
struct Names {
    tag: &'static str,
    next: &'static str,
    data: &'static str,
}

const NODE: Names = Names { tag: "node", next: "next", data: "data" };
const ITEM: Names = Names { tag: "item", next: "link", data: "value" };
const CHAIN: Names = Names { tag: "chain", next: "next", data: "key" };
/// The second link of a tree is `right`.
const TREE: Names = Names { tag: "tree", next: "left", data: "key" };
const BUSH: Names = Names { tag: "bush", next: "left", data: "value" };
const GROUP: Names = Names { tag: "group", next: "more", data: "number" };

#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    Singly,
    Doubly,
    Circular,
    Queue,
    Nested,
    Sorted,
    Tree,
    Search,
}

/// One sort of lists for a program, or two; their structs are added to it.
pub(crate) fn choose(random: &mut Random, config: &Config, program: &mut Program) -> Vec<Sort> {
    let choices = [
        (config.singly, Choice::Singly),
        (config.doubly, Choice::Doubly),
        (config.circular, Choice::Circular),
        (config.queues, Choice::Queue),
        (config.nested, Choice::Nested),
        (config.sorted, Choice::Sorted),
        (config.trees, Choice::Tree),
        (config.search, Choice::Search),
    ];
    let first = random.weighted(&choices).copied().unwrap_or(Choice::Singly);
    let mut sorts = vec![sort(random, config, program, first, &NODE)];
    if random.percent(config.second_type) {
        let second = random.weighted(&choices).copied().unwrap_or(Choice::Singly);
        sorts.push(sort(random, config, program, second, &ITEM));
    }
    sorts
}

fn sort(random: &mut Random, config: &Config, program: &mut Program, choice: Choice, names: &Names) -> Sort {
    let plain =
        |random: &mut Random, program: &mut Program| cell(random, config, program, names, Back::None, None);
    let (kind, cell) = match choice {
        Choice::Singly => (Kind::Singly, plain(random, program)),
        Choice::Sorted => (Kind::Sorted, plain(random, program)),
        Choice::Circular => (Kind::Circular, plain(random, program)),
        Choice::Queue => {
            let cell = plain(random, program);
            program.records.push(queue(random, &cell));
            (Kind::Queue, cell)
        }
        Choice::Doubly => {
            let names = if names.tag == NODE.tag { &CHAIN } else { names };
            (Kind::Doubly, cell(random, config, program, names, Back::Previous, None))
        }
        Choice::Nested => {
            let inner = plain(random, program);
            let names = Names { tag: if names.tag == NODE.tag { GROUP.tag } else { "shelf" }, ..GROUP };
            (Kind::Singly, cell(random, config, program, &names, Back::None, Some(inner)))
        }
        Choice::Tree | Choice::Search => {
            let names = if names.tag == NODE.tag { &TREE } else { &BUSH };
            let back = if random.percent(config.parents) { Back::Parent } else { Back::None };
            let kind = if choice == Choice::Tree { Kind::Tree } else { Kind::Search };
            (kind, cell(random, config, program, names, back, None))
        }
    };
    Sort { kind, cell }
}

/// Which link back a cell has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Back {
    None,
    Previous,
    Parent,
}

/// The tag of the queues of such cells.
pub(crate) fn queue_of(cell: &Cell) -> String {
    format!("{}_queue", cell.record)
}

fn queue(random: &mut Random, cell: &Cell) -> Record {
    let mut fields = vec![("head".to_owned(), cell.pointer()), ("tail".to_owned(), cell.pointer())];
    if random.percent(30) {
        fields.reverse();
    }
    Record { name: queue_of(cell), fields }
}

fn cell(
    random: &mut Random,
    config: &Config,
    program: &mut Program,
    names: &Names,
    back: Back,
    inner: Option<Rc<Cell>>,
) -> Rc<Cell> {
    let Names { tag, next, data } = *names;
    let mut fields = vec![(next.to_owned(), Type::to(tag)), (data.to_owned(), Type::Int)];
    let mut add = |random: &mut Random, name: &str, ty: Type| {
        fields.insert(random.below(fields.len() + 1), (name.to_owned(), ty));
    };
    let tree = next == TREE.next;
    if tree {
        add(random, "right", Type::to(tag));
    }
    let prev = match back {
        Back::None => None,
        Back::Previous => Some("prev"),
        Back::Parent => Some("parent"),
    };
    if let Some(prev) = prev {
        add(random, prev, Type::to(tag));
    }
    if let Some(inner) = &inner {
        add(random, "items", inner.pointer());
    }
    if config.more_fields && random.percent(25) {
        add(random, "weight", Type::Int);
        if random.percent(30) {
            add(random, "mate", Type::to(tag));
        }
    }
    if random.percent(50) {
        let turn = random.below(fields.len());
        fields.rotate_left(turn);
    }
    program.records.push(Record { name: tag.into(), fields });
    Rc::new(Cell {
        record: tag.into(),
        next: next.into(),
        other: tree.then(|| "right".to_owned()),
        prev: prev.map(str::to_owned),
        data: data.into(),
        inner: inner.map(|inner| ("items".to_owned(), inner)),
    })
}
