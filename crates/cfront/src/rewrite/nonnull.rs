//! Where null pointers are ruled out: the attributes `nonnull` and `returns_nonnull`, which the typed tree does not keep.
//!
//! They belong to the function that their declaration declares: before the declarators to all of these, after one to it. A function
//! may have them on one of its declarations only, and compilers go by them from then on. What stands anywhere else (in the type of a pointer,
//! in a typedef) speaks of functions that are not known by name; whoever lowers the unit says that it is not modelled.

use rucc_base::Interner;
use rucc_diag::Span;
use rucc_lex::{Keyword, Punct, Token, TokenKind, Tokens};
use rucc_sema::Tast;
use rustc_hash::FxHashMap;

use super::tokens::closing;

/// Why nothing is said where an attribute is on anything but the declaration of a function.
pub(crate) const UNKNOWN: &str =
    "`nonnull` or `returns_nonnull` on anything but the declaration of a function";

/// What declarations of a function rule out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Promise {
    /// All parameters that are pointers.
    pub(crate) all: bool,
    /// Parameters by number, the first is 1.
    pub(crate) parameters: Vec<u64>,
    /// The result.
    pub(crate) result: bool,
}

impl Promise {
    fn add(&mut self, other: &Self) {
        self.all |= other.all;
        self.result |= other.result;
        self.parameters.extend_from_slice(&other.parameters);
    }

    /// Whether a parameter, the first is 0, may not be null if it is a pointer.
    pub(crate) fn rules_out(&self, parameter: usize) -> bool {
        self.all || self.parameters.contains(&(parameter as u64 + 1))
    }
}

/// What a unit says about null pointers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Promises {
    /// By the names of functions.
    pub(crate) functions: FxHashMap<u32, Promise>,
    /// The same, without what system headers say.
    pub(crate) own: FxHashMap<u32, Promise>,
    /// Where something is said of functions that are not known by name, in token numbers, in order.
    pub(crate) unknown: Vec<u32>,
}

impl Promises {
    /// Whether something is said in a body of functions that are not known by name.
    pub(crate) fn are_unknown_in(&self, body: Span) -> bool {
        let first = self.unknown.partition_point(|at| *at < body.lo);
        self.unknown.get(first).is_some_and(|at| *at < body.hi)
    }

    /// Whether something is said outside of all bodies of functions that are not known by name.
    pub(crate) fn speaks_of_unknown(&self, tast: &Tast) -> bool {
        let body = |decl: &rucc_sema::DeclId| Some(tast.stmt_span(tast[*decl].body?));
        let mut rest = self.unknown.clone();
        for body in tast.top_level().iter().filter_map(body) {
            rest.retain(|at| *at < body.lo || *at >= body.hi);
        }
        !rest.is_empty()
    }
}

/// The attributes that rule null pointers out.
struct Words {
    nonnull: Vec<u32>,
    returns: Vec<u32>,
    gnu: Vec<u32>,
}

/// What the attributes of a unit say about null pointers. `is_system` tells what was written in a system header.
pub(crate) fn promises(tokens: &Tokens, names: &Interner, is_system: impl Fn(&Token) -> bool) -> Promises {
    let known =
        |all: [&str; 2]| all.iter().filter_map(|name| Some(names.find(name)?.raw())).collect::<Vec<u32>>();
    let words = Words {
        nonnull: known(["nonnull", "__nonnull__"]),
        returns: known(["returns_nonnull", "__returns_nonnull__"]),
        gnu: known(["gnu", "__gnu__"]),
    };
    let mut found = Promises::default();
    if words.nonnull.is_empty() && words.returns.is_empty() {
        return found;
    }
    let reader = Reader { tokens, words };
    let mut at = 0;
    while at < tokens.tokens.len() {
        at = reader.declaration(at, &is_system, &mut found);
    }
    found.unknown.sort_unstable();
    found
}

/// A part of a declaration.
enum Part {
    Token(usize),
    /// What stands in parentheses, brackets or braces.
    Group(usize, usize),
    Attribute(usize, Promise),
}

struct Reader<'a> {
    tokens: &'a Tokens,
    words: Words,
}

