//! Configurations: what is known of one block of the heap, the *tracked location*.
//!
//! A configuration denotes the set of pairs (memory, block of the heap in it) such that
//! - each region holds as many references to the block as the index says (*more than `LIMIT`* is one value),
//! - the *hits* are expressions that hold a reference to it, the *misses* are expressions that do not,
//! - it was freed or not, as the flag says,
//! - if `held` is not set, nothing outside of what the function sees refers to it.
//!
//! A reference is a value that was derived from the block's address, wherever in the block it leads to. A register is a
//! region of its own that holds one reference or none, so the index says all about registers; hits and misses are about
//! places in memory, `x->f`, given by a base and an offset.
//!
//! There is at most one configuration per index at a place: where two meet, what only one of them knows is forgotten.
//! There are finitely many indices and facts, so no widening is needed.

use smallvec::SmallVec;

use crate::points::{NodeId, Target};
use crate::truth::Truth;

/// The counts beyond which references are not counted: the paper's k.
pub const LIMIT: u8 = 2;

/// More than [`LIMIT`] references.
pub const INFINITE: u8 = LIMIT + 1;

/// A register or a region of memory: what the index is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Holder(u64);

impl Holder {
    const CELL: u64 = 1 << 63;

    /// The result of the function that returns.
    pub const RESULT: Self = Self(u32::MAX as u64);

    /// A register.
    pub fn register(local: u32) -> Self {
        Self(u64::from(local))
    }

    /// A region.
    pub fn cell(at: Target) -> Self {
        Self(Self::CELL | u64::from(at.node) << 32 | u64::from(at.offset as i32 as u32))
    }

    /// The region, if it is one.
    pub fn as_cell(self) -> Option<Target> {
        let node = (self.0 & !Self::CELL) >> 32;
        (self.0 & Self::CELL != 0)
            .then_some(Target { node: node as NodeId, offset: i64::from(self.0 as u32 as i32) })
    }

    /// As a number.
    pub(crate) fn bits(self) -> u64 {
        self.0
    }

    /// From that number.
    pub(crate) fn of_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The register, if it is one.
    pub fn as_register(self) -> Option<u32> {
        (self.0 & Self::CELL == 0 && self != Self::RESULT).then_some(self.0 as u32)
    }
}

/// Where an expression starts from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Root {
    /// What a register points to.
    Register(u32),
    /// A local variable.
    Slot(u32),
    /// A global variable.
    Global(u32),
}

/// The pointer that is stored so far behind a root: `x->f`, `x.f`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Expression {
    /// Where it starts from.
    pub root: Root,
    /// How far, in bytes.
    pub offset: i32,
}

impl Expression {
    /// Whether a register must hold what it holds for the expression to mean the same.
    pub fn starts_from(self, register: u32) -> bool {
        self.root == Root::Register(register)
    }
}

/// The index: everything by which configurations are told apart.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Index {
    /// The node of the block itself; [`Index::UNSEEN`] if the function has no node for it.
    pub class: NodeId,
    /// Where it was allocated, 0 if that is not known here.
    pub site: u32,
    /// Whether it was freed.
    pub freed: bool,
    /// Whether something outside of what the function sees may refer to it.
    pub held: bool,
    /// Who holds how many references, by holder; those that hold none are left out.
    counts: SmallVec<[(Holder, u8); 4]>,
}

impl Index {
    /// The class of a block that a function cannot name.
    pub const UNSEEN: NodeId = NodeId::MAX;

    /// Of a block nobody refers to.
    pub fn new(class: NodeId, site: u32, held: bool) -> Self {
        Self { class, site, freed: false, held, counts: SmallVec::new() }
    }

    /// How many references a region holds.
    pub fn count(&self, holder: Holder) -> u8 {
        match self.counts.binary_search_by_key(&holder, |count| count.0) {
            Ok(index) => self.counts[index].1,
            Err(_) => 0,
        }
    }

