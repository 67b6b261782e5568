//! A state: what variables hold, and a three-valued structure for the blocks they lead to.
//!
//! A state denotes the memories in which every variable holds what `env` says and the heap blocks that can be reached from variables
//! through fields, and the numbers that variables hold as individuals of their own, are, with the predicates of the vocabulary, a two-valued structure that embeds in `structure`, where a
//! variable that holds a cell points to the individual it is said to.
//!
//! The predicates `x(v)` are unique, and a load is focused before it is made, so that they are always definite and hold for a
//! single cell: such a predicate is stored as the individual it holds for.
//!
//! Invariants: `env` is sorted and names each variable once; variables point to no summary; every cell is reachable from some
//! variable along forward fields; cells are alive. Once [blurred](crate::blur) individuals are sorted by their canonical names, which differ.

use std::hash::{BuildHasher, Hash, Hasher};

use ir::{FunctionId, GlobalId, LocalId, RecordId, SlotId};

use rustc_hash::FxBuildHasher;

use crate::shared::Shared;
use crate::structure::Structure;

/// Something that holds a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Root {
    /// A register.
    Register(FunctionId, LocalId),
    /// Bytes of a variable: offset and size.
    Slot(FunctionId, SlotId, u32, u8),
    /// Bytes of a global.
    Global(GlobalId, u32, u8),
    /// Pointers of callers to one cell.
    Hidden(u32),
    /// The result of a function that has returned.
    Result,
    /// A number or pointer of a struct that a function has returned: offset and size.
    ResultPart(u32, u8),
    /// A parameter as it was on entry, for the contract.
    Formal(u32),
    /// What `sw_old` was on entry.
    Old(u32),
    /// What the function returned whose ensures are looked into.
    Given,
    /// What a clause of a contract has claimed.
    Claim(u32),
    /// Bytes of the variable of a caller that a contract speaks of.
    Lent(u32, u8),
}

/// What is held.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Value {
    /// The null pointer.
    Null,
    /// A pointer to the start of a cell.
    Cell(u8),
    /// A pointer to a byte of a cell that is not its first.
    Inside(u8, u32),
    /// A pointer to a block that is gone.
    Dead,
    /// This number.
    Known(i64),
    /// The number that an individual stands for.
    Number(u8),
    /// A function.
    Code(FunctionId),
    /// An address in a global.
    Static(GlobalId, i64),
    /// An address in a variable of a function under way.
    Local(FunctionId, SlotId, i64),
    /// An address in the variable of a caller that a contract speaks of.
    Lent(i64),
    /// A pointer that a requires may claim, while these are read; marked if it is not null.
    Unclaimed(u8, bool),
    /// No value.
    Uninit,
    /// Anything; if so marked it may be no value at all. It is not counted as a reference.
    Any {
        /// It was surely written.
        written: bool,
    },
}

impl Value {
    pub(crate) const ANY: Value = Value::Any { written: true };

    /// The individual that it is about.
    pub(crate) fn individual(self) -> Option<u8> {
        match self {
            Self::Cell(individual) | Self::Inside(individual, _) | Self::Number(individual) => {
                Some(individual)
            }
            _ => None,
        }
    }

    /// The cell that it points to.
    pub(crate) fn cell(self) -> Option<u8> {
        match self {
            Self::Cell(cell) | Self::Inside(cell, _) => Some(cell),
            _ => None,
        }
    }

    /// The same value of an individual that has another number now.
    pub(crate) fn renumbered(self, by: impl Fn(u8) -> u8) -> Self {
        match self {
            Self::Cell(individual) => Self::Cell(by(individual)),
            Self::Inside(individual, offset) => Self::Inside(by(individual), offset),
            Self::Number(individual) => Self::Number(by(individual)),
            other => other,
        }
    }

    /// Whether a memory with the other value is one with this.
    pub(crate) fn covers(self, other: Self) -> bool {
        match (self, other) {
            (a, b) if a == b => true,
            (Self::Any { written: false }, Self::Any { .. } | Self::Uninit) => true,
            (
                Self::Any { .. },
                Self::Null
                | Self::Dead
                | Self::Known(_)
                | Self::Code(_)
                | Self::Static(..)
                | Self::Local(..)
                | Self::Unclaimed(..)
                | Self::Lent(_),
            ) => true,
            _ => false,
        }
    }
}

