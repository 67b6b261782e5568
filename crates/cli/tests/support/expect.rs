//! The expectations written into a C program as comments.
//!
//! On the line they concern:
//!
//! - `//~ error[rule]`: must be reported here;
//! - `//~ safe[rule]`: must be discharged here;
//! - `//~ FP[rule]`: is reported here though there is no error, a known false alarm;
//! - `//~ FN[rule]`: is not reported here though there is an error, a known miss;
//! - `//~ shape: …`: the state at this point.
//!
//! A bracket may be followed by `: why`. Several marks may stand on a line, each with its own `//~`.
//!
//! In the comment lines the file starts with:
//!
//! - `//@ args: …`: arguments for the tool, separated by blanks;
//! - `//@ clean`: nothing is reported by a run;
//! - `//@ confirmed`: a run shows one of the errors;
//! - `//@ proved`: the verdict is `proved`;
//! - `//@ unknown: why`: the analysis loses its way, known and for that reason.

use std::fmt::{self, Display, Write as _};

/// The rules a mark may name.
pub(crate) const RULES: &[&str] = &[
    "null-deref",
    "use-after-free",
    "double-free",
    "invalid-free",
    "leak",
    "out-of-bounds",
    "uninitialized",
    "undefined",
    "assert-fail",
    "contract",
    "bad-checker",
    "unsupported",
];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Error(&'static str),
    Safe(&'static str),
    FalseAlarm(&'static str),
    Missed(&'static str),
    Shape(String),
}

impl Mark {
    /// Whether it says something about reports of this rule on its line.
    fn speaks_of(&self, rule: &str) -> bool {
        match self {
            Self::Error(own) | Self::FalseAlarm(own) | Self::Missed(own) => *own == rule,
            Self::Safe(_) | Self::Shape(_) => false,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Expectations {
    pub(crate) args: Vec<String>,
    pub(crate) clean: bool,
    pub(crate) proved: bool,
    pub(crate) confirmed: bool,
    /// Why the analysis is known to lose its way.
    pub(crate) unknown: Option<String>,
    /// Marks with their lines, from top to bottom; lines count from 1.
    pub(crate) marks: Vec<(u32, Mark)>,
}

/// A finding as far as expectations are concerned.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Reported {
    pub(crate) line: u32,
    pub(crate) rule: String,
}

/// How a report and the marks of a line differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Difference {
    Unexpected,
    Missing,
    FalseAlarmGone,
    NoLongerMissed,
}

/// Something that is not as expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Complaint {
    pub(crate) line: u32,
    pub(crate) rule: String,
    pub(crate) difference: Difference,
}

impl Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, rule, difference } = self;
        match difference {
            Difference::Unexpected => write!(f, "{line}: {rule} is reported and not expected"),
            Difference::Missing => write!(f, "{line}: {rule} is expected and never reported"),
            Difference::FalseAlarmGone => {
                write!(f, "{line}: the false alarm {rule} is gone; remove its mark")
            }
            Difference::NoLongerMissed => {
                write!(f, "{line}: {rule} is no longer missed; make it an error[…]")
            }
        }
    }
}

