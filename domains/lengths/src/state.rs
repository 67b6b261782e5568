//! A state: variables, segments, and what is known of the numbers.
//!
//! A state denotes the memories in which
//! - every variable holds a value of the kind `env` says;
//! - the cells of each list type that variables reach are exactly those the `segments` count: for
//!   each vector so many cells as its counter says, each with a link to the next cell of the chain,
//!   the last one with a link as `end` says;
//! - the counters and the values of integer variables satisfy `numbers`.
//!
//! Invariants: `env`, `objects` and `segments` are sorted and hold each name once; a segment's vector
//! is not empty and names only variables whose value is a cell of that list type; a variable that is
//! a cell is in at least one vector that has cells, and one that is null or leads to a list is null if no vector that it
//! is in has any; the vectors that surely have cells are
//! consistent. A counter that is not among the segments is zero, and so is a ghost number that is
//! not a dimension of `numbers`.

use logic::AffineBox;

use crate::contents::Cells;
use crate::names::{FamilyId, Object, RootId};
use crate::shared::Shared;
use crate::vrv::Vrv;

/// What a variable holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Value {
    /// The null pointer.
    Null,
    /// A pointer into a live list cell, so many bytes from its start.
    Cell(FamilyId, i64),
    /// Null, or a pointer to the start of a live list cell: the counters of its chain tell.
    List(FamilyId),
    /// A pointer into an object, so many bytes from its start.
    Object(Object, i64),
    /// A function.
    Code(ir::FunctionId),
    /// An integer; the numbers know more.
    Int,
    /// This integer: the answer of a comparison. Only intermediate values are kept so.
    Known(i64),
    /// A pointer to something that is no longer alive.
    Freed,
    /// A pointer on entry that the contract has said nothing about yet, except perhaps that it is
    /// not null.
    Unclaimed(u32, bool),
    /// No value.
    Uninit,
    /// Anything; if so marked it may be no value at all.
    Any {
        /// It was surely written.
        written: bool,
    },
}

impl Value {
    pub(crate) const ANY: Value = Value::Any { written: true };
}

/// What the last link of a chain may be: a set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Ends(pub(crate) u8);

impl Ends {
    pub(crate) const NULL: Ends = Ends(1);
    pub(crate) const FREED: Ends = Ends(2);
    pub(crate) const UNINIT: Ends = Ends(4);
    pub(crate) const ANY: Ends = Ends(8);
    /// The cell where the cycle is cut. Never together with others.
    pub(crate) const BACK: Ends = Ends(16);

    pub(crate) fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) fn covers(self, smaller: Self) -> bool {
        smaller.0 & !self.0 == 0
    }

    /// The single possibilities with the value a load gives.
    pub(crate) fn values(self) -> impl Iterator<Item = (Ends, Value)> {
        [
            (Self::NULL, Value::Null),
            (Self::FREED, Value::Freed),
            (Self::UNINIT, Value::Uninit),
            (Self::ANY, Value::Any { written: false }),
        ]
        .into_iter()
        .filter(move |(end, _)| self.covers(*end))
    }
}

/// What is known of the cells with one vector, if there are any.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Segment {
    pub(crate) family: FamilyId,
    pub(crate) vrv: Vrv,
    /// The link of the last of them, if no cell follows it.
    pub(crate) end: Ends,
    /// What the first of them holds.
    pub(crate) first: Cells,
    /// What the others hold; nothing if there are none.
    pub(crate) rest: Option<Cells>,
}

/// How an object's parts that were not looked at are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Contents {
    /// Never written.
    Uninit,
    /// All zero.
    Zero,
    /// Anything, surely written.
    Any,
    /// Anything, perhaps never written.
    Unsure,
}

/// An object that is alive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Extent {
    pub(crate) object: Object,
    pub(crate) size: u64,
    pub(crate) contents: Contents,
}

/// A disjunct of the domain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub(crate) env: Shared<Vec<(RootId, Value)>>,
    pub(crate) objects: Shared<Vec<Extent>>,
    pub(crate) segments: Shared<Vec<Segment>>,
    pub(crate) numbers: Shared<AffineBox>,
    /// Whether cells were let go that only links back lead to: the state lacks them, and nothing must be said of it.
    pub(crate) adrift: bool,
}

impl State {
    /// No variable, no cell.
    pub(crate) fn empty() -> Self {
        Self {
            env: Shared::default(),
            objects: Shared::default(),
            segments: Shared::default(),
            numbers: Shared::default(),
            adrift: false,
        }
    }

    /// How many vectors have or may have cells.
    pub fn vectors(&self) -> usize {
        self.segments.len()
    }

    pub(crate) fn get(&self, root: RootId) -> Option<Value> {
        self.env.binary_search_by_key(&root, |entry| entry.0).ok().map(|at| self.env[at].1)
    }

    pub(crate) fn put(&mut self, root: RootId, value: Value) {
        match self.env.binary_search_by_key(&root, |entry| entry.0) {
            Ok(at) => self.env[at].1 = value,
            Err(at) => self.env.insert(at, (root, value)),
        }
    }

    pub(crate) fn take(&mut self, root: RootId) -> Option<Value> {
        let at = self.env.binary_search_by_key(&root, |entry| entry.0).ok()?;
        Some(self.env.remove(at).1)
    }

    pub(crate) fn extent(&self, object: Object) -> Option<Extent> {
        let at = self.objects.binary_search_by_key(&object, |extent| extent.object).ok()?;
        Some(self.objects[at])
    }

    pub(crate) fn add_object(&mut self, extent: Extent) {
        match self.objects.binary_search_by_key(&extent.object, |known| known.object) {
            Ok(at) => self.objects[at] = extent,
            Err(at) => self.objects.insert(at, extent),
        }
    }

    /// The segments of a list type that a variable reaches, nearest first.
    pub(crate) fn chain(&self, family: FamilyId, root: RootId) -> impl Iterator<Item = &Segment> {
        self.segments.iter().filter(move |segment| segment.family == family && segment.vrv.contains(root))
    }

    /// The segment whose first cell a variable points to. All segments of its chain have cells.
    pub(crate) fn head(&self, family: FamilyId, root: RootId) -> Option<&Segment> {
        // Segments are sorted by family and size of the vector, so the first is the nearest.
        self.chain(family, root).next()
    }

    pub(crate) fn segment(&self, family: FamilyId, vrv: &Vrv) -> Option<&Segment> {
        self.segments.iter().find(|segment| segment.family == family && &segment.vrv == vrv)
    }

    pub(crate) fn segment_mut(&mut self, family: FamilyId, vrv: &Vrv) -> Option<&mut Segment> {
        self.segments.iter_mut().find(|segment| segment.family == family && &segment.vrv == vrv)
    }
}
