//! Confirming findings: a finding is confirmed if a run exhibits it.
//!
//! A function with a contract is run on small models of what it requires, the program from `main` with a few seeds. An
//! error of such a run is an error of the program, whether or not an analysis came as far: it confirms the
//! finding that says so, or is one of its own.
//!
//! Invariant: bounded by numbers of runs and statements, never by time, so that the answer is always the same.

use std::sync::Arc;

use checkers::definition::Definitions;
use engine::Entry;
use interp::{Exit, Inputs, RunResult};
use ir::{Callee, FunctionId, Program, StmtKind};
use model::{Finding, Rule, Status};

use crate::Options;
use crate::models::Models;
use crate::predicates::predicates;

/// The most runs of a function.
const RUNS: usize = 200;

/// The most runs of a whole program.
const SEEDS: u64 = 16;

/// The most statements of one run.
const RUN_STEPS: u64 = 10_000;

/// The most statements of all runs of one function.
const ALL_STEPS: u64 = 400_000;

/// What a run costs before its first statement, in statements.
const START_STEPS: u64 = 500;

/// Runs an entry that is not proved, and confirms what happens. Whether anything did.
pub(crate) fn confirm(
    program: &Program,
    options: &Options,
    entry: &Entry,
    findings: &mut Vec<Finding>,
) -> bool {
    if means_nothing(program, entry.function) {
        return false;
    }
    let checkers = Arc::new(predicates(program));
    let mut starts = starts(program, entry);
    let (mut left, mut runs, mut confirmed) = (ALL_STEPS, RUNS, false);
    // After the first round allocations may fail. What does not depend on further inputs is not run again.
    for round in 0.. {
        let mut again = Vec::new();
        for start in starts {
            let all_confirmed = || findings.iter().all(|finding| finding.status == Status::Confirmed);
            if left == 0 || runs == 0 || confirmed && all_confirmed() {
                return confirmed;
            }
            let run = interp::Options {
                inputs: start.inputs(round),
                malloc_may_fail: options.malloc_may_fail && round > 0,
                max_steps: RUN_STEPS,
                checkers: checkers.clone(),
                ..interp::Options::new(entry.function)
            };
            let done = interp::run(program, &run);
            (left, runs) = (left.saturating_sub(done.steps + START_STEPS), runs - 1);
            for finding in errors(program, entry, &done) {
                settle(findings, Finding { replay: replay(program, entry, &run), ..finding.clone() });
                confirmed = true;
            }
            let rejected = matches!(done.exit, Exit::Rejected { .. });
            if !rejected && (round == 0 || done.inputs.len() > start.list.len()) {
                again.push(start);
            }
        }
        starts = again;
        if starts.is_empty() {
            break;
        }
    }
    confirmed
}

/// How runs begin: with the inputs of a model, or with any.
struct Start {
    list: Vec<i128>,
    seed: u64,
}

impl Start {
    fn inputs(&self, round: u64) -> Inputs {
        Inputs::Started { list: self.list.clone(), seed: self.seed + (round << 32) }
    }
}

/// How to begin: with models of what is required, small ones first, or with seeds.
fn starts(program: &Program, entry: &Entry) -> Vec<Start> {
    let seeds = |count: u64| (0..count).map(|seed| Start { list: Vec::new(), seed }).collect();
    if entry.program_start {
        return seeds(SEEDS);
    }
    let models = Models::new(program, entry.function);
    let models: Vec<Start> =
        (0..).zip(models.all().take(RUNS)).map(|(seed, list)| Start { list, seed }).collect();
    if models.is_empty() { seeds(RUNS as u64) } else { models }
}

/// Whether the contract of a function depends on a checker that is refused, so that nothing follows from it.
fn means_nothing(program: &Program, function: FunctionId) -> bool {
    let contract = program.functions[function].contract.iter();
    let mut seen: Vec<FunctionId> = contract.flat_map(ir::Contract::functions).collect();
    let mut next = 0;
    while let Some(&id) = seen.get(next) {
        next += 1;
        let blocks = program.functions[id].body.iter().flat_map(|body| body.blocks.iter());
        for stmt in blocks.flat_map(|block| &block.stmts) {
            if let StmtKind::Call(call) = &stmt.kind
                && let Callee::Function(callee) = call.callee
                && !seen.contains(&callee)
            {
                seen.push(callee);
            }
        }
    }
    let definitions = Definitions::read(program);
    definitions.problems.iter().any(|problem| !problem.is_warning() && seen.contains(&problem.function))
}

/// The errors of a run that are the entry's own. What goes wrong in a function with a contract is that function's.
fn errors<'a>(program: &'a Program, entry: &Entry, run: &'a RunResult) -> impl Iterator<Item = &'a Finding> {
    let has_contract = |id: ir::FunctionId| program.functions[id].contract.is_some();
    let of_another = run.active.iter().skip(1).any(|id| has_contract(*id));
    let own = program.functions[entry.function].name.clone();
    let assumed = run.exit == Exit::AssumedAway;
    run.findings.iter().filter(move |finding| match finding.rule {
        Rule::BadChecker | Rule::Unsupported => false,
        Rule::Leak => {
            let lost_in = program.function_named(&finding.function);
            !assumed && (finding.function == own || lost_in.is_some_and(|id| !has_contract(id)))
        }
        _ => !of_another,
    })
}

/// The options with which `run` does the same.
fn replay(program: &Program, entry: &Entry, run: &interp::Options) -> Vec<String> {
    let named = (!entry.program_start).then(|| format!("--entry={}", program.functions[entry.function].name));
    named.into_iter().chain(run.malloc_may_fail.then(|| "--malloc-may-fail".to_owned())).collect()
}

/// Notes that something happens: confirms the finding that says so, or adds one.
fn settle(findings: &mut Vec<Finding>, found: Finding) {
    let line = |finding: &Finding| (finding.span.file, finding.span.line);
    let same_line = |known: &Finding| known.rule == found.rule && line(known) == line(&found);
    // A variable that is not read again is no reference to an analysis, but is one to a run until its scope ends.
    let lost_before = |known: &Finding| {
        let open = known.rule == Rule::Leak && known.status == Status::Possible;
        open && found.rule == Rule::Leak && known.function == found.function && line(known) < line(&found)
    };
    let same = findings.iter().position(same_line).or_else(|| findings.iter().rposition(lost_before));
    match same {
        None => findings.push(found),
        // The place is that of the check, the rest is what was seen.
        Some(known) if findings[known].status == Status::Possible => {
            findings[known] = Finding { span: findings[known].span, ..found };
        }
        Some(_) => {}
    }
}
