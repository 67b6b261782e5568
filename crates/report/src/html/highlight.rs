//! C text with its comments, strings, numbers and keywords told apart.

use std::fmt::Write as _;

use crate::escape::escaped;

/// What a line may begin inside of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Inside {
    #[default]
    Code,
    Comment,
}

/// Longest part of a line that is shown; generated text can have lines of megabytes.
const LONGEST: usize = 1000;

const KEYWORDS: [&str; 41] = [
    "auto",
    "bool",
    "break",
    "case",
    "char",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "false",
    "float",
    "for",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "register",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "struct",
    "switch",
    "true",
    "typedef",
    "union",
    "unsigned",
    "void",
    "volatile",
    "while",
    "NULL",
    "sw_requires",
    "sw_ensures",
    "sw_result",
    "sw_assert",
];

/// A line as markup: `<b>` a keyword, `<i>` a comment, `<s>` a string or character, `<u>` the preprocessor.
pub(crate) fn line(text: &str, inside: &mut Inside) -> String {
    let cut: String = text.chars().take(LONGEST).collect();
    let more = text.chars().nth(LONGEST).is_some();
    let mut out = String::with_capacity(cut.len() + 32);
    let mut rest = cut.as_str();
    let directive = *inside == Inside::Code && rest.trim_start().starts_with('#');
    while let Some(first) = rest.chars().next() {
        let (class, length) = if *inside == Inside::Comment || rest.starts_with("/*") {
            let from = if *inside == Inside::Comment { 0 } else { 2 };
            let end = rest[from..].find("*/").map(|at| from + at + 2);
            *inside = if end.is_some() { Inside::Code } else { Inside::Comment };
            ("i", end.unwrap_or(rest.len()))
        } else if rest.starts_with("//") {
            ("i", rest.len())
        } else if first == '"' || first == '\'' {
            ("s", quoted(rest, first))
        } else if first.is_alphabetic() || first == '_' {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            (if KEYWORDS.contains(&&rest[..end]) && !directive { "b" } else { "" }, end)
        } else {
            ("", first.len_utf8())
        };
        let (part, after) = rest.split_at(length);
        if class.is_empty() {
            out.push_str(&escaped(part));
        } else {
            let _ = write!(out, "<{class}>{}</{class}>", escaped(part));
        }
        rest = after;
    }
    if more {
        out.push_str(" <i>…</i>");
    }
    if directive { format!("<u>{out}</u>") } else { out }
}

/// The length of a string or character with its quotes.
fn quoted(text: &str, quote: char) -> usize {
    let mut escape = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escape => escape = false,
            '\\' => escape = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> String {
        let mut inside = Inside::default();
        text.lines().map(|text| line(text, &mut inside)).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn parts_of_the_language_are_told_apart() {
        assert_eq!(
            lines("return \"a\\\"<\"; // x"),
            "<b>return</b> <s>&quot;a\\&quot;&lt;&quot;</s>; <i>// x</i>"
        );
        assert_eq!(
            lines("int a; /* b\nint c */ int d;"),
            "<b>int</b> a; <i>/* b</i>\n<i>int c */</i> <b>int</b> d;"
        );
        assert_eq!(lines("#include <stdio.h>"), "<u>#include &lt;stdio.h&gt;</u>");
    }

    #[test]
    fn hostile_text_is_text() {
        let shown = lines("/* </i><script>alert(1)</script> */ 'é\u{202e}");
        assert!(!shown.contains("<script") && !shown.contains('\u{202e}'), "{shown}");
        assert!(lines(&"x".repeat(5000)).len() < 1100);
    }
}
