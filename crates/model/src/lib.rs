//! Plain data that everybody speaks.

mod diagnostic;
mod drawing;
mod finding;
mod memory;
mod report;
mod rule;

pub use diagnostic::*;
pub use drawing::*;
pub use finding::*;
pub use memory::*;
pub use report::*;
pub use rule::*;
