//! A list of findings that were there before.
//!
//! A finding is known again by its rule, its file, its function and the text of its line, white space aside: not by a number
//! of a line, so that what is written elsewhere in the file does not matter. If there are several of that kind, as many
//! are known as there were. The list is a text with a line for each kind, sorted, so that versions of it can be merged.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ir::Program;
use model::Finding;

use super::line_text;

/// The first line of a baseline.
const HEAD: &str = "# shapewright baseline 1: how many, rule, function, file, line of code";

/// Findings that were there before, with how many of each kind.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Baseline {
    known: BTreeMap<String, usize>,
}

impl Baseline {
    /// The baseline of which these findings are part.
    pub fn of(program: &Program, findings: &[Finding]) -> Self {
        let mut baseline = Self::default();
        for finding in findings {
            *baseline.known.entry(identity(program, finding)).or_default() += 1;
        }
        baseline
    }

    /// Reads what [`Baseline::text`] writes.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        if lines.next().is_none_or(|(_, head)| head.trim() != HEAD) {
            return Err(format!("this is no baseline: its first line is not `{HEAD}`"));
        }
        let mut known = BTreeMap::new();
        for (number, line) in lines {
            let entry = line.split_once(' ').and_then(|(count, what)| Some((count.parse().ok()?, what)));
            let Some((count, what)) = entry else {
                return Err(format!("line {number}: expected a number and what is known"));
            };
            let sum: &mut usize = known.entry(what.to_owned()).or_default();
            *sum = sum.saturating_add(count);
        }
        Ok(Self { known })
    }

    /// As a text.
    pub fn text(&self) -> String {
        let mut text = format!("{HEAD}\n");
        for (what, count) in &self.known {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{count} {what}");
        }
        text
    }

    /// Whether a finding is known; it is then taken off the list.
    pub(super) fn take(&mut self, program: &Program, finding: &Finding) -> bool {
        match self.known.get_mut(&identity(program, finding)) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        }
    }
}

/// What a finding is known again by.
fn identity(program: &Program, finding: &Finding) -> String {
    let file = if finding.span.is_known() { program.sources.path(finding.span.file) } else { "" };
    let line = line_text(program, finding.span.file, finding.span.line);
    // In one line, also if the name of a file is not.
    ir::shown(&format!("{} {} {file}: {line}", finding.rule, finding.function)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{leaking, report};
    use super::*;

    #[test]
    fn a_finding_is_known_again_on_another_line_but_not_in_other_words() {
        let (program, report) = report(&leaking(""));
        let baseline = Baseline::of(&program, &report.findings);
        let read = Baseline::read(&baseline.text());
        assert_eq!(read.as_ref(), Ok(&baseline));
        let known = |text: &str| {
            let (mut other, report) = super::super::tests::report(text);
            // The file has another name now, which is not what this is about.
            let path = program.sources.path(report.findings[0].span.file).to_owned();
            for file in other.sources.files.iter_mut().filter(|file| file.path.contains("triage-")) {
                file.path = path.as_str().into();
            }
            baseline.clone().take(&other, &report.findings[0])
        };
        assert!(known(&leaking("\n\n")));
        assert!(known(&format!("\n/* a file */\n{}", leaking(""))));
        assert!(!known(&leaking("").replace("p = 0", "p = NULL")));
    }

    #[test]
    fn as_many_are_known_as_there_were() {
        let (program, report) = report(&leaking(""));
        let mut baseline = Baseline::of(&program, &report.findings);
        assert!(baseline.take(&program, &report.findings[0]));
        assert!(!baseline.take(&program, &report.findings[0]));
    }

    #[test]
    fn what_is_no_baseline_is_refused() {
        assert!(Baseline::read("{}").is_err());
        assert!(Baseline::read(&format!("{HEAD}\nleak f a.c: p = 0;\n")).is_err());
    }
}
