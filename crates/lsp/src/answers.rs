//! What the last check of a file left behind, from which questions are answered at once.
//!
//! All places are lines of the text that was checked, counted from 0; the buffer may have moved them since.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use ir::{Program, Span};
use model::{FunctionReport, Report, ShapesAt, Verdict};
use serde_json::{Value, json};

use crate::skeleton::Skeleton;
use crate::text::{position, same_line};

/// What hovers tell, by line.
pub(crate) type Shapes = BTreeMap<u32, String>;

/// The longest reason in a lens, in letters.
const LONGEST_REASON: usize = 100;

/// The verdicts on the functions of a file.
#[derive(Debug)]
pub(crate) struct Verdicts {
    /// The text they are about.
    text: Arc<str>,
    /// Lines, and what stands above them.
    list: Vec<(u32, String)>,
}

/// What a hover says where nothing is known yet: to wait takes longer than people hover.
pub(crate) fn being_checked() -> Value {
    json!({ "contents": { "kind": "plaintext", "value": "shapewright: the file is being checked" } })
}

/// What else is known of a file.
#[derive(Debug)]
pub(crate) struct Answers {
    /// The text it is about.
    pub(crate) text: Arc<str>,
    pub(crate) shapes: Arc<Shapes>,
    pub(crate) skeletons: Vec<Skeleton>,
}

impl Verdicts {
    pub(crate) fn new(program: &Program, file: &Path, text: Arc<str>, report: &Report) -> Self {
        let here = report.functions.iter().filter(|function| is_in(program, function.span, file));
        let list = here
            .map(|function| (function.span.line - 1, ir::shown(&verdict(function)).into_owned()))
            .collect();
        Self { text, list }
    }

    /// The lenses, where the functions are in a buffer.
    pub(crate) fn lenses(&self, buffer: &str) -> Value {
        let shown = self.list.iter().filter_map(|(line, title)| {
            let start = json!({ "line": same_line(&self.text, buffer, *line)?, "character": 0 });
            let range = json!({ "start": start, "end": start });
            Some(json!({ "range": range, "command": { "title": title, "command": "" } }))
        });
        shown.collect()
    }
}

impl Answers {
    /// The shapes at a line of a buffer.
    pub(crate) fn hover(&self, buffer: &str, line: u32, markdown: bool) -> Value {
        let shapes = same_line(buffer, &self.text, line).and_then(|line| self.shapes.get(&line));
        shapes.map_or(Value::Null, |text| {
            let (kind, value) =
                if markdown { ("markdown", marked(text)) } else { ("plaintext", text.clone()) };
            json!({ "contents": { "kind": kind, "value": value } })
        })
    }

    /// What can be done for the function at a line of a buffer.
    pub(crate) fn actions(&self, uri: &str, buffer: &str, line: u32) -> Value {
        let Some(line) = same_line(buffer, &self.text, line) else { return json!([]) };
        let here = self.skeletons.iter().filter(|skeleton| (skeleton.first..=skeleton.last).contains(&line));
        let actions = here.filter_map(|skeleton| {
            let edits = skeleton.edits.iter().map(|edit| {
                let line = same_line(&self.text, buffer, edit.line)?;
                let at = position(buffer, line + 1, edit.column + 1);
                Some(json!({ "range": { "start": at, "end": at }, "newText": edit.text }))
            });
            // Half of the edits would not compile.
            let edits: Option<Vec<Value>> = edits.collect();
            let title = format!("Insert a contract for `{}`", ir::shown(&skeleton.function));
            Some(json!({ "title": title, "kind": "refactor", "edit": { "changes": { uri: edits? } } }))
        });
        actions.collect()
    }
}

/// Shapes as they are set with letters of one width: what is indented is code.
fn marked(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let blocks = lines.chunk_by(|a, b| a.starts_with(' ') == b.starts_with(' '));
    let block = |lines: &[&str]| {
        if lines[0].starts_with(' ') {
            let code: Vec<&str> = lines.iter().map(|line| line.trim_start()).collect();
            format!("```text\n{}\n```", code.join("\n"))
        } else {
            lines.join("\n")
        }
    };
    blocks.map(block).collect::<Vec<_>>().join("\n")
}

/// Whether a place is in the checked file.
pub(crate) fn is_in(program: &Program, span: Span, file: &Path) -> bool {
    span.is_known() && Path::new(program.sources.path(span.file)) == file
}

fn verdict(function: &FunctionReport) -> String {
    match function.verdict {
        Verdict::Proved => {
            let by = function.domain.as_ref().map(|domain| format!(" by {domain}")).unwrap_or_default();
            format!("proved{by} in {} ms", function.time_ms.ceil())
        }
        Verdict::Violated => "violated: an error was found".into(),
        Verdict::Unknown => {
            let reason = function.reason.as_deref().unwrap_or("errors could not be excluded");
            let short: String = reason.chars().take(LONGEST_REASON).collect();
            format!("unknown: {short}{}", if short.len() < reason.len() { "…" } else { "" })
        }
    }
}

/// The shapes at the lines of a file, as `show` prints them.
pub(crate) fn shapes(program: &Program, file: &Path, found: &[ShapesAt]) -> Shapes {
    let mut lines = Shapes::new();
    for at in found.iter().filter(|at| is_in(program, at.span, file)) {
        let text = lines.entry(at.span.line - 1).or_default();
        let invariant = if at.invariant { ", whenever the loop comes round" } else { "" };
        let (line, column) = (at.span.line, at.span.column);
        let _ = writeln!(text, "{}, line {line}, column {column}{invariant}:", at.function);
        if let Some(lost) = &at.lost {
            let _ = writeln!(text, "  anything: {lost}");
        }
        for state in &at.states {
            let state = state.text();
            let _ = writeln!(text, "  {}", if state.is_empty() { "nothing is held" } else { &state });
        }
        if at.more > 0 {
            let _ = writeln!(text, "  and {} more", at.more);
        }
    }
    for text in lines.values_mut() {
        *text = ir::shown_lines(text).into_owned();
    }
    lines
}
