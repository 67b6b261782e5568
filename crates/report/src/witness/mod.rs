//! Witnesses: why an answer is believed, in the YAML format 2.0 of the verification competitions.
//!
//! A *violation* is a sequence of segments, each of which ends in a way point that an execution passes: what the functions
//! of the environment returned, one after the other, then the place of the error. A *correctness* witness lists
//! invariants; the shapes of heaps cannot be said in it, so it has the trivial one.
//!
//! The text depends on nothing but what it is told: its `uuid` is made of its contents.

mod sha256;

use std::fmt::Write as _;

use sha256::{hex, sha256};

/// What was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WitnessTask<'a> {
    /// The C file, as it was named.
    pub file: &'a str,
    /// Its contents.
    pub contents: &'a [u8],
    /// The formula that holds or is violated: `G valid-free`.
    pub specification: &'a str,
    /// `ILP32` or `LP64`.
    pub data_model: &'a str,
    /// The version of this tool.
    pub version: &'a str,
    /// When, in seconds since 1970.
    pub created: u64,
}

/// A place in a C file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WitnessPlace {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// The function it is in, if that is known.
    pub function: Option<String>,
}

/// What a function of the environment returned, and where its call ends.
pub type Answer = (WitnessPlace, i128);

/// Segments beyond these are left out: validators accept gaps, and time is short.
const SEGMENTS: usize = 99;

/// The witness of an error: the answers that lead to it, and its place.
pub fn violation_witness(task: &WitnessTask<'_>, answers: &[Answer], target: &WitnessPlace) -> String {
    let mut content = String::from("  content:\n");
    for (place, value) in answers.iter().take(SEGMENTS) {
        segment(&mut content, "function_return", place, Some(&format!("\\result == {value}")));
    }
    segment(&mut content, "target", target, None);
    entry(task, "violation_sequence", &content)
}

fn segment(out: &mut String, kind: &str, place: &WitnessPlace, constraint: Option<&str>) {
    let _ = write!(out, "  - segment:\n    - waypoint:\n        type: {kind}\n        action: follow\n");
    if let Some(constraint) = constraint {
        let _ = write!(out, "        constraint:\n          value: {}\n", quoted(constraint));
        out.push_str("          format: acsl_expression\n");
    }
    location(out, 8, place);
}

fn location(out: &mut String, indent: usize, place: &WitnessPlace) {
    let _ = writeln!(out, "{:indent$}location:", "");
    let indent = indent + 2;
    let _ = writeln!(out, "{:indent$}file_name: {}", "", quoted(&place.file));
    let _ = writeln!(out, "{:indent$}line: {}", "", place.line);
    let _ = writeln!(out, "{:indent$}column: {}", "", place.column);
    if let Some(function) = &place.function {
        let _ = writeln!(out, "{:indent$}function: {}", "", quoted(function));
    }
}

/// The witness of a proof; the place is that of some statement.
pub fn correctness_witness(task: &WitnessTask<'_>, place: &WitnessPlace) -> String {
    let mut content = String::from("  content:\n  - invariant:\n      type: location_invariant\n");
    location(&mut content, 6, place);
    content.push_str("      value: '1'\n      format: c_expression\n");
    entry(task, "invariant_set", &content)
}

fn entry(task: &WitnessTask<'_>, kind: &str, content: &str) -> String {
    let file = quoted(task.file);
    let described = format!(
        "    creation_time: '{}'\n    producer:\n      name: Shapewright\n      version: {}\n    task:\n      input_files:\n      \
         - {file}\n      input_file_hashes:\n        {file}: {}\n      specification: {}\n      data_model: {}\n      language: C\n",
        moment(task.created),
        quoted(task.version),
        hex(&sha256(task.contents)),
        quoted(task.specification),
        task.data_model
    );
    let uuid = uuid(&sha256(format!("{kind}\n{described}{content}").as_bytes()));
    format!(
        "- entry_type: {kind}\n  metadata:\n    format_version: '2.0'\n    uuid: {uuid}\n{described}{content}"
    )
}

