//! What attributes say and the typed tree does not keep: `assume`, `noreturn` of a typedef of a function type, and sections whose
//! contents run by themselves.
//!
//! `__attribute__((assume(c)));` is undefined where `c` is zero, and `c` is never evaluated. A condition that does nothing is written
//! as the test it stands for, `if (c) ; else __builtin_unreachable();`. A condition that may do something becomes a call of
//! [`ASSUME_WITH_EFFECTS`], which is not modelled.
//!
//! clang takes `noreturn` for a part of a function's type, gcc ignores it on a typedef of one. A function that returns all the same
//! is wrong for one of them, so that the names of such typedefs are kept.
//!
//! The startup code of a program calls what stands in certain sections of its object files. `section`, or assembly, may put anything
//! there; the attributes `constructor` and `destructor` are how this is said in C, and only they are modelled.

use rucc_base::Interner;
use rucc_lex::{Keyword, Punct, Token, TokenKind, Tokens};
use rustc_hash::FxHashSet;

use super::tokens::{Edit, apply, closing, punct};

/// Stands for an `assume` whose condition may do something.
pub(crate) const ASSUME_WITH_EFFECTS: &str = "__sw_assume_with_effects";

/// Writes each `assume` that is a statement as the test it stands for.
pub(crate) fn assumptions(tokens: &mut Tokens, names: &mut Interner) {
    let wanted: Vec<u32> =
        ["assume", "__assume__"].iter().filter_map(|name| Some(names.find(name)?.raw())).collect();
    if wanted.is_empty() {
        return;
    }
    let unreachable = names.intern("__builtin_unreachable").raw();
    let unmodelled = names.intern(ASSUME_WITH_EFFECTS).raw();
    let all = &tokens.tokens;
    let is = |at: usize, wanted: Punct| all.get(at).and_then(|token| token.punct()) == Some(wanted);
    let mut edits = Vec::new();
    for from in 0..all.len() {
        if all[from].kind != TokenKind::Keyword(Keyword::Attribute) || !begins_statement(all, from) {
            continue;
        }
        let Some(close) = closing(tokens, from + 1) else { continue };
        if !is(close + 1, Punct::Semi) {
            continue;
        }
        let here = all[from];
        let ident = |value: u32| Token { kind: TokenKind::Ident, value, ..here };
        let call = |name: u32| {
            [ident(name), punct(here, Punct::LParen), punct(here, Punct::RParen), punct(here, Punct::Semi)]
        };
        let mut with = vec![punct(here, Punct::LBrace)];
        for at in from..close {
            let is_assume = all[at].kind == TokenKind::Ident && wanted.contains(&all[at].value);
            let Some(end) = closing(tokens, at + 1).filter(|_| is_assume && is(at + 1, Punct::LParen)) else {
                continue;
            };
            let condition = &all[at + 1..=end];
            if may_do_something(condition) {
                let keyword = |word| Token { kind: TokenKind::Keyword(word), value: 0, ..here };
                with.extend([keyword(Keyword::Extern), keyword(Keyword::Void), ident(unmodelled)]);
                with.extend([punct(here, Punct::LParen), keyword(Keyword::Void)]);
                with.extend([punct(here, Punct::RParen), punct(here, Punct::Semi)]);
                with.extend(call(unmodelled));
            } else {
                with.push(Token { kind: TokenKind::Keyword(Keyword::If), value: 0, ..here });
                with.extend_from_slice(condition);
                with.push(punct(here, Punct::Semi));
                with.push(Token { kind: TokenKind::Keyword(Keyword::Else), value: 0, ..here });
                with.extend(call(unreachable));
            }
        }
        if with.len() > 1 {
            with.push(punct(here, Punct::RBrace));
            edits.push(Edit { from, to: close + 2, with });
        }
    }
    apply(tokens, edits);
}

/// Whether a statement may begin at `at`, by the token before it.
fn begins_statement(all: &[Token], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|before| all[before]) else { return false };
    matches!(before.punct(), Some(Punct::Semi | Punct::LBrace | Punct::RBrace | Punct::RParen | Punct::Colon))
        || matches!(before.kind, TokenKind::Keyword(Keyword::Else | Keyword::Do))
}

