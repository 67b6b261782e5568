//! Whether the programs are C to a compiler too.

mod common;

use std::path::PathBuf;
use std::process::Command;

use common::{dir, write};
use generate::Config;

/// Whether there is a compiler to ask.
fn has_gcc() -> bool {
    let found = Command::new("gcc").arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        eprintln!("gcc is not there: nothing is compiled");
    }
    found
}

/// Asks the compiler about files.
fn accepts(files: &[PathBuf]) {
    let include = concat!(env!("CARGO_MANIFEST_DIR"), "/../../include");
    let output = Command::new("gcc")
        .args(["-std=gnu17", "-Wall", "-Werror=incompatible-pointer-types", "-Werror=int-conversion"])
        .args(["-Werror=implicit-function-declaration", "-Werror=return-type", "-Werror=parentheses"])
        .args(["-fsyntax-only", "-I", include])
        .args(files)
        .output()
        .expect("gcc");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn gcc_accepts_all_programs() {
    if !has_gcc() {
        return;
    }
    let dir = dir("gcc");
    let all = [
        ("lists", Config::lists()),
        ("everything", Config::everything()),
        ("structures", Config::structures()),
        ("cursors", Config::cursors()),
        ("contracts", Config::contracts()),
    ];
    for (name, config) in all {
        let files: Vec<_> = (1_000..1_150)
            .map(|seed| write(&dir, &format!("{name}{seed}.c"), &generate::program(seed, &config)))
            .collect();
        accepts(&files);
    }
}

#[test]
fn gcc_accepts_whole_programs() {
    if !has_gcc() {
        return;
    }
    let dir = dir("gcc-whole");
    let file = |seed: u64| {
        let file = dir.join(format!("{seed}.c"));
        std::fs::write(&file, generate::whole(seed)).expect("a file for the test");
        file
    };
    let files: Vec<PathBuf> = (0..60).map(file).collect();
    accepts(&files);
}

#[test]
fn gcc_accepts_skip_lists() {
    if !has_gcc() {
        return;
    }
    let dir = dir("gcc-skips");
    let file = |seed: u64| {
        let file = dir.join(format!("{seed}.c"));
        std::fs::write(&file, generate::whole_of(seed, &["skips"], seed.is_multiple_of(2)))
            .expect("a file for the test");
        file
    };
    let files: Vec<PathBuf> = (0..60).map(file).collect();
    accepts(&files);
}
