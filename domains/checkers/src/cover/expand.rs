//! Goals replaced by one of their rules: *unfold* and *emp-ind*.

use logic::{Fact, Form};
use smallvec::SmallVec;

use super::branch::{Branch, Step};
use super::goal::{Goal, Why};
use super::search::Search;
use super::solve::form;
use crate::definition::{self, Atom, Name, Rule};
use crate::heap::{Args, Checker, Marks, Region, Segment, Term};

/// What a rule asks of values, as far as it is open whether it holds.
type Undecided<'r> = SmallVec<[&'r Atom; 4]>;

impl Search<'_> {
    /// *unfold* and *emp-ind*: one of the rules of the goal.
    pub(super) fn unfold_goal(
        &mut self,
        branch: Branch,
        goal: &Goal,
        checker: &Checker,
        at: Term,
        something: bool,
    ) -> Step {
        let domain = self.domain;
        let rules = &domain.definitions[checker.definition].rules;
        let found = branch.found;
        let summary = at.base.filter(|base| {
            self.available(&branch, *base).is_some_and(|(_, region)| region.block().is_none())
        });
        // Where there is an object the rules that own one are tried first.
        let own = |own: bool| rules.iter().filter(move |rule| rule.objects.is_empty() != own);
        let mut ways: SmallVec<[(&Rule, Undecided<'_>); 4]> = SmallVec::new();
        for rule in own(something).chain(own(!something)) {
            let undecided = self.undecided(&branch, rule, goal.at, &checker.args);
            ways.extend(undecided.ok().map(|undecided| (rule, undecided)));
        }
        let mut choices = Vec::new();
        let mut expand = |search: &mut Self, branch: Branch, (rule, undecided): (&Rule, Undecided<'_>)| {
            choices.extend(search.apply_rule(
                branch,
                rule,
                &undecided,
                goal.at,
                &checker.args,
                checker.marks,
                None,
            ));
        };
        // Most often there is one way, and the branch goes on without being copied.
        let last = ways.pop();
        for way in ways {
            expand(self, branch.clone(), way);
        }
        if let Some(way) = last {
            expand(self, branch, way);
        }
        if choices.is_empty() {
            self.fail_after(found, Some(goal), summary.map_or(Why::Nothing, Why::Summary));
        }
        Step::of(choices)
    }

    /// Replaces a goal by one of its rules: objects are found at once, calls become goals, and what is asked of
    /// values becomes facts. The branch that goes on like this, or why there is none.
    pub(super) fn expand(
        &mut self,
        branch: &Branch,
        rule: &Rule,
        root: Term,
        args: &[Term],
        marks: Marks,
        spine: Option<(usize, &Segment)>,
    ) -> Result<Branch, Why> {
        let undecided = self.undecided(branch, rule, root, args)?;
        self.apply_rule(branch.clone(), rule, &undecided, root, args, marks, spine)
    }

    /// What a rule asks of values and root and parameters do not decide; an error if they refute it. That decides most rules,
    /// before a branch is copied.
    fn undecided<'r>(
        &mut self,
        branch: &Branch,
        rule: &'r Rule,
        root: Term,
        args: &[Term],
    ) -> Result<Undecided<'r>, Why> {
        let given = |name: Name| match name {
            Name::Root => branch.meaning(root),
            Name::Param(index) => branch.meaning(*args.get(index as usize)?),
            Name::Local(_) | Name::Global(_) | Name::Code(_) => None,
        };
        let mut open = Undecided::new();
        for atom in &rule.pure {
            match fact_of(atom, given).map(|fact| self.holds(&fact, form(&fact))) {
                Some(true) => {}
                Some(false) => {
                    self.fail(branch, None, Why::Fact);
                    return Err(Why::Fact);
                }
                None => open.push(atom),
            }
        }
        Ok(open)
    }

    #[expect(clippy::too_many_arguments, reason = "a rule, what it is applied to, and where the search is")]
    fn apply_rule(
        &mut self,
        mut branch: Branch,
        rule: &Rule,
        undecided: &[&Atom],
        root: Term,
        args: &[Term],
        marks: Marks,
        spine: Option<(usize, &Segment)>,
    ) -> Result<Branch, Why> {
        let locals: Vec<Term> = rule.locals.iter().map(|_| Term::of(branch.variable())).collect();
        let mut globals = Vec::new();
        rule.names(|name| {
            if matches!(name, Name::Global(_) | Name::Code(_))
                && !globals.iter().any(|(known, _)| *known == name)
            {
                globals.push((name, self.global_name(&mut branch, name)));
            }
        });
        let name = |name: Name| match name {
            Name::Root => Some(root),
            Name::Param(index) => args.get(index as usize).copied(),
            Name::Local(index) => locals.get(index as usize).copied(),
            Name::Global(_) | Name::Code(_) => {
                globals.iter().find(|(known, _)| *known == name).and_then(|(_, term)| *term)
            }
        };
        let term = |term: definition::Term| match term.name {
            None => Some(Term::constant(term.offset)),
            Some(base) => name(base)?.plus(term.offset),
        };
        for atom in &rule.sets {
            let atom = atom.map(|item| Some(item.with(term(item.term())?))).ok_or(Why::Value)?;
            branch.asked.push(atom);
        }
        for atom in undecided {
            branch.facts.push(fact_of(atom, name).ok_or(Why::Fact)?);
        }
        if !self.discharge(&mut branch) {
            self.fail(&branch, None, Why::Fact);
            return Err(Why::Fact);
        }
        for object in &rule.objects {
            let at = term(object.at).ok_or(Why::Value)?;
            if let Err(why) = self.object(&mut branch, object, at, &term, marks) {
                self.fail(&branch, None, why.clone());
                return Err(why);
            }
        }
        if let Err(why) = self.reads(&mut branch, rule, &term) {
            self.fail(&branch, None, why.clone());
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
        Ok(branch)
    }
}

/// What an atom says of the terms its names stand for; `None` if one stands for nothing, or a number does not fit.
fn fact_of(atom: &Atom, name: impl Fn(Name) -> Option<Term>) -> Option<Fact> {
    let (Atom::Zero(form) | Atom::NonZero(form) | Atom::AtLeastZero(form)) = atom;
    let mut sum = Form::constant(form.constant);
    for (of, factor) in &form.terms {
        sum = sum.add_scaled(*factor, &name(*of)?.form())?;
    }
    Some(match atom {
        Atom::Zero(_) => Fact::Eq(sum),
        Atom::NonZero(_) => Fact::Ne(sum),
        Atom::AtLeastZero(_) => Fact::Ge(sum),
    })
}
