//! Integrity constraints: what holds in every memory, because of what the predicates mean.
//!
//! A [`Clause`] `body ▷ head` says that wherever the body is true the head is. They are generated from the vocabulary: from fields
//! being functional, and from the definitions of the instrumentation predicates and their contrapositives. What does not fit a
//! clause, since it quantifies inside, is in [`coerce`](crate::coerce).

use crate::definitions::contrapositives;
use crate::formula::{Formula, Var};
use crate::structure::{Binary, Unary};
use crate::vocabulary::{Field, Inverse, Member, Vocabulary};

/// A condition of a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Literal {
    Is(Unary, Var, bool),
    Pair(Binary, Var, Var, bool),
    /// The variables stand for different cells.
    Apart(Var, Var),
}

impl Literal {
    /// The last of its variables.
    pub(crate) fn last(self) -> Var {
        match self {
            Self::Is(_, v, _) => v,
            Self::Pair(_, v, w, _) | Self::Apart(v, w) => v.max(w),
        }
    }

    /// What it says.
    pub(crate) fn formula(self) -> Formula {
        let (atom, positive) = match self {
            Self::Is(predicate, v, positive) => (Formula::Is(predicate, v), positive),
            Self::Pair(predicate, v, w, positive) => (Formula::Pair(predicate, v, w), positive),
            Self::Apart(v, w) => (Formula::Equal(v, w), false),
        };
        if positive { atom } else { atom.negated() }
    }

    /// The predicates it depends on, see [`Touched`].
    pub(crate) fn touched(self) -> Touched {
        match self {
            Self::Is(predicate, ..) => Touched::unary(predicate),
            Self::Pair(predicate, ..) => Touched::binary(predicate),
            Self::Apart(..) => Touched::default(),
        }
    }
}

/// What follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Head {
    Is(Unary, Var, bool),
    Pair(Binary, Var, Var, bool),
    /// The variable stands for one cell.
    Single(Var),
}

/// `body ▷ head`. Its variables are 0, 1, … and are bound in this order.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    /// For each variable the literals of the body that can be looked at once it is bound.
    pub(crate) body: Vec<Vec<Literal>>,
    pub(crate) head: Head,
    /// What must have changed for it to say something new.
    pub(crate) touched: Touched,
}

/// Predicates, as a set that may be too large: several share a place in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Touched(u64);

impl Touched {
    pub(crate) const ALL: Touched = Touched(u64::MAX);
    /// Which individuals there are, and which are summaries.
    pub(crate) const INDIVIDUALS: Touched = Touched(1 << 63);

    pub(crate) fn unary(predicate: Unary) -> Self {
        Self(1 << (predicate.0 % 31))
    }

    pub(crate) fn binary(predicate: Binary) -> Self {
        Self(1 << (31 + predicate.0 % 32))
    }

    pub(crate) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }
}

pub(crate) fn clause(body: &[Literal], head: Head) -> Clause {
    let of_head = match head {
        Head::Is(_, v, _) | Head::Single(v) => v,
        Head::Pair(_, v, w, _) => v.max(w),
    };
    let vars = 1 + body.iter().map(|literal| literal.last()).max().unwrap_or(0).max(of_head);
    let mut touched = body.iter().fold(Touched::default(), |all, literal| all.with(literal.touched()));
    let on_itself = matches!(head, Head::Pair(_, v, w, _) if v == w);
    // Without a condition it concerns every individual. What is split is two from then on, and what holds of a single cell with itself was not said of a summary.
    if body.is_empty() || on_itself || body.iter().any(|literal| matches!(literal, Literal::Apart(..))) {
        touched = touched.with(Touched::INDIVIDUALS);
    }
    let bound = |var: Var| body.iter().filter(|literal| literal.last() == var).copied().collect();
    Clause { body: (0..vars).map(bound).collect(), head, touched }
}

