//! Modular reasoning: which contracts a proof takes for kept, and what becomes of it if they are not.
//!
//! An analysis that comes to a call of a function with a contract takes from the contract what the function does. Such a
//! proof says: this holds if those functions keep their contracts. Together the proofs of all functions say that no contract is
//! the first to be broken, whoever calls whom, so that functions may rely on each other in a circle. But where one of them is
//! not proved, nothing is known of those that rely on it, nor of those that rely on these.
//!
//! List lengths take what a contract reads for the function's own. Domains that go by contracts take what it claims, and leave the rest as it
//! was. So where a contract reads what it does not claim, a proof by list lengths is none for callers.
//!
//! What is proved of a function that calls itself by its contract is *partial correctness*: it holds if the function
//! returns (`docs/theory/assumptions.md`).

use std::collections::{BTreeMap, BTreeSet};

use engine::Entry;
use ir::{Callee, FunctionId, Program, StmtKind};
use model::{FunctionReport, Verdict};

use crate::specification::Specification;

/// Takes back what rests on contracts that are not kept, or not known to be.
pub(crate) fn settle(specification: &Specification<'_>, entries: &[Entry], reports: &mut [FunctionReport]) {
    let program = specification.program;
    for (entry, report) in entries.iter().zip(&mut *reports) {
        if report.verdict == Verdict::Proved && specification.means_nothing(entry.function) {
            take_back(
                report,
                "a checker of its contract was refused, so that the contract means nothing".into(),
            );
        } else if report.verdict == Verdict::Proved && specification.asserts_nothing(entry.function) {
            take_back(
                report,
                "a condition that it asserts or assumes was refused, so that nothing was shown of it".into(),
            );
        }
    }
    // Who goes into the functions that are called does not take them for what their contracts say, but a contract that is broken there
    // is an error there.
    let proved = |reports: &[FunctionReport], taken: Taken| -> BTreeSet<FunctionId> {
        let all = entries.iter().zip(reports).filter(|(entry, report)| {
            report.verdict == Verdict::Proved
                && program.functions[entry.function].contract.is_some()
                && (taken == Taken::ForErrors
                    || by_contracts(report)
                    || specification.claims_what_it_reads(entry.function))
        });
        all.map(|(entry, _)| entry.function).collect()
    };
    let relied: Vec<(Taken, BTreeSet<FunctionId>)> = entries
        .iter()
        .zip(&*reports)
        .map(|(entry, report)| {
            let taken = if by_contracts(report) { Taken::ForEffects } else { Taken::ForErrors };
            (taken, contracts(program, entry.function))
        })
        .collect();
    // Who is to blame, for each whose proof was taken back: those that are not proved by themselves.
    let mut blamed: BTreeMap<FunctionId, BTreeSet<FunctionId>> = BTreeMap::new();
    loop {
        let kept = [Taken::ForEffects, Taken::ForErrors].map(|taken| proved(reports, taken));
        let mut changed = false;
        for (index, entry) in entries.iter().enumerate() {
            if reports[index].verdict != Verdict::Proved {
                continue;
            }
            let (taken, relied) = &relied[index];
            let kept = &kept[*taken as usize];
            let open: BTreeSet<FunctionId> = relied
                .iter()
                .filter(|callee| !kept.contains(callee) && **callee != entry.function)
                .flat_map(|callee| blamed.get(callee).cloned().unwrap_or_else(|| [*callee].into()))
                .collect();
            if open.is_empty() {
                continue;
            }
            let names: Vec<String> =
                open.iter().map(|id| format!("`{}`", program.functions[*id].name)).collect();
            let keeps = if names.len() == 1 { "keeps its contract" } else { "keep their contracts" };
            take_back(&mut reports[index], format!("proved if {} {keeps}", names.join(" and ")));
            blamed.insert(entry.function, open);
            changed = true;
        }
        if !changed {
            break;
        }
    }
    for (entry, report) in entries.iter().zip(reports) {
        if report.verdict == Verdict::Proved
            && program.functions[entry.function].contract.is_some()
            && calls_itself(program, entry.function)
        {
            report.facts.push(IF_IT_RETURNS.to_owned());
        }
    }
}

/// What a proof of a function that calls itself by its contract rests on.
pub const IF_IT_RETURNS: &str = "this holds if it returns: that its recursion ends is not shown";

/// What a contract is taken for where it is not looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taken {
    /// For what the function does.
    ForEffects,
    /// For there being no error in it.
    ForErrors,
}

fn take_back(report: &mut FunctionReport, why: String) {
    (report.verdict, report.reason, report.reason_at) = (Verdict::Unknown, Some(why), None);
    report.facts.clear();
}

/// Whether a proof took contracts for kept: runs, exploration and list lengths go into the functions that are called.
fn by_contracts(report: &FunctionReport) -> bool {
    let domain = report.domain.as_deref().unwrap_or_default();
    ["checkers", "three-valued"].iter().any(|name| domain.contains(name))
}

/// The functions with a contract that a function calls, itself or through functions that have none.
pub(crate) fn contracts(program: &Program, from: FunctionId) -> BTreeSet<FunctionId> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::from([from]);
    let mut work = vec![from];
    let pointed: Vec<FunctionId> =
        program.defined().filter(|(_, function)| function.contract.is_some()).map(|(id, _)| id).collect();
    while let Some(id) = work.pop() {
        let Some(body) = &*program.functions[id].body else { continue };
        for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
            let StmtKind::Call(call) = &stmt.kind else { continue };
            match call.callee {
                Callee::Function(callee) if program.functions[callee].contract.is_some() => {
                    found.insert(callee);
                }
                Callee::Function(callee) => work.extend(seen.insert(callee).then_some(callee)),
                // Whoever is called by a pointer has a contract, as far as is known here, if somebody has it.
                Callee::Pointer(_) => found.extend(&pointed),
            }
        }
    }
    found
}

/// Whether a function leads back to itself.
fn calls_itself(program: &Program, function: FunctionId) -> bool {
    let mut seen = BTreeSet::new();
    let mut work = vec![function];
    while let Some(id) = work.pop() {
        let Some(body) = &*program.functions[id].body else { continue };
        for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
            if let StmtKind::Call(call) = &stmt.kind
                && let Callee::Function(callee) = call.callee
            {
                if callee == function {
                    return true;
                }
                work.extend(seen.insert(callee).then_some(callee));
            }
        }
    }
    false
}
