//! Any text as a `shapewright.toml`, for several commands.

#![no_main]

use std::ffi::OsString;

use libfuzzer_sys::fuzz_target;

/// Command lines that it completes: nothing given, something given, and commands that take some keys only.
const GIVEN: [&[&str]; 4] = [
    &["shapewright", "check"],
    &["shapewright", "check", "x.c", "--domain=checkers", "--m32", "-Ia"],
    &["shapewright", "run", "x.c"],
    &["shapewright", "lsp"],
];

fuzz_target!(|text: &str| {
    for given in GIVEN {
        let given = given.iter().map(OsString::from).collect();
        let Err(told) = shapewright_cli::asked(given, Some(("p.toml".into(), text.to_owned()))) else {
            continue;
        };
        let mut parts = told.splitn(4, ':');
        assert_eq!(parts.next(), Some("p.toml"), "refused without a place: {told}");
        let mut number = || parts.next().and_then(|part| part.parse::<usize>().ok());
        let (line, column) = (number(), number());
        let lines = text.lines().count() + 1;
        assert!(line.is_some_and(|line| (1..=lines).contains(&line)), "refused after the end: {told}");
        assert!(column.is_some_and(|column| column >= 1), "refused without a place: {told}");
        assert!(parts.next().is_some_and(|why| !why.trim().is_empty()), "refused without a reason: {told}");
    }
});
