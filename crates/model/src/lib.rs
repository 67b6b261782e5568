//! Plain data that everybody speaks.

mod finding;
mod memory;
mod rule;

pub use finding::*;
pub use memory::*;
pub use rule::*;
