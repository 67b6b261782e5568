//! One translation unit, from text to the typed tree.

use std::io;
use std::sync::Arc;

use ir::Sources;
use model::Diagnostic;
use rucc_base::Interner;
use rucc_diag::{SourceBytes, SourceMap, SourceMapFull, Span};
use rucc_lex::{Convert, Keywords, convert};
use rucc_pp::{Predef, Preprocessor, Timestamp, Tok};
use rucc_sema::{Checker, Tast};
use rucc_session::{FileSystem, OptLevel, Pic, Preinclude, Std};
use rucc_target::isa::{Choices, FEATURES};
use rucc_target::{Feature, Isa, TargetInfo, Triple};
use rucc_types::Types;
use rustc_hash::FxHashSet;

use crate::designators::Designated;
use crate::diagnostics::{Collected, Positions};
use crate::files::Files;
use crate::headers;
use crate::layouts;
use crate::limits::{self, Excess};
use crate::operands::{self, Evaluated};
use crate::options::{
    Command, Edition, IncludeOption, Language, MacroOption, Optimize, Options, Overflow, Position, Width,
};
use crate::rewrite::{self, contracts, nonnull, promises};
use crate::spans::SpanTable;

/// After this many errors a stage gives up on a unit.
const ERROR_LIMIT: usize = 100;

/// A translation unit that parses and type-checks.
pub(crate) struct Unit {
    /// The source file, as the user named it.
    pub(crate) path: Arc<str>,
    /// The typed tree.
    pub(crate) tast: Tast,
    /// The types the tree points into.
    pub(crate) types: Types,
    /// The spellings of its names.
    pub(crate) names: Interner,
    /// Widths, signedness, alignment.
    pub(crate) target: TargetInfo,
    /// Where everything stands in the user's text.
    pub(crate) spans: SpanTable,
    /// What was known to the preprocessor of the dialect.
    pub(crate) lex: rucc_lex::Options,
    /// The initializers with designators, as they were written.
    pub(crate) designated: Option<Designated>,
    /// Where global variables that live in a machine register are declared, in token numbers.
    pub(crate) registers: FxHashSet<u32>,
    /// Names of functions, and of types of functions, that never return by a typedef.
    pub(crate) never_returning: FxHashSet<u32>,
    /// Where null pointers are ruled out.
    pub(crate) nonnull: nonnull::Promises,
    /// Operands of `sizeof` and `typeof` that are evaluated.
    pub(crate) evaluated: Evaluated,
    /// What becomes of signed overflow.
    pub(crate) overflow: Overflow,
    /// Why nothing can be said of it, if flags change its meaning in a way that is not modelled.
    pub(crate) unmodelled: Option<Arc<str>>,
    /// The same of what computes with floating numbers.
    pub(crate) relaxed: Option<Arc<str>>,
    /// Whether it is C23.
    pub(crate) is_c23: bool,
    /// What was accepted with a remark.
    pub(crate) warnings: Vec<Diagnostic>,
}

/// Preprocesses (a `.i` file is taken as it is), parses and type-checks one unit. Places in the
/// diagnostics are entered into `sources`; what was looked for on the disk is in `files`.
pub(crate) fn check(
    command: &Command,
    files: &Files,
    sources: &mut Sources,
) -> Result<Unit, Vec<Diagnostic>> {
    check_text(command, files, sources, None)
}

