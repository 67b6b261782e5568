//! The state: a symbolic heap over a pure part.
//!
//! Reading order: [`value`], [`region`], [`run`], [`tiling`], [`text`], [`record`], [`regions`], [`state`], [`members`], [`sets`], [`inside`], [`apart`], [`equate`].

pub mod apart;
pub mod equate;
pub mod inside;
pub(crate) mod lub;
pub mod members;
mod padding;
pub mod record;
pub mod region;
pub mod regions;
pub mod run;
pub mod sets;
pub mod state;
pub mod text;
pub mod tiling;
pub mod value;

pub use members::{Member, NodeSet};
pub use record::Layout;
pub use region::{Args, Block, Cell, Checker, Marks, Origin, Region, Rest, Segment};
pub use regions::Regions;
pub use run::{Content, Element, Owned, Run, Slot};
pub use sets::{SetFacts, SetSum};
pub use state::{Happened, Root, State};
pub use tiling::Tiling;
pub use value::{Sym, Term, Value};
