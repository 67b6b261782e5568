//! The prototypes of the table are those of the system's headers, as gcc reads them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::OnceLock;

use library::{Function, all};
use testkit::gcc::{gcc, lines, targets};

/// Headers that not every system has, and parts of POSIX that not every one declares.
fn is_there(header: &str, dir: &Path) -> bool {
    let file = dir.join("header.c");
    std::fs::write(&file, format!("#define _GNU_SOURCE\n#include <{header}>\n")).expect("a file");
    gcc(&["-fsyntax-only"], &file).status.success()
}

/// The functions of the table by header, of those headers that are there.
fn by_header(dir: &Path) -> BTreeMap<&'static str, Vec<&'static Function>> {
    // To ask takes longer than all else.
    static FOUND: OnceLock<BTreeMap<&'static str, Vec<&'static Function>>> = OnceLock::new();
    FOUND.get_or_init(|| ask(dir)).clone()
}

fn ask(dir: &Path) -> BTreeMap<&'static str, Vec<&'static Function>> {
    let mut found: BTreeMap<&str, Vec<&Function>> = BTreeMap::new();
    for function in all().iter().filter(|function| !function.header.is_empty()) {
        found.entry(function.header).or_default().push(function);
    }
    found.retain(|header, _| is_there(header, dir));
    found
}

fn begin(header: &str, functions: &[&Function]) -> String {
    let mut text =
        format!("#define _GNU_SOURCE\n#include <stdarg.h>\n#include <stddef.h>\n#include <{header}>\n");
    for function in functions {
        let _ = writeln!(text, "#undef {}", function.name);
    }
    text
}

#[test]
fn prototypes_are_those_of_the_headers() {
    let dir = tempfile::tempdir().expect("a directory");
    if targets(dir.path()).is_empty() {
        return;
    }
    let (mut tried, mut wrong) = (0, Vec::new());
    for (header, functions) in by_header(dir.path()) {
        let mut text = begin(header, &functions);
        let first = text.lines().count();
        for function in &functions {
            let _ = writeln!(text, "__typeof__({0}) *known_{0}; {1};", function.name, function.prototype);
        }
        let file = dir.path().join("prototypes.c");
        std::fs::write(&file, &text).expect("a file");
        let (errors, _) = lines(&gcc(&["-fsyntax-only"], &file).stderr);
        tried += functions.len();
        for (line, said) in errors {
            let function = line.checked_sub(first + 1).and_then(|at| functions.get(at));
            let name = function.map_or("", |function| &function.prototype);
            wrong.push(format!("<{header}> {name}:{said}"));
        }
    }
    testkit::settle("prototypes", tried, &wrong);
}

#[test]
fn what_may_be_null_may_be_for_the_headers() {
    let dir = tempfile::tempdir().expect("a directory");
    if targets(dir.path()).is_empty() {
        return;
    }
    let (mut tried, mut wrong) = (0, Vec::new());
    for (header, functions) in by_header(dir.path()) {
        let functions: Vec<&Function> = functions
            .into_iter()
            .filter(|function| function.params.iter().any(|param| param.may_be_null))
            .collect();
        let mut text = begin(header, &functions);
        text.push_str("void *any; void tried(va_list list) {\n");
        let first = text.lines().count();
        for function in &functions {
            let given: Vec<&str> = function
                .params
                .iter()
                .map(|param| match () {
                    () if param.may_be_null => "0",
                    () if param.ty == "va_list" => "list",
                    () if param.is_pointer => "any",
                    () => "1",
                })
                .collect();
            let _ = writeln!(text, "({})({});", function.name, given.join(", "));
        }
        text.push_str("}\n");
        let file = dir.path().join("nulls.c");
        std::fs::write(&file, &text).expect("a file");
        let (_, warnings) = lines(&gcc(&["-fsyntax-only", "-Wnonnull"], &file).stderr);
        tried += functions.len();
        for (line, said) in warnings {
            if said.contains("nonnull") {
                let function = line.checked_sub(first + 1).and_then(|at| functions.get(at));
                wrong.push(format!("{}:{said}", function.map_or("", |function| &function.name)));
            }
        }
    }
    testkit::settle("functions that take null", tried, &wrong);
}

#[test]
fn what_never_returns_never_returns_for_the_headers() {
    let dir = tempfile::tempdir().expect("a directory");
    if targets(dir.path()).is_empty() {
        return;
    }
    // Control that comes to the end of such a function is an error for gcc, but if a call before it never returns.
    let (mut tried, mut wrong) = (0, Vec::new());
    for (header, functions) in by_header(dir.path()) {
        let functions: Vec<&Function> =
            functions.into_iter().filter(|function| function.returns == "void").collect();
        let mut text = begin(header, &functions);
        text.push_str("void *any; va_list list;\n");
        let first = text.lines().count();
        for function in &functions {
            let given: Vec<&str> = function
                .params
                .iter()
                .map(|param| match () {
                    () if param.ty == "va_list" => "list",
                    () if param.is_pointer => "any",
                    () => "1",
                })
                .collect();
            let _ = writeln!(
                text,
                "__attribute__((noreturn)) void ends_{0}(void) {{ ({0})({1}); }}",
                function.name,
                given.join(", ")
            );
        }
        let file = dir.path().join("ends.c");
        std::fs::write(&file, &text).expect("a file");
        let output = gcc(&["-O0", "-Wno-int-conversion", "-S", "-o", "/dev/null"], &file);
        let (errors, warnings) = lines(&output.stderr);
        for (at, function) in functions.iter().enumerate() {
            let line = first + 1 + at;
            if errors.contains_key(&line) {
                continue; // a struct is passed
            }
            tried += 1;
            let returns = warnings.get(&line).is_some_and(|said| said.contains("does return"));
            if returns == function.never_returns() {
                wrong.push(format!(
                    "{}: the header says that it {}",
                    function.name,
                    if returns { "returns" } else { "ends" }
                ));
            }
        }
    }
    testkit::settle("functions that may end", tried, &wrong);
}
