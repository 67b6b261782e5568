//! Findings as commands to the log of GitHub's workflows, which shows them beside the lines of a pull request.

use std::fmt::Write as _;

use ir::{Sources, Span};
use model::{Report, Status};

use crate::made::Made;

/// One line for each finding, each thing that is not modelled, and each setting of a file that makes the check weaker.
pub fn github(report: &Report, sources: &Sources, made: &Made<'_>) -> String {
    let mut out = String::new();
    for setting in made.settings {
        let (file, line, column) = (property(&setting.file), setting.line, setting.column);
        let message = data(&setting.told());
        let _ = writeln!(out, "::notice file={file},line={line},col={column},title=setting::{message}");
    }
    for finding in &report.findings {
        let level = match finding.status {
            Status::Confirmed => "error",
            Status::Possible => "warning",
        };
        let title = format!("{} in {}", finding.rule, finding.function);
        write(&mut out, sources, level, finding.span, &title, &finding.message);
    }
    for item in &report.coverage.unsupported {
        let title = format!("not modelled in {}", item.function);
        write(&mut out, sources, "notice", item.span, &title, &item.why);
    }
    out
}

fn write(out: &mut String, sources: &Sources, level: &str, span: Span, title: &str, message: &str) {
    let _ = write!(out, "::{level} ");
    if span.is_known() {
        let file = property(sources.path(span.file));
        let _ = write!(out, "file={file},line={},col={},", span.line, span.column);
        if span.end_line == span.line && span.end_column > span.column {
            let _ = write!(out, "endColumn={},", span.end_column);
        }
    }
    let _ = writeln!(out, "title={}::{}", property(title), data(message));
}

/// A text of one line that cannot end the command.
fn data(text: &str) -> String {
    // Line ends are escaped already, as whatever may act.
    ir::shown(text).replace('%', "%25")
}

/// A text that cannot end the property it stands in.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
