//! What the analysis of an entry goes by: the program, the options, and what is shared with the analyses of other entries.

use std::collections::BTreeSet;

use budget::Budget;
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
    let limits = Limits::default();
    match options.domain {
        // Its states are small, many, and never merged for their number alone.
        Domain::ThreeValued => Limits { disjuncts: 4096, contexts: 1024, ..limits },
        Domain::Checkers if options.folding != Folding::History => Limits { disjuncts: 4096, ..limits },
        Domain::Auto | Domain::Lengths | Domain::Checkers | Domain::Regions => limits,
    }
}

/// Some work in a part of what is left, so that others have the rest: of the share if there is one, else of the time.
pub(crate) fn within<R>(part: u32, of: u32, work: impl FnOnce() -> R) -> R {
    if let Some(left) = budget::share_left() {
        return budget::share(left / u64::from(of) * u64::from(part), work).0;
    }
    match budget::current().left() {
        Some(left) => Budget::at_most(left * part / of).within(&budget::current()).enter(work),
        None => work(),
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
    samples: Samples,
    recall: Option<&'a Recall>,
}

impl<'a> Shared<'a> {
    /// Nothing is shared yet.
    pub(crate) fn of(specification: &'a Specification<'a>, options: &'a Options) -> Self {
        Self { specification, options, samples: Samples::default(), recall: None }
    }

    /// With what earlier checks knew of functions.
    pub(crate) fn recalling(self, recall: Option<&'a Recall>) -> Self {
        Self { recall, ..self }
    }

    /// What a thread works with that has made some domains.
    pub(crate) fn task(&'a self, unproved: &'a BTreeSet<FunctionId>, domains: &'a Domains) -> Task<'a> {
        let Self { specification, options, samples, recall } = self;
        let (program, recall) = (specification.program, *recall);
        Task { program, specification, options, unproved, samples, domains, recall }
    }
}

/// What the analysis of an entry goes by.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    pub(crate) program: &'a Program,
    pub(crate) specification: &'a Specification<'a>,
    pub(crate) options: &'a Options,
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
    /// The domain of checkers to be tried first.
    pub(crate) fn first_checkers(&self) -> &'a Checkers {
        let written = self.specification.definitions();
        let make = || {
            let learned =
                Checkers::learned_first(self.program, written, self.of_checkers(), self.shown_by_runs());
            under(self.options, learned)
        };
        self.domains.first(|| budget::in_common(make))
    }

    /// The domains of checkers to be tried one after the other, the first among them.
    pub(crate) fn checkers(&self) -> &'a [Checkers] {
        let written = self.specification.definitions();
        let make = || {
            let learned = Checkers::learned(self.program, written, self.of_checkers(), self.shown_by_runs());
            learned.into_iter().map(|domain| under(self.options, domain)).collect()
        };
        self.domains.all(|| budget::in_common(make))
    }

    fn of_checkers(&self) -> checkers::Options {
        checkers::Options { malloc_may_fail: self.options.malloc_may_fail }
    }

    fn shown_by_runs(&self) -> &'a [checkers::Sample] {
        self.samples.get(self.program, self.options)
    }
}
