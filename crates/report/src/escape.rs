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
            c if ir::is_active(c) => out.push('\u{fffd}'),
            // Private characters have a meaning of their own in the data of a page.
            '\u{e000}'..='\u{f8ff}' => out.push('\u{fffd}'),
            other => out.push(other),
        }
    }
    out
}

/// JSON in which whatever may act is an escape: it can only stand in texts, and these stay the same.
pub fn json_text(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        // What is smaller is an escape already, or the white space between the parts.
        if c >= '\u{7f}' && ir::is_active(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    // Services that run builds look for these everywhere in a log.
    if out.contains("##") {
        out = out.replace("##[", "##\\u005b").replace("##vso[", "##vso\\u005b");
    }
    out
}

/// A message of SARIF, in which a text in brackets before one in parentheses would be a link.
pub(crate) fn sarif_text(text: &str) -> String {
    ir::shown(text).replace("](", "] (")
}

/// A word of a command line as a shell takes it, in one line that is safe to print.
pub(crate) fn word(text: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_alphanumeric() || "_@%+=:,./-".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    // Services that run builds look for `##[` everywhere.
    let escaped = |c: char| ir::is_active(c) || (c == '#' && text.contains("##"));
    if !text.chars().any(escaped) {
        return Cow::Owned(format!("'{}'", text.replace('\'', "'\\''")));
    }
    let mut out = String::from("$'");
    for c in text.chars() {
        match c {
            '\'' | '\\' => out.extend(['\\', c]),
            c if escaped(c) => {
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
            ("a##[b", "$'a\\043\\043[b'"),
            ("\u{202e}\\", "$'\\342\\200\\256\\\\'"),
        ] {
            assert_eq!(word(text), safe);
        }
    }

    #[test]
    fn json_means_the_same_and_shows_nothing_that_acts() {
        let text = "größe\u{202e}\u{7f}\u{9b}\u{2028}\u{e0041}\n\u{1b}##[a]##vso[b]";
        let json = json_text(&serde_json::json!({ text: text }).to_string());
        assert!(!json.chars().any(ir::is_active) && !json.contains("##["), "{json}");
        let read: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
        assert_eq!(read[text], text);
    }

    #[test]
    fn nothing_is_markup() {
        assert_eq!(escaped("<a b='c' d=\"e\">&"), "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;");
        assert_eq!(escaped("a\0b\u{202e}c\u{1b}"), "a\u{fffd}b\u{fffd}c\u{fffd}");
        assert_eq!(escaped("größe\n"), "größe\n");
    }
}
