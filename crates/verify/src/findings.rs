//! Open checks as findings, with the way there.

use engine::{Analysis, Check, ContextId, Open, Point, ShapeDomain};
use ir::{Block, BlockId, Callee, FunctionId, Program, Role, Span, Stmt, StmtKind, Terminator};
use model::{Drawing, Finding, Status, Step};

/// Findings whose way is told with the states along it: to find these takes another run along the way.
pub(crate) const MOST_WITH_STATES: usize = 20;

/// The checks that are open for a reason of their own and not excluded, in the order of the text, each place once.
pub(crate) fn objections<D: ShapeDomain>(
    program: &Program,
    analysis: &Analysis<'_, D>,
    excluded: &dyn Fn(Check) -> bool,
) -> Vec<(Check, Open)> {
    let place = |check: &Check, open: &Open| open.span.unwrap_or_else(|| check.point.span(program));
    let mut open: Vec<(Span, Check, Open)> = analysis
        .checks()
        .iter()
        .filter(|(check, open)| !open.lost && !excluded(**check))
        .map(|(check, open)| (place(check, open), *check, open.clone()))
        .collect();
    open.sort_by(|a, b| (a.0, a.1.rule, &a.2.message).cmp(&(b.0, b.1.rule, &b.2.message)));
    // Several statements of one expression say the same.
    open.dedup_by(|a, b| (a.0, a.1.rule) == (b.0, b.1.rule));
    open.into_iter().map(|(_, check, open)| (check, open)).collect()
}

/// The findings of an analysis: each check that is open for a reason of its own and not excluded.
pub(crate) fn findings<D: ShapeDomain>(
    program: &Program,
    domain: &D,
    analysis: &mut Analysis<'_, D>,
    excluded: &dyn Fn(Check) -> bool,
) -> Vec<Finding> {
    let mut objections = objections(program, analysis, excluded);
    // Nobody has written it, and that nothing is known of it is the reason why nothing is proved.
    objections.retain(|(check, _)| program.functions[check.point.function].role != Role::Ambiguous);
    let objections = objections.into_iter().enumerate();
    let mut findings: Vec<Finding> = objections
        .map(|(index, (check, open))| {
            let found = finding(program, domain, analysis, check, &open, index < MOST_WITH_STATES);
            at_call_of_model(program, analysis, check, &open, found)
        })
        .collect();
    findings.sort_by_key(|finding| (finding.span, finding.rule));
    findings.dedup_by_key(|finding| (finding.span, finding.rule));
    findings
}

/// What is found in a model is told where the program calls it: nobody has written the model.
fn at_call_of_model<D: ShapeDomain>(
    program: &Program,
    analysis: &Analysis<'_, D>,
    check: Check,
    open: &Open,
    mut finding: Finding,
) -> Finding {
    let is_model = |function: FunctionId| program.functions[function].role == Role::Model;
    let Some(trail) = open.trail.filter(|_| is_model(check.point.function)) else { return finding };
    let of_model = program.functions[check.point.function].span.file;
    let way = analysis.trail().way(trail).into_iter().rev();
    let caller = way.map(|(context, _)| analysis.function(context)).find(|function| !is_model(*function));
    let call = finding.trace.iter().rposition(|step| step.span.file != of_model);
    let (Some(caller), Some(call)) = (caller, call) else { return finding };
    finding.function = program.functions[caller].name.clone();
    finding.span = finding.trace[call].span;
    if let Some(last) = finding.trace.pop() {
        finding.trace.truncate(call);
        finding.trace.push(Step { span: finding.span, ..last });
    }
    finding
}

fn finding<D: ShapeDomain>(
    program: &Program,
    domain: &D,
    analysis: &mut Analysis<'_, D>,
    check: Check,
    open: &Open,
    with_states: bool,
) -> Finding {
    let span = open.span.unwrap_or_else(|| check.point.span(program));
    let mut trace = way(program, domain, analysis, open, with_states);
    let known = open.disjunct.and_then(|number| analysis.points().get(&check.point)?.states.get(number));
    let told = known.and_then(|(_, state)| drawn(program, domain, check.point, std::slice::from_ref(state)));
    let (state, shapes) = told.unzip();
    let message = open.message.to_string();
    let shapes = shapes.unwrap_or_default();
    trace.push(Step { state, shapes, ..Step::new(span, message.clone()) });
    Finding {
        rule: check.rule,
        status: Status::Possible,
        function: program.functions[check.point.function].name.clone(),
        span,
        message,
        inputs: None,
        replay: Vec::new(),
        trace,
    }
}

