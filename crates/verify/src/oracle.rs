//! Comparing an analysis with concrete runs.
//!
//! The program is run with different inputs. Before every statement the concrete memory must be one
//! that a state computed there describes, and where a run ends in an error the check for it must be
//! open. One run that says otherwise refutes the analysis.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use engine::{Analysis, Check, Engine, Entry, Point, ShapeDomain};
use interp::{Inputs, Interpreter};
use ir::Program;
use model::Rule;

use crate::Options;
use crate::predicates::predicates;
use crate::session::{domain, limits};

/// Statements of each run that are followed.
const STEPS: u64 = 20_000;

/// Visits of a point at which the memory is compared each time.
const VISITS: u64 = 32;

/// The outcome of a comparison.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SelfCheck {
    /// Runs made.
    pub runs: u64,
    /// Memories compared.
    pub memories: u64,
    /// What refutes the analysis.
    pub unsound: Vec<Unsound>,
}

impl SelfCheck {
    /// Counts another comparison in.
    pub(crate) fn add(&mut self, other: Self) {
        self.runs += other.runs;
        self.memories += other.memories;
        self.unsound.extend(other.unsound);
    }
}

/// A run that refutes the analysis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsound {
    /// The seed of its inputs.
    pub seed: u64,
    /// Where.
    pub point: Point,
    /// How many statements it had executed.
    pub steps: u64,
    /// What is wrong.
    pub what: String,
}

/// Analyzes a program from `main` and compares with this many runs.
pub fn self_check(program: &Program, options: &Options, runs: u64) -> Option<SelfCheck> {
    let entry = Entry { function: program.main()?, program_start: true };
    let domain = domain(options);
    let analysis = Engine::new(program, &domain, limits(options)).run(&entry);
    Some(compare(program, options, &domain, &analysis, &entry, runs))
}

/// Compares a finished analysis with runs, whatever its domain.
pub fn compare<D: ShapeDomain>(
    program: &Program,
    options: &Options,
    domain: &D,
    analysis: &Analysis<'_, D>,
    entry: &Entry,
    runs: u64,
) -> SelfCheck {
    let mut outcome = SelfCheck::default();
    let checkers = Arc::new(predicates(program));
    for seed in 0..runs {
        let mut run = interp::Options::new(entry.function);
        run.inputs = Inputs::Seed(seed);
        run.malloc_may_fail = options.malloc_may_fail && seed % 2 == 1;
        run.max_steps = STEPS;
        run.checkers = checkers.clone();
        outcome.runs += 1;
        if let Err(unsound) = follow(program, domain, analysis, &run, seed, &mut outcome.memories) {
            outcome.unsound.push(unsound);
        } else if let Err(unsound) = leaks(program, analysis, &run, seed) {
            outcome.unsound.push(unsound);
        }
    }
    outcome
}

fn follow<D: ShapeDomain>(
    program: &Program,
    domain: &D,
    analysis: &Analysis<'_, D>,
    run: &interp::Options,
    seed: u64,
    memories: &mut u64,
) -> Result<(), Unsound> {
    let mut machine = Interpreter::new(program, run);
    let functions: BTreeSet<ir::FunctionId> = analysis.points().keys().map(|point| point.function).collect();
    let (mut last, mut in_clause, mut by_contract) = (None, false, false);
    let mut visits: BTreeMap<Point, u64> = BTreeMap::new();
    while let Some((function, block, stmt)) = machine.location() {
        let point = Point { function, block, stmt: stmt as u32 };
        // A clause of a contract is not part of the program.
        in_clause = machine
            .memory()
            .frames
            .iter()
            .any(|frame| matches!(program.functions[frame.function].role, ir::Role::Clause { .. }));
        // Neither is a function whose contract the analysis went by.
        let entered = |frame: &model::Frame| {
            program.functions[frame.function].contract.is_none() || functions.contains(&frame.function)
        };
        by_contract = !machine.memory().frames.iter().all(entered);
        if in_clause || by_contract {
            if !machine.step() {
                break;
            }
            continue;
        }
        last = Some(point);
        let refuted = |what: String| Unsound { seed, point, steps: machine.steps(), what };
        match analysis.points().get(&point) {
            None => return Err(refuted("the point is reached though the analysis says it is not".into())),
            Some(known) if known.lost.is_some() => {}
            Some(known) if is_compared(visits.entry(point).or_default()) => {
                *memories += 1;
                let memory = machine.memory();
                if !known.states.iter().any(|(_, state)| domain.admits(program, point, state, memory)) {
                    let states: Vec<String> = known
                        .states
                        .iter()
                        .map(|(_, state)| domain.draw(program, point, state).text())
                        .collect();
                    return Err(refuted(format!("no state describes the memory: {}", states.join(" | "))));
                }
            }
            Some(_) => {}
        }
        if !machine.step() {
            break;
        }
    }
    for finding in machine.findings() {
        let Some(point) = last else { continue };
        let check = Check { point, rule: finding.rule };
        let lost = analysis.points().get(&point).is_some_and(|known| known.lost.is_some());
        // What goes wrong in a clause at a call is a broken contract there; what a function does not
        // ensure is shown where it is analyzed on its own.
        let at_call = matches!(point.stmt(program).map(|stmt| &stmt.kind), Some(ir::StmtKind::Call(_)));
        let rule = if in_clause && at_call { Rule::Contract } else { finding.rule };
        let elsewhere = by_contract || !at_call && (in_clause || rule == Rule::Contract);
        // What has no value may be told of before the contract is.
        let open =
            [rule, finding.rule].iter().any(|rule| analysis.checks().is_open(Check { rule: *rule, ..check }));
        if !open && !lost && !elsewhere {
            let what = format!("`{}` is not open though it happens", finding.rule);
            return Err(Unsound { seed, point, steps: machine.steps(), what });
        }
    }
    Ok(())
}

/// Whether the memory is compared on this visit of a point: on the first ones always, then ever more
/// rarely, as the same shapes come round again.
fn is_compared(visits: &mut u64) -> bool {
    *visits += 1;
    *visits <= VISITS || visits.is_power_of_two()
}

/// Where a run leaks, some leak is open. The place may be an earlier one: a domain need not count a
/// variable that is never read again as a reference.
fn leaks<D: ShapeDomain>(
    program: &Program,
    analysis: &Analysis<'_, D>,
    run: &interp::Options,
    seed: u64,
) -> Result<(), Unsound> {
    let result = interp::run(program, run);
    let open = analysis.checks().iter().any(|(check, _)| check.rule == Rule::Leak);
    match result.findings.iter().find(|finding| finding.rule == Rule::Leak) {
        Some(finding) if !open => {
            let function = program.function_named(&finding.function).unwrap_or(run.entry);
            let point = Point { function, block: ir::Body::ENTRY, stmt: 0 };
            let what = format!("no leak is open though one happens on line {}", finding.span.line);
            Err(Unsound { seed, point, steps: result.steps, what })
        }
        _ => Ok(()),
    }
}