/// Reads the expectations of a program; `file` is for the messages. Every mistake is reported, as `file:line:
/// what`.
pub(crate) fn parse(file: &str, text: &str) -> Result<Expectations, String> {
    let mut expectations = Expectations::default();
    let mut mistakes = String::new();
    let mut mistake = |line: u32, what: &str| {
        writeln!(mistakes, "{file}:{line}: {what}").expect("strings take everything");
    };
    let mut in_header = true;
    for (line, content) in (1..).zip(text.lines()) {
        let trimmed = content.trim();
        in_header &= trimmed.is_empty() || trimmed.starts_with("//");
        if let Some(directive) = trimmed.strip_prefix("//@") {
            if !in_header {
                mistake(line, "a //@ comment belongs to the top of the file");
            } else if let Err(what) = parse_directive(directive.trim(), &mut expectations) {
                mistake(line, &what);
            }
        } else if content.contains("//@") {
            mistake(line, "a //@ comment needs a line of its own");
        }
        for mark in content.split("//~").skip(1) {
            match parse_mark(mark.trim()) {
                Ok(mark) => expectations.marks.push((line, mark)),
                Err(what) => mistake(line, &what),
            }
        }
    }
    if expectations.proved && expectations.unknown.is_some() {
        mistake(1, "what is `//@ proved` is not `//@ unknown`");
    }
    for (line, mark) in &expectations.marks {
        if expectations.clean && matches!(mark, Mark::Error(_) | Mark::Missed(_)) {
            mistake(*line, "a file that is `//@ clean` has no error");
        }
    }
    if mistakes.is_empty() { Ok(expectations) } else { Err(mistakes) }
}

fn parse_directive(directive: &str, expectations: &mut Expectations) -> Result<(), String> {
    match directive.split_once(':') {
        Some(("args", args)) => expectations.args.extend(args.split_whitespace().map(str::to_owned)),
        Some(("unknown", why)) => expectations.unknown = Some(why.trim().to_owned()),
        None if directive == "clean" => expectations.clean = true,
        None if directive == "proved" => expectations.proved = true,
        None if directive == "confirmed" => expectations.confirmed = true,
        _ => return Err(format!("unknown expectation `//@ {directive}`")),
    }
    Ok(())
}

fn parse_mark(mark: &str) -> Result<Mark, String> {
    if let Some(shape) = mark.strip_prefix("shape:") {
        return Ok(Mark::Shape(shape.trim().to_owned()));
    }
    let unknown = || format!("unknown expectation `//~ {mark}`");
    let (kind, rest) = mark.split_once('[').ok_or_else(unknown)?;
    let (rule, why) = rest.split_once(']').ok_or_else(unknown)?;
    if !(why.is_empty() || why.starts_with(':')) {
        return Err(unknown());
    }
    let rule = RULES.iter().find(|known| **known == rule).ok_or_else(|| format!("unknown rule `{rule}`"))?;
    match kind {
        "error" => Ok(Mark::Error(rule)),
        "safe" => Ok(Mark::Safe(rule)),
        "FP" => Ok(Mark::FalseAlarm(rule)),
        "FN" => Ok(Mark::Missed(rule)),
        _ => Err(unknown()),
    }
}

impl Expectations {
    /// Compares with everything that was reported for the program; empty when all is as expected.
    pub(crate) fn complaints(&self, reported: &[Reported]) -> Vec<Complaint> {
        let has = |line: u32, rule: &str| reported.iter().any(|r| r.line == line && r.rule == rule);
        let complaint = |line, rule: &str, difference| Complaint { line, rule: rule.to_owned(), difference };
        let mut complaints = Vec::new();
        let mut seen = Vec::new();
        for r in reported {
            if seen.contains(&r) {
                continue;
            }
            seen.push(r);
            let expected = self.marks.iter().any(|(line, mark)| *line == r.line && mark.speaks_of(&r.rule));
            if !expected {
                complaints.push(complaint(r.line, &r.rule, Difference::Unexpected));
            }
        }
        for (line, mark) in &self.marks {
            let (rule, difference) = match mark {
                Mark::Error(rule) if !has(*line, rule) => (rule, Difference::Missing),
                Mark::FalseAlarm(rule) if !has(*line, rule) => (rule, Difference::FalseAlarmGone),
                Mark::Missed(rule) if has(*line, rule) => (rule, Difference::NoLongerMissed),
                // What only an analysis can tell is checked where one runs.
                Mark::Error(_) | Mark::FalseAlarm(_) | Mark::Missed(_) | Mark::Safe(_) | Mark::Shape(_) => {
                    continue;
                }
            };
            complaints.push(complaint(*line, rule, difference));
        }
        complaints
    }
}
