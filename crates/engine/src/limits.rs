//! How much an analysis may use up, in numbers that are the same on every machine. Time and memory are the [`budget`]'s.

use budget::Over;

/// Limits. Whatever runs out, the analysis ends with what is known so far.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Most states kept at one place before they are merged.
    pub disjuncts: usize,
    /// Most rounds of one loop.
    pub rounds: u32,
    /// Most statements executed on states.
    pub steps: u64,
    /// Most calls inside each other.
    pub call_depth: usize,
    /// Most entry states a function is analyzed for, before they are merged.
    pub contexts: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { disjuncts: 64, rounds: 200, steps: 20_000_000, call_depth: 100, contexts: 32 }
    }
}

/// What an analysis has used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spent {
    /// Statements executed on states.
    pub steps: u64,
    /// Rounds of all loops, the first not counted.
    pub iterations: u64,
    /// Most states held at one place.
    pub peak_disjuncts: u64,
}

/// Counts what is used up.
#[derive(Debug)]
pub struct Meter {
    /// So far.
    pub spent: Spent,
    max_steps: u64,
    /// Why it is over, once it is.
    over: Option<Over>,
}

/// What a statement executed on a state costs, in units of the budget.
const STEP: u64 = 64;

impl Meter {
    /// Starts counting.
    pub fn new(limits: &Limits) -> Self {
        Self { spent: Spent::default(), max_steps: limits.steps, over: budget::over() }
    }

    /// Counts a statement. The reason to stop, if there is one.
    pub fn step(&mut self) -> Option<&'static str> {
        self.spent.steps += 1;
        if self.spent.steps > self.max_steps {
            return Some("the analysis used up its budget of steps");
        }
        if let Some(over) = budget::spend(STEP) {
            self.end(over);
        }
        self.over.map(Over::why)
    }

    /// The budget is over: from now on every statement is told so.
    pub fn end(&mut self, over: Over) {
        self.over.get_or_insert(over);
    }
}
