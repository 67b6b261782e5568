//! Goals replaced by one of their rules: *unfold* and *emp-ind*.

use logic::{Fact, Form};
use smallvec::SmallVec;

use super::branch::{Branch, Step};
use super::goal::{Goal, Why};
use super::search::Search;
use super::solve::form;
use crate::definition::{self, Atom, Name, Rule};
use crate::heap::{Args, Checker, Marks, Region, Segment, Term};

impl Search<'_> {
    /// *unfold* and *emp-ind*: one of the rules of the goal.
    pub(super) fn unfold_goal(
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
                choices.extend(self.expand(branch, rule, goal.at, &checker.args, checker.marks, None));
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
        // First what is asked of root and parameters: it decides most rules, before the branch is copied.
        let given = |name: Name| match name {
            Name::Root => branch.meaning(root),
            Name::Param(index) => branch.meaning(*args.get(index as usize)?),
            Name::Local(_) | Name::Global(_) => None,
        };
        let mut open: SmallVec<[&Atom; 4]> = SmallVec::new();
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
        let mut branch = branch.clone();
        let locals: Vec<Term> = rule.locals.iter().map(|_| Term::of(branch.variable())).collect();
        let mut globals = Vec::new();
        rule.names(|name| {
            if matches!(name, Name::Global(_)) && !globals.iter().any(|(known, _)| *known == name) {
                globals.push((name, self.global_name(&mut branch, name)));
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
        for atom in open {
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
