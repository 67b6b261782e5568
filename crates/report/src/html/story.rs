//! A finding as a story: the steps with their source lines, what the heap looks like at each, and how it ends.

use std::fmt::Write as _;

use model::{Drawing, Finding, Report, Rule, ShapesAt, Status, Step};

use super::Files;
use super::highlight::{Inside, line};
use crate::escape::{escaped, prose};
use crate::svg::story;
use crate::text::reproduce;

/// Bytes after which findings are told without pictures; whoever has read so many knows how the rest will be.
const MOST_BYTES: usize = 3 << 19;
/// Most steps with a picture.
const MOST_STEPS: usize = 40;
/// Most steps of findings that are told without pictures.
const FEW_STEPS: usize = 6;
/// Most further states shown beside the first.
const MOST_OTHERS: usize = 3;

pub(crate) fn write(out: &mut String, report: &Report, files: &Files<'_>) {
    let _ = write!(
        out,
        "<section id=\"findings\" aria-labelledby=\"findings-title\"><h2 id=\"findings-title\">Findings ({})</h2>",
        report.findings.len()
    );
    if report.findings.is_empty() {
        out.push_str("<p>None.</p>");
    }
    let begin = out.len();
    for (index, finding) in report.findings.iter().enumerate() {
        let with_pictures = out.len() - begin < MOST_BYTES;
        write_finding(out, report, files, index, finding, with_pictures);
    }
    out.push_str("</section>");
}

fn write_finding(
    out: &mut String,
    report: &Report,
    files: &Files<'_>,
    index: usize,
    finding: &Finding,
    with_pictures: bool,
) {
    let (class, status) = match finding.status {
        Status::Confirmed => ("bad", "confirmed by a run"),
        Status::Possible => ("open", "possible"),
    };
    let open = if index < 3 { " open" } else { "" };
    let _ = write!(
        out,
        "<details class=\"finding\" id=\"finding{index}\"{open}><summary><span class=\"badge {class}\">{}</span> <b>{}</b> <span class=\"soft\">{status}</span> {}</summary>",
        finding.rule,
        prose(&finding.message),
        files.link(finding.span)
    );
    let _ = write!(
        out,
        "<p>In <code>{}</code>{} {}",
        escaped(&finding.function),
        if finding.status == Status::Confirmed { "." } else { ", not excluded:" },
        about(finding.rule)
    );
    let of_run =
        finding.status == Status::Confirmed && finding.trace.iter().any(|step| !step.shapes.is_empty());
    let pictures = if of_run { " The pictures show the heap of the run." } else { "" };
    let _ = write!(out, "{pictures}</p><ol class=\"steps\">");
    let before = if with_pictures { 0 } else { finding.trace.len().saturating_sub(FEW_STEPS) };
    let trace = &finding.trace[before..];
    if before > 0 {
        let _ = write!(out, "<li>{before} steps before these</li>");
    }
    let drawings: Vec<Shown> = trace.iter().map(|step| shown(report, finding, step)).collect();
    let first: Vec<Option<&Drawing>> = drawings
        .iter()
        .enumerate()
        .map(|(at, shown)| {
            // The end is what matters, and what came just before.
            let late = trace.len() - at <= MOST_STEPS;
            shown.states.first().copied().filter(|_| with_pictures && late)
        })
        .collect();
    let pictures = story(&first);
    for ((step, shown), picture) in trace.iter().zip(&drawings).zip(pictures) {
        write_step(out, files, step, shown, picture);
    }
    out.push_str("</ol>");
    if let Some(how) = reproduce(finding, &report.replay) {
        let _ = write!(out, "<p class=\"inputs\"><b>Inputs:</b> {}</p>", escaped(&how));
    }
    out.push_str("</details>");
}

/// What the heap can look like at a step.
struct Shown<'a> {
    states: Vec<&'a Drawing>,
    /// What these are, if they are not the shapes of this way there.
    instead: Option<&'static str>,
}

