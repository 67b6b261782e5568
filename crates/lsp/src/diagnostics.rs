//! Findings, open questions and errors of the text as diagnostics of the protocol, by the file they are in.

use std::collections::BTreeMap;
use std::path::Path;

use ir::{Sources, Span};
use model::{Diagnostic, Finding, FunctionReport, Report, Severity, Status, Step};
use serde_json::{Value, json};

use crate::text::{range, uri};

/// Diagnostics by the URI of their file.
pub(crate) type ByFile = BTreeMap<String, Vec<Value>>;

/// The most steps that are told of the way to an error.
const MOST_STEPS: usize = 50;

/// Puts diagnostics in order. What is said of no file the user has is said at the beginning of the one that is checked.
pub(crate) struct Collector<'a> {
    sources: &'a Sources,
    /// The URI of the checked file, as the client spells it.
    main: &'a str,
    file: &'a Path,
    found: ByFile,
}

impl<'a> Collector<'a> {
    pub(crate) fn new(sources: &'a Sources, main: &'a str, file: &'a Path) -> Self {
        Self { sources, main, file, found: ByFile::from([(main.to_owned(), Vec::new())]) }
    }

    pub(crate) fn finish(self) -> ByFile {
        self.found
    }

    /// What a check found, and why it could not answer.
    pub(crate) fn report(&mut self, report: &Report) {
        for finding in &report.findings {
            self.finding(finding);
        }
        for function in &report.functions {
            self.unknown(function);
        }
    }

    fn finding(&mut self, finding: &Finding) {
        let severity = match finding.status {
            Status::Confirmed => 1,
            Status::Possible => 2,
        };
        // The last step is the error itself, which is told already.
        let is_said = |step: &&Step| step.span == finding.span && step.note == finding.message;
        let steps = finding.trace.iter().rev().skip_while(is_said);
        let steps = steps.filter(|step| step.span.is_known()).take(MOST_STEPS);
        let mut related: Vec<Value> = steps.map(|step| self.related(step.span, &step.note)).collect();
        related.reverse();
        let message = match &finding.inputs {
            Some(inputs) if !inputs.is_empty() => {
                let inputs: Vec<String> = inputs.iter().map(ToString::to_string).collect();
                format!("{} (inputs: {})", finding.message, inputs.join(","))
            }
            _ => finding.message.clone(),
        };
        self.add(finding.span, severity, finding.rule.id(), &message, &related);
    }

    fn unknown(&mut self, function: &FunctionReport) {
        let Some(reason) = &function.reason else { return };
        let span = function.reason_at.filter(Span::is_known).unwrap_or(function.span);
        let message = format!("`{}` is not proved: {reason}", function.name);
        self.add(span, 3, "unknown", &message, &[]);
    }

    /// An error of the text itself, or a remark about it.
    pub(crate) fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        let (severity, code) = match diagnostic.severity {
            Severity::Error => (1, "c-error"),
            Severity::Warning => (2, "c-warning"),
            Severity::Note => (3, "c-note"),
        };
        let notes = diagnostic.notes.iter().filter(|(span, _)| span.is_known());
        let related: Vec<Value> = notes.map(|(span, note)| self.related(*span, note)).collect();
        self.add(diagnostic.span, severity, code, &diagnostic.message, &related);
    }

    /// A mistake of ours.
    pub(crate) fn our_bug(&mut self) {
        let message = "internal error; please report it with the file that caused it";
        self.add(Span::NONE, 2, "internal-error", message, &[]);
    }

    fn related(&self, span: Span, note: &str) -> Value {
        let message = self.in_short(note);
        json!({ "location": { "uri": self.uri(span), "range": range(self.sources, span) }, "message": message })
    }

    /// What is said, with lines instead of places in the checked file, whose whole path nobody wants to read.
    fn in_short(&self, message: &str) -> String {
        let place = format!("{}:", self.file.display());
        ir::shown(&message.replace(&place, "line ")).into_owned()
    }

    fn uri(&self, span: Span) -> String {
        let file = self.sources.files.get(span.file.0 as usize).map(|file| Path::new(&*file.path));
        match file {
            Some(file) if file != self.file => uri(file),
            _ => self.main.to_owned(),
        }
    }

    fn add(&mut self, span: Span, severity: u8, code: &str, message: &str, related: &[Value]) {
        let (uri, range) = if span.is_known() {
            (self.uri(span), range(self.sources, span))
        } else {
            let start = json!({ "line": 0, "character": 0 });
            (self.main.to_owned(), json!({ "start": start, "end": start }))
        };
        let message = self.in_short(message);
        self.found.entry(uri).or_default().push(json!({
            "range": range,
            "severity": severity,
            "code": code,
            "source": "shapewright",
            "message": message,
            "relatedInformation": related,
        }));
    }
}
