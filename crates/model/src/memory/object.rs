//! One object: a block of bytes with an address and a life.

use ir::{FunctionId, GlobalId, SlotId, Span};

use super::{Fragments, ObjectId};

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
    /// The bytes, and after them for each byte the mask of its undefined bits. Empty once dead.
    pub(super) data: Vec<u8>,
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

    /// Its bytes; none if it is dead or a function.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.data[..self.data.len() / 2]
    }

    /// For each byte the mask of its undefined bits.
    #[inline]
    pub fn undefined(&self) -> &[u8] {
        &self.data[self.data.len() / 2..]
    }

    /// For each byte the object its value leads to.
    pub fn fragments(&self) -> &Fragments {
        &self.fragments
    }
}
