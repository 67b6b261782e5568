//! Text of the user inside markup and command lines.

use std::borrow::Cow;
use std::fmt::Write as _;

/// A text in which nothing is markup, for content and for quoted attributes of HTML and SVG. Characters that XML does not allow
/// are replaced, and those that change the direction of what follows are shown as what they are.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(c),
            '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            // Private characters have a meaning of their own in the data of a page.
            '\u{e000}'..='\u{f8ff}' => out.push('\u{fffd}'),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' => {
                out.push('\u{fffd}');
            }
            other => out.push(other),
        }
    }
    out
}

/// A word of a command line as a shell takes it, in one line that is safe to print.
pub(crate) fn word(text: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_alphanumeric() || "_@%+=:,./-".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    if !text.chars().any(ir::is_active) {
        return Cow::Owned(format!("'{}'", text.replace('\'', "'\\''")));
    }
    let mut out = String::from("$'");
    for c in text.chars() {
        match c {
            '\'' | '\\' => out.extend(['\\', c]),
            c if ir::is_active(c) => {
                let mut bytes = [0; 4];
                for byte in c.encode_utf8(&mut bytes).bytes() {
                    // Three digits, so that one that follows is none of them.
                    let _ = write!(out, "\\{byte:03o}");
                }
            }
            c => out.push(c),
        }
    }
    out.push('\'');
    Cow::Owned(out)
}

/// A sentence of ours as HTML, in which what stands between backticks is code.
pub(crate) fn prose(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    let mut out = String::with_capacity(text.len() + 16 * parts.len());
    for (index, part) in parts.iter().enumerate() {
        match index % 2 {
            1 if index + 1 < parts.len() => {
                out.push_str("<code>");
                out.push_str(&escaped(part));
                out.push_str("</code>");
            }
            // One that has no other.
            1 => {
                out.push('`');
                out.push_str(&escaped(part));
            }
            _ => out.push_str(&escaped(part)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_between_backticks_is_code_and_still_no_markup() {
        assert_eq!(prose("`a<b` is > `c`"), "<code>a&lt;b</code> is &gt; <code>c</code>");
        assert_eq!(prose("a ` b"), "a ` b");
        assert_eq!(prose("`a` ` <"), "<code>a</code> ` &lt;");
        assert_eq!(prose(""), "");
    }

    #[test]
    fn words_are_one_word_to_a_shell_and_no_command() {
        for (text, safe) in [
            ("a/b.c", "a/b.c"),
            ("größe.c", "größe.c"),
            ("", "''"),
            ("$(id)x.c", "'$(id)x.c'"),
            ("it's a.c", "'it'\\''s a.c'"),
            ("a\n1\u{1b}'.c", "$'a\\0121\\033\\'.c'"),
            ("\u{202e}\\", "$'\\342\\200\\256\\\\'"),
        ] {
            assert_eq!(word(text), safe);
        }
    }

    #[test]
    fn nothing_is_markup() {
        assert_eq!(escaped("<a b='c' d=\"e\">&"), "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;");
        assert_eq!(escaped("a\0b\u{202e}c\u{1b}"), "a\u{fffd}b\u{fffd}c\u{fffd}");
        assert_eq!(escaped("größe\n"), "größe\n");
    }
}
