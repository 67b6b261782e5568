//! Records whose layout the type checker gets wrong. They are refused: a wrong layout must not pass.
//!
//! Three ways to write a record with bit-fields give another layout than gcc's: an alignment below
//! the type's own on the bit-field, `packed` together with `#pragma pack`, and Microsoft's rules on
//! 32 bits. They are looked for in the tokens, since the tree does not keep the attributes.

use rucc_base::{Interner, Symbol};
use rucc_diag::Diagnostic;
use rucc_lex::{Keyword, Punct, Token, TokenKind, Tokens};

/// The names that make a record worth a look; if a unit has none of them, nothing is looked at.
struct Names {
    packed: [Option<Symbol>; 2],
    aligned: [Option<Symbol>; 2],
    ms_struct: [Option<Symbol>; 2],
    pack: Option<Symbol>,
    push: Option<Symbol>,
    pop: Option<Symbol>,
}

/// Errors for the records that cannot be laid out.
pub(crate) fn examine(tokens: &Tokens, names: &Interner, bits32: bool) -> Vec<Diagnostic> {
    let both = |name: &str| [names.find(name), names.find(&format!("__{name}__"))];
    let names = Names {
        packed: both("packed"),
        aligned: both("aligned"),
        ms_struct: if bits32 { both("ms_struct") } else { [None; 2] },
        pack: names.find("pack"),
        push: names.find("push"),
        pop: names.find("pop"),
    };
    let worth = [names.packed, names.aligned, names.ms_struct].concat();
    if worth.iter().all(Option::is_none) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let mut pack = Packing { names: &names, tokens, at: 0, current: false, saved: Vec::new() };
    let all = &tokens.tokens;
    for (at, token) in all.iter().enumerate() {
        match token.punct() {
            Some(Punct::LBrace) => {
                let record = head_of_record(all, at);
                let packed = record.is_some_and(|head| all[head..at].iter().any(|t| is(*t, &names.packed)));
                open.push(Open { record, packed, member: at + 1, bit_field: false });
            }
            Some(Punct::RBrace) => {
                let Some(closed) = open.pop() else { continue };
                let Some(head) = closed.record else { continue };
                let tail = attributes_after(all, at + 1);
                let packed = closed.packed || tail.iter().any(|token| is(*token, &names.packed));
                let ms = all[head..at].iter().chain(tail).any(|token| is(*token, &names.ms_struct));
                let why = if closed.bit_field && packed && pack.in_effect(at) {
                    "bit-fields in a record that is both `packed` and under `#pragma pack` are not supported"
                } else if closed.bit_field && ms {
                    "bit-fields in an `ms_struct` record are not supported on 32 bits"
                } else {
                    continue;
                };
                found.push(Diagnostic::error(why, all[head].span));
            }
            Some(Punct::Semi) => {
                let Some(inner) = open.last_mut().filter(|inner| inner.record.is_some()) else { continue };
                let member = &all[inner.member..at];
                inner.member = at + 1;
                if !is_bit_field(member) {
                    continue;
                }
                inner.bit_field = true;
                inner.packed |= member.iter().any(|token| is(*token, &names.packed));
                if let Some(align) = member.iter().position(|token| is(*token, &names.aligned))
                    && lowers(tokens, member, align)
                {
                    let why = "an `aligned` below the type's own alignment on a bit-field is not supported";
                    found.push(Diagnostic::error(why, member[align].span));
                }
            }
            _ => {}
        }
    }
    found
}

/// A brace that is open.
struct Open {
    /// Where the record it is the body of begins.
    record: Option<usize>,
    packed: bool,
    /// Where the current member begins.
    member: usize,
    bit_field: bool,
}

fn is(token: Token, names: &[Option<Symbol>]) -> bool {
    token.kind == TokenKind::Ident && names.iter().flatten().any(|name| name.raw() == token.value)
}

