//! The domain that follows one block of the heap at a time, over all functions at once.
//!
//! It does not run on the engine: its unit of work is a configuration, not a state. What it says of checks is the same: a
//! finding is a check that could not be excluded. It only speaks of blocks that are lost, freed twice or used after they
//! were freed, so it never proves a function alone.
//!
//! A program is analyzed as a whole from `main`, or from the function that is asked for. A library is analyzed in pieces
//! (`pieces`), and so is a program with so many functions that nobody would wait for the whole; what is known of a piece is
//! kept between runs (`kept`). A finding in a piece is *definite* if a run shows it (`replay`), else it is possible.

mod bundle;
mod compare;
mod kept;
mod pieces;
mod replay;
mod telling;

use std::collections::BTreeSet;

use engine::{Entry, Limits};
use interp::Uninitialized;
use ir::{FunctionId, Program, Span};
use model::{Finding, FunctionReport, Rule, Status, Verdict};
use regions::{Analysis, Event, Occurrence, Prepared};

use crate::Options;
use crate::answer::Answer;
use crate::combine::Closed;
use crate::entries::entries;
use crate::observer::Observed;
use crate::oracle::SelfCheck;
use crate::states::{Shown, StatesAt};
use crate::task::{Task, limits};
use telling::finding;
pub(crate) use telling::rule;

/// The most functions of a program that is analyzed as a whole without being asked for.
const WHOLE: usize = 400;

/// What is known of all functions.
pub(crate) struct Answers {
    pub(crate) functions: Vec<FunctionReport>,
    pub(crate) findings: Vec<Finding>,
    /// Those that rest on a guess, and that no run has shown.
    pub(crate) guesses: Vec<Finding>,
}

/// Whether a program is analyzed in pieces: a library, and whatever is too large to be analyzed as a whole.
pub(crate) fn in_pieces(program: &Program, options: &Options) -> bool {
    let large = program.defined().take(WHOLE + 1).count() > WHOLE;
    large || options.entry.is_none() && program.main().is_none()
}

/// What can happen from an entry on.
pub(crate) fn answer(task: &Task<'_>, entry: &Entry) -> Answer {
    let Task { program, options, .. } = *task;
    let started = std::time::Instant::now();
    let prepared = Prepared::new(program);
    let mut analysis = prepared.run(entry, &limits(options));
    let occurrences = analysis.occurrences();
    let mut findings: Vec<Finding> = occurrences.iter().map(|found| finding(program, found)).collect();
    in_order(&mut findings);
    let (spent, time_ms) = (analysis.spent(), started.elapsed().as_secs_f64() * 1000.0);
    let checked = options
        .self_check
        .filter(|_| entry.program_start)
        .map(|runs| compare::compare(program, options, &prepared, &mut analysis, entry, runs));
    let (reason, reason_at) = analysis.lost().map(|(why, at)| (why.to_string(), at)).unzip();
    let facts = if reason.is_none() { excluded(&analysis, &occurrences) } else { Vec::new() };
    let report = FunctionReport {
        name: program.functions[entry.function].name.clone(),
        span: program.functions[entry.function].span,
        verdict: Verdict::Unknown,
        domain: Some("regions".into()),
        time_ms,
        peak_disjuncts: spent.peak_disjuncts,
        iterations: spent.iterations,
        reason,
        reason_at: reason_at.flatten(),
        facts,
    };
    Answer { report, findings, checked }
}

/// The most calls, each counted for every function that it may reach, of a program that is looked at before others are asked.
const CALLS: usize = 4_000;

/// The most configurations that are taken through a block before others are asked.
const STEPS: u64 = 50_000;

/// What cannot happen in a whole program, for others to go on from, and how runs compare with that. Nothing of a
/// program that is too large to be followed as a whole.
pub(crate) fn exclude(task: &Task<'_>, entry: &Entry) -> (Option<Closed>, Option<SelfCheck>) {
    let Task { program, options, .. } = *task;
    // An index that leads out of an array within an object leads to other members, which are other regions.
    let followed = entry.program_start && options.conventions.inner_bounds;
    let large = program.defined().take(WHOLE + 1).count() > WHOLE;
    if !followed || large || !regions::calls_are_few(program, CALLS) {
        return (None, None);
    }
    let prepared = Prepared::new(program);
    let mut analysis = prepared.run(entry, &Limits { steps: STEPS, ..limits(options) });
    let any = options.conventions.uninitialized == Uninitialized::Input;
    let excluded = analysis.excluded(any).map(|excluded| Closed::by_regions(&excluded));
    let compare = |runs| compare::compare(program, options, &prepared, &mut analysis, entry, runs);
    let checked = options.self_check.map(compare);
    (excluded, checked)
}

