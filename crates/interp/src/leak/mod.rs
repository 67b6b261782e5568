//! Lost blocks, and where they were lost.
//!
//! An ordinary run knows nothing of leaks. When it is over, one pass over memory tells which heap
//! blocks nothing leads to. If there are any, the run is repeated, which is possible because it is
//! deterministic, with an eye on these *suspects*: whenever a reference to one goes, by overwriting,
//! by the end of a scope, by the last use of an intermediate value, by freeing a block that holds
//! it, reachability is computed again, and the statement that made a suspect unreachable is where
//! it leaked.
//!
//! A long run is first cut into pieces, by repeating it at full speed and looking at the ends of the
//! pieces only; those in which nothing was lost are then skipped.
//!
//! Most references that go do not matter. Each pass remembers for every object what led to it first;
//! as long as that reference stands, the object is reachable, and nothing is computed.

mod intervals;
mod replay;

use std::collections::BTreeSet;

use ir::Program;
use model::{Finding, ObjectId, ObjectKind, Rule, Status, Step};

use crate::machine::Interpreter;
use crate::options::{LeakMode, Options};
use crate::stop::{Exit, RunResult};

/// Runs a program to its end.
pub fn run(program: &Program, options: &Options) -> RunResult {
    let mut machine = Interpreter::new(program, options);
    while machine.advance(1 << 24) {}
    let suspects = lost(&machine);
    let mut findings = Vec::new();
    if !suspects.is_empty() {
        // Where there is no time left to look for the place, the leak is told all the same.
        let locate = || budget::phase(|| replay::locate(program, options, &machine, &suspects));
        findings = budget::with_grace(locate).unwrap_or_else(|_| unlocated(&machine, &suspects));
    }
    let ended = match machine.exit {
        Some(Exit::Exited(_)) => options.leak != LeakMode::Lost,
        Some(Exit::Aborted) => options.leak == LeakMode::End,
        _ => false,
    };
    if ended {
        findings.extend(still_allocated(&machine, &suspects));
    }
    findings.append(&mut machine.findings);
    let exit = machine.exit.unwrap_or(Exit::AssumedAway);
    RunResult {
        findings,
        inputs: machine.inputs.consumed().to_vec(),
        asked: machine.inputs.asked().to_vec(),
        end: machine.end,
        output: machine.output,
        errors: machine.errors,
        exit,
        active: machine.calls.iter().map(|call| call.code.function).collect(),
        steps: machine.steps,
    }
}

/// The heap blocks that nothing leads to.
fn lost(machine: &Interpreter<'_>) -> BTreeSet<ObjectId> {
    let memory = &machine.memory;
    let blocks: Vec<ObjectId> = memory
        .live_objects()
        .filter(|object| object.kind() == ObjectKind::Heap)
        .map(model::Object::id)
        .collect();
    if blocks.is_empty() {
        return BTreeSet::new();
    }
    let reachable = memory.reachable_from_roots(machine.program);
    blocks.into_iter().filter(|id| !reachable.contains(*id)).collect()
}

/// Lost blocks whose place of loss was not found: reported where they were allocated.
pub(super) fn unlocated(machine: &Interpreter<'_>, blocks: &BTreeSet<ObjectId>) -> Vec<Finding> {
    at_allocation(machine, blocks.iter().copied(), "is lost, it is not known where")
}

/// Blocks that are still allocated when the program ends.
fn still_allocated(machine: &Interpreter<'_>, lost: &BTreeSet<ObjectId>) -> Vec<Finding> {
    let blocks = machine
        .memory
        .live_objects()
        .filter(|object| object.kind() == ObjectKind::Heap && !lost.contains(&object.id()))
        .map(model::Object::id);
    at_allocation(machine, blocks, "is not freed before the program ends")
}

fn at_allocation(
    machine: &Interpreter<'_>,
    blocks: impl Iterator<Item = ObjectId>,
    what: &str,
) -> Vec<Finding> {
    let mut seen = BTreeSet::new();
    let mut findings = Vec::new();
    for id in blocks {
        let Some(object) = machine.memory.object(id) else { continue };
        if !seen.insert(object.allocated()) {
            continue;
        }
        let site = machine.memory.site(object.allocated());
        findings.push(Finding {
            rule: Rule::Leak,
            status: Status::Confirmed,
            function: site
                .function
                .map_or_else(|| "program start".into(), |id| machine.program.functions[id].name.clone()),
            span: site.span,
            message: format!("{} {what}", machine.object_text(object)),
            inputs: Some(machine.inputs.consumed().to_vec()),
            replay: Vec::new(),
            trace: vec![Step::new(site.span, machine.origin_text(object.allocated()))],
        });
    }
    findings
}
