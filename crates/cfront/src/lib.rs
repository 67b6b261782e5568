//! C text to the pointer program: every rule of C lives in this crate and nowhere else.
//!
//! The preprocessor, parser and type checker are the pinned `rucc-*` crates. None of their types
//! appears in the public interface.
//!
//! Read in this order: [`load`] is the way in; [`Options`] and [`CompileDb`] say what to read and
//! how; a unit is then preprocessed, parsed and checked, with `files` and `headers` providing the
//! text, `limits` and `watchdog` bounding it, and `spans` leading back to it. `lower` makes an `object` of it, which `kept` keeps
//! between runs, and `link` makes a program of objects.

mod args;
mod compile_db;
mod designators;
mod diagnostics;
mod files;
mod flags;
mod headers;
mod kept;
mod layouts;
mod limits;
mod link;
mod load;
mod looked;
mod lower;
mod models;
mod object;
mod operands;
mod options;
mod parts;
mod places;
mod project;
mod regular;
mod response;
mod rewrite;
mod seams;
mod spans;
mod traces;
mod unit;
mod watchdog;

pub use args::Arguments;
pub use compile_db::CompileDb;
pub use link::Programs;
pub use load::{LoadError, Loaded, load, load_kept, load_with_models};
pub use models::Model;
pub use options::{Command, Dialect, Edition, IncludeOption, Language, MacroOption, Options, Width};
pub use places::places;
pub use project::Project;
pub use regular::{read_regular, read_regular_text, read_text_at_most};
pub use watchdog::Budget;
