//! Running the front end so that it always answers.
//!
//! The work happens on a thread of its own, with a stack so large that memory runs out before it
//! does, while the caller watches the clock and the memory of the process. When either is used up
//! the caller says so and leaves the thread to itself: a thread cannot be ended from outside, and
//! the process is about to end anyway. A panic of the front end ends only the thread.

use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use budget::memory_in_use;

/// What the front end may use up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Wall clock time.
    pub time: Duration,
    /// Memory of the whole process, in bytes.
    pub memory: u64,
}

impl Default for Budget {
    /// A minute and 4 GB.
    fn default() -> Self {
        Self { time: Duration::from_secs(60), memory: 4 << 30 }
    }
}

/// Why there is no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    Time,
    Memory,
    /// With what the panic said.
    Panic(String),
    /// With what the system said.
    NoThread(String),
}

/// How often the watcher looks.
const INTERVAL: Duration = Duration::from_millis(10);
/// More stack than the memory that may be used, so that it is the memory that runs out.
const STACK_SLACK: u64 = 256 << 20;
/// Enough for everything within the bounds of `limits`.
const LEAST_STACK: u64 = 64 << 20;
/// Address space, not memory; but some systems bound that as well.
const MOST_STACK: u64 = 16 << 30;

/// Runs `work`, for as long as the budget lasts.
pub(crate) fn run<T: Send + 'static>(
    budget: &Budget,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Failure> {
    let start = Instant::now();
    let (sender, receiver) = sync_channel(1);
    let work = move || {
        prepare_heap();
        let result = catch_unwind(AssertUnwindSafe(work));
        // Nobody listens any more when the budget is used up.
        let _ = sender.send(result);
    };
    let thread = spawn(budget, work)?;
    loop {
        let left = budget.time.saturating_sub(start.elapsed());
        match receiver.recv_timeout(left.min(INTERVAL)) {
            Ok(Ok(value)) => {
                // Once it has ended, the memory it has given back is there for the threads that come after it.
                let _ = thread.join();
                return Ok(value);
            }
            Ok(Err(panic)) => return Err(Failure::Panic(message(&*panic))),
            Err(RecvTimeoutError::Disconnected) => return Err(Failure::Panic("the thread ended".into())),
            Err(RecvTimeoutError::Timeout) if start.elapsed() >= budget.time => return Err(Failure::Time),
            Err(RecvTimeoutError::Timeout) => {
                if memory_in_use() > budget.memory - budget.memory / 8 {
                    return Err(Failure::Memory);
                }
            }
        }
    }
}

/// Starts the thread with the largest stack there is address space for.
fn spawn(budget: &Budget, work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, Failure> {
    // A failed attempt consumes its closure, so the work waits beside it.
    let work = Arc::new(Mutex::new(Some(work)));
    let mut size = budget.memory.saturating_add(STACK_SLACK).clamp(LEAST_STACK, MOST_STACK);
    loop {
        let waiting = work.clone();
        let thread = thread::Builder::new().name("c front end".into()).stack_size(size as usize);
        let spawned = thread.spawn(move || {
            let work = waiting.lock().ok().and_then(|mut work| work.take());
            if let Some(work) = work {
                work();
            }
        });
        match spawned {
            Ok(thread) => return Ok(thread),
            Err(error) if size <= LEAST_STACK => return Err(Failure::NoThread(error.to_string())),
            Err(_) => size = (size / 2).max(LEAST_STACK),
        }
    }
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// glibc extends the heap of a thread a few pages at a time, by a system call each. One block large
/// enough to be mapped, once freed, makes it keep such blocks on the heap; a second one then extends
/// the heap in a single step. No memory is touched, and elsewhere it does nothing.
fn prepare_heap() {
    drop(black_box(Vec::<u8>::with_capacity(31 << 20)));
    extend_heap(16 << 20);
}

/// Extends the heap of this thread in a single step, if it has fewer bytes left than that.
pub(crate) fn extend_heap(bytes: usize) {
    drop(black_box(Vec::<u8>::with_capacity(bytes)));
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{Budget, Failure, run};

    #[test]
    fn a_result_is_handed_over() {
        assert_eq!(run(&Budget::default(), || 7), Ok(7));
    }

    #[test]
    fn a_panic_is_an_answer() {
        let said = run(&Budget::default(), || -> u8 { panic!("said {}", "why") });
        assert_eq!(said, Err(Failure::Panic("said why".into())));
    }

    #[test]
    fn time_runs_out() {
        let budget = Budget { time: Duration::from_millis(30), ..Budget::default() };
        let start = Instant::now();
        let said = run(&budget, || std::thread::sleep(Duration::from_secs(30)));
        assert_eq!(said, Err(Failure::Time));
        assert!(start.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn memory_runs_out() {
        // Every process uses more than this already.
        let budget = Budget { memory: 1, ..Budget::default() };
        let said = run(&budget, || std::thread::sleep(Duration::from_secs(30)));
        assert_eq!(said, Err(Failure::Memory));
    }
}
