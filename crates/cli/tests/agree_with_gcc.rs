//! Compares our concrete runs of `tests/c/run` with the same programs compiled by gcc.
//!
//! Each program is run by us with twenty seeds. The inputs that some of the runs consumed, failing ones first, are then
//! replayed, through `tests/runtime/nondet.c`, by the program built with gcc: six with the address and undefined-behaviour
//! sanitizers, and one under valgrind, which is the judge of uninitialized reads. Output, exit code, and the kind and line of the first error have to agree. A tool
//! that is not installed leaves its tests ignored.

mod support;

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};
use support::cases::{self, Case};
use support::reports::{Fault, Observed};
use support::tool::Run;
use support::{expect, reports, tool};
use tempfile::TempDir;
use testkit::process::{self, Finished};

const SANITIZE: &[&str] = &[
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
    "-fno-omit-frame-pointer",
    "-fsanitize-address-use-after-scope",
];
const PLAIN: &[&str] = &[];

const ASAN_OPTIONS: &str = "detect_leaks=1:detect_stack_use_after_return=1:handle_abort=1:exitcode=77";
const UBSAN_OPTIONS: &str = "exitcode=77";

const COMPILE_LIMIT: Duration = Duration::from_secs(60);
const RUN_LIMIT: Duration = Duration::from_secs(20);

/// How many seeds of a program the sanitizers see.
const SANITIZED_SEEDS: usize = 6;
/// How many seeds of a program valgrind sees.
const VALGRIND_SEEDS: usize = 1;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let runtime = Runtime::build()
        .inspect_err(|why| eprintln!("gcc is not usable, the comparison with it is skipped: {why}"))
        .ok()
        .map(Arc::new);
    let sanitized = runtime.as_ref().is_some_and(|r| r.sanitized.is_some());
    let valgrind = runtime.is_some() && have_valgrind();
    let mut trials = Vec::new();
    // What is in files is an input of ours only.
    for case in cases::below("run").into_iter().filter(|case| !case.name.starts_with("run/files/")) {
        let (name, runtime) = (case.name.clone(), runtime.clone());
        let check = move || {
            let runtime = runtime.ok_or("gcc is not usable")?;
            let expectations = expect::parse(case.file_name(), &case.text())?;
            let runs = tool::run_all(&case.path, &expectations.args)?;
            let replay = Replay { case: &case, args: &expectations.args, runs: &runs };
            if let Some(runtime) = &runtime.sanitized {
                replay.with_sanitizers(runtime)?;
            }
            if valgrind { replay.with_valgrind(&runtime.plain) } else { Ok(()) }
        };
        trials.push(Trial::test(name, check).with_ignored_flag(!sanitized && !valgrind));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// `nondet.c`, compiled once for each way of building.
struct Runtime {
    plain: PathBuf,
    sanitized: Option<PathBuf>,
    _dir: TempDir,
}

impl Runtime {
    fn build() -> Result<Self, String> {
        let dir = TempDir::new().map_err(|e| e.to_string())?;
        let plain = Self::compile(dir.path(), "plain", PLAIN)?;
        let sanitized = Self::compile(dir.path(), "sanitized", SANITIZE)
            .inspect_err(|why| {
                eprintln!("gcc's sanitizers are not usable, the comparison with them is skipped: {why}");
            })
            .ok();
        Ok(Self { plain, sanitized, _dir: dir })
    }

    fn compile(dir: &Path, name: &str, flags: &[&str]) -> Result<PathBuf, String> {
        let source = cases::tests_dir().join("runtime/nondet.c");
        let object = dir.join(name).with_extension("o");
        gcc(flags, [OsStr::new("-c"), source.as_os_str()], &object)?;
        // Linking shows whether the libraries are there too.
        let probe = dir.join("probe.c");
        fs::write(&probe, "int main(void) { return 0; }\n").map_err(|e| e.to_string())?;
        gcc(flags, [probe.as_os_str(), object.as_os_str()], &dir.join("probe"))?;
        Ok(object)
    }
}

fn have_valgrind() -> bool {
    let version = process::run(Command::new("valgrind").arg("--version"), RUN_LIMIT);
    let usable = version.is_ok_and(|done| done.status.success());
    if !usable {
        eprintln!("valgrind is not installed, the comparison with it is skipped");
    }
    usable
}

fn gcc<'a>(flags: &[&str], what: impl IntoIterator<Item = &'a OsStr>, out: &Path) -> Result<(), String> {
    let mut command = Command::new("gcc");
    command
        .args(["-std=gnu11", "-w", "-g", "-O0", "-I"])
        .arg(cases::tests_dir().join("../include"))
        .args(flags)
        .args(what)
        .arg("-o")
        .arg(out)
        .args(["-lm", "-Wl,--wrap=main"]);
    let done = process::run(&mut command, COMPILE_LIMIT)?;
    if done.status.success() { Ok(()) } else { Err(format!("{command:?}\n{}", done.stderr)) }
}

/// A program and our runs of it, to be repeated by what gcc makes of it.
struct Replay<'a> {
    case: &'a Case,
    args: &'a [String],
    runs: &'a [Run],
}

