//! Goals that are structures: *checker*, *refine*, *seg-ind*, *seg-end* and *stop*.

use super::branch::{Branch, Step};
use super::goal::{Goal, Why};
use super::search::Search;
use crate::definition::{DefinitionId, Kind};
use crate::heap::{Args, Checker, Marks, Region, Segment, Sym, Term};

impl Search<'_> {
    /// Finds a structure: as it is, begun by a segment, or object by object.
    pub(super) fn checker_goal(
        &mut self,
        mut branch: Branch,
        goal: &Goal,
        checker: &Checker,
        at: Term,
        left: Option<(Sym, &Region)>,
    ) -> Step {
        if let Some(base) = at.base
            && at.offset == 0
            && branch.hole.is_none()
            && branch.found > 0
            && self.stops.contains(&base)
            && !self.ends_at(&branch, checker, at)
            && let Some(args) = self.stop(&mut branch, checker, base)
        {
            branch.hole = Some((at, checker.definition, args));
            return Step::One(branch);
        }
        match left {
            Some((base, Region::Checker(there)))
                if there.definition == checker.definition && at.offset == 0 =>
            {
                let before = branch.bound.clone();
                if self.same_args(&mut branch, checker.definition, &checker.args, &there.args)
                    && self.marked(&mut branch, checker.marks, there.marks)
                {
                    branch.take(base, checker.marks.set);
                    return Step::One(branch);
                }
                branch.bound = before;
                if let Some(behind) = self.end_behind(&mut branch, checker, there)
                    && self.marked(&mut branch, checker.marks, there.marks)
                {
                    branch.take(base, checker.marks.set);
                    branch.goals.push(behind);
                    return Step::One(branch);
                }
                // An element that nothing in the structure refers to matters only where the structure is empty.
                let params = self.domain.definitions[checker.definition].params.iter();
                let unseen = params.zip(checker.args.iter().zip(&there.args)).any(|(param, (arg, there))| {
                    param.kind == Kind::Previous { field: None }
                        && branch
                            .meaning(*arg)
                            .is_some_and(|arg| !self.domain.proves_eq(self.left, arg, *there))
                });
                // And what does not go on is as good as what it is made of.
                let plain = !self.domain.reaches_itself(checker.definition);
                let why = at.base.filter(|_| unseen || plain).map_or(Why::Value, Why::Summary);
                self.fail(&branch, Some(goal), why);
                Step::Fail
            }
            Some((base, Region::Segment(there)))
                if there.definition == checker.definition && at.offset == 0 =>
            {
                let mut next = branch.clone();
                if self.begins(&mut next, &checker.args, there)
                    && self.marked(&mut next, checker.marks, there.marks)
                {
                    next.take(base, checker.marks.set);
                    let at = next.import(there.to);
                    let args = self.behind(&mut next, &checker.args, there);
                    let behind = Checker { definition: there.hole, args, marks: checker.marks };
                    next.goals.push(Goal::new(at, Region::Checker(behind)));
                    return Step::One(next);
                }
                let mut next = branch.clone();
                if self.seg_end(&mut next, checker.definition, &checker.args, there)
                    && self.marked(&mut next, checker.marks, there.marks)
                {
                    next.take(base, checker.marks.set);
                    return Step::One(next);
                }
                self.fail(&branch, Some(goal), Why::Value);
                Step::Fail
            }
            Some((base, region)) if at.offset == 0 => match self.refined(&branch, checker, base, region) {
                Some(next) => Step::One(next),
                None => self.unfold_goal(branch, goal, checker, at, true),
            },
            _ => self.unfold_goal(branch, goal, checker, at, left.is_some()),
        }
    }

    /// Whether a structure is empty, as it is to end where it begins: nothing of it can be left out there.
    fn ends_at(&self, branch: &Branch, checker: &Checker, at: Term) -> bool {
        let end = self.domain.end_param(checker.definition).and_then(|end| branch.meaning(checker.args[end]));
        end.is_some_and(|end| self.domain.proves_eq(self.left, end, at))
    }

    /// *refine*: a structure of the left that is one of the goal's kind, and more.
    fn refined(&self, branch: &Branch, goal: &Checker, base: Sym, region: &Region) -> Option<Branch> {
        let (definition, args, marks) = match region {
            Region::Checker(there) => (there.definition, &there.args, there.marks),
            Region::Segment(there)
                if there.definition == there.hole
                    && self.domain.goes_on_as(there.definition, goal.definition) =>
            {
                (there.definition, &there.args, there.marks)
            }
            Region::Segment(there) => {
                let as_segment =
                    self.refined_segment(branch, goal.definition, &goal.args, goal.marks, (base, there));
                return match as_segment {
                    Some((mut next, at, args)) => {
                        let behind = Checker { args, ..goal.clone() };
                        next.goals.push(Goal::new(at, Region::Checker(behind)));
                        Some(next)
                    }
                    None => self.refined_begin(branch, goal, base, there),
                };
            }
            Region::Block(_) => return None,
        };
        let way = self
            .domain
            .refinements
            .get(definition, goal.definition)
            .filter(|_| marks.written || self.domain.free_uninitialized)?;
        let as_goal =
            |args: &Args| -> Option<Args> { way.iter().map(|from| args.get(*from).copied()).collect() };
        let mut next = branch.clone();
        let fits = self.same_args(&mut next, goal.definition, &goal.args, &as_goal(args)?)
            && self.marked(&mut next, goal.marks, marks);
        if !fits {
            return None;
        }
        next.take(base, goal.marks.set);
        if let Region::Segment(there) = region {
            let at = next.import(there.to);
            let args = as_goal(&there.hole_args)?.iter().map(|arg| next.import(*arg)).collect();
            let behind = Checker { definition: goal.definition, args, marks: goal.marks };
            next.goals.push(Goal::new(at, Region::Checker(behind)));
        }
        Some(next)
    }

    /// *refine* for segments: one of the left is one of the goal's kind. Where the goal goes on behind it, and with which arguments.
    pub(super) fn refined_segment(
        &self,
        branch: &Branch,
        definition: DefinitionId,
        args: &Args,
        marks: Marks,
        (base, there): (Sym, &Segment),
    ) -> Option<(Branch, Term, Args)> {
        let written = there.marks.written || self.domain.free_uninitialized;
        let is_one = there.definition == there.hole
            && self.domain.refinements.of_segments(there.definition, definition);
        let mut next = branch.clone();
        if !is_one
            || !written
            || !self.begins(&mut next, args, there)
            || !self.marked(&mut next, marks, there.marks)
        {
            return None;
        }
        next.take(base, marks.set);
        let at = next.import(there.to);
        let args = self.behind(&mut next, args, there);
        Some((next, at, args))
    }

    /// *refine* for what a segment begins: with what it lacks it is a structure of its own kind, and so one of the goal's.
    fn refined_begin(&self, branch: &Branch, goal: &Checker, base: Sym, there: &Segment) -> Option<Branch> {
        let way = self.domain.refinements.get(there.definition, goal.definition)?;
        let same =
            way.len() == there.args.len() && way.iter().enumerate().all(|(index, from)| index == *from);
        if !same || !there.marks.written && !self.domain.free_uninitialized {
            return None;
        }
        let mut next = branch.clone();
        if !self.begins(&mut next, &goal.args, there) || !self.marked(&mut next, goal.marks, there.marks) {
            return None;
        }
        next.take(base, goal.marks.set);
        let at = next.import(there.to);
        let args = self.behind(&mut next, &goal.args, there);
        let behind = Checker { definition: there.hole, args, marks: goal.marks };
        next.goals.push(Goal::new(at, Region::Checker(behind)));
        Some(next)
    }

    /// The arguments of the hole if a checker is left out at a place. What is there must be the same, if it is a structure; its
    /// bounds are the hole's where they are strong enough, so that hole and filling go on agreeing.
    fn stop(&self, branch: &mut Branch, checker: &Checker, at: Sym) -> Option<Args> {
        let region = self.available(branch, at).map(|(_, region)| region);
        let there = match region {
            Some(Region::Checker(there)) => Some((there.definition, there.args.clone())),
            Some(Region::Segment(there)) => Some((there.definition, there.args.clone())),
            Some(Region::Block(_)) if self.natural && self.domain.has_bounds(checker.definition) => self
                .domain
                .natural_args(self.left, at, checker.definition)
                .map(|args| (checker.definition, args)),
            _ => None,
        };
        let same = there.as_ref().filter(|(definition, _)| *definition == checker.definition);
        self.name_sets_at_hole(branch, checker, at, same.map(|(_, args)| args));
        let args: Option<Args> = checker.args.iter().map(|arg| self.name(branch, *arg)).collect();
        let args = args?;
        match (there, region) {
            (Some((definition, there)), _) if definition == checker.definition => {
                let imported: Args = there.iter().map(|arg| branch.import(*arg)).collect();
                if self.fills(branch, definition, &checker.args, &imported) {
                    return Some(there);
                }
                if matches!(region, Some(Region::Block(_))) {
                    return Some(args);
                }
                // A set that never changes may be another one from here on: then the hole just is not what is there.
                let mut own = there;
                let mut as_goal = imported;
                for (param, arg) in args.iter().enumerate() {
                    if self.domain.is_steady_set(definition, param) {
                        (own[param], as_goal[param]) = (*arg, checker.args[param]);
                    }
                }
                self.fills(branch, definition, &checker.args, &as_goal).then_some(own)
            }
            (Some(_), Some(Region::Checker(_) | Region::Segment(_))) => None,
            _ => Some(args),
        }
    }
}
