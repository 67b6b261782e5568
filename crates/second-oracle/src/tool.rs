//! What `shapewright check` says of a program, as users ask for it: the binary, and a file.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use testkit::process;

/// A program takes longer only if something is wrong.
const LIMIT: Duration = Duration::from_secs(30);

/// An answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Nothing can go wrong.
    Proved,
    /// A run shows an error.
    Confirmed,
    /// There is a finding, and no run for it.
    Possible,
    /// Nothing is known.
    Unknown,
    /// No answer: refused, or a mistake of the tool.
    None,
}

/// The binary, and how it is called.
#[derive(Clone, Debug)]
pub struct Tool {
    /// `shapewright`.
    pub binary: PathBuf,
    /// The time for one program.
    pub budget: String,
}

impl Tool {
    /// The answer to a file.
    pub fn check(&self, file: &Path, args: &[String], flags: &[String]) -> Verdict {
        self.answer(file, args, flags).0
    }

    /// Writes a file with checks of what is proved; what was said of it, nothing if it was not written.
    pub fn instrument(&self, file: &Path, args: &[String], to: &Path) -> Option<String> {
        let of_check = ["--leak", "--fail-on", "--self-check"];
        let args = args.iter().filter(|arg| !of_check.iter().any(|option| arg.starts_with(option)));
        let mut command = Command::new(&self.binary);
        command.args(["instrument", "--no-config", "--budget", &self.budget]);
        // Flags of compilers come last.
        command.arg(file).arg("-o").arg(to).args(args);
        let done = process::run(&mut command, LIMIT).ok()?;
        done.status.success().then_some(done.stderr)
    }

    /// The answer, and all that was printed.
    pub fn answer(&self, file: &Path, args: &[String], flags: &[String]) -> (Verdict, String) {
        let mut command = Command::new(&self.binary);
        command.args(["check", "--no-config", "--format", "json", "--budget", &self.budget]);
        command.args(args).arg(file).arg("--").args(flags);
        let Ok(done) = process::run(&mut command, LIMIT) else { return (Verdict::None, String::new()) };
        let verdict = match done.status.code() {
            Some(0) => Verdict::Proved,
            Some(1) if done.stdout.contains("\"confirmed\"") => Verdict::Confirmed,
            Some(1) => Verdict::Possible,
            Some(3) => Verdict::Unknown,
            _ => Verdict::None,
        };
        (verdict, format!("{}{}", done.stdout, done.stderr))
    }
}
