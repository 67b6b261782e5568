//! What several targets share: places for files, and C programs that are read and run.

use std::path::{Path, PathBuf};
use std::time::Duration;

use ir::{FunctionId, Program, ProgramText};
use model::Severity;

/// What the front end may take. A target's own timeout is longer.
pub const BUDGET: cfront::Budget = cfront::Budget { time: Duration::from_secs(10), memory: 1 << 30 };
const MAX_STEPS: u64 = 20_000;
const MAX_MEMORY: u64 = 256 << 20;
/// Twice this and the front end's budget are less than the fuzzer's own timeout.
const MAX_TIME: Duration = Duration::from_secs(5);

/// A path of this process alone, where `fuzz/run` says.
pub fn path(ending: &str) -> PathBuf {
    let dir = std::env::var_os("SHAPEWRIGHT_FUZZ").map_or_else(std::env::temp_dir, PathBuf::from);
    dir.join(format!("shapewright-fuzz-{}{ending}", std::process::id()))
}

/// Writes a file of this process and reads it as C, without models.
pub fn program(text: &str) -> (PathBuf, Program) {
    let file = path("-program.c");
    std::fs::write(&file, text).expect("a temporary file");
    let loaded = cfront::load(&[command(&file)], &BUDGET).expect("the program is C");
    (file, loaded.program)
}

/// How a file is read.
pub fn command(file: &Path) -> cfront::Command {
    cfront::Command { file: file.to_owned(), options: cfront::Options::default() }
}

/// A program that is refused is refused with errors that have a place or the name of a file, and not by the watchdog.
pub fn is_refused_with_a_reason(refused: &cfront::LoadError, files: &[&Path]) {
    let said = report::diagnostics(&refused.diagnostics, &refused.sources, report::Style::Plain);
    let errors = || refused.diagnostics.iter().filter(|said| said.severity == Severity::Error);
    assert!(errors().next().is_some(), "refused without a reason: {said}");
    for error in errors() {
        assert!(!error.message.is_empty(), "an error without a reason: {said}");
        let names = |file: &&Path| error.message.contains(&*file.to_string_lossy());
        assert!(error.span.is_known() || files.iter().any(names), "an error without a place: {said}");
    }
    for sign in ["did not finish within", "MB of memory"] {
        assert!(!said.contains(sign), "the watchdog was needed: {said}");
    }
}

/// Prints a program, keys it, and runs it twice.
pub fn exercise(program: &Program) {
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
        ..bounded(entry)
    };
    run_twice(program, options);
}

/// A run that ends soon.
pub fn bounded(entry: FunctionId) -> interp::Options {
    interp::Options {
        max_steps: MAX_STEPS,
        max_memory: MAX_MEMORY,
        max_time: Some(MAX_TIME),
        ..interp::Options::new(entry)
    }
}

/// A run is what its inputs make it: one with the inputs that were consumed is the same.
pub fn run_twice(program: &Program, options: interp::Options) {
    let first = interp::run(program, &options);
    if first.exit == interp::Exit::Budget(interp::Budget::Time) {
        return;
    }
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

/// Whether some `#include` could reach outside the standard headers: the files of the machine would make a result that cannot be
/// repeated elsewhere.
pub fn names_a_file_of_the_machine(text: &[u8]) -> bool {
    [b"/dev".as_slice(), b"/proc", b"/sys", b"/tmp", b"../", b"shapewright-fuzz"]
        .iter()
        .any(|name| text.windows(name.len()).any(|part| part == *name))
}

/// Before the first input of a target that reads C.
pub fn begin() {
    // Where nothing is read nothing is found.
    program("int main(void) { return 0; }");
    pass_over_panics_of_dependencies();
}

/// libFuzzer's hook ends the process on every panic; those of the `rucc-*` crates that the watchdog turns into errors go past it.
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
