//! What a run is given and what a check leaves out: any bytes, cut at the zeros, as the arguments of the command, and a run with the
//! `--inputs` and the `--arg` among them; bytes that begin with `#` as a file for `--baseline`.

#![no_main]

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::sync::LazyLock;

use ir::Program;
use libfuzzer_sys::fuzz_target;
use model::Report;
use shapewright_cli::Asked;
use verify::{Allowed, Baseline, Domain};

/// It asks for inputs of all kinds, and looks at the words it is given.
const PROGRAM: &str = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
    _Bool __VERIFIER_nondet_bool(void); char __VERIFIER_nondet_char(void); int __VERIFIER_nondet_int(void);\n\
    unsigned long __VERIFIER_nondet_ulong(void); double __VERIFIER_nondet_double(void);\n\
    void *__VERIFIER_nondet_pointer(void);\n\
    int main(int argc, char **argv) {\n\
        char line[16]; int number = 0, sum = 0;\n\
        for (int i = 1; i < argc; i++) { sum += (int)strlen(argv[i]) + atoi(argv[i]); }\n\
        for (int i = 0; i < 4; i++) {\n\
            int *block = malloc(4 + __VERIFIER_nondet_bool());\n\
            if (block) { *block = __VERIFIER_nondet_int(); sum ^= *block; }\n\
            if (i != 2) free(block);\n\
            sum ^= __VERIFIER_nondet_char() ^ (int)__VERIFIER_nondet_ulong();\n\
            if (__VERIFIER_nondet_double() > 0.5) sum++;\n\
            if (__VERIFIER_nondet_pointer() == argv) sum++;\n\
            if (scanf(\"%d\", &number) == 1) sum ^= number;\n\
            if (fgets(line, sizeof line, stdin)) fputs(line, stdout);\n\
        }\n\
        return sum;\n\
    }\n";

static LOADED: LazyLock<Program> = LazyLock::new(|| shapewright_fuzz::program(PROGRAM).1);

/// A report with a finding, as regions see it.
static CHECKED: LazyLock<Report> = LazyLock::new(|| {
    let options = verify::Options { domain: Domain::Regions, jobs: Some(1), ..verify::Options::default() };
    verify::check(&LOADED, &options).0
});

fuzz_target!(|bytes: &[u8]| {
    if bytes.starts_with(b"#") {
        baseline(&String::from_utf8_lossy(bytes));
        return;
    }
    let words = bytes.split(|byte| *byte == 0).map(|word| OsString::from_vec(word.to_owned()));
    let given = std::iter::once("shapewright".into()).chain(words).collect();
    match shapewright_cli::asked(given, None) {
        Ok(Asked { inputs, words }) => run(inputs, &words),
        Err(told) => assert!(!told.trim().is_empty(), "refused without a reason"),
    }
});

fn run(inputs: Vec<i128>, words: &[String]) {
    let main = LOADED.function_named("main").expect("it has one");
    for uninitialized in [interp::Uninitialized::Error, interp::Uninitialized::Input] {
        let options = interp::Options {
            inputs: interp::Inputs::List(inputs.clone()),
            args: words.iter().map(|word| word.as_bytes().to_vec()).collect(),
            malloc_may_fail: true,
            uninitialized,
            ..shapewright_fuzz::bounded(main)
        };
        shapewright_fuzz::run_twice(&LOADED, options);
    }
}

fn baseline(text: &str) {
    match Baseline::read(text) {
        Ok(known) => {
            let again = known.text();
            assert!(Baseline::read(&again).is_ok(), "what is written is no baseline: {again}");
            let mut report = CHECKED.clone();
            let allowed = Allowed::read(&LOADED).expect("there is no comment");
            let left_out = verify::triage(&LOADED, &mut report, &allowed, Some(&known), None);
            assert_eq!(report.findings.len() + left_out.known, CHECKED.findings.len());
        }
        Err(told) => {
            assert!(!told.is_empty(), "refused without a reason");
            let line = told.strip_prefix("line ").and_then(|rest| rest.split(':').next()?.parse().ok());
            assert!(line.unwrap_or(1) <= text.lines().count().max(1), "refused after the end: {told}");
        }
    }
}
