//! Clauses of contracts as goals.

use super::branch::Branch;
use super::goal::{Outcome, Stuck, Why};
use super::search::Search;
use crate::definition::{Name, Rule, rule_calls};
use crate::heap::{Marks, Region, Root, Sym, Term};

/// A clause to be shown: one of its rules, with values of the left side for its parameters.
pub(crate) struct Claim<'a> {
    pub(crate) rules: &'a [Rule],
    pub(crate) args: &'a [Term],
}

impl Search<'_> {
    /// Shows that all claims hold of parts of the left that do not overlap.
    pub(crate) fn run_claims(mut self, claims: &[Claim<'_>], marks: Marks) -> Result<Outcome, Stuck> {
        let mut branch = self.start(Vec::new(), Vec::new(), Vec::new(), Vec::new());
        // The first variables are the sets that may be any.
        self.open.iter().for_each(|_| {
            branch.variable();
        });
        let done = self.claim(branch, claims, marks);
        self.outcome(done)
    }

    fn claim(&mut self, branch: Branch, claims: &[Claim<'_>], marks: Marks) -> Option<Branch> {
        let Some((first, rest)) = claims.split_first() else { return self.solve(branch, false) };
        for rule in first.rules {
            // The clause is evaluated: what it reads on the way must be there.
            if rule.denies || !rule_calls(rule).all(|call| self.domain.is_evaluable(call.definition)) {
                self.fail(&branch, None, Why::Fact);
                continue;
            }
            let mut next = branch.clone();
            let open = |arg: &Term| self.open.iter().position(|sym| *arg == Term::of(*sym));
            let args: Vec<Term> = first
                .args
                .iter()
                .map(|arg| match open(arg) {
                    Some(n) => Term::of(Sym(u32::try_from(n).unwrap_or(u32::MAX))),
                    None => next.import(*arg),
                })
                .collect();
            if let Ok(next) = self.expand(&next, rule, Term::NULL, &args, marks, None)
                && let Some(done) = self.claim(next, rest, marks)
            {
                return Some(done);
            }
        }
        if first.rules.is_empty() {
            self.fail(&branch, None, Why::Fact);
        }
        None
    }

    /// What a rule reads without owning it is there, whoever owns it.
    pub(super) fn reads(
        &mut self,
        branch: &mut Branch,
        rule: &Rule,
        term: &impl Fn(crate::definition::Term) -> Option<Term>,
    ) -> Result<(), Why> {
        for read in &rule.reads {
            let place = term(read.at).and_then(|at| branch.meaning(at)).ok_or(Why::Nothing)?;
            let base = place.base.ok_or(Why::Nothing)?;
            let block = match self.left.region(base) {
                Some(Region::Block(block)) => block,
                Some(_) => return Err(Why::Summary(base)),
                None => return Err(Why::Nothing),
            };
            let found = self.contents(branch, block, place.offset, read.size).ok_or(Why::Unwritten)?;
            let value = term(crate::definition::Term::of(read.value)).ok_or(Why::Value)?;
            branch.read.push((base, read.at.name));
            if !self.unify(branch, value, found) {
                return Err(Why::Value);
            }
        }
        Ok(())
    }

    /// The address of a global object or a function, over variables.
    pub(super) fn global_name(&self, branch: &mut Branch, name: Name) -> Option<Term> {
        let root = match name {
            Name::Global(global) => Root::Global(global),
            Name::Code(function) => Root::Code(function),
            _ => return None,
        };
        let address = self.left.address(root)?;
        Some(branch.import(Term::of(address)))
    }
}
