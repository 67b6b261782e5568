//! No compiler refutes a proof: a sample of what `tests/second-oracle/run random` does with very many programs.
//!
//! Where no compiler has sanitizers nothing is tried, and the test says so. `PROGRAMS=2000 SEED=7000` makes it longer.

use second_oracle::native::Build;
use second_oracle::random::Campaign;
use second_oracle::tool::Tool;
use tempfile::TempDir;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn no_proof_of_a_random_program_is_refuted_natively() {
    let dir = TempDir::new().expect("a directory");
    let builds = Build::available(dir.path());
    if builds.is_empty() {
        eprintln!("neither gcc nor clang has sanitizers here: nothing is tried");
        return;
    }
    let tool = Tool { binary: env!("CARGO_BIN_EXE_shapewright").into(), budget: "1s".to_owned() };
    // What is wrong is made small by the command, not here.
    let campaign =
        Campaign { tool: &tool, builds: &builds, out: dir.path(), all: false, reduce: false, jobs: 2 };
    let counts = campaign.run(number("SEED", 0), number("PROGRAMS", 300)).expect("the programs compile");
    eprintln!("{builds:?}\n{}", counts.table());
    let told = std::fs::read_dir(dir.path().join("refuted")).into_iter().flatten().flatten();
    let texts: Vec<String> = told.filter_map(|entry| std::fs::read_to_string(entry.path()).ok()).collect();
    assert!(texts.is_empty(), "{} proofs are refuted; the first:\n{}", texts.len(), texts[0]);
    assert!(
        counts.proved * 100 >= counts.programs * 40,
        "a generator of programs that are not proved tests nothing"
    );
}
