//! Constructs the type checker refuses or gets wrong, rewritten to ones it gets right.
//!
//! Some are found before parsing, by a name that only they have; the others only after the type
//! checker complained, so that ordinary code pays nothing: the tokens are then changed and checked
//! again. A token that is put in stands where the one it replaces stood.

use rucc_ast::{Ast, Expr, ExprId};
use rucc_base::Interner;
use rucc_diag::{Diagnostic, Span};
use rucc_lex::{Encoding, IntConstantType, Keyword, Punct, Remarks, StringLiteral, Token, TokenKind, Tokens};
use rucc_types::IntKind;

pub(crate) mod contracts;
pub(crate) mod nonnull;
pub(crate) mod promises;
mod tokens;

pub(crate) use tokens::closing;
use tokens::{
    Edit, apply, calls_without_arguments, end_of_case, int, may_qualify, opening, positions, punct, token_at,
};

/// How often a unit is rewritten and checked again.
pub(crate) const ROUNDS: usize = 8;

const BRACES_AROUND_SCALAR: &str = "E0636";
const EMPTY_CASE_RANGE: &str = "E0622";
const STRING_FOR_ARRAY: &str = "E0638";
const NO_SIZE: &str = "E0601";
const NOT_CONSTANT: &str = "initializer element is not constant";
const POINTER_AND_INTEGER: &str = "pointer/integer type mismatch in conditional expression";

/// The longest row of characters that is written out.
const ROW: usize = 4096;

/// What must be rewritten whatever the type checker says. `place` tells the file and line of a token.
pub(crate) fn before_parsing(
    tokens: &mut Tokens,
    names: &mut Interner,
    bits32: bool,
    mut place: impl FnMut(Span) -> (String, u32),
) {
    let mut edits = Vec::new();
    if let Some(line) = names.find("__builtin_LINE") {
        for at in calls_without_arguments(tokens, line) {
            let with = vec![int(tokens, at, place(tokens.tokens[at].span).1.into())];
            edits.push(Edit { from: at, to: at + 3, with });
        }
    }
    if let Some(file) = names.find("__builtin_FILE") {
        for at in calls_without_arguments(tokens, file) {
            let elements = place(tokens.tokens[at].span).0.bytes().map(u32::from).collect();
            let value = tokens.strings.len() as u32;
            tokens.strings.push(StringLiteral {
                elements,
                encoding: Encoding::Plain,
                remarks: Remarks::NONE,
            });
            edits.push(Edit {
                from: at,
                to: at + 3,
                with: vec![Token { kind: TokenKind::Str, value, ..tokens.tokens[at] }],
            });
        }
    }
    if let Some(function) = names.find("__builtin_FUNCTION") {
        let func = names.intern("__func__").raw();
        for at in calls_without_arguments(tokens, function) {
            edits.push(Edit { from: at, to: at + 3, with: vec![Token { value: func, ..tokens.tokens[at] }] });
        }
    }
    if bits32 {
        // There is no wider integer on this machine: the constant is unsigned.
        for constant in &mut tokens.ints {
            if let IntConstantType::Standard(IntKind::Int128 | IntKind::UInt128) = constant.ty {
                constant.ty = IntConstantType::Standard(IntKind::ULongLong);
            }
        }
        // The family's own <stddef.h> forgets the member that gives the type its alignment.
        if let Some(last) = names.find("__rucc_max_align_ld") {
            let member = names.intern("__max_align_f128").raw();
            for at in positions(tokens, last) {
                let here = tokens.tokens[at];
                let with = vec![
                    Token { kind: TokenKind::Punct(Punct::Semi), value: 0, ..here },
                    Token { kind: TokenKind::Keyword(Keyword::Float128), value: 0, ..here },
                    Token { value: member, ..here },
                ];
                edits.push(Edit { from: at + 1, to: at + 1, with });
            }
        }
    }
    apply(tokens, edits);
}