impl Replay<'_> {
    fn build(&self, dir: &Path, flags: &[&str], runtime: &Path) -> Result<PathBuf, Failed> {
        let program = dir.join("program");
        // The arguments that a compiler has in common with us.
        let shared =
            self.args.iter().filter(|a| ["-m", "-D", "-U", "-I", "-std="].iter().any(|p| a.starts_with(p)));
        let what = shared.map(OsStr::new).chain([self.case.path.as_os_str(), runtime.as_os_str()]);
        gcc(flags, what, &program)?;
        Ok(program)
    }

    fn with_sanitizers(&self, runtime: &Path) -> Result<(), Failed> {
        let dir = TempDir::new()?;
        let program = self.build(dir.path(), SANITIZE, runtime)?;
        // They do not see uninitialized reads, and what comes after one is anybody's guess.
        let judged = |run: &&Run| run.fatal().is_none_or(|fatal| fatal.rule != "uninitialized");
        for run in worth(self.runs.iter().filter(judged), SANITIZED_SEEDS) {
            let mut command = Command::new(&program);
            command
                .env("SW_INPUTS", &run.inputs)
                .env("ASAN_OPTIONS", ASAN_OPTIONS)
                .env("UBSAN_OPTIONS", UBSAN_OPTIONS);
            command.env_remove("LSAN_OPTIONS");
            let done = process::run(&mut command, RUN_LIMIT)?;
            let observed = reports::sanitizers(&done.stderr, self.case.file_name());
            compare(run, &done, &observed, Judge::Sanitizers)?;
        }
        Ok(())
    }

    fn with_valgrind(&self, runtime: &Path) -> Result<(), Failed> {
        let dir = TempDir::new()?;
        let program = self.build(dir.path(), PLAIN, runtime)?;
        for run in worth(self.runs.iter(), VALGRIND_SEEDS) {
            let mut command = Command::new("valgrind");
            command.args(["-q", "--leak-check=full", "--errors-for-leak-kinds=definite,indirect,possible"]);
            command.args(["--error-exitcode=77", "--exit-on-first-error=yes", "--track-origins=no"]);
            command.arg(&program).env("SW_INPUTS", &run.inputs).env_remove("VALGRIND_OPTS");
            let done = process::run(&mut command, RUN_LIMIT)?;
            let observed = reports::valgrind(&done.stderr, self.case.file_name());
            compare(run, &done, &observed, Judge::Valgrind)?;
        }
        Ok(())
    }
}

/// So many runs that differ: a failing one and a passing one, where there are such, then failing ones.
fn worth<'a>(runs: impl Iterator<Item = &'a Run>, most: usize) -> Vec<&'a Run> {
    let (failing, passing): (Vec<&Run>, Vec<&Run>) = runs.partition(|run| !run.findings.is_empty());
    let mut chosen: Vec<&Run> = Vec::new();
    let first = failing.iter().take(1).chain(passing.iter().take(1));
    for run in first.chain(&failing).chain(&passing) {
        if chosen.len() < most && chosen.iter().all(|c| c.inputs != run.inputs) {
            chosen.push(run);
        }
    }
    chosen
}

#[derive(Clone, Copy)]
enum Judge {
    Sanitizers,
    Valgrind,
}

impl Judge {
    /// Whether it sees every error of this rule. Valgrind knows the bounds and the death of heap blocks, not
    /// of variables. (Uninitialized reads, which the sanitizers do not see, are not shown to them.) Contracts are
    /// nothing to a compiler.
    fn sees(self, rule: &str) -> bool {
        match self {
            _ if rule == "contract" => false,
            Self::Sanitizers => true,
            Self::Valgrind => !matches!(rule, "out-of-bounds" | "use-after-free"),
        }
    }
}

fn compare(run: &Run, done: &Finished, observed: &Observed, judge: Judge) -> Result<(), Failed> {
    let complain = |what: &str| {
        let ours: Vec<String> =
            run.findings.iter().map(|f| format!("line {}: {} ({})", f.line, f.rule, f.message)).collect();
        Err(Failed::from(format!(
            "seed {}: {what}\nSW_INPUTS={}\nours: {ours:?}, exit code {:?}, printed\n{}\ntheirs: {observed:?}, {}, printed\n{}\n{}",
            run.seed, run.inputs, run.exit_code, run.output, done.status, done.stdout, done.stderr
        )))
    };
    match (run.fatal(), &observed.fatal) {
        (Some(ours), theirs) if !judge.sees(&ours.rule) => {
            // It goes on where we stop, so only the same place says something.
            return match theirs {
                Some(theirs) if theirs.line == Some(ours.line) && theirs.rule != ours.rule => {
                    complain("the kind of the error differs")
                }
                _ if !done.stdout.starts_with(&run.output) => complain("the output differs"),
                _ => Ok(()),
            };
        }
        _ if observed.other.is_some() => return complain("they report something we have no rule for"),
        (None, None) => {}
        (Some(_), None) => return complain("only we report an error"),
        (None, Some(_)) => return complain("only they report an error"),
        (Some(ours), Some(Fault { rule, line })) => {
            if ours.rule != *rule {
                return complain("the kind of the error differs");
            }
            if line.is_some_and(|line| line != ours.line) {
                return complain("the line of the error differs");
            }
        }
    }
    if run.output != done.stdout {
        return complain("the output differs");
    }
    if run.fatal().is_none() {
        if run.leaks() != observed.leak {
            return complain("they disagree whether there is a leak");
        }
        // A leak takes the exit code's place.
        let theirs = if observed.aborted { None } else { done.status.code() };
        if !observed.leak && run.exit_code != theirs {
            return complain("the exit code differs");
        }
    }
    Ok(())
}
