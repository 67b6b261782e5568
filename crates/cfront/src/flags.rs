//! The flags of gcc and clang, and what each means here.

use crate::options::{Overflow, Position, Width};

/// What a flag does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    IncludeDir,
    SystemDir,
    QuoteDir,
    AfterDir,
    Sysroot,
    Define,
    Undefine,
    Include {
        macros_only: bool,
    },
    Dialect,
    Ansi,
    Width(Width),
    Target,
    SignedChar(bool),
    ShortEnums(bool),
    Overflow(Overflow),
    Optimize,
    Processor,
    /// `-mavx`, `-mno-avx`: the name is what follows `-m`.
    Extension,
    /// The name is what follows `-f`.
    Math,
    Position(Position),
    Pack,
    ShortWchar(bool),
    ShortLongDouble(bool),
    Gnu89Inline(bool),
    /// Instrumentation of which a program can tell by its macro.
    Sanitize,
    /// Nothing but a macro.
    Macro(&'static str),
    MsExtensions(bool),
    Trigraphs,
    Freestanding(bool),
    Builtins(bool),
    NoStandardHeaders,
    Threads,
    Language,
    /// Of no consequence for the meaning of a program.
    Nothing,
    /// The same, with an argument to be passed over.
    NothingWithValue,
    /// Of consequence, and not modelled.
    Unsupported,
}

impl Effect {
    /// Whether the flag has an argument.
    pub(crate) fn wants_value(self) -> bool {
        matches!(
            self,
            Effect::IncludeDir
                | Effect::SystemDir
                | Effect::QuoteDir
                | Effect::AfterDir
                | Effect::Sysroot
                | Effect::Define
                | Effect::Undefine
                | Effect::Include { .. }
                | Effect::Dialect
                | Effect::Target
                | Effect::Processor
                | Effect::Language
                | Effect::NothingWithValue
        )
    }
}

/// How a flag and its argument are written.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// `-flag`, with the argument, if it has one, in the next word.
    Exact,
    /// `-flagARG` or `-flag ARG`.
    Joined,
    /// `-flag=ARG` or `-flag ARG`.
    Equals,
    /// `-flag…`, whatever follows.
    Prefix,
}

use Effect::{Nothing, NothingWithValue, Unsupported};
use Form::{Equals, Exact, Joined, Prefix};

