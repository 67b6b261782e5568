//! Arithmetic without a heap.
//!
//! What an analysis knows about the *numbers* of a program state (how many cells a list has, how
//! often a loop went round) is kept by the domains of this crate. They know nothing of C, of heaps
//! or of where a number came from: a quantity is a [`Dim`], a name that the caller chooses, and its
//! value is a mathematical integer.
//!
//! There are two domains. [`AffineBox`] keeps linear equations between the dimensions, together with a lower
//! and an upper bound for each: enough to count. [`Pure`] keeps any linear equalities, inequalities and
//! disequalities: what a symbolic heap knows about its addresses, sizes and values. The facts of the
//! machine's own integers are stated in it by [`machine`]. [`sets`] has what is known about sets of values, in three ways.
//!
//! In-place reversal of a list, seen by counting cells: `left` of them are still to be turned, `done` are
//! turned already, and there are `n`.
//!
//! ```
//! use logic::{AffineBox, Dim, Linear};
//! let [n, left, done] = [Dim(0), Dim(1), Dim(2)];
//!
//! let mut head = AffineBox::new();
//! head.add(n);
//! assert!(head.meet_ge(&n.into()));
//! head.add_equal(left, &n.into());
//! head.add_equal(done, &Linear::constant(0));
//!
//! // The loop turns one cell as long as there is one.
//! loop {
//!     let mut next = head.clone();
//!     if !next.meet_ge(&(left - 1)) {
//!         break;
//!     }
//!     next.assign(&[(left, left - 1), (done, done + 1)]);
//!     if head.covers(&next) {
//!         break;
//!     }
//!     head = head.widen(&next, &[]);
//! }
//! assert!(head.proves_eq(&(left + done - n)));
//! assert!(head.proves_ge(&(n - done)));
//! ```
//!
//! A block of memory that is split, seen by its addresses: the new block begins where the needed part ends,
//! and lies within the old one.
//!
//! ```
//! use logic::{Dim, Form, Pure};
//! let [start, size, need, rest, new] = [Dim(0), Dim(1), Dim(2), Dim(3), Dim(4)];
//!
//! let mut state = Pure::new();
//! assert!(state.guard_eq(&Form::from(need + rest - size)));
//! assert!(state.guard_eq(&Form::from(new - start - need)));
//! assert!(state.guard_ge(&Form::from(need - 16)) && state.guard_ge(&Form::from(rest - 16)));
//! assert!(state.proves_ge(&Form::from(start + size - new - 16)));
//! assert!(state.proves_ne(&Form::from(new - start)));
//! ```
//!
//! Every operation is total. Where a coefficient outgrows the machine, or a search its allowance, the
//! answer is a weaker true one; nothing here returns an error, and no answer depends on anything but
//! the operands.
//!
//! Reading order: [`Linear`], `number`, `lattice` (the equations), [`Bounds`], `simplex`,
//! [`AffineBox`] (the product of both), [`pure`], [`machine`], [`sets`].
#![forbid(unsafe_code)]

mod affine_box;
mod bounds;
mod lattice;
mod linear;
pub mod machine;
mod number;
pub mod pure;
pub mod sets;
mod simplex;

pub use affine_box::AffineBox;
pub use bounds::Bounds;
pub use linear::{Dim, Linear};
pub use pure::{Fact, Form, Pure, is_parameter};