/// The same, with another text in place of that of the file the unit is named after.
pub(crate) fn check_text(
    command: &Command,
    files: &Files,
    sources: &mut Sources,
    instead: Option<SourceBytes>,
) -> Result<Unit, Vec<Diagnostic>> {
    let path: Arc<str> = command.file.to_string_lossy().into();
    let refuse = |message: &str| vec![Diagnostic::error(ir::Span::NONE, format!("{path}: {message}"))];
    let text = files.read(&command.file).map_err(|error| match files.take_refused().pop() {
        Some(why) => vec![Diagnostic::error(ir::Span::NONE, why)],
        None => refuse(&describe(&error)),
    })?;
    let text = instead.unwrap_or(text);
    let zero = text.iter().position(|byte| *byte == 0);
    let mut map = SourceMap::new();
    let file = map.add_shared(&*path, text, None).map_err(|full| refuse(&full.to_string()))?;

    let options = &command.options;
    let (std, gnu) = (std_of(options.dialect.edition), options.dialect.gnu);
    let mut names = Interner::new();
    let keywords = Keywords::new(&mut names, std, gnu);
    let target = target_of(options);
    let mut said = Collected::default();

    let search = headers::search_path(options);
    let mut preprocessor = Preprocessor::new();
    let mut cx = rucc_pp::Context::new(&mut names, &mut map, files, &search);
    let lex = rucc_lex::Options::for_dialect(std, gnu, options.trigraphs);
    cx.lex = lex;
    cx.max_include_depth = limits::INCLUDE_DEPTH;
    let tokens = preprocess(&mut preprocessor, command, file, &target, &mut cx);
    let tokens = tokens.map_err(|full| refuse(&full.to_string()))?;
    // A file that was refused is one that was not found, to the preprocessor: the reason goes first.
    let refused = files.take_refused().into_iter();
    said.extend(
        Positions::Bytes,
        refused.map(|why| rucc_diag::Diagnostic::error(why, Span::DUMMY)).collect(),
    );
    said.extend(Positions::Bytes, preprocessor.take_diagnostics());

    let processor = unknown_processor(options, &map);
    let numbered = SpanTable::numbered(&tokens);
    let zero = zero.map(|at| map.file(file).start + at as u32);
    let spans = SpanTable::new(tokens, map, file, preprocessor);
    if let Some(at) = zero {
        // Nobody wrote this, and what else there is to say about it would be noise.
        let mut said = Collected::default();
        let why = rucc_diag::Diagnostic::error("not a text file: a zero byte", Span::new(at, at + 1));
        said.extend(Positions::Bytes, vec![why]);
        return Err(said.finish(&spans, sources));
    }
    let cx = Convert { keywords: &keywords, interner: &names, target: &target, std, gnu, pedantic: false };
    let (mut converted, diagnostics) = convert(&numbered, &cx);
    drop(numbered);
    said.extend(Positions::Tokens, diagnostics);
    if let Err(Excess { span, message }) = limits::examine(&converted) {
        said.extend(Positions::Tokens, vec![rucc_diag::Diagnostic::error(message, span)]);
        return Err(said.finish(&spans, sources));
    }

    said.extend(Positions::Tokens, layouts::examine(&converted, &names, options.width == Width::Bits32));
    rewrite::before_parsing(&mut converted, &mut names, options.width == Width::Bits32, |span| {
        let place = spans.resolve(span, sources);
        (sources.path(place.file).to_owned(), place.line)
    });
    promises::assumptions(&mut converted, &mut names);
    let never_returning = promises::never_returning(&converted, &names);
    let nonnull = nonnull::promises(&converted, &names, |token| spans.is_system(token.span));
    let startup = promises::startup_section(&converted, &names);
    let wraps = rewrite::asks_to_wrap(&converted, &names);
    // Before contracts bring operators of their own, which only name things.
    let in_typeof = operands::in_typeof(&converted);
    said.extend(Positions::Tokens, contracts::mark_old_values(&mut converted, &names));

    let type_names: Vec<_> = target.type_names().iter().filter_map(|(name, _)| names.find(name)).collect();
    let mut softened = Vec::new();
    let mut round = 0;
    let (ast, checked) = loop {
        let mut cx = rucc_parse::Context::new(&names, std);
        cx.gnu = gnu;
        cx.error_limit = ERROR_LIMIT;
        cx.type_names = &type_names;
        let parsed = rucc_parse::parse(&converted, cx);
        let wrong = parsed.diagnostics.iter().any(|said| said.severity.is_fatal());
        if wrong || said.failed() {
            said.extend(Positions::Tokens, parsed.diagnostics);
            return Err(said.finish(&spans, sources));
        }
        round += 1;
        if round == 1 {
            let declared = contracts::declare_results(&mut converted, &names, &parsed.ast);
            let declared = match declared {
                Ok(declared) => declared,
                Err(why) => {
                    said.extend(Positions::Tokens, why);
                    return Err(said.finish(&spans, sources));
                }
            };
            if rewrite::qualified_controls(&mut converted, &parsed.ast) || declared {
                continue;
            }
        }
        let mut cx = rucc_sema::Context::new(&names, &target, std);
        cx.gnu = gnu;
        cx.permissive = true;
        cx.error_limit = ERROR_LIMIT;
        cx.short_enums = options.short_enums;
        cx.gnu89_inline = options.gnu89_inline;
        cx.ms_extensions = options.ms_extensions;
        cx.builtins = !(options.no_builtin || options.freestanding);
        if options.width == Width::Bits64 && names.find("__m128i").is_some() {
            cx.isa = every_extension();
        }
        let mut checker = Checker::new(&parsed.ast, cx);
        checker.check_unit();
        for pragma in &parsed.weak_pragmas {
            checker.pragma_weak(pragma.name, pragma.target, pragma.span);
        }
        for pragma in &parsed.extname_pragmas {
            checker.pragma_extname(pragma.old, pragma.new, pragma.span);
        }
        let mut checked = checker.finish();
        rewrite::soften(&mut checked.diagnostics);
        if round < rewrite::ROUNDS && rewrite::after_checking(&mut converted, &names, &checked.diagnostics) {
            softened.extend(checked.diagnostics.into_iter().filter(rewrite::is_remark));
            continue;
        }
        said.extend(Positions::Tokens, parsed.diagnostics);
        said.extend(Positions::Tokens, softened);
        said.extend(Positions::Tokens, std::mem::take(&mut checked.diagnostics));
        break (parsed.ast, checked);
    };
    let speaks_of_unknown = nonnull.speaks_of_unknown(&checked.tast);
    let evaluated = Evaluated::of(&ast, &checked.tast, in_typeof);
    drop(converted);
    let failed = said.failed();
    let registers = std::mem::take(&mut said.registers);
    let warnings = said.finish(&spans, sources);
    if failed {
        return Err(warnings);
    }
    let designated = Designated::of(ast);
    Ok(Unit {
        path,
        tast: checked.tast,
        types: checked.types,
        names,
        target,
        spans,
        lex,
        designated,
        registers,
        never_returning,
        nonnull,
        evaluated,
        overflow: if wraps { Overflow::Wraps } else { options.overflow },
        unmodelled: startup
            .map(|section| format!("what is put into the section `{section}` runs by itself").into())
            .or_else(|| speaks_of_unknown.then(|| nonnull::UNKNOWN.into()))
            .or_else(|| options.unmodelled.first().or(processor.as_ref()).map(|flag| unmodelled(flag))),
        relaxed: options.math.iter().find(|flag| relaxes(flag)).map(|flag| unmodelled(&format!("-f{flag}"))),
        is_c23: std == Std::C23,
        warnings,
    })
}

