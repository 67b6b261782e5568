//! The comparison of the analysis with concrete runs.

use std::collections::{BTreeMap, BTreeSet};

use engine::{Entry, Point};
use interp::Interpreter;
use ir::{Contract, FunctionId, Program, Span};
use model::{Finding, Rule};
use regions::{Analysis, Event, Occurrence, Points, Prepared};

use super::telling::rule;
use crate::Options;
use crate::oracle::{SelfCheck, Unsound};

/// Statements of each run that are followed.
const STEPS: u64 = 20_000;

/// Visits of a point at which the memory is compared each time.
const VISITS: u32 = 16;

/// Compares the analysis with concrete runs: the blocks that the innermost call sees must be described by
/// configurations, and what goes wrong must have been found.
pub(super) fn compare(
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
    // Contracts are evaluated in runs only: what they say is no part of what the program does.
    let contracts = program.functions.iter().filter_map(|function| function.contract.as_ref());
    let clauses: BTreeSet<FunctionId> = contracts.flat_map(Contract::functions).collect();
    let mut visits: BTreeMap<Point, u32> = BTreeMap::new();
    let mut last = None;
    while let Some((function, block, stmt)) = machine.location() {
        let point = Point { function, block, stmt: stmt as u32 };
        let visit = visits.entry(point).or_default();
        *visit += 1;
        let memory = machine.memory();
        let in_clause = memory.frames.iter().any(|frame| clauses.contains(&frame.function));
        last = (!in_clause).then_some(point);
        if !in_clause && (*visit <= VISITS || visit.is_power_of_two()) {
            *memories += 1;
            let known = points.get(&point).map_or(&[][..], Vec::as_slice);
            prepared.admits(point, known, memory).map_err(|what| Unsound {
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
