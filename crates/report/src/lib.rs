//! Findings and diagnostics for people and machines. Pure functions from plain data to text: nothing
//! here decides anything, prints anything or reads a file.

mod json;
mod snippet;
mod text;
mod witness;

pub use json::json;
pub use text::{Style, diagnostics, report};
pub use witness::{Answer, WitnessPlace, WitnessTask, correctness_witness, violation_witness};
