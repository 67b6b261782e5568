//! What the analysis of an entry goes by: the program, the options, what is shared with the analyses of other entries, and the time that is left.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use checkers::Checkers;
use engine::Limits;
use interp::Uninitialized;
use ir::{FunctionId, Program};
use lengths::Lengths;

use crate::recall::Recall;
use crate::samples::Samples;
use crate::specification::{Domains, Specification};
use crate::{Domain, Folding, Options};

pub(crate) fn limits(options: &Options) -> Limits {
    let (time, memory, cancel) = (options.time, options.memory, options.cancel.clone());
    let limits = Limits { time, memory, cancel, ..Limits::default() };
    match options.domain {
        // Its states are small, many, and never merged for their number alone.
        Domain::ThreeValued => Limits { disjuncts: 4096, contexts: 1024, ..limits },
        Domain::Checkers if options.folding != Folding::History => Limits { disjuncts: 4096, ..limits },
        Domain::Auto | Domain::Lengths | Domain::Checkers | Domain::Regions => limits,
    }
}

pub(crate) fn domain(options: &Options) -> Lengths {
    Lengths::new(lengths::Options { malloc_may_fail: options.malloc_may_fail })
}

pub(crate) fn checkers(program: &Program, options: &Options) -> Checkers {
    let domain = Checkers::new(program, checkers::Options { malloc_may_fail: options.malloc_may_fail });
    under(options, domain)
}

/// The domain that keeps to the conventions.
fn under(options: &Options, domain: Checkers) -> Checkers {
    let domain = domain.with_sets(options.sets).with_folding(options.folding);
    match options.conventions.uninitialized {
        Uninitialized::Error => domain,
        Uninitialized::Input => domain.with_free_uninitialized(),
    }
}

/// What the analyses of all entries share.
pub(crate) struct Shared<'a> {
    specification: &'a Specification<'a>,
    options: &'a Options,
    deadline: Option<Instant>,
    samples: Samples,
    recall: Option<&'a Recall>,
}

impl<'a> Shared<'a> {
    /// From now on time counts.
    pub(crate) fn of(specification: &'a Specification<'a>, options: &'a Options) -> Self {
        let deadline = options.time.and_then(|time| Instant::now().checked_add(time));
        Self { specification, options, deadline, samples: Samples::default(), recall: None }
    }

    /// With what earlier checks knew of functions.
    pub(crate) fn recalling(self, recall: Option<&'a Recall>) -> Self {
        Self { recall, ..self }
    }

    /// What a thread works with that has made some domains.
    pub(crate) fn task(&'a self, unproved: &'a BTreeSet<FunctionId>, domains: &'a Domains) -> Task<'a> {
        let Self { specification, options, deadline, samples, recall } = self;
        let program = specification.program;
        let (deadline, recall) = (*deadline, *recall);
        Task { program, specification, options, deadline, unproved, samples, domains, recall }
    }
}

/// What the analysis of an entry goes by.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    pub(crate) program: &'a Program,
    pub(crate) specification: &'a Specification<'a>,
    pub(crate) options: &'a Options,
    /// When the time for all of them is over.
    pub(crate) deadline: Option<Instant>,
    /// The functions that are not known to keep their contracts.
    pub(crate) unproved: &'a BTreeSet<FunctionId>,
    /// What memory looks like in runs.
    pub(crate) samples: &'a Samples,
    /// The domains that this thread has made.
    pub(crate) domains: &'a Domains,
    /// What earlier checks knew of functions.
    pub(crate) recall: Option<&'a Recall>,
}

impl<'a> Task<'a> {
    /// The time that is left: none if nobody waits for the answer any more.
    pub(crate) fn left(&self) -> Option<Duration> {
        if self.options.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            return Some(Duration::ZERO);
        }
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// The same work in three quarters of the time that is left, so that somebody else has the rest.
    pub(crate) fn leaving_time(self) -> Self {
        let spare = self.left().unwrap_or_default() / 4;
        Self { deadline: self.deadline.and_then(|deadline| deadline.checked_sub(spare)), ..self }
    }

    pub(crate) fn in_time(&self) -> bool {
        self.left().is_none_or(|left| !left.is_zero())
    }

    /// The domain of checkers to be tried first.
    pub(crate) fn first_checkers(&self) -> &'a Checkers {
        let written = self.specification.definitions();
        self.domains.first(|| {
            let learned =
                Checkers::learned_first(self.program, written, self.of_checkers(), self.shown_by_runs());
            under(self.options, learned)
        })
    }

    /// The domains of checkers to be tried one after the other, the first among them.
    pub(crate) fn checkers(&self) -> &'a [Checkers] {
        let written = self.specification.definitions();
        self.domains.all(|| {
            let learned = Checkers::learned(self.program, written, self.of_checkers(), self.shown_by_runs());
            learned.into_iter().map(|domain| under(self.options, domain)).collect()
        })
    }

    fn of_checkers(&self) -> checkers::Options {
        checkers::Options { malloc_may_fail: self.options.malloc_may_fail }
    }

    fn shown_by_runs(&self) -> &'a [checkers::Sample] {
        self.samples.get(self.program, self.options)
    }
}
