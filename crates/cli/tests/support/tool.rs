//! `shapewright run`, called as a user calls it and read from its JSON.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use testkit::process;

/// How many seeds the corpus is run with.
pub(crate) const SEEDS: u32 = 20;

const LIMIT: Duration = Duration::from_secs(20);

#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub(crate) rule: String,
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) message: String,
}

/// One concrete run.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) seed: u32,
    /// In the order of time.
    pub(crate) findings: Vec<Finding>,
    /// What the run consumed, as `SW_INPUTS` wants it.
    pub(crate) inputs: String,
    pub(crate) output: String,
    pub(crate) exit_code: Option<i32>,
}

impl Run {
    /// The finding that ended the run. Leaks do not end one.
    pub(crate) fn fatal(&self) -> Option<&Finding> {
        self.findings.iter().find(|f| f.rule != "leak")
    }

    pub(crate) fn leaks(&self) -> bool {
        self.findings.iter().any(|f| f.rule == "leak")
    }
}

/// Runs the program with every seed.
pub(crate) fn run_all(file: &Path, args: &[String]) -> Result<Vec<Run>, String> {
    (0..SEEDS).map(|seed| run(file, args, seed)).collect()
}

fn run(file: &Path, args: &[String], seed: u32) -> Result<Run, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shapewright"));
    command.arg("run").arg(file).args(["--seed", &seed.to_string(), "--format", "json"]).args(args);
    let done = process::run(&mut command, LIMIT)?;
    // 0 is a clean run and 1 one with findings; everything else means that there was no complete run.
    if !matches!(done.status.code(), Some(0 | 1)) {
        return Err(format!(
            "seed {seed}: shapewright ended with {}\n{}{}",
            done.status, done.stdout, done.stderr
        ));
    }
    read(seed, &done.stdout).map_err(|what| format!("seed {seed}: {what} in\n{}{}", done.stdout, done.stderr))
}

fn read(seed: u32, json: &str) -> Result<Run, String> {
    let top: Value = serde_json::from_str(json).map_err(|e| format!("bad JSON ({e})"))?;
    let findings = list(&top, "findings")?
        .iter()
        .map(|f| {
            Ok(Finding {
                rule: text(f, "rule")?,
                file: text(f, "file")?,
                line: f["line"].as_u64().and_then(|n| u32::try_from(n).ok()).ok_or("no `line`")?,
                message: text(f, "message")?,
            })
        })
        .collect::<Result<Vec<_>, String>>()?;
    let inputs: Vec<String> = list(&top, "inputs")?.iter().map(Value::to_string).collect();
    Ok(Run {
        seed,
        findings,
        inputs: inputs.join(","),
        output: text(&top, "output")?,
        exit_code: top["exit_code"].as_i64().and_then(|n| i32::try_from(n).ok()),
    })
}

fn text(of: &Value, key: &str) -> Result<String, String> {
    of[key].as_str().map(str::to_owned).ok_or_else(|| format!("no `{key}`"))
}

fn list<'v>(of: &'v Value, key: &str) -> Result<&'v Vec<Value>, String> {
    of[key].as_array().ok_or_else(|| format!("no `{key}`"))
}
