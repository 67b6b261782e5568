//! Where models of library functions come from.
//!
//! A model is a C function that stands for one the program calls and does not define. Files of the user's own are asked first,
//! then ours. They are read for the machine of the program, and otherwise as GNU C17 whatever the program is written in. Ours is
//! only read if it may have what is missing.

use std::path::{Path, PathBuf};

use crate::files::{LIBC_C, OWN};
use crate::options::{Command, Options};

/// A file with models.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Model {
    /// The user's.
    File(PathBuf),
    /// Those that come with us, of the C library.
    Libc,
}

impl Model {
    /// How to read it beside a program that is read like this.
    pub(crate) fn command(&self, program: &Options) -> Command {
        let file = match self {
            Self::File(file) => file.clone(),
            Self::Libc => Path::new(OWN).join("libc.c"),
        };
        Command { file, options: Options { width: program.width, ..Options::default() } }
    }
}

/// Whether a file may define a function; the user's are read to find out.
pub(crate) fn may_define(file: &Path, name: &str) -> bool {
    // Declarations and calls in bodies define nothing.
    let defines = |line: &str| {
        !line.starts_with(' ')
            && !line.starts_with("extern")
            && line.match_indices(name).any(|(at, _)| {
                let (before, after) = (&line[..at], &line[at + name.len()..]);
                before.ends_with([' ', '*']) && after.starts_with('(')
            })
    };
    !file.starts_with(OWN) || LIBC_C.lines().any(defines)
}
