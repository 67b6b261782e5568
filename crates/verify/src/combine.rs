//! What several domains exclude together.
//!
//! A domain describes every execution from the entry up to its first error: at each point the memory is one that a state
//! there denotes, or the point is lost; and if the next statement breaks a rule at that memory, the check is open (the
//! covering law of [`ShapeDomain`](engine::ShapeDomain)). So take an execution and its first error. Every domain that lost
//! nothing describes the memory before that statement, and each of them has the check open. If the check is closed in one,
//! there is no such execution. Hence a check is *discharged* if **one** of the domains that
//! - *completed*: lost no state anywhere and used up no budget, and
//! - showed the requires of every function it called, if what it knows after a call may come from the contract,
//!
//! declares the rule and leaves the check closed; and a function is proved if each check is discharged by one of them. Three
//! kinds of checks do not stand at the statement that is to blame, and are taken as wholes:
//! - *Leaks.* Where the last reference is lost depends on what counts as one: a domain may let go of a variable earlier than
//!   another, and the same leak is open at two places, or as something left over that the contract does not promise.
//! - *The promises of the contract* are looked at where the function returns. Leaks and promises are discharged by a domain that
//!   has no leak open and sees all promises kept.
//! - *The requires of a called function* are discharged by nobody else in a domain that goes by contracts: what it knows after the call rests
//!   on them. To one that goes into the function they are checks like others.
//! - *The code of functions with a contract* was not looked at by a domain that goes by contracts, which discharges nothing there.

use std::collections::{BTreeMap, BTreeSet};

use engine::{Analysis, Check, Point, RuleSet, ShapeDomain};
use interp::Uninitialized;
use ir::{FunctionId, Program};
use model::Rule;
use regions::{Event, Excluded};

use crate::conventions::Conventions;
use crate::regions::rule;
use crate::trials::called;

/// What a domain excludes.
#[derive(Clone, Debug)]
pub(crate) struct Closed {
    /// Its states describe all executions up to their first error.
    completed: bool,
    /// The rules it speaks of.
    rules: RuleSet,
    open: BTreeSet<Check>,
    /// Whether what it knows after a call may come from a contract.
    by_contracts: bool,
    /// Those among them that are promises of the contract.
    promises: BTreeSet<Check>,
    /// The functions that it did not go into since they have a contract, and those that only they call.
    beyond: BTreeSet<FunctionId>,
    /// The checks it has something to say about, if these are not all of its rules.
    only: Option<BTreeSet<Check>>,
}

impl Closed {
    pub(crate) fn of<D: ShapeDomain>(
        domain: &D,
        analysis: &Analysis<'_, D>,
        conventions: &Conventions,
    ) -> Self {
        let asked = analysis.checks().iter().filter(|(check, _)| conventions.asks(check.rule));
        let open: BTreeSet<Check> = asked.map(|(check, _)| *check).collect();
        let promises: BTreeSet<Check> =
            open.iter().filter(|check| analysis.is_promise(**check)).copied().collect();
        let lost = analysis.lost().is_some()
            || analysis.checks().iter().any(|(_, open)| open.lost)
            || analysis.points().values().any(|point| point.lost.is_some());
        let by_contracts = domain.goes_by_contracts();
        let requires =
            |check: &Check| by_contracts && check.rule == Rule::Contract && !promises.contains(check);
        let beyond =
            if by_contracts { beyond(analysis.points(), analysis.program()) } else { BTreeSet::new() };
        // Where such a value is no error executions go on, which a domain that takes it for one does not follow.
        let stopped = |check: &Check| {
            check.rule == Rule::Uninitialized && conventions.uninitialized == Uninitialized::Input
        };
        let completed = !lost && !open.iter().any(|check| requires(check) || stopped(check));
        Self { completed, rules: domain.rules(), by_contracts, beyond, open, promises, only: None }
    }

    /// What following one block at a time excludes. It speaks of the checks that it excludes and of no others, so by
    /// itself it proves nothing.
    pub(crate) fn by_regions(excluded: &Excluded) -> Self {
        let mut rules = vec![Rule::UseAfterFree, Rule::DoubleFree];
        rules.extend(excluded.leaks.then_some(Rule::Leak));
        let check = |(point, event): &(Point, Event)| Check { point: *point, rule: rule(*event) };
        let only = excluded.checks.iter().map(check).collect();
        Self {
            completed: true,
            rules: RuleSet::of(&rules),
            by_contracts: false,
            beyond: BTreeSet::new(),
            open: BTreeSet::new(),
            promises: BTreeSet::new(),
            only: Some(only),
        }
    }

    /// The same of a domain from which nothing follows.
    pub(crate) fn with_nothing(self) -> Self {
        Self { completed: false, ..self }
    }

    /// Whether a check that another domain has open cannot be broken.
    pub(crate) fn discharges(&self, check: Check, other: &Self) -> bool {
        let closed = match check.rule {
            // What is left over is a leak to one and a broken promise to another.
            _ if check.rule == Rule::Leak || other.promises.contains(&check) => {
                self.promises.is_empty() && !self.open.iter().any(|open| open.rule == Rule::Leak)
            }
            Rule::Contract if other.by_contracts => false,
            _ => !self.open.contains(&check) && self.only.as_ref().is_none_or(|only| only.contains(&check)),
        };
        let followed = !self.beyond.contains(&check.point.function);
        self.completed && self.rules.contains(check.rule) && closed && followed
    }