/// In the order they are tried: longer names before names they start with.
const FLAGS: &[(&str, Form, Effect)] = &[
    ("-I", Joined, Effect::IncludeDir),
    ("--include-directory", Equals, Effect::IncludeDir),
    ("-isystem", Joined, Effect::SystemDir),
    ("-iquote", Joined, Effect::QuoteDir),
    ("-idirafter", Joined, Effect::AfterDir),
    ("--include-directory-after", Equals, Effect::AfterDir),
    ("-isysroot", Joined, Effect::Sysroot),
    ("--sysroot", Equals, Effect::Sysroot),
    ("-D", Joined, Effect::Define),
    ("--define-macro", Equals, Effect::Define),
    ("-U", Joined, Effect::Undefine),
    ("--undefine-macro", Equals, Effect::Undefine),
    ("-include-pch", Exact, NothingWithValue),
    ("-include", Joined, Effect::Include { macros_only: false }),
    ("--include", Equals, Effect::Include { macros_only: false }),
    ("-imacros", Joined, Effect::Include { macros_only: true }),
    ("--imacros", Equals, Effect::Include { macros_only: true }),
    ("-std", Equals, Effect::Dialect),
    ("--std", Equals, Effect::Dialect),
    ("-ansi", Exact, Effect::Ansi),
    ("--ansi", Exact, Effect::Ansi),
    ("-m32", Exact, Effect::Width(Width::Bits32)),
    ("-m64", Exact, Effect::Width(Width::Bits64)),
    ("-mx32", Exact, Unsupported),
    ("-m16", Exact, Unsupported),
    ("-miamcu", Exact, Unsupported),
    ("-target", Exact, Effect::Target),
    ("--target", Equals, Effect::Target),
    ("-arch", Exact, Effect::Target),
    ("-fsigned-char", Exact, Effect::SignedChar(true)),
    ("-fno-unsigned-char", Exact, Effect::SignedChar(true)),
    ("-funsigned-char", Exact, Effect::SignedChar(false)),
    ("-fno-signed-char", Exact, Effect::SignedChar(false)),
    ("-fshort-enums", Exact, Effect::ShortEnums(true)),
    ("-fno-short-enums", Exact, Effect::ShortEnums(false)),
    ("-fwrapv", Exact, Effect::Overflow(Overflow::Wraps)),
    ("-fno-wrapv", Exact, Effect::Overflow(Overflow::Undefined)),
    ("-fno-strict-overflow", Exact, Effect::Overflow(Overflow::Wraps)),
    ("-fstrict-overflow", Exact, Effect::Overflow(Overflow::Undefined)),
    ("-ftrapv", Exact, Effect::Overflow(Overflow::Traps)),
    ("-fno-trapv", Exact, Effect::Overflow(Overflow::Undefined)),
    ("-fpack-struct", Prefix, Effect::Pack),
    ("-fshort-wchar", Exact, Effect::ShortWchar(true)),
    ("-fno-short-wchar", Exact, Effect::ShortWchar(false)),
    ("-mlong-double-64", Exact, Effect::ShortLongDouble(true)),
    ("-mlong-double-80", Exact, Effect::ShortLongDouble(false)),
    ("-fgnu89-inline", Exact, Effect::Gnu89Inline(true)),
    ("-fno-gnu89-inline", Exact, Effect::Gnu89Inline(false)),
    ("-O", Prefix, Effect::Optimize),
    ("-march", Equals, Effect::Processor),
    ("-fPIC", Exact, Effect::Position(Position::Library)),
    ("-fpic", Exact, Effect::Position(Position::Library)),
    ("-fPIE", Exact, Effect::Position(Position::Executable)),
    ("-fpie", Exact, Effect::Position(Position::Executable)),
    ("-fno-pic", Exact, Effect::Position(Position::Fixed)),
    ("-fno-PIC", Exact, Effect::Position(Position::Fixed)),
    ("-fno-pie", Exact, Effect::Position(Position::Fixed)),
    ("-fno-PIE", Exact, Effect::Position(Position::Fixed)),
    ("-fsanitize", Equals, Effect::Sanitize),
    ("-fexceptions", Exact, Effect::Macro("__EXCEPTIONS=1")),
    ("-fstack-protector", Exact, Effect::Macro("__SSP__=1")),
    ("-fstack-protector-all", Exact, Effect::Macro("__SSP_ALL__=2")),
    ("-fstack-protector-strong", Exact, Effect::Macro("__SSP_STRONG__=3")),
    ("-fstack-protector-explicit", Exact, Effect::Macro("__SSP_EXPLICIT__=4")),
    ("-fcf-protection", Exact, Effect::Macro("__CET__=3")),
    ("-fcf-protection=full", Exact, Effect::Macro("__CET__=3")),
    ("-fcf-protection=branch", Exact, Effect::Macro("__CET__=1")),
    ("-fcf-protection=return", Exact, Effect::Macro("__CET__=2")),
    ("-mfentry", Exact, Effect::Macro("__FENTRY__=1")),
    ("-fsignaling-nans", Exact, Effect::Math),
    ("-frounding-math", Exact, Effect::Math),
    ("-fsingle-precision-constant", Exact, Effect::Math),
    ("-fms-extensions", Exact, Effect::MsExtensions(true)),
    ("-fno-ms-extensions", Exact, Effect::MsExtensions(false)),
    ("-trigraphs", Exact, Effect::Trigraphs),
    ("--trigraphs", Exact, Effect::Trigraphs),
    ("-ffreestanding", Exact, Effect::Freestanding(true)),
    ("-fno-hosted", Exact, Effect::Freestanding(true)),
    ("-fhosted", Exact, Effect::Freestanding(false)),
    ("-fno-freestanding", Exact, Effect::Freestanding(false)),
    ("-fbuiltin", Exact, Effect::Builtins(true)),
    ("-fno-builtin", Exact, Effect::Builtins(false)),
    ("-nostdinc", Exact, Effect::NoStandardHeaders),
    ("--no-standard-includes", Exact, Effect::NoStandardHeaders),
    ("-pthread", Exact, Effect::Threads),
    ("-x", Joined, Effect::Language),
    ("--language", Equals, Effect::Language),
    // What would change layouts, types or the text itself.
    ("-fplan9-extensions", Exact, Unsupported),
    ("-finstrument-functions", Exact, Unsupported),
    ("-fopenmp-simd", Exact, Nothing),
    ("-fopenmp", Prefix, Unsupported),
    ("-fopenacc", Prefix, Unsupported),
    ("-fno-openmp", Prefix, Nothing),
    ("-finput-charset=UTF-8", Exact, Nothing),
    ("-finput-charset=utf-8", Exact, Nothing),
    ("-fexec-charset=UTF-8", Exact, Nothing),
    ("-fexec-charset=utf-8", Exact, Nothing),
    ("-fwide-exec-charset", Prefix, Unsupported),
    ("-fbit-field", Prefix, Unsupported),
    ("-fno-signed-bitfields", Exact, Unsupported),
    ("-funsigned-bitfields", Exact, Unsupported),
    ("-fsigned-bitfields", Exact, Nothing),
    ("-freg-struct-return", Exact, Nothing),
    ("-fsso-struct=little-endian", Exact, Nothing),
    ("-fsso-struct", Prefix, Unsupported),
    ("-msoft-float", Exact, Unsupported),
    ("-mavx256", Prefix, Nothing),
    ("-mprefer", Prefix, Nothing),
    ("-mred-zone", Exact, Nothing),
    ("-mno-red-zone", Exact, Nothing),
    ("-maccumulate", Prefix, Nothing),
    ("-mno-accumulate", Prefix, Nothing),
    ("-mno-ms-bitfields", Exact, Nothing),
    ("-mno-align-double", Exact, Nothing),
    ("-finput-charset", Prefix, Unsupported),
    ("-fexec-charset", Prefix, Unsupported),
    ("-mms-bitfields", Exact, Unsupported),
    ("-mlong-double", Prefix, Unsupported),
    ("-malign-double", Exact, Unsupported),
    ("-fblocks", Exact, Unsupported),
    ("-undef", Exact, Unsupported),
    // Flags with an argument of their own.
    ("-o", Joined, NothingWithValue),
    ("--output", Equals, NothingWithValue),
    ("-MF", Joined, NothingWithValue),
    ("-MT", Joined, NothingWithValue),
    ("-MQ", Joined, NothingWithValue),
    ("-MJ", Joined, NothingWithValue),
    ("-Xlinker", Exact, NothingWithValue),
    ("-Xassembler", Exact, NothingWithValue),
    ("-Xanalyzer", Exact, NothingWithValue),
    ("-mllvm", Exact, NothingWithValue),
    ("--param", Equals, NothingWithValue),
    ("-aux-info", Exact, NothingWithValue),
    ("-dumpdir", Exact, NothingWithValue),
    ("-dumpbase", Exact, NothingWithValue),
    ("-dumpbase-ext", Exact, NothingWithValue),
    ("-wrapper", Exact, NothingWithValue),
    ("-iprefix", Joined, NothingWithValue),
    ("-iwithprefixbefore", Joined, NothingWithValue),
    ("-iwithprefix", Joined, NothingWithValue),
    ("-imultilib", Joined, NothingWithValue),
    ("-iframework", Joined, NothingWithValue),
    ("-ivfsoverlay", Joined, NothingWithValue),
    ("-framework", Exact, NothingWithValue),
    ("-install_name", Exact, NothingWithValue),
    ("-current_version", Exact, NothingWithValue),
    ("-compatibility_version", Exact, NothingWithValue),
    ("-undefined", Exact, NothingWithValue),
    ("-resource-dir", Equals, NothingWithValue),
    ("-working-directory", Equals, NothingWithValue),
    ("-gcc-toolchain", Exact, NothingWithValue),
    ("--gcc-toolchain", Equals, NothingWithValue),
    ("-serialize-diagnostics", Exact, NothingWithValue),
    ("--serialize-diagnostics", Exact, NothingWithValue),
    ("-dependency-file", Exact, NothingWithValue),
    ("-load", Exact, NothingWithValue),
    ("-add-plugin", Exact, NothingWithValue),
    ("-plugin", Exact, NothingWithValue),
    ("-A", Joined, NothingWithValue),
    ("-B", Joined, NothingWithValue),
    ("-F", Joined, NothingWithValue),
    ("-G", Joined, NothingWithValue),
    ("-L", Joined, NothingWithValue),
    ("-T", Joined, NothingWithValue),
    ("-u", Joined, NothingWithValue),
    ("-z", Joined, NothingWithValue),
    ("-e", Exact, NothingWithValue),
    ("-l", Joined, NothingWithValue),
    // Warnings, optimization, debugging, dependencies, linking, progress.
    ("-W", Prefix, Nothing),
    ("-w", Exact, Nothing),
    ("-pedantic", Prefix, Nothing),
    ("-Q", Prefix, Nothing),
    ("-g", Prefix, Nothing),
    ("-M", Prefix, Nothing),
    ("-c", Exact, Nothing),
    ("-S", Exact, Nothing),
    ("-E", Exact, Nothing),
    ("-P", Exact, Nothing),
    ("-C", Exact, Nothing),
    ("-CC", Exact, Nothing),
    ("-H", Exact, Nothing),
    ("-v", Exact, Nothing),
    ("-###", Exact, Nothing),
    ("-p", Exact, Nothing),
    ("-pg", Exact, Nothing),
    ("-pipe", Exact, Nothing),
    ("-pie", Exact, Nothing),
    ("-no-pie", Exact, Nothing),
    ("-s", Exact, Nothing),
    ("-r", Exact, Nothing),
    ("-static", Prefix, Nothing),
    ("-shared", Prefix, Nothing),
    ("-rdynamic", Exact, Nothing),
    ("-save-temps", Prefix, Nothing),
    ("-nostdlib", Prefix, Nothing),
    ("-nodefaultlibs", Exact, Nothing),
    ("-nostartfiles", Exact, Nothing),
    ("-nolibc", Exact, Nothing),
    ("-fuse-ld", Prefix, Nothing),
    ("-specs", Prefix, Nothing),
    ("-time", Exact, Nothing),
    ("-ftime", Prefix, Nothing),
    ("-d", Prefix, Nothing),
    ("-mtune", Prefix, Nothing),
    ("-mcpu", Prefix, Nothing),
    ("-mcmodel", Prefix, Nothing),
    ("-mfpmath", Prefix, Nothing),
    ("-mstack", Prefix, Nothing),
    ("-mindirect-branch", Prefix, Nothing),
    ("-mfunction-return", Prefix, Nothing),
    ("-mpreferred-stack-boundary", Prefix, Nothing),
    ("-mregparm", Prefix, Nothing),
    ("-mgeneral-regs-only", Exact, Nothing),
    ("-mskip-rax-setup", Exact, Nothing),
    ("-mrecord-mcount", Exact, Nothing),
    ("-mharden", Prefix, Nothing),
];

