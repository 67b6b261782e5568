//! Bounds on what is read, so that no input can hang the parser or exhaust its stack.
//!
//! The parser and the type checker recurse as deep as the text nests, and in places their work
//! grows with the square of it. So the tokens are counted before they are parsed: how deep brackets
//! nest, how many operators one statement chains, how many dimensions an array has, how many
//! elements one designator covers. The bounds are far above anything people or generators write.
//! What these counts do not see (macros that grow, above all) is left to the watchdog.

use rucc_diag::Span;
use rucc_lex::{Keyword, Punct, Token, TokenKind, Tokens};

/// The largest file that is read.
pub(crate) const FILE_BYTES: u64 = 64 << 20;
/// How many times a file may be included in one unit, all files together.
pub(crate) const INCLUDED_FILES: usize = 100_000;
/// How many bytes one unit may read, counting a file as often as it is included.
pub(crate) const INCLUDED_BYTES: u64 = 512 << 20;
/// How deep `#include` may nest; gcc's own bound.
pub(crate) const INCLUDE_DEPTH: u32 = 200;
/// How deep brackets of all kinds may nest.
const NESTING: usize = 1_000;
/// How many operators, or `else if`s, may hang together in one statement.
const CHAIN: u32 = 20_000;
/// How many dimensions an array may have.
const DIMENSIONS: u32 = 256;
/// How many elements `[a ... b]` may cover.
const RANGE: u128 = 1 << 20;

/// What was found to be too much, and where.
pub(crate) struct Excess {
    pub(crate) span: Span,
    pub(crate) message: String,
}

/// Looks for the first thing the parser could not take.
pub(crate) fn examine(tokens: &Tokens) -> Result<(), Excess> {
    let mut levels = vec![Level::default()];
    let all = &tokens.tokens;
    for (at, &token) in all.iter().enumerate() {
        let excess = |message: String| Excess { span: token.span, message };
        let next = all.get(at + 1).copied();
        match token.kind {
            TokenKind::Punct(Punct::LParen | Punct::LBrace | Punct::LBracket) => {
                let dimension = token.punct() == Some(Punct::LBracket);
                let outer = levels.last_mut().expect("the level of the file");
                outer.bracket(dimension, at.checked_sub(1).and_then(|before| all[before].punct()));
                if outer.dimensions > DIMENSIONS {
                    return Err(excess(format!("more than {DIMENSIONS} array dimensions or subscripts")));
                }
                levels.push(Level::default());
                if levels.len() > NESTING {
                    return Err(excess(format!("brackets are nested more than {NESTING} deep")));
                }
                if dimension && range(tokens, at) > RANGE {
                    return Err(excess(format!("range designator of more than {RANGE} elements")));
                }
            }
            TokenKind::Punct(Punct::RParen | Punct::RBrace | Punct::RBracket) => {
                let closed = levels.pop().unwrap_or_default();
                if levels.is_empty() {
                    levels.push(Level::default());
                }
                if token.punct() == Some(Punct::RParen) && closed.commas > CHAIN {
                    return Err(excess(format!("more than {CHAIN} commas in one pair of parentheses")));
                }
                let starts_anew = next.is_none_or(starts_anew);
                if token.punct() == Some(Punct::RBrace) && starts_anew {
                    *levels.last_mut().expect("the level of the file") = Level::default();
                }
            }
            _ => {
                let level = levels.last_mut().expect("the level of the file");
                if token.punct() == Some(Punct::Semi) && level.commas > CHAIN {
                    return Err(excess(format!("more than {CHAIN} commas in one statement")));
                }
                level.count(token, next);
            }
        }
        if levels.last().is_some_and(|level| level.chain > CHAIN) {
            return Err(excess(format!("more than {CHAIN} operators or statements chained to one another")));
        }
    }
    Ok(())
}

/// The statement or list element being read at one level of brackets.
#[derive(Default)]
struct Level {
    /// What hangs together in it so far.
    chain: u32,
    /// Commas since the statement began: elements of a list, or one chain of comma operators.
    commas: u32,
    /// Subscripts directly after one another.
    dimensions: u32,
}

impl Level {
    fn bracket(&mut self, dimension: bool, before: Option<Punct>) {
        // Calls, subscripts and casts hang on one another like operators do.
        self.chain += 1;
        let continues = dimension && before == Some(Punct::RBracket);
        self.dimensions = if continues { self.dimensions + 1 } else { u32::from(dimension) };
    }

    fn count(&mut self, token: Token, next: Option<Token>) {
        match token.kind {
            // An `else` continues the statement that seems to be over.
            TokenKind::Punct(Punct::Semi) if next.is_some_and(is_else) => {}
            TokenKind::Punct(Punct::Semi) => *self = Self::default(),
            TokenKind::Punct(Punct::Comma) => {
                self.commas += 1;
                self.chain = 0;
            }
            TokenKind::Punct(_) => self.chain += 1,
            TokenKind::Keyword(
                Keyword::If
                | Keyword::Else
                | Keyword::For
                | Keyword::While
                | Keyword::Do
                | Keyword::Switch
                | Keyword::Case
                | Keyword::Sizeof,
            ) => self.chain += 1,
            _ => {}
        }
    }
}

fn is_else(token: Token) -> bool {
    token.keyword() == Some(Keyword::Else)
}

/// Whether a token after `}` cannot continue what the braces were part of.
fn starts_anew(token: Token) -> bool {
    match token.kind {
        TokenKind::Keyword(word) => word != Keyword::Else && word != Keyword::While,
        TokenKind::Ident | TokenKind::Eof => true,
        TokenKind::Punct(punct) => matches!(punct, Punct::LBrace | Punct::RBrace),
        _ => false,
    }
}

/// How many elements the designator `[a ... b]` that opens at `at` covers, if it is one with
/// numbers for its ends.
fn range(tokens: &Tokens, at: usize) -> u128 {
    let Some(&[first, dots, last, close]) = tokens.tokens.get(at + 1..at + 5) else { return 0 };
    if dots.punct() != Some(Punct::Ellipsis) || close.punct() != Some(Punct::RBracket) {
        return 0;
    }
    match (tokens.int(first), tokens.int(last)) {
        (Some(first), Some(last)) => last.value.saturating_sub(first.value),
        _ => 0,
    }
}