    /// Whether a register holds a reference.
    pub fn holds(&self, register: u32) -> bool {
        self.count(Holder::register(register)) != 0
    }

    /// Sets how many references a region holds.
    pub fn set(&mut self, holder: Holder, count: u8) {
        match (self.counts.binary_search_by_key(&holder, |count| count.0), count) {
            (Ok(index), 0) => {
                self.counts.remove(index);
            }
            (Ok(index), _) => self.counts[index].1 = count,
            (Err(_), 0) => {}
            (Err(index), _) => self.counts.insert(index, (holder, count)),
        }
    }

    /// Adds references to a region.
    pub fn add(&mut self, holder: Holder, more: u8) {
        self.set(holder, self.count(holder).saturating_add(more).min(INFINITE));
    }

    /// Adds a region that is behind all others.
    pub(crate) fn append(&mut self, holder: Holder, count: u8) {
        self.counts.push((holder, count));
    }

    /// The regions that hold references, with how many.
    pub fn counts(&self) -> impl DoubleEndedIterator<Item = (Holder, u8)> + '_ {
        self.counts.iter().copied()
    }

    /// Whether no reference is known.
    pub fn is_unreferenced(&self) -> bool {
        self.counts.is_empty() && !self.held
    }
}

/// What else is known: the paper's secondary properties.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Facts {
    /// Expressions that hold a reference, sorted.
    pub hits: SmallVec<[Expression; 2]>,
    /// Expressions that do not, sorted.
    pub misses: SmallVec<[Expression; 4]>,
    /// Registers of whose numbers something is known, sorted.
    pub truths: SmallVec<[(u32, Truth); 2]>,
    /// Where it was freed, 0 if it was not.
    pub freed_at: u32,
    /// Whether some way here needed no guess about what an expression holds.
    pub sure: bool,
}

/// What is known of one block.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Configuration {
    /// What tells it apart.
    pub index: Index,
    /// What else is known.
    pub facts: Facts,
}

impl Configuration {
    /// A configuration without facts.
    pub fn new(index: Index) -> Self {
        Self { index, facts: Facts { sure: true, ..Facts::default() } }
    }

    /// Whether an expression that starts from a register is mentioned, or whether that register is zero.
    pub fn mentions(&self, register: u32) -> bool {
        let facts = &self.facts;
        facts.hits.iter().chain(&facts.misses).any(|e| e.starts_from(register))
            || facts.truths.iter().any(|truth| truth.0 == register)
    }

    /// Forgets expressions that start from a register, and whether it is zero.
    pub fn forget(&mut self, register: u32) {
        self.facts.hits.retain(|e| !e.starts_from(register));
        self.facts.misses.retain(|e| !e.starts_from(register));
        self.facts.truths.retain(|truth| truth.0 != register);
    }

    /// A register holds a reference or not, and nothing else is known of what it holds.
    pub fn set_register(&mut self, register: u32, hit: bool) {
        self.index.set(Holder::register(register), u8::from(hit));
        self.forget(register);
    }

    /// Whether an access through a register is one to a block that was freed.
    pub fn is_used_freed(&self, pointer: Option<u32>) -> bool {
        self.index.freed && pointer.is_some_and(|pointer| self.index.holds(pointer))
    }

    /// An expression holds a reference.
    pub fn hit(&mut self, expression: Expression) {
        insert(&mut self.facts.hits, expression);
    }

    /// An expression holds none.
    pub fn miss(&mut self, expression: Expression) {
        insert(&mut self.facts.misses, expression);
    }

    /// Something is known of the number in a register.
    pub fn learn(&mut self, register: u32, truth: Truth) {
        match self.facts.truths.binary_search_by_key(&register, |truth| truth.0) {
            Ok(index) => self.facts.truths[index].1 = truth,
            Err(index) => self.facts.truths.insert(index, (register, truth)),
        }
    }

    /// What is known of the number in a register is this, or nothing.
    pub fn restrict(&mut self, register: u32, truth: Option<Truth>) {
        match truth {
            Some(truth) => self.learn(register, truth),
            None => self.facts.truths.retain(|truth| truth.0 != register),
        }
    }

