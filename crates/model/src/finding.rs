//! What was found, as plain data that any renderer can show.

use std::sync::Arc;

use ir::Span;

use crate::{Drawing, Rule};

/// How sure a finding is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Status {
    /// A concrete run exhibits it.
    Confirmed,
    /// It could not be excluded.
    Possible,
}

/// Something wrong at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Which rule.
    pub rule: Rule,
    /// How sure.
    pub status: Status,
    /// The function it is in.
    pub function: Arc<str>,
    /// Where.
    pub span: Span,
    /// What, in words a C programmer uses.
    pub message: String,
    /// The inputs that reproduce it.
    pub inputs: Option<Vec<i128>>,
    /// The options that `run` needs besides the inputs to come to it again.
    pub replay: Vec<String>,
    /// How the program got there, first step first.
    pub trace: Vec<Step>,
}

/// One step of a trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Where.
    pub span: Span,
    /// What happened.
    pub note: String,
    /// The shapes the heap can have then, in one line, if they tell something.
    pub state: Option<String>,
    /// The same shapes, each as a drawing.
    pub shapes: Vec<Drawing>,
}

impl Step {
    /// A step that says nothing of the heap.
    pub fn new(span: Span, note: impl Into<String>) -> Self {
        Self { span, note: note.into(), state: None, shapes: Vec::new() }
    }
}

/// The answer for a function or a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// Every check is discharged.
    Proved,
    /// A finding is confirmed.
    Violated,
    /// Neither.
    Unknown,
}

impl Verdict {
    /// The word used in every output.
    pub fn word(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Violated => "violated",
            Self::Unknown => "unknown",
        }
    }
}
