//! Any bytes as a C file: read it, print it, key it, run it for a moment, show what was found.
//!
//! What must not happen: a panic in our code, a run past its limits, or a front end that needs its
//! watchdog. A panic inside the `rucc-*` crates is an answer (the watchdog makes it an error), so
//! the fuzzer is kept from seeing it.

#![no_main]

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

use cfront::{Budget, Command, Options};
use ir::{FunctionId, Program, ProgramText};
use libfuzzer_sys::{Corpus, fuzz_target};

const BUDGET: Budget = Budget { time: Duration::from_secs(10), memory: 1 << 30 };
const MAX_STEPS: u64 = 20_000;
const MAX_MEMORY: u64 = 256 << 20;
/// Twice this and the front end's budget are less than the fuzzer's own timeout.
const MAX_TIME: Duration = Duration::from_secs(5);

fuzz_target!(init: pass_over_panics_of_dependencies(), |text: &[u8]| -> Corpus {
    // The files of the machine would make a result that cannot be repeated elsewhere.
    if names_a_file_of_the_machine(text) {
        return Corpus::Reject;
    }
    std::fs::write(file(), text).expect("a temporary file");
    let commands = [Command { file: file().clone(), options: Options::default() }];
    match cfront::load(&commands, &BUDGET) {
        Ok(loaded) => exercise(&loaded.program),
        Err(refused) => {
            let said = report::diagnostics(&refused.diagnostics, &refused.sources, report::Style::Plain);
            assert!(!said.is_empty(), "refused without a reason");
            for sign in ["did not finish within", "MB of memory"] {
                assert!(!said.contains(sign), "the watchdog was needed: {said}");
            }
        }
    }
    Corpus::Keep
});

fn exercise(program: &Program) {
    let text = ProgramText::new(program).to_string();
    assert_eq!(text, ProgramText::new(program).to_string());
    let keys = program.keys();
    for id in program.functions.ids() {
        let _ = keys.of(id);
    }
    let Some(entry) = entry(program) else { return };
    let options = interp::Options {
        inputs: interp::Inputs::Seed(0),
        malloc_may_fail: true,
        leak: interp::LeakMode::Exit,
        max_steps: MAX_STEPS,
        max_memory: MAX_MEMORY,
        max_time: Some(MAX_TIME),
        ..interp::Options::new(entry)
    };
    let first = interp::run(program, &options);
    if first.exit == interp::Exit::Budget(interp::Budget::Time) {
        return;
    }
    // A run is what its inputs make it.
    let again = interp::Options { inputs: interp::Inputs::List(first.inputs.clone()), ..options };
    let second = interp::run(program, &again);
    if second.exit != interp::Exit::Budget(interp::Budget::Time) {
        assert_eq!(first.exit, second.exit);
        assert_eq!(first.output, second.output);
    }
}

/// `main`, or the first function that can be called without arguments.
fn entry(program: &Program) -> Option<FunctionId> {
    let defined = |id: &FunctionId| program.functions[*id].body.is_some();
    let no_parameters = |id: &FunctionId| program.functions[*id].signature.params.is_empty();
    let all = || program.functions.enumerate().map(|(id, _)| id).filter(defined);
    program.function_named("main").filter(defined).or_else(|| all().find(no_parameters))
}

/// One file for this process, in memory where the system has such a place.
fn file() -> &'static PathBuf {
    static FILE: OnceLock<PathBuf> = OnceLock::new();
    FILE.get_or_init(|| {
        let memory = PathBuf::from("/dev/shm");
        let dir = if memory.is_dir() { memory } else { std::env::temp_dir() };
        dir.join(format!("shapewright-fuzz-{}.c", std::process::id()))
    })
}

/// Whether some `#include` could reach outside the standard headers.
fn names_a_file_of_the_machine(text: &[u8]) -> bool {
    [b"/dev".as_slice(), b"/proc", b"/sys", b"/tmp", b"../", b"shapewright-fuzz"]
        .iter()
        .any(|name| text.windows(name.len()).any(|part| part == *name))
}

/// libFuzzer's hook ends the process on every panic; those that the watchdog turns into errors go
/// past it.
fn pass_over_panics_of_dependencies() {
    let abort = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let place = info.location().map(|at| at.file()).unwrap_or_default();
        if std::thread::current().name() == Some("c front end") && place.contains("/rucc-") {
            eprintln!("NOTE: {info}");
        } else {
            abort(info);
        }
    }));
}
