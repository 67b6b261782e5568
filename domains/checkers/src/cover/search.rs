//! The search and its rules.

use std::rc::Rc;

use logic::{Fact, Form};

use crate::Checkers;
use crate::definition::{self, Atom, DefinitionId, Kind, Name, Rule};
use crate::heap::{Args, Block, Checker, Marks, Region, Segment, State, Sym, Term};

/// How many rules one search may apply: so many, and so many more for each region of the left.
const FUEL: (u32, u32) = (48, 16);

/// Something that must be found in the left heap. Its terms are over the search's variables.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    /// Where.
    pub at: Term,
    /// What. Branches of a search share it.
    pub region: Rc<Region>,
}

impl Goal {
    /// A region at a place.
    pub(crate) fn new(at: Term, region: Region) -> Self {
        Self { at, region: Rc::new(region) }
    }
}

/// Why a search got nowhere: the furthest it came.
#[derive(Clone, Debug)]
pub(crate) struct Stuck {
    /// How many regions had been found by then.
    pub found: u32,
    /// What was looked for.
    pub goal: Option<Goal>,
    /// What was missing.
    pub why: Why,
}

/// What was missing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Why {
    /// There is nothing, or something else.
    Nothing,
    /// A value that is not what it must be.
    Value,
    /// A relation between values cannot be shown.
    Fact,
    /// The left side is a summary that would have to be unfolded.
    Summary(Sym),
    /// Members that were never written.
    Unwritten,
    /// An object that is not on the heap.
    NotHeap,
    /// It took too long.
    Fuel,
    /// Something of the left side is left over.
    Leftover(Sym),
}

/// What a successful search has found.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    /// Which regions of the left side were used, in the order of its list.
    pub used: Vec<bool>,
    /// What each variable stands for.
    pub bound: Vec<Option<Term>>,
    /// Where it stopped, if it was told to: the checker that is missing there, with arguments of the left.
    pub hole: Option<(Term, DefinitionId, Args)>,
    /// What holds of all objects that were used.
    pub marks: Marks,
    /// Symbols of the left side that were introduced for values without a name.
    pub next: u32,
    /// What must hold of the new symbols.
    pub facts: Vec<Fact>,
}

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
    fuel: u32,
    furthest: Option<Stuck>,
}

/// One branch of a search.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    pub(super) goals: Vec<Goal>,
    pub(super) used: Vec<bool>,
    pub(super) bound: Vec<Option<Term>>,
    /// What must still be shown of variables.
    pub(super) facts: Vec<Fact>,
    /// What holds of values that were introduced.
    pub(super) given: Vec<Fact>,
    pub(super) hole: Option<(Term, DefinitionId, Args)>,
    pub(super) marks: Marks,
    pub(super) next: u32,
    pub(super) found: u32,
}

impl Branch {
    /// A variable that stands for nothing yet.
    pub(super) fn variable(&mut self) -> Sym {
        self.bound.push(None);
        Sym(u32::try_from(self.bound.len() - 1).expect("a search has few variables"))
    }

    /// A term over variables that stands for a term of the left.
    pub(super) fn import(&mut self, term: Term) -> Term {
        if term.base.is_none() {
            return term;
        }
        let variable = self.variable();
        self.bound[variable.0 as usize] = Some(term);
        Term::of(variable)
    }

    /// What a term over variables stands for.
    pub(super) fn meaning(&self, term: Term) -> Option<Term> {
        match term.base {
            None => Some(term),
            Some(variable) => self.bound[variable.0 as usize]?.plus(term.offset),
        }
    }
}

impl<'a> Search<'a> {
    /// A search in a state.
    pub(crate) fn new(domain: &'a Checkers, left: &'a State) -> Self {
        let fuel = FUEL.0 + FUEL.1 * u32::try_from(left.regions.len()).unwrap_or(u32::MAX / 64);
        Self { domain, left, stops: &[], lent: &[], lenient: false, natural: true, fuel, furthest: None }
    }

    /// Looks for goals. `bound` says what variables stand for, `facts` what must hold of them.
    pub(crate) fn run(
        self,
        goals: Vec<Goal>,
        bound: Vec<Option<Term>>,
        facts: Vec<Fact>,
        whole: bool,
    ) -> Result<Outcome, Stuck> {
        let used = vec![false; self.left.regions.len()];
        self.run_with(used, goals, bound, facts, whole)
    }

    /// The same where some regions of the left must not be used.
    pub(crate) fn run_with(
        mut self,
        used: Vec<bool>,
        goals: Vec<Goal>,
        bound: Vec<Option<Term>>,
        facts: Vec<Fact>,
        whole: bool,
    ) -> Result<Outcome, Stuck> {
        let branch = self.start(used, goals, bound, facts);
        let done = self.solve(branch, whole);
        self.outcome(done)
    }

