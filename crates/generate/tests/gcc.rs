//! Whether the programs are C to a compiler too.

mod common;

use std::process::Command;

use common::{dir, write};
use generate::Config;

#[test]
fn gcc_accepts_all_programs() {
    if !Command::new("gcc").arg("--version").output().is_ok_and(|output| output.status.success()) {
        eprintln!("gcc is not there: nothing is compiled");
        return;
    }
    let dir = dir("gcc");
    let include = concat!(env!("CARGO_MANIFEST_DIR"), "/../../include");
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
        let output = Command::new("gcc")
            .args(["-std=gnu17", "-Wall", "-Werror=incompatible-pointer-types", "-Werror=int-conversion"])
            .args(["-Werror=implicit-function-declaration", "-Werror=return-type", "-Werror=parentheses"])
            .args(["-fsyntax-only", "-I", include])
            .args(&files)
            .output()
            .expect("gcc");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}
