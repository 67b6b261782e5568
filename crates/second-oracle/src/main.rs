//! `tests/second-oracle/run`: proofs against compilers and their sanitizers.

use std::path::PathBuf;

use anyhow::{Context, bail};
use second_oracle::native::{Build, root};
use second_oracle::random::Campaign;
use second_oracle::tool::Tool;
use second_oracle::{corpus, instrumented, mutants};

const USAGE: &str = "usage: second-oracle random|corpus|instrument|mutants [--from N] [--count N] [--out DIR] [--tool FILE] [--budget 2s] [--jobs N] [--all] [--no-reduce] [--only Gcc|Clang|Memory] [WORD…]";

fn main() -> anyhow::Result<()> {
    let mut args = std::env::args().skip(1);
    let what = args.next().context(USAGE)?;
    let (mut from, mut count, mut all, mut reduce, mut jobs) = (0, None, false, true, 1);
    let mut words = Vec::new();
    let mut only: Option<String> = None;
    let mut out = std::env::temp_dir().join(format!("second-oracle-{what}"));
    let mut tool = Tool { binary: root().join("target/release/shapewright"), budget: "2s".to_owned() };
    while let Some(arg) = args.next() {
        let mut value = || args.next().with_context(|| format!("{arg} needs a value"));
        match arg.as_str() {
            "--from" => from = value()?.parse()?,
            "--count" => count = Some(value()?.parse()?),
            "--out" => out = PathBuf::from(value()?),
            "--tool" => tool.binary = PathBuf::from(value()?),
            "--budget" => tool.budget = value()?,
            "--jobs" => jobs = value()?.parse()?,
            "--only" => only = Some(value()?),
            "--all" => all = true,
            "--no-reduce" => reduce = false,
            _ if arg.starts_with("--") => bail!("{arg}?\n{USAGE}"),
            _ => words.push(arg),
        }
    }
    std::fs::create_dir_all(&out)?;
    let mut builds = Build::available(&out);
    builds.retain(|build| only.as_ref().is_none_or(|only| format!("{build:?}") == *only));
    eprintln!("compilers: {builds:?}; files go to {}", out.display());
    if builds.is_empty() {
        bail!("neither gcc nor clang has sanitizers here");
    }
    let refuted = match what.as_str() {
        "random" => {
            let campaign = Campaign { tool: &tool, builds: &builds, out: &out, all, reduce, jobs };
            let counts = campaign.run(from, count.unwrap_or(300))?;
            eprintln!("{}", counts.table());
            counts.refuted
        }
        "corpus" => corpus::campaign(&tool, &builds, &out)?,
        "instrument" => {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let counts = match count {
                Some(count) => instrumented::random(&tool, &builds, &out, from, count)?,
                None => instrumented::campaign(&tool, &builds, &out, &words)?,
            };
            counts.refuted.len() as u64
        }
        "mutants" => mutants::campaign(&tool, &builds, &out, count.unwrap_or(2_000), jobs)?,
        _ => bail!(USAGE),
    };
    if refuted > 0 {
        bail!("{refuted} proofs are refuted: see {}", out.join("refuted").display());
    }
    Ok(())
}