/// Families of `-f` flags about code generation, optimization, messages and instrumentation; each
/// also with `no-`.
const HARMLESS: &[&str] = &[
    "plt",
    "lto",
    "stack",
    "omit-frame-pointer",
    "strict-aliasing",
    "strict-flex-arrays",
    "wrapv-pointer",
    "common",
    "diagnostics",
    "color",
    "caret",
    "message-length",
    "max-errors",
    "function-sections",
    "data-sections",
    "merge-all-constants",
    "merge-constants",
    "visibility",
    "asynchronous",
    "unwind-tables",
    "exceptions",
    "inline",
    "keep",
    "unroll",
    "peel",
    "tree",
    "ipa",
    "gcse",
    "ivopts",
    "excess-precision",
    "fp-contract",
    "delete-null-pointer-checks",
    "sanitize",
    "profile",
    "test-coverage",
    "coverage",
    "instrument",
    "cf-protection",
    "zero-call-used-regs",
    "trivial-auto-var-init",
    "debug",
    "dwarf",
    "eliminate",
    "var-tracking",
    "record",
    "verbose-asm",
    "file-prefix-map",
    "macro-prefix-map",
    "ident",
    "semantic-interposition",
    "align",
    "reorder",
    "toplevel-reorder",
    "section-anchors",
    "split",
    "optimize",
    "expensive-optimizations",
    "conserve-stack",
    "builtin-",
    "permissive",
    "patchable-function-entry",
    "partial-inlining",
    "whole-program",
    "ffat-lto",
    "fat-lto",
    "working-directory",
    "directives-only",
    "preprocessed",
    "extended-identifiers",
    "dollars-in-identifiers",
    "analyzer",
    "self-test",
    "spell-checking",
    "show-column",
    "syntax-only",
    "integrated-as",
    "experimental-new-pass-manager",
    "modules",
    "slp-vectorize",
    "vectorize",
    "hardened",
    "prefetch",
    "schedule",
    "web",
    "rename-registers",
    "if-conversion",
    "crossjumping",
    "cse",
    "dce",
    "dse",
    "shrink-wrap",
    "isolate",
    "code-hoisting",
    "thread-jumps",
    "version-loops",
    "stdarg-opt",
    "jump-tables",
    "bit-tests",
    "check-new",
    "non-call-exceptions",
    "emulated-tls",
    "tls",
    "stack-protector",
    "stack-clash-protection",
    "assume",
    "early-inlining",
    "live-range-shrinkage",
    "allow-store",
];

