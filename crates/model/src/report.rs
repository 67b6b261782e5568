//! The answer to a whole question: what was analyzed, what came out of it, what it rests on.

use std::sync::Arc;

use ir::Span;

use crate::{Drawing, Finding, Verdict};

/// The result of `check` or `run`.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The answer for everything together.
    pub verdict: Verdict,
    /// How much was looked at.
    pub coverage: Coverage,
    /// What the verdict assumes, by the names of the assumptions page.
    pub assumptions: Vec<String>,
    /// One for each function that was analyzed.
    pub functions: Vec<FunctionReport>,
    /// What is wrong, in the order of the text.
    pub findings: Vec<Finding>,
    /// What was found and need not be shown: somebody has said so.
    pub suppressed: Vec<Suppressed>,
    /// How to run the program again, but for the options and inputs of a finding, which go before a `--`; nothing if
    /// that is what was asked for anyway.
    pub replay: Vec<String>,
    /// Of a concrete run: how it went.
    pub run: Option<RunReport>,
    /// The shapes of the heap, in the order of the text, if they were asked for.
    pub shapes: Vec<ShapesAt>,
    /// Why not everything was looked at that was to be, if the budget was over before.
    pub ended: Option<String>,
}

/// The shapes the heap can have at a place of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShapesAt {
    /// The function.
    pub function: Arc<str>,
    /// Where: before what stands there is done.
    pub span: Span,
    /// Whether a loop begins here: then they are what holds whenever it comes round.
    pub invariant: bool,
    /// Each state there may be.
    pub states: Vec<Drawing>,
    /// States that are not among them, for there are too many.
    pub more: usize,
    /// Why nothing is known here, if so.
    pub lost: Option<String>,
    /// Which analysis says so.
    pub domain: Arc<str>,
}

/// A finding that need not be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suppressed {
    /// What was found.
    pub finding: Finding,
    /// Who says so.
    pub by: SuppressedBy,
    /// Why.
    pub why: String,
}

/// Who says that a finding need not be shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SuppressedBy {
    /// A comment in the source.
    Comment,
    /// A list of findings that were there before.
    Baseline,
    /// The analysis itself: it rests on a guess, and such findings are hardly ever true.
    Guess,
}

/// How much was looked at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// C files.
    pub files: usize,
    /// Functions with a body.
    pub functions: usize,
    /// Functions proved.
    pub proved: usize,
    /// Functions neither proved nor violated.
    pub unknown: usize,
    /// Constructs that are not modelled.
    pub unsupported: Vec<Unsupported>,
}

/// A construct that is not modelled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// The function it is in.
    pub function: Arc<str>,
    /// Where.
    pub span: Span,
    /// What and why.
    pub why: Arc<str>,
}

/// What is known of one function.
#[derive(Clone, PartialEq, Debug)]
pub struct FunctionReport {
    /// Its name.
    pub name: Arc<str>,
    /// Where it is defined.
    pub span: Span,
    /// The answer.
    pub verdict: Verdict,
    /// Which analysis gave it.
    pub domain: Option<Arc<str>>,
    /// CPU time in milliseconds.
    pub time_ms: f64,
    /// Most states held at one place.
    pub peak_disjuncts: u64,
    /// Rounds until nothing changed.
    pub iterations: u64,
    /// Why it is unknown.
    pub reason: Option<String>,
    /// Where that is, if it is one place.
    pub reason_at: Option<Span>,
    /// What else was proved, a line each.
    pub facts: Vec<String>,
}

/// How a concrete run went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunReport {
    /// The inputs it consumed.
    pub inputs: Vec<i128>,
    /// What the program wrote to its standard output.
    pub output: Vec<u8>,
    /// The status the program ended with, if it ended by itself.
    pub exit_code: Option<i32>,
    /// How it ended, in words.
    pub ended: String,
    /// Statements executed.
    pub steps: u64,
    /// The seed, if the inputs came from one.
    pub seed: Option<u64>,
    /// How many seeds were tried.
    pub seeds_tried: u64,
}
