//! The pure part of symbolic heaps: examples worked out by hand, and laws against brute force.

mod common;
mod examples;
mod histories;
mod larger;
mod laws;
#[path = "../../benches/pure/workloads.rs"]
mod workloads;