fn unmodelled(flag: &str) -> Arc<str> {
    format!("`{flag}` changes the meaning of the program and is not modelled").into()
}

/// Whether a flag about floating numbers may change what is computed.
fn relaxes(flag: &str) -> bool {
    !matches!(
        flag,
        "no-fast-math"
            | "no-unsafe-math-optimizations"
            | "no-finite-math-only"
            | "math-errno"
            | "no-math-errno"
            | "trapping-math"
            | "no-trapping-math"
            | "signed-zeros"
            | "no-associative-math"
            | "no-reciprocal-math"
            | "signaling-nans"
            | "no-cx-fortran-rules"
            | "no-cx-limited-range"
            | "no-float-store"
            | "fp-int-builtin-inexact"
            | "no-fp-int-builtin-inexact"
    )
}

/// Why a file could not be read, in words.
pub(crate) fn describe(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".into(),
        io::ErrorKind::IsADirectory => "not a regular file".into(),
        io::ErrorKind::PermissionDenied => "permission denied".into(),
        _ => error.to_string(),
    }
}

fn preprocess(
    preprocessor: &mut Preprocessor,
    command: &Command,
    file: rucc_diag::FileId,
    target: &TargetInfo,
    cx: &mut rucc_pp::Context<'_>,
) -> Result<Vec<Tok>, SourceMapFull> {
    let language = command.options.language.or(Language::of(&command.file));
    if language == Some(Language::Preprocessed) {
        return Ok(preprocessor.run(file, cx));
    }
    preprocessor.predefine(target, &predefined(&command.options), cx)?;
    let mut before = Vec::new();
    let mut includes: Vec<_> = command.options.includes.iter().map(preinclude).collect();
    if let Some(pack) = command.options.pack {
        let name = format!("shapewright-pack-{pack}.h");
        includes.insert(0, Preinclude { name, macros_only: false });
    }
    preprocessor.preinclude(&includes, &mut before, cx)?;
    let tokens = preprocessor.run(file, cx);
    if before.is_empty() {
        return Ok(tokens);
    }
    before.extend(tokens);
    Ok(before)
}

