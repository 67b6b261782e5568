//! The arguments.

// The comments are what `--help` prints.
#![allow(clippy::doc_markdown)]

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

use crate::svcomp::Svcomp;
use crate::triage::{Cache, Triage};
pub(crate) use crate::values::*;

/// Proves C programs that build and rewire linked structures free of memory errors.
#[derive(Parser, Debug)]
#[command(
    name = "shapewright",
    version,
    after_help = "Exit codes: 0 proved or clean, 1 a finding was printed, 2 bad usage or input, \
                  3 unknown and no finding, 101 a bug of ours, 130 interrupted.\n\
                  Findings go to standard output, progress and summaries to standard error."
)]
pub(crate) struct Cli {
    /// When to use colours; NO_COLOR and CLICOLOR_FORCE are respected
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN")]
    pub(crate) color: When,
    /// When to show how far long work has come, on standard error; by itself only on a terminal
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN")]
    pub(crate) progress: When,
    /// Take options from this file instead of the nearest shapewright.toml
    #[arg(long, global = true, value_name = "FILE", conflicts_with = "no_config")]
    pub(crate) config: Option<PathBuf>,
    /// Take no options from a file
    #[arg(long, global = true)]
    pub(crate) no_config: bool,
    #[command(subcommand)]
    pub(crate) task: Task,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Task {
    /// Prove the program free of memory errors, or show where and why not
    Check(Check),
    /// Run the program concretely and report the first memory error, exactly where it happens
    Run(Run),
    /// Print the shapes the heap can have at a line
    Show(Show),
    /// Print the inductive definitions that checkers are, and what is wrong with them
    Checkers(Checkers),
    /// Write the program as C again, with what is proved of it as checks for any compiler and sanitizer
    Instrument(Instrument),
    /// Print the lowered program, for people
    Ir(Ir),
    /// Measure the analyses on the programs of the papers they come from
    Bench(Bench),
    /// Answer a task of the Competition on Software Verification
    Svcomp(Svcomp),
    /// Check files while they are edited: a language server on standard input and output
    Lsp(Lsp),
    /// Explain a rule: what it means, why it matters, an example
    Explain {
        /// A rule's name, as findings print it: `null-deref`; without one, all rules are listed
        rule: Option<String>,
    },
    /// What shapewright.toml says, and what it may say
    Config {
        /// What to print
        #[arg(value_enum)]
        what: ConfigTask,
    },
    /// Print the manual page
    Man,
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// Which files, and how a compiler would be told to read them.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Inputs {
    /// C files (.c, .i), linked into one program; with -p, the files of the database to take
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// A compile_commands.json, or the directory it is in; it is read, never executed
    #[arg(short = 'p', value_name = "DATABASE")]
    pub(crate) database: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

/// How a compiler would be told to read C files.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Reading {
    /// Directory to search for headers
    #[arg(short = 'I', value_name = "DIR", help_heading = "C options")]
    pub(crate) include_dirs: Vec<PathBuf>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]", help_heading = "C options")]
    pub(crate) defines: Vec<String>,
    /// Undefine a macro
    #[arg(short = 'U', value_name = "NAME", help_heading = "C options")]
    pub(crate) undefines: Vec<String>,
    /// Read a file before the source [also: -include FILE]
    #[arg(long = "include", value_name = "FILE", help_heading = "C options")]
    pub(crate) includes: Vec<String>,
    /// Edition of C: c89 … c23, gnu89 … gnu23 [also: -std=EDITION]
    #[arg(long = "std", value_name = "EDITION", help_heading = "C options")]
    pub(crate) std: Option<String>,
    /// 32-bit layouts [also: -m32]
    #[arg(long = "m32", conflicts_with = "m64", help_heading = "C options")]
    pub(crate) m32: bool,
    /// 64-bit layouts, the default [also: -m64]
    #[arg(long = "m64", help_heading = "C options")]
    pub(crate) m64: bool,
    /// C file with models of functions that the program calls and does not define; asked before ours
    #[arg(long = "models", value_name = "FILE")]
    pub(crate) models: Vec<PathBuf>,
    /// Further flags for the C compiler, as gcc or clang take them
    #[arg(last = true, value_name = "CFLAGS", help_heading = "C options")]
    pub(crate) cflags: Vec<String>,
}

