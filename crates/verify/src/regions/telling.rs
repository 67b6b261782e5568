//! What is found, in words.

use engine::Point;
use ir::{Callee, Program, StmtKind, Terminator};
use model::{Finding, Rule, Status, Step};
use regions::{Behind, Event, Occurrence, Role, Stage};

/// The rule that an event breaks.
pub(crate) fn rule(event: Event) -> Rule {
    match event {
        Event::Leak => Rule::Leak,
        Event::DoubleFree => Rule::DoubleFree,
        Event::UseAfterFree => Rule::UseAfterFree,
    }
}

/// A finding that no run has shown.
pub(super) fn finding(program: &Program, found: &Occurrence) -> Finding {
    let span = found.point.span(program);
    // A wrapper around `malloc` may stand in another file.
    let place = |site: Point| {
        let at = site.span(program);
        let path = program.sources.path(at.file);
        let file = path.rsplit('/').next().unwrap_or(path);
        if at.file == span.file { format!("on line {}", at.line) } else { format!("at {file}:{}", at.line) }
    };
    let block = match (maker(program, found), found.allocated) {
        (Some((name, call)), _) => format!("the block from `{name}` {}", place(call)),
        (None, Some(site)) => format!("the block allocated {}", place(site)),
        (None, None) => "a block that was given to this function".to_owned(),
    };
    let freed = found.freed.map_or_else(String::new, |site| format!(", which was freed {}", place(site)));
    let message = match (found.event, found.definite) {
        (Event::Leak, true) => format!("the last pointer to {block} is lost here"),
        (Event::Leak, false) => format!("the last pointer to {block} may be lost here"),
        (Event::DoubleFree, true) => format!("{block}{freed}, is freed again"),
        (Event::DoubleFree, false) => format!("{block}{freed}, may be freed again"),
        (Event::UseAfterFree, true) => format!("{block}{freed}, is used here"),
        (Event::UseAfterFree, false) => format!("{block}{freed}, may be used here"),
    };
    let mut trace: Vec<Step> = Vec::new();
    trace.extend(found.allocated.map(|site| Step::new(site.span(program), "the block is allocated")));
    trace.extend(decisions(program, found));
    trace.extend(found.freed.map(|site| Step::new(site.span(program), "the block is freed")));
    trace.push(Step::new(span, message.clone()));
    Finding {
        rule: rule(found.event),
        status: Status::Possible,
        function: program.functions[found.point.function].name.clone(),
        span,
        message,
        inputs: None,
        replay: Vec::new(),
        trace,
    }
}

/// The function that a block comes from, if it was made by another one than where something befalls it, and the call.
fn maker<'p>(program: &'p Program, found: &Occurrence) -> Option<(&'p str, Point)> {
    let first = found.way.first()?;
    let Behind { stmt, .. } = first.behind.filter(|behind| behind.role == Role::Made)?;
    let call = Point { function: first.function, block: first.block, stmt };
    Some((callee(program, call)?, call)).filter(|_| found.allocated.is_some_and(|site| site != call))
}

/// The function that is called at a place.
fn callee(program: &Program, at: Point) -> Option<&str> {
    let body = program.functions[at.function].body.as_ref()?;
    let StmtKind::Call(call) = &body.blocks[at.block].stmts.get(at.stmt as usize)?.kind else { return None };
    let Callee::Function(callee) = call.callee else { return None };
    Some(&program.functions[callee].name)
}

/// The calls and branches on the way.
fn decisions(program: &Program, found: &Occurrence) -> Vec<Step> {
    let mut steps = Vec::new();
    for (number, Stage { function, block: from, behind }) in found.way.iter().enumerate() {
        if let Some(Behind { stmt, role }) = behind {
            let at = Point { function: *function, block: *from, stmt: *stmt };
            let note = callee(program, at).and_then(|name| match role {
                Role::Made => {
                    found.allocated.filter(|site| *site != at).map(|_| format!("it comes from `{name}`"))
                }
                Role::Given => Some(format!("`{name}` is given it, and comes back")),
                Role::Reaches => None,
            });
            steps.extend(note.map(|note| Step::new(at.span(program), note)));
        }
        let Some(to) = found.way.get(number + 1).filter(|to| to.behind.is_none()) else { continue };
        let Some(body) = &*program.functions[*function].body else { continue };
        let block = &body.blocks[*from];
        match &block.terminator {
            Terminator::Branch { then, .. } if *then == to.block => {
                steps.push(Step::new(block.span, "the condition holds"));
            }
            Terminator::Branch { .. } => steps.push(Step::new(block.span, "the condition does not hold")),
            Terminator::Switch { .. } => steps.push(Step::new(block.span, "one of the cases is taken")),
            _ => {}
        }
    }
    steps
}