/// Where the `struct` or `union` is that this brace belongs to.
fn head_of_record(all: &[Token], brace: usize) -> Option<usize> {
    let mut at = brace;
    while let Some(before) = at.checked_sub(1) {
        at = before;
        match all[at].kind {
            TokenKind::Keyword(Keyword::Struct | Keyword::Union) => return Some(at),
            TokenKind::Punct(Punct::RParen) => at = opening(all, at)?,
            TokenKind::Ident | TokenKind::Keyword(Keyword::Attribute) => {}
            _ => return None,
        }
    }
    None
}

fn opening(all: &[Token], close: usize) -> Option<usize> {
    let mut depth = 0;
    for at in (0..=close).rev() {
        match all[at].punct() {
            Some(Punct::RParen) => depth += 1,
            Some(Punct::LParen) => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// The attributes that stand behind a closing brace.
fn attributes_after(all: &[Token], from: usize) -> &[Token] {
    let mut to = from;
    while all.get(to).is_some_and(|token| token.kind == TokenKind::Keyword(Keyword::Attribute)) {
        let mut depth = 0;
        to += 1;
        while let Some(token) = all.get(to) {
            to += 1;
            match token.punct() {
                Some(Punct::LParen) => depth += 1,
                Some(Punct::RParen) => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
    &all[from..to]
}

/// Whether a member has a colon outside of all brackets.
fn is_bit_field(member: &[Token]) -> bool {
    let mut depth = 0;
    member.iter().any(|token| {
        match token.punct() {
            Some(Punct::LParen | Punct::LBrace | Punct::LBracket) => depth += 1,
            Some(Punct::RParen | Punct::RBrace | Punct::RBracket) => depth -= 1,
            _ => {}
        }
        depth == 0 && token.punct() == Some(Punct::Colon)
    })
}

/// Whether the `aligned` at `at` asks for less than the type may have by itself.
fn lowers(tokens: &Tokens, member: &[Token], at: usize) -> bool {
    let has = |word: Keyword| member.iter().any(|token| token.kind == TokenKind::Keyword(word));
    let own = match () {
        () if has(Keyword::Char) || has(Keyword::Bool) => 1,
        () if has(Keyword::Short) => 2,
        () if has(Keyword::Long) => 8,
        () if has(Keyword::Int) || has(Keyword::Unsigned) || has(Keyword::Signed) || has(Keyword::Enum) => 4,
        () => 8,
    };
    let opens = member.get(at + 1).and_then(|token| token.punct()) == Some(Punct::LParen);
    let asked = member.get(at + 2).and_then(|token| tokens.int(*token)).map(|constant| constant.value);
    opens && asked.is_none_or(|asked| asked < own)
}

/// `#pragma pack`, followed along with the tokens.
struct Packing<'a> {
    names: &'a Names,
    tokens: &'a Tokens,
    at: usize,
    current: bool,
    saved: Vec<bool>,
}

impl Packing<'_> {
    fn in_effect(&mut self, token: usize) -> bool {
        while let Some(pragma) = self.tokens.pragmas.get(self.at)
            && pragma.before as usize <= token
        {
            self.at += 1;
            let words = &pragma.tokens;
            let named = |name: Option<Symbol>| {
                words
                    .iter()
                    .any(|token| token.kind == TokenKind::Ident && Some(token.value) == name.map(Symbol::raw))
            };
            if words.first().is_none_or(|word| Some(word.value) != self.names.pack.map(Symbol::raw)) {
                continue;
            }
            if named(self.names.pop) {
                self.current = self.saved.pop().unwrap_or(false);
                continue;
            }
            if named(self.names.push) {
                self.saved.push(self.current);
            }
            let number = words.iter().find_map(|word| self.tokens.int(*word));
            if number.is_some() || !named(self.names.push) {
                // Packed to one byte, both say the same.
                self.current = number.is_some_and(|number| number.value > 1);
            }
        }
        self.current
    }
}