/// The calls and decisions on the way to a finding, and where they tell something new, the states after them.
fn way<D: ShapeDomain>(
    program: &Program,
    domain: &D,
    analysis: &mut Analysis<'_, D>,
    open: &Open,
    with_states: bool,
) -> Vec<Step> {
    let Some(trail) = open.trail else { return Vec::new() };
    let way: Vec<(ContextId, BlockId, Vec<D::State>)> = if with_states {
        analysis.along(trail)
    } else {
        let way = analysis.trail().way(trail).into_iter();
        way.map(|(context, block)| (context, block, Vec::new())).collect()
    };
    let mut steps: Vec<Step> = Vec::new();
    let mut known: Option<String> = None;
    for pair in way.windows(2) {
        let [(context, from, _), (next, to, states)] = pair else { continue };
        let (function, entered) = (analysis.function(*context), analysis.function(*next));
        let Some(body) = &*program.functions[function].body else { continue };
        let block = &body.blocks[*from];
        let (span, note) = match &block.terminator {
            _ if context != next => {
                let name = &program.functions[entered].name;
                (call_in(block, entered), format!("`{name}` is called"))
            }
            Terminator::Branch { then, .. } if then == to => (block.span, "the condition holds".into()),
            Terminator::Branch { .. } => (block.span, "the condition does not hold".into()),
            Terminator::Switch { .. } => (block.span, "one of the cases is taken".into()),
            _ => continue,
        };
        let point = Point { function: entered, block: *to, stmt: 0 };
        let told = drawn(program, domain, point, states).filter(|(text, _)| known.as_ref() != Some(text));
        let (new, shapes) = told.unzip();
        let shapes = shapes.unwrap_or_default();
        let step = Step { state: new.clone(), shapes, ..Step::new(span, note) };
        if steps.last().is_none_or(|last| (last.span, &last.note) != (step.span, &step.note) || new.is_some())
        {
            steps.push(step);
        }
        known = new.or(known);
    }
    steps
}

/// Where a block calls a function, by its name or otherwise.
fn call_in(block: &Block, function: FunctionId) -> Span {
    let calls = |stmt: &&Stmt| matches!(&stmt.kind, StmtKind::Call(_));
    let names = |stmt: &&Stmt| matches!(&stmt.kind, StmtKind::Call(call) if call.callee == Callee::Function(function));
    let found = block.stmts.iter().find(names).or_else(|| block.stmts.iter().find(calls));
    found.map_or(block.span, |stmt| stmt.span)
}

/// States in one line, and each of them as a drawing.
fn drawn<D: ShapeDomain>(
    program: &Program,
    domain: &D,
    point: Point,
    states: &[D::State],
) -> Option<(String, Vec<Drawing>)> {
    let (mut texts, mut drawings): (Vec<String>, Vec<Drawing>) = (Vec::new(), Vec::new());
    for state in states {
        let drawing = domain.draw(program, point, state);
        let text = drawing.text();
        if !text.is_empty() && !texts.contains(&text) {
            texts.push(text);
            drawings.push(drawing);
        }
    }
    (!texts.is_empty()).then(|| (texts.join(" or "), drawings))
}

#[cfg(test)]
mod tests {
    use engine::{Engine, Entry, Limits};

    use super::*;
    use crate::Options;

    const PROGRAM: &str = "
#include <stdlib.h>
struct node { struct node *next; int data; };
static int first(struct node *p) {
    return p->data;
}
int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *p = malloc(sizeof *p);
        if (p == NULL) abort();
        p->data = i;
        p->next = list;
        list = p;
    }
    while (list != NULL) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return first(list);
}
";

    #[test]
    fn a_finding_comes_with_the_way_and_the_states_along_it() {
        let file = std::env::temp_dir().join(format!("way-{}.c", std::process::id()));
        std::fs::write(&file, PROGRAM).expect("a temporary file");
        let command = cfront::Command { file: file.clone(), options: cfront::Options::default() };
        let loaded = cfront::load(&[command], &cfront::Budget::default());
        let _ = std::fs::remove_file(file);
        let program = loaded.unwrap_or_else(|error| panic!("{error}")).program;
        let entry = Entry { function: program.main().expect("there is a `main`"), program_start: true };
        let domain = crate::task::domain(&Options::default());
        let mut analysis = Engine::new(&program, &domain, Limits::default()).run(&entry);
        let findings = findings(&program, &domain, &mut analysis, &|_| false);
        let [finding] = &findings[..] else { panic!("one finding: {findings:?}") };
        let steps: Vec<(u32, &str, Option<&str>)> = finding
            .trace
            .iter()
            .map(|step| (step.span.line, step.note.as_str(), step.state.as_deref()))
            .collect();
        assert_eq!(steps.first().map(|step| step.0), Some(9), "{steps:?}");
        let [.., (ends, "the condition does not hold", Some(after)), (21, "`first` is called", _), last] =
            steps[..]
        else {
            panic!("the loop ends, the function is called: {steps:?}")
        };
        assert!(ends == 16 && after.contains("list → null"), "{steps:?}");
        assert_eq!((last.0, last.1), (5, "`p` is null here"));
        assert!(last.2.is_some_and(|state| state.contains("p → null")), "{steps:?}");
        assert!(steps.iter().any(|step| step.2.is_some_and(|state| state.contains("[list: "))), "{steps:?}");
    }
}
