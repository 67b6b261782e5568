//! The seed papers' tables, measured here.
//!
//! Each row is a program of our own that does what the paper's program does, with the facts the paper
//! reports about it. Nothing is stored: a row is analyzed when it is asked for, and its facts are
//! looked up in what the analysis found.

use std::time::Duration;

use engine::{Engine, Entry};
use ir::Program;

use crate::Options;
use crate::session::{domain, limits};

/// A program of a table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The paper, by the number of its seed.
    pub paper: &'static str,
    /// The program's name there.
    pub program: &'static str,
    /// The function that is analyzed.
    pub function: &'static str,
    /// Its text.
    pub text: &'static str,
    /// The invariants of its loops, each with the number of the loop.
    pub invariants: &'static [(usize, &'static str)],
    /// Most cells at once.
    pub peak: &'static str,
    /// What the paper reports.
    pub published_ms: f64,
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
}

macro_rules! row {
    ($name:literal, $published:literal, $peak:literal, [$($invariant:expr),*]) => {
        Row {
            paper: "004",
            program: $name,
            function: $name,
            text: include_str!(concat!("../../../tests/c/lengths/contracts/", $name, ".c")),
            invariants: &[$($invariant),*],
            peak: $peak,
            published_ms: $published,
        }
    };
}

/// All rows, by paper.
pub const ROWS: &[Row] = &[
    row!("create", 2.0, "n₀", [(0, "|x| = i")]),
    row!("traverse", 3.0, "len(q)", [(0, "|q| + |p q| = len(q)")]),
    row!("reverse", 3.0, "len(x)", [(0, "|x| + |y| = len(x)")]),
    row!(
        "length_equal",
        8.0,
        "2*len(y)",
        [(0, "|x| + |x xi| = len(x)"), (0, "|x| = |y|"), (0, "|x xi| = |y yi|")]
    ),
    row!("merge", 32.0, "len(x) + len(y)", [(0, "|x| + |y| + |z| + |e z| = len(x) + len(y)")]),
    row!(
        "copy_and_delete",
        76.0,
        "2*len(x)",
        [
            (0, "|x| + |x y| = len(x)"),
            (0, "|p q| + |x y| = len(x)"),
            (1, "|x y| = |p q|"),
            (1, "2*|x y| + freed = 2*len(x)")
        ]
    ),
    row!("dispatch", 227.0, "len(xi)", [(0, "|xi| + |xlev| + |xgtv| = len(xi)")]),
];

/// Analyzes a row's program, which was read from its text.
pub fn measure(row: Row, program: &Program, clock: &dyn Fn() -> Duration) -> Measured {
    let options = Options::default();
    let function = program.function_named(row.function).expect("the program defines the function");
    let entry = Entry { function, program_start: false };
    let started = clock();
    let lengths = domain(&options);
    let mut analysis = Engine::new(program, &lengths, limits(&options)).run(&entry);
    let analysis_ms = clock().saturating_sub(started).as_secs_f64() * 1000.0;
    let proved = analysis.lost().is_none() && analysis.checks().iter().next().is_none();
    let invariants = lengths.invariants(&mut analysis);
    let held = row.invariants.iter().all(|(index, equation)| {
        invariants.get(*index).is_some_and(|known| lengths.follows(program, known, equation) == Some(true))
    });
    let endings = lengths.endings(&mut analysis);
    let terminates = endings.iter().all(|ending| ending.measure.is_some());
    let peak = lengths.peak_memory(&analysis);
    let shown = invariants.iter().map(|known| {
        format!("line {} ({}): {}", known.line, known.variables.join(", "), known.equations.join("; "))
    });
    let spent = analysis.spent();
    Measured {
        row,
        property: shown.collect::<Vec<_>>().join(" / "),
        verdict: if proved { "proved" } else { "unknown" },
        ok: proved && held && terminates && peak.as_deref() == Some(row.peak),
        analysis_ms,
        peak_disjuncts: spent.peak_disjuncts,
        iterations: spent.iterations,
        variables: invariants.iter().map(|known| known.variables.len()).max().unwrap_or(0),
        lines: row.text.lines().count(),
        terminates,
        peak,
    }
}
