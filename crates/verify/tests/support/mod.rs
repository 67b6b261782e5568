//! Random programs, and what refutes an analysis of them.

// Each test target uses a part of it.
#![allow(dead_code)]

mod inside;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use budget::Budget;
use engine::{Analysis, Engine, Entry, Limits, ShapeDomain};
use generate::Program;
use shapewright_verify as verify;

/// A number that the environment may change.
pub(crate) fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Reads a generated program.
pub(crate) fn load(program: &Program) -> ir::Program {
    load_text(&program.to_c())
}

/// Reads a program.
pub(crate) fn load_text(text: &str) -> ir::Program {
    load_text_with(text, &[])
}

/// The same with models of what it does not define.
pub(crate) fn load_text_with(text: &str, models: &[cfront::Model]) -> ir::Program {
    let file = own_file();
    std::fs::write(&file, text).expect("the program is written");
    let command = cfront::Command { file, options: cfront::Options::default() };
    match cfront::load_with_models(&[command], models, &cfront::Budget::default()) {
        Ok(loaded) => loaded.program,
        Err(error) => panic!("generated programs are valid: {error:?}"),
    }
}

/// A file for the program under test, one for each thread.
fn own_file() -> PathBuf {
    let directory = std::env::temp_dir().join(format!("shapewright-random-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory for the program");
    let thread: String =
        format!("{:?}", std::thread::current().id()).chars().filter(char::is_ascii_digit).collect();
    directory.join(format!("program{thread}.c"))
}

/// What refutes the analysis of a program by a domain, if one of so many runs does.
pub(crate) fn refuted<D: ShapeDomain>(program: &Program, domain: &D, runs: u64) -> Option<String> {
    let loaded = load(program);
    refuted_loaded(&loaded, domain, runs)
}

/// The same for a domain that is made for each program.
pub(crate) fn refuted_with<D: ShapeDomain>(
    program: &Program,
    domain: impl Fn(&ir::Program) -> D,
    runs: u64,
) -> Option<String> {
    let loaded = load(program);
    refuted_loaded(&loaded, &domain(&loaded), runs)
}

/// What refutes the analysis of a program that is there.
pub(crate) fn refuted_loaded<D: ShapeDomain>(loaded: &ir::Program, domain: &D, runs: u64) -> Option<String> {
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let (kept, refuted) = by_contracts(loaded, domain, runs);
        refuted.or_else(|| if kept { from_main(loaded, domain, runs) } else { None })
    }));
    outcome.unwrap_or_else(|_| Some("the analysis panics".into()))
}

fn limits() -> Limits {
    Limits { steps: 30_000, ..Limits::default() }
}

/// Analyzes an entry, for no longer than one is to take.
fn analyze<'a, D: ShapeDomain>(loaded: &'a ir::Program, domain: &'a D, entry: &Entry) -> Analysis<'a, D> {
    let time = Duration::from_millis(number("MILLISECONDS", 1_000));
    Budget::at_most(time).enter(|| Engine::new(loaded, domain, limits()).run(entry))
}

fn from_main<D: ShapeDomain>(loaded: &ir::Program, domain: &D, runs: u64) -> Option<String> {
    let entry = Entry { function: loaded.main().expect("there is a `main`"), program_start: true };
    let analysis = analyze(loaded, domain, &entry);
    let outcome = verify::compare(loaded, &verify::Options::default(), domain, &analysis, &entry, runs);
    outcome.unsound.first().map(|unsound| {
        let line = unsound.point.span(loaded).line;
        format!("seed {} at line {line}: {}", unsound.seed, unsound.what)
    })
}

/// Whether all functions are known to keep their contracts, so that callers may go by them, and what refutes the
/// analysis of one of them.
fn by_contracts<D: ShapeDomain>(loaded: &ir::Program, domain: &D, runs: u64) -> (bool, Option<String>) {
    let predicates = Arc::new(verify::predicates(loaded));
    let mut kept = true;
    for (function, _) in loaded.defined().filter(|(_, function)| function.contract.is_some()) {
        let entry = Entry { function, program_start: false };
        let analysis = analyze(loaded, domain, &entry);
        kept &= analysis.lost().is_none() && analysis.checks().iter().next().is_none();
        let refuted = inside::refuted_inside(loaded, domain, &analysis, function, &predicates, runs);
        if refuted.is_some() {
            return (kept, refuted);
        }
    }
    (kept, None)
}

/// Tells of a program that refutes a domain which should be sound, made as small as it gets.
pub(crate) fn fail<D: ShapeDomain>(seed: u64, program: &Program, domain: impl Fn() -> D, runs: u64) -> ! {
    fail_with(seed, program, |_| domain(), runs)
}

/// The same for a domain that is made for each program.
pub(crate) fn fail_with<D: ShapeDomain>(
    seed: u64,
    program: &Program,
    domain: impl Fn(&ir::Program) -> D,
    runs: u64,
) -> ! {
    let small = generate::shrink(program, |program| refuted_with(program, &domain, runs).is_some());
    let why = refuted_with(&small, &domain, runs).unwrap_or_default();
    panic!("program {seed} refutes the analysis: {why}\n{}", small.to_c());
}
