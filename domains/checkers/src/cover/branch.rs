//! One branch of a search: what is still to be found, and what the variables stand for so far.

use logic::Fact;

use super::goal::Goal;
use super::sets::Made;
use crate::definition::{DefinitionId, Name, SetAtom};
use crate::heap::{Args, Marks, NodeSet, Sym, Term};

/// One branch of a search.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    pub(super) goals: Vec<Goal>,
    /// The addresses of the regions that were used, in order.
    pub(super) used: Vec<Sym>,
    /// The sets of the goals that regions were used for, where these have one.
    pub(super) taken_for: Vec<(Sym, NodeSet)>,
    pub(super) bound: Vec<Option<Term>>,
    /// What must still be shown of variables.
    pub(super) facts: Vec<Fact>,
    /// Terms over variables that must turn out to be no element of any structure.
    pub(super) apart: Vec<Term>,
    /// What holds of values that were introduced.
    pub(super) given: Vec<Fact>,
    /// What must still be shown of sets.
    pub(super) asked: Vec<SetAtom<Term>>,
    /// The sets that were made up.
    pub(super) made: Made,
    /// What was read that nothing claims by this, with the name it was read through.
    pub(super) read: Vec<(Sym, Option<Name>)>,
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

    /// Whether the region at an address was used.
    pub(super) fn uses(&self, at: Sym) -> bool {
        self.used.binary_search(&at).is_ok()
    }

    /// The region at an address is found, for a goal whose objects belong to a set.
    pub(super) fn take(&mut self, at: Sym, set: Option<NodeSet>) {
        if let Err(place) = self.used.binary_search(&at) {
            self.used.insert(place, at);
        }
        self.found += 1;
        self.taken_for.extend(set.map(|set| (at, set)));
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

/// What comes of a branch when a rule is applied.
#[expect(
    clippy::large_enum_variant,
    reason = "most rules leave one branch: a box would be one more allocation for each"
)]
pub(super) enum Step {
    /// It goes on; nothing was lost.
    One(Branch),
    /// One of these goes on: the first that leads anywhere.
    Choice(Vec<Branch>),
    /// It is stuck.
    Fail,
}

impl Step {
    /// A choice between so many.
    pub(super) fn of(mut choices: Vec<Branch>) -> Self {
        match choices.len() {
            0 => Self::Fail,
            1 => Self::One(choices.remove(0)),
            _ => Self::Choice(choices),
        }
    }
}
