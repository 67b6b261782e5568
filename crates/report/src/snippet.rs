//! A piece of the user's text with the place marked.

use std::borrow::Cow;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use ir::{Sources, Span};

use crate::text::Style;

/// Lines of a longer range that are shown.
const MOST_LINES: u32 = 4;
/// Columns that are shown of a line; generated text can have lines of megabytes.
const MOST_COLUMNS: usize = 240;

/// The line or lines of a span with the span underlined, each line ending in a newline; empty if
/// there is no text to show.
pub(crate) fn snippet(sources: &Sources, span: Span, label: &str, level: Level<'_>, style: Style) -> String {
    let Some(text) = sources.files.get(span.file.0 as usize).and_then(|file| file.text.as_deref()) else {
        return String::new();
    };
    if !span.is_known() {
        return String::new();
    }
    let last = span.end_line.clamp(span.line, span.line + MOST_LINES - 1);
    let count = (last - span.line + 1) as usize;
    let rest = ir::from_line(text, span.line).unwrap_or_default();
    let lines: Vec<&str> = rest.lines().take(count).map(shortened).collect();
    if lines.is_empty() {
        return String::new();
    }
    let plain = lines.join("\n");
    let range = marked(&lines, span, last, &plain);
    // A beginning is shown as a beginning, so places are found again.
    let source = shown(&plain);
    let at = |at: usize| shown(&plain[..at]).len();
    let range = at(range.start)..at(range.end);
    let annotation =
        AnnotationKind::Primary.span(range).label(if label.is_empty() { None } else { Some(label) });
    let snippet =
        Snippet::source(source.as_ref()).line_start(span.line as usize).fold(false).annotation(annotation);
    let group = Group::with_level(level).element(snippet);
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Coloured => Renderer::styled(),
    };
    let mut shown = renderer.decor_style(DecorStyle::Ascii).render(&[group]);
    shown.push('\n');
    shown
}

/// Lines of source in which nothing acts; each is as it would be alone.
fn shown(lines: &str) -> Cow<'_, str> {
    ir::shown_lines(lines)
}

fn shortened(line: &str) -> &str {
    let mut end = line.len().min(MOST_COLUMNS);
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    &line[..end]
}

/// The byte range of the span within its lines.
fn marked(lines: &[&str], span: Span, last: u32, source: &str) -> std::ops::Range<usize> {
    let boundary = |line: &str, column: u32| {
        let mut at = (column.saturating_sub(1) as usize).min(line.len());
        while !line.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = boundary(lines[0], span.column);
    let end = if last == span.end_line {
        let before: usize = lines[..lines.len() - 1].iter().map(|line| line.len() + 1).sum();
        before + boundary(lines[lines.len() - 1], span.end_column)
    } else {
        source.len()
    };
    // An empty range is shown as the character it stands before.
    let next = source[start..].chars().next().map_or(start, |c| start + c.len_utf8());
    start..end.max(next)
}

#[cfg(test)]
mod tests {
    use ir::{FileId, SourceFile};

    use super::*;

    fn show(text: &str, column: u32, end_column: u32) -> String {
        let file = SourceFile { path: "x.c".into(), text: Some(text.into()), system: false };
        let sources = Sources { files: vec![file], expansions: ir::Expansions::new() };
        let span = Span { file: FileId(0), line: 1, column, end_line: 1, end_column, expansion: None };
        snippet(&sources, span, "", Level::ERROR, Style::Plain)
    }

    #[test]
    fn columns_inside_a_character_or_past_the_line_are_no_trouble() {
        for (column, end) in [(1, 2), (2, 2), (2, 3), (3, 9), (90, 91), (1, 1), (4, 2)] {
            let shown = show("\u{fffd}\u{fffd}", column, end);
            assert!(shown.contains('\u{fffd}'), "{shown}");
        }
        assert!(!show("", 1, 2).contains('^') || !show("", 1, 2).is_empty());
    }

    #[test]
    fn what_acts_is_shown_and_the_mark_is_under_what_it_was_under() {
        let text = "a\u{202e} = \u{1b}[31m b;";
        let shown = show(text, 14, 15);
        assert!(shown.contains("a\\u{202e} = \\u{1b}[31m b;"), "{shown}");
        let lines: Vec<&str> = shown.lines().collect();
        let under = lines.iter().position(|line| line.contains("b;")).expect("the line");
        assert_eq!(lines[under].find("b;"), lines[under + 1].find('^'), "{shown}");
    }

    #[test]
    fn an_empty_range_marks_one_character() {
        assert!(show("int x", 5, 5).lines().any(|line| line.trim_end().ends_with("    ^")));
    }
}
