//! What proofs claim, checked while programs run: those of the corpus, and random ones.
//!
//! Each proved program is written as C again with its claims as checks, compiled, and run. A check that fails refutes the proof, or shows that a claim was
//! written wrongly.

use std::fs;
use std::path::Path;

use crate::corpus;
use crate::native::{Build, Ended};
use crate::tool::{Tool, Verdict};

/// How much is checked, and what fails.
#[derive(Default, Debug)]
pub struct Counts {
    /// Proved programs that were written with checks.
    pub programs: u64,
    /// Those that compilers take.
    pub compiled: u64,
    /// The loops that the analysis went through.
    pub loops: u64,
    /// Those with a check.
    pub checked: u64,
    /// Runs.
    pub runs: u64,
    /// What was said of loops without one.
    pub without: Vec<String>,
    /// What fails: a program, and how.
    pub refuted: Vec<String>,
}

/// A proved program, and the inputs it is run on.
struct Proved<'a> {
    name: String,
    file: &'a Path,
    args: &'a [String],
    shared: &'a [String],
    streams: Vec<Vec<i64>>,
}

/// Every proved program of the corpus whose path has one of some words in it; all of them if there are no words.
pub fn campaign(tool: &Tool, builds: &[Build], out: &Path, words: &[&str]) -> anyhow::Result<Counts> {
    let mut counts = Counts::default();
    for case in corpus::cases() {
        let name = case.file.display().to_string();
        let wanted = words.is_empty() || words.iter().any(|word| name.contains(word));
        if !wanted || tool.check(&case.file, &case.args, &[]) != Verdict::Proved {
            continue;
        }
        let (file, args, shared) = (&*case.file, &*case.args, &*case.shared);
        let proved = Proved { name, file, args, shared, streams: corpus::streams() };
        one(tool, builds, out, &proved, &mut counts)?;
    }
    counts.tell();
    Ok(counts)
}

/// So many random programs from a seed on; those that are proved run on the inputs they are made for, and on others.
pub fn random(tool: &Tool, builds: &[Build], out: &Path, from: u64, count: u64) -> anyhow::Result<Counts> {
    let mut counts = Counts::default();
    let file = out.join("program.c");
    for seed in from..from + count {
        let program = generate::surface(seed, "");
        fs::write(&file, program.text())?;
        if tool.check(&file, &[], &program.flags) != Verdict::Proved {
            continue;
        }
        let mut args = vec!["--".to_owned()];
        args.extend(program.flags.iter().cloned());
        let mut streams = corpus::streams();
        streams.truncate(3);
        streams.push(program.inputs.clone());
        let (name, shared) = (format!("program {seed}"), &*program.flags);
        let proved = Proved { name, file: &file, args: &args, shared, streams };
        let before = counts.refuted.len();
        one(tool, builds, out, &proved, &mut counts)?;
        if counts.refuted.len() > before {
            fs::copy(&file, out.join(format!("{seed}.c")))?;
        }
    }
    counts.tell();
    Ok(counts)
}

impl Counts {
    fn tell(&self) {
        eprintln!(
            "{} programs, {} compiled, {} of {} loops with a check, {} runs, {} refuted",
            self.programs,
            self.compiled,
            self.checked,
            self.loops,
            self.runs,
            self.refuted.len()
        );
    }
}

/// Writes a program with its checks, compiles it and runs it.
fn one(
    tool: &Tool,
    builds: &[Build],
    out: &Path,
    proved: &Proved<'_>,
    counts: &mut Counts,
) -> anyhow::Result<()> {
    let text = out.join("instrumented.c");
    let Some(said) = tool.instrument(proved.file, proved.args, &text) else {
        counts.refuted.push(format!("{}: not written", proved.name));
        return Ok(());
    };
    counts.programs += 1;
    let last = said.lines().last().unwrap_or_default();
    let numbers = last.rsplit(": ").next().unwrap_or_default().split_whitespace();
    let numbers: Vec<u64> = numbers.filter_map(|word| word.parse().ok()).collect();
    if let [checked, loops, ..] = numbers[..] {
        counts.checked += checked;
        counts.loops += loops;
    }
    let without = said.lines().filter(|line| line.contains("no check for this loop"));
    counts.without.extend(without.map(str::to_owned));
    let (mut compiled, mut fault) = (false, None);
    for build in builds {
        let binary = out.join(format!("instrumented-{build:?}"));
        let plain = out.join(format!("plain-{build:?}"));
        if let Err(why) = corpus::compile(*build, &text, &binary, proved.shared) {
            // What the compiler refuses anyway is no mistake of ours.
            if corpus::compile(*build, proved.file, &plain, proved.shared).is_ok() {
                fault = fault.or(Some(format!("{build:?} refuses it: {why}")));
            }
            continue;
        }
        compiled = true;
        for inputs in &proved.streams {
            counts.runs += 1;
            if let Ended::Fault(why) = corpus::run(&binary, inputs) {
                fault = fault.or(Some(format!("{build:?}, {inputs:?}: {why}")));
            }
        }
    }
    counts.compiled += u64::from(compiled);
    if let Some(why) = fault {
        eprintln!("{}: {why}", proved.name);
        counts.refuted.push(format!("{}: {why}", proved.name));
    }
    fs::write(out.join("without.txt"), counts.without.join("\n"))?;
    fs::write(out.join("refuted.txt"), counts.refuted.join("\n"))?;
    Ok(())
}
