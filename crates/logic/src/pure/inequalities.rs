//! The inequalities of a state, with the tableau that answers for them.
//!
//! The list of rows is what a state says; the tableau is made from it when a question first needs one,
//! shared by the clones of the state, and thrown away when the list changes other than by growing. Equality
//! and hashing look at the list only. Answers do not depend on how the tableau came about: a minimum is
//! unique though its vertex is not.
//!
//! Where the numbers of a tableau do not fit into `i64`, one with `i128` is made from the list, and never is
//! one used that was left in the middle of a change. Where that does not fit either, nothing is known.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use super::form::{Form, times};
use super::list::List;
use super::tableau::scalar::{Overflow, Scalar};
use super::tableau::{Added, Minimum, Tableau};
use crate::linear::Dim;

/// Forms that are at least zero: sorted, primitive, one for each linear part.
///
/// Clones share the rows and the tableau, even one that is made later.
#[derive(Clone, Default)]
pub(super) struct Inequalities(Option<Arc<Block>>);

#[derive(Clone, Default)]
struct Block {
    rows: List<Form>,
    solver: OnceLock<Solver>,
    /// For questions that do not fit into the narrow tableau.
    wide: OnceLock<Option<Tableau<i128>>>,
}

/// A tableau in the narrowest numbers that it fits into.
#[derive(Clone, Debug)]
enum Solver {
    Narrow(Tableau<i64>),
    Wide(Tableau<i128>),
    /// The numbers do not fit.
    Lost,
}

impl Deref for Inequalities {
    type Target = [Form];

    fn deref(&self) -> &[Form] {
        self.0.as_ref().map_or(&[], |block| &block.rows)
    }
}

impl fmt::Debug for Inequalities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl PartialEq for Inequalities {
    fn eq(&self, other: &Self) -> bool {
        self.is_same(other) || **self == **other
    }
}

impl Eq for Inequalities {}

impl Hash for Inequalities {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

/// What the rows say about a form that is to be at least zero.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Stance {
    /// It is, at all rational points.
    Implied,
    /// It never is.
    Contradicted,
    /// It is where it is zero, at rational points.
    Zero,
    /// None of these.
    Open,
}

/// What bounds of single variables say about the least value of a form.
enum Boxed {
    AtLeast(i128),
    Unbounded,
    /// Rows with several variables have a say.
    Open,
}

