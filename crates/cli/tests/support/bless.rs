//! Writes what the analysis says into the expectations of a program.
//!
//! Only what is a description is written: shapes, and the reasons why nothing is known. Where a program
//! that was unknown is proved it becomes `//@ proved`. Marks of errors and of safety are promises; they are
//! changed by people.

use model::Verdict;

use super::answer::Answer;

/// The text of a program with its descriptions renewed.
pub(crate) fn blessed(text: &str, answer: &Answer) -> String {
    let mut lines: Vec<String> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let trimmed = line.trim();
        if trimmed.starts_with("//@ unknown") {
            match &answer.reason {
                Some(reason) => lines.push(format!("//@ unknown: {reason}")),
                None if answer.verdict == Verdict::Proved => lines.push("//@ proved".into()),
                None => {}
            }
        } else if let Some(known) = answer.shapes.get(&number) {
            lines.push(with_shapes(line, known));
        } else {
            lines.push(line.to_owned());
        }
    }
    lines.join("\n") + "\n"
}

/// Keeps the shapes of a line that are right, and puts others in the place of those that are not.
fn with_shapes(line: &str, known: &[String]) -> String {
    let mut parts = line.split("//~");
    let mut blessed = parts.next().unwrap_or_default().to_owned();
    let marks: Vec<&str> = parts.collect();
    let shape_of = |mark: &str| mark.trim().strip_prefix("shape:").map(|shape| shape.trim().to_owned());
    let right: Vec<String> =
        marks.iter().filter_map(|mark| shape_of(mark)).filter(|shape| known.contains(shape)).collect();
    let mut others = known.iter().filter(|shape| !right.contains(shape));
    for (index, mark) in marks.iter().enumerate() {
        let new = match shape_of(mark) {
            Some(shape) if !right.contains(&shape) => match others.next() {
                Some(other) => format!(" shape: {other}"),
                None => continue,
            },
            _ => mark.trim_end().to_owned(),
        };
        blessed.push_str("//~");
        blessed.push_str(&new);
        if index + 1 < marks.len() {
            blessed.push(' ');
        }
    }
    blessed.trim_end().to_owned()
}
