//! The second oracle: compilers and their sanitizers, which share nothing with us.
//!
//! Analyses and concrete runs have the front end in common, so no comparison of the two can see its mistakes. Here programs that were
//! `proved` are compiled by gcc and clang with sanitizers and run on inputs that get to their mistakes; one that fails there refutes
//! the proof. Where the programs come from: [`random`] (generated ones), [`corpus`] (those of `tests/c`), [`mutants`] (those of the corpus
//! with something done wrong). [`tool`] asks `shapewright check`, [`native`] compiles and runs, [`reduce`] makes small what was found.

pub mod corpus;
pub mod instrumented;
pub mod mutants;
mod mutation;
pub mod native;
pub mod random;
pub mod reduce;
pub mod tool;
