//! One object: a block of bytes with an address and a life.

use std::ops::Range;

use ir::{FunctionId, GlobalId, SlotId, Span};

use super::contents::{Contents, Piece};
use super::{Bytes, Fragments, ObjectId};

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObjectKind {
    /// A block from `malloc` and its kin.
    Heap,
    /// A variable of an active or returned call.
    Stack {
        /// Of which function.
        function: FunctionId,
        /// Which variable.
        slot: SlotId,
    },
    /// A block from `alloca`.
    Alloca,
    /// A global variable, static local or string literal.
    Global(GlobalId),
    /// A function. It has an address and no bytes.
    Function(FunctionId),
    /// The unnamed arguments of a call.
    Varargs,
    /// Something the C library owns: `stdin`, `errno`, a table of `ctype.h`.
    Library(&'static str),
}

/// Where an object is in its life.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObjectState {
    /// It may be accessed.
    Live,
    /// It was a heap block and was freed.
    Freed,
    /// Its scope ended or its function returned.
    Dead,
}

/// A place in the program where objects begin or end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Site {
    /// In which function; `None` before the program starts.
    pub function: Option<FunctionId>,
    /// Where.
    pub span: Span,
}

/// A [`Site`], by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SiteId(pub u32);

impl SiteId {
    /// Before the program starts.
    pub const START: SiteId = SiteId(0);
}

pub(super) const READ: u8 = 1;
pub(super) const WRITE: u8 = 2;

/// A block of bytes with an address and a life.
#[derive(Clone, Debug)]
pub struct Object {
    pub(super) id: ObjectId,
    pub(super) base: u64,
    pub(super) size: u64,
    /// The bytes, and for each the mask of its undefined bits. Empty once dead.
    pub(super) contents: Contents,
    pub(super) fragments: Fragments,
    pub(super) kind: ObjectKind,
    pub(super) state: ObjectState,
    /// What an access may do: nothing to a dead object or a function.
    pub(super) access: u8,
    pub(super) exposed: bool,
    pub(super) allocated: SiteId,
    pub(super) released: SiteId,
    /// When its life began and ended, counted in beginnings and ends.
    pub(super) life: (u64, u64),
    /// If it is written only by its name: the ranges of bytes of which that is true; none if it is true of all.
    pub(super) fixed: Vec<(u64, u64)>,
}

impl Object {
    /// Its name.
    pub fn id(&self) -> ObjectId {
        self.id
    }

    /// The address of its first byte.
    #[inline]
    pub fn base(&self) -> u64 {
        self.base
    }

    /// How many bytes it has (had).
    #[inline]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// What it is.
    pub fn kind(&self) -> ObjectKind {
        self.kind
    }

    /// Where it is in its life.
    pub fn state(&self) -> ObjectState {
        self.state
    }

    /// Whether it may be accessed.
    pub fn is_live(&self) -> bool {
        self.state == ObjectState::Live
    }

    /// Whether writing to it is an error.
    pub fn is_read_only(&self) -> bool {
        self.access & WRITE == 0
    }

    /// Whether its address was turned into an integer.
    pub fn is_exposed(&self) -> bool {
        self.exposed
    }

    /// Where it came to life.
    pub fn allocated(&self) -> SiteId {
        self.allocated
    }

    /// Where it was freed or its life ended.
    pub fn released(&self) -> SiteId {
        self.released
    }

    /// Whether there was a moment when both objects were alive: only then their addresses surely differ.
    pub fn lived_with(&self, other: &Object) -> bool {
        self.life.0 < other.life.1 && other.life.0 < self.life.1
    }

    /// How many bytes it holds: none if it is dead or a function.
    #[inline]
    pub fn len(&self) -> usize {
        self.contents.len()
    }

    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A byte and the mask of its undefined bits.
    pub fn byte(&self, at: usize) -> Option<(u8, u8)> {
        self.contents.byte(at)
    }

    /// Some of its bytes, and for each the mask of its undefined bits. Those of a large object are copied out.
    pub fn bytes(&self, range: Range<usize>) -> Option<Bytes<'_>> {
        self.contents.bytes(range)
    }

    /// Whether every bit of a range has a value; not if the range goes beyond the object.
    pub fn is_written(&self, range: Range<usize>) -> bool {
        range.end <= self.len() && self.contents.position_of(range, |_, undefined| undefined != 0).is_none()
    }

    /// The first place, among so many bytes from a place on, where a byte and its mask of undefined bits are what is wanted.
    pub fn position_of(&self, from: usize, most: usize, wanted: impl Fn(u8, u8) -> bool) -> Option<usize> {
        self.contents.position_of(from..from.saturating_add(most), wanted)
    }

    /// Ranges of equal bytes, in order, each with a byte and its mask: what follows from the one byte need not be asked of all. Most
    /// of a large object that was never written is one such range.
    pub fn stretches(&self, range: Range<usize>) -> impl Iterator<Item = (Range<usize>, u8, u8)> {
        let range = range.start.min(self.len())..range.end.min(self.len());
        self.contents.pieces(range).into_iter().flat_map(Piece::stretches)
    }

    /// What its contents take of our memory, about.
    #[inline]
    pub(super) fn cost(&self) -> u64 {
        self.contents.cost_now() + self.fragments.cost()
    }

    /// For each byte the object its value leads to.
    pub fn fragments(&self) -> &Fragments {
        &self.fragments
    }
}
