//! The concrete memory of a running program, with everything needed to judge an access exactly.
//!
//! Memory is a set of *objects* (heap blocks, variables, globals, functions), each with an address,
//! bytes, one *undefined* bit per bit, and for each byte the object its value leads to. A pointer
//! is a number together with the object it was derived from, its *provenance*: the number says
//! where it points, the provenance says what it may touch. Two objects that are alive never overlap
//! and never touch, so an address that has left its object is never accidentally right.
//!
//! The registers of the active calls are part of memory too: what a variable holds is found the
//! same way whether or not its address was taken.
//!
//! A large object costs what was written to it, not what it could hold (`contents`).
//!
//! Reading order: [`Word`] and [`Value`], [`Object`], [`Memory`], [`Frame`], [`Reachable`].

mod access;
mod bulk;
mod contents;
mod frame;
mod object;
mod provenance;
mod reach;
mod space;
mod value;

#[cfg(test)]
mod sparse_tests;
#[cfg(test)]
mod tests;

pub use access::{AccessError, Located};
pub use bulk::Chunk;
pub use contents::Bytes;
pub use frame::{Frame, FrameLayout};
pub use object::{Object, ObjectKind, ObjectState, Site, SiteId};
pub use provenance::Fragments;
pub use reach::{Origin, Reachable};
pub use space::{Memory, OutOfMemory};
pub use value::{ObjectId, Value, Word};
