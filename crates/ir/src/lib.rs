//! The pointer program: what C becomes once every rule of C has been applied.
//!
//! Small enough to print and read, close to a compiler's mid-level representation: functions are
//! control flow graphs over statements that touch memory at most once, variables are registers or
//! objects, places keep both the field path and the bytes, and every statement knows the text it
//! came from. Nothing here knows of C syntax, of analyses or of reports.
//!
//! Reading order: [`Types`], [`Program`], [`Body`], [`Place`], [`Contract`].

mod asserted;
mod body;
mod bytes;
mod code;
mod contract;
mod expansions;
mod index;
mod key;
mod literals;
mod liveness;
mod padding;
mod place;
mod print;
mod program;
mod shown;
mod source;
mod text;
mod types;
mod value;
mod visit;
pub mod wire;

pub use asserted::*;
pub use body::*;
pub use bytes::Bytes;
pub use code::{Code, Glance, Packed};
pub use contract::*;
pub use expansions::Expansions;
pub use index::*;
pub use key::Keys;
pub use literals::Literals;
pub use liveness::{LiveAt, Liveness, LocalSet};
pub use place::*;
pub use print::{ProgramText, StmtText};
pub use program::*;
pub use shown::{is_active, shown, shown_lines, shown_path, shown_source};
pub use source::*;
pub use text::{REMARK, Text, from_line};
pub use types::*;
pub use value::*;
