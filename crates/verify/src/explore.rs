//! Whole programs explored exactly: proved by exhaustion, or shown to be wrong by inputs.
//!
//! Many programs have finitely many states up to the names of their objects: they build two cells, count to five, or move
//! between a few flags. These are explored to the end, and every check that no state breaks is proved. Where a check
//! is broken, the facts on the way are solved for inputs, and a run with these inputs has to break the same rule in the same
//! line; otherwise the finding stays a possible one.
//!
//! It has two turns: a short one before all analyses, which is enough for programs that decide everything themselves, and a
//! long one behind them, for what they could not prove: if one of them came to its end, the checks it left open are where it goes first. Both are bounded by numbers of states, so that the answer is always
//! the same.

use checkers::Checkers;
use engine::{Bounds, Check, Entry, Open};
use model::Finding;

use crate::Goal;
use crate::answer::Run;
use crate::confirm::named;
use crate::task::Task;
use crate::trials::errors;

/// States of the short turn.
pub(crate) const SHORT: u64 = 500;

/// States of the long turn.
pub(crate) const LONG: u64 = 20_000;

/// Statements for each state.
pub(crate) const STATE_STEPS: u64 = 50;

/// The most open checks for which inputs are sought.
const TARGETS: usize = 32;

/// The most statements of one run.
const RUN_STEPS: u64 = 100_000;

/// The most statements of all runs.
const ALL_STEPS: u64 = 400_000;

/// What a run costs before its first statement, in statements.
const START_STEPS: u64 = 500;

/// How far a turn goes.
pub(crate) fn bounds(states: u64, keep_states: bool) -> Bounds {
    Bounds { states, states_when_lost: states / 10, keep_states, ..Bounds::default() }
}

/// The findings of an exploration that a run shows.
pub(crate) fn shown(task: &Task<'_>, entry: &Entry, run: &mut Run<'_, Checkers>) -> Vec<Finding> {
    let checks = run.analysis.checks().iter().filter(|(_, open)| !open.lost);
    let checks: Vec<Check> = checks.take(TARGETS).map(|(check, _)| *check).collect();
    let ways = |check: &Check| -> Vec<(Check, Open)> {
        run.analysis.checks().ways(*check).map(|open| (*check, open.clone())).collect()
    };
    let targets: Vec<(Check, Open)> = checks.iter().flat_map(ways).collect();
    let mut found: Vec<Finding> = Vec::new();
    // What was shown before the budget was over stays shown.
    let _ = budget::phase(|| show(task, entry, run, targets, &mut found));
    found
}

fn show(
    task: &Task<'_>,
    entry: &Entry,
    run: &mut Run<'_, Checkers>,
    targets: Vec<(Check, Open)>,
    found: &mut Vec<Finding>,
) {
    let mut left = ALL_STEPS;
    for (check, open) in targets {
        let span = open.span.unwrap_or_else(|| check.point.span(task.program));
        let is_shown = |finding: &Finding| {
            finding.rule == check.rule && (finding.span.file, finding.span.line) == (span.file, span.line)
        };
        if found.iter().any(is_shown) {
            continue;
        }
        for inputs in run.analysis.inputs(check, &open, task.options.malloc_may_fail) {
            if left == 0 {
                return;
            }
            // Whatever goes wrong is an error of the program, also if it is another one.
            found.extend(replay(task, entry, inputs, &mut left));
            if found.iter().any(is_shown) {
                break;
            }
        }
    }
}

/// What a run with these inputs does wrong.
fn replay(task: &Task<'_>, entry: &Entry, inputs: Vec<i128>, left: &mut u64) -> Vec<Finding> {
    let Task { program, options, .. } = *task;
    let run = interp::Options {
        inputs: interp::Inputs::List(inputs),
        max_steps: RUN_STEPS.min(*left),
        checkers: task.specification.predicates(),
        ..options.conventions.run(entry.function, options.malloc_may_fail)
    };
    let done = interp::run(program, &run);
    *left = left.saturating_sub(done.steps + START_STEPS);
    let mut replay = options.conventions.replay(options.malloc_may_fail);
    replay.extend(named(program, entry.function));
    let found: Vec<&Finding> = match options.conventions.goal {
        Goal::Everything => errors(program, entry.function, &done).collect(),
        _ => options.conventions.error(&done).into_iter().collect(),
    };
    found.into_iter().map(|finding| Finding { replay: replay.clone(), ..finding.clone() }).collect()
}
