//! Random C programs that build, change and free lists and trees.
//!
//! They are what abstract domains are tested with: a program is loaded, analysed, and run; every
//! memory of the run must be admitted by the states the analysis has there. For that programs must be
//! valid C, end (or be stoppable), and get somewhere: long lists, rewired in many ways, with and
//! without mistakes.
//!
//! [`program`] makes the program of a seed. There are three kinds: *orderly* ones are put together
//! from correct idioms and free of errors; *mutated* ones are orderly with a few small mistakes; *wild*
//! ones do things at random to lists that idioms have built. [`Program::to_c`] prints a program, and
//! [`shrink`] makes one smaller that shows a failure.
//!
//! Integers are kept small, so that no program computes a signed overflow: inputs are taken modulo
//! a small number wherever they are more than a condition, and what grows is only ever counted up.
//!
//! Reading order: `config`, `ast`, `print`, `check`; `scene`, `idioms`, `calls`, `contracts`; `sorts`, `plan`, `wild`, `mutate`;
//! `tidy`, `shrink`; programs with arrays are in `arrays`, with strings in `strings`, with graphs in `graphs`, over raw memory in `blocks`, `walks`, `flags` and `tags`, of several modules in `whole`, over all of C in `surface`: all as `text`.

mod arrays;
mod ast;
mod bags;
mod blocks;
mod build;
mod calls;
mod check;
mod config;
mod contracts;
mod flags;
mod graphs;
mod idioms;
mod mutate;
mod plan;
mod print;
mod random;
mod recursive;
mod recursive_trees;
mod scene;
mod shrink;
mod sorts;
mod strings;
mod surface;
mod tags;
mod text;
mod tidy;
mod visit;
mod walks;
mod whole;
mod wild;

pub use arrays::arrays;
pub use ast::{Block, Expr, Function, Loop, Op, Program, Record, Stmt, Type, Variable};
pub use blocks::blocks;
pub use config::Config;
pub use flags::flags;
pub use graphs::graphs;
pub use plan::program;
pub use shrink::shrink;
pub use strings::strings;
pub use surface::{SURFACE_INCLUDES, Surface, surface};
pub use tags::tags;
pub use walks::walks;
pub use whole::{whole, whole_of};
