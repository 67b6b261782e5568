//! What a verification is told.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use budget::Budget;
use store::Store;

use crate::{Conventions, Folding, SetChoice};

/// Which abstraction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Domain {
    /// Whatever fits.
    #[default]
    Auto,
    /// List lengths.
    Lengths,
    /// Structures that checkers describe.
    Checkers,
    /// Three-valued logical structures.
    ThreeValued,
    /// Blocks of the heap, one at a time.
    Regions,
}

/// What a verification is told.
#[derive(Clone, Debug)]
pub struct Options {
    /// The function to analyze; by default every one with a contract, and `main`.
    pub entry: Option<String>,
    /// Which abstraction.
    pub domain: Domain,
    /// Predicates for three-valued structures, which [`understand`](crate::understand) was asked about.
    pub predicates: Arc<three_valued::Declarations>,
    /// How checkers reason about sets of values.
    pub sets: SetChoice,
    /// How checkers make states fewer at the heads of loops.
    pub folding: Folding,
    /// Whether `malloc` may return null.
    pub malloc_may_fail: bool,
    /// What counts as an error, and what the program may rely on.
    pub conventions: Conventions,
    /// Whether one confirmed error of the whole program is all that is wanted.
    pub first_error: bool,
    /// Compare with this many concrete runs.
    pub self_check: Option<u64>,
    /// Entries analyzed at once; by default as many as there are cores.
    pub jobs: Option<usize>,
    /// Longest time for all of it.
    pub time: Option<Duration>,
    /// Most memory of the process, in bytes.
    pub memory: Option<u64>,
    /// Where what is known is kept between runs, if it is.
    pub store: Option<Arc<Store>>,
    /// Set from outside to end it.
    pub cancel: Option<Arc<AtomicBool>>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            entry: None,
            domain: Domain::Auto,
            predicates: Arc::default(),
            sets: SetChoice::default(),
            folding: Folding::default(),
            malloc_may_fail: true,
            conventions: Conventions::default(),
            first_error: false,
            self_check: None,
            jobs: None,
            time: None,
            memory: None,
            store: None,
            cancel: None,
        }
    }
}

impl Options {
    /// What a verification may use up from now on: what it is told, within the budget of whoever asks.
    pub fn budget(&self) -> Budget {
        Budget::new(self.time, self.memory, self.cancel.clone()).within(&budget::current())
    }
}