fn preinclude(include: &IncludeOption) -> Preinclude {
    Preinclude { name: include.file.clone(), macros_only: include.macros_only }
}

fn predefined(options: &Options) -> Predef {
    let mut predef = Predef {
        std: std_of(options.dialect.edition),
        gnu_extensions: options.dialect.gnu,
        hosted: !options.freestanding,
        ms_extensions: options.ms_extensions.then_some(true),
        // A result must not depend on the day it was computed.
        timestamp: Timestamp::from_unix(0),
        ..Predef::new()
    };
    predef.defines.push("__SHAPEWRIGHT__=1".into());
    predef.opt_level = match options.optimize {
        Optimize::No => OptLevel::O0,
        Optimize::Yes => OptLevel::O2,
        Optimize::Size => OptLevel::Os,
    };
    predef.pic = match options.position {
        Position::Executable | Position::SmallExecutable => Pic::Executable,
        Position::Library | Position::SmallLibrary => Pic::Library,
        Position::Fixed => Pic::Absolute,
    };
    predef.gnu89_inline = options.gnu89_inline;
    if options.width == Width::Bits64 {
        predef.isa = extensions(options);
        let unused = predef.isa.features().filter(|feature| !feature.honoured() && !feature.row().aarch64);
        predef.defines.extend(unused.map(|feature| format!("{}=1", feature.macro_name())));
    }
    relax(options, &mut predef);
    if options.short_long_double {
        predef.defines.push("__LONG_DOUBLE_64__=1".into());
    }
    let forget = |names: &[&str], predef: &mut Predef| {
        predef.undefines.extend(names.iter().map(|name| (*name).to_owned()));
    };
    if options.freestanding {
        // A header of the C library says these, which gcc reads before all others.
        forget(OF_LIBRARY, &mut predef);
    }
    if options.width == Width::Bits64 && !Feature::named("sse2").is_some_and(|sse2| predef.isa.has(sse2)) {
        forget(OF_FLOAT16, &mut predef);
    }
    match options.position {
        Position::SmallLibrary => predef.defines.extend(["__PIC__=1", "__pic__=1"].map(str::to_owned)),
        Position::SmallExecutable => {
            predef.defines.extend(["__PIC__=1", "__pic__=1", "__PIE__=1", "__pie__=1"].map(str::to_owned));
        }
        Position::Executable | Position::Library | Position::Fixed => {}
    }
    let by_x87 = match options.width {
        Width::Bits64 => !Feature::named("sse").is_some_and(|sse| predef.isa.has(sse)),
        Width::Bits32 => !options.sse_math,
    };
    if by_x87 {
        let both = ["__FLT_EVAL_METHOD__=2", "__FLT_EVAL_METHOD_TS_18661_3__=2"];
        predef.defines.extend(both.map(str::to_owned));
    }
    let dialect = &options.dialect;
    if dialect.edition == Edition::C89 || dialect.edition == Edition::C99 && !dialect.gnu {
        forget(&["__STDC_UTF_16__", "__STDC_UTF_32__"], &mut predef);
    }
    // Of glibc: `isdigit` and its kin are functions, whose meaning is known, not reads of a table.
    predef.defines.push("__NO_CTYPE=1".into());
    for option in &options.macros {
        match option {
            MacroOption::Define(define) => {
                let name = define.split(['=', '(']).next().unwrap_or_default();
                predef.undefines.retain(|undefined| undefined != name);
                predef.defines.push(define.clone());
            }
            MacroOption::Undefine(name) => predef.undefines.push(name.clone()),
        }
    }
    predef
}

/// The extensions of the processor a unit is compiled for.
fn extensions(options: &Options) -> Isa {
    let base = options.processor.as_deref().and_then(Isa::level).unwrap_or_else(Isa::baseline);
    let mut said = Choices::new();
    for name in &options.extensions {
        // One that is not known has no macro either.
        let _ = said.read(name);
    }
    said.over(base)
}

