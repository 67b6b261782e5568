//! First-order formulas with transitive closure, and their value in a three-valued structure.
//!
//! Conjunction is the minimum of the logical order, ∃ the maximum over all individuals, closure the maximum over paths of the
//! minimum of their steps; the conditional joins its branches where the condition is ½. By the embedding theorem the value in S
//! is that in every structure which embeds in S, or ½: all of the analysis rests on that, and a property test tries it.
//!
//! A formula is evaluated for all values of one variable at once, a [`Column`] each.

use crate::constraints::Touched;
use crate::kleene::{Column, Kleene, members};
use crate::structure::{Binary, Structure, Unary};

/// A variable of a formula.
pub type Var = u8;

/// Variables of formulas are below this.
pub const VARS: usize = 12;

/// The individuals that variables stand for.
pub type Assignment = [u8; VARS];

/// A formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Formula {
    /// A constant.
    Truth(Kleene),
    /// `p(v)`.
    Is(Unary, Var),
    /// `p(v, w)`.
    Pair(Binary, Var, Var),
    /// `v = w`.
    Equal(Var, Var),
    /// Negation.
    Not(Box<Formula>),
    /// Conjunction.
    And(Vec<Formula>),
    /// Disjunction.
    Or(Vec<Formula>),
    /// `if c then a else b`.
    If(Box<[Formula; 3]>),
    /// `∃v. φ`.
    Exists(Var, Box<Formula>),
    /// The reflexive and transitive closure of `φ(from, to)`, for two variables.
    Closure {
        /// A step: `φ` and its two variables.
        step: Box<(Var, Var, Formula)>,
        /// Where the path begins.
        from: Var,
        /// Where it ends.
        to: Var,
    },
}

impl Formula {
    /// Always false.
    pub const FALSE: Formula = Formula::Truth(Kleene::False);
    /// Always true.
    pub const TRUE: Formula = Formula::Truth(Kleene::True);

    /// Negation.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Truth(value) => Self::Truth(!value),
            Self::Not(inner) => *inner,
            other => Self::Not(Box::new(other)),
        }
    }

    /// Conjunction, without what is certain.
    pub fn and(parts: impl IntoIterator<Item = Formula>) -> Self {
        let mut kept: Vec<Formula> = parts.into_iter().filter(|part| *part != Self::TRUE).collect();
        if kept.contains(&Self::FALSE) {
            return Self::FALSE;
        }
        match kept.len() {
            0 => Self::TRUE,
            1 => kept.remove(0),
            _ => Self::And(kept),
        }
    }

    /// Disjunction, without what is impossible.
    pub fn or(parts: impl IntoIterator<Item = Formula>) -> Self {
        let mut kept: Vec<Formula> = parts.into_iter().filter(|part| *part != Self::FALSE).collect();
        if kept.contains(&Self::TRUE) {
            return Self::TRUE;
        }
        match kept.len() {
            0 => Self::FALSE,
            1 => kept.remove(0),
            _ => Self::Or(kept),
        }
    }

    /// `∃v. φ`. Structures may have no individuals.
    #[must_use]
    pub fn exists(var: Var, body: Formula) -> Self {
        if body == Self::FALSE { body } else { Self::Exists(var, Box::new(body)) }
    }

    /// `∀v. φ`.
    #[must_use]
    pub fn forall(var: Var, body: Formula) -> Self {
        Self::exists(var, body.negated()).negated()
    }
}

impl Formula {
    /// Tells of each predicate in it.
    pub(crate) fn predicates(&self, tell: &mut impl FnMut(Touched)) {
        match self {
            Self::Truth(_) | Self::Equal(..) => {}
            Self::Is(predicate, _) => tell(Touched::unary(*predicate)),
            Self::Pair(predicate, ..) => tell(Touched::binary(*predicate)),
            Self::Not(inner) | Self::Exists(_, inner) => inner.predicates(tell),
            Self::And(parts) | Self::Or(parts) => parts.iter().for_each(|part| part.predicates(tell)),
            Self::If(parts) => parts.iter().for_each(|part| part.predicates(tell)),
            Self::Closure { step, .. } => step.2.predicates(tell),
        }
    }

    /// Whether a variable occurs in it.
    fn mentions(&self, var: Var) -> bool {
        match self {
            Self::Truth(_) => false,
            Self::Is(_, v) => *v == var,
            Self::Pair(_, v, w) | Self::Equal(v, w) => *v == var || *w == var,
            Self::Not(inner) => inner.mentions(var),
            Self::And(parts) | Self::Or(parts) => parts.iter().any(|part| part.mentions(var)),
            Self::If(parts) => parts.iter().any(|part| part.mentions(var)),
            Self::Exists(bound, body) => *bound != var && body.mentions(var),
            Self::Closure { step, from, to } => *from == var || *to == var || step.2.mentions(var),
        }
    }
}

impl Structure {
    /// The value of a formula for an assignment.
    pub fn value(&self, formula: &Formula, at: &Assignment) -> Kleene {
        // No formula has a variable of this number, so every individual gets the same value.
        const NONE: Var = Var::MAX;
        match formula {
            Formula::Truth(value) => *value,
            Formula::Exists(var, body) => {
                let column = self.values(body, at, *var);
                match (column.is, column.may) {
                    (0, 0) => Kleene::False,
                    (0, _) => Kleene::Unknown,
                    _ => Kleene::True,
                }
            }
            _ => self.table(formula, &mut at.clone(), NONE, 1).get(0),
        }
    }

