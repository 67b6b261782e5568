//! Symbolic values.
//!
//! A symbol stands for one unknown integer: an address or a number, which of them does not matter. A
//! term is a symbol and how far from it, or a constant; null is the constant 0.

use std::fmt;

use logic::{Dim, Form};

/// A symbol. Symbols are numbered within a state and never used again in it for something else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sym(pub u32);

impl Sym {
    /// The symbol in formulas.
    pub fn dim(self) -> Dim {
        Dim(self.0)
    }
}

impl fmt::Debug for Sym {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s{}", self.0)
    }
}

/// A symbol plus a constant, or a constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term {
    /// `None` for a constant.
    pub base: Option<Sym>,
    /// Bytes, if it is an address.
    pub offset: i64,
}

impl Term {
    /// The null pointer, and the number 0.
    pub const NULL: Self = Self { base: None, offset: 0 };

    /// Just this symbol.
    pub fn of(base: Sym) -> Self {
        Self { base: Some(base), offset: 0 }
    }

    /// A constant.
    pub fn constant(value: i64) -> Self {
        Self { base: None, offset: value }
    }

    /// So much further.
    pub fn plus(self, bytes: i64) -> Option<Self> {
        Some(Self { base: self.base, offset: self.offset.checked_add(bytes)? })
    }

    /// Its form.
    pub fn form(self) -> Form {
        let form = self.base.map_or_else(Form::default, |base| Form::of(base.dim()));
        form.with_offset(i128::from(self.offset))
    }

    /// With a symbol replaced by a term; `None` if the offset leaves its range.
    pub fn substitute(self, sym: Sym, by: Self) -> Option<Self> {
        if self.base == Some(sym) { by.plus(self.offset) } else { Some(self) }
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.base, self.offset) {
            (None, offset) => write!(f, "{offset}"),
            (Some(base), 0) => write!(f, "{base:?}"),
            (Some(base), offset) => write!(f, "{base:?}{offset:+}"),
        }
    }
}

/// What a register or a part of an object holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// Nothing was ever written.
    Uninit,
    /// Something, or nothing was ever written.
    Unsure,
    /// Something; it has no name yet.
    Any,
    /// This.
    Known(Term),
}

impl Value {
    /// Just this symbol.
    pub fn of(sym: Sym) -> Self {
        Self::Known(Term::of(sym))
    }

    /// The term, if there is one.
    pub fn term(self) -> Option<Term> {
        match self {
            Self::Known(term) => Some(term),
            _ => None,
        }
    }
}
