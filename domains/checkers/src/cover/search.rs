//! The search: takes goals one after the other, in an order that leaves little to guess, and tries branches in turn.

use logic::Fact;

use super::branch::{Branch, Step};
use super::goal::{Goal, Outcome, Stuck, Why};
use super::sets::Made;
use crate::Checkers;
use crate::definition::SetAtom;
use crate::heap::{Marks, Region, State, Sym, Term};

/// How many rules one search may apply: so many, and so many more for each region of the left.
const FUEL: (u32, u32) = (48, 16);

/// A search for goals in a heap.
pub(crate) struct Search<'a> {
    /// The domain.
    pub(crate) domain: &'a Checkers,
    /// The left side.
    pub(crate) left: &'a State,
    /// Where a checker may be left out: the goal there becomes the hole.
    pub(crate) stops: &'a [Sym],
    /// Whether objects may have unwritten members or not be on the heap, whatever goals ask; the outcome says so.
    pub(crate) lenient: bool,
    /// Objects that need not be on the heap, whatever goals ask.
    pub(crate) lent: &'a [Sym],
    /// Whether a hole before an object gets the bounds the object itself would have.
    pub(crate) natural: bool,
    /// Symbols that may be any set.
    pub(crate) open: &'a [Sym],
    /// Sets at holes, of which only the difference to what is at the begin matters: they may be any. And whether they are bags.
    pub(crate) loose: Vec<(Sym, bool)>,
    /// Whether a set at the begin of a goal is not just taken from the segment of the left that is there: only differences are.
    pub(crate) shifting: bool,
    /// What must be shown of sets, over the variables.
    pub(crate) asked: Vec<SetAtom<Term>>,
    fuel: u32,
    furthest: Option<Stuck>,
}

impl<'a> Search<'a> {
    /// A search in a state.
    pub(crate) fn new(domain: &'a Checkers, left: &'a State) -> Self {
        let fuel = FUEL.0 + FUEL.1 * u32::try_from(left.regions.len()).unwrap_or(u32::MAX / 64);
        let (stops, lent, open) = (&[], &[], &[]);
        let (loose, asked, furthest) = (Vec::new(), Vec::new(), None);
        Self {
            domain,
            left,
            stops,
            lent,
            lenient: false,
            natural: true,
            open,
            loose,
            shifting: false,
            asked,
            fuel,
            furthest,
        }
    }

    /// Looks for goals. `bound` says what variables stand for, `facts` what must hold of them.
    pub(crate) fn run(
        self,
        goals: Vec<Goal>,
        bound: Vec<Option<Term>>,
        facts: Vec<Fact>,
        whole: bool,
    ) -> Result<Outcome, Stuck> {
        self.run_with(Vec::new(), goals, bound, facts, whole)
    }

    /// The same where some regions of the left must not be used; they are given in order.
    pub(crate) fn run_with(
        mut self,
        used: Vec<Sym>,
        goals: Vec<Goal>,
        bound: Vec<Option<Term>>,
        facts: Vec<Fact>,
        whole: bool,
    ) -> Result<Outcome, Stuck> {
        let branch = self.start(used, goals, bound, facts);
        let done = self.solve(branch, whole);
        self.outcome(done)
    }

    /// Where a search begins.
    pub(super) fn start(
        &self,
        used: Vec<Sym>,
        goals: Vec<Goal>,
        bound: Vec<Option<Term>>,
        facts: Vec<Fact>,
    ) -> Branch {
        Branch {
            goals,
            used,
            taken_for: Vec::new(),
            bound,
            facts,
            apart: Vec::new(),
            given: Vec::new(),
            asked: self.asked.clone(),
            made: Made::default(),
            read: Vec::new(),
            hole: None,
            marks: Marks::GIVEN,
            next: self.left.next,
            found: 0,
        }
    }

    /// What a search has come to.
    pub(super) fn outcome(self, done: Option<Branch>) -> Result<Outcome, Stuck> {
        match done {
            Some(branch) => Ok(Outcome {
                used: branch.used,
                taken_for: branch.taken_for,
                bound: branch.bound,
                read: branch.read,
                hole: branch.hole,
                marks: branch.marks,
                next: branch.next,
                facts: branch.given,
                made: branch.made,
            }),
            None => Err(self.furthest.unwrap_or(Stuck { found: 0, goal: None, why: Why::Nothing })),
        }
    }

    /// Keeps why a branch got nowhere, if none came further.
    pub(super) fn fail(&mut self, branch: &Branch, goal: Option<&Goal>, why: Why) {
        self.fail_after(branch.found, goal, why);
    }

    /// The same for a branch that had found so many regions.
    pub(super) fn fail_after(&mut self, found: u32, goal: Option<&Goal>, why: Why) {
        // A structure in the way is the reason that something can be done about.
        let better = |stuck: &Stuck| {
            stuck.found < found || stuck.found == found && !matches!(stuck.why, Why::Summary(_))
        };
        if self.furthest.as_ref().is_none_or(better) {
            self.furthest = Some(Stuck { found, goal: goal.cloned(), why });
        }
    }

