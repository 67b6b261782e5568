//! What a compiler's command line says about one translation unit.

use std::path::{Path, PathBuf};

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
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of a command line")]
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
    /// `-fshort-enums`: an enumeration takes the smallest type that holds it.
    pub short_enums: bool,
    /// What becomes of signed overflow: `-fwrapv`, `-ftrapv`.
    pub overflow: Overflow,
    /// `-O`, as far as a program can tell.
    pub optimize: Optimize,
    /// `-march=`, if it names a processor.
    pub processor: Option<String>,
    /// The extensions of the processor that were named (`avx`, `no-sse4.2`), in order.
    pub extensions: Vec<String>,
    /// The flags of the `-ffast-math` family (`fast-math`, `no-finite-math-only`), in order.
    pub math: Vec<String>,
    /// `-fPIC`, `-fPIE`, `-fno-pic`, as far as a program can tell.
    pub position: Position,
    /// `-mfpmath=sse`: floating numbers are computed as they are stored also where the processor has 32 bits.
    pub sse_math: bool,
    /// `-fpack-struct=`: no member has a larger alignment.
    pub pack: Option<u8>,
    /// `-fshort-wchar`: `wchar_t` has 16 bits.
    pub short_wchar: bool,
    /// `-mlong-double-64`: `long double` is `double`.
    pub short_long_double: bool,
    /// `-fgnu89-inline`: what `inline` meant to gcc before C99.
    pub gnu89_inline: bool,
    /// Flags that change what the program means and are not modelled: nothing is said of it.
    pub unmodelled: Vec<String>,
    /// `-fms-extensions`: a tagged struct may be an anonymous member.
    pub ms_extensions: bool,
    /// `-trigraphs`, where the dialect does not have them anyway.
    pub trigraphs: bool,
    /// `-ffreestanding`: there need not be a C library, nor its functions.
    pub freestanding: bool,
    /// `-fno-builtin`: the names of the C library mean nothing special.
    pub no_builtin: bool,
    /// `-x`: how the file is to be read, whatever its name.
    pub language: Option<Language>,
    /// `--sysroot`: where the system's header directories are.
    pub sysroot: Option<PathBuf>,
}

/// What becomes of a signed sum, difference or product that does not fit its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Overflow {
    /// C leaves that undefined.
    #[default]
    Undefined,
    /// `-fwrapv`: it wraps around.
    Wraps,
    /// `-ftrapv`: it ends the program.
    Traps,
}

/// How much is optimized, as far as a program can tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Optimize {
    /// `-O0`.
    #[default]
    No,
    /// `-O1`, `-O2`, `-O3`, `-Og`, `-Ofast`.
    Yes,
    /// `-Os`, `-Oz`.
    Size,
}

/// Where the code may be loaded, as far as a program can tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Position {
    /// `-fPIE`: what compilers take for granted today.
    #[default]
    Executable,
    /// `-fPIC`.
    Library,
    /// `-fpie`.
    SmallExecutable,
    /// `-fpic`.
    SmallLibrary,
    /// `-fno-pic`.
    Fixed,
}

/// What a file holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// C before the preprocessor.
    C,
    /// C after the preprocessor.
    Preprocessed,
}

impl Language {
    /// What a file of this name holds by convention, if that is C.
    pub fn of(file: &Path) -> Option<Self> {
        match file.extension()?.to_str()? {
            "c" | "h" => Some(Self::C),
            "i" => Some(Self::Preprocessed),
            _ => None,
        }
    }
}

impl Dialect {
    /// Reads the value of `-std=`, in every spelling that gcc takes.
    pub fn from_flag(name: &str) -> Option<Self> {
        let edition = match name.strip_prefix("gnu").or_else(|| name.strip_prefix('c')).unwrap_or(name) {
            "89" | "90" | "iso9899:1990" | "iso9899:199409" => Edition::C89,
            "99" | "9x" | "iso9899:1999" | "iso9899:199x" => Edition::C99,
            "11" | "1x" | "iso9899:2011" => Edition::C11,
            "17" | "18" | "iso9899:2017" | "iso9899:2018" => Edition::C17,
            "23" | "2x" | "2y" | "iso9899:2024" => Edition::C23,
            _ => return None,
        };
        Some(Self { edition, gnu: name.starts_with("gnu") })
    }
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
