//! *seg-end*: a segment is a structure that ends where it does.
//!
//! Some checkers have a parameter that says where to stop and nothing else: `to(x, h)` holds at once if x is h, else it passes h
//! on. Whatever h was when a segment of such a structure was built, the segment from x to y is all of
//! `to(x, y)`, if y is none of its elements. And `to(x, y)` followed by `to(y, h)` is `to(x, h)`, if h is none of the
//! elements of the first. Nodes that lie side by side up to y are before y, so then h only must not be before it. `to(x, y)` is also a segment that leads to y, of a structure that goes on to such an h.

use super::branch::Branch;
use super::goal::Goal;
use super::search::Search;
use crate::definition::DefinitionId;
use crate::heap::apart::is_inside;
use crate::heap::{Checker, Region, Segment, Term};

impl Search<'_> {
    /// A structure of the left ends before the one a goal asks for: what must follow.
    pub(super) fn end_behind(&self, branch: &mut Branch, goal: &Checker, there: &Checker) -> Option<Goal> {
        let end =
            self.domain.plain_end(goal.definition).filter(|_| self.domain.owns_root(goal.definition))?;
        let wanted = branch.meaning(goal.args[end])?;
        let same = |branch: &mut Branch| {
            (0..goal.args.len())
                .filter(|index| *index != end)
                .all(|index| self.unify(branch, goal.args[index], there.args[index]))
        };
        let behind = || self.is_behind(goal.definition, end, wanted, there.args[end]);
        let is_it = |region: &Region| region.checker() == Some(there);
        if !self.domain.is_elsewhere(self.left, wanted, &is_it) && !behind() || !same(branch) {
            return None;
        }
        let at = branch.import(there.args[end]);
        Some(Goal::new(at, Region::Checker(goal.clone())))
    }

    /// A structure of the left that ends where its parameter says begins the segment a goal asks for, whatever that is told to stop at:
    /// what must follow.
    pub(super) fn segment_behind(
        &self,
        branch: &mut Branch,
        goal: &Segment,
        there: &Checker,
    ) -> Option<Goal> {
        let checker = Checker { definition: goal.definition, args: goal.args.clone(), marks: goal.marks };
        let Goal { at, .. } = self.end_behind(branch, &checker, there)?;
        Some(Goal::new(at, Region::Segment(goal.clone())))
    }

    /// Whether a place is no element of any structure: it is null, or an object of its own.
    pub(super) fn is_apart(&self, place: Term) -> bool {
        match place.base {
            None => place == Term::NULL,
            Some(base) => self.left.block(base).is_some_and(|block| is_inside(block, place.offset)),
        }
    }

    /// Whether nodes that lie side by side up to a place are none of them at another, since that is not before it.
    pub(super) fn is_behind(&self, definition: DefinitionId, param: usize, place: Term, end: Term) -> bool {
        self.domain.goes_up_to(definition) == Some(param) && self.domain.is_not_before(self.left, place, end)
    }

    /// Whether what was asked to be no element of any structure is none. A value that was introduced, or none at all, can be chosen so.
    pub(super) fn are_apart(&self, branch: &Branch) -> bool {
        branch.apart.iter().all(|term| {
            let is_new = |place: Term| place.base.is_some_and(|base| base.0 >= self.left.next);
            branch.meaning(*term).is_none_or(|place| is_new(place) || self.is_apart(place))
        })
    }

    /// Whether a segment of the left is all of the structure a goal asks for, which ends where it ends.
    pub(super) fn seg_end(
        &self,
        branch: &mut Branch,
        definition: DefinitionId,
        args: &[Term],
        there: &Segment,
    ) -> bool {
        let Some(end) = self.domain.end_param(definition).filter(|_| there.hole == definition) else {
            return false;
        };
        // None of the elements is the end: they are objects, and it is another one, or null.
        let is_it = |region: &Region| matches!(region, Region::Segment(segment) if segment == there);
        (self.domain.is_elsewhere(self.left, there.to, &is_it)
            || self.domain.goes_up_to(definition) == Some(end))
            && self.domain.owns_root(definition)
            && self.unify(branch, args[end], there.to)
            && (0..args.len())
                .filter(|index| *index != end)
                .all(|index| self.unify(branch, args[index], there.args[index]))
    }
}
