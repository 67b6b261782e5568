//! What contracts say that C has no words for, rewritten to C that says it.
//!
//! `sw_old(e)` becomes `(__sw_old(), (e))`: it has the type of `e`, and `e` stands in the tree once,
//! marked. `sw_result` becomes a variable: a function whose body names it declares it first, as
//! `__typeof__(f(a, b)) sw_result;` with the function's own name and parameters, which is right
//! whatever the way its type was written. The declaration stands where the opening brace does.
//!
//! All of this happens only in units that include our header, which declares `__sw_old`.

use rucc_ast::{Ast, BuiltinSet, Decl, Declarator, Derived, Param, TypeSpec};
use rucc_base::{Interner, Symbol};
use rucc_diag::{Diagnostic, Span};
use rucc_lex::{Keyword, Punct, Token, TokenKind, Tokens};

use super::tokens::{Edit, apply, closing, int, positions, punct, token_at};

/// The mark in front of an expression that means its value on entry.
pub(crate) const OLD_MARK: &str = "__sw_old";
/// The variable that stands for what a function returns.
pub(crate) const RESULT: &str = "sw_result";

/// Marks the expressions in `sw_old`.
pub(crate) fn mark_old_values(tokens: &mut Tokens, names: &Interner) -> Vec<Diagnostic> {
    let mut said = Vec::new();
    let (Some(mark), Some(old)) = (header_mark(tokens, names), names.find("sw_old")) else { return said };
    let mut edits = Vec::new();
    for at in positions(tokens, old) {
        let here = tokens.tokens[at];
        let open = tokens.tokens.get(at + 1).filter(|token| token.punct() == Some(Punct::LParen));
        let (Some(_), Some(close)) = (open, closing(tokens, at + 1)) else {
            let message = "expected `(` after `sw_old`: it is written `sw_old(expression)`";
            said.push(Diagnostic::error(message, here.span));
            continue;
        };
        if close == at + 2 {
            said.push(Diagnostic::error("expected an expression in `sw_old()`", here.span));
        }
        if let Some(comma) = comma_between(&tokens.tokens[at + 2..close]) {
            said.push(Diagnostic::error("`sw_old` takes one expression", comma));
        }
        let with = vec![
            punct(here, Punct::LParen),
            Token { value: mark.raw(), ..here },
            punct(here, Punct::LParen),
            punct(here, Punct::RParen),
            punct(here, Punct::Comma),
            punct(here, Punct::LParen),
        ];
        edits.push(Edit { from: at, to: at + 2, with });
        let end = tokens.tokens[close];
        edits.push(Edit { from: close, to: close + 1, with: vec![end, end] });
    }
    apply(tokens, edits);
    said
}

/// Declares `sw_result` in the functions that name it. Says whether anything was changed, or why it
/// cannot be done.
pub(crate) fn declare_results(
    tokens: &mut Tokens,
    names: &Interner,
    ast: &Ast,
) -> Result<bool, Vec<Diagnostic>> {
    let (Some(_), Some(result)) = (header_mark(tokens, names), names.find(RESULT)) else { return Ok(false) };
    let uses: Vec<Span> = positions(tokens, result).iter().map(|at| tokens.tokens[*at].span).collect();
    let (mut edits, mut said) = (Vec::new(), Vec::new());
    for &decl in ast.top_level() {
        let Decl::Function { specs, declarator, body, .. } = ast[decl] else { continue };
        let span = ast.stmt_span(body);
        let Some(first) = uses.iter().find(|used| span.lo < used.lo && used.hi <= span.hi) else { continue };
        let declarator = ast[declarator];
        let (Some(name), Some(brace)) = (declarator.name, token_at(tokens, span)) else { continue };
        let spelled = names.resolve(name);
        if returns_nothing(ast, ast[specs].ty, declarator) {
            let message = format!("`sw_result` in `{spelled}`, which returns nothing");
            said.push(Diagnostic::error(message, *first));
            continue;
        }
        let params = parameters(ast, declarator);
        if let Some(hides) = params.iter().find(|param| ast[param.declarator].name == Some(name)) {
            let message = format!(
                "the parameter `{spelled}` hides the function `{spelled}`, whose result `sw_result` stands for: \
                 expected another name"
            );
            said.push(Diagnostic::error(message, ast[hides.declarator].name_span));
            continue;
        }
        let with = declaration(tokens, brace, result, name, ast, &params);
        edits.push(Edit { from: brace + 1, to: brace + 1, with });
    }
    if !said.is_empty() {
        return Err(said);
    }
    let changed = !edits.is_empty();
    apply(tokens, edits);
    Ok(changed)
}

/// The name of the mark, if the unit includes our header.
fn header_mark(tokens: &Tokens, names: &Interner) -> Option<Symbol> {
    names.find(OLD_MARK).filter(|mark| !positions(tokens, *mark).is_empty())
}

fn comma_between(tokens: &[Token]) -> Option<Span> {
    let mut depth = 0;
    for token in tokens {
        match token.punct() {
            Some(Punct::LParen | Punct::LBrace | Punct::LBracket) => depth += 1,
            Some(Punct::RParen | Punct::RBrace | Punct::RBracket) => depth -= 1,
            Some(Punct::Comma) if depth == 0 => return Some(token.span),
            _ => {}
        }
    }
    None
}

/// Whether a function is declared to return `void`.
fn returns_nothing(ast: &Ast, ty: TypeSpec, declarator: Declarator) -> bool {
    let void = matches!(ty, TypeSpec::Builtin(words) if words.set == BuiltinSet::VOID);
    void && ast[declarator.derived].len() == 1
}

fn parameters(ast: &Ast, declarator: Declarator) -> Vec<Param> {
    match ast[declarator.derived].first() {
        Some(Derived::Function { params, .. }) => ast[*params].to_vec(),
        _ => Vec::new(),
    }
}

/// `__typeof__(f(a, b)) sw_result;`, where the token `at` stands.
fn declaration(
    tokens: &mut Tokens,
    at: usize,
    result: Symbol,
    name: Symbol,
    ast: &Ast,
    params: &[Param],
) -> Vec<Token> {
    let here = tokens.tokens[at];
    let typeof_ = Token { kind: TokenKind::Keyword(Keyword::Typeof), value: 0, ..here };
    let ident = |name: Symbol| Token { kind: TokenKind::Ident, value: name.raw(), ..here };
    let open = punct(here, Punct::LParen);
    let close = punct(here, Punct::RParen);
    let star = punct(here, Punct::Star);
    let mut with = vec![typeof_, open, ident(name), open];
    for (n, param) in params.iter().enumerate() {
        if n > 0 {
            with.push(punct(here, Punct::Comma));
        }
        if let Some(name) = ast[param.declarator].name {
            with.push(ident(name));
        } else {
            // `(*(__typeof__(T) *)0)`: it has a type all the same.
            with.extend([open, star, open, typeof_, open]);
            let from = token_at(tokens, param.span).unwrap_or(at);
            let inside = |token: &&Token| token.span.hi <= param.span.hi;
            with.extend(tokens.tokens[from..].iter().take_while(inside).copied());
            with.extend([close, star, close, int(tokens, at, 0), close]);
        }
    }
    with.extend([close, close, ident(result), punct(here, Punct::Semi)]);
    with
}
