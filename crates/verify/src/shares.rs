//! Shares: one hard function does not silence its neighbours.
//!
//! Where a command has a budget of time and several entries, each entry has a share of it, counted in units of work and not by
//! the clock. An entry that used up its share is asked again, with twice as much, after all others had their turn: what they did
//! not spend goes on to it. Rounds end when every entry is answered, or the budget is over.
//!
//! Whether an entry is answered within a share depends on the entry alone. So the answers of a round do not depend on the order
//! of entries, on the number of threads, or on how fast the machine is; only how many rounds there are does.

use budget::Budget;

/// Units of work that a second is taken for.
const UNITS: u64 = 4_000_000;

/// No share is smaller: most functions need less.
const LEAST: u64 = 400_000;

/// The share of each of some entries in the first round, if there are shares.
pub(crate) fn first_share(budget: &Budget, time: Option<std::time::Duration>, entries: usize) -> Option<u64> {
    budget.left()?;
    let units = (time?.as_millis() as u64).saturating_mul(UNITS / 1000);
    (entries > 1).then(|| (units / entries as u64).max(LEAST))
}

/// Some work in the share of an entry, and whether the share was enough.
pub(crate) fn turn<R>(share: Option<u64>, work: impl FnOnce() -> R) -> (R, bool) {
    let Some(share) = share else { return (work(), true) };
    let (result, spent) = budget::share(share, work);
    (result, spent <= share)
}
