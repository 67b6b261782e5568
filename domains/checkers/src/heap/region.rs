//! Pieces of memory: the atoms of a symbolic heap.
//!
//! A state is the separating conjunction of its regions, each at a symbol, the address it is about.
//! A symbol has at most one region.

use ir::{FunctionId, GlobalId, SlotId};
use smallvec::SmallVec;

use super::members::NodeSet;
use super::run::Run;
use super::value::{Sym, Term, Value};
use crate::definition::DefinitionId;

/// A piece of memory.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Region {
    /// One object and its bytes.
    Block(Block),
    /// A whole structure that a checker describes.
    Checker(Checker),
    /// A part of a structure: everything from here up to a place within.
    Segment(Segment),
}

/// One object.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Block {
    /// Where it begins, as seen from the region's address.
    pub start: i64,
    /// Bytes.
    pub size: Term,
    /// Where it comes from.
    pub origin: Origin,
    /// The parts whose contents have a name, by increasing offset from the region's address, not overlapping.
    pub cells: SmallVec<[Cell; 4]>,
    /// The parts whose bounds are not constants, or that are rows of elements.
    pub runs: Vec<Run>,
    /// What all the other bytes hold.
    pub rest: Rest,
    /// The checker it was unfolded from: the first one to try when it is folded again.
    pub hint: Option<DefinitionId>,
    /// The set it belongs to.
    pub set: Option<NodeSet>,
}

/// A part of an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell {
    /// Bytes from the region's address.
    pub offset: i64,
    /// Bytes.
    pub size: u8,
    /// Its contents.
    pub value: Value,
}

impl Cell {
    /// The offset just behind it.
    pub fn end(&self) -> i64 {
        self.offset + i64::from(self.size)
    }
}

/// What bytes hold that no cell names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Rest {
    /// Zero.
    Zero,
    /// Something.
    Any,
    /// Bytes none of which is zero: the inside of a string. Only rows have it, no object as a whole.
    Text,
    /// Nothing was ever written.
    Uninit,
    /// Something, or nothing was ever written.
    Unsure,
}

impl Rest {
    /// What the bytes of a cell hold that is not named any more.
    pub fn of(value: Value) -> Self {
        match value {
            Value::Known(Term::NULL) => Self::Zero,
            Value::Known(_) | Value::Any => Self::Any,
            Value::Uninit => Self::Uninit,
            Value::Unsure => Self::Unsure,
        }
    }

    /// What describes both.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        match (self, other) {
            (a, b) if a == b => a,
            (a, b) if a.is_written() && b.is_written() => Self::Any,
            _ => Self::Unsure,
        }
    }

    /// Whether the bytes were written for sure.
    pub fn is_written(self) -> bool {
        matches!(self, Self::Zero | Self::Any | Self::Text)
    }

    /// What a value in such bytes is.
    pub fn value(self) -> Value {
        match self {
            Self::Zero => Value::Known(Term::NULL),
            Self::Any | Self::Text => Value::Any,
            Self::Uninit => Value::Uninit,
            Self::Unsure => Value::Unsure,
        }
    }
}

/// Where an object comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Origin {
    /// `malloc` and its kin, or a contract handed it over: `free` may take it.
    Heap,
    /// It is no object but a part of one, the state's arena: where it ends another part may begin (`heap::part`).
    Part,
    /// A variable of the function.
    Slot(SlotId),
    /// A global variable.
    Global(GlobalId),
    /// Code: nothing may be read or written.
    Code(FunctionId),
    /// A struct on its way into a function or out of it.
    Passing,
    /// Some object that `free` must not be trusted with: a variable of a caller.
    Foreign,
    /// A variable, of the function or of a caller, that has bytes of `const` type.
    Fixed(FunctionId, SlotId),
    /// A stream of the library's that is there when the program begins.
    Stream,
}

impl Origin {
    /// That of a variable of this function.
    pub fn of_slot(program: &ir::Program, function: FunctionId, slot: SlotId) -> Self {
        let body = program.functions[function].body.as_ref();
        let fixed = body.is_some_and(|body| !body.slots[slot].fixed.is_empty());
        if fixed { Self::Fixed(function, slot) } else { Self::Slot(slot) }
    }

    /// Whether structures are made of such memory.
    pub fn is_structural(self) -> bool {
        matches!(self, Self::Heap | Self::Part)
    }
}

/// A whole structure.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Checker {
    /// Which checker.
    pub definition: DefinitionId,
    /// Its arguments after the root.
    pub args: Args,
    /// What is known of all its objects.
    pub marks: Marks,
}

/// A part of a structure.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Segment {
    /// The checker at its begin.
    pub definition: DefinitionId,
    /// Its arguments there.
    pub args: Args,
    /// Where it ends: the root of what is missing.
    pub to: Term,
    /// The checker that describes what is missing.
    pub hole: DefinitionId,
    /// Its arguments.
    pub hole_args: Args,
    /// What is known of all its objects.
    pub marks: Marks,
}

/// The arguments of a checker after its root.
pub type Args = SmallVec<[Term; 2]>;

/// What is known of all objects of a structure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Marks {
    /// `free` may take each of them.
    pub heap: bool,
    /// Members the checker does not speak of were written in each of them.
    pub written: bool,
    /// The set they belong to.
    pub set: Option<NodeSet>,
}

