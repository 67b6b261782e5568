//! Rows of the tables of checkers: everything is proved, and the states at loops are shown.

use std::time::Duration;

use engine::{Engine, Entry, Point, ShapeDomain};
use ir::Program;

use super::{Measured, Row};
use crate::set_time;
use crate::task::{checkers, limits};
use crate::{Canonical, Domain, Folding, Options};

/// How long one strategy may take.
const LONGEST: Duration = Duration::from_secs(30);

/// States of one analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counts {
    /// At the head of the loop that has most.
    pub at_loop: usize,
    /// On return.
    pub on_return: usize,
}

/// What came of a row with one way to make states fewer at loops.
#[derive(Clone, Copy, Debug)]
pub struct Strategy {
    /// Which one.
    pub name: &'static str,
    /// Whether everything was proved.
    pub proved: bool,
    /// Processor time in milliseconds.
    pub analysis_ms: f64,
    /// Its states.
    pub counts: Counts,
}

/// A program of the table of allocators with the paper's own strategy, with and without its widening.
pub fn strategies(row: Row, program: &Program, clock: &dyn Fn() -> Duration) -> Vec<Strategy> {
    if row.published_return.is_none() {
        return Vec::new();
    }
    let with = |(name, widening)| {
        let folding = Folding::Canonical(Canonical { widening, ..Canonical::default() });
        let options =
            Options { folding, domain: Domain::Checkers, time: Some(LONGEST), ..Options::default() };
        let measured = measure(row, program, &options, clock);
        let counts = measured.counts?;
        Some(Strategy { name, proved: measured.ok, analysis_ms: measured.analysis_ms, counts })
    };
    [("canonical", true), ("canonical without widening", false)].into_iter().filter_map(with).collect()
}

/// Analyzes a program of the table of structural checkers.
pub(super) fn measure(
    row: Row,
    program: &Program,
    options: &Options,
    clock: &dyn Fn() -> Duration,
) -> Measured {
    let function = program.function_named(row.function).expect("the program defines the function");
    let entry = Entry { function, program_start: false };
    let started = clock();
    let domain = checkers(program, options);
    let mut analysis = Engine::new(program, &domain, limits(options)).run(&entry);
    let analysis_ms = clock().saturating_sub(started).as_secs_f64() * 1000.0;
    let proved = analysis.lost().is_none() && analysis.checks().iter().next().is_none();
    let spent = analysis.spent();
    let mut shown = Vec::new();
    let mut counts = Counts { at_loop: 0, on_return: analysis.exits().count() };
    for report in analysis.loops() {
        counts.at_loop = counts.at_loop.max(report.states.len());
        let head = Point { function, block: report.head, stmt: 0 };
        // The paper on sets has formulas, the others pictures.
        let text = |state: &checkers::State| match row.paper {
            "003" => domain.formula(program, head, state),
            _ => domain.draw(program, head, state).text(),
        };
        let texts: Vec<String> = report.states.iter().map(text).collect();
        shown.push(format!("line {}: {}", head.span(program).line, texts.join(" or ")));
    }
    // That walks end is what footnote 12 of the paper on allocators asks for.
    let endings = if row.published_return.is_some() && proved {
        domain.endings(&mut analysis).into_iter().map(|ending| (ending.line, ending.measure)).collect()
    } else {
        Vec::new()
    };
    let parts = if row.published_parts.is_empty() {
        Vec::new()
    } else {
        set_time::in_parts(program, options, &entry)
    };
    Measured {
        row,
        property: shown.join(" / "),
        verdict: if proved { "proved" } else { "unknown" },
        ok: proved,
        analysis_ms,
        peak_disjuncts: spent.peak_disjuncts,
        iterations: spent.iterations,
        variables: 0,
        lines: row.text.lines().count(),
        terminates: !endings.is_empty() && endings.iter().all(|(_, measure)| measure.is_some()),
        peak: None,
        parts,
        endings,
        counts: row.published_return.map(|_| counts),
    }
}
