//! Text of others, made safe to print.
//!
//! A program brings its own names of files, its own text in assertions and strings, and its own output. Printed as it is, such text may act
//! instead of being read: escape sequences command a terminal, controls of direction show a line in another order than it has, and some
//! words at the beginning of a line are commands to the services that run builds. [`shown`] writes what may act as an escape of C or
//! Rust (`\n`, `\u{1b}`) and leaves the rest as it is.
//!
//! Invariant: what a character is shown as depends on the text before it only, so the shown form of a beginning is a beginning of the shown form.

use std::borrow::Cow;

/// Whether a character may act on a terminal or on its reader: controls, controls of direction, separators of lines, and what has no
/// width and no shape.
pub fn is_active(c: char) -> bool {
    matches!(c,
        '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}'
        // Of no width: a soft hyphen, fillers, joiners, marks of byte order, annotations between lines.
        | '\u{ad}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        // Direction and lines.
        | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        // Characters that are none, marks of music that group, and tags.
        | '\u{fdd0}'..='\u{fdef}' | '\u{fffe}' | '\u{ffff}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// A text of one line: whatever may act is escaped.
pub fn shown(text: &str) -> Cow<'_, str> {
    escaped(text, |_| false)
}

/// A text of several lines, in which line ends and tabs stay.
pub fn shown_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |c| matches!(c, '\n' | '\t'))
}

/// A line of source, in which tabs stay: they are part of how it is laid out.
pub fn shown_source(line: &str) -> Cow<'_, str> {
    escaped(line, |c| c == '\t')
}

/// A path, whose bytes need not be text.
pub fn shown_path(path: &std::path::Path) -> String {
    shown(&path.to_string_lossy()).into_owned()
}

fn escaped(text: &str, stays: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.chars().any(|c| is_active(c) && !stays(c)) && !text.contains("::") && !text.contains("##") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut command = Command::Begin;
    for c in text.chars() {
        let begins = matches!((command, c), (Command::Colon, ':') | (Command::Marked, '['));
        command = command.after(c);
        match c {
            _ if begins => out.extend(c.escape_unicode()),
            _ if !is_active(c) || stays(c) => out.push(c),
            '\n' | '\r' | '\t' => out.extend(c.escape_default()),
            _ => out.extend(c.escape_unicode()),
        }
    }
    Cow::Owned(out)
}

/// How far a command to a service that runs builds has come: `::` is one at the beginning of a line, `##[` and `##name[` anywhere.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Command {
    /// Nothing but white space was on the line.
    Begin,
    /// And a colon.
    Colon,
    Inside,
    Hash,
    /// Two of them, and perhaps a name.
    Marked,
}

impl Command {
    fn after(self, c: char) -> Self {
        match (self, c) {
            (_, '\n') => Self::Begin,
            (Self::Hash | Self::Marked, '#') => Self::Marked,
            (_, '#') => Self::Hash,
            (Self::Marked, c) if c.is_ascii_alphanumeric() => Self::Marked,
            (Self::Begin, c) if c.is_whitespace() || is_active(c) => Self::Begin,
            (Self::Begin, ':') => Self::Colon,
            _ => Self::Inside,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_act_is_escaped_and_the_rest_is_as_it_was() {
        for (text, safe) in [
            ("größe → 漢字 💥", "größe → 漢字 💥"),
            ("a\nb\tc\r", "a\\nb\\tc\\r"),
            ("\u{1b}]0;x\u{7}", "\\u{1b}]0;x\\u{7}"),
            ("\u{9b}31m\u{7f}", "\\u{9b}31m\\u{7f}"),
            ("a\u{202e}b\u{2066}c\u{200b}\u{feff}", "a\\u{202e}b\\u{2066}c\\u{200b}\\u{feff}"),
            ("\u{2028}\u{85}\u{e0041}", "\\u{2028}\\u{85}\\u{e0041}"),
            ("::stop-commands::x", ":\\u{3a}stop-commands::x"),
            ("  ::error::x", "  :\\u{3a}error::x"),
            ("std::vector a:b", "std::vector a:b"),
            ("a ##[group] ##vso[x] #[y] a##b", "a ##\\u{5b}group] ##vso\\u{5b}x] #[y] a##b"),
        ] {
            assert_eq!(shown(text), safe);
        }
        assert_eq!(shown_lines("a\n::x\n\tb\u{1b}"), "a\n:\\u{3a}x\n\tb\\u{1b}");
        assert_eq!(shown_source("\tx\u{202e}"), "\tx\\u{202e}");
    }

    #[test]
    fn a_beginning_is_shown_as_a_beginning() {
        let text = " ::a\u{202e}##[b\n##vso[c \u{1b}[0m::";
        let whole = shown_lines(text);
        for (at, _) in text.char_indices() {
            assert!(whole.starts_with(&*shown_lines(&text[..at])), "{at}");
        }
    }
}
