//! Runs compared with the analysis of a function by its contract.
//!
//! The program is run from `main`. While the function is active, and no other function with a contract
//! above it, the memory must be one that the analysis of the function alone describes: the contract said what it is
//! given, so whatever its callers do is covered. What goes wrong then must be open there.
//!
//! Callers must also show that what a function is given was written, and is on the heap if the function frees something. No run
//! checks that: calls with variables or with members that have no value are left out.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::{Analysis, Check, Point, ShapeDomain};
use interp::{Inputs, Interpreter};
use ir::{FunctionId, Program, Role, TypeKind, Var};
use model::{Memory, Object, ObjectId, ObjectKind, Rule};

/// Statements of each run that are followed.
const STEPS: u64 = 20_000;

/// Visits of a point at which the memory is compared.
const VISITS: u64 = 32;

/// What refutes the analysis of a function, if one of so many runs does.
pub(crate) fn refuted_inside<D: ShapeDomain>(
    program: &Program,
    domain: &D,
    analysis: &Analysis<'_, D>,
    function: FunctionId,
    predicates: &Arc<interp::Checkers>,
    runs: u64,
) -> Option<String> {
    (0..runs).find_map(|seed| {
        let mut run = interp::Options::new(program.main()?);
        run.inputs = Inputs::Seed(seed);
        run.malloc_may_fail = seed % 2 == 1;
        run.max_steps = STEPS;
        run.checkers = predicates.clone();
        let mut machine = Interpreter::new(program, &run);
        let what = follow(program, domain, analysis, function, &mut machine)?;
        Some(format!("run {seed} in `{}`: {what}", program.functions[function].name))
    })
}

/// Who acts at the moment.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Acting {
    /// The function, or one that it calls and that has no contract.
    It,
    /// A clause of a contract, and what it calls.
    Clause,
    Other,
}

fn acting(program: &Program, function: FunctionId, memory: &Memory) -> Acting {
    let frames = &memory.frames;
    if frames.iter().any(|frame| matches!(program.functions[frame.function].role, Role::Clause { .. })) {
        return Acting::Clause;
    }
    let by_contract = frames.iter().rev().find(|frame| program.functions[frame.function].contract.is_some());
    if by_contract.is_some_and(|frame| frame.function == function) { Acting::It } else { Acting::Other }
}

/// Whether something that the parameters lead to is not on the heap, or has a member without a value.
fn is_given_less(program: &Program, function: FunctionId, memory: &Memory) -> bool {
    let (Some(frame), Some(body)) = (memory.frames.last(), program.functions[function].body.as_ref()) else {
        return false;
    };
    let mut found: Vec<ObjectId> = Vec::new();
    for param in &body.params {
        if let Var::Local(local) = param
            && let Some((id, _)) = memory.points_to(memory.register(frame, *local).low())
        {
            found.push(id);
        }
    }
    let mut next = 0;
    while let Some(id) = found.get(next).copied() {
        next += 1;
        let Some(object) = memory.live(id) else { continue };
        if object.kind() != ObjectKind::Heap || has_unwritten_member(program, object) {
            return true;
        }
        for (_, to, _) in memory.pointers_in(object) {
            if !found.contains(&to) {
                found.push(to);
            }
        }
    }
    false
}

/// Whether a byte has no value that is no padding in some struct of this size.
fn has_unwritten_member(program: &Program, object: &Object) -> bool {
    let types = &program.types;
    let members = types.iter().filter_map(|(_, ty)| match &ty.kind {
        TypeKind::Record(record) if types.record(*record).size == object.size() => {
            Some(&types.record(*record).fields)
        }
        _ => None,
    });
    members.flatten().any(|field| {
        let from = field.offset as usize;
        let upto = from + types.size(field.ty) as usize;
        upto <= object.len() && !object.is_written(from..upto)
    })
}

fn follow<D: ShapeDomain>(
    program: &Program,
    domain: &D,
    analysis: &Analysis<'_, D>,
    function: FunctionId,
    machine: &mut Interpreter<'_>,
) -> Option<String> {
    let mut visits: BTreeMap<Point, u64> = BTreeMap::new();
    let mut last = None;
    let mut clause = false;
    let mut left_out = None;
    while let Some((at, block, stmt)) = machine.location() {
        let point = Point { function: at, block, stmt: stmt as u32 };
        let who = acting(program, function, machine.memory());
        clause = who == Acting::Clause;
        let depth = machine.memory().frames.len();
        left_out = left_out.filter(|outer| *outer <= depth);
        let enters = at == function && block == ir::Body::ENTRY && stmt == 0;
        if who == Acting::It && enters && is_given_less(program, function, machine.memory()) {
            left_out = left_out.or(Some(depth));
        }
        let who = if left_out.is_some() { Acting::Other } else { who };
        match who {
            Acting::It => last = Some(point),
            Acting::Other => last = None,
            Acting::Clause => {}
        }
        if who == Acting::It {
            let line = point.span(program).line;
            let Some(known) = analysis.points().get(&point) else {
                return Some(format!("line {line} is reached though the analysis says it is not"));
            };
            let count = visits.entry(point).or_default();
            *count += 1;
            if known.lost.is_none() && *count <= VISITS {
                let memory = machine.memory();
                if !known.states.iter().any(|(_, state)| domain.admits(program, point, state, memory)) {
                    let states: Vec<String> = known
                        .states
                        .iter()
                        .map(|(_, state)| domain.draw(program, point, state).text())
                        .collect();
                    return Some(format!(
                        "no state on line {line} describes the memory: {}",
                        states.join(" | ")
                    ));
                }
            }
        }
        if !machine.step() {
            break;
        }
    }
    let point = last?;
    let lost = analysis.points().get(&point).is_some_and(|known| known.lost.is_some());
    let at_call = matches!(point.stmt(program).map(|stmt| &stmt.kind), Some(ir::StmtKind::Call(_)));
    for finding in machine.findings() {
        let broken = clause || finding.rule == Rule::Contract;
        let open = if broken && at_call {
            // What has no value may be told of before the contract is.
            let is_open = |rule| analysis.checks().is_open(Check { point, rule });
            is_open(Rule::Contract) || is_open(finding.rule)
        } else if broken {
            // What the function does not ensure is open wherever it returns.
            analysis.checks().iter().any(|(check, _)| matches!(check.rule, Rule::Contract | Rule::Leak))
                || analysis.lost().is_some()
        } else if finding.rule == Rule::Leak {
            analysis.checks().iter().any(|(check, _)| check.rule == Rule::Leak)
        } else {
            analysis.checks().is_open(Check { point, rule: finding.rule })
        };
        if !open && !lost {
            let line = point.span(program).line;
            return Some(format!("`{}` is not open though it happens on line {line}", finding.rule));
        }
    }
    None
}
