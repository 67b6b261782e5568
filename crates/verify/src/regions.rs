//! The domain that follows one block of the heap at a time, over all functions at once.
//!
//! It does not run on the engine: its unit of work is a configuration, not a state. What it says of checks is the same: a
//! finding is a check that could not be excluded. It only speaks of blocks that are lost, freed twice or used after they
//! were freed, so it never proves a function alone.

use std::collections::BTreeMap;

use engine::{Entry, Limits, Point};
use interp::Interpreter;
use ir::{FunctionId, Program, Span, Terminator};
use model::{Finding, FunctionReport, Rule, Status, Step, Verdict};
use regions::{Analysis, Event, Occurrence, Points, Prepared};

use crate::Options;
use crate::answer::limits;
use crate::oracle::{SelfCheck, Unsound};
use crate::states::StatesAt;

/// Statements of each run that are followed.
const STEPS: u64 = 20_000;

/// Visits of a point at which the memory is compared each time.
const VISITS: u32 = 16;

/// What is known of all functions.
pub(crate) struct Answers {
    pub(crate) functions: Vec<FunctionReport>,
    pub(crate) findings: Vec<Finding>,
    pub(crate) checked: Option<SelfCheck>,
}

/// Where the analysis begins: at the function asked for, at `main`, or, in a library, everywhere.
fn entry(program: &Program, options: &Options) -> Option<Entry> {
    let main = program.main();
    let asked = match &options.entry {
        Some(name) => program.function_named(name).filter(|id| program.functions[*id].body.is_some()),
        None => main,
    };
    asked.map(|function| Entry { function, program_start: Some(function) == main })
}

fn analysis<'a>(prepared: &'a Prepared<'a>, entry: Option<&Entry>, limits: &Limits) -> Analysis<'a> {
    match entry {
        Some(entry) => prepared.run(entry, limits),
        None => prepared.run_library(limits),
    }
}

