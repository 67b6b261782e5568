//! Findings and diagnostics for people and machines. Pure functions from plain data to text: nothing
//! here decides anything, prints anything or reads a file.

mod annotations;
mod escape;
mod explain;
mod html;
mod instrument;
mod json;
mod made;
mod sarif;
mod snippet;
mod svg;
mod text;
mod witness;

pub use annotations::github;
pub use escape::json_text;
pub use explain::explanation;
pub use html::html;
pub use instrument::instrument;
pub use json::{json, json_lines};
pub use made::{Made, Setting};
pub use sarif::sarif;
pub use svg::svg;
pub use text::{Style, diagnostics, report};
pub use witness::{Answer, WitnessPlace, WitnessTask, correctness_witness, violation_witness};
