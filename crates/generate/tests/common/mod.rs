//! Loading programs and running them.
#![allow(dead_code, reason = "no test needs all of it")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use cfront::{Budget, Command, Options};
use generate::Program;
use interp::{Exit, Inputs, Interpreter};
use model::{ObjectId, ObjectKind, Rule};

/// Enough for every program that ends.
const STEPS: u64 = 200_000;
/// How many streams of inputs a program is run with.
pub(crate) const STREAMS: u64 = 4;

/// An empty directory for the test of this name, another one for each call: tests that run beside each other may
/// have chosen the same name.
pub(crate) fn dir(test: &str) -> PathBuf {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let call = CALLS.fetch_add(1, Ordering::Relaxed);
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}-{call}"));
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
    /// Whether some heap object led back to itself.
    pub(crate) ring: bool,
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
        watch(loaded, &options, &mut runs);
    }
    runs
}

/// Looks at the heap now and then.
fn watch(loaded: &ir::Program, options: &interp::Options, runs: &mut Runs) {
    let mut machine = Interpreter::new(loaded, options);
    while machine.steps() < 3_000 && machine.advance(15) {
        let memory = machine.memory();
        let alive: Vec<_> =
            memory.objects().iter().filter(|o| o.kind() == ObjectKind::Heap && o.is_live()).collect();
        runs.most_cells = runs.most_cells.max(alive.len());
        let links: BTreeMap<ObjectId, Vec<ObjectId>> = alive
            .iter()
            .map(|o| (o.id(), memory.pointers_in(o).into_iter().map(|(_, to, _)| to).collect()))
            .collect();
        runs.ring = runs.ring || has_ring(links);
    }
}

/// Whether some object leads back to itself: what is left when all that lead nowhere are gone.
fn has_ring(mut links: BTreeMap<ObjectId, Vec<ObjectId>>) -> bool {
    loop {
        let left: BTreeSet<ObjectId> = links.keys().copied().collect();
        links.retain(|_, to| to.iter().any(|to| left.contains(to)));
        if links.len() == left.len() {
            return !left.is_empty();
        }
    }
}
