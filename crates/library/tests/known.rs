//! Every function of the library that some part of the analyzer knows by name is in the table.
//!
//! The names are read from the sources: lists of string literals, tables of functions, arms of matches, and the models, which are C.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use library::find;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn source(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The string literals of a text that could be names.
fn literals(text: &str) -> impl Iterator<Item = &str> {
    text.split('"').skip(1).step_by(2).filter(|text| is_name(text))
}

/// The names in a list of a file: what is between its name and the semicolon.
fn list(path: &str, name: &str) -> Vec<String> {
    let text = source(path);
    let Some(begin) = text.find(&format!("const {name}:")) else { panic!("{path} has no {name}") };
    let rest = &text[begin..];
    let rest = &rest[rest.find(" =").expect("a value")..];
    literals(&rest[..rest.find("];").expect("an end")]).map(str::to_owned).collect()
}

/// The names in tables and arms of a file: literals in front of which an opening parenthesis is, or another with a bar, and after which a comma.
fn arms(path: &str) -> Vec<String> {
    let text = source(path);
    let pieces: Vec<&str> = text.split('"').collect();
    let (mut found, mut pending) = (Vec::new(), Vec::new());
    for at in (1..pieces.len().saturating_sub(1)).step_by(2) {
        let (before, after) = (pieces[at - 1].trim_end(), pieces[at + 1].trim_start());
        if !is_name(pieces[at]) {
            continue;
        }
        if before.ends_with('(') {
            pending.clear();
        } else if before != "|" || pending.is_empty() {
            continue;
        }
        pending.push(pieces[at].to_owned());
        if after.starts_with(", ") || after.starts_with(",\n") {
            found.append(&mut pending);
        } else if !after.starts_with('|') {
            pending.clear();
        }
    }
    found
}

/// The functions that the models define: names at the beginning of a line of code before an opening parenthesis, with a body.
fn modelled() -> Vec<String> {
    let text = source("models/libc.c");
    let is_definition = |line: &&str| {
        line.starts_with(|c: char| c.is_ascii_alphabetic()) && line.contains('{') && line.contains('(')
    };
    let name = |line: &str| {
        let before = &line[..line.find('(')?];
        let name = before.rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()?;
        Some(name.to_owned())
    };
    text.lines().filter(is_definition).filter_map(name).filter(|name| is_name(name)).collect()
}

fn missing(names: impl IntoIterator<Item = String>) -> BTreeSet<String> {
    names
        .into_iter()
        .filter(|name| find(name).is_none() && find(&format!("__builtin_{name}")).is_none())
        .collect()
}

#[test]
fn what_runs_know_is_in_the_table() {
    let dir = root().join("crates/interp/src/library");
    let mut names = Vec::new();
    for entry in std::fs::read_dir(dir).expect("the library of runs") {
        let path = entry.expect("a file").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.extension().is_some_and(|extension| extension == "rs") {
            let file = format!("crates/interp/src/library/{name}");
            let text = source(&file);
            let tables = text.contains("TABLE");
            names.extend(arms(&file).into_iter().filter(|_| tables));
        }
    }
    names.extend(of_three_types());
    assert!(names.len() > 350, "{} names", names.len());
    for name in ["SAME_EVERYWHERE", "READING", "SAME_SIGN", "SAME_BUT_RESULT"] {
        names.extend(list("crates/interp/src/determined/calls.rs", name));
    }
    // Literals that are no functions but are written where one could be.
    names.retain(|name| !OTHERS.contains(&&**name));
    assert_eq!(missing(names), BTreeSet::new());
}

/// What runs write as if it were a function: names of objects, of members and of what they say.
const OTHERS: &[&str] = &["sbrk_", "directory", "errno", "struct", "st_mode"];

/// Functions of numbers that runs know for three types.
fn of_three_types() -> Vec<String> {
    let text = source("crates/interp/src/library/math.rs");
    let begin = text.find("functions! {").expect("the functions of three types");
    let rest = &text[begin..];
    let names = literals(&rest[..rest.find("\n}").expect("their end")]);
    names.flat_map(|name| ["", "f", "l"].map(|end| format!("{name}{end}"))).collect()
}

#[test]
fn what_models_define_is_in_the_table() {
    let names = modelled();
    assert!(names.len() > 30, "{names:?}");
    assert_eq!(missing(names), BTreeSet::new());
}

#[test]
fn what_lowering_knows_is_in_the_table() {
    let mut names = Vec::new();
    for (path, list_name) in [
        ("crates/cfront/src/lower/call.rs", "NOT_MODELLED"),
        ("crates/cfront/src/lower/call.rs", "STATEMENTS"),
        ("crates/cfront/src/link/bools.rs", "HARMLESS"),
        ("crates/cfront/src/link/bools.rs", "ALLOCATING"),
    ] {
        names.extend(list(path, list_name));
    }
    assert_eq!(missing(names), BTreeSet::new());
}

#[test]
fn what_domains_know_is_in_the_table() {
    let mut names = Vec::new();
    for (path, lists) in [
        (
            "domains/regions/src/library.rs",
            &["READS", "RETURNS_FIRST", "ALLOCATES", "FILLS", "FILLS_ONE"][..],
        ),
        ("domains/lengths/src/library.rs", &["PRINTING"]),
        ("domains/three-valued/src/library.rs", &["APART", "TEXTS"]),
        ("domains/checkers/src/transfer/library.rs", &["GIVES_WORD"]),
        ("domains/checkers/src/definition/purity.rs", &["END", "FAIL", "ASSUME", "READ"]),
    ] {
        names.extend(lists.iter().flat_map(|name| list(path, name)));
    }
    for file in ["library", "formatted", "scanned", "streams", "text_functions", "numerals"] {
        names.extend(arms(&format!("domains/checkers/src/transfer/{file}.rs")));
    }
    assert!(names.len() > 300, "{} names", names.len());
    assert_eq!(missing(names), BTreeSet::new());
}