    /// The checks that stay open among domains, if one of them describes all executions up to their first error: each of these ends at one of them.
    pub(crate) fn alarms(all: &[Self]) -> Vec<Check> {
        let open = |closed: &&Self| closed.completed && closed.only.is_none();
        let Some(fewest) = all.iter().filter(open).min_by_key(|closed| closed.open.len()) else {
            return Vec::new();
        };
        let discharged = |check: &Check| all.iter().any(|other| other.discharges(*check, fewest));
        fewest.open.iter().filter(|check| !discharged(check)).copied().collect()
    }

    /// Whether this domain and others discharge everything together.
    pub(crate) fn proves_with<'c>(&self, others: impl IntoIterator<Item = &'c Self>) -> bool {
        let others: Vec<&Self> = others.into_iter().collect();
        let by_others = |check: &Check| others.iter().any(|other| other.discharges(*check, self));
        self.completed && self.only.is_none() && self.open.iter().all(by_others)
    }
}

/// The functions with a contract that an analysis does not know the inside of, and those that it knows nothing of besides.
fn beyond<S>(points: &BTreeMap<Point, engine::PointStates<S>>, program: &Program) -> BTreeSet<FunctionId> {
    let known: BTreeSet<FunctionId> = points.keys().map(|point| point.function).collect();
    let contracts = program.defined().filter(|(_, function)| function.contract.is_some()).map(|(id, _)| id);
    let called = called(program, contracts.collect());
    called.into_iter().filter(|id| !known.contains(id)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(stmt: u32, rule: Rule) -> Check {
        let (function, block) = (ir::FunctionId(0), ir::Body::ENTRY);
        Check { point: Point { function, block, stmt }, rule }
    }

    fn closed(open: &[Check]) -> Closed {
        let rules = RuleSet::of(&[Rule::NullDeref, Rule::UseAfterFree, Rule::Leak, Rule::Contract]);
        Closed {
            completed: true,
            rules,
            by_contracts: true,
            beyond: BTreeSet::new(),
            open: open.iter().copied().collect(),
            promises: BTreeSet::new(),
            only: None,
        }
    }

    #[test]
    fn each_check_needs_one_domain() {
        let (null, freed) = (check(1, Rule::NullDeref), check(2, Rule::UseAfterFree));
        assert!(closed(&[null]).proves_with([&closed(&[freed])]));
        assert!(!closed(&[null, freed]).proves_with([&closed(&[freed])]));
    }

    #[test]
    fn a_domain_that_lost_something_discharges_nothing() {
        let (open, lost) = (closed(&[check(1, Rule::NullDeref)]), Closed { completed: false, ..closed(&[]) });
        assert!(!open.proves_with([&lost]));
        assert!(!lost.proves_with([&closed(&[])]));
    }

    #[test]
    fn a_rule_that_a_domain_does_not_know_stays_open() {
        let open = closed(&[check(1, Rule::AssertFail)]);
        assert!(!open.proves_with([&closed(&[])]));
    }

    /// One leak may be open at different places.
    #[test]
    fn leaks_are_a_whole() {
        let (early, late) = (closed(&[check(1, Rule::Leak)]), closed(&[check(5, Rule::Leak)]));
        assert!(!early.proves_with([&late]));
        assert!(early.proves_with([&closed(&[check(5, Rule::NullDeref)])]));
    }

    #[test]
    fn promises_are_a_whole_and_requires_are_discharged_by_nobody_else() {
        let promise = |stmt| {
            let mut closed = closed(&[check(stmt, Rule::Contract)]);
            closed.promises = closed.open.clone();
            closed
        };
        assert!(!promise(7).proves_with([&promise(8)]));
        assert!(!promise(7).proves_with([&closed(&[check(2, Rule::Leak)])]));
        assert!(!closed(&[check(2, Rule::Leak)]).proves_with([&promise(7)]));
        assert!(promise(7).proves_with([&closed(&[])]));
        assert!(!closed(&[check(3, Rule::Contract)]).proves_with([&closed(&[])]));
        let entered = Closed { by_contracts: false, ..closed(&[check(3, Rule::Contract)]) };
        assert!(
            entered.proves_with([&closed(&[])])
                && !entered.proves_with([&closed(&[check(3, Rule::Contract)])])
        );
    }

    /// One that speaks of some checks only closes these, and proves nothing itself.
    #[test]
    fn what_nobody_spoke_of_is_open() {
        let (used, elsewhere) = (check(2, Rule::UseAfterFree), check(3, Rule::UseAfterFree));
        let excluded = |leaks| {
            Closed::by_regions(&Excluded { checks: [(used.point, Event::UseAfterFree)].into(), leaks })
        };
        assert!(closed(&[used]).proves_with([&excluded(false)]));
        assert!(!closed(&[used, elsewhere]).proves_with([&excluded(true)]));
        assert!(!closed(&[check(2, Rule::DoubleFree)]).proves_with([&excluded(true)]));
        let lost = closed(&[check(9, Rule::Leak)]);
        assert!(lost.proves_with([&excluded(true)]) && !lost.proves_with([&excluded(false)]));
        assert!(!excluded(true).proves_with([&closed(&[])]));
        let null = closed(&[check(1, Rule::NullDeref), used]);
        assert!(null.proves_with([&excluded(true), &closed(&[elsewhere])]));
    }
}
