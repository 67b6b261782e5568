//! The decision function: does an expression hold a reference to the tracked block?
//!
//! The paper's D⟦e⟧, in its order: hits and misses, a region without references, a region that is one location; and what
//! pays beyond it:
//! - *Used up*: if hits at different locations already account for all references in a region, a further location of it
//!   holds none.
//! - *Base apart*: `a->f` and `b->f` are different locations if exactly one of `a`, `b` leads to the tracked block.

use smallvec::SmallVec;

use crate::code::{Access, Code};
use crate::configuration::{Configuration, Expression, Holder, LIMIT, Root};
use crate::points::{Partition, Target};

/// What an expression holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// A reference to the tracked block.
    Hit,
    /// Something else.
    Miss,
    /// One or the other.
    Maybe,
}

/// What expressions of a function mean.
#[derive(Clone, Copy)]
pub(crate) struct Ground<'a> {
    pub(crate) code: &'a Code,
    pub(crate) points: &'a dyn Partition,
    /// Whether variables count as long as they are in scope, though nobody reads them any more.
    pub(crate) keep_dead: bool,
    /// Whether others build on what is excluded: addresses of objects that are gone are then equal to others or not.
    pub(crate) strict: bool,
}

impl Ground<'_> {
    /// The place that a root leads to.
    pub(crate) fn place(&self, root: Root) -> Target {
        let function = self.code.function;
        match root {
            Root::Register(register) => self.points.register(function, ir::LocalId(register)),
            Root::Slot(slot) => self.points.slot(function, ir::SlotId(slot)),
            Root::Global(global) => {
                self.points.global(ir::GlobalId(global)).expect("the function names the variable")
            }
        }
    }

    /// The region of an expression.
    pub(crate) fn region(&self, expression: Expression) -> Holder {
        let base = self.place(expression.root);
        let at = Target { offset: base.offset + i64::from(expression.offset), ..base };
        Holder::cell(self.points.region(at))
    }

    /// What an access finds.
    pub(crate) fn decide(&self, known: &Configuration, at: &Access) -> Decision {
        if at.contents != known.index.class {
            return Decision::Miss;
        }
        if at.single {
            return if known.index.count(at.region) == 0 { Decision::Miss } else { Decision::Hit };
        }
        let root = at.root();
        self.decide_at(known, at.region, root, at.expression.map(|e| e.offset))
    }

    /// What is found in a region, so far behind a root; at any distance if none is given.
    pub(crate) fn decide_at(
        &self,
        known: &Configuration,
        region: Holder,
        root: Option<Root>,
        offset: Option<i32>,
    ) -> Decision {
        let count = known.index.count(region);
        if count == 0 {
            return Decision::Miss;
        }
        if let (Some(root), Some(offset)) = (root, offset) {
            let expression = Expression { root, offset };
            if known.facts.hits.binary_search(&expression).is_ok() {
                return Decision::Hit;
            }
            if known.facts.misses.binary_search(&expression).is_ok() {
                return Decision::Miss;
            }
        }
        let elsewhere = |hit: &Expression| apart(known, *hit, root, offset);
        if count <= LIMIT && self.distinct_hits(known, region, &elsewhere) >= usize::from(count) {
            return Decision::Miss;
        }
        Decision::Maybe
    }

    /// How many different locations of a region the hits with a property surely are.
    fn distinct_hits(
        &self,
        known: &Configuration,
        region: Holder,
        which: &dyn Fn(&Expression) -> bool,
    ) -> usize {
        let mut distinct: SmallVec<[Expression; 4]> = SmallVec::new();
        for hit in known.facts.hits.iter().filter(|hit| which(hit)) {
            if self.region(*hit) == region
                && distinct.iter().all(|other| apart(known, *other, Some(hit.root), Some(hit.offset)))
            {
                distinct.push(*hit);
            }
        }
        distinct.len()
    }

    /// Whether the hits in a region fit the number of references there.
    pub(crate) fn is_feasible(&self, known: &Configuration, region: Holder) -> bool {
        let count = known.index.count(region);
        count > LIMIT || self.distinct_hits(known, region, &|_| true) <= usize::from(count)
    }
}

/// Whether an expression is surely another location than the one so far behind a root (at any distance if none is given).
pub(crate) fn apart(known: &Configuration, one: Expression, root: Option<Root>, offset: Option<i32>) -> bool {
    let Some(root) = root else { return false };
    if one.root == root {
        return offset.is_some_and(|offset| offset != one.offset);
    }
    let in_block = |root: Root| match root {
        Root::Register(register) => known.index.holds(register),
        Root::Slot(_) | Root::Global(_) => false,
    };
    let variable = |root: Root| !matches!(root, Root::Register(_));
    in_block(one.root) != in_block(root) || variable(one.root) && variable(root)
}
