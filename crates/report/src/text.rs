//! Text for the terminal: `file:line:column: error: …`, the line it is about, and how the program
//! got there.
//!
//! Invariant: what comes from the program is [`shown`], so that the only escape sequences are ours.

use std::fmt::Write;

use annotate_snippets::Level;
use ir::{Sources, Span, shown};
use model::{Diagnostic, Finding, Report, Rule, Severity, Status, Unsupported, Verdict};

use crate::escape::word;
use crate::snippet::snippet;

/// Whether the text carries colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// No escape sequences.
    Plain,
    /// Colours for a terminal.
    Coloured,
}

impl Style {
    fn paint(self, code: &str, text: &str) -> String {
        match self {
            Self::Plain => text.to_owned(),
            Self::Coloured => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }
}

/// So many messages about the input are shown; what comes after the first few rarely says more.
const MOST_DIAGNOSTICS: usize = 20;

/// Messages about the input, each with its line.
pub fn diagnostics(diagnostics: &[Diagnostic], sources: &Sources, style: Style) -> String {
    let mut out = String::new();
    let told = &diagnostics[..diagnostics.len().min(MOST_DIAGNOSTICS)];
    for diagnostic in told {
        let (word, code, level) = match diagnostic.severity {
            Severity::Error => ("error", "1;31", Level::ERROR),
            Severity::Warning => ("warning", "1;33", Level::WARNING),
            Severity::Note => ("note", "1;36", Level::NOTE),
        };
        let word = style.paint(code, &format!("{word}:"));
        let _ = writeln!(out, "{}{word} {}", place(sources, diagnostic.span), shown(&diagnostic.message));
        out += &snippet(sources, diagnostic.span, "", level, style);
        for (span, note) in &diagnostic.notes {
            // The line that was just shown need not be shown again.
            let known = (span.file, span.line) == (diagnostic.span.file, diagnostic.span.line);
            write_headline(&mut out, sources, *span, note, style);
            if !known {
                out += &snippet(sources, *span, "", Level::NOTE, style);
            }
        }
    }
    match diagnostics.len() - told.len() {
        0 => {}
        1 => out += "1 more message is not shown\n",
        more => {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{more} more messages are not shown");
        }
    }
    out
}

fn place(sources: &Sources, span: Span) -> String {
    if span.is_known() {
        format!("{}:{}:{}: ", shown(sources.path(span.file)), span.line, span.column)
    } else {
        String::new()
    }
}

fn write_note(out: &mut String, sources: &Sources, span: Span, note: &str, style: Style) {
    write_headline(out, sources, span, note, style);
    *out += &snippet(sources, span, "", Level::NOTE, style);
}

/// The shapes the heap can have at a step.
fn write_state(out: &mut String, state: Option<&str>, style: Style) {
    if let Some(state) = state {
        let _ = writeln!(out, "{} {}", style.paint("1;36", "heap:"), ir::shown_lines(state));
    }
}

fn write_headline(out: &mut String, sources: &Sources, span: Span, note: &str, style: Style) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{}{} {}", place(sources, span), style.paint("1;36", "note:"), shown(note));
}

/// Which macros the text came out of, outermost first. How the C library writes its macros is of no
/// use to anybody.
fn write_expansions(out: &mut String, sources: &Sources, span: Span, style: Style) {
    let of_the_user = |span: Span| sources.files.get(span.file.0 as usize).is_none_or(|file| !file.system);
    for expansion in sources.chain(span).into_iter().filter(|expansion| of_the_user(expansion.spelled)) {
        let note = format!("in the expansion of `{}`", expansion.name);
        write_note(out, sources, expansion.spelled, &note, style);
    }
}

/// The findings of a report and what it could not model, for standard output.
pub fn report(report: &Report, sources: &Sources, style: Style) -> String {
    let mut out = String::new();
    for finding in &report.findings {
        write_finding(&mut out, finding, &report.replay, sources, style);
    }
    for Unsupported { span, why, .. } in &report.coverage.unsupported {
        let word = style.paint("1;33", &format!("warning[{}]:", Rule::Unsupported));
        let _ = writeln!(out, "{}{word} not modelled: {}", place(sources, *span), shown(why));
        out += &snippet(sources, *span, "", Level::WARNING, style);
        out.push('\n');
    }
    out
}

fn write_finding(out: &mut String, finding: &Finding, replay: &[String], sources: &Sources, style: Style) {
    let (word, code, level) = match finding.status {
        Status::Confirmed => ("error", "1;31", Level::ERROR),
        Status::Possible => ("possible", "1;33", Level::WARNING),
    };
    let word = style.paint(code, &format!("{word}[{}]:", finding.rule));
    let _ = writeln!(out, "{}{word} {}", place(sources, finding.span), shown(&finding.message));
    *out += &snippet(sources, finding.span, "", level, style);
    // The way there ends where the finding is, which has been shown.
    let (trace, last) = match finding.trace.as_slice() {
        [way @ .., last] if last.span == finding.span => (way, Some(last)),
        trace => (trace, None),
    };
    write_state(out, last.and_then(|step| step.state.as_deref()), style);
    for step in trace {
        write_note(out, sources, step.span, &step.note, style);
        write_state(out, step.state.as_deref(), style);
    }
    write_expansions(out, sources, finding.span, style);
    if let Some(how) = reproduce(finding, replay) {
        let _ = writeln!(out, "{} {how}", style.paint("1;36", "inputs:"));
    }
    out.push('\n');
}

/// How a run comes to a finding again, if one did.
pub(crate) fn reproduce(finding: &Finding, replay: &[String]) -> Option<String> {
    let inputs: Vec<String> = finding.inputs.as_ref()?.iter().map(i128::to_string).collect();
    let given = (!inputs.is_empty()).then(|| format!("--inputs={}", inputs.join(",")));
    if inputs.is_empty() && replay.is_empty() {
        return Some("none were needed to get here".to_owned());
    }
    let (before, after) =
        replay.split_at(replay.iter().position(|word| word == "--").unwrap_or(replay.len()));
    let words = before.iter().chain(&finding.replay).chain(&given).chain(after);
    let words: Vec<_> = words.map(|each| word(each)).collect();
    Some(format!("reproduce with {}", words.join(" ")))
}

impl Style {
    /// The verdict as a word, coloured.
    pub fn verdict(self, verdict: Verdict) -> String {
        let code = match verdict {
            Verdict::Proved => "1;32",
            Verdict::Violated => "1;31",
            Verdict::Unknown => "1;33",
        };
        self.paint(code, verdict.word())
    }
}
