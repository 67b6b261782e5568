//! The predicates of a program.
//!
//! An individual is a heap block. Blocks that hold a record of some type are of that *sort*, and the pointers in them are its
//! *fields*. Core predicates, from the types that the program looks into:
//! - `f(v, w)` for each field: f of v points to the start of w (functional; the null pointer is no pair at all);
//! - `unset_f(v)`: f was never written; `dangling_f(v)`: it points to a block that is gone;
//! - `x(v)` for each variable, which is kept definite and is stored with the variable (see [`State`](crate::State)).
//!
//! Fields are *forward* or *back* links; which, is a guess that only precision depends on, and several may be tried. D is the
//! union of the forward fields. Instrumentation predicates, with their defining formulas:
//!
//! | | | |
//! |---|---|---|
//! | `t(v, w)` | D*(v, w) | reachability; `r_x(v)` is its row at x |
//! | `is(v)` | two different forward fields of cells lead to v | sharing |
//! | `c(v)` | ∃w. D(v, w) ∧ t(w, v) | being on a cycle |
//! | `c_fb(v)` | ∀w. f(v, w) → b(w, v) | the link back of the next leads here |
//! | `c_bf(v)` | ∀w. b(v, w) → ⋁f(w, v) | and the other way round |
//! | `some_f(v)` | ∃w. f(v, w) | where cells have several forward fields, so that a test for null is remembered |
//! | `inOrder_f(v)` | ∀w. f(v, w) → dle(v, w) | and its like for the other comparisons |
//!
//! What [`demand`](crate::demand) finds asked for adds core predicates of what members hold: `dle(v, w)`, the number in v is at most that in
//! w (a cell without a number counts as below all, so that this is a total order), and `m=k(v)`, the flag m of v is k.
//!
//! All unary predicates are abstraction predicates, but for `some_f` and `inOrder_f`.

mod instrument;
mod members;

use std::collections::BTreeMap;

use ir::{Program, RecordId, RecordKind};
use rustc_hash::FxHashMap;

use crate::constraints::Touched;
use crate::demand::Demand;
use crate::difference::Change;
use crate::formula::Formula;
use crate::predicates::{Declarations, Mistake};
use crate::structure::{Binary, Unary};
use members::{Builder, backs, flatten, has_one_way, looked_into};

/// A member of a record that holds one number or pointer.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) offset: u64,
    pub(crate) size: u64,
    /// Of these as many bytes hold its value.
    pub(crate) held: u64,
    pub(crate) unset: Unary,
    /// The predicates of a pointer.
    pub(crate) pointer: Option<Pointer>,
    /// The type of a number.
    pub(crate) number: Option<(u16, bool)>,
    /// The values of a flag, each with its predicate.
    pub(crate) flags: Vec<(i64, Unary)>,
    /// Whether it is the number that `dle` compares.
    pub(crate) is_datum: bool,
}

/// The predicates of a field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pointer {
    pub(crate) field: Binary,
    pub(crate) dangling: Unary,
    /// The sort of the blocks it is declared to lead to.
    pub(crate) to: Option<RecordId>,
}

/// The layout of the blocks of a sort.
#[derive(Clone, Debug)]
pub(crate) struct Sort {
    pub(crate) size: u64,
    pub(crate) members: Vec<Member>,
}

/// A field, for constraints and pictures.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) predicate: Binary,
    pub(crate) unset: Unary,
    pub(crate) dangling: Unary,
    pub(crate) back: bool,
    owner: RecordId,
    offset: u64,
    to: Option<RecordId>,
}

/// A unary predicate with a defining formula, whose variable is 0.
#[derive(Clone, Debug)]
pub(crate) struct Instrumentation {
    pub(crate) name: String,
    pub(crate) predicate: Unary,
    pub(crate) definition: Formula,
    /// Whether individuals that it tells apart are kept apart.
    pub(crate) abstraction: bool,
    /// Whether constraints are made of its definition.
    pub(crate) constrained: bool,
    /// The predicates of its definition.
    pub(crate) touched: Touched,
}

/// Two fields that lead there and back: `c_fb` and `c_bf`.
#[derive(Clone, Debug)]
pub(crate) struct Inverse {
    pub(crate) forward: Vec<Binary>,
    pub(crate) back: Binary,
    /// For each forward field its `c_fb`.
    pub(crate) there: Vec<Unary>,
    pub(crate) here: Unary,
}

/// Which fields are taken for links back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Of the fields of a record that lead to records of its type, the first is forward.
    First,
    /// The last is forward.
    Last,
    /// All are.
    All,
}

