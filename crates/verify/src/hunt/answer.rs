//! What runs contribute to the answer for a whole program.

use std::time::Instant;

use engine::Entry;
use ir::Span;
use model::{Finding, FunctionReport, Status, Verdict};

use super::{Decision, Effort, breed, decide, hunt};
use crate::answer::Answer;
use crate::confirm::settle;
use crate::task::Task;

/// The answer if runs alone give it: a program that they decide, or an error where one is all that is wanted.
pub(crate) fn by_runs(task: &Task<'_>, entry: &Entry) -> Option<Answer> {
    let started = Instant::now();
    let answer = |verdict, engine, findings, facts| Answer {
        report: report(task, entry, verdict, engine, started, facts),
        findings,
        checked: None,
    };
    match decide(task.program, task.options, entry) {
        Decision::Proved { runs, steps } => {
            let fact = match runs {
                1 => format!("it has one execution, of {steps} statements"),
                _ => format!("it has {runs} executions, of {steps} statements together"),
            };
            return Some(answer(Verdict::Proved, "run", Vec::new(), vec![fact]));
        }
        Decision::Violated(finding) if task.options.first_error => {
            return Some(answer(Verdict::Violated, "run", vec![*finding], Vec::new()));
        }
        Decision::Violated(_) | Decision::Open => {}
    }
    if !task.options.first_error {
        return None;
    }
    let findings = hunt(task.program, task.options, entry, Effort::QUICK);
    (!findings.is_empty()).then(|| answer(Verdict::Violated, "hunt", findings, Vec::new()))
}

/// Whether an error is found by a thorough hunt.
pub(crate) fn finds(task: &Task<'_>, entry: &Entry) -> bool {
    !hunt(task.program, task.options, entry, Effort::THOROUGH).is_empty()
}

/// Looks for errors of a program that is not proved, to confirm what was found and to find what was not. Whether there are any.
pub(crate) fn search(task: &Task<'_>, entry: &Entry, findings: &mut Vec<Finding>) -> bool {
    let found = hunt(task.program, task.options, entry, Effort::THOROUGH);
    let shown = |finding: &Finding| finding.status == Status::Confirmed;
    // Each of these ends where the budget does, with what it has found.
    let bred = if found.is_empty() && !findings.iter().any(shown) {
        let near: Vec<Span> = findings.iter().map(|finding| finding.span).collect();
        breed(task.program, task.options, entry, &near)
    } else {
        None
    };
    let any = !found.is_empty() || bred.is_some();
    for finding in found.into_iter().chain(bred) {
        settle(task.program, findings, finding);
    }
    any
}

fn report(
    task: &Task<'_>,
    entry: &Entry,
    verdict: Verdict,
    engine: &str,
    started: Instant,
    facts: Vec<String>,
) -> FunctionReport {
    let function = &task.program.functions[entry.function];
    FunctionReport {
        name: function.name.clone(),
        span: function.span,
        verdict,
        domain: Some(engine.into()),
        time_ms: started.elapsed().as_secs_f64() * 1000.0,
        peak_disjuncts: 0,
        iterations: 0,
        reason: None,
        reason_at: None,
        facts,
    }
}
