//! The size of the page: a large program stays usable.

use ir::{FileId, SourceFile, Sources, Span};
use model::{
    Coverage, Drawing, Finding, FunctionReport, NodeKind, Report, Rule, ShapesAt, Status, Step, Verdict,
};
use shapewright_report::Made;

/// A state that is like no other.
fn state(number: u32) -> Drawing {
    let mut drawing = Drawing::default();
    let mut before = None;
    for at in 0..5 {
        let cell = drawing.node(NodeKind::Cell, format!("a{number}_{at}"));
        drawing.nodes[cell].about.push(format!("list{number}(l) := l = null | l ↦ {{next: a}} * list(a)"));
        if let Some(before) = before {
            drawing.arrow_of(before, "next", cell);
        }
        before = Some(cell);
    }
    drawing.facts = (0..30).map(|fact| format!("a{number} + {fact} ≤ a{}", number + 1)).collect();
    drawing
}

fn span(line: u32, column: u32) -> Span {
    Span { file: FileId(0), line, column, end_line: line, end_column: column + 5, expansion: None }
}

/// A program of ten thousand lines in which every place has the most shapes, and none is like another.
fn report() -> Report {
    let shapes = (1..=10_000).flat_map(|line| (1..=3).map(move |column| (line, column)));
    let shapes = shapes.map(|(line, column)| ShapesAt {
        function: format!("function_{}", line / 20).into(),
        span: span(line, column),
        invariant: column == 1,
        // What is not shown need not be different.
        states: (0..6)
            .map(|state_| state(if line < 2_000 { line * 100 + column * 10 + state_ } else { 1 }))
            .collect(),
        more: 0,
        lost: None,
        domain: "checkers".into(),
    });
    let functions = (0..500).map(|at| FunctionReport {
        name: format!("function_{at}").into(),
        span: span(at * 20 + 1, 1),
        verdict: Verdict::Unknown,
        domain: Some("checkers".into()),
        time_ms: 1.0,
        peak_disjuncts: 6,
        iterations: 3,
        reason: Some("the heap has too many parts".into()),
        reason_at: Some(span(at * 20 + 5, 1)),
        facts: Vec::new(),
    });
    let step =
        |line: u32| Step { shapes: vec![state(line)], ..Step::new(span(line, 1), "the condition holds") };
    let findings = (1..=500).map(|line| Finding {
        rule: Rule::Leak,
        status: Status::Possible,
        function: "function_1".into(),
        span: span(line, 1),
        message: "a heap block can no longer be reached".into(),
        inputs: None,
        replay: Vec::new(),
        trace: (0..30).map(|at| step(line + at)).collect(),
    });
    Report {
        verdict: Verdict::Unknown,
        coverage: Coverage { files: 1, functions: 500, proved: 0, unknown: 500, unsupported: Vec::new() },
        assumptions: Vec::new(),
        functions: functions.collect(),
        findings: findings.collect(),
        suppressed: Vec::new(),
        ended: None,
        replay: Vec::new(),
        run: None,
        shapes: shapes.collect(),
    }
}

#[test]
fn the_page_of_a_large_program_is_at_most_ten_megabytes() {
    let text = "    if (list->next != NULL && list->next->data == wanted) return list; /* as before */\n"
        .repeat(10_000);
    let file = SourceFile { path: "large.c".into(), text: Some(text.into()), system: false };
    let sources = Sources { files: vec![file], expansions: ir::Expansions::new() };
    let page = shapewright_report::html(&report(), &sources, &Made { version: "1", settings: &[] });
    assert!(page.len() <= 10 << 20, "{} bytes", page.len());
    // Nothing is left out but pictures.
    assert_eq!(page.matches("class=\"finding\"").count(), 500);
    assert_eq!(page.matches("<div class=\"ln").count(), 10_000);
}
