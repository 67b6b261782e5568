//! How much time goes into sets.
//!
//! While [`metered`] runs something, the operations of [`Sets`](super::Sets) on its thread are timed; otherwise none is.

use std::cell::Cell;
use std::time::{Duration, Instant};

thread_local! {
    static SPENT: Cell<Option<Duration>> = const { Cell::new(None) };
}

/// Does something, and tells how much of its time was spent on sets.
pub fn metered<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let outer = SPENT.replace(Some(Duration::ZERO));
    let result = work();
    let spent = SPENT.replace(outer).unwrap_or_default();
    (result, spent)
}

/// One operation.
pub(super) fn timed<T>(operation: impl FnOnce() -> T) -> T {
    if SPENT.get().is_none() {
        return operation();
    }
    let started = Instant::now();
    let result = operation();
    SPENT.set(SPENT.get().map(|spent| spent + started.elapsed()));
    result
}

#[cfg(test)]
mod tests {
    use super::{metered, timed};
    use std::time::Duration;

    #[test]
    fn only_operations_within_are_counted() {
        let wait = || std::thread::sleep(Duration::from_millis(2));
        timed(wait);
        let ((), spent) = metered(|| timed(wait));
        let ((), idle) = metered(wait);
        assert!(spent >= Duration::from_millis(2) && idle == Duration::ZERO);
    }
}
