//! The lecture's example of regions.

use std::time::Duration;

use engine::Point;
use ir::Program;
use regions::Prepared;

use super::table::SPLICED;
use super::{Measured, Row};
use crate::Options;
use crate::task::limits;

/// Analyzes the lecture's example from the published input configurations: a cell that `x`, that `y` or that a link refers to.
pub(super) fn measure(
    row: Row,
    program: &Program,
    options: &Options,
    clock: &dyn Fn() -> Duration,
) -> Measured {
    let function = program.function_named(row.function).expect("the program defines the function");
    let started = clock();
    let prepared = Prepared::new(program);
    let mut given = prepared.given(function);
    for known in &mut given {
        known.index.held = false;
    }
    let mut analysis = prepared.run_from(function, given, &limits(options));
    let analysis_ms = clock().saturating_sub(started).as_secs_f64() * 1000.0;
    let clean = analysis.occurrences().is_empty();
    let spent = analysis.spent();
    let body = program.functions[function].body.as_ref();
    let returns = |point: &Point| {
        let block = body.map(|body| &body.blocks[point.block]);
        block.is_some_and(|block| {
            matches!(block.terminator, ir::Terminator::Return(_)) && block.stmts.len() == point.stmt as usize
        })
    };
    let mut shown: Vec<String> = Vec::new();
    for (_, known) in analysis.points().iter().filter(|(point, _)| returns(point)) {
        // The lecture shows the index; of two with one index, only the facts differ.
        shown.extend(
            known
                .iter()
                .map(|known| prepared.draw(function, &regions::Configuration::new(known.index.clone()))),
        );
    }
    shown.sort();
    shown.dedup();
    Measured {
        row,
        property: shown.join(" / "),
        verdict: "unknown",
        ok: clean && shown == SPLICED,
        analysis_ms,
        peak_disjuncts: spent.peak_disjuncts,
        iterations: spent.iterations,
        variables: 0,
        lines: row.text.lines().count(),
        terminates: false,
        peak: None,
        parts: Vec::new(),
        endings: Vec::new(),
        counts: None,
    }
}
