//! Arithmetic without a heap.
//!
//! What an analysis knows about the *numbers* of a program state (how many cells a list has, how
//! often a loop went round) is kept by the domains of this crate. They know nothing of C, of heaps
//! or of where a number came from: a quantity is a [`Dim`], a name that the caller chooses, and its
//! value is a mathematical integer.
//!
//! There is one domain at present, [`AffineBox`]: linear equations between the dimensions, together
//! with a lower and an upper bound for each.
//!
//! Every operation is total. Where a coefficient outgrows the machine, or a search its allowance, the
//! answer is a weaker true one; nothing here returns an error, and no answer depends on anything but
//! the operands.
//!
//! Reading order: [`Linear`], `number`, `lattice` (the equations), [`Bounds`], `simplex`,
//! [`AffineBox`] (the product of both).
#![forbid(unsafe_code)]

mod affine_box;
mod bounds;
mod lattice;
mod linear;
mod number;
mod simplex;

pub use affine_box::AffineBox;
pub use bounds::Bounds;
pub use linear::{Dim, Linear};
