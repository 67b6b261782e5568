//! Relations between sets as pointwise facts.
//!
//! | relation | at every value |
//! |---|---|
//! | `E = A ⊎ B ⊎ …` | `E − A − B − … = 0` |
//! | `E = ∅` | `E = 0` |
//! | `F ⊆ E`, `α ∈ E` | `E − F ≥ 0`, `E − {α} ≥ 0` |
//! | `A ∩ B = ∅`, `α ∉ B`, `α ≠ β` | `1 − A − B ≥ 0` |
//! | `E = A ∪ B` | `E ≥ A`, `E ≥ B`, `A + B ≥ E` |
//! | `I = A ∩ B` | `I ≤ A`, `I ≤ B`, `I ≥ A + B − 1` |
//! | `E = A ∖ B` | `E ≤ A`, `E + B ≤ 1`, `E ≥ A − B` |
//!
//! Where one set or point stands, a point or set may stand as well: `{α}` is a set.

use crate::linear::Dim;
use crate::pure::{Fact, Form};

/// `whole = part ⊎ part ⊎ …`; of no parts: it is empty.
pub fn equal(whole: Dim, parts: &[Dim]) -> Fact {
    Fact::Eq(sum(0, &[(whole, 1)], parts))
}

/// Nothing is in it.
pub fn empty(set: Dim) -> Fact {
    equal(set, &[])
}

/// All of `part` is in `whole`; of a point: it is in it.
pub fn included(part: Dim, whole: Dim) -> Fact {
    Fact::Ge(sum(0, &[(whole, 1)], &[part]))
}

/// Nothing is in both; of points: they differ.
pub fn disjoint(a: Dim, b: Dim) -> Fact {
    Fact::Ge(sum(1, &[], &[a, b]))
}

/// `whole = a ∪ b`.
pub fn union(whole: Dim, a: Dim, b: Dim) -> [Fact; 3] {
    [included(a, whole), included(b, whole), Fact::Ge(sum(0, &[(a, 1), (b, 1)], &[whole]))]
}

/// `common = a ∩ b`.
pub fn intersection(common: Dim, a: Dim, b: Dim) -> [Fact; 3] {
    [included(common, a), included(common, b), Fact::Ge(sum(1, &[(common, 1)], &[a, b]))]
}

/// `rest = a ∖ b`.
pub fn difference(rest: Dim, a: Dim, b: Dim) -> [Fact; 3] {
    [included(rest, a), disjoint(rest, b), Fact::Ge(sum(0, &[(rest, 1), (b, 1)], &[a]))]
}

/// `constant + Σ plus − Σ minus`: a few names, and factors of one, always fit.
fn sum(constant: i128, plus: &[(Dim, i64)], minus: &[Dim]) -> Form {
    let terms = plus.iter().copied().chain(minus.iter().map(|name| (*name, -1)));
    terms.fold(Form::constant(constant), |sum, (name, factor)| {
        sum.add_scaled(factor, &Form::of(name)).unwrap_or(sum)
    })
}
