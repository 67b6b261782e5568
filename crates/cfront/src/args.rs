//! Reading the argument vector of gcc or clang.
//!
//! Nothing is ever executed: what matters to the meaning of the program is picked out, what is
//! known not to matter is passed over, and what is not known is passed over with a note.

use std::path::{Path, PathBuf};

use crate::flags::{self, Effect};
use crate::options::{Dialect, IncludeOption, Language, MacroOption, Optimize, Options, Width};
use crate::response;

/// What an argument vector says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arguments {
    /// How to read the files.
    pub options: Options,
    /// The C files among the operands.
    pub files: Vec<PathBuf>,
    /// What was passed over, one line each.
    pub notes: Vec<String>,
}

impl Options {
    /// Reads an argument vector, without the compiler's name in front. Relative paths are taken
    /// from `cwd`; an empty `cwd` leaves them as they are.
    pub fn from_args(args: &[String], cwd: &Path) -> Arguments {
        let mut notes = Vec::new();
        let args = response::expand(args, cwd, &mut notes);
        let mut reader = Reader { cwd, out: Arguments { notes, ..Arguments::default() } };
        reader.read(&args);
        reader.out
    }
}

struct Reader<'a> {
    cwd: &'a Path,
    out: Arguments,
}

impl Reader<'_> {
    fn read(&mut self, args: &[String]) {
        let mut rest = args;
        while let [arg, tail @ ..] = rest {
            rest = tail;
            if arg == "--" {
                for operand in rest {
                    self.operand(operand);
                }
                return;
            }
            match arg.as_str() {
                "-" => self.note("standard input cannot be analyzed".into()),
                "-Xclang" | "-Xpreprocessor" => rest = self.passed_through(arg, rest),
                _ if arg.starts_with('-') => rest = self.flag(arg, rest),
                _ => self.operand(arg),
            }
        }
    }

    /// A flag for an inner stage of the compiler. When that flag has an argument, the argument
    /// comes wrapped in the same way.
    fn passed_through<'a>(&mut self, wrapper: &str, rest: &'a [String]) -> &'a [String] {
        let [inner, tail @ ..] = rest else {
            self.note(format!("`{wrapper}` is missing its argument"));
            return rest;
        };
        if flags::takes_next(inner)
            && let [again, argument, tail @ ..] = tail
            && again == wrapper
        {
            self.flag(inner, std::slice::from_ref(argument));
            return tail;
        }
        if inner.starts_with('-') {
            self.flag(inner, &[]);
        }
        tail
    }

    /// One flag with what follows it; answers what follows the flag's own argument.
    fn flag<'a>(&mut self, arg: &str, rest: &'a [String]) -> &'a [String] {
        if let Some(list) = arg.strip_prefix("-Wp,") {
            self.preprocessor_list(list);
            return rest;
        }
        let Some((effect, joined)) = flags::lookup(arg) else {
            // What no one here knows may change anything.
            if arg.starts_with("-f") || arg.starts_with("-m") {
                self.out.options.unmodelled.push(arg.to_owned());
            }
            self.note(format!("`{arg}` is not known and was ignored"));
            return rest;
        };
        let (value, rest) = match (joined, effect.wants_value(), rest) {
            (Some(value), _, _) => (value, rest),
            (None, false, _) => ("", rest),
            (None, true, [value, tail @ ..]) => (value.as_str(), tail),
            (None, true, []) => {
                self.note(format!("`{arg}` is missing its argument"));
                return rest;
            }
        };
        self.apply(effect, arg, value);
        rest
    }

    /// `-Wp,-DX,-MD,file`: flags for the preprocessor, where `-MD` has an argument of its own.
    fn preprocessor_list(&mut self, list: &str) {
        let mut args: Vec<String> = Vec::new();
        let mut parts = list.split(',');
        while let Some(part) = parts.next() {
            if part == "-MD" || part == "-MMD" {
                parts.next();
            } else {
                args.push(part.to_owned());
            }
        }
        self.read(&args);
    }

    fn apply(&mut self, effect: Effect, arg: &str, value: &str) {
        let options = &mut self.out.options;
        match effect {
            Effect::IncludeDir if value == "-" => self.note("`-I-` is not supported and was ignored".into()),
            Effect::IncludeDir => options.include_dirs.push(dir(self.cwd, options.sysroot.as_deref(), value)),
            Effect::SystemDir => options.system_dirs.push(dir(self.cwd, options.sysroot.as_deref(), value)),
            Effect::QuoteDir => options.quote_dirs.push(dir(self.cwd, options.sysroot.as_deref(), value)),
            Effect::AfterDir => options.after_dirs.push(dir(self.cwd, options.sysroot.as_deref(), value)),
            Effect::Sysroot => options.sysroot = Some(self.cwd.join(value)),
            Effect::Define => options.macros.push(MacroOption::Define(value.to_owned())),
            Effect::Undefine => options.macros.push(MacroOption::Undefine(value.to_owned())),
            Effect::Include { macros_only } => {
                // Looked for in the working directory first, and then like any quoted header.
                let here = self.cwd.join(value);
                let file =
                    if here.is_file() { here.to_string_lossy().into_owned() } else { value.to_owned() };
                options.includes.push(IncludeOption { file, macros_only });
            }
            Effect::Dialect => match Dialect::from_flag(value) {
                Some(dialect) => options.dialect = dialect,
                None => self.note(format!("`{arg}` is no dialect of C and was ignored")),
            },
            Effect::Ansi => options.dialect = Dialect::from_flag("c89").unwrap_or_default(),
            Effect::Width(width) => options.width = width,
            Effect::Target => match width_of_triple(value) {
                Some(width) => options.width = width,
                None => self.note(format!("the target `{value}` is not supported: only x86 is")),
            },
            Effect::SignedChar(signed) => options.signed_char = Some(signed),
            Effect::ShortEnums(on) => options.short_enums = on,
            Effect::Optimize => {
                options.optimize = match arg.trim_start_matches("-O") {
                    "0" => Optimize::No,
                    "s" | "z" => Optimize::Size,
                    _ => Optimize::Yes,
                };
                if arg == "-Ofast" {
                    options.math.push("fast-math".to_owned());
                }
            }
            Effect::Processor => options.processor = Some(value.to_owned()),
            Effect::Extension => options.extensions.push(value.to_owned()),
            Effect::Math => options.math.push(arg.trim_start_matches("-f").to_owned()),
            Effect::Position(position) => options.position = position,
            Effect::Pack => {
                match arg.strip_prefix("-fpack-struct").map(|rest| rest.trim_start_matches('=')) {
                    Some("") => options.pack = Some(1),
                    Some(size) if ["1", "2", "4", "8", "16"].contains(&size) => {
                        options.pack = size.parse().ok();
                    }
                    _ => self.unmodelled(arg),
                }
            }
            Effect::ShortWchar(on) => options.short_wchar = on,
            Effect::ShortLongDouble(on) => options.short_long_double = on,
            Effect::Gnu89Inline(on) => options.gnu89_inline = on,
            Effect::Sanitize => {
                for kind in value.split(',') {
                    let defines = match kind {
                        "address" => "__SANITIZE_ADDRESS__=1",
                        "hwaddress" => "__SANITIZE_HWADDRESS__=1",
                        "thread" => "__SANITIZE_THREAD__=1",
                        _ => continue,
                    };
                    options.macros.push(MacroOption::Define(defines.to_owned()));
                }
            }
            Effect::Macro(defines) => options.macros.push(MacroOption::Define(defines.to_owned())),
            Effect::Macros(all) => {
                for name in all {
                    let option = match name.strip_prefix('-') {
                        Some(name) => MacroOption::Undefine(name.to_owned()),
                        None => MacroOption::Define((*name).to_owned()),
                    };
                    options.macros.push(option);
                }
            }
            Effect::SseMath => options.sse_math = true,
            Effect::Overflow(overflow) => options.overflow = overflow,
            Effect::MsExtensions(on) => options.ms_extensions = on,
            Effect::Trigraphs => options.trigraphs = true,
            Effect::Freestanding(on) => options.freestanding = on,
            Effect::Builtins(on) => options.no_builtin = !on,
            Effect::NoStandardHeaders => options.no_standard_headers = true,
            Effect::Threads => options.macros.push(MacroOption::Define("_REENTRANT".to_owned())),
            Effect::Language => self.language(value),
            Effect::Linker => {
                if let Some(word) = flags::relinks(value) {
                    self.unmodelled(word);
                }
            }
            Effect::Nothing | Effect::NothingWithValue => {}
            Effect::Entry => self.unmodelled(arg),
            Effect::Unsupported => self.unmodelled(arg),
        }
    }

    /// The flag changes what the program means, in a way that is not modelled.
    fn unmodelled(&mut self, arg: &str) {
        self.out.options.unmodelled.push(arg.to_owned());
        self.note(format!("`{arg}` changes the meaning of the program but is not supported"));
    }

    fn language(&mut self, value: &str) {
        self.out.options.language = match value {
            "c" | "c-header" => Some(Language::C),
            "cpp-output" => Some(Language::Preprocessed),
            "none" => None,
            _ => {
                self.out.options.unmodelled.push(format!("-x {value}"));
                return self.note(format!("`-x {value}`: only C is supported"));
            }
        };
    }

    fn operand(&mut self, operand: &str) {
        let file = self.cwd.join(operand);
        if self.out.options.language.or(Language::of(&file)).is_some() {
            self.out.files.push(file);
        } else {
            self.note(format!("`{operand}` is not a C file and was ignored"));
        }
    }

    fn note(&mut self, note: String) {
        self.out.notes.push(note);
    }
}

/// A directory of the search path; `=dir` is inside the sysroot.
fn dir(cwd: &Path, sysroot: Option<&Path>, value: &str) -> PathBuf {
    match value.strip_prefix('=').or_else(|| value.strip_prefix("$SYSROOT")) {
        Some(inside) => sysroot.unwrap_or(Path::new("/")).join(inside.trim_start_matches('/')),
        None => cwd.join(value),
    }
}

fn width_of_triple(triple: &str) -> Option<Width> {
    match triple.split('-').next()? {
        "i386" | "i486" | "i586" | "i686" => Some(Width::Bits32),
        "x86_64" | "amd64" => Some(Width::Bits64),
        _ => None,
    }
}