    pub(super) fn start(
        &self,
        used: Vec<bool>,
        goals: Vec<Goal>,
        bound: Vec<Option<Term>>,
        facts: Vec<Fact>,
    ) -> Branch {
        Branch {
            goals,
            used,
            bound,
            facts,
            given: Vec::new(),
            hole: None,
            marks: Marks::GIVEN,
            next: self.left.next,
            found: 0,
        }
    }

    pub(super) fn outcome(self, done: Option<Branch>) -> Result<Outcome, Stuck> {
        match done {
            Some(branch) => Ok(Outcome {
                used: branch.used,
                bound: branch.bound,
                hole: branch.hole,
                marks: branch.marks,
                next: branch.next,
                facts: branch.given,
            }),
            None => Err(self.furthest.unwrap_or(Stuck { found: 0, goal: None, why: Why::Nothing })),
        }
    }

    pub(super) fn fail(&mut self, branch: &Branch, goal: Option<&Goal>, why: Why) {
        // A structure in the way is the reason that something can be done about.
        let better = |stuck: &Stuck| {
            stuck.found < branch.found || stuck.found == branch.found && !matches!(stuck.why, Why::Summary(_))
        };
        if self.furthest.as_ref().is_none_or(better) {
            self.furthest = Some(Stuck { found: branch.found, goal: goal.cloned(), why });
        }
    }

