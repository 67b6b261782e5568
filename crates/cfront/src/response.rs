//! Response files: `@file` in an argument vector stands for the words in that file.
//!
//! The words are split as gcc splits them: white space separates, both kinds of quotes group, and a
//! backslash takes the next character as it is, inside quotes too. A file that cannot be read leaves
//! `@file` as an ordinary argument.

use std::path::Path;

use crate::regular::read_regular;

/// Response files may name further ones, but not for ever.
const MAX_DEPTH: usize = 16;
/// More words than this are no command line any more.
const MAX_WORDS: usize = 1 << 20;
/// Neither is a larger file.
const MAX_BYTES: u64 = 16 << 20;

/// The arguments with every response file replaced by its words.
pub(crate) fn expand(args: &[String], cwd: &Path, notes: &mut Vec<String>) -> Vec<String> {
    let mut out = Vec::with_capacity(args.len());
    expand_into(args, cwd, MAX_DEPTH, &mut out, notes);
    out
}

fn expand_into(args: &[String], cwd: &Path, depth: usize, out: &mut Vec<String>, notes: &mut Vec<String>) {
    for arg in args {
        if out.len() >= MAX_WORDS {
            notes.push("too many arguments; the rest was ignored".into());
            return;
        }
        let Some(text) = arg.strip_prefix('@').and_then(|file| read(&cwd.join(file))) else {
            out.push(arg.clone());
            continue;
        };
        if depth == 0 {
            notes.push(format!("`{arg}`: response files are nested too deeply; this one was ignored"));
            continue;
        }
        expand_into(&words(&text), cwd, depth - 1, out, notes);
    }
}

fn read(file: &Path) -> Option<String> {
    let meta = std::fs::metadata(file).ok()?;
    if meta.len() > MAX_BYTES {
        return None;
    }
    Some(String::from_utf8_lossy(&read_regular(file).ok()?).into_owned())
}

/// Splits text into words by gcc's rules.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', _) => word.get_or_insert_default().extend(chars.next()),
            (_, Some(open)) if c == open => quote = None,
            (_, Some(_)) => word.get_or_insert_default().push(c),
            ('\'' | '"', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (_, None) if c.is_whitespace() => words.extend(word.take()),
            (_, None) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_are_split_as_gcc_splits_them() {
        let text = "-DA=1  '-DB=a b'\n\"-DC=\\\"q\\\"\" -I\\ x '' a\\\\b 'it\\'s'";
        assert_eq!(words(text), ["-DA=1", "-DB=a b", "-DC=\"q\"", "-I x", "", "a\\b", "it's"]);
        assert!(words(" \n\t").is_empty());
    }
}
