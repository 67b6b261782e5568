//! Predicates and properties that users declare.
//!
//! ```text
//! predicate marked(v) = v->mark = 1;
//! predicate black(v) = all w: v->ref = w implies marked(w);
//! constraint all v, w: v->next = w implies not (marked(v) and marked(w));
//! snapshot before(v) = reaches(list, v) at entry sort;
//! check all v: before(v) iff reaches(result, v) at exit sort;
//! ```
//!
//! A `predicate` is an instrumentation predicate: it is stored, is kept by finite differencing of its definition, tells
//! individuals apart, and its definition gives constraints. A `constraint` is used to sharpen structures, and every change must be seen to keep
//! it. A `snapshot` remembers of which cells something holds at a place. A `check` asks a formula at a place.
//!
//! Reading order: [`Declarations`], `lex`, `parse`, `resolve`, `asked`.

mod asked;
mod lex;
mod parse;
mod resolve;

pub(crate) use asked::Asked;
pub(crate) use resolve::{Names, Scope, is_guarded};

/// What is wrong with a file, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1, in characters.
    pub column: u32,
    /// What is wrong.
    pub message: String,
}

/// A place in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Position {
    pub(crate) line: u32,
    pub(crate) column: u32,
}

impl Position {
    pub(crate) fn mistake(self, message: impl Into<String>) -> Mistake {
        Mistake { line: self.line, column: self.column, message: message.into() }
    }
}

/// A name where it is used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) at: Position,
}

/// How two numbers compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comparison {
    AtMost,
    Below,
    AtLeast,
    Above,
}

/// A formula as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Expression {
    Constant(bool),
    Not(Box<Expression>),
    And(Vec<Expression>),
    Or(Vec<Expression>),
    Implies(Box<[Expression; 2]>),
    Iff(Box<[Expression; 2]>),
    All(Vec<Name>, Box<Expression>),
    Some(Vec<Name>, Box<Expression>),
    /// `v->f = w`.
    Link(Name, Name, Name),
    /// `v->f = null`.
    Null(Name, Name),
    /// `v->d = 1`.
    Flag(Name, Name, i64),
    /// `v->d <= w->d`.
    Compare(Name, Name, Comparison, Name, Name),
    /// `v = w`.
    Equal(Name, Name),
    /// `x = null`.
    IsNull(Name),
    /// `reaches(v, w)`.
    Reaches(Name, Name),
    /// `p(v)`.
    Holds(Name, Name),
}

/// When something is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum When {
    Line(u32),
    Entry(Name),
    Exit(Name),
}

/// A declaration of a predicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Declared {
    pub(crate) name: Name,
    pub(crate) parameter: Name,
    pub(crate) formula: Expression,
}

/// What a file declares.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Declarations {
    pub(crate) predicates: Vec<Declared>,
    pub(crate) constraints: Vec<(Position, Expression)>,
    pub(crate) snapshots: Vec<(Declared, When)>,
    pub(crate) checks: Vec<(Position, Expression, When)>,
}

impl Declarations {
    /// Reads the text of a file.
    pub fn parse(text: &str) -> Result<Self, Mistake> {
        parse::parse(text)
    }

    /// All formulas.
    fn formulas(&self) -> impl Iterator<Item = &Expression> {
        let predicates = self.predicates.iter().map(|declared| &declared.formula);
        let snapshots = self.snapshots.iter().map(|(declared, _)| &declared.formula);
        let constraints = self.constraints.iter().map(|(_, formula)| formula);
        predicates
            .chain(constraints)
            .chain(snapshots)
            .chain(self.checks.iter().map(|(_, formula, _)| formula))
    }

    /// The members that are compared by order, by their names.
    pub(crate) fn ordered(&self) -> Vec<&str> {
        let mut found = Vec::new();
        self.formulas().for_each(|formula| {
            formula.atoms(&mut |atom| {
                if let Expression::Compare(_, field, ..) = atom {
                    found.push(field.text.as_str());
                }
            });
        });
        found
    }

    /// All members that are spoken of, by their names.
    pub(crate) fn members(&self) -> Vec<&str> {
        let mut found = Vec::new();
        self.formulas().for_each(|formula| {
            formula.atoms(&mut |atom| {
                if let Expression::Link(_, field, _)
                | Expression::Null(_, field)
                | Expression::Compare(_, field, ..)
                | Expression::Flag(_, field, _) = atom
                {
                    found.push(field.text.as_str());
                }
            });
        });
        found
    }

    /// The fields that declared predicates are about, by their names.
    pub(crate) fn links(&self) -> Vec<&str> {
        let mut found = Vec::new();
        for declared in &self.predicates {
            declared.formula.atoms(&mut |atom| {
                if let Expression::Link(_, field, _) | Expression::Null(_, field) = atom {
                    found.push(field.text.as_str());
                }
            });
        }
        found
    }

    /// The values of members that are asked for, by their names.
    pub(crate) fn flags(&self) -> Vec<(&str, i64)> {
        let mut found = Vec::new();
        self.formulas().for_each(|formula| {
            formula.atoms(&mut |atom| {
                if let Expression::Flag(_, field, value) = atom {
                    found.push((field.text.as_str(), *value));
                }
            });
        });
        found
    }
}

impl Expression {
    /// Tells of each atom in it.
    fn atoms<'a>(&'a self, tell: &mut impl FnMut(&'a Expression)) {
        match self {
            Self::Not(inner) | Self::All(_, inner) | Self::Some(_, inner) => inner.atoms(tell),
            Self::And(parts) | Self::Or(parts) => parts.iter().for_each(|part| part.atoms(tell)),
            Self::Implies(parts) | Self::Iff(parts) => parts.iter().for_each(|part| part.atoms(tell)),
            atom => tell(atom),
        }
    }
}