/// The flags of the `-ffast-math` family, each also with `no-`.
const MATH: &[&str] = &[
    "fast-math",
    "finite-math-only",
    "math-errno",
    "trapping-math",
    "signed-zeros",
    "associative-math",
    "reciprocal-math",
    "unsafe-math-optimizations",
];

/// The effect of a flag and the argument written in the same word. `None` for an unknown flag.
pub(crate) fn lookup(arg: &str) -> Option<(Effect, Option<&str>)> {
    for &(name, form, effect) in FLAGS {
        let Some(rest) = arg.strip_prefix(name) else { continue };
        match form {
            _ if rest.is_empty() => return Some((effect, None)),
            Joined => return Some((effect, Some(rest))),
            Prefix => return Some((effect, Some(""))),
            Equals => {
                if let Some(value) = rest.strip_prefix('=') {
                    return Some((effect, Some(value)));
                }
            }
            Exact => {}
        }
    }
    if let Some(name) = arg.strip_prefix("-m") {
        let known = rucc_target::Feature::named(name.strip_prefix("no-").unwrap_or(name)).is_some();
        return if known || name.starts_with("no-") { Some((Effect::Extension, Some(name))) } else { None };
    }
    let family = arg.strip_prefix("-f")?;
    if MATH.contains(&family.strip_prefix("no-").unwrap_or(family)) {
        return Some((Effect::Math, Some(family)));
    }
    let family = family.strip_prefix("no-").unwrap_or(family);
    HARMLESS.iter().any(|known| family.starts_with(known)).then_some((Nothing, None))
}

/// Whether the flag's argument is the next word.
pub(crate) fn takes_next(arg: &str) -> bool {
    lookup(arg).is_some_and(|(effect, joined)| joined.is_none() && effect.wants_value())
}
