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
use rucc_session::{FileSystem, Preinclude, Std};
use rucc_target::isa::FEATURES;
use rucc_target::{Feature, Isa, TargetInfo, Triple};
use rucc_types::Types;
use rustc_hash::FxHashSet;

use crate::designators::Designated;
use crate::diagnostics::{Collected, Positions};
use crate::files::Files;
use crate::headers;
use crate::layouts;
use crate::limits::{self, Excess};
use crate::options::{Command, Edition, IncludeOption, Language, MacroOption, Options, Overflow, Width};
use crate::rewrite::{self, contracts};
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
    /// What becomes of signed overflow.
    pub(crate) overflow: Overflow,
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
    let wraps = rewrite::asks_to_wrap(&converted, &names);
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
        overflow: if wraps { Overflow::Wraps } else { options.overflow },
        is_c23: std == Std::C23,
        warnings,
    })
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
    let includes: Vec<_> = command.options.includes.iter().map(preinclude).collect();
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
    target
}
