//! Where objects end: blocks that are freed, variables whose scope is over.
//!
//! With an object go the references it holds: one location of each region, or, where a region is many locations of one
//! object, any number of them.

use smallvec::SmallVec;

use crate::configuration::{Configuration, Expression, Holder, Root};
use crate::decide::{Decision, Ground, apart};
use crate::points::Target;
use crate::transfer::{Event, Notes, cells_of};

impl Ground<'_> {
    pub(crate) fn free(
        &self,
        mut next: Configuration,
        pointer: u32,
        site: u32,
        stmt: u32,
        out: &mut Vec<Configuration>,
        notes: &mut Notes,
    ) {
        if next.index.holds(pointer) {
            if next.index.freed {
                return notes.events.push((Event::DoubleFree, stmt, next));
            }
            next.index.freed = true;
            next.facts.freed_at = site;
        }
        let root = Root::Register(pointer);
        let place = self.place(root);
        self.end_of_object(next, root, place, &mut |next| notes.keep(stmt, next, out));
    }

    pub(crate) fn end_of_slot(&self, mut next: Configuration, slot: u32, go: &mut dyn FnMut(Configuration)) {
        let variable = self.code.slots[slot as usize];
        if variable.single {
            let holders: SmallVec<[Holder; 4]> = cells_of(&next, variable.node).collect();
            holders.into_iter().for_each(|holder| next.index.set(holder, 0));
            return go(next);
        }
        let place = Target { node: variable.node, offset: variable.offset };
        self.end_of_object(next, Root::Slot(slot), place, go);
    }

    /// An object is gone, and with it the references it holds.
    pub(crate) fn end_of_object(
        &self,
        next: Configuration,
        root: Root,
        place: Target,
        go: &mut dyn FnMut(Configuration),
    ) {
        let regions: SmallVec<[Holder; 4]> = cells_of(&next, place.node).collect();
        let mut cases = vec![next];
        for region in regions {
            let Some(cell) = region.as_cell() else { continue };
            let repeated = self.points.object(cell.node).folding.is_repeated(cell.offset);
            let mut after = Vec::new();
            for case in cases {
                if repeated {
                    self.some_end(case, region, root, &mut after);
                } else {
                    let offset = (cell.offset - place.offset) as i32;
                    self.one_ends(case, region, Expression { root, offset }, &mut after);
                }
            }
            cases = after;
        }
        for mut case in cases {
            case.facts.hits.retain(|e| e.root != root);
            case.facts.misses.retain(|e| e.root != root);
            go(self.pruned(case));
        }
    }

    /// One location of a region is gone.
    fn one_ends(&self, next: Configuration, region: Holder, gone: Expression, out: &mut Vec<Configuration>) {
        let decision = self.decide_at(&next, region, Some(gone.root), Some(gone.offset));
        let mut had = next.clone();
        if decision == Decision::Maybe {
            had.facts.sure = false;
            had.hit(gone);
        }
        if decision != Decision::Miss && self.is_feasible(&had, region) {
            let known = had.clone();
            had.facts.hits.retain(|e| {
                self.region(*e) != region || apart(&known, *e, Some(gone.root), Some(gone.offset))
            });
            Self::decrement(had, region, &mut |case| out.push(case));
        }
        if decision != Decision::Hit {
            let mut kept = next;
            kept.facts.sure &= decision == Decision::Miss;
            out.push(kept);
        }
    }

    /// Any number of locations of a region are gone: elements of an array.
    fn some_end(&self, next: Configuration, region: Holder, root: Root, out: &mut Vec<Configuration>) {
        if self.decide_at(&next, region, Some(root), None) == Decision::Miss {
            return out.push(next);
        }
        for count in 0..=next.index.count(region) {
            let mut case = next.clone();
            case.index.set(region, count);
            case.facts.sure = false;
            let known = next.clone();
            case.facts.hits.retain(|e| self.region(*e) != region || apart(&known, *e, Some(root), None));
            out.push(case);
        }
    }
}
