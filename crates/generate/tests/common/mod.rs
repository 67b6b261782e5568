//! Loading programs and running them.
#![allow(dead_code, reason = "no test needs all of it")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use cfront::{Budget, Command, Options};
use generate::Program;
use interp::{Exit, Inputs, Interpreter};
use model::{ObjectKind, Rule};

/// Enough for every program that ends.
const STEPS: u64 = 200_000;
/// How many streams of inputs a program is run with.
pub(crate) const STREAMS: u64 = 4;

/// An empty directory for the test of this name.
pub(crate) fn dir(test: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).expect("a directory for the test");
    dir
}

/// Writes a program to a file.
pub(crate) fn write(dir: &Path, name: &str, program: &Program) -> PathBuf {
    let file = dir.join(name);
    std::fs::write(&file, program.to_c()).expect("a file for the test");
    file
}

/// What several runs of a program came to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Runs {
    /// Which rules were broken.
    pub(crate) rules: BTreeSet<Rule>,
    /// Whether some run did not end by itself.
    pub(crate) endless: bool,
    /// Most heap objects alive at a time.
    pub(crate) most_cells: usize,
}

impl Runs {
    /// Every run ended without an error.
    pub(crate) fn clean(&self) -> bool {
        self.rules.is_empty() && !self.endless
    }
}

/// Loads a program; a program that is not accepted is a failure of the test.
pub(crate) fn load(file: &Path, program: &Program) -> ir::Program {
    let command = Command { file: file.to_owned(), options: Options::default() };
    match cfront::load(&[command], &Budget::default()) {
        Ok(loaded) => loaded.program,
        Err(error) => panic!("{error}\n{}", program.to_c()),
    }
}

/// Runs a program with several streams of inputs.
pub(crate) fn run(loaded: &ir::Program, malloc_may_fail: bool) -> Runs {
    let entry = loaded.function_named("main").expect("a main");
    let mut runs = Runs::default();
    for seed in 0..STREAMS {
        let options = interp::Options {
            inputs: Inputs::Seed(seed),
            malloc_may_fail,
            max_steps: STEPS,
            ..interp::Options::new(entry)
        };
        let result = interp::run(loaded, &options);
        runs.rules.extend(result.findings.iter().map(|finding| finding.rule));
        match result.exit {
            Exit::Exited(_) | Exit::Aborted | Exit::Finding => {}
            Exit::Budget(_) => runs.endless = true,
            other => panic!("{other:?}"),
        }
        runs.most_cells = runs.most_cells.max(most_cells(loaded, &options));
    }
    runs
}

/// Most heap objects alive at a time, looked at now and then.
fn most_cells(loaded: &ir::Program, options: &interp::Options) -> usize {
    let mut machine = Interpreter::new(loaded, options);
    let mut most = 0;
    while machine.steps() < 5_000 && machine.advance(10) {
        let alive = machine.memory().objects().iter().filter(|o| o.kind() == ObjectKind::Heap && o.is_live());
        most = most.max(alive.count());
    }
    most
}
