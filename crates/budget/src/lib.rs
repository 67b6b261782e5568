//! Fuel with a deadline: one budget of time and memory for a whole command, asked by every loop that may run for long.
//!
//! Work is counted in **units**, about a microsecond each. A loop says how much it is about to do ([`charge`], [`ask`]); every
//! 2,048 units the thread looks at the clock, at the memory in use and at whether somebody asked it to stop. When the budget
//! is over inside a [`phase`], the stack is unwound to that phase, which answers [`Over`]: work in the middle of a data structure
//! needs no path of errors of its own. Outside of a phase nothing happens: an answer that exists can always be printed.
//!
//! **Shares** ([`share`]) are counted in units alone, never by the clock. An analysis that ends because its share is used up ends
//! at the same place in every run, so output does not depend on the machine. The clock and the memory only end the command, and
//! the answer says so.
//!
//! Invariants:
//! * unwinding begins only inside of a phase, and never while the thread unwinds already;
//! * a share never outlasts the share around it;
//! * what one thread spends is paid by that thread alone. A thread that is started for part of the work enters the budget of the
//!   thread that starts it ([`current`], [`Budget::enter`]).

mod allocator;
mod machine;
mod watch;

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub use allocator::{Counting, memory_in_use};
pub use machine::memory_of_machine;
pub use watch::{Watch, watch};

/// Units between two looks at the clock.
const LOOK: u64 = 2048;

/// The part of the time, and of a share, that is kept for telling what was found.
const GRACE: u32 = 12;

/// Why work ended before it was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Over {
    /// The time is used up.
    Time,
    /// The memory is used up.
    Memory,
    /// Somebody asked to stop.
    Interrupted,
    /// The share of this piece of work is used up; others may go on.
    Share,
}

impl Over {
    /// The reason in words.
    pub fn why(self) -> &'static str {
        match self {
            Self::Time => "the analysis used up its time",
            Self::Memory => "the analysis used up its memory",
            Self::Interrupted => "the analysis was interrupted",
            Self::Share => "the analysis used up its share of the budget",
        }
    }
}

/// How much a command may use up.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    deadline: Option<Instant>,
    grace: Duration,
    memory: Option<u64>,
    cancel: Option<Arc<AtomicBool>>,
}

impl Budget {
    /// `time` from now on, `memory` bytes of the whole process, and a flag that is set from outside to stop.
    pub fn new(time: Option<Duration>, memory: Option<u64>, cancel: Option<Arc<AtomicBool>>) -> Self {
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        Self { deadline, grace: time.unwrap_or_default() / GRACE, memory, cancel }
    }

    /// No more than `time` from now on, and nothing else.
    pub fn at_most(time: Duration) -> Self {
        Self::new(Some(time), None, None)
    }

    /// What both allow.
    #[must_use]
    pub fn within(&self, around: &Self) -> Self {
        let first = |a: Option<Instant>, b: Option<Instant>| a.into_iter().chain(b).min();
        let deadline = first(self.deadline, around.deadline);
        let grace = if deadline == self.deadline { self.grace } else { around.grace };
        Self {
            deadline,
            grace,
            memory: self.memory.into_iter().chain(around.memory).min(),
            cancel: self.cancel.clone().or_else(|| around.cancel.clone()),
        }
    }

    /// The time that is left, if it is bounded.
    pub fn left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// The most memory, in bytes, if it is bounded.
    pub fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// Whether it is used up, and why.
    pub fn over(&self) -> Option<Over> {
        if self.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            return Some(Over::Interrupted);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(Over::Time);
        }
        // What is between two blocks of memory cannot be counted, and to end takes some as well.
        let full = self.memory.is_some_and(|most| memory_in_use() > most - most / 8);
        full.then_some(Over::Memory)
    }

    /// Does `work` on this budget. The budget of before holds again afterwards.
    pub fn enter<R>(&self, work: impl FnOnce() -> R) -> R {
        struct Leave(Option<Budget>);
        impl Drop for Leave {
            fn drop(&mut self) {
                CURRENT.with(|current| {
                    current.budget.replace(self.0.take().unwrap_or_default());
                    current.grant();
                });
            }
        }
        let _leave = CURRENT.with(|current| {
            let before = current.budget.replace(self.clone());
            current.grant();
            Leave(Some(before))
        });
        work()
    }
}

/// The budget this thread works on.
pub fn current() -> Budget {
    CURRENT.with(|current| current.budget.borrow().clone())
}

/// How the work of this thread is counted.
struct Current {
    /// [`PATIENCE`] at the last look.
    granted: Cell<u64>,
    /// Units that were spent up to the last look.
    spent: Cell<u64>,
    /// The end of this share, in units spent; the largest number if there is none.
    share: Cell<u64>,
    /// How large this share is.
    size: Cell<u64>,
    /// Phases around.
    phases: Cell<u32>,
    budget: RefCell<Budget>,
}

