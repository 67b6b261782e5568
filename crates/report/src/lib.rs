//! Findings and diagnostics for people and machines. Pure functions from plain data to text: nothing
//! here decides anything, prints anything or reads a file.

mod json;
mod snippet;
mod text;

pub use json::json;
pub use text::{Style, diagnostics, report};