fn shown<'a>(report: &'a Report, finding: &Finding, step: &'a Step) -> Shown<'a> {
    if !step.shapes.is_empty() {
        return Shown { states: step.shapes.iter().collect(), instead: None };
    }
    let place = |at: &&ShapesAt| {
        step.span.is_known() && (at.span.file, at.span.line) == (step.span.file, step.span.line)
    };
    // What a run does is one of the things that can be.
    if let Some(at) = report.shapes.iter().find(place) {
        return Shown { states: at.states.iter().collect(), instead: Some("the heap can have here") };
    }
    // What a contract promises is looked at where the function ends.
    let promised = finding.rule == Rule::Contract && step.span == finding.span;
    let of_function = |at: &&ShapesAt| at.function == finding.function && at.span.file == finding.span.file;
    let end = report.shapes.iter().rfind(of_function).filter(|_| promised);
    let states = end.into_iter().flat_map(|at| &at.states).collect();
    Shown { states, instead: Some("the heap can have where the function ends") }
}

fn write_step(out: &mut String, files: &Files<'_>, step: &Step, shown: &Shown<'_>, picture: Option<String>) {
    let _ = write!(
        out,
        "<li tabindex=\"0\" class=\"step\"><div class=\"what\">{} {}</div>",
        files.link(step.span),
        prose(&step.note)
    );
    if let Some(text) = files.line(step.span) {
        let _ = write!(out, "<pre class=\"excerpt\">{}</pre>", line(text.trim(), &mut Inside::default()));
    }
    if let Some(picture) = picture {
        let many = shown.states.len();
        if let Some(what) = shown.instead {
            let shapes = if many == 1 { "the shape".to_owned() } else { format!("one of {many} shapes") };
            let _ = write!(out, "<div class=\"soft\">{shapes} {what}</div>");
        }
        let _ = write!(out, "<div class=\"picture\">{picture}</div>");
        write_facts(out, &shown.states[0].facts);
        let others: Vec<Option<&Drawing>> =
            shown.states.iter().skip(1).take(MOST_OTHERS).map(|state| Some(*state)).collect();
        if !others.is_empty() && shown.instead.is_none() {
            let _ = write!(
                out,
                "<details><summary>or {}</summary>",
                if many == 2 { "like this".into() } else { format!("like one of {}", many - 1) }
            );
            for picture in others.iter().flat_map(|state| story(&[*state])).flatten() {
                let _ = write!(out, "<div class=\"picture\">{picture}</div>");
            }
            out.push_str("</details>");
        }
    }
    out.push_str("</li>");
}

fn write_facts(out: &mut String, facts: &[String]) {
    if !facts.is_empty() {
        let facts: Vec<String> =
            facts.iter().take(12).map(|fact| format!("<code>{}</code>", escaped(fact))).collect();
        let _ = write!(out, "<div class=\"facts\">{}</div>", facts.join(" "));
    }
}

/// What a rule means, in one sentence.
fn about(rule: Rule) -> &'static str {
    match rule {
        Rule::NullDeref => "Memory is read or written through a null pointer.",
        Rule::UseAfterFree => "Memory is used that was freed, or whose variable is gone.",
        Rule::DoubleFree => "A block is freed a second time.",
        Rule::InvalidFree => "Something is freed that is not the start of a block from the heap.",
        Rule::Leak => "Nothing leads to a block any more, and it was not freed.",
        Rule::OutOfBounds => "Memory is used outside the object that the pointer is about.",
        Rule::Uninitialized => "A value is used that was never written.",
        Rule::AssertFail => "An assertion does not hold.",
        Rule::Contract => "A contract is not kept.",
        Rule::BadChecker => "A checker or contract cannot be used as it is.",
        Rule::Unsupported => "This is not modelled.",
        Rule::Undefined => "C leaves undefined what happens here.",
    }
}