    /// Works on a branch until it is done or stuck.
    pub(super) fn solve(&mut self, mut branch: Branch, whole: bool) -> Option<Branch> {
        loop {
            budget::charge(4);
            if self.fuel == 0 {
                self.fail(&branch, None, Why::Fuel);
                return None;
            }
            self.fuel -= 1;
            // A fact that does not hold ends the branch early.
            if !self.discharge(&mut branch) || !self.discharge_sets(&mut branch) {
                self.fail(&branch, None, Why::Fact);
                return None;
            }
            let Some(index) = self.choose(&branch) else {
                if let Some(choices) = self.begin_somewhere(&branch) {
                    return choices.into_iter().find_map(|choice| self.solve(choice, whole));
                }
                let Some(goal) = branch.goals.first().cloned() else { break };
                self.fail(&branch, Some(&goal), Why::Nothing);
                return None;
            };
            let goal = branch.goals.remove(index);
            match self.apply(branch, &goal) {
                Step::One(next) => branch = next,
                Step::Fail => return None,
                Step::Choice(choices) => {
                    return choices.into_iter().find_map(|choice| self.solve(choice, whole));
                }
            }
        }
        self.finish(branch, whole)
    }

    /// All goals were found: nothing may be left over, and all facts must hold.
    fn finish(&mut self, mut branch: Branch, whole: bool) -> Option<Branch> {
        if whole && let Some((at, _)) = self.left.regions.iter().find(|(at, _)| !branch.uses(**at)) {
            self.fail(&branch, None, Why::Leftover(*at));
            return None;
        }
        if !self.conclude(&mut branch) || !self.conclude_sets(&mut branch) || !self.are_apart(&branch) {
            self.fail(&branch, None, Why::Fact);
            return None;
        }
        Some(branch)
    }

    /// The goal to work on: one whose place is known; where both ends are one before others, summaries last.
    fn choose(&self, branch: &Branch) -> Option<usize> {
        let rank = |goal: &Goal| {
            let at = branch.meaning(goal.at)?;
            let left = at.base.and_then(|base| self.available(branch, base));
            Some(match (&*goal.region, left) {
                // Where rows end is known when all else is.
                (Region::Block(block), _) if !block.runs.is_empty() => 10,
                (Region::Block(_), _) => 0,
                (Region::Checker(a), Some((_, Region::Checker(b)))) if a.definition == b.definition => 1,
                (Region::Segment(_), Some((_, Region::Segment(_)))) => 2,
                (Region::Checker(_), Some((_, Region::Segment(_)))) => 3,
                (Region::Segment(segment), _) if branch.meaning(segment.to) == Some(at) => 4,
                (Region::Segment(segment), Some(_)) if branch.meaning(segment.to).is_some() => 5,
                (Region::Checker(_), Some(_)) => 6,
                (Region::Segment(_), Some(_)) => 7,
                (Region::Checker(_), None) => 8,
                (Region::Segment(_), None) => 9,
            })
        };
        let ranked = branch.goals.iter().enumerate().filter_map(|(index, goal)| Some((rank(goal)?, index)));
        ranked.min().map(|(_, index)| index)
    }

    /// A segment of which only the end is known may begin anywhere: the choices.
    fn begin_somewhere(&self, branch: &Branch) -> Option<Vec<Branch>> {
        let (begin, segment, end) = branch.goals.iter().find_map(|goal| match &*goal.region {
            Region::Segment(segment) => Some((goal.at, segment, branch.meaning(segment.to)?)),
            _ => None,
        })?;
        let mut choices = Vec::new();
        let mut begin_at = |at: Term| {
            let mut next = branch.clone();
            if self.unify(&mut next, begin, at) {
                choices.push(next);
            }
        };
        // A segment that ends there comes first, an empty one last.
        for first in [true, false] {
            for (at, region) in &self.left.regions {
                let ends = matches!(region, Region::Segment(there)
                    if there.definition == segment.definition && there.to == end);
                if !branch.uses(*at) && ends == first {
                    begin_at(Term::of(*at));
                }
            }
        }
        begin_at(end);
        Some(choices)
    }

    /// The region of the left at a symbol, if it was not used yet, with its address.
    pub(super) fn available(&self, branch: &Branch, at: Sym) -> Option<(Sym, &'a Region)> {
        let region = self.left.regions.get(at)?;
        (!branch.uses(at)).then_some((at, region))
    }

    /// Works on one goal, by what it is.
    fn apply(&mut self, branch: Branch, goal: &Goal) -> Step {
        let Some(at) = branch.meaning(goal.at) else { return Step::Fail };
        let left = at.base.and_then(|base| self.available(&branch, base));
        match &*goal.region {
            Region::Block(block) => self.block_goal(branch, goal, block, at, left),
            Region::Checker(checker) => self.checker_goal(branch, goal, checker, at, left),
            Region::Segment(segment) => self.segment_goal(branch, goal, segment, at, left),
        }
    }

    /// Whether what is known of the left objects is what the goal asks.
    pub(super) fn marked(&self, branch: &mut Branch, asked: Marks, there: Marks) -> bool {
        branch.marks = branch.marks.meet(there);
        self.lenient || there.implies(asked)
    }
}
