//! Which definitions a program is tried with: what runs have shown in more and less detail, then what declarations say.
//!
//! Invariant: there is at least one domain, and no two of them have definitions that say the same.

use ir::Program;

use crate::definition::Definitions;
use crate::learn::{self, Detail, Sample, Shown};
use crate::{Checkers, Options};

/// What there is to learn from.
pub(crate) struct Learning<'a> {
    pub(crate) program: &'a Program,
    pub(crate) written: &'a Definitions,
    pub(crate) options: Options,
    pub(crate) samples: &'a [Sample],
}

impl Learning<'_> {
    /// All domains, those that say most first.
    pub(crate) fn all(&self) -> Vec<Checkers> {
        let mut known: Vec<Definitions> = Vec::new();
        for (samples, details) in self.turns() {
            let Some(first) = details.first() else { continue };
            let shown = Shown::of(self.program, samples, *first);
            for detail in details {
                let definitions = learn::definitions(&shown, self.written.clone(), *detail);
                if !known.iter().any(|other| other.say_the_same(&definitions)) {
                    known.push(definitions);
                }
            }
        }
        known.into_iter().map(|definitions| self.domain(definitions)).collect()
    }

    /// The first of all.
    pub(crate) fn first(&self) -> Checkers {
        let first =
            self.turns().into_iter().find_map(|(samples, details)| Some((samples, *details.first()?)));
        let (samples, detail) = first.unwrap_or((&[], Detail::Plain));
        let shown = Shown::of(self.program, samples, detail);
        self.domain(learn::definitions(&shown, self.written.clone(), detail))
    }

    /// What is looked at, and how much of it is told. Those that are looked at together have what they see in common.
    fn turns(&self) -> Vec<(&[Sample], &'static [Detail])> {
        let (differing, plain) = Detail::ALL.split_at(Detail::ALL.len() - 1);
        let mut turns: Vec<(&[Sample], &'static [Detail])> = Vec::new();
        if !self.samples.is_empty() {
            turns.extend([(self.samples, differing), (self.samples, plain)]);
        }
        // Without samples, arrays of bytes may be strings or not.
        turns.extend([(&[][..], &[Detail::Variants][..]), (&[], &[Detail::Plain])]);
        turns
    }

    fn domain(&self, definitions: Definitions) -> Checkers {
        Checkers::with(self.program, self.options, definitions)
    }
}