/// What a block is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Kind {
    /// Fresh bytes that nobody has looked at.
    Raw {
        /// How many, if that is known.
        size: Option<u64>,
        /// Whether they are zero.
        zero: bool,
    },
    /// A record.
    Record(RecordId),
    /// Bytes of which nothing is known.
    Bytes {
        /// How many, if that is known.
        size: Option<u64>,
    },
    /// No block at all but a number that variables hold.
    Number,
}

/// The canonical name of an individual: its kind, and the values of the abstraction predicates.
pub(crate) type Name = (Kind, smallvec::SmallVec<[u64; 3]>);

/// The canonical names of all individuals, in order. Most differ by their hash already.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Names {
    hash: u64,
    names: Vec<Name>,
}

impl Names {
    pub(crate) fn new(names: Vec<Name>) -> Self {
        Self { hash: FxBuildHasher.hash_one(&names), names }
    }
}

impl Hash for Names {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hash.hash(state);
    }
}

/// A disjunct of the domain.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(crate) env: Vec<(Root, Value)>,
    pub(crate) structure: Shared<Structure>,
    /// What each individual is.
    pub(crate) kinds: Vec<Kind>,
    /// The canonical names, once blurred.
    pub(crate) names: Shared<Names>,
    /// Whether the statement under way may have broken a constraint of the user.
    pub(crate) broken: bool,
    /// The structure when it was last made as sharp as it gets, while a statement is under way.
    pub(crate) sharp: Sharp,
}

/// A structure of which nothing more follows. It is no part of what a state says.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sharp(pub(crate) Option<Shared<Structure>>);

impl PartialEq for Sharp {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Sharp {}

impl Hash for Sharp {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl State {
    pub(crate) fn new(structure: Structure) -> Self {
        Self {
            env: Vec::new(),
            structure: Shared::new(structure),
            kinds: Vec::new(),
            names: Shared::default(),
            broken: false,
            sharp: Sharp::default(),
        }
    }

    /// How many individuals there are.
    pub fn individuals(&self) -> usize {
        self.structure.size()
    }

    pub(crate) fn get(&self, root: Root) -> Option<Value> {
        self.env.binary_search_by_key(&root, |entry| entry.0).ok().map(|at| self.env[at].1)
    }

    pub(crate) fn put(&mut self, root: Root, value: Value) {
        match self.env.binary_search_by_key(&root, |entry| entry.0) {
            Ok(at) => self.env[at].1 = value,
            Err(at) => self.env.insert(at, (root, value)),
        }
    }

    pub(crate) fn take(&mut self, root: Root) -> Option<Value> {
        let at = self.env.binary_search_by_key(&root, |entry| entry.0).ok()?;
        Some(self.env.remove(at).1)
    }

    /// Pointers to these variables dangle from now on.
    pub(crate) fn bury(&mut self, gone: impl Fn(FunctionId, SlotId) -> bool) {
        for (_, value) in &mut self.env {
            if matches!(value, Value::Local(function, slot, _) if gone(*function, *slot)) {
                *value = Value::Dead;
            }
        }
    }

    /// The individuals that variables point to.
    pub(crate) fn pointed(&self) -> u64 {
        self.env.iter().filter_map(|(_, value)| value.individual()).fold(0, |set, one| set | 1 << one)
    }

    /// Some of the individuals, in this order; variables point to those only.
    pub(crate) fn select(&mut self, order: &[usize]) {
        self.structure = Shared::new(self.structure.select(order));
        self.sharp = Sharp::default();
        self.kinds = order.iter().map(|individual| self.kinds[*individual]).collect();
        let place = |individual: u8| order.iter().position(|old| *old == usize::from(individual));
        for (_, value) in &mut self.env {
            *value = value.renumbered(|individual| place(individual).unwrap_or_default() as u8);
        }
    }

    /// A copy of an individual that no variable points to.
    pub(crate) fn duplicate(&mut self, individual: usize) -> Option<usize> {
        let copy = self.structure.duplicate(individual)?;
        self.kinds.push(self.kinds[individual]);
        Some(copy)
    }
}
