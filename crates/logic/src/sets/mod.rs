//! Sets of values: which of them are parts of others, what is in them, and which are the same.
//!
//! # Meaning
//! A name stands for a function from values to counts, its *characteristic function*. What it may be is its [`Kind`]:
//!
//! ```text
//!   a set       every value 0 times or once
//!   a bag       every value any number of times (a multiset)
//!   a point α   one value once, all others not at all:  {α}
//! ```
//!
//! A [`Fact`] about such names is *pointwise*: it is meant at every value. `E − A − B = 0` says that at every value the count in `E` is
//! that in `A` plus that in `B`: `E` is the disjoint union of `A` and `B`. All relations between sets that an analysis of shared structures
//! needs are of this form (`facts`), and so they are what the domains have in common:
//!
//! ```text
//!   γ(S) = { ν : at every value v, all facts of S hold of ν(·)(v), and every name is of its kind }
//! ```
//!
//! # Three domains
//! * [`Linear`]: linear relations between the counts at any one value. The default. It also has bags.
//! * [`Lin`]: for each set at most one equation `E = {α…} ⊎ F ⊎ …`, and inclusions: the compact domain of "Shape Analysis for
//!   Unstructured Sharing" (SAS 2015), section 6.
//! * [`Bdd`]: a Boolean function that tells which names a value may be in: the exact domain of the same section, after Cox.
//!
//! [`Sets`] is any one of them, chosen when the analysis starts.
//!
//! Non-emptiness of points is the one thing that is not pointwise. The domains use it in one place: a state in which no value can be in
//! some point has no meaning (`{α} ⊆ ∅`).
//!
//! Reading order: [`SetDomain`], `columns`, `facts`, `linear`, `valuations`, `lin`, `diagram`, `bdd`, `any`, `meter`.

mod any;
mod bdd;
mod columns;
mod diagram;
pub mod facts;
mod lin;
mod linear;
mod meter;
mod valuations;

use std::fmt::Debug;

pub use any::{Choice, Sets};
pub use bdd::Bdd;
pub use lin::Lin;
pub use linear::Linear;
pub use meter::metered;

use crate::linear::Dim;
use crate::pure::Fact;

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Any set of values.
    Set,
    /// Any multiset of values.
    Bag,
    /// A set of exactly one value.
    Point,
}

/// A set of valuations of names by sets.
///
/// # Laws
/// Every operation is sound: what a state proves holds of all it describes, `join` and `widen` contain both operands, and a repeated `widen` of
/// outcomes comes to an end. Nothing is proved of a name that was not declared. `tests/sets` has them, against all sets of three values.
pub trait SetDomain: Clone + Debug + Default + PartialEq {
    /// Introduces a name, of which nothing is known yet but its kind.
    fn declare(&mut self, name: Dim, kind: Kind);

    /// The names that were declared, in order.
    fn names(&self) -> Vec<Dim>;

    /// The kind of a name that was declared.
    fn kind(&self, name: Dim) -> Option<Kind>;

    /// Keeps the valuations of which a fact holds. False: it is known that there are none.
    fn guard(&mut self, fact: &Fact) -> bool;

    /// Keeps the valuations of which facts hold, without asking whether there are any: for what is only asked then.
    fn assume(&mut self, facts: &[Fact]) {
        for fact in facts {
            self.guard(fact);
        }
    }

    /// Whether a fact holds of all valuations. False: not proved.
    fn proves(&self, fact: &Fact) -> bool;

    /// Whether a fact holds of all valuations of which others hold, too. False: not proved.
    fn proves_given(&self, more: &[Fact], fact: &Fact) -> bool {
        self.proves(fact) || {
            let mut all = self.clone();
            all.assume(more);
            all.proves(fact)
        }
    }

    /// Whether it is known that there are no valuations.
    fn is_unsat(&self) -> bool;

    /// A state that contains both.
    #[must_use]
    fn join(&self, other: &Self) -> Self;

    /// A state that contains both, such that widening again and again comes to an end. `self` is the previous outcome.
    #[must_use]
    fn widen(&self, next: &Self) -> Self;

    /// Forgets names; what follows about the others stays, as far as the domain can say it.
    fn forget(&mut self, names: &[Dim]);

    /// Renames, all at once; different names stay different.
    fn rename(&mut self, to: &dyn Fn(Dim) -> Dim);

    /// Whether every valuation of `smaller` is one of `self`.
    ///
    /// # Errors
    /// A fact of `self` that `smaller` does not prove.
    fn covers(&self, smaller: &Self) -> Result<(), Fact>;

    /// The facts, for people: together they say what the state says, as far as facts can.
    fn facts(&self) -> Vec<Fact>;
}
