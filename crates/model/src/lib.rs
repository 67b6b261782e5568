//! Plain data that everybody speaks.

mod diagnostic;
mod finding;
mod report;
mod rule;

pub use diagnostic::*;
pub use finding::*;
pub use report::*;
pub use rule::*;
