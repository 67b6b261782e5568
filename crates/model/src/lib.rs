//! Plain data that everybody speaks.

mod finding;
mod rule;

pub use finding::*;
pub use rule::*;