impl Inequalities {
    pub(super) fn is_same(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b) || a.rows.is_same(&b.rows),
            (None, None) => true,
            _ => false,
        }
    }

    /// The rows, for the time that equalities change.
    pub(super) fn list(&self) -> List<Form> {
        self.0.as_ref().map_or_else(List::default, |block| block.rows.clone())
    }

    /// Replaces all rows. The new ones satisfy the invariants.
    pub(super) fn replace(&mut self, rows: List<Form>) {
        if rows.is_empty() {
            self.0 = None;
        } else if self.0.as_ref().is_none_or(|block| !block.rows.is_same(&rows)) {
            self.0 = Some(Arc::new(Block { rows, ..Block::default() }));
        }
    }

    /// Adds a row, which contradicts nothing; one with the same linear part gives way.
    pub(super) fn insert(&mut self, form: Form) {
        let block = Arc::make_mut(self.0.get_or_insert_default());
        block.wide.take();
        if let Some(solver) = block.solver.get_mut()
            && !matches!(solver.add(&form), Ok(Added::Stored | Added::Implied))
        {
            block.solver.take();
        }
        let rows = block.rows.edit();
        let at = rows.partition_point(|row| row.terms() < form.terms());
        match rows.get_mut(at) {
            Some(row) if row.terms() == form.terms() => *row = form,
            _ => rows.insert(at, form),
        }
    }

    /// Gives the variables other names.
    pub(super) fn rename(&mut self, name: impl Fn(Dim) -> Dim) {
        let Some(block) = &mut self.0 else { return };
        let block = Arc::make_mut(block);
        block.wide.take();
        for row in block.rows.edit().iter_mut() {
            *row = row.rename(&name);
        }
        block.rows.edit().sort_unstable();
        match block.solver.get_mut() {
            Some(Solver::Narrow(tableau)) => tableau.rename(name),
            Some(Solver::Wide(tableau)) => tableau.rename(name),
            Some(Solver::Lost) | None => {}
        }
    }

    /// Puts a variable that no row mentions and a constant in place of a variable, which changes no bound.
    pub(super) fn replace_variable(&mut self, old: Dim, new: Dim, offset: i128) {
        if !self.iter().any(|row| row.mentions(old)) {
            return;
        }
        let Some(block) = &mut self.0 else { return };
        let block = Arc::make_mut(block);
        block.wide.take();
        let (count, by) = (block.rows.len(), Form::of(new).with_offset(offset));
        let mut rows: Vec<Form> = block.rows.iter().filter_map(|row| row.substitute(old, &by)).collect();
        let replaced = match block.solver.get_mut() {
            Some(Solver::Narrow(tableau)) => tableau.replace(old, new, offset),
            Some(Solver::Wide(tableau)) => tableau.replace(old, new, offset),
            Some(Solver::Lost) | None => Ok(()),
        };
        if replaced.is_err() || rows.len() < count {
            block.solver.take();
        }
        rows.sort_unstable();
        self.keep(rows);
    }

    /// Sets the rows and leaves the tableau, which means the same.
    fn keep(&mut self, rows: Vec<Form>) {
        if let Some(block) = &mut self.0 {
            Arc::make_mut(block).rows = rows.into();
        }
        if self.is_empty() {
            self.0 = None;
        }
    }

    /// The least value of the form, rounded up, if it has one.
    pub(super) fn least(&self, form: &Form) -> Option<i128> {
        self.decide(form, None).map(|(_, least)| least)
    }

    /// What the rows say about stating that the form, which is primitive, is at least zero.
    ///
    /// Rational points count for what follows, as a row that only rounding implies cuts some off, and other
    /// proofs may need it.
    pub(super) fn stance(&self, form: &Form, opposite: &Form) -> Stance {
        if self.has(form) {
            return Stance::Implied;
        }
        if self.is_empty() {
            return Stance::Open;
        }
        let above = |least: i128| if least > 0 { Stance::Contradicted } else { Stance::Zero };
        match (self.least_in_box(form), self.least_in_box(opposite)) {
            (Boxed::AtLeast(least), _) if least >= 0 => Stance::Implied,
            (_, Boxed::AtLeast(least)) if least >= 0 => above(least),
            (Boxed::Open, _) => {
                match self.ask(|tableau| tableau.stance(form), |tableau| tableau.stance(form)) {
                    Some(stance) => stance,
                    None => Stance::Open,
                }
            }
            _ => Stance::Open,
        }
    }

    /// Whether the form is at least zero at integer points.
    pub(super) fn prove(&self, form: &Form) -> bool {
        self.has(form) || self.decide(form, Some(0)).is_some_and(|(_, least)| least >= 0)
    }

    /// Whether a row says at once that the form is at least zero.
    pub(super) fn has(&self, form: &Form) -> bool {
        let same = self.binary_search_by(|row| row.terms().cmp(form.terms()));
        same.is_ok_and(|at| self[at].offset() <= form.offset())
    }

    /// The least value, rounded down and up, or something below the goal if it is below.
    fn decide(&self, form: &Form, goal: Option<i128>) -> Option<(i128, i128)> {
        if let Some(value) = form.as_constant() {
            return Some((value, value));
        }
        if self.is_empty() {
            return None;
        }
        match self.least_in_box(form) {
            Boxed::AtLeast(least) => return Some((least, least)),
            Boxed::Unbounded => return None,
            Boxed::Open => {}
        }
        // The linear part is divisible by its content, which sharpens the rounding.
        let content = form.content()?;
        if content == 1 {
            return self.minimum(form, goal);
        }
        let (floor, ceil) = self.minimum(&form.clone().with_offset(0).divided(content), None)?;
        let whole = |least: i128| times(content, least)?.checked_add(form.offset());
        Some((whole(floor)?, whole(ceil)?))
    }

    /// The least value if only rows about single variables have a say.
    fn least_in_box(&self, form: &Form) -> Boxed {
        let mut sum = Some(form.offset());
        let mut open = false;
        for &(variable, a) in form.terms() {
            let (mut mentioned, mut bound) = (false, None);
            for row in self.iter().filter(|row| row.mentions(variable)) {
                mentioned = true;
                match *row.terms() {
                    // Rows are primitive: x + c ≥ 0 or −x + c ≥ 0.
                    [(_, b)] if (b > 0) == (a > 0) => {
                        bound = if b > 0 { row.offset().checked_neg() } else { Some(row.offset()) };
                    }
                    [_] => {}
                    _ => open = true,
                }
            }
            if !mentioned {
                return Boxed::Unbounded;
            }
            let part = bound.and_then(|bound| times(a, bound));
            sum = sum.zip(part).and_then(|(sum, part)| sum.checked_add(part));
        }
        match sum {
            _ if open => Boxed::Open,
            Some(sum) => Boxed::AtLeast(sum),
            None => Boxed::Unbounded,
        }
    }

    fn minimum(&self, form: &Form, goal: Option<i128>) -> Option<(i128, i128)> {
        match self.ask(|tableau| tableau.minimum(form, goal), |tableau| tableau.minimum(form, goal))? {
            Minimum::Between(floor, ceil) => Some((floor, ceil)),
            Minimum::Unbounded => None,
        }
    }

    /// Asks the tableau, in the narrowest numbers that do; nothing if none do.
    fn ask<T>(
        &self,
        narrow: impl Fn(&Tableau<i64>) -> Result<T, Overflow>,
        wide: impl Fn(&Tableau<i128>) -> Result<T, Overflow>,
    ) -> Option<T> {
        let Block { rows, solver, wide: fallback } = &**self.0.as_ref()?;
        let answer = match solver.get_or_init(|| Solver::new(rows)) {
            // Made anew: what is wide must not depend on what happened before.
            Solver::Narrow(tableau) => narrow(tableau)
                .or_else(|Overflow| wide(fallback.get_or_init(|| fill(rows)).as_ref().ok_or(Overflow)?)),
            Solver::Wide(tableau) => wide(tableau),
            Solver::Lost => Err(Overflow),
        };
        answer.ok()
    }
}

impl Solver {
    fn new(rows: &[Form]) -> Self {
        if let Some(narrow) = fill(rows) {
            return Self::Narrow(narrow);
        }
        fill(rows).map_or(Self::Lost, Self::Wide)
    }

    fn add(&mut self, form: &Form) -> Result<Added, Overflow> {
        match self {
            Self::Narrow(tableau) => tableau.add(form),
            Self::Wide(tableau) => tableau.add(form),
            Self::Lost => Err(Overflow),
        }
    }
}

/// The tableau of some rows, unless a number does not fit or, against the invariants, no point is left.
pub(super) fn fill<S: Scalar>(rows: &[Form]) -> Option<Tableau<S>> {
    let mut tableau = Tableau::new();
    for row in rows {
        if !matches!(tableau.add(row), Ok(Added::Stored | Added::Implied)) {
            return None;
        }
    }
    Some(tableau)
}
