//! Coerce: values that a structure does not say but that follow, and structures that describe nothing.
//!
//! Every value that is ½ and must be 0 or 1 by a constraint is made so, until nothing changes; a structure that breaks a constraint
//! for certain is dropped. γ stays the same. A clause is looked at again only if a predicate of its body was touched, and only its
//! certain matches are enumerated: bodies are joins over the tuples for which each literal is 1.

use crate::constraints::{Clause, Head, Literal, Touched};
use crate::formula::{VARS, close};
use crate::kleene::{Column, Kleene, members};
use crate::structure::{Binary, Structure, Unary};
use crate::vocabulary::Vocabulary;

/// The structure describes nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Infeasible;

/// What constraints speak of besides the structure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Roots {
    /// The individuals that variables point to: none is a summary.
    pub(crate) pointed: u64,
    /// Whether every cell is reachable from one of them, as it is before and after a statement.
    pub(crate) reach_all: bool,
}

/// Sharpens a structure of which some predicates have changed.
pub(crate) fn coerce(
    vocabulary: &Vocabulary,
    clauses: &[Clause],
    structure: &mut Structure,
    roots: Roots,
    touched: Touched,
) -> Result<(), Infeasible> {
    let mut sharpening = Sharpening { vocabulary, structure, touched: Touched::default() };
    let mut pending = touched;
    while !pending.is_empty() {
        budget::charge(4);
        sharpening.paths(pending)?;
        sharpening.somewhere(pending)?;
        sharpening.defined(pending)?;
        if roots.reach_all {
            sharpening.reachable(roots.pointed)?;
        }
        for clause in clauses.iter().filter(|clause| clause.touched.meets(pending)) {
            sharpening.fire(clause, 0, &mut [0; VARS])?;
        }
        pending = std::mem::take(&mut sharpening.touched);
    }
    Ok(())
}

struct Sharpening<'a> {
    vocabulary: &'a Vocabulary,
    structure: &'a mut Structure,
    /// What was changed since the last round.
    touched: Touched,
}

