//! Which numbers of both sides explain a boundary of a row.
//!
//! A number explains a boundary on its side if the boundary is a known constant away from a multiple of it, or, if the number is a pointer into the object, from
//! how far that points into it. Two boundaries go together if some pair of numbers explains both by the same constant.
//!
//! Every boundary of one side is compared with every one of the other, by every pair of numbers; so equalities are looked up once for each number
//! and each boundary, and what is compared are the constants.

use logic::Form;
use smallvec::SmallVec;

use super::{Hand, Joining, Pair};
use crate::heap::{State, Term};

/// The numbers of two sides, as far as the equalities of each determine them.
pub(super) struct Explanations<'a> {
    left: (&'a State, Numbers),
    right: (&'a State, Numbers),
    pairs: &'a [Pair],
    /// The sizes of elements that loops walk over.
    strides: SmallVec<[i64; 2]>,
}

/// The numbers of one side.
struct Numbers {
    /// The address of the object.
    address: Form,
    /// The number of each pair.
    values: Vec<Form>,
}

/// What explains a boundary of one side.
pub(super) struct Explained {
    boundary: Term,
    /// For each pair, by address and by each stride: the constant, if it is one.
    by: Vec<Option<i128>>,
}

impl<'a> Explanations<'a> {
    pub(super) fn of(joining: &'a Joining<'_>, at: &Pair, strides: SmallVec<[i64; 2]>) -> Self {
        let side = |hand: Hand| {
            let state: &State = &joining.side(hand).state;
            let values = joining.pairs.iter().map(|pair| canonical(state, pair.on(hand))).collect();
            (state, Numbers { address: canonical(state, at.on(hand)), values })
        };
        Self { left: side(Hand::Left), right: side(Hand::Right), pairs: &joining.pairs, strides }
    }

    /// What explains a boundary of a side.
    pub(super) fn explain(&self, hand: Hand, boundary: Term) -> Explained {
        let (state, numbers) = match hand {
            Hand::Left => &self.left,
            Hand::Right => &self.right,
        };
        let place = canonical(state, boundary);
        let address = place.add_scaled(1, &numbers.address);
        let mut by = Vec::with_capacity(numbers.values.len() * (1 + self.strides.len()));
        for value in &numbers.values {
            by.push(address.as_ref().and_then(|address| address.less_multiple(1, value)));
            by.extend(self.strides.iter().map(|stride| place.less_multiple(*stride, value)));
        }
        Explained { boundary, by }
    }

    /// Whether a boundary of the left side goes with one of the right side.
    pub(super) fn go_together(&self, left: &Explained, right: &Explained) -> bool {
        left.boundary.base.is_none() && left.boundary == right.boundary
            || left.by.iter().zip(&right.by).any(|(left, right)| left.is_some() && left == right)
            || self.pairs.iter().any(|pair| pair.left == left.boundary && pair.right == right.boundary)
    }
}

/// The same form for all terms that a state knows to be equal.
fn canonical(state: &State, term: Term) -> Form {
    let form = term.form();
    state.pure.canonical(&form).unwrap_or(form)
}