/// The clauses of a vocabulary.
pub(crate) fn generate(vocabulary: &Vocabulary) -> Vec<Clause> {
    let mut clauses = Vec::new();
    for field in &vocabulary.fields {
        functional(field, &mut clauses);
    }
    let forward: Vec<Binary> = vocabulary.forward().map(|field| field.predicate).collect();
    sharing(&forward, vocabulary.shared, &mut clauses);
    reachability(vocabulary, &forward, &mut clauses);
    for inverse in &vocabulary.inverses {
        inverses(inverse, &mut clauses);
    }
    for (field, some) in &vocabulary.somes {
        clauses.push(clause(&[Literal::Pair(*field, 0, 1, true)], Head::Is(*some, 0, true)));
        clauses.push(clause(&[Literal::Is(*some, 0, false)], Head::Pair(*field, 0, 1, false)));
    }
    if let Some(dle) = vocabulary.order {
        order(dle, &mut clauses);
    }
    for member in vocabulary.members() {
        flags(member, &mut clauses);
    }
    let fields: Vec<Binary> = vocabulary.fields.iter().map(|field| field.predicate).collect();
    for known in vocabulary.instrumentation.iter().filter(|known| known.constrained) {
        contrapositives(known, &fields, &mut clauses);
    }
    clauses
}

/// `dle` is a total order of what individuals have.
fn order(dle: Binary, clauses: &mut Vec<Clause>) {
    use Literal::Pair;
    clauses.push(clause(&[], Head::Pair(dle, 0, 0, true)));
    clauses.push(clause(&[Pair(dle, 0, 1, false)], Head::Pair(dle, 1, 0, true)));
    clauses.push(clause(&[Pair(dle, 0, 1, true), Pair(dle, 1, 2, true)], Head::Pair(dle, 0, 2, true)));
    clauses.push(clause(&[Pair(dle, 0, 1, true), Pair(dle, 0, 2, false)], Head::Pair(dle, 1, 2, false)));
    clauses.push(clause(&[Pair(dle, 1, 2, true), Pair(dle, 0, 2, false)], Head::Pair(dle, 0, 1, false)));
}

/// A flag has one value at a time, and has none while it is unset.
fn flags(member: &Member, clauses: &mut Vec<Clause>) {
    use Literal::Is;
    for (index, (_, flag)) in member.flags.iter().enumerate() {
        clauses.push(clause(&[Is(*flag, 0, true)], Head::Is(member.unset, 0, false)));
        clauses.push(clause(&[Is(member.unset, 0, true)], Head::Is(*flag, 0, false)));
        for (_, (_, other)) in member.flags.iter().enumerate().filter(|(other, _)| *other != index) {
            clauses.push(clause(&[Is(*flag, 0, true)], Head::Is(*other, 0, false)));
        }
    }
}

/// A field leads to one cell at most, and to none if it holds something else.
fn functional(field: &Field, clauses: &mut Vec<Clause>) {
    use Literal::{Apart, Is, Pair};
    let f = field.predicate;
    clauses.push(clause(&[Pair(f, 0, 1, true), Apart(1, 2)], Head::Pair(f, 0, 2, false)));
    clauses.push(clause(&[Pair(f, 0, 1, true)], Head::Single(1)));
    for (other, another) in [(field.unset, field.dangling), (field.dangling, field.unset)] {
        clauses.push(clause(&[Is(other, 0, true)], Head::Pair(f, 0, 1, false)));
        clauses.push(clause(&[Pair(f, 0, 1, true)], Head::Is(other, 0, false)));
        clauses.push(clause(&[Is(other, 0, true)], Head::Is(another, 0, false)));
    }
}

/// `is`: two fields lead to one cell.
fn sharing(forward: &[Binary], is: Unary, clauses: &mut Vec<Clause>) {
    use Literal::{Apart, Is, Pair};
    for (index, f) in forward.iter().enumerate() {
        let leads = [Is(is, 0, false), Pair(*f, 1, 0, true)];
        clauses.push(clause(&leads, Head::Single(1)));
        for (other, g) in forward.iter().enumerate() {
            let [unshared, first] = leads;
            clauses.push(clause(&[unshared, first, Apart(1, 2)], Head::Pair(*g, 2, 0, false)));
            if other <= index {
                let both = [Pair(*f, 1, 0, true), Pair(*g, 2, 0, true), Apart(1, 2)];
                clauses.push(clause(&both, Head::Is(is, 0, true)));
            }
            if other != index {
                clauses.push(clause(&leads, Head::Pair(*g, 1, 0, false)));
                let both = [Pair(*f, 1, 0, true), Pair(*g, 1, 0, true)];
                clauses.push(clause(&both, Head::Is(is, 0, true)));
            }
        }
    }
}

