<<<<<<< HEAD
//! Plain data that everybody speaks.

mod finding;
mod rule;

pub use finding::*;
pub use rule::*;
=======
//! model
mod diagnostic;
pub use diagnostic::*;
>>>>>>> driver
