//! What counts as an error, and what the program may rely on.
//!
//! Where tools and competitions differ from our own reading of C, the difference is a convention with a name here, and both the
//! concrete runs and the analyses are held to it: the runs follow it, and where an analysis does not, what it proves is not
//! taken for a proof.

use interp::{Exit, Failures, LeakMode, RunResult, Uninitialized};
use ir::FunctionId;
use model::{Finding, Rule};

/// What is asked of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Goal {
    /// That none of the rules is broken.
    #[default]
    Everything,
    /// That every access and every `free` is right, and no block is lost.
    MemorySafety,
    /// That all blocks are freed when the program ends, however it does.
    Cleanup,
    /// That the function whose calls are errors is not called.
    Unreachable,
}

/// What counts as an error, and what the program may rely on.
#[derive(Clone, Debug)]
pub struct Conventions {
    /// What is asked.
    pub goal: Goal,
    /// Which blocks count as leaked.
    pub leak: LeakMode,
    /// What a value is that was never written.
    pub uninitialized: Uninitialized,
    /// What a failed assertion is.
    pub failures: Failures,
    /// Whether an array within an object has bounds of its own.
    pub inner_bounds: bool,
}

impl Default for Conventions {
    fn default() -> Self {
        Self {
            goal: Goal::Everything,
            leak: LeakMode::Lost,
            uninitialized: Uninitialized::Error,
            failures: Failures::Errors,
            inner_bounds: true,
        }
    }
}

impl Conventions {
    /// A run under these conventions.
    pub fn run(&self, entry: FunctionId, malloc_may_fail: bool) -> interp::Options {
        interp::Options {
            malloc_may_fail,
            leak: self.leak,
            uninitialized: self.uninitialized,
            failures: self.failures.clone(),
            inner_bounds: self.inner_bounds,
            ..interp::Options::new(entry)
        }
    }

    /// The options with which `shapewright run` follows them.
    pub fn replay(&self, malloc_may_fail: bool) -> Vec<String> {
        let mut options = Vec::new();
        let mut add = |wanted: bool, option: &str| options.extend(wanted.then(|| option.to_owned()));
        add(malloc_may_fail, "--malloc-may-fail");
        add(self.leak == LeakMode::Exit, "--leak=exit");
        add(self.leak == LeakMode::End, "--leak=end");
        add(self.uninitialized == Uninitialized::Input, "--uninitialized=input");
        add(self.failures == Failures::Ends, "--failures=end");
        add(!self.inner_bounds, "--whole-objects");
        if let Failures::Calls(name) = &self.failures {
            options.push(format!("--failures={name}"));
        }
        options
    }

    /// The error of a run that is one in these terms. If it ends in an error, that is the one, rather than blocks that were lost
    /// before: whoever asks what is wrong with a program means that. If it ends in an error that was not asked for,
    /// nothing follows from it.
    pub fn error<'a>(&self, run: &'a RunResult) -> Option<&'a Finding> {
        // What the program assumes away does not happen.
        let ended_in = run.findings.last().filter(|finding| finding.rule != Rule::Leak);
        let first = ended_in.or(run.findings.first()).filter(|_| run.exit != Exit::AssumedAway)?;
        let ended = matches!(run.exit, Exit::Exited(_) | Exit::Aborted);
        let counts = match self.goal {
            Goal::Everything => !matches!(first.rule, Rule::BadChecker | Rule::Unsupported),
            Goal::MemorySafety => matches!(
                first.rule,
                Rule::NullDeref
                    | Rule::UseAfterFree
                    | Rule::OutOfBounds
                    | Rule::DoubleFree
                    | Rule::InvalidFree
                    | Rule::Leak
            ),
            Goal::Cleanup => first.rule == Rule::Leak && ended,
            Goal::Unreachable => first.rule == Rule::AssertFail,
        };
        counts.then_some(first)
    }

    /// Whether a rule is among what is asked. A failed assertion ends a run, and is no matter of memory.
    pub(crate) fn asks(&self, rule: Rule) -> bool {
        self.goal != Goal::MemorySafety || rule != Rule::AssertFail
    }

    /// Why a proof by an analysis is none in these terms, if so. Analyses report more than some goals ask, which does no
    /// harm, but none of them looks at what is left when the program ends.
    pub(crate) fn beyond_analyses(&self) -> Option<&'static str> {
        let reason = "only runs tell which blocks are still allocated when the program ends";
        (self.leak != LeakMode::Lost).then_some(reason)
    }
}
