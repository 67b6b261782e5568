//! Many programs compiled into one binary by a compiler with sanitizers, and what happens when they run.
//!
//! What sanitizers report and our rules allow is not asked for: signed overflow makes a run one that no answer speaks of, shifts take
//! the machine's count, division by zero ends a program, pointers may be formed at will, any address is aligned.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, bail};
use testkit::process;

const COMPILE_LIMIT: Duration = Duration::from_secs(300);
const RUN_LIMIT: Duration = Duration::from_secs(1_200);
const OPTIONS: &str = "detect_leaks=1:detect_stack_use_after_return=1:handle_abort=1:exitcode=77:allocator_may_return_null=1:print_stacktrace=0:symbolize=0";

/// One way to compile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Build {
    /// gcc with the sanitizers of addresses, leaks and undefined behaviour.
    Gcc,
    /// clang with the same; it keeps reads whose value is not used.
    Clang,
    /// clang with the sanitizer of uninitialized memory.
    Memory,
}

impl Build {
    /// Those of which the compiler and its libraries are there.
    pub fn available(dir: &Path) -> Vec<Self> {
        let probe = dir.join("probe.c");
        let works = |build: &Self| {
            fs::write(&probe, "int main(void) { return 0; }\n").is_ok()
                && build.compile(&[&probe], &dir.join("probe"), &[]).is_ok()
                && Command::new(dir.join("probe")).status().is_ok_and(|status| status.success())
        };
        [Self::Gcc, Self::Clang, Self::Memory].into_iter().filter(works).collect()
    }

    /// Makes a program of files.
    pub fn compile(self, files: &[&Path], to: &Path, flags: &[String]) -> anyhow::Result<()> {
        let mut command = Command::new(if self == Self::Gcc { "gcc" } else { "clang" });
        command.args(["-std=gnu17", "-w", "-O0", "-DSHAPEWRIGHT_RUNTIME", "-I"]).arg(root().join("include"));
        if self == Self::Memory {
            command.args(["-fsanitize=memory"]);
        } else {
            command.args([
                "-fsanitize=address,undefined",
                "-fno-sanitize=shift,integer-divide-by-zero,alignment,pointer-overflow,nonnull-attribute",
                "-fno-sanitize-recover=all",
                "-fsanitize-recover=signed-integer-overflow",
                "-fsanitize-address-use-after-scope",
            ]);
            if self == Self::Clang {
                command.arg("-fno-sanitize=function");
            }
        }
        command.args(flags).args(files).arg("-o").arg(to).arg("-lm");
        let done = process::run(&mut command, COMPILE_LIMIT).map_err(anyhow::Error::msg)?;
        if !done.status.success() {
            bail!("{command:?}\n{}", done.stderr);
        }
        Ok(())
    }
}

/// The repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A program of a batch, its names made its own by a tag.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its text, without what all include.
    pub body: String,
    /// Its main function.
    pub main: String,
    /// Its runs.
    pub runs: Vec<Run>,
}

/// What one run is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// What it reads.
    pub inputs: Vec<i64>,
    /// The allocation that fails, from one; none if zero.
    pub fail: usize,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// As it should.
    Well,
    /// With a report.
    Fault(String),
    /// In a way that says nothing: out of time, or with an overflow.
    Silent,
}

/// Compiles programs into one and runs all of them: for each program how its runs ended. A program that a compiler breaks down on has runs that say nothing.
pub fn run(
    dir: &Path,
    build: Build,
    includes: &str,
    programs: &[Program],
    flags: &[String],
) -> anyhow::Result<Vec<Vec<Ended>>> {
    match together(dir, build, includes, programs, flags) {
        Err(error) if broke_down(&error) => match programs {
            [] => Err(error),
            [one] => Ok(vec![vec![Ended::Silent; one.runs.len()]]),
            several => {
                let (first, rest) = several.split_at(several.len() / 2);
                let mut endings = run(dir, build, includes, first, flags)?;
                endings.extend(run(dir, build, includes, rest, flags)?);
                Ok(endings)
            }
        },
        done => done,
    }
}

/// Whether a compiler says that it has a bug.
fn broke_down(error: &anyhow::Error) -> bool {
    let said = error.to_string();
    said.contains("internal compiler error") || said.contains("PLEASE submit a bug report")
}

