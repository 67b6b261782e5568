//! The front end against gcc: types, constant values, layouts and initializers of generated C.
//!
//! What the front end and gcc disagree on fails the test with the text of the snippet; see `testkit`.

#[path = "differential/expressions.rs"]
mod expressions;
#[path = "differential/initializers.rs"]
mod initializers;
#[path = "differential/records.rs"]
mod records;
#[path = "differential/support.rs"]
mod support;
