//! The words and signs of a file of predicates.

use super::{Mistake, Position};

/// A word, a number or a sign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    Word(String),
    Number(i64),
    Sign(&'static str),
    End,
}

impl Token {
    /// How a message names it.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Word(word) => format!("`{word}`"),
            Self::Number(number) => format!("`{number}`"),
            Self::Sign(sign) => format!("`{sign}`"),
            Self::End => "the end of the file".to_owned(),
        }
    }
}

/// Longer signs first.
const SIGNS: &[&str] = &["->", "<=", ">=", "!=", "(", ")", ",", ":", ";", "=", "<", ">"];

/// The tokens of a text, each with its place.
pub(super) fn tokens(text: &str) -> Result<Vec<(Token, Position)>, Mistake> {
    let mut found = Vec::new();
    let mut last = Position { line: 1, column: 1 };
    for (number, line) in text.lines().enumerate() {
        let line_number = u32::try_from(number).map_or(u32::MAX, |number| number.saturating_add(1));
        let code = line.split('#').next().unwrap_or_default();
        let (mut rest, mut column) = (code, 1u32);
        while let Some(first) = rest.chars().next() {
            let at = Position { line: line_number, column };
            let length = if first.is_whitespace() {
                first.len_utf8()
            } else if first.is_ascii_digit()
                || first == '-' && rest[1..].starts_with(|c: char| c.is_ascii_digit())
            {
                let length = 1 + rest[1..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - 1);
                let number = rest[..length].parse().map_err(|_| at.mistake("the number is too large"))?;
                found.push((Token::Number(number), at));
                length
            } else if first.is_ascii_alphabetic() || first == '_' {
                let length =
                    rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
                found.push((Token::Word(rest[..length].to_owned()), at));
                length
            } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
                found.push((Token::Sign(sign), at));
                sign.len()
            } else {
                return Err(at.mistake(format!("`{}` means nothing here", first.escape_default())));
            };
            let taken = rest[..length].chars().count();
            column = column.saturating_add(u32::try_from(taken).unwrap_or(u32::MAX));
            rest = &rest[length..];
            last = Position { line: line_number, column };
        }
    }
    found.push((Token::End, last));
    Ok(found)
}
