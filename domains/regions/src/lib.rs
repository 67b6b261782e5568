//! Regions with tracked locations: shape analysis of one heap block at a time, over whole code bases.
//!
//! The second system of Hackett and Rugina, *Region-based shape analysis with tracked locations* (POPL 2005). Memory is
//! first partitioned into regions ([`points`]); then blocks of the heap are followed one at a time: a [`Configuration`] says
//! how many references each region holds to one arbitrary block, and which expressions do or do not hold one. No
//! configuration speaks of another block, so the cost is that of the blocks one by one, and a call is analyzed for one
//! configuration at a time ([`Analysis`]).
//!
//! What it finds: blocks whose last reference is lost, blocks freed twice, blocks used after they were freed. It says
//! nothing about null pointers, bounds, values never written, and lost cycles.
//!
//! Reading order: [`points`], [`Configuration`], `code`, `compile` (with `places`, `copies`, `calling`, `conditions`, `numbers`, `starts`, `fresh`),
//! [`Decision`], `transfer`, `release`, `endings`, `library`, `calls`, `kept`, `contexts`, `tabulate`, `summaries`, [`Analysis`], [`Excluded`], `admits`.

mod admits;
mod analysis;
mod callgraph;
mod calling;
mod calls;
mod certain;
mod code;
mod compile;
mod conditions;
mod configuration;
mod contexts;
mod copies;
mod decide;
mod disguise;
mod draw;
mod endings;
mod exclude;
mod fresh;
mod functions;
mod hidden;
mod kept;
mod library;
mod library_calls;
mod numbers;
mod parameters;
mod pieces;
mod places;
pub mod points;
mod release;
#[cfg(test)]
mod small_heaps;
mod starts;
mod summaries;
mod tabulate;
mod transfer;
mod truth;
mod way;

pub use analysis::{Analysis, Occurrence, Points, Prepared};
pub use callgraph::{CallGraph, calls_are_few};
pub use configuration::{Configuration, Expression, Facts, Holder, INFINITE, Index, LIMIT, Root};
pub use decide::Decision;
pub use exclude::Excluded;
pub use pieces::{Outline, Piece};
pub use transfer::Event;
pub use truth::Truth;
pub use way::{Behind, Role, Stage};