thread_local! {
    /// Units until the next look: apart from the rest, as nothing has to be dropped, so that a loop that asks only counts down.
    static PATIENCE: Cell<u64> = const { Cell::new(LOOK) };
    static CURRENT: Current = const {
        Current {
            granted: Cell::new(LOOK),
            spent: Cell::new(0),
            share: Cell::new(u64::MAX),
            size: Cell::new(u64::MAX),
            phases: Cell::new(0),
            budget: RefCell::new(Budget { deadline: None, grace: Duration::ZERO, memory: None, cancel: None }),
        }
    };
}

/// The payload of the panic that unwinds to a phase.
struct Unwinding(Over);

impl Current {
    /// Units spent so far.
    fn spent(&self) -> u64 {
        self.spent.get() + (self.granted.get() - PATIENCE.get())
    }

    /// Counts what was spent, and sets the next look: no later than the end of the share.
    fn grant(&self) {
        self.spent.set(self.spent());
        let most = LOOK.min(self.share.get().saturating_sub(self.spent.get()).saturating_add(1));
        self.granted.set(most);
        PATIENCE.set(most);
    }

    /// Counts `units` that are more than the patience left, and looks whether anything is over.
    #[cold]
    #[inline(never)]
    fn look(&self, units: u64) -> Option<Over> {
        self.spent.set(self.spent().saturating_add(units));
        self.granted.set(PATIENCE.get());
        self.grant();
        self.over()
    }

    fn over(&self) -> Option<Over> {
        let over = self.budget.borrow().over();
        over.or_else(|| (self.spent() > self.share.get()).then_some(Over::Share))
    }

    /// Gives the phase around control, if there is one.
    #[cold]
    fn unwind(&self, over: Over) {
        if self.phases.get() > 0 && !std::thread::panicking() {
            resume_unwind(Box::new(Unwinding(over)));
        }
    }
}

/// Counts one unit of work, and ends the phase around if the budget is over.
#[inline]
pub fn ask() {
    charge(1);
}

/// Counts `units` of work, and ends the phase around if the budget is over.
#[inline]
pub fn charge(units: u64) {
    if let Some(over) = spend(units) {
        CURRENT.with(|current| current.unwind(over));
    }
}

/// Counts `units` of work. Why work must end, if it must: for loops that have an orderly end of their own.
#[inline]
pub fn spend(units: u64) -> Option<Over> {
    let patience = PATIENCE.get();
    if units < patience {
        PATIENCE.set(patience - units);
        return None;
    }
    CURRENT.with(|current| current.look(units))
}

/// Whether the budget or the share is over, and why.
pub fn over() -> Option<Over> {
    CURRENT.with(Current::over)
}

/// Does `work`, which may be given up wherever it asks, and is not begun if the budget is over. Its other panics fly on.
pub fn phase<R>(work: impl FnOnce() -> R) -> Result<R, Over> {
    struct Leave;
    impl Drop for Leave {
        fn drop(&mut self) {
            CURRENT.with(|current| current.phases.set(current.phases.get() - 1));
        }
    }
    if let Some(over) = over() {
        return Err(over);
    }
    CURRENT.with(|current| current.phases.set(current.phases.get() + 1));
    let leave = Leave;
    let result = catch_unwind(AssertUnwindSafe(work));
    drop(leave);
    result.map_err(|payload: Box<dyn Any + Send>| match payload.downcast::<Unwinding>() {
        Ok(unwinding) => unwinding.0,
        Err(panic) => resume_unwind(panic),
    })
}

/// Sets the end of the share for as long as it lives.
struct Share {
    before: u64,
    size: u64,
}

impl Share {
    /// The share ends at `end` units spent.
    fn until(end: u64) -> Self {
        CURRENT.with(|current| {
            let size = current.size.replace(end.saturating_sub(current.spent()));
            let before = current.share.replace(end);
            current.grant();
            Self { before, size }
        })
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        CURRENT.with(|current| {
            current.share.set(self.before);
            current.size.set(self.size);
            current.grant();
        });
    }
}

/// Does `work` with no more than `units`, and no more than what is left of the share around. How much was spent comes with it.
pub fn share<R>(units: u64, work: impl FnOnce() -> R) -> (R, u64) {
    let (begin, around) = CURRENT.with(|current| (current.spent(), current.share.get()));
    let share = Share::until(begin.saturating_add(units).min(around));
    let result = work();
    drop(share);
    (result, CURRENT.with(Current::spent) - begin)
}

/// Units left of the share, if there is one.
pub fn share_left() -> Option<u64> {
    CURRENT.with(|current| {
        let share = current.share.get();
        (share != u64::MAX).then(|| share.saturating_sub(current.spent()))
    })
}

