//! Text of the user inside markup.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_markup() {
        assert_eq!(escaped("<a b='c' d=\"e\">&"), "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;");
        assert_eq!(escaped("a\0b\u{202e}c\u{1b}"), "a\u{fffd}b\u{fffd}c\u{fffd}");
        assert_eq!(escaped("größe\n"), "größe\n");
    }
}
