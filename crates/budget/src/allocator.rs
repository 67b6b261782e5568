//! An allocator that counts: the memory in use, exactly, at the price of an addition.
//!
//! Every thread keeps a balance of its own and adds it to the sum of all when it grows beyond 64 KB, so threads do not fight
//! for one counter. The sum is right to within a batch a thread.
//!
//! This is the one file of the project with `unsafe`: an allocator cannot be written without. It only adds numbers; memory comes
//! from the system's allocator, with the same arguments, so its promises are the system's.

#![allow(unsafe_code, reason = "a global allocator is an unsafe trait")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Bytes a thread may use without telling.
const BATCH: i64 = 64 << 10;

/// What the system's allocator keeps beside a block, in bytes, on average.
const OVERHEAD: i64 = 16;

/// Bytes in use; zero for as long as nobody counts.
static USED: AtomicU64 = AtomicU64::new(0);

/// Above this, threads wait for the command to end.
static CEILING: AtomicU64 = AtomicU64::new(u64::MAX);

thread_local! {
    static BALANCE: Cell<i64> = const { Cell::new(0) };
    static EXEMPT: Cell<bool> = const { Cell::new(false) };
}

/// The system's allocator, counted. A program that wants its memory bounded names it as its global allocator.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counting;

// SAFETY: every block comes from `System` and goes back to it, with the layout it was asked for.
unsafe impl GlobalAlloc for Counting {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if let Some(balance) = count(size(layout.size()) + OVERHEAD) {
            return alloc_settling(layout, balance);
        }
        // SAFETY: the caller keeps the promises of `alloc`.
        unsafe { System.alloc(layout) }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if let Some(balance) = count(-(size(layout.size()) + OVERHEAD)) {
            settle(balance);
        }
        // SAFETY: the block came from `System` with this layout.
        unsafe { System.dealloc(block, layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if let Some(balance) = count(size(layout.size()) + OVERHEAD) {
            settle(balance);
        }
        // SAFETY: the caller keeps the promises of `alloc_zeroed`.
        unsafe { System.alloc_zeroed(layout) }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new: usize) -> *mut u8 {
        if let Some(balance) = count(size(new) - size(layout.size())) {
            settle(balance);
        }
        // SAFETY: the block came from `System` with this layout, and the caller keeps the promises of `realloc`.
        unsafe { System.realloc(block, layout, new) }
    }
}

/// The rare way: apart, so that the usual one saves no registers.
#[cold]
#[inline(never)]
fn alloc_settling(layout: Layout, balance: i64) -> *mut u8 {
    settle(balance);
    // SAFETY: whoever asked keeps the promises of `alloc`.
    unsafe { System.alloc(layout) }
}

/// No layout is larger than `isize::MAX`.
#[inline]
fn size(bytes: usize) -> i64 {
    bytes as i64
}

/// Adds to the balance of this thread. The balance, if it is time to settle it.
#[inline]
fn count(bytes: i64) -> Option<i64> {
    BALANCE.with(|balance| {
        let now = balance.get() + bytes;
        balance.set(now);
        // One comparison for both signs.
        ((now + BATCH) as u64 > 2 * BATCH as u64).then_some(now)
    })
}

/// Adds the balance of this thread to the sum of all, and waits a little if that is too much.
#[cold]
#[inline(never)]
fn settle(balance: i64) {
    BALANCE.set(0);
    // Memory that was taken before the first count may be given back: the sum does not fall below zero.
    let add = |used: u64| Some(used.saturating_add_signed(balance));
    let _ = USED.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
    if balance > 0 && USED.load(Ordering::Relaxed) > CEILING.load(Ordering::Relaxed) && !EXEMPT.get() {
        let steps = (balance / BATCH).clamp(1, 40) as u64;
        std::thread::sleep(Duration::from_millis(5 * steps));
    }
}

/// The memory in use, in bytes: as counted, or what the system tells where the program has another allocator.
pub fn memory_in_use() -> u64 {
    match USED.load(Ordering::Relaxed) {
        0 => resident(),
        used => used,
    }
}

/// The memory that the system has given to this process, in bytes; zero where it does not tell.
pub(crate) fn resident() -> u64 {
    const PAGE: u64 = 4096;
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = statm.split(' ').nth(1).and_then(|pages| pages.parse().ok());
    pages.unwrap_or(0_u64) * PAGE
}

/// From now on, threads that ask for memory above this wait a little each time: whoever ends the command gets there first.
pub(crate) fn set_ceiling(bytes: u64) {
    CEILING.store(bytes, Ordering::Relaxed);
}

/// This thread never waits.
pub(crate) fn exempt() {
    EXEMPT.set(true);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[global_allocator]
    static ALLOCATOR: Counting = Counting;

    #[test]
    fn what_is_allocated_is_counted() {
        const SIZE: usize = 64 << 20;
        let used = || USED.load(Ordering::Relaxed);
        let before = used();
        let block = vec![1_u8; SIZE];
        let during = used();
        assert!(during - before > SIZE as u64 * 9 / 10, "{before} {during}");
        drop(block);
        assert!(used() < during - SIZE as u64 * 9 / 10);
    }

    #[test]
    fn the_system_tells_what_it_gave() {
        assert!(!cfg!(target_os = "linux") || resident() > 0);
    }
}