/// Does `work` that all pieces profit from: nobody's share pays for it, so whoever needs it first has no less left than the others.
pub fn in_common<R>(work: impl FnOnce() -> R) -> R {
    struct Forget(u64);
    impl Drop for Forget {
        fn drop(&mut self) {
            CURRENT.with(|current| {
                current.grant();
                current.spent.set(self.0);
                current.grant();
            });
        }
    }
    // Forgotten after the share is back: fields are dropped in the order of their declaration, variables in reverse.
    let _forget = Forget(CURRENT.with(Current::spent));
    let _share = Share::until(u64::MAX);
    work()
}

/// Does `work` that tells what was found, for which a little time and a little of the share were kept.
pub fn with_grace<R>(work: impl FnOnce() -> R) -> R {
    let (budget, share, size) =
        CURRENT.with(|current| (current.budget.borrow().clone(), current.share.get(), current.size.get()));
    let deadline = budget.deadline.and_then(|deadline| deadline.checked_add(budget.grace));
    let _share = Share::until(share.saturating_add(size / u64::from(GRACE)));
    Budget { deadline, grace: Duration::ZERO, ..budget }.enter(work)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Works until it is stopped.
    fn endless() -> u64 {
        let mut rounds: u64 = 0;
        loop {
            ask();
            rounds = rounds.wrapping_add(1);
        }
    }

    #[test]
    fn the_clock_ends_a_phase() {
        let budget = Budget::at_most(Duration::from_millis(20));
        assert_eq!(budget.enter(|| phase(endless)), Err(Over::Time));
        assert_eq!(budget.over(), Some(Over::Time));
        assert_eq!(over(), None, "the budget of before holds again");
    }

    #[test]
    fn a_flag_ends_a_phase() {
        let cancel = Arc::new(AtomicBool::new(true));
        let budget = Budget::new(None, None, Some(cancel));
        assert_eq!(budget.enter(|| phase(endless)), Err(Over::Interrupted));
    }

    #[test]
    fn outside_of_a_phase_nothing_is_given_up() {
        let budget = Budget::at_most(Duration::ZERO);
        budget.enter(|| (0..10 * LOOK).for_each(|_| ask()));
    }

    #[test]
    fn a_share_ends_at_the_same_unit_in_every_run() {
        let rounds = || {
            let count = Cell::new(0_u64);
            let work = || {
                phase(|| {
                    loop {
                        charge(3);
                        count.set(count.get() + 1);
                    }
                })
            };
            let (ended, spent): (Result<(), Over>, u64) = share(10_000, work);
            (ended, spent, count.get())
        };
        assert_eq!(rounds(), (Err(Over::Share), 10_002, 3333));
        assert_eq!(rounds(), rounds());
    }

    #[test]
    fn a_share_never_outlasts_the_share_around_it() {
        let ((), spent) = share(5000, || {
            let (ended, spent) = share(1_000_000, || phase(endless));
            assert_eq!((ended, spent), (Err(Over::Share), 5001));
            assert_eq!(share_left(), Some(0));
        });
        assert_eq!(spent, 5001);
        assert_eq!(share_left(), None);
    }

    #[test]
    fn common_work_is_nobodys() {
        let ((), spent) = share(5000, || {
            charge(100);
            in_common(|| charge(1_000_000));
            assert_eq!(share_left(), Some(4900));
        });
        assert_eq!(spent, 100);
    }

    #[test]
    fn a_little_is_kept_for_telling() {
        let (told, _) = share(12_000, || {
            assert_eq!(phase(endless), Err(Over::Share));
            with_grace(|| phase(|| charge(900)))
        });
        assert_eq!(told, Ok(()));
    }

    #[test]
    fn other_panics_fly_on() {
        let caught = catch_unwind(|| phase(|| resume_unwind(Box::new("another"))));
        assert_eq!(caught.unwrap_err().downcast_ref::<&str>(), Some(&"another"));
        assert_eq!(CURRENT.with(|current| current.phases.get()), 0);
    }

    #[test]
    fn the_inner_phase_answers() {
        let (outer, _) = share(1000, || phase(|| phase(endless)));
        assert_eq!(outer, Ok(Err(Over::Share)));
    }

    #[test]
    fn dropping_while_unwinding_does_not_unwind_again() {
        struct Busy;
        impl Drop for Busy {
            fn drop(&mut self) {
                charge(1_000_000);
            }
        }
        let (ended, _) = share(1000, || {
            phase(|| {
                let _busy = Busy;
                endless()
            })
        });
        assert_eq!(ended, Err(Over::Share));
    }

    #[test]
    fn the_earlier_deadline_and_the_smaller_memory_hold() {
        let long = Budget::new(Some(Duration::from_secs(100)), Some(1 << 20), None);
        let short = Budget::new(Some(Duration::from_secs(1)), Some(1 << 30), None);
        let both = long.within(&short);
        assert!(both.left().is_some_and(|left| left <= Duration::from_secs(1)));
        assert_eq!(both.memory(), Some(1 << 20));
    }
}
