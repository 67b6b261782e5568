//! Any one of the domains, chosen when an analysis starts.

use super::meter::timed;
use super::{Bdd, Kind, Lin, Linear, SetDomain};
use crate::linear::Dim;
use crate::pure::Fact;

/// Which domain of sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Choice {
    /// [`Linear`].
    #[default]
    Linear,
    /// [`Lin`].
    Lin,
    /// [`Bdd`].
    Bdd,
}

/// A state of the chosen domain.
///
/// Operations on two states want both of one domain, which they are within one analysis. Otherwise nothing is known of the outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sets {
    /// Of [`Linear`].
    Linear(Linear),
    /// Of [`Lin`].
    Lin(Lin),
    /// Of [`Bdd`].
    Bdd(Bdd),
}

impl Sets {
    /// The state of which nothing is known.
    pub fn new(choice: Choice) -> Self {
        match choice {
            Choice::Linear => Self::Linear(Linear::default()),
            Choice::Lin => Self::Lin(Lin::default()),
            Choice::Bdd => Self::Bdd(Bdd::default()),
        }
    }
}

impl Default for Sets {
    fn default() -> Self {
        Self::new(Choice::default())
    }
}

/// Asks the state, whichever domain it is of.
macro_rules! each {
    ($sets:expr, $state:ident => $do:expr) => {
        timed(|| match $sets {
            Sets::Linear($state) => $do,
            Sets::Lin($state) => $do,
            Sets::Bdd($state) => $do,
        })
    };
}

/// Asks two states of one domain.
macro_rules! both {
    ($a:expr, $b:expr, ($x:ident, $y:ident) => $do:expr, $make:ident, otherwise $else:expr) => {
        timed(|| match ($a, $b) {
            (Sets::Linear($x), Sets::Linear($y)) => both!(@ $make, Linear, $do),
            (Sets::Lin($x), Sets::Lin($y)) => both!(@ $make, Lin, $do),
            (Sets::Bdd($x), Sets::Bdd($y)) => both!(@ $make, Bdd, $do),
            _ => $else,
        })
    };
    (@ state, $variant:ident, $do:expr) => {
        Sets::$variant($do)
    };
    (@ answer, $variant:ident, $do:expr) => {
        $do
    };
}

impl SetDomain for Sets {
    fn declare(&mut self, name: Dim, kind: Kind) {
        each!(self, state => state.declare(name, kind));
    }

    fn names(&self) -> Vec<Dim> {
        each!(self, state => state.names())
    }

    fn kind(&self, name: Dim) -> Option<Kind> {
        each!(self, state => state.kind(name))
    }

    fn guard(&mut self, fact: &Fact) -> bool {
        each!(self, state => state.guard(fact))
    }

    fn assume(&mut self, facts: &[Fact]) {
        each!(self, state => state.assume(facts));
    }

    fn proves(&self, fact: &Fact) -> bool {
        each!(self, state => state.proves(fact))
    }

    fn proves_given(&self, more: &[Fact], fact: &Fact) -> bool {
        each!(self, state => state.proves_given(more, fact))
    }

    fn is_unsat(&self) -> bool {
        each!(self, state => state.is_unsat())
    }

    fn join(&self, other: &Self) -> Self {
        both!(self, other, (a, b) => a.join(b), state, otherwise Self::default())
    }

    fn widen(&self, next: &Self) -> Self {
        both!(self, next, (a, b) => a.widen(b), state, otherwise Self::default())
    }

    fn forget(&mut self, names: &[Dim]) {
        each!(self, state => state.forget(names));
    }

    fn rename(&mut self, to: &dyn Fn(Dim) -> Dim) {
        each!(self, state => state.rename(to));
    }

    fn covers(&self, smaller: &Self) -> Result<(), Fact> {
        let unknown = || self.facts().first().map_or(Ok(()), |fact| Err(fact.clone()));
        both!(self, smaller, (a, b) => a.covers(b), answer, otherwise unknown())
    }

    fn facts(&self) -> Vec<Fact> {
        each!(self, state => state.facts())
    }
}
