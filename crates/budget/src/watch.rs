//! A watchdog: ends the command when its loops do not.
//!
//! Loops ask the budget and end in good order. The watchdog is for what lies between two asks, for code of other crates, and for
//! a machine that is busy: a little after the budget is over it gives the command its last words, which end the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::allocator::{exempt, memory_in_use, resident, set_ceiling};
use crate::{Budget, Over};

/// Between two looks.
const TICK: Duration = Duration::from_millis(10);

/// The least time that loops have for ending in good order.
const PATIENCE: Duration = Duration::from_millis(150);

/// Watches a command for as long as it lives.
#[derive(Debug)]
pub struct Watch {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// Calls `last` a little after `budget` is over, from a thread of its own. `last` ends the process.
pub fn watch(budget: &Budget, last: impl FnOnce(Over) + Send + 'static) -> Watch {
    let bounds = Bounds::of(budget);
    let stop = Arc::new(AtomicBool::new(false));
    if bounds == Bounds::default() {
        return Watch { stop, thread: None };
    }
    if let Some(most) = bounds.counted {
        set_ceiling(most);
    }
    let stopped = stop.clone();
    let thread = std::thread::Builder::new().name("watch".to_owned()).spawn(move || {
        exempt();
        while !stopped.load(Ordering::Relaxed) {
            if let Some(over) = bounds.over() {
                last(over);
                return;
            }
            std::thread::park_timeout(TICK);
        }
    });
    Watch { stop, thread: thread.ok() }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // A watchdog that panics has nothing to tell the command.
            let _ = thread.join();
            set_ceiling(u64::MAX);
        }
    }
}

/// Beyond these, the command ends at once.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Bounds {
    end: Option<Instant>,
    counted: Option<u64>,
    resident: Option<u64>,
}

impl Bounds {
    fn of(budget: &Budget) -> Self {
        let left = budget.left();
        let end = left.and_then(|left| Instant::now().checked_add(left + (left / 10).max(PATIENCE)));
        let most = budget.memory();
        Self {
            end,
            counted: most.map(|most| most.saturating_add(most / 8 + (16 << 20))),
            // Memory that was given back and is not used again stays with the process for a while.
            resident: most.map(|most| most.saturating_add(most / 6 + (24 << 20))),
        }
    }

    fn over(&self) -> Option<Over> {
        if self.end.is_some_and(|end| Instant::now() >= end) {
            return Some(Over::Time);
        }
        let counted = self.counted.is_some_and(|most| memory_in_use() > most);
        let full = counted || self.resident.is_some_and(|most| resident() > most);
        full.then_some(Over::Memory)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn the_last_words_come_a_little_after_the_deadline() {
        let (sender, receiver) = channel();
        let started = Instant::now();
        let _watch =
            watch(&Budget::at_most(Duration::from_millis(30)), move |over| sender.send(over).unwrap());
        assert_eq!(receiver.recv_timeout(Duration::from_secs(20)), Ok(Over::Time));
        assert!(started.elapsed() >= Duration::from_millis(30) + PATIENCE);
    }

    #[test]
    fn a_command_that_ends_in_time_has_no_last_words() {
        let (sender, receiver) = channel::<Over>();
        drop(watch(&Budget::at_most(Duration::from_secs(3600)), move |over| sender.send(over).unwrap()));
        assert!(receiver.recv().is_err());
    }

    #[test]
    fn nothing_is_watched_without_bounds() {
        assert!(watch(&Budget::default(), |_| ()).thread.is_none());
    }
}