/// Whether evaluating an expression may do more than give a value: a call, an assignment, statements. A cast of what stands in
/// parentheses counts as a call.
fn may_do_something(tokens: &[Token]) -> bool {
    let calls = tokens.windows(2).any(|pair| {
        pair[1].punct() == Some(Punct::LParen)
            && (pair[0].kind == TokenKind::Ident
                || matches!(pair[0].punct(), Some(Punct::RParen | Punct::RBracket)))
    });
    let changes = tokens.iter().any(|token| {
        matches!(
            token.punct(),
            Some(
                Punct::PlusPlus
                    | Punct::MinusMinus
                    | Punct::Eq
                    | Punct::StarEq
                    | Punct::SlashEq
                    | Punct::PercentEq
                    | Punct::PlusEq
                    | Punct::MinusEq
                    | Punct::ShlEq
                    | Punct::ShrEq
                    | Punct::AmpEq
                    | Punct::CaretEq
                    | Punct::PipeEq
                    | Punct::LBrace
            )
        )
    });
    calls || changes
}

/// The names in typedefs that have the attribute `noreturn`, and the names declared with these: what among them is a function, or the
/// type of functions, never returns.
pub(crate) fn never_returning(tokens: &Tokens, names: &Interner) -> FxHashSet<u32> {
    let wanted: Vec<u32> =
        ["noreturn", "__noreturn__"].iter().filter_map(|name| Some(names.find(name)?.raw())).collect();
    let mut found = FxHashSet::default();
    if wanted.is_empty() {
        return found;
    }
    let all = &tokens.tokens;
    let mut at = 0;
    while at < all.len() {
        if all[at].kind != TokenKind::Keyword(Keyword::Typedef) {
            at += 1;
            continue;
        }
        let mut depth = 0;
        let end = all[at..].iter().position(|token| {
            match token.punct() {
                Some(Punct::LBrace) => depth += 1,
                Some(Punct::RBrace) => depth -= 1,
                Some(Punct::Semi) => return depth <= 0,
                _ => {}
            }
            false
        });
        let declaration = &all[at..end.map_or(all.len(), |end| at + end)];
        let words = || declaration.iter().filter(|token| token.kind == TokenKind::Ident).map(|t| t.value);
        if words().any(|word| wanted.contains(&word)) {
            found.extend(words());
        }
        at += declaration.len();
    }
    let ident =
        |at: usize| all.get(at).filter(|token| token.kind == TokenKind::Ident).map(|token| token.value);
    let declared = |at: usize| ident(at).filter(|word| found.contains(word)).and(ident(at + 1));
    let declared: Vec<u32> = (0..all.len()).filter_map(declared).collect();
    found.extend(declared);
    found
}

/// Sections whose contents run before `main` or at the end: these, and those whose names go on with a dot.
const RUN_BY_THEMSELVES: &[&str] =
    &[".preinit_array", ".init_array", ".fini_array", ".ctors", ".dtors", ".init", ".fini"];

/// A section whose contents run by themselves, into which the text of a unit puts something.
pub(crate) fn startup_section(tokens: &Tokens, names: &Interner) -> Option<&'static str> {
    let all = &tokens.tokens;
    let sections: Vec<u32> =
        ["section", "__section__"].iter().filter_map(|name| Some(names.find(name)?.raw())).collect();
    let text = |token: &Token| -> String {
        tokens.strings[token.value as usize]
            .elements
            .iter()
            .filter_map(|unit| char::from_u32(*unit))
            .collect()
    };
    let named = |text: &str| {
        RUN_BY_THEMSELVES.iter().copied().find(|name| {
            text.strip_prefix(name)
                .is_some_and(|rest| !rest.starts_with(|next: char| next == '_' || next.is_alphanumeric()))
        })
    };
    let in_assembly = |text: &str| {
        let words =
            || text.split(|between: char| between.is_whitespace() || matches!(between, ',' | ';' | '"'));
        words()
            .any(|word| matches!(word, ".section" | ".pushsection"))
            .then(|| words().find_map(named))
            .flatten()
    };
    (2..all.len()).filter(|at| all[*at].kind == TokenKind::Str).find_map(|at| {
        let before = &all[at.saturating_sub(4)..at];
        let last = before[before.len() - 2];
        if last.kind == TokenKind::Ident && sections.contains(&last.value) {
            named(&text(&all[at]))
        } else if before.iter().any(|token| token.kind == TokenKind::Keyword(Keyword::Asm)) {
            in_assembly(&text(&all[at]))
        } else {
            None
        }
    })
}