/// What can happen in any function, or in the one that is asked for, piece by piece. What was seen comes first, then what
/// needed no guess; the rest is apart.
pub(crate) fn answers(program: &Program, options: &Options, observed: Observed<'_>) -> Answers {
    let started = std::time::Instant::now();
    let answers = pieces::answers(program, options, observed);
    let (mut findings, mut guesses) = (Vec::new(), Vec::new());
    for (finding, sure) in answers.iter().flat_map(|answer| &answer.findings) {
        let is_finding = *sure || finding.status == Status::Confirmed;
        if is_finding { findings.push(finding.clone()) } else { guesses.push(finding.clone()) }
    }
    in_order(&mut findings);
    findings.sort_by_key(|finding| finding.status);
    in_order(&mut guesses);
    let places: BTreeSet<(Span, Rule)> =
        findings.iter().map(|finding| (finding.span, finding.rule)).collect();
    guesses.retain(|finding| !places.contains(&(finding.span, finding.rule)));
    let time_ms = started.elapsed().as_secs_f64() * 1000.0;
    let shown = |name: &str, span: Span| {
        let is_shown = |finding: &&Finding| finding.status == Status::Confirmed && *finding.function == *name;
        findings.iter().filter(is_shown).any(|finding| finding.span.file == span.file)
    };
    let report = |id: &FunctionId, answer: &pieces::Answer| {
        let function = &program.functions[*id];
        let violated = shown(&function.name, function.span);
        FunctionReport {
            name: function.name.clone(),
            span: function.span,
            verdict: if violated { Verdict::Violated } else { Verdict::Unknown },
            domain: Some("regions".into()),
            time_ms,
            peak_disjuncts: answer.most,
            iterations: 0,
            reason: (!violated).then(|| answer.reason.clone()),
            reason_at: None,
            facts: Vec::new(),
        }
    };
    let functions =
        answers.iter().flat_map(|answer| answer.piece.own.iter().map(|id| report(id, answer))).collect();
    Answers { functions, findings, guesses }
}

/// Puts findings in the order of the program; of several that say the same one is left, what was seen before what may be.
fn in_order(findings: &mut Vec<Finding>) {
    findings
        .sort_by(|a, b| (a.span, a.rule, a.status, &a.message).cmp(&(b.span, b.rule, b.status, &b.message)));
    findings.dedup_by(|a, b| (a.span, a.rule) == (b.span, b.rule));
}

/// What cannot happen.
fn excluded(analysis: &Analysis<'_>, occurrences: &[Occurrence]) -> Vec<String> {
    let never = |event: Event| occurrences.iter().all(|found| found.event != event);
    let mut facts = Vec::new();
    if never(Event::DoubleFree) {
        facts.push("no block of the heap is freed twice".to_owned());
    }
    if never(Event::UseAfterFree) {
        facts.push("no block of the heap is used after it was freed".to_owned());
    }
    if never(Event::Leak) && !analysis.may_lose_cycles() {
        facts.push("no block of the heap is lost".to_owned());
    }
    facts
}

/// The configurations at the places that are asked for.
pub(crate) fn states_where(
    program: &Program,
    options: &Options,
    asked: impl Fn(Span) -> bool,
) -> Vec<StatesAt> {
    let entry = entries(program, options).into_iter().next();
    let prepared = Prepared::new(program);
    let limits: Limits = limits(options);
    let mut analysis = match &entry {
        Some(entry) => prepared.run(entry, &limits),
        None => prepared.run_library(&limits),
    };
    let lost = analysis.lost().map(|(why, _)| why.to_string());
    let points = analysis.points().into_iter().filter(|(point, _)| asked(point.span(program)));
    points
        .map(|(point, known)| {
            let shown = |known| Shown {
                text: prepared.draw(point.function, known),
                drawing: prepared.picture(point.function, known),
            };
            let mut states: Vec<Shown> = known.iter().map(shown).collect();
            states.dedup_by(|a, b| a.text == b.text);
            StatesAt { point, states, answers: Vec::new(), lost: lost.clone() }
        })
        .collect()
}
