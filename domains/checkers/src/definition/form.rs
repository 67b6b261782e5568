//! Sums of names, and what becomes of them when a name is replaced.
//!
//! Arithmetic is exact; what outgrows the machine is `None`, and whoever asked refuses the checker.

use super::{Atom, Form, Name, Term};

impl Form {
    /// A constant.
    pub fn constant(value: i128) -> Self {
        Self { terms: Vec::new(), constant: value }
    }

    /// Just this name.
    pub fn of(name: Name) -> Self {
        Self { terms: vec![(name, 1)], constant: 0 }
    }

    /// The value, if it depends on no name.
    pub fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// As a name and how far from it, if it is one.
    pub fn as_term(&self) -> Option<Term> {
        let offset = i64::try_from(self.constant).ok()?;
        match self.terms.as_slice() {
            [] => Some(Term { name: None, offset }),
            [(name, 1)] => Some(Term { name: Some(*name), offset }),
            _ => None,
        }
    }

    /// `self + factor · other`.
    pub fn plus(&self, factor: i64, other: &Self) -> Option<Self> {
        let mut terms = self.terms.clone();
        for &(name, a) in &other.terms {
            let a = a.checked_mul(factor)?;
            match terms.binary_search_by_key(&name, |term| term.0) {
                Ok(at) => {
                    terms[at].1 = terms[at].1.checked_add(a)?;
                    if terms[at].1 == 0 {
                        terms.remove(at);
                    }
                }
                Err(_) if a == 0 => {}
                Err(at) => terms.insert(at, (name, a)),
            }
        }
        let constant = other.constant.checked_mul(i128::from(factor))?.checked_add(self.constant)?;
        // Far from the edge, so that sums of a few never overflow.
        (constant.unsigned_abs() < 1 << 100).then_some(Self { terms, constant })
    }

    /// `self − other`.
    pub fn minus(&self, other: &Self) -> Option<Self> {
        self.plus(-1, other)
    }

    /// `factor · self`.
    pub fn times(&self, factor: i64) -> Option<Self> {
        Self::constant(0).plus(factor, self)
    }

    /// `self + constant`.
    pub fn offset(&self, constant: i128) -> Option<Self> {
        self.plus(1, &Self::constant(constant))
    }

    /// The factor of a name.
    pub fn factor(&self, name: Name) -> i64 {
        self.terms.iter().find(|term| term.0 == name).map_or(0, |term| term.1)
    }

    /// With a term instead of a name.
    pub fn replace(&self, name: Name, by: Term) -> Option<Self> {
        match self.factor(name) {
            0 => Some(self.clone()),
            factor => self.plus(-factor, &Self::of(name))?.plus(factor, &by.into()),
        }
    }

    /// With other names, of which no two become one.
    pub(crate) fn rename(&self, to: &mut dyn FnMut(Name) -> Name) -> Self {
        let mut terms: Vec<(Name, i64)> = self.terms.iter().map(|&(name, a)| (to(name), a)).collect();
        terms.sort_unstable();
        Self { terms, constant: self.constant }
    }
}

impl From<Term> for Form {
    fn from(term: Term) -> Self {
        let terms = term.name.map(|name| (name, 1)).into_iter().collect();
        Self { terms, constant: i128::from(term.offset) }
    }
}

impl Term {
    /// With a term instead of a name.
    pub fn replace(self, name: Name, by: Self) -> Option<Self> {
        if self.name != Some(name) {
            return Some(self);
        }
        Some(Self { name: by.name, offset: by.offset.checked_add(self.offset)? })
    }

    /// So many bytes further.
    pub fn plus(self, bytes: i64) -> Option<Self> {
        Some(Self { name: self.name, offset: self.offset.checked_add(bytes)? })
    }

    pub(crate) fn rename(self, to: &mut dyn FnMut(Name) -> Name) -> Self {
        Self { name: self.name.map(to), offset: self.offset }
    }
}

impl Atom {
    /// What it is about.
    pub fn form(&self) -> &Form {
        match self {
            Self::Zero(form) | Self::NonZero(form) | Self::AtLeastZero(form) => form,
        }
    }

    /// The same about another form.
    #[must_use]
    pub fn with(&self, form: Form) -> Self {
        match self {
            Self::Zero(_) => Self::Zero(form),
            Self::NonZero(_) => Self::NonZero(form),
            Self::AtLeastZero(_) => Self::AtLeastZero(form),
        }
    }

    /// The opposite.
    pub fn negated(&self) -> Option<Self> {
        Some(match self {
            Self::Zero(form) => Self::NonZero(form.clone()),
            Self::NonZero(form) => Self::Zero(form.clone()),
            Self::AtLeastZero(form) => Self::AtLeastZero(form.times(-1)?.offset(-1)?),
        })
    }

    /// Whether it holds, if no name is involved.
    pub fn decided(&self) -> Option<bool> {
        let value = self.form().as_constant()?;
        Some(match self {
            Self::Zero(_) => value == 0,
            Self::NonZero(_) => value != 0,
            Self::AtLeastZero(_) => value >= 0,
        })
    }

    /// The same, with the first factor positive where the sign does not matter.
    #[must_use]
    pub fn normal(self) -> Self {
        let first = self.form().terms.first().map_or(1, |term| term.1);
        match &self {
            Self::Zero(form) | Self::NonZero(form) if first < 0 => match form.times(-1) {
                Some(turned) => self.with(turned),
                None => self,
            },
            _ => self,
        }
    }
}
