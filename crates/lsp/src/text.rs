//! Places: the protocol counts lines from 0 and columns in UTF-16 units and names files by URI; ours are counted from 1, in bytes,
//! and have paths.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use ir::{Sources, Span};
use serde_json::{Value, json};

/// The file that a URI names, if it names one.
pub(crate) fn path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    if !rest.starts_with('/') {
        return None;
    }
    let mut bytes = Vec::with_capacity(rest.len());
    let mut rest = rest.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let mut digit = || (rest.next()? as char).to_digit(16);
            bytes.push((digit()? * 16 + digit()?) as u8);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok().map(PathBuf::from)
}

/// The URI of a file.
pub(crate) fn uri(path: &Path) -> String {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut uri = "file://".to_owned();
    for byte in whole.to_string_lossy().bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            uri.push(byte as char);
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

/// The position of a column, counted in bytes from 1, of a line, counted from 1.
pub(crate) fn position(text: &str, line: u32, column: u32) -> Value {
    let bytes = column.saturating_sub(1) as usize;
    let whole = text.lines().nth(line.saturating_sub(1) as usize);
    let units = whole.map_or(bytes, |whole| {
        whole.char_indices().take_while(|(at, _)| *at < bytes).map(|(_, letter)| letter.len_utf16()).sum()
    });
    json!({ "line": line.saturating_sub(1), "character": units })
}

/// The range of a span; the beginning of the file if it is nowhere.
pub(crate) fn range(sources: &Sources, span: Span) -> Value {
    let file = sources.files.get(span.file.0 as usize);
    let text = file.and_then(|file| file.text.as_deref()).unwrap_or_default();
    json!({
        "start": position(text, span.line, span.column),
        "end": position(text, span.end_line.max(span.line), span.end_column),
    })
}

/// The line of another version of a text that is this line, both counted from 0: one of those that both begin or end with.
pub(crate) fn same_line(from: &str, to: &str, line: u32) -> Option<u32> {
    let (all, others): (Vec<&str>, Vec<&str>) = (from.lines().collect(), to.lines().collect());
    let line = line as usize;
    let begin = all.iter().zip(&others).take_while(|(a, b)| a == b).count();
    if line < begin {
        return Some(line as u32);
    }
    let end = all[begin..].iter().rev().zip(others[begin..].iter().rev()).take_while(|(a, b)| a == b).count();
    let kept = line < all.len() && line >= all.len() - end;
    kept.then(|| (line + others.len() - all.len()) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_uris_are_the_same() {
        let file = Path::new("/a b/ü%.c");
        assert_eq!(uri(file), "file:///a%20b/%C3%BC%25.c");
        assert_eq!(path(&uri(file)).as_deref(), Some(file));
        for bad in ["untitled:1", "file://host/a.c", "file:///%zz", "file:///%4", "file:///%ff", ""] {
            assert_eq!(path(bad), None, "{bad}");
        }
    }

    #[test]
    fn columns_count_units_of_utf16() {
        let text = "a\n\u{1F600}ü = x;\n";
        assert_eq!(position(text, 2, 10), json!({ "line": 1, "character": 6 }));
        assert_eq!(position(text, 9, 3), json!({ "line": 8, "character": 2 }));
        assert_eq!(position(text, 0, 0), json!({ "line": 0, "character": 0 }));
    }

    #[test]
    fn lines_are_found_again_around_an_edit() {
        let (old, new) = ("a\nb\nc\nd", "a\nx\ny\nc\nd");
        let found: Vec<_> = (0..5).map(|line| same_line(old, new, line)).collect();
        assert_eq!(found, [Some(0), None, Some(3), Some(4), None]);
        assert_eq!(same_line(new, old, 4), Some(3));
        assert_eq!(same_line("a\na", "a\na\na", 1), Some(1));
        assert_eq!(same_line("", "a", 0), None);
    }
}
