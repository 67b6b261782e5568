//! Where objects are, as far as C leaves it open and a comparison asks.
//!
//! Two literals may be one object, and a block may get the address of one that is gone: whoever compares such addresses gets
//! an answer from the inputs. It is remembered, so that a run does not contradict itself: objects that were found to be in one place
//! form a class, in which each is so many bytes behind the one that stands for all. What is not asked keeps the addresses that memory
//! dealt out, which is one of the ways there are.
//!
//! Invariant: objects of one class never lived at the same time, or they are literals whose bytes are the same where they overlap.

use std::collections::BTreeMap;

use model::{Object, ObjectId, ObjectKind, Word};

use crate::explain::span_at;
use crate::machine::Interpreter;

/// What was decided about addresses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Placement {
    /// Objects that are where another one is or was, and how far behind its begin they begin.
    with: BTreeMap<ObjectId, (ObjectId, u64)>,
    /// Objects that are known not to be in one place.
    apart: Vec<(ObjectId, ObjectId)>,
}

impl Placement {
    /// What stands for an object's class, and how far behind its begin the object begins.
    fn root(&self, id: ObjectId) -> (ObjectId, u64) {
        self.with.get(&id).copied().unwrap_or((id, 0))
    }

    /// All that is where this object is.
    fn class(&self, root: ObjectId) -> Vec<(ObjectId, u64)> {
        let others = self.with.iter().filter(|(_, (other, _))| *other == root);
        std::iter::once((root, 0)).chain(others.map(|(id, (_, at))| (*id, *at))).collect()
    }
}

impl Interpreter<'_> {
    /// The addresses that two values lead to, for a comparison of them or their difference.
    #[inline]
    pub(crate) fn addresses(&mut self, a: Word, b: Word) -> (u64, u64) {
        match (a.provenance, b.provenance) {
            (Some(one), Some(two)) if one != two => self.addresses_in(a, b, one, two),
            _ => (a.bits, b.bits),
        }
    }

    #[cold]
    fn addresses_in(&mut self, a: Word, b: Word, one: ObjectId, two: ObjectId) -> (u64, u64) {
        if let Some((first, second, by)) = self.open_placement(a, b) {
            let (first, second) = (first.0, second.0);
            let span = self.calls.last().map(|call| span_at(&call.code, call.pc));
            self.inputs.here = span.unwrap_or(self.inputs.here);
            if self.inputs.same_place() {
                for (id, at) in self.placement.class(second) {
                    self.placement.with.insert(id, (first, at.wrapping_add(by)));
                }
            } else {
                self.placement.apart.push((first, second));
            }
        }
        (self.address_of(a, one), self.address_of(b, two))
    }

    /// Whether it is still open if two values are the same address, as it is up to the inputs. If so the roots of both classes, and how far
    /// behind the begin of the first the second would begin.
    #[allow(clippy::type_complexity)]
    pub(crate) fn open_placement(&self, a: Word, b: Word) -> Option<((ObjectId, u64), (ObjectId, u64), u64)> {
        let (first, second) = (self.placement.root(a.provenance?), self.placement.root(b.provenance?));
        if first.0 == second.0 {
            return None;
        }
        let behind = |word: Word| Some(word.bits.wrapping_sub(self.memory.object(word.provenance?)?.base()));
        let by = first.1.wrapping_add(behind(a)?).wrapping_sub(second.1.wrapping_add(behind(b)?));
        let is_apart = |(x, y): &(ObjectId, ObjectId)| {
            let (x, y) = (self.placement.root(*x).0, self.placement.root(*y).0);
            (x, y) == (first.0, second.0) || (y, x) == (first.0, second.0)
        };
        if self.placement.apart.iter().any(is_apart) {
            return None;
        }
        let fits = |(one, at): (ObjectId, u64), (two, there): (ObjectId, u64)| {
            let (Some(one), Some(two)) = (self.memory.object(one), self.memory.object(two)) else {
                return false;
            };
            let distance = there.wrapping_add(by).wrapping_sub(at).cast_signed();
            match (one.kind(), two.kind()) {
                (ObjectKind::Heap, ObjectKind::Heap) => distance == 0 && !one.lived_with(two),
                (ObjectKind::Global(x), ObjectKind::Global(y)) => {
                    let (x, y) = (&self.program.globals[x], &self.program.globals[y]);
                    x.is_mergeable() && y.is_mergeable() && x.agrees_with(y, distance)
                }
                _ => false,
            }
        };
        let (ours, theirs) = (self.placement.class(first.0), self.placement.class(second.0));
        let all_fit = ours.iter().all(|one| theirs.iter().all(|two| fits(*one, *two)));
        let asks = match (self.global_of(a), self.global_of(b)) {
            (Some(x), Some(y)) => self.program.may_be_merged((x.0, x.1), (y.0, y.1)),
            _ => true,
        };
        (all_fit && asks).then_some((first, second, by))
    }

    /// The global object that a value leads to, and where in it.
    pub(crate) fn global_of(&self, word: Word) -> Option<(ir::GlobalId, i64)> {
        let object = self.memory.object(word.provenance?)?;
        match object.kind() {
            ObjectKind::Global(global) => {
                Some((global, self.truncate(word.bits.wrapping_sub(object.base())).cast_signed()))
            }
            _ => None,
        }
    }

    /// Where a value leads, seen from what stands for its object's class.
    fn address_of(&self, word: Word, id: ObjectId) -> u64 {
        let (root, at) = self.placement.root(id);
        if root == id {
            return word.bits;
        }
        let base = |id: ObjectId| self.memory.object(id).map_or(0, Object::base);
        let moved = word.bits.wrapping_sub(base(id)).wrapping_add(base(root)).wrapping_add(at);
        self.truncate(moved)
    }
}
