//! Claims: what a proof says of memory at a place of the program, as steps that can be carried out there.
//!
//! A claim is a disjunction of [`Way`]s. A way is an existential formula over values, written as the steps that look for its
//! witnesses: a step finds a value, compares values, or claims an object. Claims of one way are disjoint (the separating
//! conjunction), which is why whoever carries them out keeps the addresses that were claimed. Inductive parts are calls of
//! [`Predicate`]s, each a disjunction again.
//!
//! Invariants:
//! - a claim is implied by what was proved: what a step cannot say is left out, and noted in `omitted`;
//! - a step about a value that is not known holds;
//! - no step reads what some other way of the same claim does not own, if that way may hold instead and comes later.

use std::sync::Arc;

use ir::{BlockId, FunctionId, GlobalId, LocalId, SlotId};

use crate::{Place, PlaceKind, Visible};

/// A place of the code: before a statement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct CodePlace {
    /// The function.
    pub function: FunctionId,
    /// The block.
    pub block: BlockId,
    /// How many statements of it come before.
    pub stmt: u32,
}

/// What is claimed at a place.
#[derive(Clone, PartialEq, Debug)]
pub struct Claim {
    /// Where.
    pub at: CodePlace,
    /// What the program hands over: the first values of each way, in this order.
    pub given: Vec<Given>,
    /// One of these holds.
    pub ways: Vec<Way>,
    /// What is known there and not claimed, in words.
    pub omitted: Vec<String>,
}

/// Something the program can name at a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Given {
    /// The value of a register.
    Register(LocalId),
    /// The address of a variable.
    Slot(SlotId),
    /// The address of a global variable.
    Global(GlobalId),
    /// The address of a function.
    Code(FunctionId),
}

/// An inductive predicate.
#[derive(Clone, PartialEq, Debug)]
pub struct Predicate {
    /// What the user calls it.
    pub name: Arc<str>,
    /// Its definition, for people.
    pub text: String,
    /// How many values it is about: its root and its parameters, the first values of each way.
    pub params: usize,
    /// For each parameter after the root whether it is the same where a part of a structure ends: bounds may be stronger there.
    pub passed_on: Vec<bool>,
    /// One of these holds.
    pub ways: Vec<Way>,
}

/// One way in which a claim can hold.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Way {
    /// The same for people.
    pub text: String,
    /// The values it speaks of.
    pub values: Vec<Known>,
    /// What decides whether it is this way: done first, claiming nothing.
    pub choice: Vec<Probe>,
    /// What holds then.
    pub steps: Vec<Probe>,
}

/// A value of a way.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Known {
    /// Its name.
    pub name: String,
    /// The integer type it is of, if that is known: bits, and whether negative ones are among them.
    pub range: Option<(u16, bool)>,
}

/// A value and how far from it, or a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sum {
    /// The value's number; `None` for a constant.
    pub base: Option<usize>,
    /// Bytes for pointers.
    pub offset: i64,
}

impl Sum {
    /// Just a value.
    pub fn of(base: usize) -> Self {
        Self { base: Some(base), offset: 0 }
    }

    /// A constant.
    pub fn constant(offset: i64) -> Self {
        Self { base: None, offset }
    }
}

/// What is claimed in one text, and where.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Claimed {
    /// The predicates that claims call.
    pub predicates: Vec<Predicate>,
    /// The places with what is claimed there: one of the claims holds.
    pub places: Vec<(Place, Vec<Claim>)>,
    /// What can be named where the text ends.
    pub outside: Vec<Visible>,
    /// Whether the text itself declares `stderr`.
    pub declares_streams: bool,
    /// The places where nothing is claimed, with the reason.
    pub without: Vec<(PlaceKind, u32, String)>,
    /// How many loops the analysis went through.
    pub loops: usize,
    /// How many of them have a check.
    pub checked_loops: usize,
}

/// What a number is compared with zero for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// It is zero.
    Zero,
    /// It is not zero.
    NonZero,
    /// It is zero or more.
    AtLeastZero,
}

/// A structure: a predicate with its root and arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// Which predicate.
    pub predicate: usize,
    /// What it is about.
    pub args: Vec<Sum>,
}

/// A step of a way.
#[derive(Clone, PartialEq, Debug)]
pub enum Probe {
    /// `is` has the value that was handed over under this number; it is learned if it was not known.
    Given {
        /// Which of what is handed over.
        given: usize,
        /// What it is.
        is: Sum,
    },
    /// There is an object at an address: not null.
    Object {
        /// The address.
        at: Sum,
    },
    /// The object at an address belongs to this part of the claim alone.
    Claim {
        /// The address.
        at: Sum,
        /// Its first byte, seen from the address, and how many there are, if that is known.
        bytes: Option<(i64, Sum)>,
    },
    /// Bytes of memory hold a number or an address.
    Read {
        /// The object.
        at: Sum,
        /// Bytes from there.
        offset: i64,
        /// Bytes.
        size: u8,
        /// Whether the number may be negative.
        signed: bool,
        /// What it is; learned if it was not known.
        is: Sum,
    },
    /// Bytes of memory hold a string.
    Text {
        /// The object.
        at: Sum,
        /// Bytes from there.
        offset: i64,
        /// How many bytes there are for it, if that is known.
        room: Option<u64>,
    },
    /// A structure begins at an address.
    Whole(Instance),
    /// A part of a structure, up to where another one begins that is not a part of it.
    Part {
        /// The structure.
        from: Instance,
        /// What it ends before.
        to: Instance,
    },
    /// Elements in a row.
    Each {
        /// The object.
        at: Sum,
        /// Where they begin: bytes from there.
        from: Sum,
        /// Where they end.
        to: Sum,
        /// Bytes of an element.
        stride: i64,
        /// The value that stands for the address of an element.
        element: usize,
        /// What holds of each. Values that are learned here are forgotten after each element.
        steps: Vec<Probe>,
    },
    /// These hold unless a value is null.
    Unless {
        /// The value.
        null: usize,
        /// What holds otherwise.
        steps: Vec<Probe>,
    },
    /// A sum of values with factors.
    Number {
        /// What is asked of it.
        relation: Relation,
        /// By value; no factor is zero.
        terms: Vec<(usize, i64)>,
        /// The constant.
        constant: i128,
    },
    /// A value is what makes a sum zero, in which it has this factor: 1 or -1.
    Solve {
        /// The value.
        value: usize,
        /// Its factor.
        factor: i64,
        /// The others.
        terms: Vec<(usize, i64)>,
        /// The constant.
        constant: i128,
    },
    /// An address is one that was claimed, or this.
    Among {
        /// The address.
        at: Sum,
        /// The other possibility.
        or: Option<Sum>,
    },
}
