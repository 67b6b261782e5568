//! The tables of the papers: every row gives what it asks for.

mod support;

use std::time::Duration;

use checkers::{Checkers, Options, SetChoice};
use engine::{Engine, Entry, Limits};
use shapewright_verify::{measure, rows, strategies};
use support::load_text;

#[test]
fn every_row_gives_what_it_asks_for() {
    let missed: Vec<String> = rows()
        .into_iter()
        .filter(|row| !measure(*row, &load_text(row.text), &|| Duration::ZERO).ok)
        .map(|row| format!("{} {}", row.paper, row.program))
        .collect();
    assert_eq!(missed, Vec::<String>::new());
}

#[test]
fn graphs_are_kept_in_whichever_way_sets_are_reasoned_about() {
    for row in rows().iter().filter(|row| row.paper == "003") {
        let program = load_text(row.text);
        let function = program.function_named(row.function).expect("the program defines the function");
        let entry = Entry { function, program_start: false };
        for choice in [SetChoice::Linear, SetChoice::Lin, SetChoice::Bdd] {
            let domain = Checkers::new(&program, Options { malloc_may_fail: true }).with_sets(choice);
            let analysis = Engine::new(&program, &domain, Limits::default()).run(&entry);
            let open = analysis.lost().is_some() || analysis.checks().iter().next().is_some();
            assert!(!open, "{} with {choice:?}", row.program);
        }
    }
}

#[test]
fn allocators_are_proved_by_canonical_folding() {
    for row in rows().iter().filter(|row| row.paper == "001") {
        let found = strategies(*row, &load_text(row.text), &|| Duration::ZERO);
        let canonical = found.first().expect("the paper's strategy comes first");
        assert!(canonical.proved, "{} with {}", row.program, canonical.name);
    }
}

#[test]
fn walks_of_allocators_end() {
    for row in rows().iter().filter(|row| row.paper == "001") {
        let measured = measure(*row, &load_text(row.text), &|| Duration::ZERO);
        assert!(measured.terminates, "{}", row.program);
    }
}
