//! Which findings are shown: what remains when comments, a baseline and a set of changes have had their say.
//!
//! - A comment in the source says that a finding is known and why ([`Allowed`]).
//! - A baseline is a list of findings that were there before ([`Baseline`]).
//! - Changes are the lines that a version control system says were touched ([`Changes`]).
//!
//! Nothing is proved by leaving out findings: a program that had some is at best unknown afterwards.
//!
//! Invariant: nothing here reads the contents of a file or runs a program; texts come in and go out.

mod allow;
mod baseline;
mod changes;

use ir::Program;
use model::{Finding, Report, Status, Suppressed, SuppressedBy, Verdict};

pub use allow::Allowed;
pub use baseline::Baseline;
pub use changes::Changes;

/// How many findings were left out, and by whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LeftOut {
    /// By comments.
    pub allowed: usize,
    /// By the baseline.
    pub known: usize,
    /// Since they are not in functions that were changed.
    pub unchanged: usize,
}

/// Leaves out of a report what need not be shown.
pub fn triage(
    program: &Program,
    report: &mut Report,
    allowed: &Allowed,
    baseline: Option<&Baseline>,
    changes: Option<&Changes>,
) -> LeftOut {
    let mut left_out = LeftOut::default();
    let mut unseen = baseline.cloned().unwrap_or_default();
    for finding in std::mem::take(&mut report.findings) {
        if let Some(why) = allowed.reason(program, &finding) {
            left_out.allowed += 1;
            let why = why.to_owned();
            report.suppressed.push(Suppressed { finding, by: SuppressedBy::Comment, why });
        } else if unseen.take(program, &finding) {
            left_out.known += 1;
            let why = "it was there before".to_owned();
            report.suppressed.push(Suppressed { finding, by: SuppressedBy::Baseline, why });
        } else if changes.is_some_and(|changes| !changes.touch(program, &finding)) {
            left_out.unchanged += 1;
        } else {
            report.findings.push(finding);
        }
    }
    if left_out != LeftOut::default() {
        settle_verdicts(report);
    }
    left_out
}

/// What is not shown any more is not held against the program, and is not excluded either.
fn settle_verdicts(report: &mut Report) {
    let confirmed = |finding: &&Finding| finding.status == Status::Confirmed;
    if report.verdict == Verdict::Violated && report.findings.iter().filter(confirmed).count() == 0 {
        report.verdict = Verdict::Unknown;
        for function in report.functions.iter_mut().filter(|function| function.verdict == Verdict::Violated) {
            function.verdict = Verdict::Unknown;
            function.reason = Some("what was found is not to be shown".into());
        }
    }
}

/// The text of a line without its white space, if the source is there.
fn line_text(program: &Program, file: ir::FileId, line: u32) -> String {
    let text = program.sources.files.get(file.0 as usize).and_then(|file| file.text.as_deref());
    let line = text.and_then(|text| ir::from_line(text, line)).and_then(|rest| rest.lines().next());
    line.into_iter().flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
pub(crate) mod tests {
    use std::path::Path;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::{Domain, Options, check};

    /// A program and what regions say of it.
    pub(crate) fn report(text: &str) -> (Program, Report) {
        let program = load_text(text);
        let options = Options { domain: Domain::Regions, ..Options::default() };
        let (report, _) = check(&program, &options);
        (program, report)
    }

    /// A program.
    pub(crate) fn load_text(text: &str) -> Program {
        static CALLS: AtomicUsize = AtomicUsize::new(0);
        let call = CALLS.fetch_add(1, Ordering::Relaxed);
        let file = std::env::temp_dir().join(format!("triage-{}-{call}.c", std::process::id()));
        std::fs::write(&file, text).expect("a temporary file");
        let program = load(&file);
        let _ = std::fs::remove_file(file);
        program
    }

    fn load(file: &Path) -> Program {
        let command = cfront::Command { file: file.to_owned(), options: cfront::Options::default() };
        let loaded = cfront::load(&[command], &cfront::Budget::default());
        loaded.unwrap_or_else(|error| panic!("{error}")).program
    }

    /// A function that leaks, with something before its last line.
    pub(crate) fn leaking(comment: &str) -> String {
        format!("#include <stdlib.h>\nvoid f(void) {{\n    char *p = malloc(1);\n{comment}    p = 0;\n}}\n")
    }

    #[test]
    fn what_is_left_out_is_counted_and_proves_nothing() {
        let (program, mut report) = report(&leaking(""));
        assert_eq!((report.findings.len(), report.verdict), (1, Verdict::Violated));
        let baseline = Baseline::of(&program, &report.findings);
        let left_out = triage(&program, &mut report, &Allowed::default(), Some(&baseline), None);
        assert_eq!(left_out, LeftOut { known: 1, ..LeftOut::default() });
        assert_eq!((report.findings.len(), report.verdict), (0, Verdict::Unknown));
    }
}