/// The same, all in one.
fn together(
    dir: &Path,
    build: Build,
    includes: &str,
    programs: &[Program],
    flags: &[String],
) -> anyhow::Result<Vec<Vec<Ended>>> {
    let mut text = String::from(includes);
    text.push_str(
        "void *sw_malloc(size_t); void *sw_calloc(size_t, size_t); void *sw_realloc(void *, size_t); char *sw_strdup(const char *);\n\
         #define malloc(size) sw_malloc(size)\n#define calloc(count, size) sw_calloc(count, size)\n\
         #define realloc(block, size) sw_realloc(block, size)\n#undef strdup\n#define strdup(text) sw_strdup(text)\n",
    );
    let mut table = String::from(
        "struct sw_run { int program, number; int (*main)(void); const long long *inputs; int count, fail; };\nconst struct sw_run sw_runs[] = {\n",
    );
    let mut count = 0;
    for (at, program) in programs.iter().enumerate() {
        text.push_str(&program.body);
        for (number, run) in program.runs.iter().enumerate() {
            let inputs: Vec<String> = run.inputs.iter().map(|input| format!("{input}ll")).collect();
            let _ = writeln!(
                table,
                "{{ {at}, {number}, {}, (const long long[]){{ {} }}, {}, {} }},",
                program.main,
                if inputs.is_empty() { "0".to_owned() } else { inputs.join(", ") },
                inputs.len(),
                run.fail
            );
            count += 1;
        }
    }
    let _ = writeln!(table, "}};\nconst int sw_run_count = {count};");
    let (file, binary) = (dir.join("batch.c"), dir.join(format!("batch-{build:?}")));
    fs::write(&file, text + &table)?;
    let runtime = root().join("tests/second-oracle/native.c");
    build.compile(&[&file, &runtime], &binary, flags)?;
    let mut command = Command::new(&binary);
    command
        .env("ASAN_OPTIONS", OPTIONS)
        .env("UBSAN_OPTIONS", "exitcode=77")
        .env("MSAN_OPTIONS", "exitcode=77:symbolize=0:allocator_may_return_null=1");
    let done = process::run(&mut command, RUN_LIMIT).map_err(anyhow::Error::msg)?;
    if !done.status.success() {
        bail!("the batch ends with {}:\n{}", done.status, done.stderr);
    }
    endings(programs, &done.stdout, &done.stderr)
}

fn endings(programs: &[Program], stdout: &str, stderr: &str) -> anyhow::Result<Vec<Vec<Ended>>> {
    let mut reports = std::collections::HashMap::new();
    for part in stderr.split("@@@ ").skip(1) {
        let (head, report) = part.split_once('\n').unwrap_or((part, ""));
        reports.entry(head.trim().to_owned()).or_insert_with(String::new).push_str(report);
    }
    let mut found: Vec<Vec<Ended>> =
        programs.iter().map(|program| vec![Ended::Silent; program.runs.len()]).collect();
    for line in stdout.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [program, run, how, number] = words[..] else { continue };
        let report = reports.get(&format!("{program} {run}")).map_or("", String::as_str);
        let ended = judge(how, number.parse().context("a number")?, report);
        let (program, run): (usize, usize) = (program.parse()?, run.parse()?);
        found[program][run] = ended;
    }
    Ok(found)
}

/// What an end means. 8 is division by zero, 14 the end of the time.
pub fn judge(how: &str, number: i32, report: &str) -> Ended {
    if report.contains("signed integer overflow")
        || report.contains("FPE on")
        || report.contains("deadly signal") && report.contains("FPE")
    {
        return Ended::Silent;
    }
    match (how, number) {
        ("exit", 77) | ("signal", 4 | 5 | 6 | 7 | 11) => Ended::Fault(summary(report)),
        ("exit", _) => Ended::Well,
        _ => Ended::Silent,
    }
}

/// The line of a report that says what is wrong.
fn summary(report: &str) -> String {
    let telling = |line: &&str| {
        ["does not hold", "Assertion", "ERROR: ", "WARNING: MemorySanitizer", "runtime error: "]
            .iter()
            .any(|word| line.contains(word))
    };
    let line = report.lines().find(telling).unwrap_or("a signal");
    let from = line.find("ERROR: ").or_else(|| line.find("runtime error: ")).unwrap_or(0);
    line[from..].chars().take(120).collect()
}
