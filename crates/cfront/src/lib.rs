//! C text to the pointer program: every rule of C lives in this crate and nowhere else.
//!
//! The preprocessor, parser and type checker are the pinned `rucc-*` crates. None of their types
//! appears in the public interface.

mod diagnostics;
mod files;
mod headers;
mod options;
mod spans;
mod traces;
mod unit;

pub use options::{Command, Dialect, Edition, IncludeOption, MacroOption, Options, Width};
