//! What the tests share: files to read, and reading them.
#![allow(dead_code, reason = "no test needs all of it")]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use shapewright_cfront::{Budget, Command, LoadError, Loaded, Options, load};

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

/// Writes a file and the directories it is in.
pub(crate) fn write(dir: &Path, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let file = dir.join(name);
    std::fs::create_dir_all(file.parent().expect("a file in a directory")).expect("a directory");
    std::fs::write(&file, text).expect("a file for the test");
    file
}

/// Enough for everything that is not meant to be too much.
pub(crate) fn ample() -> Budget {
    Budget { time: Duration::from_secs(120), memory: 8 << 30 }
}

/// Loads one file with these arguments.
pub(crate) fn load_with(file: &Path, args: &[&str]) -> Result<Loaded, LoadError> {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let read = Options::from_args(&args, Path::new(""));
    assert!(read.notes.is_empty(), "{:?}", read.notes);
    load(&[Command { file: file.to_owned(), options: read.options }], &ample())
}

/// Loads a text as a file of the test, and expects it to be accepted.
pub(crate) fn accept(test: &str, text: &str, args: &[&str]) -> Loaded {
    let file = write(&dir(test), "input.c", text);
    load_with(&file, args).unwrap_or_else(|error| panic!("{error}\n{}", shown(&error)))
}

/// Loads a text as a file of the test, and expects it to be refused.
pub(crate) fn refuse(test: &str, text: impl AsRef<[u8]>) -> LoadError {
    let file = write(&dir(test), "input.c", text);
    match load_with(&file, &[]) {
        Ok(_) => panic!("accepted"),
        Err(error) => error,
    }
}

/// The diagnostics as `file:line:column: message`, with only the last part of the path.
pub(crate) fn shown(error: &LoadError) -> String {
    let place = |span: ir::Span| {
        if !span.is_known() {
            return String::new();
        }
        let path = Path::new(error.sources.path(span.file));
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        format!("{name}:{}:{}: ", span.line, span.column)
    };
    let mut text = String::new();
    for said in &error.diagnostics {
        let _ = writeln!(text, "{}{:?}: {}", place(said.span), said.severity, said.message);
        for (span, note) in &said.notes {
            let _ = writeln!(text, "  {}{note}", place(*span));
        }
    }
    text
}
