//! Compares our concrete runs of `tests/c/run` with the same programs compiled by gcc.
//!
//! Each program is run by us with twenty seeds. The inputs a run consumed are then replayed, through
//! `tests/runtime/nondet.c`, by the program built with gcc: with the address and undefined-behaviour
//! sanitizers (`sanitizers/…`), and for two of the seeds under valgrind (`valgrind/…`), which is the judge of
//! uninitialized reads. Output, exit code, and the kind and line of the first error have to agree. A tool
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

/// How many seeds of a program valgrind sees.
const VALGRIND_SEEDS: usize = 2;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let runtime = Runtime::build()
        .inspect_err(|why| eprintln!("gcc is not usable, the comparison with it is skipped: {why}"))
        .ok()
        .map(Arc::new);
    let sanitized = runtime.as_ref().is_some_and(|r| r.sanitized.is_some());
    let valgrind = runtime.is_some() && have_valgrind();
    let mut trials = Vec::new();
    for case in cases::below("run") {
        let name = case.name.clone();
        let mut trial = |judge: &str, usable: bool, compare: fn(&Case, &Runtime) -> Result<(), Failed>| {
            let (case, runtime) = (case.clone(), runtime.clone());
            let check = move || {
                let runtime = runtime.ok_or("gcc is not usable")?;
                compare(&case, &runtime)
            };
            trials.push(Trial::test(format!("{judge}/{name}"), check).with_ignored_flag(!usable));
        };
        trial("sanitizers", sanitized, with_sanitizers);
        trial("valgrind", valgrind, with_valgrind);
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

/// A program built by gcc, and our runs of it.
struct Built {
    runs: Vec<Run>,
    program: PathBuf,
    _dir: TempDir,
}

fn build(case: &Case, flags: &[&str], runtime: &Path) -> Result<Built, Failed> {
    let expectations = expect::parse(case.file_name(), &case.text())?;
    let runs = tool::run_all(&case.path, &expectations.args)?;
    let dir = TempDir::new()?;
    let program = dir.path().join("program");
    // The arguments that a compiler has in common with us.
    let shared = expectations
        .args
        .iter()
        .filter(|a| ["-m", "-D", "-U", "-I", "-std="].iter().any(|p| a.starts_with(p)));
    let what = shared.map(OsStr::new).chain([case.path.as_os_str(), runtime.as_os_str()]);
    gcc(flags, what, &program)?;
    Ok(Built { runs, program, _dir: dir })
}

fn with_sanitizers(case: &Case, runtime: &Runtime) -> Result<(), Failed> {
    let built = build(case, SANITIZE, runtime.sanitized.as_ref().ok_or("the sanitizers are not usable")?)?;
    let mut replayed: Vec<&str> = Vec::new();
    for run in &built.runs {
        // They do not see uninitialized reads, and what comes after one is anybody's guess.
        if run.fatal().is_some_and(|f| f.rule == "uninitialized") || replayed.contains(&run.inputs.as_str()) {
            continue;
        }
        replayed.push(&run.inputs);
        let mut command = Command::new(&built.program);
        command
            .env("SW_INPUTS", &run.inputs)
            .env("ASAN_OPTIONS", ASAN_OPTIONS)
            .env("UBSAN_OPTIONS", UBSAN_OPTIONS);
        command.env_remove("LSAN_OPTIONS");
        let done = process::run(&mut command, RUN_LIMIT)?;
        let observed = reports::sanitizers(&done.stderr, case.file_name());
        compare(run, &done, &observed, Judge::Sanitizers)?;
    }
    Ok(())
}

fn with_valgrind(case: &Case, runtime: &Runtime) -> Result<(), Failed> {
    let built = build(case, PLAIN, &runtime.plain)?;
    for run in worth_valgrind(&built.runs) {
        let mut command = Command::new("valgrind");
        command.args(["-q", "--leak-check=full", "--errors-for-leak-kinds=definite,indirect,possible"]);
        command.args(["--error-exitcode=77", "--exit-on-first-error=yes", "--track-origins=no"]);
        command.arg(&built.program).env("SW_INPUTS", &run.inputs).env_remove("VALGRIND_OPTS");
        let done = process::run(&mut command, RUN_LIMIT)?;
        let observed = reports::valgrind(&done.stderr, case.file_name());
        compare(run, &done, &observed, Judge::Valgrind)?;
    }
    Ok(())
}

/// A failing run and a passing one, where there are such.
fn worth_valgrind(runs: &[Run]) -> Vec<&Run> {
    let (failing, passing): (Vec<&Run>, Vec<&Run>) = runs.iter().partition(|r| !r.findings.is_empty());
    let mut chosen: Vec<&Run> = Vec::new();
    let first = failing.iter().take(1).chain(passing.iter().take(1));
    for run in first.chain(&failing).chain(&passing) {
        if chosen.len() < VALGRIND_SEEDS && chosen.iter().all(|c| c.inputs != run.inputs) {
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