impl Reader<'_> {
    fn is(&self, at: usize, wanted: Punct) -> bool {
        self.tokens.tokens.get(at).and_then(|token| token.punct()) == Some(wanted)
    }

    fn ident(&self, at: usize) -> Option<u32> {
        self.tokens.tokens.get(at).filter(|token| token.kind == TokenKind::Ident).map(|token| token.value)
    }

    /// Reads the declaration or statement that begins at a token: where the next one begins.
    fn declaration(&self, from: usize, is_system: &dyn Fn(&Token) -> bool, found: &mut Promises) -> usize {
        let all = &self.tokens.tokens;
        let mut parts = Vec::new();
        let mut unknown = Vec::new();
        let mut at = from;
        let next = loop {
            let Some(token) = all.get(at) else { break at };
            if let Some((end, promise)) = self.attribute(at) {
                match promise {
                    Some(promise) if promise == Promise::default() => {}
                    Some(promise) => parts.push(Part::Attribute(at, promise)),
                    None => unknown.extend(self.attributes_within(at, end)),
                }
                at = end + 1;
                continue;
            }
            match token.punct() {
                // A closing brace is the end of what is around it.
                Some(Punct::Semi | Punct::RBrace) => break at + 1,
                Some(Punct::LBrace) if !self.is_type_or_value(&parts) => break at + 1,
                Some(Punct::LParen | Punct::LBracket | Punct::LBrace) => {
                    let end = closing(self.tokens, at).unwrap_or(all.len() - 1);
                    unknown.extend(self.attributes_within(at, end));
                    parts.push(Part::Group(at, end));
                    at = end + 1;
                }
                _ => {
                    parts.push(Part::Token(at));
                    at += 1;
                }
            }
        };
        self.attribute_to(&parts, is_system, found, &mut unknown);
        let told = unknown.into_iter().filter(|at| !is_system(&all[*at]));
        found.unknown.extend(told.map(|at| all[at].span.lo));
        next
    }

    /// Whether a brace after these parts begins the members of a type or a value, and no code.
    fn is_type_or_value(&self, parts: &[Part]) -> bool {
        let mut before = parts.iter().rev().filter(|part| !matches!(part, Part::Attribute(..)));
        let is_tagged = |part: Option<&Part>| {
            matches!(part, Some(Part::Token(at)) if matches!(
                self.tokens.tokens[*at].kind,
                TokenKind::Keyword(Keyword::Struct | Keyword::Union | Keyword::Enum)
            ))
        };
        let last = before.next();
        match last {
            Some(Part::Token(at)) if self.is(*at, Punct::Eq) => true,
            Some(Part::Token(at)) if self.ident(*at).is_some() => is_tagged(before.next()),
            // `(type) { … }`, after an equals sign.
            Some(Part::Group(..)) => {
                parts.iter().any(|part| matches!(part, Part::Token(at) if self.is(*at, Punct::Eq)))
            }
            other => is_tagged(other),
        }
    }

    /// Gives the attributes of a declaration to the functions that it declares.
    fn attribute_to(
        &self,
        parts: &[Part],
        is_system: &dyn Fn(&Token) -> bool,
        found: &mut Promises,
        unknown: &mut Vec<usize>,
    ) {
        if !parts.iter().any(|part| matches!(part, Part::Attribute(..))) {
            return;
        }
        let all = &self.tokens.tokens;
        let is_typedef = parts.iter().any(
            |part| matches!(part, Part::Token(at) if all[*at].kind == TokenKind::Keyword(Keyword::Typedef)),
        );
        let declarators: Vec<&[Part]> =
            parts.split(|part| matches!(part, Part::Token(at) if self.is(*at, Punct::Comma))).collect();
        let named: Vec<Option<(usize, u32)>> = declarators
            .iter()
            .map(|declarator| if is_typedef { None } else { self.declared(declarator) })
            .collect();
        for (nth, declarator) in declarators.iter().enumerate() {
            for (place, part) in declarator.iter().enumerate() {
                let Part::Attribute(at, promise) = part else { continue };
                // What stands before the first name is said of all that follow.
                let is_before = nth == 0 && named[0].is_none_or(|(name, _)| place < name);
                let whose = if is_before { &named[..] } else { &named[nth..=nth] };
                if whose.iter().any(Option::is_none) {
                    unknown.push(*at);
                }
                for (_, name) in whose.iter().flatten() {
                    found.functions.entry(*name).or_default().add(promise);
                    if !is_system(&all[*at]) {
                        found.own.entry(*name).or_default().add(promise);
                    }
                }
            }
        }
    }

    /// The function that a declarator declares, and which part its name is.
    fn declared(&self, declarator: &[Part]) -> Option<(usize, u32)> {
        let solid: Vec<(usize, &Part)> =
            declarator.iter().enumerate().filter(|(_, part)| !matches!(part, Part::Attribute(..))).collect();
        let is_list = |part: Option<&(usize, &Part)>| matches!(part, Some((_, Part::Group(open, _))) if self.is(*open, Punct::LParen));
        for (n, (place, part)) in solid.iter().enumerate() {
            match part {
                // `(name)(…)`.
                Part::Group(open, close) if is_list(Some(&solid[n])) && is_list(solid.get(n + 1)) => {
                    let name = self.ident(open + 1)?;
                    return (*close == open + 2).then_some((*place, name));
                }
                Part::Token(at) if is_list(solid.get(n + 1)) && !is_list(solid.get(n + 2)) => {
                    if let Some(name) = self.ident(*at) {
                        return Some((*place, name));
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Whether attributes begin at a token: where they end, and what they rule out, unless that cannot be read. Attributes
    /// that rule nothing out give a promise of nothing.
    fn attribute(&self, at: usize) -> Option<(usize, Option<Promise>)> {
        let is_gnu = self.tokens.tokens[at].kind == TokenKind::Keyword(Keyword::Attribute);
        let open = if is_gnu { at + 1 } else { at };
        let wanted = if is_gnu { Punct::LParen } else { Punct::LBracket };
        if !self.is(open, wanted) || !self.is(open + 1, wanted) {
            return None;
        }
        let end = closing(self.tokens, open)?;
        let inner = closing(self.tokens, open + 1)?;
        let mut promise = Promise::default();
        let mut at = open + 2;
        while at < inner {
            let mut word = at;
            let is_prefixed = self.ident(at).is_some_and(|name| self.words.gnu.contains(&name))
                && self.is(at + 1, Punct::ColonColon);
            if is_prefixed {
                word += 2;
            }
            let next = self.after_attribute(word, inner);
            if let Some(name) = self.ident(word).filter(|_| is_gnu || is_prefixed) {
                promise.result |= self.words.returns.contains(&name);
                if self.words.nonnull.contains(&name) {
                    match self.numbers(word + 1) {
                        Some(numbers) if numbers.is_empty() => promise.all = true,
                        Some(numbers) => promise.parameters.extend(numbers),
                        None => return Some((end, None)),
                    }
                }
            }
            at = next;
        }
        Some((end, Some(promise)))
    }

    /// Behind the comma that ends an attribute, or the end of all.
    fn after_attribute(&self, mut at: usize, end: usize) -> usize {
        while at < end {
            match self.tokens.tokens[at].punct() {
                Some(Punct::Comma) => return at + 1,
                Some(Punct::LParen | Punct::LBracket | Punct::LBrace) => {
                    at = closing(self.tokens, at).map_or(end, |close| close + 1);
                }
                _ => at += 1,
            }
        }
        end
    }

    /// The numbers in parentheses that begin at a token; none if there are no parentheses.
    fn numbers(&self, open: usize) -> Option<Vec<u64>> {
        if !self.is(open, Punct::LParen) {
            return Some(Vec::new());
        }
        let close = closing(self.tokens, open)?;
        let mut numbers = Vec::new();
        for (n, token) in self.tokens.tokens[open + 1..close].iter().enumerate() {
            match token.kind {
                TokenKind::Int if n % 2 == 0 => {
                    let value = self.tokens.ints.get(token.value as usize)?.value;
                    numbers.push(u64::try_from(value).ok()?);
                }
                _ if n % 2 == 1 && token.punct() == Some(Punct::Comma) => {}
                _ => return None,
            }
        }
        Some(numbers)
    }

    /// The attributes within a group that rule null pointers out.
    fn attributes_within(&self, from: usize, to: usize) -> Vec<usize> {
        let rules_out = |at: &usize| matches!(self.attribute(*at), Some((_, promise)) if promise != Some(Promise::default()));
        (from..=to.min(self.tokens.tokens.len() - 1)).filter(rules_out).collect()
    }
}
