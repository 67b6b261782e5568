//! The words of a C text as the user wrote it: names, numbers, literals and punctuation with where they stand.
//!
//! Comments, directives and continued lines are between words. Of the branches of a conditional directive the first is read, unless it is
//! `#if 0`: which one counts is not known here, and whoever reads this must live with the others missing.

/// What a word is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A name or a keyword.
    Name,
    /// A number, a string or a character.
    Literal,
    /// One character of punctuation.
    Mark(u8),
}

/// A word and where it stands: bytes from the begin of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    pub(super) kind: Kind,
    pub(super) from: usize,
    pub(super) to: usize,
}

/// The words of a text, and its line markers: for each the line after it, the line it says that is, and the file if it names one.
pub(super) struct Scanned {
    pub(super) words: Vec<Word>,
    pub(super) markers: Vec<(usize, u32, Option<String>)>,
}

/// Reads a text.
pub(super) fn scan(text: &[u8]) -> Scanned {
    let mut words = Vec::new();
    let mut markers = Vec::new();
    // For each conditional around: whether this branch is read, and whether one was.
    let mut branches: Vec<(bool, bool)> = Vec::new();
    // A byte order mark is no word.
    let (mut at, mut line, mut begins_line) =
        (if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 }, 0, true);
    while at < text.len() {
        let here = text[at];
        match here {
            b'\n' => {
                (line, begins_line) = (line + 1, true);
                at += 1;
            }
            b' ' | b'\t' | b'\r' | 0x0b | 0x0c => at += 1,
            b'\\' if text.get(at + 1) == Some(&b'\n') => {
                line += 1;
                at += 2;
            }
            b'/' if text.get(at + 1) == Some(&b'/') => at = end_of_line(text, at, &mut line, false),
            b'/' if text.get(at + 1) == Some(&b'*') => {
                let from = at;
                at = find(text, at + 2, b"*/").map_or(text.len(), |end| end + 2);
                line += lines(&text[from..at]);
            }
            b'#' if begins_line => {
                let from = at;
                let before = line;
                at = end_of_line(text, at, &mut line, true);
                let said = String::from_utf8_lossy(&text[from + 1..at]).into_owned();
                directive(&said, &mut branches);
                if let Some((number, file)) = marker(&said) {
                    markers.push((before + 1, number, file));
                }
            }
            _ => {
                begins_line = false;
                let (kind, to) = word(text, at);
                if branches.iter().all(|(read, _)| *read) {
                    words.push(Word { kind, from: at, to });
                }
                line += lines(&text[at..to]);
                at = to;
            }
        }
    }
    Scanned { words, markers }
}

fn lines(text: &[u8]) -> usize {
    text.split(|byte| *byte == b'\n').count() - 1
}

/// Where a line ends, those it is continued on included, by comments too if there may be some.
fn end_of_line(text: &[u8], mut at: usize, line: &mut usize, comments: bool) -> usize {
    while at < text.len() && text[at] != b'\n' {
        if text[at] == b'\\' && text.get(at + 1) == Some(&b'\n') {
            *line += 1;
            at += 1;
        }
        if comments && text[at..].starts_with(b"/*") {
            let end = find(text, at + 2, b"*/").map_or(text.len(), |end| end + 2);
            *line += lines(&text[at..end]);
            at = end;
            continue;
        }
        at += 1;
    }
    at.min(text.len())
}

fn find(text: &[u8], from: usize, what: &[u8]) -> Option<usize> {
    text.get(from..)?.windows(what.len()).position(|window| window == what).map(|at| at + from)
}

fn directive(said: &str, branches: &mut Vec<(bool, bool)>) {
    let said = said.trim_start();
    let word: String = said.chars().take_while(char::is_ascii_alphabetic).collect();
    match word.as_str() {
        "if" | "ifdef" | "ifndef" => {
            let never = word == "if" && said[2..].trim() == "0";
            branches.push((!never, !never));
        }
        "elif" | "elifdef" | "elifndef" | "else" => {
            if let Some((read, was)) = branches.last_mut() {
                (*read, *was) = (!*was, true);
            }
        }
        "endif" => {
            branches.pop();
        }
        _ => {}
    }
}

/// `# 12 "file.c" 2` and `#line 12 "file.c"`: which line comes next.
fn marker(said: &str) -> Option<(u32, Option<String>)> {
    let said = said.trim_start();
    let said = said.strip_prefix("line").unwrap_or(said).trim_start();
    let digits: String = said.chars().take_while(char::is_ascii_digit).collect();
    let number = digits.parse().ok()?;
    let rest = said[digits.len()..].trim_start();
    let file = rest.strip_prefix('"').and_then(|rest| rest.split_once('"')).map(|(file, _)| file.to_owned());
    Some((number, file))
}

fn word(text: &[u8], from: usize) -> (Kind, usize) {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80 || *byte == b'$';
    let run =
        |from: usize| text[from..].iter().position(|byte| !is_part(byte)).map_or(text.len(), |n| from + n);
    match text[from] {
        quote @ (b'"' | b'\'') => {
            let mut at = from + 1;
            while at < text.len() && text[at] != quote && text[at] != b'\n' {
                at += if text[at] == b'\\' { 2 } else { 1 };
            }
            (Kind::Literal, (at + 1).min(text.len()))
        }
        byte if byte.is_ascii_digit() => (Kind::Literal, run(from)),
        byte if is_part(&byte) => {
            let to = run(from);
            let prefix = matches!(&text[from..to], b"L" | b"u" | b"U" | b"u8");
            if prefix && matches!(text.get(to), Some(b'"' | b'\'')) {
                return (Kind::Literal, word(text, to).1);
            }
            (Kind::Name, to)
        }
        byte => (Kind::Mark(byte), from + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        scan(text.as_bytes()).words.iter().map(|word| &text[word.from..word.to]).collect()
    }

    #[test]
    fn comments_directives_and_literals_are_told_apart() {
        assert_eq!(
            words("a /* b */ + // c\n'\\'' \"d // \\\" e\" 1.5f"),
            ["a", "+", "'\\''", "\"d // \\\" e\"", "1", ".", "5f"]
        );
        assert_eq!(words("#define X while (1) \\\n  { }\ny"), ["y"]);
        assert_eq!(
            words("#if 0\nno\n#else\nyes\n#endif\n#ifdef A\none\n#else\nother\n#endif\nz"),
            ["yes", "one", "z"]
        );
        assert_eq!(words("x \\\n y"), ["x", "y"]);
    }

    #[test]
    fn markers_say_which_line_is_next() {
        let scanned = scan(b"# 12 \"a.c\" 2\nx;\n#line 7\ny;\n");
        assert_eq!(scanned.markers, [(1, 12, Some("a.c".into())), (3, 7, None)]);
    }
}
