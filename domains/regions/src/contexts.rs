//! What is known of one call of a function: its configurations, place by place, and who waits for its exits.
//!
//! A program has a context for every few lines, and most have a handful of configurations. What would be a table in a large one is a walk over a short
//! list there; tables are made when lists get long, and have numbers in them, not the configurations once more.

use ir::FunctionId;
use rustc_hash::FxHashMap;

use crate::kept::{Bytes, Kept, Store};

/// One configuration at one place of a function.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) block: u32,
    /// The operation that comes next.
    pub(crate) op: u32,
    pub(crate) known: Kept,
    /// The item it came from first, and in the lowest bit whether it is in the queue.
    from: u32,
}

impl Item {
    /// The item it came from first, if it came from one.
    pub(crate) fn from(&self) -> Option<u32> {
        (self.from >> 1 != NONE >> 1).then_some(self.from >> 1)
    }

    /// Says whether it is in the queue. Whether it was.
    pub(crate) fn set_queued(&mut self, queued: bool) -> bool {
        let was = self.from & 1 == 1;
        self.from = self.from & !1 | u32::from(queued);
        was
    }
}

/// Where a configuration is that waits behind a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stop {
    pub(crate) context: u32,
    pub(crate) item: u32,
    /// The call, in the block of the item.
    pub(crate) op: u32,
}

/// A configuration that is at a call, and goes on behind it with each exit of the callee.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waiting {
    pub(crate) at: Stop,
    pub(crate) known: Kept,
}

/// What a function was entered with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entered {
    pub(crate) with: Kept,
    /// Another context whose entry has the same hash.
    pub(crate) alike: Option<u32>,
}

/// A function with one entry configuration, or with the blocks that come to be in it.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) function: FunctionId,
    pub(crate) is_birth: bool,
    /// What it was entered with, if it was.
    pub(crate) entered: Option<Entered>,
    pub(crate) items: Vec<Item>,
    pub(crate) exits: Vec<Kept>,
    /// Who waits for the exits.
    pub(crate) waiting: Vec<Waiting>,
    tables: Option<Box<Tables>>,
}

/// For long lists.
#[derive(Debug, Default)]
struct Tables {
    /// The last item at each place.
    places: FxHashMap<(u32, u32), u32>,
    /// The one before it at the same place, by number.
    items_before: Vec<u32>,
    /// Who waits, by context, item and operation; the last of them.
    waiting: FxHashMap<(u32, u32, u32), u32>,
    /// The one before it, by number.
    waiting_before: Vec<u32>,
}

/// The longest list that is walked over.
const SHORT: usize = 12;

/// No number.
const NONE: u32 = u32::MAX;

/// What comes of looking for a configuration at a place.
pub(crate) enum Sought {
    /// It is this item.
    Item(u32),
    /// It is not there; so many others are.
    Others(u32),
}

impl Context {
    pub(crate) fn new(function: FunctionId, is_birth: bool) -> Self {
        Self {
            function,
            is_birth,
            entered: None,
            items: Vec::new(),
            exits: Vec::new(),
            waiting: Vec::new(),
            tables: None,
        }
    }

    /// Looks for what has an index at a place.
    pub(crate) fn seek(&mut self, store: &Store, block: u32, op: u32, known: &Bytes) -> Sought {
        let mut others = 0;
        if self.items.len() <= SHORT {
            for (number, item) in (0..).zip(&self.items) {
                if (item.block, item.op) == (block, op) {
                    if store.is_alike(item.known, known) {
                        return Sought::Item(number);
                    }
                    others += 1;
                }
            }
            return Sought::Others(others);
        }
        let Tables { places, items_before, .. } = &mut **self.tables.get_or_insert_default();
        for item in &self.items[items_before.len()..] {
            let number = items_before.len() as u32;
            items_before.push(places.insert((item.block, item.op), number).unwrap_or(NONE));
        }
        let mut at = places.get(&(block, op)).copied().unwrap_or(NONE);
        while at != NONE {
            let item = &self.items[at as usize];
            if store.is_alike(item.known, known) {
                return Sought::Item(at);
            }
            others += 1;
            at = items_before[at as usize];
        }
        Sought::Others(others)
    }

    /// Puts a configuration that is not there yet at a place.
    pub(crate) fn add(&mut self, block: u32, op: u32, known: Kept, from: Option<u32>) -> u32 {
        let from = from.unwrap_or(NONE) << 1;
        self.items.push(Item { block, op, known, from });
        self.items.len() as u32 - 1
    }

    /// Somebody waits for the exits. Whether that is news.
    pub(crate) fn wait(&mut self, store: &mut Store, spot: Stop, known: &Bytes) -> bool {
        let is_it = |store: &Store, other: &Waiting| other.at == spot && store.is(other.known, known);
        if self.waiting.len() < SHORT {
            if self.waiting.iter().any(|other| is_it(store, other)) {
                return false;
            }
        } else {
            let tables = &mut **self.tables.get_or_insert_default();
            let place = |at: Stop| (at.context, at.item, at.op);
            for known in &self.waiting[tables.waiting_before.len()..] {
                let number = tables.waiting_before.len() as u32;
                let before = tables.waiting.insert(place(known.at), number).unwrap_or(NONE);
                tables.waiting_before.push(before);
            }
            let mut at = tables.waiting.get(&place(spot)).copied().unwrap_or(NONE);
            while at != NONE {
                if is_it(store, &self.waiting[at as usize]) {
                    return false;
                }
                at = tables.waiting_before[at as usize];
            }
        }
        self.waiting.push(Waiting { at: spot, known: store.keep(known) });
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::configuration::{Configuration, Holder, Index};

    fn known(class: u32, register: u32) -> Bytes {
        let mut index = Index::new(class, 0, false);
        index.set(Holder::register(register), 1);
        Bytes::of(&Configuration::new(index))
    }

    #[test]
    fn what_was_put_at_a_place_is_found_there_however_much_there_is() {
        let (mut context, mut store) = (Context::new(FunctionId(0), false), Store::default());
        for number in 0..40 {
            let (block, op, known) = (number % 3, number % 2, known(number, 7));
            let others = (0..number).filter(|other| (other % 3, other % 2) == (block, op)).count();
            match context.seek(&store, block, op, &known) {
                Sought::Others(found) => assert_eq!(found as usize, others),
                Sought::Item(item) => panic!("{number} is no {item}"),
            }
            assert_eq!(context.add(block, op, store.keep(&known), None), number);
            for earlier in 0..=number {
                let found = context.seek(&store, earlier % 3, earlier % 2, &self::known(earlier, 7));
                assert!(matches!(found, Sought::Item(item) if item == earlier));
            }
        }
    }

    #[test]
    fn nobody_waits_twice() {
        let (mut context, mut store) = (Context::new(FunctionId(0), false), Store::default());
        let waiting = |n: u32| (Stop { context: n % 2, item: n % 3, op: 0 }, n / 10);
        for number in 0..60 {
            let news = (0..number).all(|other| waiting(other) != waiting(number));
            let (spot, class) = waiting(number);
            assert_eq!(context.wait(&mut store, spot, &known(class, 0)), news, "{number}");
        }
    }
}