    /// Works on a branch until it is done or stuck.
    pub(super) fn solve(&mut self, mut branch: Branch, whole: bool) -> Option<Branch> {
        loop {
            if self.fuel == 0 {
                self.fail(&branch, None, Why::Fuel);
                return None;
            }
            self.fuel -= 1;
            // A fact that does not hold ends the branch early.
            if !self.discharge(&mut branch) {
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

    fn finish(&mut self, mut branch: Branch, whole: bool) -> Option<Branch> {
        if whole && let Some(index) = branch.used.iter().position(|used| !used) {
            self.fail(&branch, None, Why::Leftover(self.left.regions[index].0));
            return None;
        }
        if !self.conclude(&mut branch) {
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
            for ((at, region), used) in self.left.regions.iter().zip(&branch.used) {
                let ends = matches!(region, Region::Segment(there)
                    if there.definition == segment.definition && there.to == end);
                if !used && ends == first {
                    begin_at(Term::of(*at));
                }
            }
        }
        begin_at(end);
        Some(choices)
    }

    /// The region of the left at a symbol, if it was not used yet, with its place in the list.
    pub(super) fn available(&self, branch: &Branch, at: Sym) -> Option<(usize, &'a Region)> {
        let index = self.left.regions.binary_search_by_key(&at, |(sym, _)| *sym).ok()?;
        (!branch.used[index]).then(|| (index, &self.left.regions[index].1))
    }

    fn apply(&mut self, branch: Branch, goal: &Goal) -> Step {
        let Some(at) = branch.meaning(goal.at) else { return Step::Fail };
        let left = at.base.and_then(|base| self.available(&branch, base));
        match &*goal.region {
            Region::Block(block) => self.block_goal(branch, goal, block, at, left),
            Region::Checker(checker) => self.checker_goal(branch, goal, checker, at, left),
            Region::Segment(segment) => self.segment_goal(branch, goal, segment, at, left),
        }
    }

    fn block_goal(
        &mut self,
        mut branch: Branch,
        goal: &Goal,
        block: &Block,
        at: Term,
        left: Option<(usize, &Region)>,
    ) -> Step {
        match left {
            Some((index, Region::Block(there))) => {
                if let Err(why) = self.points_to(&mut branch, block, there, at.offset) {
                    self.fail(&branch, Some(goal), why);
                    return Step::Fail;
                }
                branch.used[index] = true;
                branch.found += 1;
                Step::One(branch)
            }
            Some(_) => {
                self.fail(&branch, Some(goal), Why::Summary(at.base.expect("there is a region")));
                Step::Fail
            }
            None => {
                self.fail(&branch, Some(goal), Why::Nothing);
                Step::Fail
            }
        }
    }

    fn checker_goal(
        &mut self,
        mut branch: Branch,
        goal: &Goal,
        checker: &Checker,
        at: Term,
        left: Option<(usize, &Region)>,
    ) -> Step {
        if let Some(base) = at.base
            && at.offset == 0
            && branch.hole.is_none()
            && branch.found > 0
            && self.stops.contains(&base)
            && let Some(args) = self.stop(&mut branch, checker, base)
        {
            branch.hole = Some((at, checker.definition, args));
            return Step::One(branch);
        }
        match left {
            Some((index, Region::Checker(there)))
                if there.definition == checker.definition && at.offset == 0 =>
            {
                let before = branch.bound.clone();
                if self.same_args(&mut branch, checker.definition, &checker.args, &there.args)
                    && self.marked(&mut branch, checker.marks, there.marks)
                {
                    branch.used[index] = true;
                    branch.found += 1;
                    return Step::One(branch);
                }
                branch.bound = before;
                if let Some(behind) = self.end_behind(&mut branch, checker, there)
                    && self.marked(&mut branch, checker.marks, there.marks)
                {
                    branch.used[index] = true;
                    branch.found += 1;
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
                let why = at.base.filter(|_| unseen).map_or(Why::Value, Why::Summary);
                self.fail(&branch, Some(goal), why);
                Step::Fail
            }
            Some((index, Region::Segment(there)))
                if there.definition == checker.definition && at.offset == 0 =>
            {
                let mut next = branch.clone();
                if self.begins(&mut next, &checker.args, there)
                    && self.marked(&mut next, checker.marks, there.marks)
                {
                    next.used[index] = true;
                    next.found += 1;
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
                    next.used[index] = true;
                    next.found += 1;
                    return Step::One(next);
                }
                self.fail(&branch, Some(goal), Why::Value);
                Step::Fail
            }
            Some((index, region)) if at.offset == 0 => match self.refined(&branch, checker, index, region) {
                Some(next) => Step::One(next),
                None => self.unfold_goal(&branch, goal, checker, at, true),
            },
            _ => self.unfold_goal(&branch, goal, checker, at, left.is_some()),
        }
    }

    /// *refine*: a structure of the left that is one of the goal's kind, and more.
    fn refined(&self, branch: &Branch, goal: &Checker, index: usize, region: &Region) -> Option<Branch> {
        let (definition, args, marks) = match region {
            Region::Checker(there) => (there.definition, &there.args, there.marks),
            Region::Segment(there)
                if there.definition == there.hole
                    && self.domain.goes_on_as(there.definition, goal.definition) =>
            {
                (there.definition, &there.args, there.marks)
            }
            _ => return None,
        };
        let way = self.domain.refinements.get(definition, goal.definition).filter(|_| marks.written)?;
        let as_goal =
            |args: &Args| -> Option<Args> { way.iter().map(|from| args.get(*from).copied()).collect() };
        let mut next = branch.clone();
        let fits = self.same_args(&mut next, goal.definition, &goal.args, &as_goal(args)?)
            && self.marked(&mut next, goal.marks, marks);
        if !fits {
            return None;
        }
        next.used[index] = true;
        next.found += 1;
        if let Region::Segment(there) = region {
            let at = next.import(there.to);
            let args = as_goal(&there.hole_args)?.iter().map(|arg| next.import(*arg)).collect();
            let behind = Checker { definition: goal.definition, args, marks: goal.marks };
            next.goals.push(Goal::new(at, Region::Checker(behind)));
        }
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
        let args: Option<Args> = checker.args.iter().map(|arg| self.name(branch, *arg)).collect();
        let args = args?;
        match (there, region) {
            (Some((definition, there)), _) if definition == checker.definition => {
                let imported = there.iter().map(|arg| branch.import(*arg)).collect();
                if self.fills(branch, definition, &checker.args, &imported) {
                    return Some(there);
                }
                matches!(region, Some(Region::Block(_))).then_some(args)
            }
            (Some(_), Some(Region::Checker(_) | Region::Segment(_))) => None,
            _ => Some(args),
        }
    }

    /// *unfold* and *emp-ind*: one of the rules of the goal.
    fn unfold_goal(
        &mut self,
        branch: &Branch,
        goal: &Goal,
        checker: &Checker,
        at: Term,
        something: bool,
    ) -> Step {
        let domain = self.domain;
        let rules = &domain.definitions[checker.definition].rules;
        let mut choices = Vec::new();
        // Where there is an object the rules that own one are tried first.
        for own in [something, !something] {
            for rule in rules.iter().filter(|rule| rule.objects.is_empty() != own) {
                let mut next = branch.clone();
                let expanded =
                    self.expand(&mut next, rule, goal.at, &checker.args, checker.marks, None).is_ok();
                if expanded {
                    choices.push(next);
                }
            }
        }
        if choices.is_empty() {
            let summary = at.base.filter(|base| {
                self.available(branch, *base).is_some_and(|(_, region)| region.block().is_none())
            });
            self.fail(branch, Some(goal), summary.map_or(Why::Nothing, Why::Summary));
        }
        Step::of(choices)
    }

    fn segment_goal(
        &mut self,
        branch: Branch,
        goal: &Goal,
        segment: &Segment,
        at: Term,
        left: Option<(usize, &Region)>,
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
            Some((index, Region::Segment(there)))
                if there.definition == segment.definition && at.offset == 0 =>
            {
                let mut next = branch.clone();
                if self.begins(&mut next, &segment.args, there)
                    && self.marked(&mut next, segment.marks, there.marks)
                {
                    next.used[index] = true;
                    next.found += 1;
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
            // *unfold*.
            Some((_, Region::Block(_))) => {
                let domain = self.domain;
                for rule in &domain.definitions[segment.definition].rules {
                    for (index, call) in rule.calls.iter().enumerate() {
                        if domain.reaches(call.definition, segment.hole) {
                            let mut next = branch.clone();
                            let spine = Some((index, segment));
                            let done =
                                self.expand(&mut next, rule, goal.at, &segment.args, segment.marks, spine);
                            if done.is_ok() {
                                choices.push(next);
                            }
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

    /// Replaces a goal by one of its rules: objects are found at once, calls become goals, and what is asked of
    /// values becomes facts.
    pub(super) fn expand(
        &mut self,
        branch: &mut Branch,
        rule: &Rule,
        root: Term,
        args: &[Term],
        marks: Marks,
        spine: Option<(usize, &Segment)>,
    ) -> Result<(), Why> {
        let locals: Vec<Term> = rule.locals.iter().map(|_| Term::of(branch.variable())).collect();
        let mut globals = Vec::new();
        rule.names(|name| {
            if matches!(name, Name::Global(_)) && !globals.iter().any(|(known, _)| *known == name) {
                globals.push((name, self.global_name(branch, name)));
            }
        });
        let name = |name: Name| match name {
            Name::Root => Some(root),
            Name::Param(index) => args.get(index as usize).copied(),
            Name::Local(index) => locals.get(index as usize).copied(),
            Name::Global(_) => globals.iter().find(|(known, _)| *known == name).and_then(|(_, term)| *term),
        };
        let term = |term: definition::Term| match term.name {
            None => Some(Term::constant(term.offset)),
            Some(base) => name(base)?.plus(term.offset),
        };
        // First what is asked of root and parameters: it decides most rules.
        for atom in &rule.pure {
            let (Atom::Zero(form) | Atom::NonZero(form) | Atom::AtLeastZero(form)) = atom;
            let mut sum = Form::constant(form.constant);
            for (of, factor) in &form.terms {
                sum = name(*of).and_then(|of| sum.add_scaled(*factor, &of.form())).ok_or(Why::Fact)?;
            }
            branch.facts.push(match atom {
                Atom::Zero(_) => Fact::Eq(sum),
                Atom::NonZero(_) => Fact::Ne(sum),
                Atom::AtLeastZero(_) => Fact::Ge(sum),
            });
        }
        if !self.discharge(branch) {
            self.fail(branch, None, Why::Fact);
            return Err(Why::Fact);
        }
        for object in &rule.objects {
            let at = term(object.at).ok_or(Why::Value)?;
            if let Err(why) = self.object(branch, object, at, &term, marks) {
                self.fail(branch, None, why.clone());
                return Err(why);
            }
        }
        if let Err(why) = self.reads(branch, rule, &term) {
            self.fail(branch, None, why.clone());
            return Err(why);
        }
        for (from, to) in &rule.segments {
            let terms = |call: &definition::Call| -> Option<Args> {
                call.args.iter().map(|arg| term(*arg)).collect()
            };
            let segment = Segment {
                definition: from.definition,
                args: terms(from).ok_or(Why::Value)?,
                to: term(to.root).ok_or(Why::Value)?,
                hole: to.definition,
                hole_args: terms(to).ok_or(Why::Value)?,
                marks,
            };
            branch.goals.push(Goal::new(term(from.root).ok_or(Why::Value)?, Region::Segment(segment)));
        }
        for (index, call) in rule.calls.iter().enumerate() {
            let at = term(call.root).ok_or(Why::Value)?;
            let args: Option<Args> = call.args.iter().map(|arg| term(*arg)).collect();
            let args = args.ok_or(Why::Value)?;
            let region = match spine {
                Some((spine, segment)) if spine == index => {
                    Region::Segment(Segment { definition: call.definition, args, ..segment.clone() })
                }
                _ => Region::Checker(Checker { definition: call.definition, args, marks }),
            };
            branch.goals.push(Goal::new(at, region));
        }
        Ok(())
    }

    /// Whether what is known of the left objects is what the goal asks.
    pub(super) fn marked(&self, branch: &mut Branch, asked: Marks, there: Marks) -> bool {
        branch.marks = branch.marks.meet(there);
        self.lenient || there.implies(asked)
    }
}

pub(super) enum Step {
    One(Branch),
    Choice(Vec<Branch>),
    Fail,
}

impl Step {
    fn of(mut choices: Vec<Branch>) -> Self {
        match choices.len() {
            0 => Self::Fail,
            1 => Self::One(choices.remove(0)),
            _ => Self::Choice(choices),
        }
    }
}
