//! Constants that may be one object: string literals, and compound literals of `const` type.
//!
//! C does not say whether equal literals are different objects (C11 6.4.5 §7, 6.5.2.5 §7), and linkers put a literal that is the end of
//! another into that one. What is said of addresses of literals must hold either way. Literals of which neither has in it
//! what the other has are different objects.

use rustc_hash::FxHashMap;

use crate::{Global, GlobalId, GlobalKind, Program};

impl Program {
    /// Whether two constants may be parts of one object such that a place in one is a place in the other: each so many bytes behind
    /// its begin. Never of a constant and itself.
    pub fn may_be_merged(&self, (a, i): (GlobalId, i64), (b, j): (GlobalId, i64)) -> bool {
        a != b && self.globals[a].may_be_merged_with(&self.globals[b], i, j)
    }
}

/// The constants of a program that have no name of their own.
#[derive(Clone, Debug, Default)]
pub struct Literals(FxHashMap<GlobalId, Global>);

impl Literals {
    /// Those of a program.
    pub fn of(program: &Program) -> Self {
        let all = program.globals.enumerate().filter(|(_, global)| global.is_mergeable());
        Self(all.map(|(id, global)| (id, global.clone())).collect())
    }

    /// As [`Program::may_be_merged`].
    pub fn may_be_merged(&self, (a, i): (GlobalId, i64), (b, j): (GlobalId, i64)) -> bool {
        match (self.0.get(&a), self.0.get(&b)) {
            (Some(one), Some(two)) if a != b => one.may_be_merged_with(two, i, j),
            _ => false,
        }
    }
}

impl Global {
    fn may_be_merged_with(&self, other: &Self, here: i64, there: i64) -> bool {
        let Some(distance) = here.checked_sub(there) else { return false };
        self.is_mergeable()
            && other.is_mergeable()
            && (self.may_contain(other, distance) || other.may_contain(self, distance.saturating_neg()))
    }

    /// Whether another constant may lie so many bytes behind the begin of this one.
    fn may_contain(&self, other: &Self, distance: i64) -> bool {
        let fits = distance >= 0
            && distance.checked_add_unsigned(other.size).is_some_and(|end| end <= self.size.cast_signed())
            && distance.unsigned_abs().is_multiple_of(other.align.max(1));
        if self.has_addresses() || other.has_addresses() {
            return fits && distance == 0 && self.size == other.size && self.init == other.init;
        }
        fits && self.agrees_with(other, distance)
    }

    /// Whether the bytes of two constants are the same wherever they would be in the same place if the second began so many bytes behind
    /// the begin of the first.
    pub fn agrees_with(&self, other: &Self, distance: i64) -> bool {
        let end = self.size.cast_signed().min(distance.saturating_add_unsigned(other.size));
        (distance.max(0)..end).all(|at| self.byte(at) == other.byte(at - distance))
    }

    /// Whether it is a constant without a name of its own.
    pub fn is_mergeable(&self) -> bool {
        let constant = self.kind == GlobalKind::String || self.kind == GlobalKind::Literal && self.read_only;
        constant && self.init.is_some()
    }

    fn has_addresses(&self) -> bool {
        self.init.as_ref().is_some_and(|init| !init.addresses.is_empty())
    }

    /// A byte of its first contents.
    fn byte(&self, at: i64) -> u8 {
        let Ok(at) = u64::try_from(at) else { return 0 };
        let runs = self.init.iter().flat_map(|init| &init.bytes);
        let mut here = runs.filter_map(|(from, run)| run.get(usize::try_from(at.checked_sub(*from)?).ok()?));
        here.next().copied().unwrap_or(0)
    }
}
