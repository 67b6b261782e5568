//! Runs of an entry: how they begin, and what is wrong with it if they end badly.

use engine::Entry;
use interp::{Exit, Inputs, RunResult};
use ir::{Callee, FunctionId, Program, StmtKind};
use model::{Finding, Rule};

use crate::hunt::Values;
use crate::models::{Models, spread};
use crate::specification::Specification;
use crate::typed::texts;

/// The most seeds for a whole program.
const SEEDS: u64 = 16;

/// How a contract is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    /// By the rules of its checkers: what they do not claim may be anything, gone or shared.
    Rules,
    /// As a domain that knows nothing of claims reads it: whatever it speaks of is there, and is nobody else's.
    Types,
}

impl Reading {
    /// How a domain reads contracts, or several together.
    pub(crate) fn of(domain: &str) -> Self {
        if domain.contains("lengths") { Self::Types } else { Self::Rules }
    }
}

/// How runs begin: with the inputs of a model, or with any.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    pub(crate) list: Vec<i128>,
    seed: u64,
}

impl Start {
    /// The inputs of one of several runs.
    pub(crate) fn inputs(&self, round: u64) -> Inputs {
        Inputs::Started { list: self.list.clone(), seed: self.seed + (round << 32) }
    }
}

/// How to begin: with models of what is required, small ones first, or with seeds.
pub(crate) fn starts(specification: &Specification<'_>, entry: &Entry, reading: Reading) -> Vec<Start> {
    let program = specification.program;
    if entry.program_start {
        return (0..SEEDS).map(|seed| Start { list: Vec::new(), seed }).collect();
    }
    let models = match reading {
        Reading::Rules => Models::of_definitions(program, specification.definitions(), entry.function),
        Reading::Types => Models::by_types(program, entry.function),
    };
    (0..).zip(models.all()).map(|(seed, list)| Start { list, seed }).collect()
}

/// Inputs for so many runs of an entry: any for a whole program, models of what it requires for a function.
pub(crate) fn starting(
    specification: &Specification<'_>,
    entry: &Entry,
    reading: Reading,
    runs: u64,
) -> Vec<Inputs> {
    if entry.program_start {
        let constants = Values::of(specification.program).constants;
        let typed = texts(specification.program, &constants);
        let typed = typed.into_iter().map(|text| Inputs::Typed { text, others: vec![1] });
        return (0..runs).map(Inputs::Seed).chain(typed).collect();
    }
    if specification.means_nothing(entry.function) {
        return Vec::new();
    }
    let starts = spread(starts(specification, entry, reading), usize::try_from(runs).unwrap_or(usize::MAX));
    starts.iter().map(|start| start.inputs(0)).collect()
}

/// The errors of a run that are the entry's own. What goes wrong in a function with a contract is that function's; only
/// a leak is everybody's who has no contract to speak of it.
pub(crate) fn errors<'a>(
    program: &'a Program,
    entry: FunctionId,
    run: &'a RunResult,
) -> impl Iterator<Item = &'a Finding> {
    let has_contract = |id: FunctionId| program.functions[id].contract.is_some();
    let of_another = run.active.iter().skip(1).any(|id| has_contract(*id));
    let own = program.functions[entry].name.clone();
    let assumed = run.exit == Exit::AssumedAway;
    run.findings.iter().filter(move |finding| match finding.rule {
        Rule::BadChecker | Rule::Unsupported => false,
        _ if assumed => false,
        Rule::Leak => {
            let lost_in = program.function_at(&finding.function, finding.span);
            !has_contract(entry) || finding.function == own || lost_in.is_some_and(|id| !has_contract(id))
        }
        _ => !of_another,
    })
}

/// The errors of a run that are the fault of a function under contract which it called: no other one was called since. What
/// is lost on the way may be lost by whoever had no right to it, so leaks are nobody's here.
pub(crate) fn errors_within<'a>(
    program: &'a Program,
    function: FunctionId,
    run: &'a RunResult,
) -> impl Iterator<Item = &'a Finding> {
    let has_contract = |id: &&FunctionId| program.functions[**id].contract.is_some();
    let blamed = run.exit != Exit::AssumedAway && run.active.iter().rfind(has_contract) == Some(&function);
    run.findings.iter().filter(move |finding| {
        blamed && !matches!(finding.rule, Rule::BadChecker | Rule::Unsupported | Rule::Leak)
    })
}

/// The functions that a function may call, through others too, as far as they are called by name.
pub(crate) fn called(program: &Program, from: Vec<FunctionId>) -> Vec<FunctionId> {
    let mut seen = from;
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
    seen
}
