//! Runs a program concretely, with every memory error detected exactly.
//!
//! This is the semantics that everything else is measured against: an access is judged byte by byte
//! and object by object, values never written are tracked bit by bit, and a lost block is reported
//! where the last reference to it went. What a run does not decide itself (inputs, the outcome of
//! `malloc`) comes from one stream of integers, so a run can be repeated.
//!
//! [`run`] runs to the end. [`Interpreter`] goes statement by statement and shows the memory
//! between them.
//!
//! Reading order: `options`, `machine`, `code`, `compile`, `execute`, `calls`, `contract`, `claims`, [`given`], `ownership`, `explain`, `leak`,
//! `library`, `unwritten`, `determined`, `endless`.

// An error is boxed where it is made, so that the results of the fast paths stay small.
#![allow(clippy::unnecessary_box_returns)]

mod arena;
mod calls;
mod claims;
mod code;
mod compile;
mod contract;
mod derive;
mod determined;
mod endless;
mod evaluate;
mod execute;
mod explain;
mod float;
pub mod given;
mod inputs;
mod leak;
mod library;
mod machine;
mod options;
mod ownership;
mod place;
mod placement;
mod recurrence;
mod repr;
mod sets;
mod signs;
mod startup;
mod statement;
mod stop;
mod symbols;
mod tasks;
mod unwritten;
mod validate;
mod variadic;

#[cfg(test)]
mod tests;

pub use claims::Checkers;
pub use inputs::{Ask, Asked};
pub use leak::run;
pub use machine::Interpreter;
pub use options::{Budget, Failures, Inputs, LeakMode, Options, Uninitialized};
pub use stop::{Exit, RunResult};
