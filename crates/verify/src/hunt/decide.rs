//! Programs that runs decide.
//!
//! A run that leaves nothing open stands for all executions with the same outcomes of allocations and the same truth values
//! as inputs (`interp`'s module `determined` has the argument). If there are no such inputs either, one run is the program. If there
//! are, both answers to each are tried: the executions form a binary tree, each run is one of its paths, and the
//! program is decided once all paths have been walked. A run that comes back to a state it was in does not end, and does
//! nothing new.
//!
//! Proved means: on every path the program ended, or left what it assumes, or goes on for ever, without an error.
//! Anything else that happens on some path leaves the program undecided: something is open or not modelled, a limit is reached.

use std::sync::Arc;

use engine::Entry;
use interp::{Exit, Inputs};
use ir::Program;
use model::{Finding, Rule};

use super::MEMORY;
use crate::Options;
use crate::confirm::named;
use crate::predicates::predicates;

/// The most runs.
const RUNS: usize = 256;
/// The most statements of all of them.
const STEPS: u64 = 20_000_000;

/// What runs say of a program.
#[derive(Clone, Debug)]
pub(crate) enum Decision {
    /// It has no error. How many runs and statements that took.
    Proved { runs: usize, steps: u64 },
    /// It has this error.
    Violated(Box<Finding>),
    /// They do not decide it.
    Open,
}

/// Decides a whole program by running it, if that is possible.
pub(crate) fn decide(program: &Program, options: &Options, entry: &Entry) -> Decision {
    let conventions = &options.conventions;
    let checkers = Arc::new(predicates(program));
    let mut paths: Vec<Vec<i128>> = vec![Vec::new()];
    let (mut runs, mut left) = (0, STEPS);
    while let Some(path) = paths.pop() {
        if runs == RUNS || left == 0 {
            return Decision::Open;
        }
        runs += 1;
        let run = interp::Options {
            inputs: Inputs::Repeated { list: path.clone(), then: Vec::new() },
            determined: true,
            // Who does not look at the bounds of an array within an object does not say that there are none.
            inner_bounds: true,
            uninitialized: interp::Uninitialized::Error,
            max_steps: left,
            max_memory: MEMORY,
            checkers: checkers.clone(),
            ..conventions.run(entry.function, options.malloc_may_fail)
        };
        let done = interp::run(program, &run);
        left = left.saturating_sub(done.steps);
        if let Some(finding) = conventions.error(&done) {
            if finding.rule == Rule::OutOfBounds && !conventions.inner_bounds {
                return Decision::Open;
            }
            let mut replay = conventions.replay(options.malloc_may_fail);
            replay.extend(named(program, entry.function));
            return Decision::Violated(Box::new(Finding { replay, ..finding.clone() }));
        }
        let ended = matches!(done.exit, Exit::Exited(_) | Exit::Aborted | Exit::AssumedAway | Exit::Endless);
        if !ended || !done.findings.iter().all(|finding| harmless(options, &done, finding)) {
            return Decision::Open;
        }
        for (place, answer) in done.inputs.iter().enumerate().skip(path.len()) {
            let other = [&done.inputs[..place], &[1 - answer]].concat();
            paths.push(other);
        }
    }
    Decision::Proved { runs, steps: STEPS - left }
}

/// Whether a finding is no error in terms of the goal, and the execution is one all the same: only blocks that are lost in an
/// execution that never ends, where nothing but the end matters.
fn harmless(options: &Options, run: &interp::RunResult, finding: &Finding) -> bool {
    options.conventions.goal == crate::Goal::Cleanup
        && finding.rule == Rule::Leak
        && run.exit == Exit::Endless
}