    /// What is known of the number in a register.
    pub fn truth(&self, register: u32) -> Option<Truth> {
        let index = self.facts.truths.binary_search_by_key(&register, |truth| truth.0).ok()?;
        Some(self.facts.truths[index].1)
    }
}

fn insert<const N: usize>(set: &mut SmallVec<[Expression; N]>, expression: Expression)
where
    [Expression; N]: smallvec::Array<Item = Expression>,
{
    if let Err(index) = set.binary_search(&expression) {
        set.insert(index, expression);
    }
}

impl Facts {
    /// Forgets what the other does not know. Whether something was forgotten.
    pub fn join(&mut self, other: &Self) -> bool {
        let before = (self.hits.len(), self.misses.len(), self.freed_at, self.sure);
        self.hits.retain(|e| other.hits.binary_search(e).is_ok());
        self.misses.retain(|e| other.misses.binary_search(e).is_ok());
        let truths = join_truths(&mut self.truths, &other.truths);
        self.freed_at = self.freed_at.min(other.freed_at);
        self.sure |= other.sure;
        truths || before != (self.hits.len(), self.misses.len(), self.freed_at, self.sure)
    }
}

/// Keeps of numbers what holds either way. Whether something was forgotten.
pub(crate) fn join_truths(truths: &mut SmallVec<[(u32, Truth); 2]>, others: &[(u32, Truth)]) -> bool {
    let mut changed = false;
    truths.retain(|(register, truth)| {
        let other = others.iter().find(|other| other.0 == *register);
        let joined = other.and_then(|other| truth.join(other.1));
        changed |= joined != Some(*truth);
        *truth = joined.unwrap_or(*truth);
        joined.is_some()
    });
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holders_are_what_they_were_made_from() {
        for target in [Target { node: 7, offset: -8 }, Target { node: 0, offset: 0 }] {
            assert_eq!(Holder::cell(target).as_cell(), Some(target));
            assert_eq!(Holder::cell(target).as_register(), None);
        }
        assert_eq!(Holder::register(3).as_register(), Some(3));
        assert_eq!((Holder::RESULT.as_register(), Holder::RESULT.as_cell()), (None, None));
    }

    #[test]
    fn counts_stop_at_infinity() {
        let mut index = Index::new(0, 0, false);
        let list = Holder::cell(Target { node: 1, offset: 0 });
        index.add(list, 2);
        assert_eq!(index.count(list), LIMIT);
        index.add(list, 1);
        index.add(list, 9);
        assert_eq!(index.count(list), INFINITE);
        index.set(list, 0);
        assert!(index.is_unreferenced());
    }

    #[test]
    fn of_two_numbers_it_is_left_what_holds_of_both() {
        let known = |truth: Truth| {
            let mut known = Configuration::new(Index::new(0, 0, false));
            known.learn(3, truth);
            known
        };
        let of = [Truth::Zero, Truth::Nonzero, Truth::Number(-1), Truth::Number(1)];
        for one in of {
            for two in of {
                let mut joined = known(one);
                let changed = joined.facts.join(&known(two).facts);
                let expected = one.join(two);
                assert_eq!((joined.truth(3), changed), (expected, expected != Some(one)));
                assert!(!joined.facts.join(&known(two).facts));
            }
        }
    }

    #[test]
    fn a_join_keeps_what_both_know() {
        let at = |register, offset| Expression { root: Root::Register(register), offset };
        let mut one = Configuration::new(Index::new(0, 0, false));
        let mut two = one.clone();
        for e in [at(1, 0), at(2, 0)] {
            one.hit(e);
        }
        two.hit(at(2, 0));
        two.facts.sure = false;
        assert!(one.facts.join(&two.facts) && !one.facts.clone().join(&one.facts));
        assert_eq!((&one.facts.hits[..], one.facts.sure), (&[at(2, 0)][..], true));
    }
}
