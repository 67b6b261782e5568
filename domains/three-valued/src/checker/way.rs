//! One way through a predicate: what registers hold on it, and what was assumed and found.

use ir::LocalId;
use rustc_hash::FxHashMap;

/// What a register holds on a way through the function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Symbol {
    /// A parameter; the first is the cell.
    Parameter(usize),
    /// A member of the cell.
    Member(u64),
    Number(i128),
    /// Whether a comparison holds: `==` or `<=`, or its contrary.
    Compared {
        equal: bool,
        left: Term,
        right: Term,
        negated: bool,
    },
    /// What a call of the function itself gave, by its number, or its contrary.
    Called {
        call: usize,
        negated: bool,
    },
    /// Anything.
    Opaque,
}

/// What is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Term {
    Parameter(usize),
    Member(u64),
    Zero,
}

/// A way through the function, with what was assumed and found on it.
#[derive(Clone, Default)]
pub(super) struct Way {
    pub(super) held: FxHashMap<LocalId, Symbol>,
    pub(super) calls: Vec<Vec<Symbol>>,
    /// Comparisons, and calls by their number, with their truth.
    equal: Vec<(Term, Term, bool)>,
    pub(super) at_most: Vec<(Term, Term)>,
    pub(super) called: Vec<(usize, bool)>,
    pub(super) steps: usize,
}

pub(super) fn term(symbol: Symbol) -> Option<Term> {
    match symbol {
        Symbol::Parameter(index) => Some(Term::Parameter(index)),
        Symbol::Member(offset) => Some(Term::Member(offset)),
        Symbol::Number(0) => Some(Term::Zero),
        _ => None,
    }
}

pub(super) fn contrary(symbol: Symbol) -> Symbol {
    match symbol {
        Symbol::Compared { equal, left, right, negated } => {
            Symbol::Compared { equal, left, right, negated: !negated }
        }
        Symbol::Called { call, negated } => Symbol::Called { call, negated: !negated },
        other => other,
    }
}

impl Way {
    /// The way on which a symbol is true, or false; `None` if it cannot be.
    pub(super) fn assuming(mut self, symbol: Symbol, truth: bool) -> Option<Self> {
        match symbol {
            Symbol::Number(number) => return ((number != 0) == truth).then_some(self),
            Symbol::Compared { equal: true, left, right, negated } => {
                let holds = truth != negated;
                let known = self
                    .equal
                    .iter()
                    .find(|(a, b, _)| (*a, *b) == (left, right) || (*b, *a) == (left, right));
                if known.is_some_and(|(.., known)| *known != holds) {
                    return None;
                }
                self.equal.push((left, right, holds));
            }
            // What is not at most something is at least it.
            Symbol::Compared { equal: false, left, right, negated } => {
                let pair = if truth == negated { (right, left) } else { (left, right) };
                self.at_most.push(pair);
            }
            Symbol::Called { call, negated } => {
                let holds = truth != negated;
                if self.called.contains(&(call, !holds)) {
                    return None;
                }
                self.called.push((call, holds));
            }
            other => {
                if let Some(left) = term(other) {
                    let is_zero = Symbol::Compared { equal: true, left, right: Term::Zero, negated: false };
                    return self.assuming(is_zero, !truth);
                }
            }
        }
        Some(self)
    }

    pub(super) fn is_equal(&self, a: Term, b: Term) -> bool {
        self.equal.iter().any(|(x, y, truth)| *truth && ((*x, *y) == (a, b) || (*y, *x) == (a, b)))
    }

    pub(super) fn is_null(&self, term: Term) -> Option<bool> {
        let known = self
            .equal
            .iter()
            .find(|(a, b, _)| (*a, *b) == (term, Term::Zero) || (*b, *a) == (term, Term::Zero));
        known.map(|(.., truth)| *truth)
    }

    /// The call on a member that was true.
    pub(super) fn call_on(&self, link: u64) -> Option<usize> {
        let on = |call: usize| self.calls[call].first() == Some(&Symbol::Member(link));
        self.called.iter().find(|(call, truth)| *truth && on(*call)).map(|(call, _)| *call)
    }
}