/// The flag that names a processor of which it is not known what it can do, if the text of the program asks what that is.
fn unknown_processor(options: &Options, map: &SourceMap) -> Option<String> {
    let name = options
        .processor
        .as_ref()
        .filter(|name| Isa::level(name).is_none() && !PLAIN.contains(&name.as_str()))?;
    let macros: FxHashSet<String> =
        FEATURES.iter().filter_map(|row| Some(Feature::named(row.name)?.macro_name())).collect();
    let asks = |text: &[u8]| {
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let mut words = text.split(|byte| !is_part(byte)).filter(|word| word.starts_with(b"__"));
        words.any(|word| std::str::from_utf8(word).is_ok_and(|word| macros.contains(word)))
    };
    let own = map.files().iter().filter(|file| !map.is_system(file.start) && !file.name.starts_with('<'));
    own.into_iter().any(|file| asks(file.bytes())).then(|| format!("-march={name}"))
}

/// Processors that can do what every one can.
const PLAIN: &[&str] = &[
    "x86_64",
    "k8",
    "opteron",
    "athlon64",
    "athlon-fx",
    "nocona",
    "i386",
    "i486",
    "i586",
    "i686",
    "pentium",
    "pentiumpro",
];

/// What is defined where there is a C library.
const OF_LIBRARY: &[&str] = &[
    "__STDC_IEC_559__",
    "__STDC_IEC_559_COMPLEX__",
    "__STDC_IEC_60559_BFP__",
    "__STDC_IEC_60559_COMPLEX__",
    "__STDC_ISO_10646__",
];

/// What is defined where there is `_Float16`.
const OF_FLOAT16: &[&str] = &[
    "__FLT16_DECIMAL_DIG__",
    "__FLT16_DENORM_MIN__",
    "__FLT16_DIG__",
    "__FLT16_EPSILON__",
    "__FLT16_HAS_DENORM__",
    "__FLT16_HAS_INFINITY__",
    "__FLT16_HAS_QUIET_NAN__",
    "__FLT16_IS_IEC_60559__",
    "__FLT16_MANT_DIG__",
    "__FLT16_MAX_10_EXP__",
    "__FLT16_MAX_EXP__",
    "__FLT16_MAX__",
    "__FLT16_MIN_10_EXP__",
    "__FLT16_MIN_EXP__",
    "__FLT16_MIN__",
    "__FLT16_NORM_MAX__",
];

/// What the flags about floating numbers allow the compiler.
fn relax(options: &Options, predef: &mut Predef) {
    let math = &mut predef.math;
    for flag in &options.math {
        let (name, on) = match flag.strip_prefix("no-") {
            Some(name) => (name, false),
            None => (flag.as_str(), true),
        };
        match name {
            "fast-math" => predef.trapping_math = math.set_fast(on),
            "unsafe-math-optimizations" => predef.trapping_math = math.set_unsafe(on),
            "finite-math-only" => math.finite_only = on,
            "math-errno" => math.errno = on,
            "trapping-math" => predef.trapping_math = on,
            "signed-zeros" => math.signed_zeros = on,
            "associative-math" => math.associative = on,
            "reciprocal-math" => math.reciprocal = on,
            "rounding-math" => predef.defines.push("__ROUNDING_MATH__=1".into()),
            "signaling-nans" => predef.defines.push("__SUPPORT_SNAN__=1".into()),
            _ => {}
        }
    }
}

fn std_of(edition: Edition) -> Std {
    match edition {
        Edition::C89 => Std::C89,
        Edition::C99 => Std::C99,
        Edition::C11 => Std::C11,
        Edition::C17 => Std::C17,
        Edition::C23 => Std::C23,
    }
}

/// Which extensions of the machine a program may use is the compiler's concern, so all are allowed.
/// Only programs with vector types can tell, and only they are worth the time to find them all.
fn every_extension() -> Isa {
    let features = FEATURES.iter().filter_map(|row| Feature::named(row.name));
    features.fold(Isa::NONE, |isa, feature| isa.union(Isa::with(feature)))
}

fn target_of(options: &Options) -> TargetInfo {
    let triple = match options.width {
        Width::Bits32 => "i686-unknown-linux-gnu",
        Width::Bits64 => "x86_64-unknown-linux-gnu",
    };
    let mut target = TargetInfo::new(triple.parse::<Triple>().expect("a target of the table"));
    if let Some(signed) = options.signed_char {
        target.char_is_signed = signed;
    }
    if options.short_wchar {
        (target.wchar_width, target.wchar_is_signed) = (16, false);
    }
    if options.short_long_double {
        target.scalars.long_double = target.scalars.double;
        target.long_double_width = 64;
        target.long_double_format = target.scalars.double.format;
    }
    target
}