/// Rewrites what made the type checker complain. Says whether anything was changed.
pub(crate) fn after_checking(tokens: &mut Tokens, names: &Interner, said: &[Diagnostic]) -> bool {
    let mut edits = Vec::new();
    let mut refused = false;
    for diagnostic in said {
        let fatal = diagnostic.severity.is_fatal();
        refused |= fatal;
        let Some(at) = token_at(tokens, diagnostic.span) else { continue };
        match diagnostic.code {
            // `int x = {{3}}`: gcc warns and takes the value.
            Some(BRACES_AROUND_SCALAR) if fatal => {
                if let Some(close) = closing(tokens, at) {
                    edits.push(Edit { from: at, to: at + 1, with: Vec::new() });
                    let comma = tokens.tokens[close - 1].punct() == Some(Punct::Comma);
                    edits.push(Edit { from: close - usize::from(comma), to: close + 1, with: Vec::new() });
                }
            }
            // `struct { char *names[2]; int n; } x = {"a", "b", 1}`: a string where braces were left
            // out goes to the first element.
            Some(STRING_FOR_ARRAY) => edits.extend(first_element(tokens, diagnostic)),
            // `case 3 ... 1:` matches nothing; what it labels is still there to be fallen into.
            Some(EMPTY_CASE_RANGE) => {
                if let Some(colon) = end_of_case(tokens, at) {
                    edits.push(Edit { from: at, to: colon + 1, with: Vec::new() });
                }
            }
            // `struct s x; struct s { int a; };`: gcc waits for the end of the file.
            Some(NO_SIZE) if fatal => {
                let later = completed_later(tokens, at).unwrap_or_default();
                // Several names of one declaration are one.
                let known = |edit: &Edit| {
                    edits.iter().any(|other: &Edit| (other.from, other.to) == (edit.from, edit.to))
                };
                if !later.first().is_some_and(known) {
                    edits.extend(later);
                }
            }
            // `(long)&((struct s *)0)[1]`: an element of what no object is.
            _ if fatal && diagnostic.message == NOT_CONSTANT => {
                let to = at
                    + tokens.tokens[at..]
                        .iter()
                        .take_while(|token| token.span.hi <= diagnostic.span.hi)
                        .count();
                edits.extend(elements_of_constants(&tokens.tokens, at, to));
            }
            _ => {}
        }
    }
    if refused {
        constant_calls(tokens, names, &mut edits);
        null_differences(tokens, &mut edits);
    }
    let changed = !edits.is_empty();
    apply(tokens, edits);
    changed
}

/// A variable at file scope whose type is completed further down: it is only declared here, and defined at the end of the file. One
/// that is `static` is declared where its type is complete.
fn completed_later(tokens: &Tokens, name: usize) -> Option<Vec<Edit>> {
    let all = &tokens.tokens;
    let mut depth = 0;
    let mut from = 0;
    for (at, token) in all[..name].iter().enumerate() {
        match token.punct() {
            Some(Punct::LBrace | Punct::LParen | Punct::LBracket) => depth += 1,
            Some(Punct::RBrace | Punct::RParen | Punct::RBracket) => depth -= 1,
            _ => {}
        }
        if depth == 0 && matches!(token.punct(), Some(Punct::Semi | Punct::RBrace)) {
            from = at + 1;
        }
    }
    let to = name + all[name..].iter().position(|token| token.punct() == Some(Punct::Semi))? + 1;
    let declaration = all[from..to].to_vec();
    let special = |token: &Token| matches!(token.punct(), Some(Punct::LBrace | Punct::Eq));
    if depth != 0 || declaration.iter().any(special) {
        return None;
    }
    let keyword =
        |wanted: Keyword| declaration.iter().position(|token| token.kind == TokenKind::Keyword(wanted));
    // What is put in stands where it is put.
    let at = |place: usize| {
        let span = all[place.min(all.len() - 1)].span;
        let with = declaration.iter().map(|token| Token { span, ..*token }).collect();
        Edit { from: place, to: place, with }
    };
    if keyword(Keyword::Static).is_some() {
        let tag = keyword(Keyword::Struct).or(keyword(Keyword::Union))? + 1;
        let tag = declaration.get(tag)?;
        let opens = |at: &usize| {
            all[*at].kind == tag.kind
                && all[*at].value == tag.value
                && all.get(at + 1).and_then(|token| token.punct()) == Some(Punct::LBrace)
        };
        let close = closing(tokens, (to..all.len()).find(opens)? + 1)?;
        let end = close + all[close..].iter().position(|token| token.punct() == Some(Punct::Semi))?;
        return Some(vec![Edit { from, to, with: Vec::new() }, at(end + 1)]);
    }
    let word = Token { kind: TokenKind::Keyword(Keyword::Extern), value: 0, ..all[from] };
    let is_end = all.last().is_some_and(|token| token.kind == TokenKind::Eof);
    let declares = Edit { from, to: from, with: vec![word] };
    Some(vec![declares, at(all.len() - usize::from(is_end))])
}

