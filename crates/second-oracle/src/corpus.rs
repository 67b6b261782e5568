//! The programs of `tests/c`: what is proved runs natively without a fault, and what has an error written into it is not proved.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use testkit::process;

use crate::native::{Build, Ended, root};
use crate::tool::{Tool, Verdict};

const RUN_LIMIT: Duration = Duration::from_secs(10);

/// A program of the corpus that runs by itself.
#[derive(Clone, Debug)]
pub struct Case {
    /// Where it is.
    pub file: PathBuf,
    /// Its text.
    pub text: String,
    /// Arguments for us.
    pub args: Vec<String>,
    /// Those that compilers have too.
    pub shared: Vec<String>,
    /// Whether an error is written into it.
    pub wrong: bool,
}

/// All programs with a `main` that can be compiled for this machine.
pub fn cases() -> Vec<Case> {
    let mut files = Vec::new();
    collect(&root().join("tests/c"), &mut files);
    files.sort();
    files.into_iter().filter_map(read).collect()
}

fn collect(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            found.push(path);
        }
    }
}

fn read(file: PathBuf) -> Option<Case> {
    let text = fs::read_to_string(&file).ok()?;
    let args: Vec<String> = text
        .lines()
        .filter_map(|line| line.strip_prefix("//@ args:"))
        .flat_map(str::split_whitespace)
        .map(str::to_owned)
        .collect();
    let shared: Vec<String> = args
        .iter()
        .filter(|arg| ["-D", "-U", "-I", "-std="].iter().any(|prefix| arg.starts_with(prefix)))
        .cloned()
        .collect();
    let runs = text.contains("int main(") && !args.iter().any(|arg| arg == "-m32" || arg == "--entry");
    let wrong = text.contains("//~ error[") || text.contains("//@ confirmed");
    runs.then_some(Case { file, text, args, shared, wrong })
}

/// Inputs to try programs with: nothing, ones that end, numbers as people type them.
pub fn streams() -> Vec<Vec<i64>> {
    let mut state: u64 = 7;
    let mut random = |limit: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % limit) as i64
    };
    let mut found =
        vec![vec![], vec![1, 1, 1, 0], vec![1, 2, 1, 3, 1, 4, 0, 1, 2, 0], vec![3, 5, 4, 2, 1, 3, 2, 1]];
    found.push((0..30).map(|_| random(2)).collect());
    found.push((0..30).map(|_| random(5)).collect());
    found.push((0..20).map(|_| random(40) - 3).collect());
    found
}

/// Compiles a program, so that it reads its inputs from the environment.
pub fn compile(build: Build, file: &Path, to: &Path, shared: &[String]) -> anyhow::Result<()> {
    let runtime = root().join("tests/runtime/nondet.c");
    let mut flags = shared.to_vec();
    flags.push("-Wl,--wrap=main".to_owned());
    build.compile(&[file, &runtime], to, &flags)
}

/// One run of a program that was compiled. That calls nest too deep is no fault by our rules.
pub fn run(binary: &Path, inputs: &[i64]) -> Ended {
    let words: Vec<String> = inputs.iter().map(ToString::to_string).collect();
    let mut command = Command::new(binary);
    let options = "detect_leaks=1:detect_stack_use_after_return=1:handle_abort=0:exitcode=77:allocator_may_return_null=1:print_stacktrace=0:symbolize=0";
    command.env("SW_INPUTS", words.join(",")).env("ASAN_OPTIONS", options);
    command
        .env("UBSAN_OPTIONS", "exitcode=77")
        .env("MSAN_OPTIONS", "exitcode=77:symbolize=0:allocator_may_return_null=1");
    let Ok(done) = process::run(&mut command, RUN_LIMIT) else { return Ended::Silent };
    if done.stderr.contains("stack-overflow") {
        return Ended::Silent;
    }
    let asserted =
        ["does not hold", "Assertion", "reach_error"].iter().any(|word| done.stderr.contains(word));
    match done.status.code() {
        Some(code) => crate::native::judge("exit", code, &done.stderr),
        // Who calls `abort` wants to end.
        None if signal(done.status) == 6 && !asserted => Ended::Well,
        None => crate::native::judge("signal", signal(done.status), &done.stderr),
    }
}

fn signal(status: std::process::ExitStatus) -> i32 {
    use std::os::unix::process::ExitStatusExt;
    status.signal().unwrap_or_default()
}

/// What the corpus gave: how many programs were what, and what was refuted.
pub fn campaign(tool: &Tool, builds: &[Build], out: &Path) -> anyhow::Result<u64> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    let mut refuted = Vec::new();
    for case in cases() {
        let verdict = tool.check(&case.file, &case.args, &[]);
        *counts.entry("programs").or_default() += 1;
        if verdict != Verdict::Proved {
            continue;
        }
        *counts.entry("proved").or_default() += 1;
        if case.wrong {
            refuted.push(format!("{}: an error is written into it", case.file.display()));
        }
        let mut compiled = false;
        let mut fault = None;
        for build in builds {
            let binary = out.join(format!("corpus-{build:?}"));
            if compile(*build, &case.file, &binary, &case.shared).is_err() {
                continue;
            }
            compiled = true;
            for inputs in streams() {
                *counts.entry("runs").or_default() += 1;
                if let Ended::Fault(why) = run(&binary, &inputs) {
                    fault = fault.or(Some(format!("{build:?}, {inputs:?}: {why}")));
                }
            }
        }
        *counts.entry(if compiled { "run" } else { "not compiled" }).or_default() += 1;
        if let Some(why) = fault {
            refuted.push(format!("{}: {why}", case.file.display()));
        }
    }
    eprintln!("{counts:?}, {} refuted", refuted.len());
    for line in &refuted {
        eprintln!("{line}");
    }
    fs::write(out.join("refuted.txt"), refuted.join("\n"))?;
    Ok(refuted.len() as u64)
}