/// How much may be used up.
#[derive(Args, Debug)]
pub(crate) struct Limits {
    /// Time after which to stop with what is known: 500ms, 60s, 5m
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
    pub(crate) budget: Duration,
    /// Memory after which to stop: 512M, 4G [default: half of the machine's or the container's]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) max_memory: Option<u64>,
}

#[derive(Args, Debug)]
#[command(after_help = "Exit codes: 0 everything proved, 1 a finding was printed, 2 bad usage or input, \
                  3 unknown and no finding, 101 a bug of ours; --fail-on says which of 1 and 3 are wanted.\n\
                  Every option may stand in shapewright.toml: see `shapewright config`.")]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) inputs: Inputs,
    /// Analyze this function
    #[arg(long, value_name = "FUNCTION")]
    pub(crate) entry: Option<String>,
    #[command(flatten)]
    pub(crate) analysis: Analysis,
    /// Which blocks count as leaked
    #[arg(long, value_enum, default_value = "lost", value_name = "WHICH")]
    pub(crate) leak: Leak,
    /// Compare the analysis with N concrete runs, and report a bug of ours if one refutes it
    #[arg(long = "self-check", value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "20")]
    pub(crate) runs_to_compare: Option<u64>,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: ReportFormat,
    /// Write the report to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write a report with pictures of the heap to this file as well, to be opened in a browser
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// What makes the exit code other than 0
    #[arg(long, value_enum, default_value = "unknown", value_name = "WHAT")]
    pub(crate) fail_on: FailOn,
    /// Show the shapes of the heap along the way to each finding
    #[arg(long, short = 'v')]
    pub(crate) verbose: bool,
    /// Analyze so many functions at once [default: as many as there are cores]
    #[arg(short = 'j', long = "jobs", value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,
    #[command(flatten)]
    pub(crate) triage: Triage,
    #[command(flatten)]
    pub(crate) cache: Cache,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