/// `t` and `c`: paths and cycles.
fn reachability(vocabulary: &Vocabulary, forward: &[Binary], clauses: &mut Vec<Clause>) {
    use Literal::{Apart, Is, Pair};
    let (t, c) = (vocabulary.path, vocabulary.cyclic);
    for f in forward {
        clauses.push(clause(&[Pair(t, 0, 1, false)], Head::Pair(*f, 0, 1, false)));
        clauses.push(clause(&[Pair(*f, 0, 0, true)], Head::Is(c, 0, true)));
        clauses.push(clause(&[Is(c, 0, false)], Head::Pair(*f, 0, 0, false)));
        if vocabulary.functional {
            // The only way on leads through the next cell.
            let next = [Pair(*f, 0, 1, true), Pair(t, 0, 2, true), Apart(0, 2)];
            clauses.push(clause(&next, Head::Pair(t, 1, 2, true)));
            let not = [Pair(*f, 0, 1, true), Pair(t, 1, 2, false), Apart(0, 2)];
            clauses.push(clause(&not, Head::Pair(t, 0, 2, false)));
        }
    }
    clauses.push(clause(&[Pair(t, 0, 1, true), Pair(t, 0, 2, false)], Head::Pair(t, 1, 2, false)));
    clauses.push(clause(&[Pair(t, 1, 2, true), Pair(t, 0, 2, false)], Head::Pair(t, 0, 1, false)));
    let around = [Pair(t, 0, 1, true), Pair(t, 1, 0, true), Apart(0, 1)];
    clauses.push(clause(&around, Head::Is(c, 0, true)));
    let [there, _, apart] = around;
    for (on, from, to) in [(0, 1, 0), (1, 1, 0)] {
        clauses.push(clause(&[there, apart, Is(c, on, false)], Head::Pair(t, from, to, false)));
    }
    if vocabulary.functional {
        clauses.push(clause(
            &[Pair(t, 0, 1, true), Pair(t, 0, 2, true), Pair(t, 1, 2, false)],
            Head::Pair(t, 2, 1, true),
        ));
        clauses.push(clause(&[Is(c, 0, true), Pair(t, 0, 1, true)], Head::Pair(t, 1, 0, true)));
        clauses.push(clause(&[Is(c, 0, true), Pair(t, 0, 1, true)], Head::Is(c, 1, true)));
    }
}

/// `c_fb` and `c_bf`: a link there and a link back.
fn inverses(inverse: &Inverse, clauses: &mut Vec<Clause>) {
    use Literal::{Is, Pair};
    let b = inverse.back;
    for (f, c) in inverse.forward.iter().zip(&inverse.there) {
        let (keeps, leads, returns) = (Is(*c, 0, true), Pair(*f, 0, 1, true), Pair(b, 1, 0, false));
        clauses.push(clause(&[keeps, leads], Head::Pair(b, 1, 0, true)));
        clauses.push(clause(&[keeps, returns], Head::Pair(*f, 0, 1, false)));
        clauses.push(clause(&[leads, returns], Head::Is(*c, 0, false)));
        let mut only = vec![Is(inverse.here, 0, true), Pair(b, 0, 1, true)];
        only.extend(inverse.forward.iter().filter(|g| *g != f).map(|g| Pair(*g, 1, 0, false)));
        clauses.push(clause(&only, Head::Pair(*f, 1, 0, true)));
    }
    let none: Vec<Literal> = inverse.forward.iter().map(|f| Pair(*f, 1, 0, false)).collect();
    let with = |literal: Literal| [&none[..], &[literal]].concat();
    clauses.push(clause(&with(Is(inverse.here, 0, true)), Head::Pair(b, 0, 1, false)));
    clauses.push(clause(&with(Pair(b, 0, 1, true)), Head::Is(inverse.here, 0, false)));
}
