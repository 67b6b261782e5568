//! How much an analysis may use up.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Limits. Whatever runs out, the analysis ends with what is known so far.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Most states kept at one place before they are merged.
    pub disjuncts: usize,
    /// Most rounds of one loop.
    pub rounds: u32,
    /// Most statements executed on states.
    pub steps: u64,
    /// Longest time.
    pub time: Option<Duration>,
    /// Most memory of the process in bytes, where the system tells.
    pub memory: Option<u64>,
    /// Most calls inside each other.
    pub call_depth: usize,
    /// Most entry states a function is analyzed for, before they are merged.
    pub contexts: usize,
    /// Set from outside to end the analysis.
    pub cancel: Option<Arc<AtomicBool>>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            disjuncts: 64,
            rounds: 200,
            steps: 20_000_000,
            time: None,
            memory: None,
            call_depth: 100,
            contexts: 32,
            cancel: None,
        }
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
    deadline: Option<Instant>,
    memory: Option<u64>,
    cancel: Option<Arc<AtomicBool>>,
    /// Why it is over, once it is.
    over: Option<&'static str>,
}

/// Statements between looks at the clock.
const CLOCK_STEPS: u64 = 16;

/// Statements between looks at the memory in use, which take longer.
const MEMORY_STEPS: u64 = 2048;

impl Meter {
    /// Starts counting.
    pub fn new(limits: &Limits) -> Self {
        Self {
            spent: Spent::default(),
            max_steps: limits.steps,
            deadline: limits.time.and_then(|time| Instant::now().checked_add(time)),
            memory: limits.memory,
            cancel: limits.cancel.clone(),
            over: None,
        }
    }

    /// Counts a statement. The reason to stop, if there is one.
    pub fn step(&mut self) -> Option<&'static str> {
        self.spent.steps += 1;
        if self.spent.steps > self.max_steps {
            return Some("the analysis used up its budget of steps");
        }
        if self.spent.steps.is_multiple_of(CLOCK_STEPS) {
            self.look_at_clock();
        }
        if self.spent.steps % MEMORY_STEPS == 1
            && let Some(most) = self.memory
            && memory_in_use().is_some_and(|used| used > most)
        {
            self.over.get_or_insert("the analysis used up its memory");
        }
        self.over
    }

    /// The reason to stop, if time is over: for work between statements that may take long.
    pub fn look_at_clock(&mut self) -> Option<&'static str> {
        if self.over.is_none() {
            if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                self.over = Some("the analysis used up its time");
            }
            if self.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
                self.over = Some("the analysis was interrupted");
            }
        }
        self.over
    }
}

/// The memory of this process, in bytes, where the system tells.
fn memory_in_use() -> Option<u64> {
    const PAGE: u64 = 4096;
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = statm.split(' ').nth(1)?.parse().ok()?;
    Some(pages * PAGE)
}
