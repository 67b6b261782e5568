//! Checkers: structural invariants proved from the C predicates that test them.
//!
//! The domain of "Shape Analysis with Structural Invariant Checkers" (SAS 2007), carried to C. A
//! state is a symbolic heap: objects with their bytes, complete checkers and partial ones, over
//! equalities, disequalities and linear constraints between the values.

pub mod definition;
