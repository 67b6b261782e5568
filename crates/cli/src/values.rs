//! The values that options take. The comments are what `--help` prints.

use std::time::Duration;

use clap::ValueEnum;

/// When something is done for the sake of people who look on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum When {
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Sets {
    /// Linear relations between sets and bags
    Linear,
    /// One equation for each set
    Lin,
    /// Decision diagrams
    Bdd,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Folding {
    /// Join what arrives with what was there before: few states, any program
    History,
    /// Bring each state into one of finitely many forms: more states, and nothing that a join would blur
    Canonical,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Domain {
    /// Whatever fits
    Auto,
    /// Lists and their lengths
    Lengths,
    /// Structures that C predicates describe
    Checkers,
    /// Three-valued logical structures
    ThreeValued,
    /// Blocks of the heap one at a time: lost, freed twice, used after free
    Regions,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Suite {
    /// The tables of the papers, with the published figures beside ours
    Papers,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Leak {
    /// Blocks that nothing leads to any more
    Lost,
    /// Those, and blocks still allocated when the program ends
    Exit,
    /// Those, also when it is ended by `abort` or a failed assertion
    End,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Uninitialized {
    /// Using it is an error
    Error,
    /// It is one of the inputs
    Input,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// One JSON object
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ReportFormat {
    /// For people
    Text,
    /// One JSON object
    Json,
    /// A JSON object in each line: functions, findings, and a summary at the end
    Jsonl,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations in the log of a GitHub workflow
    Github,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ConfigTask {
    /// The file in effect here, and the arguments it adds to those of `check`
    Show,
    /// A JSON schema of the file, for editors
    Schema,
}

/// What makes `check` fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum FailOn {
    /// Whatever is not proved: findings with 1, unknown without a finding with 3
    Unknown,
    /// Findings, possible ones too
    Finding,
    /// Findings that a run has shown
    Confirmed,
    /// Nothing but bad input and bugs of ours
    Never,
}

/// A list of numbers given as one argument.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Integers(pub(crate) Vec<i128>);

pub(crate) fn integers(text: &str) -> Result<Integers, String> {
    let number = |part: &str| part.trim().parse().map_err(|_| format!("`{part}` is not an integer"));
    if text.trim().is_empty() {
        return Ok(Integers(Vec::new()));
    }
    text.split(',').map(number).collect::<Result<_, _>>().map(Integers)
}

pub(crate) fn failures(text: &str) -> Result<interp::Failures, String> {
    match text {
        "error" => Ok(interp::Failures::Errors),
        "end" => Ok(interp::Failures::Ends),
        name if !name.is_empty() => Ok(interp::Failures::Calls(name.into())),
        _ => Err("expected `error`, `end` or the name of a function".into()),
    }
}

pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let expected = || format!("`{text}` is not a time: expected a number with ms, s, m or h, as in 60s");
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let number: f64 = number.parse().map_err(|_| expected())?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "" | "s" => number,
        "m" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(expected()),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| expected())
}

pub(crate) fn size(text: &str) -> Result<u64, String> {
    let expected = || format!("`{text}` is not a size: expected a number with K, M or G, as in 4G");
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let number: u64 = number.parse().map_err(|_| expected())?;
    let shift = match unit.trim_end_matches(['B', 'i']) {
        "" => 0,
        "K" | "k" => 10,
        "M" => 20,
        "G" => 30,
        _ => return Err(expected()),
    };
    number.checked_mul(1 << shift).ok_or_else(expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_are_read_with_their_units() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert!(duration("fast").is_err());
        assert!(duration("1e400s").is_err());
        assert_eq!(size("4G"), Ok(4 << 30));
        assert_eq!(size("1MiB"), Ok(1 << 20));
        assert!(size("99999999999G").is_err());
    }
}
