//! Comments that say that a finding is known, and why: `// shapewright: allow(leak) the process ends here`.
//!
//! A comment behind code is about its line; one that stands by itself is about the next line with code. A comment without
//! a reason, or with a rule that there is not, is an error: it would say nothing to whoever reads it next.

use std::collections::BTreeMap;

use ir::{FileId, Program, REMARK, Span};
use model::{Diagnostic, Finding, Rule};

/// The findings that comments speak of: a rule in a line, with the reason.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Allowed {
    lines: BTreeMap<(FileId, u32, Rule), String>,
}

impl Allowed {
    /// Reads the comments of all files of the user. What is wrong with some of them, if so.
    pub fn read(program: &Program) -> Result<Self, Vec<Diagnostic>> {
        let (mut lines, mut errors) = (BTreeMap::new(), Vec::new());
        for (number, file) in (0..).zip(&program.sources.files).filter(|(_, file)| !file.system) {
            let Some(text) = file.text.as_ref().filter(|text| text.is_remarked()) else { continue };
            let starts: Vec<&str> = text.lines().collect();
            for comment in comments(text) {
                let Some(said) = comment.text.trim().strip_prefix(REMARK) else { continue };
                let file = FileId(number);
                match rules(said.trim()) {
                    Ok((rules, why)) => {
                        let about = comment.about(&starts);
                        lines.extend(rules.into_iter().map(|rule| ((file, about, rule), why.clone())));
                    }
                    Err(why) => {
                        let (line, column) = (comment.line, 1);
                        let span =
                            Span { file, line, column, end_line: line, end_column: column, expansion: None };
                        errors.push(Diagnostic::error(span, why));
                    }
                }
            }
        }
        if errors.is_empty() { Ok(Self { lines }) } else { Err(errors) }
    }

    /// Why a finding is allowed, if it is.
    pub(super) fn reason(&self, program: &Program, finding: &Finding) -> Option<&str> {
        let reason = |span: Span| self.lines.get(&(span.file, span.line, finding.rule)).map(String::as_str);
        // What comes out of a macro may be allowed where that is written.
        let spelled = program.sources.chain(finding.span);
        reason(finding.span).or_else(|| spelled.iter().find_map(|expansion| reason(expansion.spelled)))
    }
}

/// The rules that are allowed, and the reason, if there is one.
fn rules(said: &str) -> Result<(Vec<Rule>, String), String> {
    let form = || format!("expected `{REMARK} allow(rule) reason`");
    let list = said.strip_prefix("allow").map(str::trim_start).and_then(|rest| rest.strip_prefix('('));
    let (list, reason) = list.and_then(|rest| rest.split_once(')')).ok_or_else(form)?;
    if !reason.chars().any(char::is_alphanumeric) {
        return Err("say why this is allowed, behind the closing parenthesis".into());
    }
    let rules = list.split(',').map(|name| name.trim().parse()).collect::<Result<_, _>>()?;
    Ok((rules, reason.trim().to_owned()))
}

/// A comment, without what makes it one.
struct Comment<'a> {
    /// Where it begins.
    line: u32,
    /// Where it ends.
    end: u32,
    /// Whether nothing but white space is before it in its line.
    alone: bool,
    text: &'a str,
}

impl Comment<'_> {
    /// The line that it is about.
    fn about(&self, lines: &[&str]) -> u32 {
        if !self.alone {
            return self.line;
        }
        let is_code = |line: &&str| {
            let line = line.trim();
            !line.is_empty() && !["//", "/*", "*"].iter().any(|start| line.starts_with(start))
        };
        let rest = lines.get(self.end as usize..).unwrap_or_default();
        self.end + 1 + rest.iter().position(is_code).unwrap_or(0) as u32
    }
}

/// The comments of a C file. Strings are passed over, whatever is in them.
fn comments(text: &str) -> Vec<Comment<'_>> {
    let bytes = text.as_bytes();
    let (mut found, mut at, mut line, mut line_start) = (Vec::new(), 0, 1, 0);
    while at < bytes.len() {
        let rest = &text.as_bytes()[at..];
        let length = match rest {
            [b'/', b'/', ..] => rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len()),
            [b'/', b'*', ..] => {
                let end = rest.windows(2).skip(2).position(|pair| pair == b"*/");
                end.map_or(rest.len(), |end| end + 4)
            }
            [quote @ (b'"' | b'\''), ..] => quoted(rest, *quote),
            _ => 1,
        };
        let part = &bytes[at..at + length];
        let end = line + part.split(|byte| *byte == b'\n').skip(1).count() as u32;
        if length > 1 && part[0] == b'/' {
            let inner = text.get(at + 2..at + length).unwrap_or_default();
            let text = inner.strip_suffix("*/").unwrap_or(inner);
            let alone = text_is_blank(&bytes[line_start..at]);
            found.push(Comment { line, end, alone, text });
        }
        if let Some(newline) = part.iter().rposition(|byte| *byte == b'\n') {
            line_start = at + newline + 1;
        }
        (at, line) = (at + length, end);
    }
    found
}

/// How long a string or character is that begins here; it ends with its line at the latest.
fn quoted(rest: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while let Some(byte) = rest.get(at) {
        match byte {
            b'\\' => at += 1,
            b'\n' => return at,
            byte if *byte == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    rest.len()
}

fn text_is_blank(bytes: &[u8]) -> bool {
    bytes.iter().all(u8::is_ascii_whitespace)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{leaking, report};
    use super::*;

    fn remaining(comment: &str) -> Result<usize, Vec<String>> {
        let (program, report) = report(&leaking(comment));
        let messages =
            |errors: Vec<Diagnostic>| errors.into_iter().map(|error| error.message).collect::<Vec<_>>();
        let allowed = Allowed::read(&program).map_err(messages)?;
        Ok(report.findings.iter().filter(|finding| allowed.reason(&program, finding).is_none()).count())
    }

    #[test]
    fn a_comment_with_a_reason_allows_a_finding_in_the_next_line_with_code() {
        assert_eq!(remaining(""), Ok(1));
        assert_eq!(remaining("    // shapewright: allow(leak) it is only a test\n"), Ok(0));
        assert_eq!(remaining("    /* shapewright: allow(double-free, leak) a test */\n\n    // so\n"), Ok(0));
        assert_eq!(remaining("    // shapewright: allow(double-free) another rule\n"), Ok(1));
        assert_eq!(remaining("    // shapewright: allow(leak) for another line\n    p += 0;\n"), Ok(1));
    }

    #[test]
    fn what_stands_in_a_string_is_no_comment() {
        let text = "    p = p; const char *s = \"\\\" // shapewright: allow(leak)\"; (void)s;\n";
        assert_eq!(remaining(text), Ok(1));
    }

    #[test]
    fn a_comment_without_a_reason_or_with_an_unknown_rule_is_an_error() {
        let why = |comment: &str| remaining(comment).expect_err("it is refused").remove(0);
        assert!(why("    // shapewright: allow(leak)\n").contains("say why"));
        assert!(why("    // shapewright: allow(leek) a reason\n").contains("`leek`"));
        assert!(why("    // shapewright: ignore this\n").contains("expected"));
    }
}
