//! Text for the terminal: `file:line:column: error: …`, the line it is about, and how the program
//! got there.

use std::fmt::Write;

use annotate_snippets::Level;
use ir::{Sources, Span};
use model::{Diagnostic, Finding, Report, Severity, Status, Verdict};

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

/// Messages about the input, each with its line.
pub fn diagnostics(diagnostics: &[Diagnostic], sources: &Sources, style: Style) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics {
        let (word, code, level) = match diagnostic.severity {
            Severity::Error => ("error", "1;31", Level::ERROR),
            Severity::Warning => ("warning", "1;33", Level::WARNING),
            Severity::Note => ("note", "1;36", Level::NOTE),
        };
        let word = style.paint(code, &format!("{word}:"));
        let _ = writeln!(out, "{}{word} {}", place(sources, diagnostic.span), diagnostic.message);
        out += &snippet(sources, diagnostic.span, "", level, style);
        for (span, note) in &diagnostic.notes {
            write_note(&mut out, sources, *span, note, style);
        }
        write_expansions(&mut out, sources, diagnostic.span, style);
    }
    out
}

fn place(sources: &Sources, span: Span) -> String {
    if span.is_known() {
        format!("{}:{}:{}: ", sources.path(span.file), span.line, span.column)
    } else {
        String::new()
    }
}

fn write_note(out: &mut String, sources: &Sources, span: Span, note: &str, style: Style) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{}{} {note}", place(sources, span), style.paint("1;36", "note:"));
    *out += &snippet(sources, span, "", Level::NOTE, style);
}

/// Which macros the text came out of, outermost first.
fn write_expansions(out: &mut String, sources: &Sources, span: Span, style: Style) {
    for expansion in sources.chain(span) {
        let note = format!("in the expansion of `{}`", expansion.name);
        write_note(out, sources, expansion.spelled, &note, style);
    }
}

/// The findings of a report and what the verdict is, for standard output.
pub fn report(report: &Report, sources: &Sources, style: Style) -> String {
    let mut out = String::new();
    for finding in &report.findings {
        write_finding(&mut out, finding, sources, style);
    }
    out
}

fn write_finding(out: &mut String, finding: &Finding, sources: &Sources, style: Style) {
    let (word, code, level) = match finding.status {
        Status::Confirmed => ("error", "1;31", Level::ERROR),
        Status::Possible => ("possible", "1;33", Level::WARNING),
    };
    let word = style.paint(code, &format!("{word}[{}]:", finding.rule));
    let _ = writeln!(out, "{}{word} {}", place(sources, finding.span), finding.message);
    *out += &snippet(sources, finding.span, "", level, style);
    for step in &finding.trace {
        write_note(out, sources, step.span, &step.note, style);
    }
    write_expansions(out, sources, finding.span, style);
    if let Some(inputs) = &finding.inputs {
        let inputs: Vec<String> = inputs.iter().map(i128::to_string).collect();
        let how = if inputs.is_empty() {
            "no inputs were needed to get here".to_owned()
        } else {
            format!("reproduce with --inputs={}", inputs.join(","))
        };
        let _ = writeln!(out, "{} {how}", style.paint("1;36", "inputs:"));
    }
    out.push('\n');
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
