//! The three domains of sets: examples worked out by hand, and laws against all sets of three values.

mod bags;
mod common;
mod examples;
mod laws;
