//! Plain data that everybody speaks.

mod diagnostic;
mod finding;
mod rule;

pub use diagnostic::*;
pub use finding::*;
pub use rule::*;