#[derive(Args, Debug)]
#[command(
    after_help = "Exit codes: 0 clean, 1 a finding, 2 bad input, 3 an unsupported construct was reached."
)]
pub(crate) struct Run {
    #[command(flatten)]
    pub(crate) inputs: Inputs,
    /// The function to run
    #[arg(long, value_name = "FUNCTION", default_value = "main")]
    pub(crate) entry: String,
    /// Draw inputs from this seed
    #[arg(long, value_name = "S", conflicts_with_all = ["seeds", "input_list"])]
    pub(crate) seed: Option<u64>,
    /// Try the seeds 0 to N-1 and stop at the first finding
    #[arg(long, value_name = "N", conflicts_with = "input_list", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) seeds: Option<u64>,
    /// The inputs, in the order they are consumed; after the last there are zeros, and nothing more to read
    #[arg(long = "inputs", value_name = "3,1,4", allow_hyphen_values = true, value_parser = integers)]
    pub(crate) input_list: Option<Integers>,
    /// A word of the command line that `main` is given, after the program's name; may be repeated
    #[arg(long = "arg", value_name = "WORD", allow_hyphen_values = true)]
    pub(crate) words: Vec<String>,
    /// Let malloc return NULL; the inputs decide when
    #[arg(long)]
    pub(crate) malloc_may_fail: bool,
    /// Which blocks count as leaked
    #[arg(long, value_enum, default_value = "lost", value_name = "WHICH")]
    pub(crate) leak: Leak,
    /// What a value is that was never written
    #[arg(long, value_enum, default_value = "error", value_name = "WHAT")]
    pub(crate) uninitialized: Uninitialized,
    /// What a failed assertion is: `error`, `end` of the program, or an error if it is a call of this function
    #[arg(long, default_value = "error", value_name = "error|end|FUNCTION", value_parser = failures)]
    pub(crate) failures: interp::Failures,
    /// Look at the bounds of whole objects only, not of arrays within them
    #[arg(long)]
    pub(crate) whole_objects: bool,
    /// Pass on what the program prints as it is; without this, a terminal gets no escape sequences of the program
    #[arg(long)]
    pub(crate) raw: bool,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

/// How to analyze.
#[derive(Args, Debug)]
pub(crate) struct Analysis {
    /// Which abstraction of the heap
    #[arg(long, value_enum, default_value = "auto", value_name = "DOMAIN")]
    pub(crate) domain: Domain,
    /// Predicates and checks for three-valued structures
    #[arg(long, value_name = "FILE")]
    pub(crate) predicates: Option<PathBuf>,
    /// How checkers reason about sets of values
    #[arg(long, value_enum, default_value = "linear", value_name = "DOMAIN")]
    pub(crate) sets: Sets,
    /// How checkers make states fewer at loops
    #[arg(long, value_enum, default_value = "history", value_name = "STRATEGY")]
    pub(crate) folding: Folding,
    /// With canonical folding: keep constants of so many words
    #[arg(long, default_value_t = 4, value_name = "N")]
    pub(crate) simple: u32,
    /// Assume that malloc never returns NULL
    #[arg(long)]
    pub(crate) malloc_never_fails: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Bench {
    /// What to measure
    #[arg(value_enum)]
    pub(crate) what: Suite,
    /// One paper's table only, by the paper's number
    #[arg(long, value_name = "NUMBER")]
    pub(crate) paper: Option<String>,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
}

#[derive(Args, Debug)]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) inputs: Inputs,
    /// The line
    #[arg(long, value_name = "LINE", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) at: u32,
    /// Print pictures instead of text, as one SVG file
    #[arg(long)]
    pub(crate) svg: bool,
    /// Analyze this function
    #[arg(long, value_name = "FUNCTION")]
    pub(crate) entry: Option<String>,
    #[command(flatten)]
    pub(crate) analysis: Analysis,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

#[derive(Args, Debug)]
#[command(
    after_help = "Compile what it writes with the flags the program is compiled with, best with -fsanitize=address,undefined, and run it: a check that does not hold\n\
                  prints the place and the claim, and aborts. -DSWC_ALWAYS makes every check each time it is reached, -DSWC_REPORT says how many held.\n\
                  Exit codes: 0 written, 2 bad input."
)]
pub(crate) struct Instrument {
    #[command(flatten)]
    pub(crate) inputs: Inputs,
    /// The file to write; with several inputs, the directory for files of the same names
    #[arg(long, short = 'o', value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// Analyze this function
    #[arg(long, value_name = "FUNCTION")]
    pub(crate) entry: Option<String>,
    #[command(flatten)]
    pub(crate) analysis: Analysis,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

#[derive(Args, Debug)]
#[command(
    after_help = "An editor starts it and names the files. They are checked when they are opened and saved; nothing of them is executed.\n\
                  Exit codes: 0 the editor ended it, 1 the editor left without a word, 2 bad usage."
)]
pub(crate) struct Lsp {
    /// A compile_commands.json, or the directory it is in: how files are compiled; it is read, never executed
    #[arg(short = 'p', value_name = "DATABASE")]
    pub(crate) database: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// Assume that malloc never returns NULL
    #[arg(long)]
    pub(crate) malloc_never_fails: bool,
    /// Time after which to stop a check with what is known: 500ms, 60s, 5m
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = duration)]
    pub(crate) budget: Duration,
    /// Memory after which to stop a check: 512M, 4G
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = size)]
    pub(crate) max_memory: Option<u64>,
}

#[derive(Args, Debug)]
pub(crate) struct Ir {
    #[command(flatten)]
    pub(crate) inputs: Inputs,
    /// Print this function only
    #[arg(long, value_name = "FUNCTION")]
    pub(crate) function: Option<String>,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

#[derive(Args, Debug)]
#[command(after_help = "Exit codes: 0 every checker can be used, 1 one is refused, 2 bad input.")]
pub(crate) struct Checkers {
    #[command(flatten)]
    pub(crate) inputs: Inputs,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

/// C compilers spell some of their flags with one dash; the parser of arguments wants two.
pub(crate) fn with_compiler_flags(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut rest = false;
    args.map(|arg| {
        rest |= arg == "--";
        match arg.to_str() {
            Some("-include" | "-m32" | "-m64") if !rest => format!("-{}", arg.to_string_lossy()).into(),
            Some(text) if !rest && text.starts_with("-std=") => format!("-{text}").into(),
            _ => arg,
        }
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn compiler_spellings_are_taken_before_the_double_dash_only() {
        let args = ["x", "-std=c99", "-m32", "--", "-m64"].map(OsString::from);
        let read = with_compiler_flags(args.into_iter());
        assert_eq!(read, ["x", "--std=c99", "--m32", "--", "-m64"].map(OsString::from));
    }
}
