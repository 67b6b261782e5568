//! Finding tokens, making new ones, and putting them in.

use rucc_base::Symbol;
use rucc_diag::Span;
use rucc_lex::{IntConstant, IntConstantType, Keyword, Punct, Remarks, Token, TokenKind, Tokens};
use rucc_types::IntKind;

/// Replaces the tokens from `from` to before `to`.
pub(super) struct Edit {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) with: Vec<Token>,
}

pub(super) fn punct(here: Token, punct: Punct) -> Token {
    Token { kind: TokenKind::Punct(punct), value: 0, ..here }
}

/// A constant that stands where token `at` does.
pub(super) fn int(tokens: &mut Tokens, at: usize, value: u128) -> Token {
    let index = tokens.ints.len() as u32;
    let ty = IntConstantType::Standard(IntKind::Int);
    tokens.ints.push(IntConstant { value, ty, imaginary: false, remarks: Remarks::NONE });
    Token { kind: TokenKind::Int, value: index, ..tokens.tokens[at] }
}

pub(super) fn positions(tokens: &Tokens, name: Symbol) -> Vec<usize> {
    let is_name = |token: &Token| token.kind == TokenKind::Ident && token.value == name.raw();
    (0..tokens.tokens.len()).filter(|at| is_name(&tokens.tokens[*at])).collect()
}

pub(super) fn calls_without_arguments(tokens: &Tokens, name: Symbol) -> Vec<usize> {
    let all = &tokens.tokens;
    let is = |at: usize, punct: Punct| all.get(at).and_then(|token| token.punct()) == Some(punct);
    let call = |at: &usize| is(at + 1, Punct::LParen) && is(at + 2, Punct::RParen);
    positions(tokens, name).into_iter().filter(call).collect()
}

pub(super) fn token_at(tokens: &Tokens, span: Span) -> Option<usize> {
    let at = tokens.tokens.partition_point(|token| token.span.lo < span.lo);
    (at < tokens.tokens.len() && tokens.tokens[at].span.lo == span.lo).then_some(at)
}

/// The token that closes what `open` opens.
pub(crate) fn closing(tokens: &Tokens, open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, token) in tokens.tokens.iter().enumerate().skip(open) {
        match token.punct() {
            Some(Punct::LParen | Punct::LBrace | Punct::LBracket) => depth += 1,
            Some(Punct::RParen | Punct::RBrace | Punct::RBracket) => depth -= 1,
            _ => {}
        }
        if depth <= 0 {
            return (depth == 0 && at > open).then_some(at);
        }
    }
    None
}

pub(super) fn opening(all: &[Token], close: usize) -> Option<usize> {
    let mut depth = 0;
    for at in (0..=close).rev() {
        match all[at].punct() {
            Some(Punct::RParen | Punct::RBrace | Punct::RBracket) => depth += 1,
            Some(Punct::LParen | Punct::LBrace | Punct::LBracket) => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// The colon of the `case` at `at`.
pub(super) fn end_of_case(tokens: &Tokens, at: usize) -> Option<usize> {
    let all = &tokens.tokens;
    if all[at].kind != TokenKind::Keyword(Keyword::Case) {
        return None;
    }
    let (mut depth, mut choices) = (0, 0);
    for (at, token) in all.iter().enumerate().skip(at) {
        match token.punct() {
            Some(Punct::LParen | Punct::LBrace | Punct::LBracket) => depth += 1,
            Some(Punct::RParen | Punct::RBrace | Punct::RBracket) => depth -= 1,
            Some(Punct::Question) if depth == 0 => choices += 1,
            Some(Punct::Colon) if depth == 0 && choices == 0 => return Some(at),
            Some(Punct::Colon) if depth == 0 => choices -= 1,
            _ => {}
        }
    }
    None
}

pub(super) fn may_qualify(token: Token) -> bool {
    matches!(
        token.kind,
        TokenKind::Ident
            | TokenKind::Keyword(
                Keyword::Const | Keyword::Volatile | Keyword::Restrict | Keyword::Atomic | Keyword::Typeof
            )
    )
}

pub(super) fn apply(tokens: &mut Tokens, mut edits: Vec<Edit>) {
    if edits.is_empty() {
        return;
    }
    edits.sort_by_key(|edit| (edit.from, edit.to));
    let mut all = Vec::with_capacity(tokens.tokens.len());
    let mut at = 0;
    let mut pragmas = tokens.pragmas.iter_mut().peekable();
    for edit in edits {
        // Edits of one round may lie inside each other; the inner one waits for the next round.
        if edit.from < at {
            continue;
        }
        while let Some(pragma) =
            pragmas.next_if(|pragma| (pragma.before as usize) < edit.to.max(edit.from + 1))
        {
            let inside = (pragma.before as usize).clamp(at, edit.from);
            pragma.before = (all.len() + inside - at) as u32;
        }
        all.extend_from_slice(&tokens.tokens[at..edit.from]);
        all.extend(edit.with);
        at = edit.to;
    }
    for pragma in pragmas {
        pragma.before = (all.len() + pragma.before as usize - at) as u32;
    }
    all.extend_from_slice(&tokens.tokens[at..]);
    tokens.tokens = all;
}
