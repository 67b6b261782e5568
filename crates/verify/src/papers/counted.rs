//! Rows of the table of list lengths: invariants, that loops end, and how many cells there are.

use std::time::Duration;

use engine::{Engine, Entry};
use ir::Program;
use lengths::Invariant;

use super::{Measured, Row};
use crate::Options;
use crate::task::{domain, limits};

/// Analyzes a program of that table.
pub(super) fn measure(
    row: Row,
    program: &Program,
    options: &Options,
    clock: &dyn Fn() -> Duration,
) -> Measured {
    let function = program.function_named(row.function).expect("the program defines the function");
    let entry = Entry { function, program_start: false };
    let started = clock();
    let lengths = domain(options);
    let mut analysis = Engine::new(program, &lengths, limits(options)).run(&entry);
    let analysis_ms = clock().saturating_sub(started).as_secs_f64() * 1000.0;
    let proved = analysis.lost().is_none() && analysis.checks().iter().next().is_none();
    let invariants = lengths.invariants(&mut analysis);
    let held = row.invariants.iter().all(|(index, equation)| {
        invariants.get(*index).is_some_and(|known| lengths.follows(program, known, equation) == Some(true))
    });
    let mut at_points = Vec::new();
    let mut held_at = true;
    for (spot, equation) in row.points {
        let known = lengths.invariant_at(&mut analysis, *spot);
        held_at &=
            known.as_ref().is_some_and(|known| lengths.follows(program, known, equation) == Some(true));
        if let Some(known) = known.filter(|_| at_points.last().is_none_or(|(last, _)| last != spot)) {
            at_points.push((*spot, known));
        }
    }
    let endings = lengths.endings(&mut analysis);
    let terminates = endings.iter().all(|ending| ending.measure.is_some());
    let peak = lengths.peak_memory(&analysis);
    let shown = |known: &Invariant| {
        format!("line {} ({}): {}", known.line, known.variables.join(", "), known.equations.join("; "))
    };
    let shown: Vec<String> = if at_points.is_empty() {
        invariants.iter().map(shown).collect()
    } else {
        at_points.iter().map(|(_, known)| format!("{}; {}", shown(known), known.bounds.join(", "))).collect()
    };
    let spent = analysis.spent();
    Measured {
        row,
        property: shown.join(" / "),
        verdict: if proved { "proved" } else { "unknown" },
        ok: proved && held && held_at && terminates && peak.as_deref() == Some(row.peak),
        analysis_ms,
        peak_disjuncts: spent.peak_disjuncts,
        iterations: spent.iterations,
        variables: invariants.iter().map(|known| known.variables.len()).max().unwrap_or(0),
        lines: row.text.lines().count(),
        terminates,
        peak,
        parts: Vec::new(),
        endings: Vec::new(),
        counts: None,
    }
}
