//! Random list programs: no concrete run refutes the analysis.
//!
//! `PROGRAMS=20000 SEED=0 cargo test --release -p shapewright-verify --test random` makes the long run.

use std::path::Path;
use std::time::Duration;

use generate::{Config, Program};
use shapewright_verify as verify;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// What refutes the analysis of a program, if anything does.
fn refuted(program: &Program) -> Option<String> {
    let directory = std::env::temp_dir().join(format!("shapewright-random-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory for the program");
    let file = directory.join("program.c");
    std::fs::write(&file, program.to_c()).expect("the program is written");
    let loaded = load(&file);
    let options = verify::Options { time: Some(Duration::from_secs(2)), ..verify::Options::default() };
    let outcome = std::panic::catch_unwind(|| {
        verify::self_check(&loaded, &options, number("RUNS", 6)).expect("there is a `main`")
    });
    match outcome {
        Ok(outcome) => outcome.unsound.first().map(|unsound| {
            let line = unsound.point.span(&loaded).line;
            format!("seed {} at line {line}: {}", unsound.seed, unsound.what)
        }),
        Err(_) => Some("the analysis panics".into()),
    }
}

fn load(file: &Path) -> ir::Program {
    let command = cfront::Command { file: file.to_path_buf(), options: cfront::Options::default() };
    match cfront::load(&[command], &cfront::Budget::default()) {
        Ok(loaded) => loaded.program,
        Err(error) => panic!("generated programs are valid: {error:?}"),
    }
}

fn try_all(config: &Config, programs: u64) {
    let first = number("SEED", 0);
    for seed in first..first + programs {
        let program = generate::program(seed, config);
        if refuted(&program).is_some() {
            let small = generate::shrink(&program, |program| refuted(program).is_some());
            let why = refuted(&small).unwrap_or_default();
            panic!("program {seed} refutes the analysis: {why}\n{}", small.to_c());
        }
    }
}

#[test]
fn no_run_of_a_list_program_refutes_the_analysis() {
    try_all(&Config::lists(), number("PROGRAMS", 400));
}

#[test]
fn no_run_of_any_program_refutes_the_analysis() {
    try_all(&Config::everything(), number("PROGRAMS", 400) / 4);
}