impl Sharpening<'_> {
    /// Enumerates the assignments from a variable on for which the body is 1; for the last one all at once.
    fn fire(&mut self, clause: &Clause, var: u8, at: &mut [usize; VARS]) -> Result<(), Infeasible> {
        let mut candidates = self.structure.universe();
        for literal in &clause.body[var as usize] {
            candidates &= self.certain(*literal, var, at);
            if candidates == 0 {
                return Ok(());
            }
        }
        if var as usize + 1 == clause.body.len() {
            return self.conclude(clause.head, var, candidates, at);
        }
        for individual in members(candidates) {
            at[var as usize] = individual;
            self.fire(clause, var + 1, at)?;
        }
        Ok(())
    }

    /// The individuals for which a literal is 1, all of whose other variables are bound.
    fn certain(&self, literal: Literal, var: u8, at: &[usize; VARS]) -> u64 {
        let structure = &*self.structure;
        let is = |column: Column, positive: bool| if positive { column.is } else { !column.may };
        match literal {
            Literal::Is(predicate, _, positive) => is(structure.unary(predicate), positive),
            Literal::Pair(predicate, v, w, positive) if v == w => {
                let holds = |individual: &usize| {
                    structure.pair(predicate, *individual, *individual) == Kleene::from(positive)
                };
                (0..structure.size()).filter(holds).fold(0, |set, individual| set | 1 << individual)
            }
            Literal::Pair(predicate, v, w, positive) => {
                if w == var {
                    is(structure.row(predicate, at[v as usize]), positive)
                } else {
                    is(structure.column(predicate, at[w as usize]), positive)
                }
            }
            Literal::Apart(v, w) => !(1 << at[if v == var { w } else { v } as usize]),
        }
    }

    /// The head holds for all these values, at least one, of the last variable.
    fn conclude(
        &mut self,
        head: Head,
        last: u8,
        candidates: u64,
        at: &[usize; VARS],
    ) -> Result<(), Infeasible> {
        let these = |v: u8| if v == last { candidates } else { 1 << at[v as usize] };
        match head {
            Head::Is(predicate, v, value) => self.set_unaries(predicate, these(v), value),
            // What holds of each cell with itself says nothing of the cells of a summary with each other.
            Head::Pair(predicate, v, w, value) if v == w => {
                let single = these(v) & !self.structure.summary;
                members(single).try_for_each(|cell| self.set_row(predicate, cell, 1 << cell, value))
            }
            Head::Pair(predicate, v, w, value) => {
                members(these(v)).try_for_each(|from| self.set_row(predicate, from, these(w), value))
            }
            Head::Single(v) => {
                if self.structure.summary & these(v) != 0 {
                    self.structure.summary &= !these(v);
                    self.touched = self.touched.with(Touched::INDIVIDUALS);
                }
                Ok(())
            }
        }
    }

    fn set_unary(&mut self, predicate: Unary, individual: usize, value: bool) -> Result<(), Infeasible> {
        self.set_unaries(predicate, 1 << individual, value)
    }

    /// A predicate is 1 or 0 for all of these.
    fn set_unaries(&mut self, predicate: Unary, these: u64, value: bool) -> Result<(), Infeasible> {
        let known = self.structure.unary(predicate);
        let sharp = sharpened(known, these, value)?;
        if sharp != known {
            *self.structure.unary_mut(predicate) = sharp;
            self.touched = self.touched.with(Touched::unary(predicate));
        }
        Ok(())
    }

    fn set_pair(&mut self, predicate: Binary, from: usize, to: usize, value: bool) -> Result<(), Infeasible> {
        self.set_row(predicate, from, 1 << to, value)
    }

    /// An individual is related, or not, to all of these.
    fn set_row(&mut self, predicate: Binary, from: usize, these: u64, value: bool) -> Result<(), Infeasible> {
        let known = self.structure.row(predicate, from);
        let sharp = sharpened(known, these, value)?;
        if sharp != known {
            *self.structure.row_mut(predicate, from) = sharp;
            self.touched = self.touched.with(Touched::binary(predicate));
        }
        Ok(())
    }

    /// `t` is the closure of the forward fields: reflexive, transitive, and each path has a first and a last step.
    fn paths(&mut self, pending: Touched) -> Result<(), Infeasible> {
        let t = self.vocabulary.path;
        let concerned = self.vocabulary.forward().map(|field| Touched::binary(field.predicate));
        let concerned = concerned.fold(Touched::binary(t).with(Touched::INDIVIDUALS), Touched::with);
        if !pending.meets(concerned) {
            return Ok(());
        }
        let size = self.structure.size();
        let steps: Vec<Column> = (0..size).map(|from| self.steps(from)).collect();
        let mut rows: Vec<Column> = (0..size)
            .map(|from| {
                let row = self.structure.row(t, from);
                Column { is: row.is | steps[from].is | (1 << from) & !self.structure.summary, may: 0 }
            })
            .collect();
        for (row, step) in rows.iter_mut().zip(&steps) {
            row.may = step.may;
        }
        for (from, row) in rows.iter_mut().enumerate() {
            row.may |= 1 << from;
        }
        close(&mut rows);
        for (from, row) in rows.into_iter().enumerate() {
            let known = self.structure.row(t, from);
            let sharp = Column { is: row.is, may: known.may & row.may };
            self.put_row(from, known, sharp)?;
        }
        for from in 0..size {
            for to in members(self.structure.row(t, from).may & !(1 << from)) {
                self.first_step(from, to, steps[from])?;
                self.last_step(from, to, &steps)?;
            }
        }
        Ok(())
    }

    /// Where one forward field leads from an individual.
    fn steps(&self, from: usize) -> Column {
        let rows = self.vocabulary.forward().map(|field| self.structure.row(field.predicate, from));
        rows.fold(Column::FALSE, |all, row| all | row)
    }

    fn put_row(&mut self, from: usize, known: Column, sharp: Column) -> Result<(), Infeasible> {
        if sharp.is & !sharp.may != 0 {
            return Err(Infeasible);
        }
        if sharp != known {
            *self.structure.row_mut(self.vocabulary.path, from) = sharp;
            self.touched = self.touched.with(Touched::binary(self.vocabulary.path));
        }
        Ok(())
    }

    /// A path to another cell leads through one next to the first.
    fn first_step(&mut self, from: usize, to: usize, steps: Column) -> Result<(), Infeasible> {
        let t = self.vocabulary.path;
        let through = steps.may & self.structure.column(t, to).may;
        if through == 0 {
            return self.set_pair(t, from, to, false);
        }
        let certain = self.structure.pair(t, from, to) == Kleene::True;
        if certain && through.is_power_of_two() && through & steps.is != 0 {
            return self.set_pair(t, through.trailing_zeros() as usize, to, true);
        }
        Ok(())
    }

    /// And through one next to the last.
    fn last_step(&mut self, from: usize, to: usize, steps: &[Column]) -> Result<(), Infeasible> {
        let t = self.vocabulary.path;
        let leads = |via: &usize| steps[*via].may >> to & 1 == 1;
        let through = members(self.structure.row(t, from).may).filter(leads);
        let through = through.fold(0u64, |set, via| set | 1 << via);
        if through == 0 {
            return self.set_pair(t, from, to, false);
        }
        let certain = self.structure.pair(t, from, to) == Kleene::True;
        let single = |individual: usize| !self.structure.is_summary(individual);
        let via = through.trailing_zeros() as usize;
        if certain && through.is_power_of_two() && single(via) && single(to) {
            self.set_pair(t, from, via, true)?;
            let mut fields = self.vocabulary.forward().map(|field| field.predicate);
            let mut possible = fields.by_ref().filter(|f| self.structure.row(*f, via).may >> to & 1 == 1);
            if let (Some(field), None) = (possible.next(), possible.next()) {
                return self.set_pair(field, via, to, true);
            }
        }
        Ok(())
    }

    /// Predicates have the values of their definitions.
    fn defined(&mut self, pending: Touched) -> Result<(), Infeasible> {
        let vocabulary = self.vocabulary;
        for known in vocabulary.instrumentation.iter().filter(|known| known.constrained) {
            if !pending.meets(known.touched.with(Touched::unary(known.predicate))) {
                continue;
            }
            let value = self.structure.values(&known.definition, &[0; VARS], 0);
            let universe = self.structure.universe();
            for individual in members(universe & !value.unknown()) {
                self.set_unary(known.predicate, individual, value.get(individual) == Kleene::True)?;
            }
        }
        Ok(())
    }

    /// A field that is set leads somewhere, and one that leads nowhere is not.
    fn somewhere(&mut self, pending: Touched) -> Result<(), Infeasible> {
        let vocabulary = self.vocabulary;
        for (field, some) in &vocabulary.somes {
            if !pending.meets(Touched::binary(*field).with(Touched::unary(*some))) {
                continue;
            }
            for from in 0..self.structure.size() {
                if self.structure.row(*field, from).may == 0 {
                    self.set_unary(*some, from, false)?;
                }
            }
        }
        Ok(())
    }

    /// Some variable leads to each cell.
    fn reachable(&mut self, pointed: u64) -> Result<(), Infeasible> {
        let t = self.vocabulary.path;
        for individual in 0..self.structure.size() {
            let column = self.structure.column(t, individual);
            let (certain, possible) = (column.is & pointed, column.may & pointed);
            if certain != 0 {
                continue;
            }
            match possible.count_ones() {
                0 => return Err(Infeasible),
                1 => self.set_pair(t, possible.trailing_zeros() as usize, individual, true)?,
                _ => {}
            }
        }
        Ok(())
    }
}

/// The values when those of some individuals are known to be 1 or 0.
fn sharpened(known: Column, these: u64, value: bool) -> Result<Column, Infeasible> {
    let contradicted = if value { these & !known.may } else { these & known.is };
    match (contradicted, value) {
        (0, true) => Ok(Column { is: known.is | these, may: known.may }),
        (0, false) => Ok(Column { is: known.is, may: known.may & !these }),
        _ => Err(Infeasible),
    }
}
