//! Plain data that everybody speaks.

mod claim;
mod diagnostic;
mod drawing;
mod finding;
mod memory;
mod place;
mod report;
mod rule;

pub use claim::*;
pub use diagnostic::*;
pub use drawing::*;
pub use finding::*;
pub use memory::*;
pub use place::*;
pub use report::*;
pub use rule::*;
