//! Confirming findings: a finding is confirmed if a run exhibits it.
//!
//! A function with a contract is run on small models of what it requires, the program from `main` with a few seeds. An
//! error of such a run is an error of the program, whether or not an analysis came as far: it confirms the
//! finding that says so, or is one of its own. What no model shows may happen where the program itself calls the function:
//! memory that an allocator cuts into blocks, say, is more than models have.
//!
//! Invariant: bounded by numbers of runs and statements, never by time, so that the answer is always the same.

use std::collections::BTreeSet;

use engine::{Entry, Point};
use interp::Exit;
use ir::{FunctionId, Program, Span, Stmt, StmtKind};
use model::{Finding, Rule, Status};

use crate::models::MODELS;
use crate::specification::Specification;
use crate::trials::{Reading, called, errors, errors_within, starts};
use crate::{Options, Unsound};

/// The most runs of an entry.
const RUNS: usize = 2 * MODELS;

/// The most statements of one run.
const RUN_STEPS: u64 = 10_000;

/// The most statements of all runs of one function.
const ALL_STEPS: u64 = 400_000;

/// What a run costs before its first statement, in statements.
const START_STEPS: u64 = 500;

/// Runs an entry that is not proved, and confirms what happens. Whether anything did.
pub(crate) fn confirm(
    specification: &Specification<'_>,
    options: &Options,
    entry: &Entry,
    findings: &mut Vec<Finding>,
) -> bool {
    // What was confirmed before the budget was over stays confirmed.
    let _ = budget::phase(|| by_runs(specification, options, entry, findings));
    findings.iter().any(|finding| finding.status == Status::Confirmed)
}

fn by_runs(specification: &Specification<'_>, options: &Options, entry: &Entry, findings: &mut Vec<Finding>) {
    let confirmed = runs(specification, options, entry, entry.function, Reading::Rules, findings);
    let open = findings.iter().any(|finding| finding.status == Status::Possible);
    if entry.program_start || !open && confirmed {
        return;
    }
    let mains = specification.program.mains().into_iter().filter(|main| *main != entry.function);
    let wholes = mains.map(|function| Entry { function, program_start: true });
    for whole in wholes {
        runs(specification, options, &whole, entry.function, Reading::Rules, findings);
    }
}