/// The predicates of a program.
#[derive(Clone, Debug)]
pub(crate) struct Vocabulary {
    sorts: BTreeMap<RecordId, Sort>,
    pub(crate) fields: Vec<Field>,
    /// `t`.
    pub(crate) path: Binary,
    /// `is`.
    pub(crate) shared: Unary,
    /// `c`.
    pub(crate) cyclic: Unary,
    pub(crate) inverses: Vec<Inverse>,
    /// Fields with their `some_f`.
    pub(crate) somes: Vec<(Binary, Unary)>,
    /// All that are kept by finite differencing.
    pub(crate) instrumentation: Vec<Instrumentation>,
    /// For each change of a field the new values of the predicates it concerns.
    updates: FxHashMap<Change, Vec<(Unary, Formula)>>,
    /// Names of the unary predicates that say what a member holds.
    pub(crate) names: Vec<(Unary, String)>,
    pub(crate) unary: usize,
    pub(crate) binary: usize,
    /// Whether no cell has two forward fields.
    pub(crate) functional: bool,
    /// `dle`, if order is asked for.
    pub(crate) order: Option<Binary>,
    /// Which individuals are numbers, if order is asked for.
    pub(crate) number: Option<Unary>,
    /// What the user declares: predicates, and snapshots.
    pub(crate) declared: Vec<Unary>,
    pub(crate) snapshots: Vec<Unary>,
    /// For each unary predicate whether it is an abstraction predicate.
    abstraction: Vec<bool>,
}

/// The numbers and pointers of a record that is looked into: offsets and types.
pub(crate) fn scalars(types: &ir::Types, record: RecordId) -> Option<Vec<(u64, ir::TypeId)>> {
    let known = types.record(record);
    let mut members = Vec::new();
    flatten(types, record, 0, "", &mut members);
    let looked_into = known.complete && known.kind == RecordKind::Struct && members.len() <= MEMBERS;
    looked_into.then(|| members.into_iter().map(|(_, offset, _, ty)| (offset, ty)).collect())
}

/// Records with more members than this are not looked into.
const MEMBERS: usize = 64;

impl Vocabulary {
    pub(crate) fn of(
        program: &Program,
        direction: Direction,
        declared: &Declarations,
    ) -> Result<Self, Mistake> {
        let types = &program.types;
        let demand = Demand::of(program, declared);
        let order = demand.is_ordered().then_some(Binary(1));
        let binary = 1 + usize::from(order.is_some());
        let mut builder = Builder { unary: 2, binary, names: Vec::new(), fields: Vec::new() };
        let mut sorts = BTreeMap::new();
        let wanted = looked_into(program, declared);
        let records = types.records().filter(|(id, _)| wanted.contains(id));
        for (id, record) in records.filter(|(_, r)| r.complete && r.kind == RecordKind::Struct) {
            let mut members = Vec::new();
            flatten(types, id, 0, "", &mut members);
            if members.len() > MEMBERS || record.size == 0 {
                continue;
            }
            let back = backs(types, id, &members, direction);
            let members =
                members.into_iter().map(|scalar| builder.member(types, id, &back, scalar, &demand)).collect();
            sorts.insert(id, Sort { size: record.size, members });
        }
        let number = order.map(|_| builder.unary("number".into()));
        let snapshots = declared.snapshots.iter();
        let snapshots = snapshots.map(|(snapshot, _)| builder.unary(snapshot.name.text.clone())).collect();
        let Builder { unary, binary, names, fields } = builder;
        let mut vocabulary = Self {
            sorts,
            path: Binary(0),
            shared: Unary(0),
            cyclic: Unary(1),
            inverses: Vec::new(),
            somes: Vec::new(),
            instrumentation: Vec::new(),
            updates: FxHashMap::default(),
            names,
            unary,
            binary,
            functional: has_one_way(&fields),
            fields,
            order,
            number,
            snapshots,
            declared: Vec::new(),
            abstraction: Vec::new(),
        };
        vocabulary.define(&demand, declared)?;
        Ok(vocabulary)
    }

    pub(crate) fn sort(&self, record: RecordId) -> Option<&Sort> {
        self.sorts.get(&record)
    }

    /// All numbers and pointers of records.
    pub(crate) fn members(&self) -> impl Iterator<Item = &Member> {
        self.sorts.values().flat_map(|sort| &sort.members)
    }

    /// The forward fields.
    pub(crate) fn forward(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| !field.back)
    }

    pub(crate) fn is_back(&self, predicate: Binary) -> bool {
        self.fields.iter().any(|field| field.predicate == predicate && field.back)
    }

    /// Whether a field is neither forward nor the way back of one.
    pub(crate) fn is_astray(&self, predicate: Binary) -> bool {
        self.is_back(predicate) && !self.inverses.iter().any(|inverse| inverse.back == predicate)
    }

    /// Whether cells of which a predicate does not say the same are kept apart.
    pub(crate) fn is_abstraction(&self, predicate: Unary) -> bool {
        self.abstraction[predicate.0 as usize]
    }

    /// The new values of the predicates that a change concerns.
    pub(crate) fn updates(&self, change: Change) -> &[(Unary, Formula)] {
        self.updates.get(&change).map_or(&[], Vec::as_slice)
    }

    /// The predicates that hold of a cell none of whose fields is set: those that speak of all its fields.
    pub(crate) fn vacuous(&self) -> impl Iterator<Item = Unary> {
        self.inverses.iter().flat_map(|inverse| inverse.there.iter().copied().chain([inverse.here]))
    }
}
