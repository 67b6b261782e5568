//! Making the inputs of an error short and small.
//!
//! Delta debugging on the answers (Zeller, Hildebrandt, TSE 2002): drop the end, where there are many leave out others, zero single ones, bring the others nearer to zero; each time the run
//! must show the same error in the same place. The runs that are tried here are the ones that
//! `shapewright run --inputs` makes: zeros after the last answer, and nothing more to read.

use interp::{Ask, Inputs, RunResult};
use model::{Finding, Status};

use super::Hunter;
use crate::command_line;
use crate::confirm::named;

/// The most runs for one error.
const REPLAYS: usize = 200;

/// Of inputs that are more than so many parts are left out.
const MANY: usize = 24;

/// The most statements of all these runs: behind the last answer there are zeros, and a program that waits for another one does not end by
/// itself.
const STATEMENTS: u64 = 2_000_000;

/// Whether two findings are the same error in the same place.
fn same(a: &Finding, b: &Finding) -> bool {
    (a.rule, a.span.file, a.span.line) == (b.rule, b.span.file, b.span.line)
}

struct Attempts<'h, 'a> {
    hunter: &'h Hunter<'a>,
    wanted: &'h Finding,
    malloc_may_fail: bool,
    max_steps: u64,
    left: usize,
    /// Statements that may still be run.
    statements: u64,
}

impl Hunter<'_> {
    /// The error that a run shows, with few and small inputs; nothing if it does not show again.
    pub(super) fn minimized(&self, run: &RunResult, finding: &Finding) -> Option<Finding> {
        let may_fail = self.options.malloc_may_fail;
        let mut attempts = Attempts {
            hunter: self,
            wanted: finding,
            malloc_may_fail: may_fail,
            max_steps: run.steps * 2,
            left: REPLAYS,
            statements: STATEMENTS.max(run.steps * 4),
        };
        let mut best = attempts.shows(&run.inputs)?;
        if may_fail {
            // Where no allocation needs to fail, their outcomes are no inputs.
            let chosen = best.inputs.iter().zip(&best.asked);
            let others: Vec<i128> =
                chosen.filter(|(_, asked)| asked.ask != Ask::Allocation).map(|(answer, _)| *answer).collect();
            attempts.malloc_may_fail = false;
            match attempts.shows(&others) {
                Some(without) => best = without,
                None => attempts.malloc_may_fail = true,
            }
        }
        attempts.shorten(&mut best);
        if best.inputs.len() > MANY {
            attempts.left += REPLAYS;
            attempts.leave_out(&mut best);
            attempts.left = attempts.left.min(REPLAYS);
        }
        attempts.lessen(&mut best);
        let found = self.errors(&best).into_iter().find(|found| same(found, finding))?;
        Some(Finding {
            status: Status::Confirmed,
            inputs: Some(best.inputs.clone()),
            replay: self.replay(attempts.malloc_may_fail),
            ..found.clone()
        })
    }
}

impl Hunter<'_> {
    /// The options with which a run is made again.
    fn replay(&self, malloc_may_fail: bool) -> Vec<String> {
        let mut options = self.options.conventions.replay(malloc_may_fail);
        options.extend(named(self.program, self.entry.function));
        options.extend(command_line::replay(&self.line));
        options
    }
}

impl Attempts<'_, '_> {
    /// The run with these inputs, if it shows the error.
    fn shows(&mut self, inputs: &[i128]) -> Option<RunResult> {
        self.left = self.left.checked_sub(1)?;
        if self.statements == 0 {
            return None;
        }
        let run = self.hunter.run(Inputs::List(inputs.to_vec()), self.malloc_may_fail, self.max_steps);
        self.statements = self.statements.saturating_sub(run.steps);
        let shown = self.hunter.errors(&run).into_iter().any(|found| same(found, self.wanted));
        shown.then_some(run)
    }

    /// Drops the end, in ever smaller pieces.
    fn shorten(&mut self, best: &mut RunResult) {
        let mut piece = best.inputs.len();
        while piece > 0 {
            let kept = best.inputs.len().saturating_sub(piece);
            match self.shows(&best.inputs[..kept]) {
                Some(run) if run.inputs.len() < best.inputs.len() => *best = run,
                _ => piece /= 2,
            }
            piece = piece.min(best.inputs.len());
        }
    }

    /// Leaves out parts, in ever smaller pieces, the last first.
    fn leave_out(&mut self, best: &mut RunResult) {
        let mut piece = best.inputs.len() / 2;
        while piece > 0 {
            let mut end = best.inputs.len();
            while let Some(from) = end.checked_sub(piece) {
                let rest = [&best.inputs[..from], &best.inputs[end..]].concat();
                match self.shows(&rest) {
                    Some(run) if run.inputs.len() < best.inputs.len() => *best = run,
                    _ if self.left == 0 => return,
                    _ => {}
                }
                end = from.min(best.inputs.len());
            }
            piece /= 2;
        }
    }

    /// Makes the answers smaller, one by one, the last first.
    fn lessen(&mut self, best: &mut RunResult) {
        for index in (0..best.inputs.len()).rev() {
            while let Some(&answer) = best.inputs.get(index) {
                let tried = [0, 1, -1, answer / 2];
                let smaller = tried.into_iter().filter(|value| value.unsigned_abs() < answer.unsigned_abs());
                let shown = smaller.into_iter().find_map(|value| {
                    let mut inputs = best.inputs.clone();
                    inputs[index] = value;
                    self.shows(&inputs).filter(|run| run.inputs.len() <= best.inputs.len())
                });
                match shown {
                    Some(run) => *best = run,
                    None => break,
                }
            }
        }
    }
}
