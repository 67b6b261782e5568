//! What the process tells its caller.

use std::process::ExitCode;

/// The exit codes, which scripts depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// Everything proved; a run without an error; a question answered.
    Clean,
    /// A finding was printed.
    Finding,
    /// Bad usage or bad input, or nothing to analyze.
    BadInput,
    /// `check`: unknown and no finding. `run`: something that is not modelled was reached.
    Unknown,
    /// A bug of ours.
    OurBug,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Clean => 0,
            Exit::Finding => 1,
            Exit::BadInput => 2,
            Exit::Unknown => 3,
            Exit::OurBug => 101,
        })
    }
}
