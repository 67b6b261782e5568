//! The tables of the papers: every row gives what it asks for.

mod support;

use std::time::Duration;

use shapewright_verify::{measure, rows};
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
