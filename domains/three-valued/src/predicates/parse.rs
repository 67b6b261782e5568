//! From words to declarations.
//!
//! `iff` binds weakest, then `implies` (to the right), `or`, `and`, `not`; a quantifier reaches as far as it can.

use super::lex::{Token, tokens};
use super::{Comparison, Declarations, Declared, Expression, Mistake, Name, Position, When};

/// Formulas that are nested deeper are refused.
const DEPTH: usize = 64;

const WORDS: &[&str] =
    &["all", "some", "not", "and", "or", "implies", "iff", "true", "false", "null", "at", "reaches"];

pub(super) fn parse(text: &str) -> Result<Declarations, Mistake> {
    let tokens = tokens(text)?;
    let mut parser = Parser { tokens: &tokens, next: 0, depth: 0 };
    let mut found = Declarations::default();
    while *parser.peek() != Token::End {
        parser.declaration(&mut found)?;
    }
    Ok(found)
}

struct Parser<'a> {
    tokens: &'a [(Token, Position)],
    next: usize,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> &Token {
        &self.tokens[self.next.min(self.tokens.len() - 1)].0
    }

    fn at(&self) -> Position {
        self.tokens[self.next.min(self.tokens.len() - 1)].1
    }

    fn wanted<T>(&self, what: &str) -> Result<T, Mistake> {
        Err(self.at().mistake(format!("{what} was expected here, not {}", self.peek().shown())))
    }

    fn takes(&mut self, sign: &'static str) -> bool {
        let is = *self.peek() == Token::Sign(sign);
        self.next += usize::from(is);
        is
    }

    fn sign(&mut self, sign: &'static str) -> Result<(), Mistake> {
        if self.takes(sign) { Ok(()) } else { self.wanted(&format!("`{sign}`")) }
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let is = matches!(self.peek(), Token::Word(next) if next == word);
        self.next += usize::from(is);
        is
    }

    fn name(&mut self) -> Result<Name, Mistake> {
        let at = self.at();
        match self.peek() {
            Token::Word(word) if !WORDS.contains(&word.as_str()) => {
                let text = word.clone();
                self.next += 1;
                Ok(Name { text, at })
            }
            _ => self.wanted("a name"),
        }
    }

    fn declaration(&mut self, found: &mut Declarations) -> Result<(), Mistake> {
        let at = self.at();
        if self.takes_word("predicate") {
            found.predicates.push(self.declared()?);
        } else if self.takes_word("snapshot") {
            let declared = self.declared()?;
            found.snapshots.push((declared, self.when()?));
        } else if self.takes_word("constraint") {
            found.constraints.push((at, self.formula()?));
        } else if self.takes_word("check") {
            let formula = self.formula()?;
            found.checks.push((at, formula, self.when()?));
        } else {
            return self.wanted("`predicate`, `constraint`, `snapshot` or `check`");
        }
        self.sign(";")
    }

    fn declared(&mut self) -> Result<Declared, Mistake> {
        let name = self.name()?;
        self.sign("(")?;
        let parameter = self.name()?;
        self.sign(")")?;
        self.sign("=")?;
        Ok(Declared { name, parameter, formula: self.formula()? })
    }

    fn when(&mut self) -> Result<When, Mistake> {
        if !self.takes_word("at") {
            return self.wanted("`at line N`, `at entry FUNCTION` or `at exit FUNCTION`");
        }
        if self.takes_word("line") {
            return match *self.peek() {
                Token::Number(number) if u32::try_from(number).is_ok_and(|line| line > 0) => {
                    self.next += 1;
                    Ok(When::Line(number as u32))
                }
                _ => self.wanted("the number of a line"),
            };
        }
        if self.takes_word("entry") {
            return Ok(When::Entry(self.name()?));
        }
        if self.takes_word("exit") {
            return Ok(When::Exit(self.name()?));
        }
        self.wanted("`line`, `entry` or `exit`")
    }

    fn formula(&mut self) -> Result<Expression, Mistake> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.at().mistake("the formula is nested too deeply"));
        }
        let mut left = self.implication()?;
        while self.takes_word("iff") {
            left = Expression::Iff(Box::new([left, self.implication()?]));
        }
        self.depth -= 1;
        Ok(left)
    }

    fn implication(&mut self) -> Result<Expression, Mistake> {
        let left = self.disjunction()?;
        if !self.takes_word("implies") {
            return Ok(left);
        }
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.at().mistake("the formula is nested too deeply"));
        }
        let right = self.implication()?;
        self.depth -= 1;
        Ok(Expression::Implies(Box::new([left, right])))
    }

    fn disjunction(&mut self) -> Result<Expression, Mistake> {
        let mut parts = vec![self.conjunction()?];
        while self.takes_word("or") {
            parts.push(self.conjunction()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Expression::Or(parts) })
    }

    fn conjunction(&mut self) -> Result<Expression, Mistake> {
        let mut parts = vec![self.negation()?];
        while self.takes_word("and") {
            parts.push(self.negation()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Expression::And(parts) })
    }

    fn negation(&mut self) -> Result<Expression, Mistake> {
        let mut negated = false;
        while self.takes_word("not") {
            negated = !negated;
        }
        let inner = self.primary()?;
        Ok(if negated { Expression::Not(Box::new(inner)) } else { inner })
    }

    fn primary(&mut self) -> Result<Expression, Mistake> {
        for (word, value) in [("true", true), ("false", false)] {
            if self.takes_word(word) {
                return Ok(Expression::Constant(value));
            }
        }
        if self.takes("(") {
            let inner = self.formula()?;
            self.sign(")")?;
            return Ok(inner);
        }
        let universal = self.takes_word("all");
        if universal || self.takes_word("some") {
            let mut names = vec![self.name()?];
            while self.takes(",") {
                names.push(self.name()?);
            }
            self.sign(":")?;
            let body = Box::new(self.formula()?);
            return Ok(if universal { Expression::All(names, body) } else { Expression::Some(names, body) });
        }
        if self.takes_word("reaches") {
            self.sign("(")?;
            let from = self.name()?;
            self.sign(",")?;
            let to = self.name()?;
            self.sign(")")?;
            return Ok(Expression::Reaches(from, to));
        }
        self.atom()
    }

    fn atom(&mut self) -> Result<Expression, Mistake> {
        let first = self.name()?;
        if self.takes("(") {
            let of = self.name()?;
            self.sign(")")?;
            return Ok(Expression::Holds(first, of));
        }
        let not =
            |negated: bool, atom: Expression| if negated { Expression::Not(Box::new(atom)) } else { atom };
        if !self.takes("->") {
            let negated = self.takes("!=");
            if !negated {
                self.sign("=")?;
            }
            let null = self.takes_word("null");
            let atom = if null { Expression::IsNull(first) } else { Expression::Equal(first, self.name()?) };
            return Ok(not(negated, atom));
        }
        let field = self.name()?;
        let orders = [
            ("<=", Comparison::AtMost),
            (">=", Comparison::AtLeast),
            ("<", Comparison::Below),
            (">", Comparison::Above),
        ];
        for (sign, comparison) in orders {
            if self.takes(sign) {
                let other = self.name()?;
                self.sign("->")?;
                let of = self.name()?;
                return Ok(Expression::Compare(first, field, comparison, other, of));
            }
        }
        let negated = self.takes("!=");
        if !negated && !self.takes("=") {
            return self.wanted("a comparison");
        }
        if self.takes_word("null") {
            return Ok(not(negated, Expression::Null(first, field)));
        }
        if let Token::Number(value) = *self.peek() {
            self.next += 1;
            return Ok(not(negated, Expression::Flag(first, field, value)));
        }
        Ok(not(negated, Expression::Link(first, field, self.name()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mistake(text: &str) -> (u32, u32, String) {
        let Err(Mistake { line, column, message }) = parse(text) else { panic!("{text} is accepted") };
        (line, column, message)
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        assert_eq!(
            mistake("predicate p(v) =\n  v->next = ;"),
            (2, 13, "a name was expected here, not `;`".into())
        );
        assert_eq!(mistake("  check true at 3;").0, 1);
        assert_eq!(mistake("predicate p(v) = v ? w;"), (1, 20, "`?` means nothing here".into()));
        assert_eq!(mistake("check true at line 99999999999999999999;").2, "the number is too large");
        assert_eq!(
            mistake("nothing").2,
            "`predicate`, `constraint`, `snapshot` or `check` was expected here, not `nothing`"
        );
        let deep = format!("check {}true{} at line 1;", "(".repeat(100), ")".repeat(100));
        assert_eq!(mistake(&deep).2, "the formula is nested too deeply");
    }

    #[test]
    fn operators_bind_as_documented() {
        let read = |text: &str| parse(&format!("check {text} at line 1;")).map(|d| d.checks[0].1.clone());
        let same =
            |a: &str, b: &str| assert_eq!(format!("{:?}", strip(read(a))), format!("{:?}", strip(read(b))));
        same("true or false and not true", "true or (false and (not true))");
        same("true implies false implies true", "true implies (false implies true)");
        same("true iff false or true implies false", "true iff ((false or true) implies false)");
    }

    /// Without places: those differ by the parentheses.
    fn strip(read: Result<Expression, Mistake>) -> Expression {
        read.unwrap_or_else(|mistake| panic!("{mistake:?}"))
    }
}
