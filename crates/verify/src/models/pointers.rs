//! Pointers of a derivation: which are equal, and where they lead.
//!
//! Pointers that are a constant distance apart form a class. A class may be a number (null, mostly), may lead to an
//! object or into a global, or be free. Classes that differ are kept apart by what must not be zero.

use ir::{GlobalId, Program};

use super::Random;
use super::draft::{Draft, Var};

/// What is known of the first pointer of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Known {
    Free,
    /// It is this number.
    Number(i64),
    /// It leads so many bytes from the start of an object.
    Object {
        index: usize,
        at: i64,
    },
    /// It leads so many bytes from the start of a global.
    Global {
        id: GlobalId,
        at: i64,
    },
}

impl Known {
    pub(super) fn plus(self, bytes: i64) -> Option<Self> {
        Some(match self {
            Self::Free => Self::Free,
            Self::Number(number) => Self::Number(number.checked_add(bytes)?),
            Self::Object { index, at } => Self::Object { index, at: at.checked_add(bytes)? },
            Self::Global { id, at } => Self::Global { id, at: at.checked_add(bytes)? },
        })
    }
}

/// The classes of the pointers of a derivation.
#[derive(Clone, Debug, Default)]
pub(super) struct Classes {
    /// For each variable one of its class that comes before it, and how far it is behind that.
    parents: Vec<(u32, i64)>,
    known: Vec<Known>,
}

impl Classes {
    pub(super) fn add(&mut self) {
        self.parents.push((self.parents.len() as u32, 0));
        self.known.push(Known::Free);
    }

    /// The first variable of a class, and how far this one is behind it.
    pub(super) fn find(&self, var: Var) -> Option<(Var, i64)> {
        let (mut at, mut offset) = (var.0, 0_i64);
        loop {
            let (parent, distance) = self.parents[at as usize];
            if parent == at {
                return Some((Var(at), offset));
            }
            (at, offset) = (parent, offset.checked_add(distance)?);
        }
    }

    /// What is known of a variable.
    pub(super) fn known(&self, var: Var) -> Option<Known> {
        let (first, offset) = self.find(var)?;
        self.known[first.0 as usize].plus(offset)
    }

    /// Learns what a variable is; nothing if it is something else.
    pub(super) fn learn(&mut self, var: Var, what: Known) -> Option<()> {
        let (first, offset) = self.find(var)?;
        let what = what.plus(offset.checked_neg()?)?;
        let known = &mut self.known[first.0 as usize];
        match *known {
            Known::Free => *known = what,
            other if other != what => return None,
            _ => {}
        }
        Some(())
    }

    /// One variable is so many bytes behind another.
    pub(super) fn equate(&mut self, var: Var, other: Var, bytes: i64) -> Option<()> {
        let ((a, from), (b, to)) = (self.find(var)?, self.find(other)?);
        // a + from = b + to + bytes
        let distance = to.checked_add(bytes)?.checked_sub(from)?;
        if a == b {
            return (distance == 0).then_some(());
        }
        let what = self.known[a.0 as usize];
        self.parents[a.0 as usize] = (b.0, distance);
        if what == Known::Free { Some(()) } else { self.learn(a, what) }
    }
}

/// Where a pointer leads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Place {
    Null,
    Object {
        index: usize,
        at: u64,
    },
    Global {
        id: GlobalId,
        at: u64,
    },
    /// One of the objects that are gone.
    Gone(u32),
}

/// Where all pointers of a shape lead; nothing if they cannot lead there.
pub(super) fn place(
    program: &Program,
    shape: &Draft,
    variant: u64,
    random: &mut Random,
) -> Option<Vec<Option<Place>>> {
    let vars = || (0..shape.sorts.len()).map(|index| Var(index as u32)).filter(|var| shape.is_pointer(*var));
    let mut chosen: Vec<Option<Place>> = vec![None; shape.sorts.len()];
    let mut gone = 0;
    for var in vars() {
        let (first, _) = shape.classes.find(var)?;
        if chosen[first.index()].is_none() && shape.classes.known(first)? == Known::Free {
            chosen[first.index()] = Some(choose(program, shape, var, variant, random, &mut gone));
        }
    }
    for var in vars() {
        let (first, offset) = shape.classes.find(var)?;
        chosen[var.index()] = Some(match shape.classes.known(var)? {
            Known::Number(0) => Place::Null,
            Known::Number(_) => return None,
            Known::Object { index, at } => Place::Object { index, at: u64::try_from(at).ok()? },
            Known::Global { id, at } => Place::Global { id, at: u64::try_from(at).ok()? },
            // What is free has no objects around it.
            Known::Free => chosen[first.index()].filter(|_| offset == 0)?,
        });
    }
    shape.differs(&chosen).then_some(chosen)
}

/// Somewhere for a pointer that owns nothing.
fn choose(
    program: &Program,
    shape: &Draft,
    var: Var,
    variant: u64,
    random: &mut Random,
    gone: &mut u32,
) -> Place {
    let nonzero = shape.must_differ_from_null(var);
    let there = shape.places_for(program, var);
    let pick = match variant {
        0 if !nonzero => 0,
        0 | 1 => 1,
        _ => random.below(3),
    };
    match pick {
        0 if !nonzero => Place::Null,
        2 if !there.is_empty() => there[random.below(there.len() as u64) as usize],
        _ => {
            *gone += 1;
            Place::Gone(*gone - 1)
        }
    }
}
