//! What is said about the input itself: a program that does not parse or type-check, a header that
//! is missing, an option that means nothing here.
//!
//! A diagnostic is data. Its spans point into the `ir::Sources` it travels with, and rendering is
//! the business of whoever shows it.

use ir::Span;

/// How bad a diagnostic is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Worth knowing, changes nothing.
    Note,
    /// Accepted, but probably not what was meant.
    Warning,
    /// The input was refused.
    Error,
}

/// One message about the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What it is about; unknown when it is about no place in a file.
    pub span: Span,
    /// One line, lowercase, without a final period.
    pub message: String,
    /// Further places and what they have to do with it.
    pub notes: Vec<(Span, String)>,
}

impl Diagnostic {
    /// An error at `span`.
    pub fn error(span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Error, span, message: message.into(), notes: Vec::new() }
    }

    /// A warning at `span`.
    pub fn warning(span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, span, message: message.into(), notes: Vec::new() }
    }

    /// A note at `span`.
    pub fn note(span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Note, span, message: message.into(), notes: Vec::new() }
    }

    /// The same diagnostic with one more note attached.
    #[must_use]
    pub fn with_note(mut self, span: Span, message: impl Into<String>) -> Self {
        self.notes.push((span, message.into()));
        self
    }
}
