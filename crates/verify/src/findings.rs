//! Open checks as findings, with the way there.

use engine::{Analysis, Check, Open, ShapeDomain};
use ir::{Program, Terminator};
use model::{Finding, Status, Step};

/// The findings of an analysis: each check that is open for a reason of its own.
pub(crate) fn findings<D: ShapeDomain>(
    program: &Program,
    domain: &D,
    analysis: &Analysis<'_, D>,
) -> Vec<Finding> {
    let mut findings: Vec<Finding> = analysis
        .checks()
        .iter()
        .filter(|(_, open)| !open.lost)
        .map(|(check, open)| finding(program, domain, analysis, *check, open))
        .collect();
    findings.sort_by(|a, b| (a.span, a.rule, &a.message).cmp(&(b.span, b.rule, &b.message)));
    // Several statements of one expression say the same.
    findings.dedup_by(|a, b| (a.span, a.rule) == (b.span, b.rule));
    findings
}

fn finding<D: ShapeDomain>(
    program: &Program,
    domain: &D,
    analysis: &Analysis<'_, D>,
    check: Check,
    open: &Open,
) -> Finding {
    let span = open.span.unwrap_or_else(|| check.point.span(program));
    let mut trace = way(program, analysis, open);
    let state = open.disjunct.and_then(|number| {
        let states = &analysis.points().get(&check.point)?.states;
        states.get(number).map(|(_, state)| domain.draw(program, check.point, state).text())
    });
    let note = match state.filter(|text| !text.is_empty()) {
        Some(state) => format!("{} [{state}]", open.message),
        None => open.message.to_string(),
    };
    trace.push(Step { span, note });
    Finding {
        rule: check.rule,
        status: Status::Possible,
        function: program.functions[check.point.function].name.clone(),
        span,
        message: open.message.to_string(),
        inputs: None,
        replay: Vec::new(),
        trace,
    }
}

/// The decisions on the way to a finding.
fn way<D: ShapeDomain>(program: &Program, analysis: &Analysis<'_, D>, open: &Open) -> Vec<Step> {
    let Some(trail) = open.trail else { return Vec::new() };
    let way = analysis.trail().way(trail);
    let mut steps: Vec<Step> = Vec::new();
    for pair in way.windows(2) {
        let [(context, from), (next, to)] = pair else { continue };
        if context != next || from == to {
            continue;
        }
        let function = analysis.function(*context);
        let Some(body) = &program.functions[function].body else { continue };
        let block = &body.blocks[*from];
        let note = match &block.terminator {
            Terminator::Branch { then, .. } if then == to => "the condition holds",
            Terminator::Branch { .. } => "the condition does not hold",
            Terminator::Switch { .. } => "one of the cases is taken",
            _ => continue,
        };
        let step = Step { span: block.span, note: note.into() };
        if steps.last() != Some(&step) {
            steps.push(step);
        }
    }
    steps
}
