//! What proofs of the corpus claim, checked while its programs run.
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
    /// What fails: a program, and how.
    pub refuted: Vec<String>,
}

/// Every proved program whose path has one of some words in it; all of them if there are no words.
pub fn campaign(tool: &Tool, builds: &[Build], out: &Path, words: &[&str]) -> anyhow::Result<Counts> {
    let mut counts = Counts::default();
    let mut without = String::new();
    for case in corpus::cases() {
        let path = case.file.display().to_string();
        if !words.is_empty() && !words.iter().any(|word| path.contains(word)) {
            continue;
        }
        if tool.check(&case.file, &case.args, &[]) != Verdict::Proved {
            continue;
        }
        let text = out.join("instrumented.c");
        let Some(said) = tool.instrument(&case.file, &case.args, &text) else {
            counts.refuted.push(format!("{path}: not written"));
            continue;
        };
        counts.programs += 1;
        let last = said.lines().last().unwrap_or_default();
        let numbers: Vec<u64> = last
            .rsplit(": ")
            .next()
            .unwrap_or_default()
            .split_whitespace()
            .filter_map(|word| word.parse().ok())
            .collect();
        if let [checked, loops, ..] = numbers[..] {
            counts.checked += checked;
            counts.loops += loops;
        }
        for line in said.lines().filter(|line| line.contains("no check for this loop")) {
            without.push_str(line);
            without.push('\n');
        }
        let (mut compiled, mut fault) = (false, None);
        for build in builds {
            let binary = out.join(format!("instrumented-{build:?}"));
            let plain = out.join(format!("plain-{build:?}"));
            if let Err(why) = corpus::compile(*build, &text, &binary, &case.shared) {
                // What the compiler refuses anyway is no mistake of ours.
                if corpus::compile(*build, &case.file, &plain, &case.shared).is_ok() {
                    fault = fault.or(Some(format!("{build:?} refuses it: {why}")));
                }
                continue;
            }
            compiled = true;
            for inputs in corpus::streams() {
                counts.runs += 1;
                if let Ended::Fault(why) = corpus::run(&binary, &inputs) {
                    fault = fault.or(Some(format!("{build:?}, {inputs:?}: {why}")));
                }
            }
        }
        counts.compiled += u64::from(compiled);
        if let Some(why) = fault {
            eprintln!("{path}: {why}");
            counts.refuted.push(format!("{path}: {why}"));
        }
        fs::write(out.join("without.txt"), &without)?;
        fs::write(out.join("refuted.txt"), counts.refuted.join("\n"))?;
    }
    eprintln!(
        "{} programs, {} compiled, {} of {} loops with a check, {} runs, {} refuted",
        counts.programs,
        counts.compiled,
        counts.checked,
        counts.loops,
        counts.runs,
        counts.refuted.len()
    );
    Ok(counts)
}
