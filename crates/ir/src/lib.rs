//! The pointer program.
mod source;
pub use source::*;
