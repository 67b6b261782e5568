//! The state: a symbolic heap over a pure part.
//!
//! Reading order: [`value`], [`region`], [`regions`], [`state`], [`members`], [`apart`], [`equate`].

pub mod apart;
pub mod equate;
pub mod members;
pub mod region;
pub mod regions;
pub mod state;
pub mod value;

pub use members::{Member, NodeSet};
pub use region::{Args, Block, Cell, Checker, Marks, Origin, Region, Rest, Segment};
pub use regions::Regions;
pub use state::{Root, State};
pub use value::{Sym, Term, Value};