impl Marks {
    /// What a contract promises of the structures it hands over.
    pub const GIVEN: Self = Self { heap: true, written: true, set: None };

    /// What holds of the objects of both; to which set they belong is for who puts them together.
    #[must_use]
    pub fn meet(self, other: Self) -> Self {
        Self { heap: self.heap && other.heap, written: self.written && other.written, set: None }
    }

    /// Whether all that the other says of objects is known here.
    pub fn implies(self, other: Self) -> bool {
        (self.heap || !other.heap) && (self.written || !other.written)
    }
}

impl Region {
    /// Calls `see` with every term in it.
    pub fn terms(&self, mut see: impl FnMut(Term)) {
        match self {
            Self::Block(block) => {
                see(block.size);
                block.cells.iter().filter_map(|cell| cell.value.term()).for_each(&mut see);
                for run in &block.runs {
                    see(run.from);
                    see(run.to);
                    run.each.terms(&mut see);
                }
            }
            Self::Checker(checker) => checker.args.iter().copied().for_each(see),
            Self::Segment(segment) => {
                segment.args.iter().copied().for_each(&mut see);
                see(segment.to);
                segment.hole_args.iter().copied().for_each(see);
            }
        }
    }

    /// Whether it speaks of a symbol.
    pub fn mentions(&self, sym: Sym) -> bool {
        let mut found = false;
        self.terms(|term| found |= term.base == Some(sym));
        found
    }

    /// Replaces every term in it; `None` if one has no replacement.
    pub fn map(&mut self, mut by: impl FnMut(Term) -> Option<Term>) -> Option<()> {
        let mut all = |args: &mut Args| {
            for term in args {
                *term = by(*term)?;
            }
            Some(())
        };
        match self {
            Self::Block(block) => {
                block.size = by(block.size)?;
                for cell in &mut block.cells {
                    if let Value::Known(term) = &mut cell.value {
                        *term = by(*term)?;
                    }
                }
                for run in &mut block.runs {
                    run.from = by(run.from)?;
                    run.to = by(run.to)?;
                    run.each.map(&mut by)?;
                }
            }
            Self::Checker(checker) => all(&mut checker.args)?,
            Self::Segment(segment) => {
                all(&mut segment.args)?;
                all(&mut segment.hole_args)?;
                segment.to = by(segment.to)?;
            }
        }
        Some(())
    }

    /// The block, if it is one.
    pub fn block(&self) -> Option<&Block> {
        match self {
            Self::Block(block) => Some(block),
            _ => None,
        }
    }

    /// The structure, if it is a complete one.
    pub fn checker(&self) -> Option<&Checker> {
        match self {
            Self::Checker(checker) => Some(checker),
            _ => None,
        }
    }
}

impl Block {
    /// An object of whose bytes only this is known.
    pub fn new(size: Term, origin: Origin, rest: Rest) -> Self {
        Self { start: 0, size, origin, cells: SmallVec::new(), runs: Vec::new(), rest, hint: None, set: None }
    }

    /// Moves it away from the region's address; false if that leaves the range of offsets.
    pub fn shift(&mut self, by: i64) -> bool {
        let moved = |offset: i64| offset.checked_add(by);
        if moved(self.start).is_none() || self.cells.iter().any(|cell| moved(cell.end()).is_none()) {
            return false;
        }
        for run in &mut self.runs {
            let (Some(from), Some(to)) = (run.from.plus(by), run.to.plus(by)) else { return false };
            (run.from, run.to) = (from, to);
        }
        self.start += by;
        self.cells.iter_mut().for_each(|cell| cell.offset += by);
        true
    }

    /// The offset just behind it, if its size is a constant.
    pub fn end(&self) -> Option<i64> {
        match self.size {
            Term { base: None, offset } => self.start.checked_add(offset),
            Term { .. } => None,
        }
    }

    /// The cell with exactly these bytes.
    pub fn cell(&self, offset: i64, size: u8) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.offset == offset && cell.size == size)
    }

    /// Puts a value into bytes. What overlapped them becomes anything, or may be unwritten where it
    /// was.
    pub fn put(&mut self, offset: i64, size: u8, value: Value) {
        let new = Cell { offset, size, value };
        self.blur(offset, new.end());
        let at = self.cells.partition_point(|cell| cell.offset < offset);
        self.cells.insert(at, new);
    }

    /// Forgets the cells that overlap a range, unless they lie in it as a whole: then nothing is left of them.
    pub fn blur(&mut self, from: i64, to: i64) {
        let mut left: SmallVec<[Cell; 4]> = SmallVec::new();
        let mut split: SmallVec<[(i64, i64, bool); 2]> = SmallVec::new();
        for cell in &self.cells {
            if cell.end() <= from || cell.offset >= to {
                left.push(*cell);
            } else {
                let written = matches!(cell.value, Value::Known(_) | Value::Any);
                if cell.offset < from {
                    split.push((cell.offset, from, written));
                }
                if cell.end() > to {
                    split.push((to, cell.end(), written));
                }
            }
        }
        // What remains of a cell that was cut has contents of its own, byte by byte: nobody knows which, but if
        // the rest of the block is said to be zero or unwritten it must not be counted to it.
        for (from, to, written) in split {
            for offset in from..to {
                left.push(Cell { offset, size: 1, value: if written { Value::Any } else { Value::Unsure } });
            }
        }
        left.sort_unstable_by_key(|cell| cell.offset);
        self.cells = left;
    }
}
