//! C text to definitions and their text.

// Each test target uses a part of it.
#![allow(dead_code)]

pub(crate) mod derive;
pub(crate) mod heaps;
pub(crate) mod subject;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use ir::Program;
use shapewright_checkers::definition::Definitions;

/// The program of a C text, with our header included.
pub(crate) fn program(text: &str) -> Program {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let n = NEXT.fetch_add(1, Ordering::Relaxed);
    let file: PathBuf = std::env::temp_dir().join(format!("definitions-{}-{n}.c", std::process::id()));
    let text = format!("#include <shapewright.h>\n#include <stddef.h>\n#line 1\n{text}");
    std::fs::write(&file, text).expect("a file can be written");
    let command = cfront::Command { file: file.clone(), options: cfront::Options::default() };
    let loaded = cfront::load(&[command], &cfront::Budget::default());
    let _ = std::fs::remove_file(file);
    loaded.unwrap_or_else(|error| panic!("{error}")).program
}

/// What a program defines: the checkers, clauses and values on entry, and what is wrong.
pub(crate) fn listing(text: &str) -> String {
    let program = program(text);
    let definitions = Definitions::read(&program);
    let mut lines = Vec::new();
    for definition in definitions.list.iter().filter(|definition| !definition.refused) {
        lines.push(definitions.display(definition, &program).to_string());
    }
    for clause in &definitions.clauses {
        let rules: Vec<String> = clause
            .rules
            .iter()
            .map(|rule| definitions.display_clause(clause.function, rule, &program).to_string())
            .collect();
        lines.push(format!("{}: {}", program.functions[clause.function].name, rules.join(" | ")));
    }
    for (function, problem) in &definitions.unreadable {
        let at = format!("{}:{}", problem.span.line, problem.span.column);
        lines.push(format!("{} unreadable: {at}: {}", program.functions[*function].name, problem.message));
    }
    for problem in &definitions.problems {
        let at = format!("{}:{}", problem.span.line, problem.span.column);
        lines.push(format!("{} {at}: {}", problem.code, problem.message));
    }
    lines.join("\n") + "\n"
}

/// The listing of checkers that a function requires of its parameter.
pub(crate) fn check(text: &str, expected: &str) {
    let found = listing(text);
    let clean = |text: &str| {
        text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
    };
    let (found, expected) = (clean(&found), clean(expected));
    assert!(found == expected, "found:\n{found}\n\nexpected:\n{expected}\n");
}
