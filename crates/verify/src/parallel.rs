//! Work on several threads, with results in the order of the work.

use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, available_parallelism, scope};

/// The analyses follow the nesting of calls and loops of the program on the native stack.
const STACK: usize = 512 << 20;

/// How many threads a number of jobs means; none means as many as there are cores.
fn threads(jobs: Option<usize>) -> usize {
    /// More than this for each core only take memory.
    const PER_CORE: usize = 2;
    let cores = available_parallelism().map_or(1, usize::from);
    jobs.map_or(cores, |jobs| jobs.min(cores * PER_CORE))
}

/// Does some work on every item. What the results are does not depend on the number of threads.
pub(crate) fn map<T: Sync, R: Send>(
    items: &[T],
    jobs: Option<usize>,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    map_with(items, jobs, || (), |(), item| work(item))
}

/// The same, where each thread has something that its work shares.
pub(crate) fn map_with<T: Sync, S, R: Send>(
    items: &[T],
    jobs: Option<usize>,
    begin: impl Fn() -> S + Sync,
    work: impl Fn(&S, &T) -> R + Sync,
) -> Vec<R> {
    let wanted = threads(jobs).min(items.len());
    if wanted <= 1 {
        let shared = begin();
        return items.iter().map(|item| work(&shared, item)).collect();
    }
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::with_capacity(items.len()));
    let budget = budget::current();
    let turns = || {
        let shared = begin();
        while let Some((index, item)) = {
            let index = next.fetch_add(1, Ordering::Relaxed);
            items.get(index).map(|item| (index, item))
        } {
            let result = work(&shared, item);
            results.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((index, result));
        }
    };
    let take_turns = || budget.enter(turns);
    scope(|scope| {
        let spawn = |_| Builder::new().stack_size(STACK).spawn_scoped(scope, take_turns);
        let workers: Vec<_> = (0..wanted).map(spawn).collect();
        // A machine that gives no thread has this one.
        if workers.iter().all(Result::is_err) {
            take_turns();
        }
        for worker in workers.into_iter().flatten() {
            if let Err(panic) = worker.join() {
                resume_unwind(panic);
            }
        }
    });
    let mut results = results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_work() {
        let items: Vec<u64> = (0..100).collect();
        for jobs in [None, Some(0), Some(1), Some(3), Some(200)] {
            let squares = map(&items, jobs, |item| {
                // The first ones take longest.
                std::thread::sleep(std::time::Duration::from_micros(100 - item));
                item * item
            });
            assert_eq!(squares, items.iter().map(|item| item * item).collect::<Vec<_>>());
        }
    }
}
