//! Goals that are segments: *seg-seg*, *void-seg* and *unfold*.

use super::branch::{Branch, Step};
use super::goal::{Goal, Why};
use super::search::Search;
use crate::heap::{Region, Segment, Sym, Term};

impl Search<'_> {
    /// Finds a segment: one that begins it, its first object, or nothing at all.
    pub(super) fn segment_goal(
        &mut self,
        branch: Branch,
        goal: &Goal,
        segment: &Segment,
        at: Term,
        left: Option<(Sym, &Region)>,
    ) -> Step {
        let end = branch.meaning(segment.to);
        let mut choices = Vec::new();
        // *void-seg*.
        let void = |search: &mut Self, choices: &mut Vec<Branch>| {
            let mut next = branch.clone();
            if segment.definition == segment.hole
                && search.unify(&mut next, segment.to, at)
                && search.fills(&mut next, segment.hole, &segment.args, &segment.hole_args)
            {
                choices.push(next);
            }
        };
        if end.is_some_and(|end| self.domain.proves_eq(self.left, end, at)) {
            void(self, &mut choices);
        }
        match left {
            // *seg-seg*.
            Some((base, Region::Segment(there)))
                if there.definition == segment.definition && at.offset == 0 =>
            {
                let mut next = branch.clone();
                if self.begins(&mut next, &segment.args, there)
                    && self.marked(&mut next, segment.marks, there.marks)
                {
                    next.take(base, segment.marks.set);
                    // An end that may be anywhere is where the left one ends.
                    if end.is_none() && there.hole == segment.hole {
                        let mut ends = next.clone();
                        let found = self.behind(&mut ends, &segment.args, there);
                        if self.unify(&mut ends, segment.to, there.to)
                            && self.fills(&mut ends, segment.hole, &found, &segment.hole_args)
                        {
                            choices.push(ends);
                        }
                    }
                    let at = next.import(there.to);
                    let args = self.behind(&mut next, &segment.args, there);
                    let behind = Segment { definition: there.hole, args, ..segment.clone() };
                    next.goals.push(Goal::new(at, Region::Segment(behind)));
                    choices.push(next);
                }
            }
            // *seg-end*. Where states are joined a structure that ends somewhere says more than such a segment.
            Some((base, Region::Checker(there)))
                if there.definition == segment.definition && at.offset == 0 && !self.lenient =>
            {
                let mut next = branch.clone();
                if let Some(behind) = self.segment_behind(&mut next, segment, there)
                    && self.marked(&mut next, segment.marks, there.marks)
                {
                    next.take(base, segment.marks.set);
                    next.goals.push(behind);
                    choices.push(next);
                }
            }
            // *refine*.
            Some((base, Region::Segment(there))) if at.offset == 0 => {
                let refined = self.refined_segment(
                    &branch,
                    segment.definition,
                    &segment.args,
                    segment.marks,
                    (base, there),
                );
                if let Some((mut next, at, args)) = refined {
                    let behind = Segment { args, ..segment.clone() };
                    next.goals.push(Goal::new(at, Region::Segment(behind)));
                    choices.push(next);
                }
            }
            // *unfold*.
            Some((_, Region::Block(_))) => {
                let domain = self.domain;
                for rule in &domain.definitions[segment.definition].rules {
                    for (index, call) in rule.calls.iter().enumerate() {
                        if domain.reaches(call.definition, segment.hole) {
                            let spine = Some((index, segment));
                            choices.extend(self.expand(
                                &branch,
                                rule,
                                goal.at,
                                &segment.args,
                                segment.marks,
                                spine,
                            ));
                        }
                    }
                }
            }
            _ => {}
        }
        if end.is_none() {
            void(self, &mut choices);
        }
        if choices.is_empty() {
            self.fail(&branch, Some(goal), Why::Nothing);
        }
        Step::of(choices)
    }
}