/// Runs an entry, and confirms what happens that is the fault of a function: the entry itself, or one it calls.
fn runs(
    specification: &Specification<'_>,
    options: &Options,
    entry: &Entry,
    whose: FunctionId,
    reading: Reading,
    findings: &mut Vec<Finding>,
) -> bool {
    if specification.means_nothing(entry.function) {
        return false;
    }
    let (program, checkers) = (specification.program, specification.predicates());
    let mut starts = starts(specification, entry, reading);
    let (mut left, mut runs, mut confirmed) = (ALL_STEPS, RUNS, false);
    let mut seen = BTreeSet::new();
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
            let theirs: Vec<&Finding> = if whose == entry.function {
                errors(program, whose, &done).collect()
            } else {
                errors_within(program, whose, &done).collect()
            };
            for finding in theirs {
                confirmed = true;
                if seen.insert((finding.rule, finding.span.file, finding.span.line)) {
                    settle(
                        program,
                        findings,
                        Finding { replay: replay(program, entry.function, &run), ..finding.clone() },
                    );
                }
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

/// The run that shows an error of a function that is proved, if there is one: then the proof is wrong. It is not held
/// against it where it rests on contracts that are not kept.
pub(crate) fn refutes(
    specification: &Specification<'_>,
    options: &Options,
    entry: &Entry,
    domain: &str,
    unproved: &BTreeSet<FunctionId>,
) -> Option<Unsound> {
    if called(specification.program, vec![entry.function]).iter().any(|id| unproved.contains(id)) {
        return None;
    }
    let mut findings = Vec::new();
    runs(specification, options, entry, entry.function, Reading::of(domain), &mut findings);
    let finding = findings.first()?;
    let inputs: Vec<String> = finding.inputs.iter().flatten().map(i128::to_string).collect();
    let what = format!(
        "`{}` happens on line {} with the inputs {}",
        finding.rule,
        finding.span.line,
        inputs.join(",")
    );
    let point = Point { function: entry.function, block: ir::Body::ENTRY, stmt: 0 };
    Some(Unsound { seed: 0, point, steps: 0, what })
}

/// The options with which `run` does the same.
pub(crate) fn replay(program: &Program, entry: FunctionId, run: &interp::Options) -> Vec<String> {
    named(program, entry)
        .into_iter()
        .chain(run.malloc_may_fail.then(|| "--malloc-may-fail".to_owned()))
        .collect()
}

/// The option that says where a run begins, unless it is at the only `main`.
pub(crate) fn named(program: &Program, entry: FunctionId) -> Option<String> {
    (program.mains() != [entry]).then(|| format!("--entry={}", program.label(entry)))
}

/// Notes that something happens: confirms the finding that says so, or adds one.
pub(crate) fn settle(program: &Program, findings: &mut Vec<Finding>, found: Finding) {
    let line = |span: Span| (span.file, span.line);
    let same_line = |known: &Finding| known.rule == found.rule && line(known.span) == line(found.span);
    let both_leak = |known: &Finding| known.rule == Rule::Leak && found.rule == Rule::Leak;
    // What a function loses that is called there. The first step is where the block came from.
    let in_call = |known: &Finding| {
        both_leak(known) && found.trace.iter().skip(1).any(|step| line(step.span) == line(known.span))
    };
    // A variable that is not read again is no reference to an analysis, but is one to a run until its scope ends.
    let of_variable = !changes_memory(program, &found);
    let lost_before = |known: &Finding| {
        let open = both_leak(known) && known.status == Status::Possible;
        of_variable && open && known.function == found.function && line(known.span) < line(found.span)
    };
    let same = findings.iter().position(same_line).or_else(|| findings.iter().position(in_call));
    let same = same.or_else(|| findings.iter().rposition(lost_before));
    match same {
        None => findings.push(found),
        // The place is that of the check, the rest is what was seen.
        Some(known) if findings[known].status == Status::Possible => {
            let told = std::mem::take(&mut findings[known].trace).pop();
            findings[known] = Finding { span: findings[known].span, ..found };
            // What the heap can look like there holds for this run too.
            if let (Some(last), Some(told)) = (findings[known].trace.last_mut(), told) {
                (last.state, last.shapes) = (told.state, told.shapes);
            }
        }
        Some(_) => {}
    }
}

/// Whether memory is written or freed in the line of a finding: then it is not a variable that goes away there.
fn changes_memory(program: &Program, found: &Finding) -> bool {
    let function =
        program.function_at(&found.function, found.span).and_then(|id| program.functions[id].body.as_ref());
    let here = |stmt: &Stmt| (stmt.span.file, stmt.span.line) == (found.span.file, found.span.line);
    let mut stmts = function.into_iter().flat_map(|body| body.blocks.iter()).flat_map(|block| &block.stmts);
    stmts.any(|stmt| here(stmt) && matches!(stmt.kind, StmtKind::Free { .. } | StmtKind::Store { .. }))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Gives back a list without its first cell, which is freed or, as a mistake, not.
    fn program(mistake: bool) -> Program {
        let free = if mistake { "" } else { "free(l);" };
        load(&format!(
            "#include <shapewright.h>
            #include <stdlib.h>
            struct node {{ struct node *next; }};
            bool list(struct node *l) {{ return l == NULL || list(l->next); }}
            struct node *pop(struct node *l) {{
                sw_requires(list(l));
                sw_ensures(list(sw_result));
                if (l == NULL)
                    return NULL;
                struct node *next = l->next;
                {free}
                return next;
            }}"
        ))
    }

    fn load(text: &str) -> Program {
        static CALLS: AtomicUsize = AtomicUsize::new(0);
        let call = CALLS.fetch_add(1, Ordering::Relaxed);
        let file = std::env::temp_dir().join(format!("confirm-{}-{call}.c", std::process::id()));
        std::fs::write(&file, text).expect("a temporary file");
        let command = cfront::Command { file: file.clone(), options: cfront::Options::default() };
        let loaded = cfront::load(&[command], &cfront::Budget::default());
        let _ = std::fs::remove_file(file);
        loaded.unwrap_or_else(|error| panic!("{error}")).program
    }

    fn entry(program: &Program) -> Entry {
        Entry { function: program.function_named("pop").expect("there is `pop`"), program_start: false }
    }

    #[test]
    fn a_finding_is_confirmed_with_the_inputs_that_show_it() {
        let program = program(true);
        let mut findings = Vec::new();
        assert!(confirm(&Specification::new(&program), &Options::default(), &entry(&program), &mut findings));
        let [finding] = findings.as_slice() else { panic!("{findings:?}") };
        assert_eq!((finding.rule, finding.span.line), (Rule::Leak, 12));
        assert_eq!(
            (finding.inputs.as_deref(), finding.replay.as_slice()),
            (Some([1, 0].as_slice()), ["--entry=pop".to_owned()].as_slice())
        );
    }

    #[test]
    fn a_proof_of_what_is_wrong_is_refuted_unless_it_rests_on_others() {
        let (wrong, right) = (program(true), program(false));
        let refuted = |program: &Program, unproved: &[FunctionId]| {
            let unproved = unproved.iter().copied().collect();
            refutes(&Specification::new(program), &Options::default(), &entry(program), "checkers", &unproved)
                .is_some()
        };
        assert!(refuted(&wrong, &[]) && !refuted(&right, &[]));
        assert!(!refuted(&wrong, &[entry(&wrong).function]));
    }

    /// What only the program does, since no model has a number this large, is the fault of whoever was called last.
    #[test]
    fn what_happens_in_the_program_confirms_what_is_said_of_a_function() {
        let program = load(
            "#include <shapewright.h>
            #include <stddef.h>
            static int inner(int n) {
                sw_requires(n >= 0);
                int *p = n == 123456 ? NULL : &n;
                return *p;
            }
            static int outer(int n) {
                sw_requires(n >= 0);
                return inner(n);
            }
            int main(void) { return outer(123456); }",
        );
        let confirmed = |name: &str| {
            let function = program.function_named(name).expect("it is there");
            let entry = Entry { function, program_start: false };
            let mut findings = Vec::new();
            confirm(&Specification::new(&program), &Options::default(), &entry, &mut findings);
            findings.iter().map(|finding| (finding.rule, finding.span.line)).collect::<Vec<_>>()
        };
        assert_eq!(confirmed("inner"), [(Rule::NullDeref, 6)]);
        assert_eq!(confirmed("outer"), []);
    }
}
