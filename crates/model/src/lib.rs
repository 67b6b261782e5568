//! model
mod diagnostic;
pub use diagnostic::*;