/// `(p)[i]` written as `(*((p)+(i)))`, which the type checker computes with if `p` is a constant.
fn elements_of_constants(all: &[Token], from: usize, to: usize) -> Vec<Edit> {
    let mut edits = Vec::new();
    for at in from.max(1)..to {
        if all[at].punct() != Some(Punct::LBracket) || all[at - 1].punct() != Some(Punct::RParen) {
            continue;
        }
        // A pointer that is a constant is a cast; `(*)[3]` is a type.
        let is_cast = |open: &usize| *open >= from && all[open + 1].punct() == Some(Punct::LParen);
        let Some(open) = opening(all, at - 1).filter(is_cast) else { continue };
        let mut depth = 0;
        let close = all[at..to].iter().position(|token| {
            match token.punct() {
                Some(Punct::LBracket) => depth += 1,
                Some(Punct::RBracket) => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        let Some(close) = close.map(|close| at + close) else { continue };
        let here = all[open];
        let with = vec![punct(here, Punct::LParen), punct(here, Punct::Star), punct(here, Punct::LParen)];
        edits.push(Edit { from: open, to: open, with });
        let with = vec![punct(all[at], Punct::Plus), punct(all[at], Punct::LParen)];
        edits.push(Edit { from: at, to: at + 1, with });
        let there = all[close];
        edits.push(Edit { from: close, to: close + 1, with: vec![punct(there, Punct::RParen); 3] });
        // What lies inside is for the next round.
        break;
    }
    edits
}

/// A string that is to initialize an array of something else than characters, written so that it
/// initializes the first element: a pointer, or a row of characters, which then are written out.
fn first_element(tokens: &mut Tokens, said: &Diagnostic) -> Option<Edit> {
    let element = said.message.strip_prefix("cannot initialize array of '")?.split('\'').next()?.to_owned();
    let start = token_at(tokens, said.span)?;
    let span = said.span;
    let last = start + tokens.tokens[start..].iter().take_while(|token| token.span.hi <= span.hi).count() - 1;
    let here = tokens.tokens[last];
    let range = tokens.tokens[start..last].iter().any(|token| token.punct() == Some(Punct::Ellipsis));
    if range || here.kind != TokenKind::Str || tokens.strings[here.value as usize].encoding != Encoding::Plain
    {
        return None;
    }
    if let Some(dimensions) = element.strip_prefix("char[") {
        let len: usize = dimensions.trim_end_matches(']').rsplit('[').next()?.parse().ok()?;
        let elements = tokens.strings[here.value as usize].elements.clone();
        let mut with = Vec::new();
        for n in 0..len.min(ROW) {
            let value = elements.get(n).copied().unwrap_or(0);
            if n > 0 {
                with.push(punct(here, Punct::Comma));
            }
            with.push(int(tokens, last, value.into()));
        }
        return (len <= ROW).then_some(Edit { from: last, to: last + 1, with });
    }
    if !element.ends_with('*') && !element.contains("*[") {
        return None;
    }
    let word = Token { kind: TokenKind::Keyword(Keyword::Char), value: 0, ..here };
    let with = vec![punct(here, Punct::LParen), word, punct(here, Punct::Star), punct(here, Punct::RParen)];
    Some(Edit { from: last, to: last, with })
}

/// `_Generic((const int)e, …)`: the value of a cast has no qualifiers, which the type checker
/// forgets. The value of `1 ? e : e` has none either.
pub(crate) fn qualified_controls(tokens: &mut Tokens, ast: &Ast) -> bool {
    let mut edits = Vec::new();
    for n in 0..ast.counts().exprs {
        let Expr::Generic { control, .. } = ast[ExprId::from_usize(n)] else { continue };
        if let Expr::Cast { .. } = ast[control]
            && let Some(from) = token_at(tokens, ast.expr_span(control))
            && let Some(close) = closing(tokens, from)
            && tokens.tokens[from..close].iter().any(|token| may_qualify(*token))
        {
            // The value of a pointer keeps its own there, so they are taken out of the cast.
            let star = (from..close).rfind(|at| tokens.tokens[*at].punct() == Some(Punct::Star));
            if let Some(star) = star {
                let qualifies = |at: &usize| may_qualify(tokens.tokens[*at]);
                let to = (star + 1..close).take_while(qualifies).count() + star + 1;
                edits.extend((star + 1 < to).then_some(Edit { from: star + 1, to, with: Vec::new() }));
                continue;
            }
            let span = ast.expr_span(control);
            let to = from + tokens.tokens[from..].iter().take_while(|token| token.span.hi <= span.hi).count();
            let here = tokens.tokens[from];
            let cast = tokens.tokens[from..to].to_vec();
            let mut with = vec![int(tokens, from, 1), punct(here, Punct::Question)];
            with.extend_from_slice(&cast);
            with.push(punct(here, Punct::Colon));
            with.extend(cast);
            edits.push(Edit { from, to, with });
        }
    }
    let changed = !edits.is_empty();
    apply(tokens, edits);
    changed
}

/// Whether something in the text asks for signed arithmetic that wraps around: a pragma, or an attribute of a function, which is then
/// taken for one of the whole file.
pub(crate) fn asks_to_wrap(tokens: &Tokens, names: &Interner) -> bool {
    let says = |token: &Token| {
        let TokenKind::Str = token.kind else { return false };
        let text: String =
            tokens.strings[token.value as usize].elements.iter().filter_map(|c| char::from_u32(*c)).collect();
        let flags = text.split([',', ' ']).map(|flag| flag.trim_start_matches("-f"));
        flags.into_iter().any(|flag| matches!(flag, "wrapv" | "no-strict-overflow"))
    };
    let is_name = |token: &Token, wanted: &[&str]| {
        token.kind == TokenKind::Ident
            && wanted.iter().any(|name| names.find(name).is_some_and(|name| name.raw() == token.value))
    };
    let in_pragma = tokens.pragmas.iter().any(|pragma| {
        pragma.tokens.iter().any(|token| is_name(token, &["optimize"])) && pragma.tokens.iter().any(says)
    });
    in_pragma
        || tokens.tokens.iter().enumerate().any(|(at, token)| {
            is_name(token, &["optimize", "__optimize__"])
                && tokens.tokens[at + 1..]
                    .iter()
                    .take_while(|token| token.punct() != Some(Punct::RParen))
                    .any(says)
        })
}

/// What gcc only warns of, and the type checker then goes on from as gcc does.
pub(crate) fn soften(said: &mut [Diagnostic]) {
    for diagnostic in said {
        if diagnostic.message == POINTER_AND_INTEGER {
            diagnostic.severity = rucc_diag::Severity::Warning;
        }
    }
}

/// Whether a complaint is still worth saying when its cause has been rewritten.
pub(crate) fn is_remark(said: &Diagnostic) -> bool {
    said.code == Some(EMPTY_CASE_RANGE)
}

// ── Constants ───────────────────────────────────────────────────────────────────────────────

/// `__builtin_abs(e)` is a constant where `e` is one.
fn constant_calls(tokens: &mut Tokens, names: &Interner, edits: &mut Vec<Edit>) {
    let types: [(&str, &[Keyword]); 3] = [
        ("__builtin_abs", &[Keyword::Int]),
        ("__builtin_labs", &[Keyword::Long]),
        ("__builtin_llabs", &[Keyword::Long, Keyword::Long]),
    ];
    for (name, ty) in types {
        let Some(name) = names.find(name) else { continue };
        for at in positions(tokens, name) {
            let Some(close) = closing(tokens, at + 1) else { continue };
            let here = tokens.tokens[at];
            let value = |with: &mut Vec<Token>, tokens: &Tokens| {
                with.push(punct(here, Punct::LParen));
                with.extend(ty.iter().map(|word| Token {
                    kind: TokenKind::Keyword(*word),
                    value: 0,
                    ..here
                }));
                with.push(punct(here, Punct::RParen));
                with.extend_from_slice(&tokens.tokens[at + 1..=close]);
            };
            let zero = int(tokens, at, 0);
            let mut with = vec![punct(here, Punct::LParen)];
            value(&mut with, tokens);
            with.extend([
                punct(here, Punct::Lt),
                zero,
                punct(here, Punct::Question),
                punct(here, Punct::Minus),
            ]);
            value(&mut with, tokens);
            with.push(punct(here, Punct::Colon));
            value(&mut with, tokens);
            with.push(punct(here, Punct::RParen));
            edits.push(Edit { from: at, to: close + 1, with });
        }
    }
}

/// `(char *)&((T *)0)->m - (char *)0`, the way `offsetof` was written before there was one: a
/// pointer minus a constant pointer, made a difference of integers.
fn null_differences(tokens: &Tokens, edits: &mut Vec<Edit>) {
    let all = &tokens.tokens;
    for at in 1..all.len() {
        if all[at].punct() != Some(Punct::Minus) {
            continue;
        }
        let inner = if all.get(at + 1).and_then(|token| token.punct()) == Some(Punct::LParen)
            && all.get(at + 2).and_then(|token| token.punct()) == Some(Punct::LParen)
        {
            at + 2
        } else {
            at + 1
        };
        if !is_char_pointer_cast(all, inner)
            || all.get(inner + 4).map(|token| token.kind) != Some(TokenKind::Int)
        {
            continue;
        }
        let Some(start) = start_of_operand(all, at) else { continue };
        let here = all[start];
        let long = Token { kind: TokenKind::Keyword(Keyword::Long), value: 0, ..here };
        let with = vec![punct(here, Punct::LParen), long, punct(here, Punct::RParen)];
        edits.push(Edit { from: start, to: start, with: with.clone() });
        // The other side becomes an integer too: `(long)(char *)0`.
        edits.push(Edit { from: inner, to: inner, with });
    }
}

fn is_char_pointer_cast(all: &[Token], at: usize) -> bool {
    let is = |offset: usize, kind: TokenKind| all.get(at + offset).is_some_and(|token| token.kind == kind);
    is(0, TokenKind::Punct(Punct::LParen))
        && is(1, TokenKind::Keyword(Keyword::Char))
        && is(2, TokenKind::Punct(Punct::Star))
        && is(3, TokenKind::Punct(Punct::RParen))
}

/// Where the operand before the operator at `end` starts, if it starts with a cast to `char *`.
fn start_of_operand(all: &[Token], end: usize) -> Option<usize> {
    let mut at = end;
    loop {
        let before = at.checked_sub(1)?;
        at = match all[before].kind {
            TokenKind::Punct(Punct::RParen | Punct::RBracket) => opening(all, before)?,
            TokenKind::Punct(Punct::Arrow | Punct::Dot | Punct::Amp | Punct::Star) | TokenKind::Ident => {
                before
            }
            _ => break,
        };
        if is_char_pointer_cast(all, at)
            && !matches!(all.get(at.wrapping_sub(1)).map(|t| t.kind), Some(TokenKind::Punct(Punct::RParen)))
        {
            return Some(at);
        }
    }
    // A parenthesized operand: `((char *)&…)`.
    (all[at].punct() == Some(Punct::LParen) && is_char_pointer_cast(all, at + 1)).then_some(at)
}