/// Text that YAML takes as it is.
fn quoted(text: &str) -> String {
    if !text.chars().any(ir::is_active) {
        return format!("'{}'", text.replace('\'', "''"));
    }
    // Between double quotes there are escapes, those of JSON among them.
    crate::escape::json_text(&serde_json::Value::from(text).to_string())
}

/// A UUID of version 4 whose random bits are those of a digest.
fn uuid(digest: &[u8; 32]) -> String {
    let mut bits = [0; 16];
    bits.copy_from_slice(&digest[..16]);
    bits[6] = bits[6] & 0x0f | 0x40;
    bits[8] = bits[8] & 0x3f | 0x80;
    let text = hex(&bits);
    [&text[..8], &text[8..12], &text[12..16], &text[16..20], &text[20..]].join("-")
}

/// A moment as ISO 8601 has it, in UTC.
fn moment(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Years that begin in March end with the leap day; 719468 days are from 1 March of the year 0 to 1970.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let date = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = era * 400 + year + next;
    format!("{year:04}-{month:02}-{date:02}T{:02}:{:02}:{:02}Z", rest / 3_600, rest / 60 % 60, rest % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task() -> WitnessTask<'static> {
        WitnessTask {
            file: "dir/it's.c",
            contents: b"abc",
            specification: "G valid-free",
            data_model: "ILP32",
            version: "0.1.0",
            created: 951_868_799,
        }
    }

    fn place(line: u32) -> WitnessPlace {
        WitnessPlace { file: "dir/it's.c".into(), line, column: 7, function: Some("main".into()) }
    }

    /// A witness without the line that depends on all others.
    fn told(text: &str) -> String {
        text.lines()
            .filter(|line| !line.contains("uuid: "))
            .fold(String::new(), |all, line| all + line + "\n")
    }

    const METADATA: &str = "  metadata:
    format_version: '2.0'
    creation_time: '2000-02-29T23:59:59Z'
    producer:
      name: Shapewright
      version: '0.1.0'
    task:
      input_files:
      - 'dir/it''s.c'
      input_file_hashes:
        'dir/it''s.c': ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
      specification: 'G valid-free'
      data_model: ILP32
      language: C
";

    #[test]
    fn a_violation_tells_the_answers_and_the_place() {
        let expected = format!(
            "- entry_type: violation_sequence
{METADATA}  content:
  - segment:
    - waypoint:
        type: function_return
        action: follow
        constraint:
          value: '\\result == -1'
          format: acsl_expression
        location:
          file_name: 'dir/it''s.c'
          line: 3
          column: 7
          function: 'main'
  - segment:
    - waypoint:
        type: target
        action: follow
        location:
          file_name: 'dir/it''s.c'
          line: 9
          column: 7
          function: 'main'
"
        );
        assert_eq!(told(&violation_witness(&task(), &[(place(3), -1)], &place(9))), expected);
    }

    #[test]
    fn a_proof_has_one_invariant() {
        let expected = format!(
            "- entry_type: invariant_set
{METADATA}  content:
  - invariant:
      type: location_invariant
      location:
        file_name: 'dir/it''s.c'
        line: 9
        column: 7
        function: 'main'
      value: '1'
      format: c_expression
"
        );
        assert_eq!(told(&correctness_witness(&task(), &place(9))), expected);
    }

    #[test]
    fn another_content_is_another_witness() {
        let (first, second) =
            (correctness_witness(&task(), &place(9)), correctness_witness(&task(), &place(8)));
        let uuid = |text: &str| text.lines().find(|line| line.contains("uuid")).map(str::to_owned);
        assert_ne!(uuid(&first), uuid(&second));
    }

    #[test]
    fn moments() {
        assert_eq!(moment(0), "1970-01-01T00:00:00Z");
        assert_eq!(moment(951_868_799), "2000-02-29T23:59:59Z");
        assert_eq!(moment(1_767_225_600), "2026-01-01T00:00:00Z");
    }
}
