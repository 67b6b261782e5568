//! What a compiler's command line says about one translation unit.

use std::path::PathBuf;

/// One translation unit: a source file and how to read it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// The `.c`, `.h` or `.i` file.
    pub file: PathBuf,
    /// How to read it.
    pub options: Options,
}

/// Which edition of C, and whether with the GNU extensions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// The edition.
    pub edition: Edition,
    /// `gnu17` rather than `c17`.
    pub gnu: bool,
}

/// An edition of the C standard.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Edition {
    /// ANSI C.
    C89,
    /// ISO C99.
    C99,
    /// ISO C11.
    C11,
    /// ISO C17.
    C17,
    /// ISO C23.
    C23,
}

impl Default for Dialect {
    /// GNU C17: what the compilers in use today default to, and what older code still compiles as.
    fn default() -> Self {
        Self { edition: Edition::C17, gnu: true }
    }
}

/// The data model.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Width {
    /// `-m32`: i686, `int`, `long` and pointers of 32 bits.
    Bits32,
    /// `-m64`: x86-64, `long` and pointers of 64 bits.
    #[default]
    Bits64,
}

/// How one translation unit is to be read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// `-iquote` directories, in order.
    pub quote_dirs: Vec<PathBuf>,
    /// `-I` directories, in order.
    pub include_dirs: Vec<PathBuf>,
    /// `-isystem` directories, in order.
    pub system_dirs: Vec<PathBuf>,
    /// `-idirafter` directories, in order.
    pub after_dirs: Vec<PathBuf>,
    /// `-nostdinc`: search no directory that was not named.
    pub no_standard_headers: bool,
    /// `-D` and `-U`, in order.
    pub macros: Vec<MacroOption>,
    /// `-include` and `-imacros` files, in order.
    pub includes: Vec<IncludeOption>,
    /// `-std=`.
    pub dialect: Dialect,
    /// `-m32`, `-m64`.
    pub width: Width,
    /// `-fsigned-char`, `-funsigned-char`; the target's own choice without either.
    pub signed_char: Option<bool>,
}

/// A macro given on the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MacroOption {
    /// `-D NAME` or `-D NAME=VALUE`, as written.
    Define(String),
    /// `-U NAME`.
    Undefine(String),
}

/// A file to read before the source file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IncludeOption {
    /// The file, as written.
    pub file: String,
    /// `-imacros`: keep only the macros it defines.
    pub macros_only: bool,
}
