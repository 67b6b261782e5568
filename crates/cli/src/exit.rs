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

impl Exit {
    /// The number.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Finding => 1,
            Self::BadInput => 2,
            Self::Unknown => 3,
            Self::OurBug => 101,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}
