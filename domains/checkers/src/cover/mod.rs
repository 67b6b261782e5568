//! Inclusion as proof search: is every memory of the left one of the right?
//!
//! The right side is a set of goals: regions over *variables*, each of which stands for some value of the left
//! side. Rules consume a goal together with the part of the left heap that satisfies it, binding variables
//! on the way; Φ of the paper (section 4.2) is the binding. What is asked of values becomes an obligation,
//! proved from the left side's facts as soon as its variables are bound.
//!
//! Rules by their names in the paper and the dossier (§4.2):
//!
//! | rule | goal | left |
//! |---|---|---|
//! | *points-to* | object | object |
//! | *checker* | checker | the same checker |
//! | *seg-ind* | checker | a segment that begins with it; goes on behind |
//! | *seg-end* | checker with a parameter for its end | a segment that ends there |
//! | *unfold* | checker, segment | object: one of the goal's rules describes it |
//! | *emp-ind* | checker | nothing: a rule that owns nothing holds |
//! | *seg-seg* | segment | a segment; goes on behind |
//! | *void-seg* | segment | both ends are one |
//! | *refine* | checker | a structure that is one of the goal's kind, and more |
//! | *stop* | checker | a place where the caller wants to stop: the goal becomes the hole of a segment |
//!
//! *points-to*, *checker*, *seg-ind* and *seg-seg* lose nothing and are applied at once; the others are choices, tried in order.
//! A search ends: every choice that unfolds consumes an object of the left or only calls what is called acyclically.

mod branch;
mod checker;
mod clauses;
mod divide;
mod end;
mod expand;
mod goal;
mod object;
mod rows;
mod search;
mod segment;
mod sets;
mod settle;
mod solve;
mod state;

pub(crate) use clauses::Claim;
pub(crate) use goal::{Goal, Outcome, Stuck, Why};
pub(crate) use object::is_written;
pub(crate) use search::Search;
pub(crate) use solve::as_term;
