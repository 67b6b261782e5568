//! Why execution stops.

use ir::{FunctionId, Span};
use model::{Finding, Rule, Step};

use crate::inputs::Asked;
use crate::options::Budget;

/// The end of a run, or of a statement that cannot be completed.
#[derive(Debug)]
pub(crate) enum Stop {
    /// An error of the program.
    Error { rule: Rule, message: String, steps: Vec<Step> },
    /// A clause of a contract that does not hold, reported in this function at this place.
    Breach { function: FunctionId, span: Span, message: String, steps: Vec<Step> },
    /// `exit`, or the return of the entry function.
    Exit(i32),
    /// `abort`, or a signal: with what the shell would say.
    Abort(String),
    /// Something that is not modelled.
    Unsupported(String),
    /// A limit was reached.
    Budget(Budget),
    /// An assumption does not hold.
    Assumed,
    /// What comes next is left open, and only what is determined was asked for.
    Open(String),
    /// A state came back: it goes on so for ever.
    Endless,
    /// The entry function must not be called so: this clause of its requires does not hold.
    Rejected { clause: String, span: Span },
}

/// What most operations give.
pub(crate) type Exec<T> = Result<T, Box<Stop>>;

impl Stop {
    pub(crate) fn unsupported(why: impl Into<String>) -> Box<Self> {
        Box::new(Self::Unsupported(why.into()))
    }

    pub(crate) fn open(why: impl Into<String>) -> Box<Self> {
        Box::new(Self::Open(why.into()))
    }

    pub(crate) fn error(rule: Rule, message: impl Into<String>) -> Box<Self> {
        Box::new(Self::Error { rule, message: message.into(), steps: Vec::new() })
    }
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Exit {
    /// The program ended with this status.
    Exited(i32),
    /// The program ended itself by a signal.
    Aborted,
    /// It was stopped at an error, the last of the findings that is not a leak.
    Finding,
    /// It reached something that is not modelled.
    Unsupported {
        /// What.
        why: String,
        /// Where.
        span: Span,
    },
    /// It reached a limit.
    Budget(Budget),
    /// It left what the program assumes.
    AssumedAway,
    /// What comes next is left open by the language or the machine, and only what is determined was asked for.
    Open {
        /// What.
        why: String,
        /// Where.
        span: Span,
    },
    /// A state came back: the program goes on so for ever.
    Endless,
    /// It did not begin: the inputs make a state in which the function must not be called.
    Rejected {
        /// What it requires and does not hold.
        clause: String,
        /// Where it says so.
        span: Span,
    },
}

/// What a run gave.
#[derive(Clone, Debug)]
pub struct RunResult {
    /// The errors in order of time. Leaks do not end a run, any other error does.
    pub findings: Vec<Finding>,
    /// The inputs that were consumed, as they were used.
    pub inputs: Vec<i128>,
    /// For each of them what it was, and where.
    pub asked: Vec<Asked>,
    /// What was written to `stdout`.
    pub output: Vec<u8>,
    /// What was written to `stderr`.
    pub errors: Vec<u8>,
    /// How it ended.
    pub exit: Exit,
    /// The functions that were active then, outermost first.
    pub active: Vec<FunctionId>,
    /// Where it ended: the `return` of the entry function, the call that ended the program, the error.
    pub end: Span,
    /// Statements and terminators executed.
    pub steps: u64,
}