/// Analyzes a program.
pub(crate) fn answers(program: &Program, options: &Options) -> Answers {
    let started = std::time::Instant::now();
    let entry = entry(program, options);
    let prepared = Prepared::new(program);
    let mut analysis = analysis(&prepared, entry.as_ref(), &limits(options));
    let occurrences = analysis.occurrences();
    let mut findings: Vec<Finding> = occurrences.iter().map(|found| finding(program, found)).collect();
    findings.sort_by(|a, b| (a.span, a.rule, &a.message).cmp(&(b.span, b.rule, &b.message)));
    findings.dedup_by(|a, b| (a.span, a.rule) == (b.span, b.rule));
    let (spent, time_ms) = (analysis.spent(), started.elapsed().as_secs_f64() * 1000.0);
    let checked = match (&entry, options.self_check) {
        (Some(entry), Some(runs)) if entry.program_start => {
            Some(compare(program, options, &prepared, &mut analysis, entry, runs))
        }
        _ => None,
    };
    let (reason, reason_at) = analysis.lost().map(|(why, at)| (why.to_string(), at)).unzip();
    let facts = if reason.is_none() { excluded(&analysis, &occurrences) } else { Vec::new() };
    let reported = |function: FunctionId| FunctionReport {
        name: program.functions[function].name.clone(),
        span: program.functions[function].span,
        verdict: Verdict::Unknown,
        domain: Some("regions".into()),
        time_ms,
        peak_disjuncts: spent.peak_disjuncts,
        iterations: spent.iterations,
        reason: reason.clone(),
        reason_at: reason_at.flatten(),
        facts: facts.clone(),
    };
    let functions = match &entry {
        Some(entry) => vec![reported(entry.function)],
        None => program.defined().map(|(id, _)| reported(id)).collect(),
    };
    Answers { functions, findings, checked }
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

/// The rule that an event breaks.
fn rule(event: Event) -> Rule {
    match event {
        Event::Leak => Rule::Leak,
        Event::DoubleFree => Rule::DoubleFree,
        Event::UseAfterFree => Rule::UseAfterFree,
    }
}

fn finding(program: &Program, found: &Occurrence) -> Finding {
    let span = found.point.span(program);
    let block = match found.allocated {
        Some(site) => format!("the block allocated on line {}", site.line),
        None => "a block that was given to this function".to_owned(),
    };
    let freed =
        found.freed.map_or_else(String::new, |site| format!(", which was freed on line {}", site.line));
    let message = match (found.event, found.definite) {
        (Event::Leak, true) => format!("the last pointer to {block} is lost here"),
        (Event::Leak, false) => format!("the last pointer to {block} may be lost here"),
        (Event::DoubleFree, true) => format!("{block}{freed}, is freed again"),
        (Event::DoubleFree, false) => format!("{block}{freed}, may be freed again"),
        (Event::UseAfterFree, true) => format!("{block}{freed}, is used here"),
        (Event::UseAfterFree, false) => format!("{block}{freed}, may be used here"),
    };
    let mut trace: Vec<Step> = Vec::new();
    trace.extend(found.allocated.map(|site| Step::new(site, "the block is allocated")));
    trace.extend(decisions(program, found));
    trace.extend(found.freed.map(|site| Step::new(site, "the block is freed")));
    trace.push(Step::new(span, message.clone()));
    Finding {
        rule: rule(found.event),
        status: Status::Possible,
        function: program.functions[found.point.function].name.clone(),
        span,
        message,
        inputs: None,
        replay: Vec::new(),
        trace,
    }
}

/// The branches on the way.
fn decisions(program: &Program, found: &Occurrence) -> Vec<Step> {
    let mut steps = Vec::new();
    for pair in found.way.windows(2) {
        let [(function, from), (_, to)] = pair else { continue };
        let Some(body) = &program.functions[*function].body else { continue };
        let block = &body.blocks[*from];
        match &block.terminator {
            Terminator::Branch { then, .. } if then == to => {
                steps.push(Step::new(block.span, "the condition holds"));
            }
            Terminator::Branch { .. } => steps.push(Step::new(block.span, "the condition does not hold")),
            Terminator::Switch { .. } => steps.push(Step::new(block.span, "one of the cases is taken")),
            _ => {}
        }
    }
    steps
}

/// The configurations at a line.
pub(crate) fn states_at(program: &Program, options: &Options, line: u32) -> Vec<StatesAt> {
    let entry = entry(program, options);
    let prepared = Prepared::new(program);
    let mut analysis = analysis(&prepared, entry.as_ref(), &limits(options));
    let lost = analysis.lost().map(|(why, _)| why.to_string());
    let points = analysis.points().into_iter().filter(|(point, _)| point.span(program).line == line);
    points
        .map(|(point, known)| {
            let mut states: Vec<String> =
                known.iter().map(|known| prepared.draw(point.function, known)).collect();
            states.dedup();
            StatesAt { point, states, answers: Vec::new(), lost: lost.clone() }
        })
        .collect()
}

/// Compares the analysis with concrete runs: the blocks that the innermost call sees must be described by
/// configurations, and what goes wrong must have been found.
fn compare(
    program: &Program,
    options: &Options,
    prepared: &Prepared<'_>,
    analysis: &mut Analysis<'_>,
    entry: &Entry,
    runs: u64,
) -> SelfCheck {
    let mut outcome = SelfCheck::default();
    if analysis.lost().is_some() {
        return outcome;
    }
    let occurrences = analysis.occurrences();
    let cycles = analysis.may_lose_cycles();
    let points = analysis.points();
    for seed in 0..runs {
        let mut run = interp::Options::new(entry.function);
        run.inputs = interp::Inputs::Seed(seed);
        run.malloc_may_fail = options.malloc_may_fail && seed % 2 == 1;
        run.max_steps = STEPS;
        outcome.runs += 1;
        let refuted =
            follow(program, prepared, &points, &occurrences, &run, seed, &mut outcome.memories).err();
        let missed = || leak_missed(program, &occurrences, cycles, &run, seed);
        outcome.unsound.extend(refuted.or_else(missed));
    }
    outcome
}

fn follow(
    program: &Program,
    prepared: &Prepared<'_>,
    points: &Points,
    occurrences: &[Occurrence],
    run: &interp::Options,
    seed: u64,
    memories: &mut u64,
) -> Result<(), Unsound> {
    let mut machine = Interpreter::new(program, run);
    let mut visits: BTreeMap<Point, u32> = BTreeMap::new();
    let mut last = None;
    while let Some((function, block, stmt)) = machine.location() {
        let point = Point { function, block, stmt: stmt as u32 };
        last = Some(point);
        let visit = visits.entry(point).or_default();
        *visit += 1;
        if *visit <= VISITS || visit.is_power_of_two() {
            *memories += 1;
            let known = points.get(&point).map_or(&[][..], Vec::as_slice);
            prepared.admits(point, known, machine.memory()).map_err(|what| Unsound {
                seed,
                point,
                steps: machine.steps(),
                what,
            })?;
        }
        if !machine.step() {
            break;
        }
    }
    for finding in machine.findings() {
        let Some(point) = last else { continue };
        let heap = matches!(finding.rule, Rule::DoubleFree | Rule::UseAfterFree);
        let known = |found: &Occurrence| found.point == point && rule(found.event) == finding.rule;
        if heap && !is_about_variables(finding) && !occurrences.iter().any(known) {
            let what = format!("`{}` happens and was not found", finding.rule);
            return Err(Unsound { seed, point, steps: machine.steps(), what });
        }
    }
    Ok(())
}

/// Variables whose scope is over are not tracked.
fn is_about_variables(finding: &Finding) -> bool {
    finding.rule == Rule::UseAfterFree && !finding.trace.iter().any(|step| step.note.contains("freed"))
}

fn leak_missed(
    program: &Program,
    occurrences: &[Occurrence],
    cycles: bool,
    run: &interp::Options,
    seed: u64,
) -> Option<Unsound> {
    if cycles || occurrences.iter().any(|found| found.event == Event::Leak) {
        return None;
    }
    let result = interp::run(program, run);
    let lost: &Finding = result.findings.iter().find(|finding| finding.rule == Rule::Leak)?;
    let span: Span = lost.span;
    let point = Point { function: run.entry, block: ir::Body::ENTRY, stmt: 0 };
    let what = format!("a block is lost on line {} and that was not found", span.line);
    Some(Unsound { seed, point, steps: result.steps, what })
}
