//! Any bytes as a C file: read it, print it, key it, run it for a moment, show what was found.
//!
//! What must not happen: a panic in our code, a run past its limits, or a front end that needs its
//! watchdog. A panic inside the `rucc-*` crates is an answer (the watchdog makes it an error), so
//! the fuzzer is kept from seeing it.

#![no_main]

use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::{Corpus, fuzz_target};
use shapewright_fuzz::{
    BUDGET, begin, command, exercise, is_refused_with_a_reason, names_a_file_of_the_machine, path,
};

static FILE: LazyLock<PathBuf> = LazyLock::new(|| path(".c"));

fuzz_target!(init: begin(), |text: &[u8]| -> Corpus {
    if names_a_file_of_the_machine(text) {
        return Corpus::Reject;
    }
    std::fs::write(&*FILE, text).expect("a temporary file");
    match cfront::load(&[command(&FILE)], &BUDGET) {
        Ok(loaded) => exercise(&loaded.program),
        Err(refused) => is_refused_with_a_reason(&refused, &[&FILE]),
    }
    Corpus::Keep
});
