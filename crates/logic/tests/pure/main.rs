//! The pure part of symbolic heaps: examples worked out by hand, and laws against brute force, and against an SMT solver.

mod common;
mod examples;
mod histories;
mod larger;
mod laws;
mod solver;
#[path = "../../benches/pure/workloads.rs"]
mod workloads;
