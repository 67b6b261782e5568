//! The two states of a join, and values of theirs that go together.

use std::borrow::Cow;

use crate::heap::{Region, State, Sym, Term};

/// One of the two states.
#[derive(Clone)]
pub(super) struct Side<'a> {
    pub(super) state: Cow<'a, State>,
    pub(super) used: Vec<bool>,
    /// The region of the result that each region went into.
    pub(super) into: Vec<Option<Sym>>,
}

/// Two values that go together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) left: Term,
    pub(super) right: Term,
    pub(super) out: Sym,
    /// Whether a root or a part of an object holds it; else it is only an argument.
    pub(super) strong: bool,
    /// Whether its regions were dealt with.
    pub(super) done: bool,
}

/// Which side something is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hand {
    Left,
    Right,
}

impl Hand {
    pub(super) fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

impl Side<'_> {
    pub(super) fn region(&self, at: Term) -> Option<(usize, &Region)> {
        let base = at.base.filter(|_| at.offset == 0)?;
        let (index, region) = self.state.regions.locate(base)?;
        (!self.used[index]).then_some((index, region))
    }
}

impl Pair {
    pub(super) fn on(&self, hand: Hand) -> Term {
        match hand {
            Hand::Left => self.left,
            Hand::Right => self.right,
        }
    }
}