    /// The values of a formula for all individuals that a variable may stand for.
    pub fn values(&self, formula: &Formula, at: &Assignment, var: Var) -> Column {
        self.table(formula, &mut at.clone(), var, self.universe())
    }

    fn table(&self, formula: &Formula, at: &mut Assignment, var: Var, universe: u64) -> Column {
        let node = |at: &Assignment, var: Var| at[var as usize] as usize;
        let same = |value: Kleene| Column::all(value, universe);
        match formula {
            Formula::Truth(value) => same(*value),
            Formula::Is(predicate, v) if *v == var => self.unary(*predicate),
            Formula::Is(predicate, v) => same(self.unary(*predicate).get(node(at, *v))),
            Formula::Pair(predicate, v, w) => match (*v == var, *w == var) {
                (true, true) => {
                    let mut diagonal = Column::FALSE;
                    for individual in 0..self.size() {
                        diagonal.set(individual, self.pair(*predicate, individual, individual));
                    }
                    diagonal
                }
                (false, true) => self.row(*predicate, node(at, *v)),
                (true, false) => self.column(*predicate, node(at, *w)),
                (false, false) => same(self.pair(*predicate, node(at, *v), node(at, *w))),
            },
            Formula::Equal(v, w) => match (*v == var, *w == var) {
                (true, true) => Column { is: universe & !self.summary, may: universe },
                (true, false) | (false, true) => {
                    let bit = 1 << node(at, if *v == var { *w } else { *v });
                    Column { is: bit & !self.summary, may: bit }
                }
                (false, false) => same(self.equal(node(at, *v), node(at, *w))),
            },
            Formula::Not(inner) => self.table(inner, at, var, universe).negated(universe),
            Formula::And(parts) => {
                let mut all = same(Kleene::True);
                for part in parts {
                    all = all & self.table(part, at, var, universe);
                    if all.may == 0 {
                        break;
                    }
                }
                all
            }
            Formula::Or(parts) => {
                let mut any = Column::FALSE;
                for part in parts {
                    any = any | self.table(part, at, var, universe);
                    if any.is == universe {
                        break;
                    }
                }
                any
            }
            Formula::If(parts) => {
                let [condition, yes, no] = &**parts;
                let condition = self.table(condition, at, var, universe);
                let yes = self.table(yes, at, var, universe);
                let no = self.table(no, at, var, universe);
                let (certain, never) = (condition.is, universe & !condition.may);
                let either = yes.join(no);
                let both = condition.unknown();
                Column {
                    is: certain & yes.is | never & no.is | both & either.is,
                    may: certain & yes.may | never & no.may | both & either.may,
                }
            }
            Formula::Exists(bound, body) => {
                let outer = at[*bound as usize];
                let mut any = Column::FALSE;
                for individual in 0..self.size() {
                    at[*bound as usize] = individual as u8;
                    any = any | self.table(body, at, var, universe);
                    if any.is == universe {
                        break;
                    }
                }
                at[*bound as usize] = outer;
                any
            }
            // A step that speaks of the variable is another relation for each of its values.
            Formula::Closure { step, .. } if step.0 != var && step.1 != var && step.2.mentions(var) => {
                let outer = at[var as usize];
                let mut column = Column::FALSE;
                for individual in members(universe) {
                    at[var as usize] = individual as u8;
                    column.set(individual, self.value(formula, at));
                }
                at[var as usize] = outer;
                column
            }
            Formula::Closure { step, from, to } => {
                let paths = self.closure(step, at);
                match (*from == var, *to == var) {
                    (false, true) => paths[node(at, *from)],
                    (false, false) => same(paths[node(at, *from)].get(node(at, *to))),
                    (true, to_too) => {
                        let mut column = Column::FALSE;
                        for (individual, row) in paths.iter().enumerate() {
                            let end = if to_too { individual } else { node(at, *to) };
                            column.set(individual, row.get(end));
                        }
                        column
                    }
                }
            }
        }
    }

    /// The reflexive and transitive closure of a step.
    fn closure(&self, step: &(Var, Var, Formula), at: &mut Assignment) -> Vec<Column> {
        let (v, w, body) = step;
        let outer = at[*v as usize];
        let mut rows: Vec<Column> = (0..self.size())
            .map(|individual| {
                at[*v as usize] = individual as u8;
                let mut row = self.table(body, at, *w, self.universe());
                row.is |= (1 << individual) & !self.summary;
                row.may |= 1 << individual;
                row
            })
            .collect();
        at[*v as usize] = outer;
        close(&mut rows);
        rows
    }
}

/// Makes a relation transitive.
pub(crate) fn close(rows: &mut [Column]) {
    for via in 0..rows.len() {
        let through = rows[via];
        for row in rows.iter_mut() {
            if row.is >> via & 1 == 1 {
                row.is |= through.is;
            }
            if row.may >> via & 1 == 1 {
                row.may |= through.may;
            }
        }
    }
}

/// The individuals that paths of steps lead to from one, the first included.
pub(crate) fn reached(from: usize, step: impl Fn(usize) -> u64) -> u64 {
    let (mut seen, mut pending) = (1 << from, 1 << from);
    while pending != 0 {
        let mut next = 0;
        for individual in members(pending) {
            next |= step(individual);
        }
        pending = next & !seen;
        seen |= next;
    }
    seen
}
