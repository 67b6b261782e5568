//! The seed papers' tables, measured here.
//!
//! Each row is a program of our own that does what the paper's program does, with the facts the paper
//! reports about it (`table`). Nothing is stored: a row is analyzed when it is asked for, and its facts are
//! looked up in what the analysis found (`counted` for list lengths, `checked` for checkers, `lecture` for regions).

mod checked;
mod counted;
mod lecture;
mod table;

use std::time::Duration;

use ir::Program;
use lengths::Spot;

pub use checked::{Counts, Strategy, strategies};

use crate::set_time::SetTime;
use crate::structures;
use crate::{Domain, Options};

/// A program of a table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The paper, by the number of its seed.
    pub paper: &'static str,
    /// Which of our analyses is the paper's.
    pub domain: Domain,
    /// The program's name there.
    pub program: &'static str,
    /// The function that is analyzed.
    pub function: &'static str,
    /// Its text.
    pub text: &'static str,
    /// The invariants of its loops, each with the number of the loop.
    pub invariants: &'static [(usize, &'static str)],
    /// What holds at other places.
    pub points: &'static [(Spot, &'static str)],
    /// Most cells at once.
    pub peak: &'static str,
    /// What the paper reports, if it does.
    pub published_ms: Option<f64>,
    /// Most states at one place, and rounds of loops, as the paper reports them.
    pub published_counts: Option<(u64, u64)>,
    /// States on return, and most memory of the heap in kilobytes, as the paper reports them.
    pub published_return: Option<(usize, u32)>,
    /// Whether allocation always succeeds, as in the paper.
    pub malloc_never_fails: bool,
    /// Predicates for three-valued structures.
    pub predicates: &'static str,
    /// Errors that the program was given on purpose: lines and rules.
    pub seeded: &'static [(u32, &'static str)],
    /// The time of shapes and of sets in milliseconds, with each of the paper's domains of sets.
    pub published_parts: &'static [SetTime],
}

/// What came of a row.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The row.
    pub row: Row,
    /// What was to be shown, in the paper's notation, as it was found.
    pub property: String,
    /// `proved` or `unknown`.
    pub verdict: &'static str,
    /// Whether everything the row asks for was found.
    pub ok: bool,
    /// Processor time of the analysis in milliseconds, the front end not counted.
    pub analysis_ms: f64,
    /// Most states at one place.
    pub peak_disjuncts: u64,
    /// Rounds of loops.
    pub iterations: u64,
    /// List variables in the invariants.
    pub variables: usize,
    /// Lines of the program.
    pub lines: usize,
    /// Whether all its loops were shown to end.
    pub terminates: bool,
    /// Most cells at once, as found.
    pub peak: Option<String>,
    /// The time of shapes and of sets, with each domain of sets.
    pub parts: Vec<SetTime>,
    /// Why its loops end, by line, where that is asked; nothing for one of which it is not shown.
    pub endings: Vec<(u32, Option<String>)>,
    /// States at loops and on return, where the paper has these.
    pub counts: Option<Counts>,
}

/// All rows, by paper.
pub fn rows() -> Vec<Row> {
    let mut rows: Vec<Row> = table::ROWS.iter().chain(structures::ROWS).copied().collect();
    rows.sort_by_key(|row| row.paper);
    rows
}

/// Analyzes a row's program, which was read from its text.
pub fn measure(row: Row, program: &Program, clock: &dyn Fn() -> Duration) -> Measured {
    let mut options = Options::default();
    options.malloc_may_fail &= !row.malloc_never_fails;
    match row.domain {
        Domain::Checkers => checked::measure(row, program, &options, clock),
        Domain::ThreeValued => structures::measure(row, program, options, clock),
        Domain::Regions => lecture::measure(row, program, &options, clock),
        Domain::Lengths | Domain::Auto => counted::measure(row, program, &options, clock),
    }
}
