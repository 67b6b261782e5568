//! The pure part of a symbolic heap: what is known about its integers.
//!
//! # Meaning
//! A [`Pure`] is a conjunction of linear facts over mathematical integers:
//!
//! ```text
//!   γ = { x ∈ ℤ^Dim :  eᵢ(x) = 0,  fⱼ(x) ≥ 0,  gₖ(x) ≠ 0 }
//! ```
//!
//! A dimension in no fact is any integer. Where an equality has no solution with factor one it is kept
//! with integer parameters (`2x = 3y` is `x = 3q, y = 2q`), so that divisibility is exact; see `name`.
//!
//! # Layers
//! * `equalities`: classes of dimensions with constant differences, and rows that express a dimension by
//!   others. They are canonical, and every other fact speaks about the variables that they leave.
//! * *rows*: forms that are at least zero; primitive, rounded to integers, sorted, one for each linear part.
//! * *disequalities*: forms that are not zero; primitive, the first factor positive, sorted.
//!
//! Rows are decided over the rationals (`inequalities`, `tableau`), rounded to integers; beyond
//! that there is no reasoning about integrality, so "not proved" says nothing. A state that is
//! contradictory says so as soon as it is known, and stays so.
//!
//! # Invariants
//! * Rows and disequalities mention variables only, and none is a constant.
//! * No row follows from the others by a multiple alone, and no rows together imply an equality over the
//!   rationals: such an equality is one.
//! * What does not fit into `i64` factors and `i128` constants is left out, which is sound: facts get
//!   fewer, never wrong.
//!
//! Reading order: [`Form`], `name`, `equalities` with `hermite` and `eliminate`, `inequalities`
//! with `tableau`, `guard`, `query`, `project`, `join`, `widen`, `covers`, `canonical`, `facts`, `certificate`, `model`.

mod canonical;
mod certificate;
mod covers;
mod eliminate;
mod equalities;
mod facts;
mod form;
mod guard;
mod hermite;
mod inequalities;
mod join;
mod list;
mod model;
mod name;
mod project;
mod query;
mod tableau;
mod users;
mod widen;

use std::hash::{Hash, Hasher};

use equalities::Equalities;
use inequalities::Inequalities;
use list::List;

pub use certificate::Certificate;
pub use facts::Fact;
pub use form::Form;
pub use name::{is_parameter, owner_of};

use crate::linear::Dim;

/// No point satisfies the facts.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Contradiction;

/// A conjunction of linear equalities, inequalities and disequalities over integers.
///
/// Dimensions are numbered below `0x7000_0000`; facts about others are ignored. Cloning is cheap: the clones share
/// their facts until one of them changes.
///
/// Equality goes by the facts as they are stored, after [`canonicalise`](Self::canonicalise) mostly by
/// what they mean.
#[derive(Clone, Debug, Default)]
pub struct Pure {
    unsat: bool,
    equalities: Equalities,
    rows: Inequalities,
    diseqs: List<Form>,
    /// How many widenings in a row this state is the outcome of: see `widen`. No part of the value.
    age: u8,
}

impl Pure {
    /// The state of which nothing is known.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether the facts are known to contradict each other.
    ///
    /// Such a state proves everything; ask this first where a proof decides about a fault.
    pub fn is_unsat(&self) -> bool {
        self.unsat
    }

    /// The class of a dimension: it is the root plus the offset, or the offset alone if there is no root.
    pub fn root(&self, dim: Dim) -> (Option<Dim>, i128) {
        self.equalities.find(dim)
    }

    /// Becomes contradictory.
    fn refute(&mut self) {
        *self = Self { unsat: true, ..Self::default() };
    }

    /// What equality is about.
    fn value(&self) -> (bool, &Equalities, &Inequalities, &List<Form>) {
        (self.unsat, &self.equalities, &self.rows, &self.diseqs)
    }

    /// Whether the states share all their facts.
    fn is_same(&self, other: &Self) -> bool {
        self.unsat == other.unsat
            && self.equalities.is_same(&other.equalities)
            && self.rows.is_same(&other.rows)
            && self.diseqs.is_same(&other.diseqs)
    }
}

impl PartialEq for Pure {
    fn eq(&self, other: &Self) -> bool {
        self.value() == other.value()
    }
}

impl Eq for Pure {}

impl Hash for Pure {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value().hash(state);
    }
}
