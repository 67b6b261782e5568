//! Comparing an analysis with concrete runs.
//!
//! The program is run with different inputs. Before every statement the concrete memory must be one
//! that a state computed there describes, and where a run ends in an error the check for it must be
//! open. One run that says otherwise refutes the analysis.

use std::collections::{BTreeMap, BTreeSet};

use engine::{Analysis, Check, Cursor, Engine, Entry, Point, ShapeDomain};
use interp::Interpreter;
use ir::{FunctionId, Program, Role};
use model::{Finding, Rule};

use crate::Options;
use crate::command_line::command_lines;
use crate::specification::Specification;
use crate::task::{domain, limits};
use crate::trials::{Reading, errors, starting};

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
    /// This comparison and another one.
    pub(crate) fn with(mut self, other: Self) -> Self {
        self.runs += other.runs;
        self.memories += other.memories;
        self.unsound.extend(other.unsound);
        self
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

/// Compares a finished analysis with runs, whatever its domain. All contracts are taken to be kept.
pub fn compare<D: ShapeDomain>(
    program: &Program,
    options: &Options,
    domain: &D,
    analysis: &Analysis<'_, D>,
    entry: &Entry,
    runs: u64,
) -> SelfCheck {
    let specification = Specification::new(program);
    compare_relying(&specification, options, domain, analysis, entry, runs, &BTreeSet::new())
}

/// Compares a finished analysis with one run of its entry, as it is told here, until it returns from a function by whose
/// contract the analysis went.
pub fn compare_run<D: ShapeDomain>(
    program: &Program,
    domain: &D,
    analysis: &Analysis<'_, D>,
    run: &interp::Options,
) -> Result<(), Unsound> {
    let contracts = program.defined().filter(|(_, function)| function.contract.is_some());
    let unproved = contracts.map(|(id, _)| id).collect();
    follow(program, domain, analysis, run, (0, &unproved), &mut 0).map(|_| ())
}

/// The same, where some functions are not known to keep their contracts: a run is followed until it returns from one of
/// them by whose contract the analysis went.
pub(crate) fn compare_relying<D: ShapeDomain>(
    specification: &Specification<'_>,
    options: &Options,
    domain: &D,
    analysis: &Analysis<'_, D>,
    entry: &Entry,
    runs: u64,
    unproved: &BTreeSet<FunctionId>,
) -> SelfCheck {
    let mut outcome = SelfCheck::default();
    let (program, checkers) = (specification.program, specification.predicates());
    let mut lines = command_lines(program, entry.function).into_iter().cycle();
    for (seed, inputs) in (0..).zip(starting(specification, entry, Reading::of(domain.name()), runs)) {
        let mut run = interp::Options::new(entry.function);
        run.inputs = inputs;
        run.args = lines.next().unwrap_or_default();
        run.malloc_may_fail = options.malloc_may_fail && seed % 2 == 1;
        run.max_steps = STEPS;
        run.checkers = checkers.clone();
        outcome.runs += 1;
        let memories = &mut outcome.memories;
        let followed = follow(program, domain, analysis, &run, (seed, unproved), memories);
        let refuted = match followed {
            Ok(Followed::ToTheEnd) => at_the_end(program, analysis, &run, seed).err(),
            Ok(Followed::UntilAContract) => None,
            Err(unsound) => Some(unsound),
        };
        outcome.unsound.extend(refuted);
    }
    outcome
}

/// How far a run was followed.
enum Followed {
    ToTheEnd,
    /// To where it returned from a function that may not have done what the analysis takes from its contract.
    UntilAContract,
}

fn follow<D: ShapeDomain>(
    program: &Program,
    domain: &D,
    analysis: &Analysis<'_, D>,
    run: &interp::Options,
    (seed, unproved): (u64, &BTreeSet<FunctionId>),
    memories: &mut u64,
) -> Result<Followed, Unsound> {
    let mut machine = Interpreter::new(program, run);
    let functions: BTreeSet<FunctionId> = analysis.points().keys().map(|point| point.function).collect();
    let (mut last, mut in_clause, mut by_contract) = (None, false, false);
    let mut caller = None;
    let mut relied = false;
    let mut visits: BTreeMap<Point, u64> = BTreeMap::new();
    let predicates = &run.checkers.functions;
    let mut answered = BTreeMap::new();
    while let Some((function, block, stmt)) = machine.location() {
        let point = Point { function, block, stmt: stmt as u32 };
        // A clause of a contract is not part of the program.
        in_clause = machine
            .memory()
            .frames
            .iter()
            .any(|frame| matches!(program.functions[frame.function].role, ir::Role::Clause { .. }));
        // Neither is a function whose contract the analysis went by.
        let entered = |(depth, frame): (usize, &model::Frame)| {
            let known = functions.contains(&frame.function) && frame.function != run.entry;
            program.functions[frame.function].contract.is_none() || known || depth == 0
        };
        by_contract = !machine.memory().frames.iter().enumerate().all(entered);
        if !by_contract
            && is_answered(
                program,
                domain,
                analysis,
                (&functions, predicates),
                &mut answered,
                machine.memory(),
            )
        {
            if !machine.step() {
                break;
            }
            continue;
        }
        if in_clause || by_contract {
            // What the function does is shown where it is analyzed on its own, and so is what it calls.
            let frames = &machine.memory().frames;
            relied |= by_contract && frames.iter().any(|frame| unproved.contains(&frame.function));
            if !machine.step() {
                break;
            }
            continue;
        }
        if relied {
            return Ok(Followed::UntilAContract);
        }
        last = Some(point);
        caller = calling(machine.memory());
        let refuted = |what: String| Unsound { seed, point, steps: machine.steps(), what };
        // An assertion fails at its place though its predicate never comes back there.
        let fails = || analysis.checks().is_open(Check { point, rule: Rule::AssertFail });
        match analysis.points().get(&point) {
            _ if machine.goes_round() && fails() => {}
            None if fails() => {}
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
        // What the library does when a function that it called has returned happens where the library was called.
        let by_library =
            |at: &Point| called_model(program, *at).is_some() && at.span(program) == finding.span;
        let point = caller.filter(by_library).unwrap_or(point);
        let check = Check { point, rule: finding.rule };
        let lost = analysis.points().get(&point).is_some_and(|known| known.lost.is_some());
        // What goes wrong in a clause at a call is a broken contract there; what a function does not
        // ensure is shown where it is analyzed on its own.
        let at_call = matches!(point.stmt(program).map(|stmt| &stmt.kind), Some(ir::StmtKind::Call(_)));
        let rule = if in_clause && at_call { Rule::Contract } else { finding.rule };
        // What a condition may not do is found without a run (`definition::purity`).
        let elsewhere = by_contract
            || finding.rule == Rule::BadChecker
            || !at_call && (in_clause || rule == Rule::Contract);
        // What has no value may be told of before the contract is.
        let open =
            [rule, finding.rule].iter().any(|rule| analysis.checks().is_open(Check { rule: *rule, ..check }));
        let inside = || {
            let in_model = |point: &Point| called_model(program, check.point) == Some(point.function);
            let mut lost = analysis.points().iter().filter(|(_, known)| known.lost.is_some());
            analysis.checks().iter().any(|(check, _)| check.rule == rule && in_model(&check.point))
                || lost.any(|(point, _)| in_model(point))
        };
        if !open && !lost && !elsewhere && !inside() {
            let what = format!("`{}` is not open though it happens", finding.rule);
            return Err(Unsound { seed, point, steps: machine.steps(), what });
        }
    }
    Ok(if relied { Followed::UntilAContract } else { Followed::ToTheEnd })
}

/// Where the innermost function was called.
fn calling(memory: &model::Memory) -> Option<Point> {
    let frame = memory.frames.iter().rev().nth(1)?;
    Some(Point { function: frame.function, block: frame.block, stmt: frame.stmt })
}

/// The model that is called here: a run does at once what the analysis finds in it.
fn called_model(program: &Program, point: Point) -> Option<FunctionId> {
    match point.stmt(program).map(|stmt| &stmt.kind) {
        Some(ir::StmtKind::Call(ir::Call { callee: ir::Callee::Function(callee), .. })) => {
            Some(*callee).filter(|callee| program.functions[*callee].role == Role::Model)
        }
        _ => None,
    }
}

/// Whether the run is in a function that the domain answered for itself where it was called.
fn is_answered<D: ShapeDomain>(
    program: &Program,
    domain: &D,
    analysis: &Analysis<'_, D>,
    (functions, predicates): (&BTreeSet<FunctionId>, &BTreeSet<FunctionId>),
    known: &mut BTreeMap<(Point, FunctionId), bool>,
    memory: &model::Memory,
) -> bool {
    let calls = memory.frames.iter().zip(memory.frames.iter().skip(1));
    // A predicate may be answered here and gone into elsewhere.
    let mut asked = calls
        .filter(|(_, callee)| !functions.contains(&callee.function) || predicates.contains(&callee.function));
    asked.any(|(caller, callee)| {
        let point = Point { function: caller.function, block: caller.block, stmt: caller.stmt };
        *known.entry((point, callee.function)).or_insert_with(|| {
            let Some(ir::StmtKind::Call(call)) = point.stmt(program).map(|stmt| &stmt.kind) else {
                return false;
            };
            let cursor = Cursor { program, point, live: ir::LiveAt::NOWHERE };
            analysis.points().get(&point).is_some_and(|known| {
                known.states.iter().any(|(_, state)| domain.models(&cursor, call, callee.function, state))
            })
        })
    })
}

/// Whether the memory is compared on this visit of a point: on the first ones always, then ever more
/// rarely, as the same shapes come round again.
fn is_compared(visits: &mut u64) -> bool {
    *visits += 1;
    *visits <= VISITS || visits.is_power_of_two()
}

/// What is only seen when a run is over. Where it leaks, some leak is open; the place may be an earlier one, as a domain
/// need not count a variable that is never read again as a reference. Where the entry does not keep what it
/// promises, some promise is open. Whether what is left over is lost or unclaimed is a matter of who is asked.
fn at_the_end<D: ShapeDomain>(
    program: &Program,
    analysis: &Analysis<'_, D>,
    run: &interp::Options,
    seed: u64,
) -> Result<(), Unsound> {
    let result = interp::run(program, run);
    let open = |rule: Rule| analysis.checks().iter().any(|(check, _)| check.rule == rule);
    let under_contract = program.functions[run.entry].contract.is_some();
    let is_missed = |finding: &Finding| match finding.rule {
        Rule::Leak if under_contract => !open(Rule::Leak) && !open(Rule::Contract),
        Rule::Leak => !open(Rule::Leak),
        Rule::Contract => under_contract && !open(Rule::Contract) && !open(Rule::Leak),
        _ => false,
    };
    match errors(program, run.entry, &result).find(|finding| is_missed(finding)) {
        Some(finding) => {
            let function = program.function_at(&finding.function, finding.span).unwrap_or(run.entry);
            let point = Point { function, block: ir::Body::ENTRY, stmt: 0 };
            let (rule, line) = (finding.rule, finding.span.line);
            let what = format!("no `{rule}` is open though one happens on line {line}");
            Err(Unsound { seed, point, steps: result.steps, what })
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use engine::Limits;

    use super::*;

    /// Calls a function by its contract between two accesses that are errors if memory runs out.
    const PROGRAM: &str = "
#include <shapewright.h>
#include <stdbool.h>
#include <stdlib.h>
struct node { struct node *next; };
bool list(struct node *l) { return l == NULL || list(l->next); }
struct node *same(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    return l;
}
int main(void) {
    struct node *first = NULL;
#ifdef BEFORE
    first = malloc(sizeof *first);
    first->next = NULL;
#endif
    first = same(first);
#ifdef BEHIND
    struct node *second = malloc(sizeof *second);
    second->next = first;
    first = second;
#endif
    while (first != NULL) {
        struct node *next = first->next;
        free(first);
        first = next;
    }
    return 0;
}
";

    /// What refutes an analysis that is wrong, as it holds that memory never runs out, where the contract of `same` is
    /// proved or not.
    fn refuted(define: &str, proved: bool) -> Vec<u32> {
        let file = std::env::temp_dir().join(format!("relying-{}-{define}-{proved}.c", std::process::id()));
        std::fs::write(&file, format!("#define {define}\n{PROGRAM}")).expect("a temporary file");
        let command = cfront::Command { file: file.clone(), options: cfront::Options::default() };
        let loaded = cfront::load(&[command], &cfront::Budget::default());
        let _ = std::fs::remove_file(file);
        let program = loaded.unwrap_or_else(|error| panic!("{error}")).program;
        let entry = Entry { function: program.main().expect("there is a `main`"), program_start: true };
        let wrong = Options { malloc_may_fail: false, ..Options::default() };
        let domain = crate::task::checkers(&program, &wrong);
        let analysis = Engine::new(&program, &domain, Limits::default()).run(&entry);
        assert!(analysis.lost().is_none() && analysis.checks().iter().next().is_none());
        let same = program.function_named("same").filter(|_| !proved);
        let right = Options::default();
        let unproved = same.into_iter().collect();
        let specification = Specification::new(&program);
        let compared = compare_relying(&specification, &right, &domain, &analysis, &entry, 20, &unproved);
        compared.unsound.iter().map(|unsound| unsound.point.span(&program).line).collect()
    }

    #[test]
    fn what_is_wrong_before_an_unproved_contract_is_noticed() {
        assert!(!refuted("BEFORE", true).is_empty());
        assert!(!refuted("BEFORE", false).is_empty());
    }

    #[test]
    fn what_comes_behind_an_unproved_contract_is_not_held_against_the_analysis() {
        assert!(refuted("NEITHER", true).is_empty() && refuted("NEITHER", false).is_empty());
        assert!(!refuted("BEHIND", true).is_empty());
        assert!(refuted("BEHIND", false).is_empty());
    }
}
