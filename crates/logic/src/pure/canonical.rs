//! Canonical form.
//!
//! The equalities are canonical always. Of the rows those that follow from others go, the longest first. As
//! no rows imply an equality, what is left depends on little but the set of points: each row is a face of
//! the polyhedron.

use super::Pure;
use super::form::Form;
use super::guard::Agenda;
use super::inequalities::Inequalities;
use super::tableau::redundant::irredundant;

impl Pure {
    /// Brings the facts into a form that mostly depends on their meaning only; the meaning stays.
    ///
    /// For comparing, hashing and printing; it costs about as much as stating the facts anew.
    pub fn canonicalise(&mut self) {
        loop {
            self.implied_equalities();
            self.rows.drop_implied();
            if !self.restate_disequalities() {
                return;
            }
        }
    }

    /// Finds inequalities that can only hold as equalities at integer points.
    ///
    /// Stating an inequality looks for those that do so at rational points already.
    pub fn implied_equalities(&mut self) {
        let mut at = 0;
        while let Some(row) = self.rows.get(at) {
            if row.negated().is_some_and(|opposite| self.rows.prove(&opposite)) {
                let agenda = Agenda { zero: vec![row.clone()], ..Agenda::default() };
                self.settle(agenda);
                at = 0;
            } else {
                at += 1;
            }
        }
    }

    /// States the disequalities anew: they may follow from the rows, or make one strict. True: the rows
    /// have changed.
    fn restate_disequalities(&mut self) -> bool {
        if self.rows.is_empty() || self.diseqs.is_empty() {
            return false;
        }
        let before = (self.equalities.clone(), self.rows.clone());
        let agenda = Agenda { not_zero: self.diseqs.take(), ..Agenda::default() };
        self.settle(agenda);
        !(self.equalities.is_same(&before.0) && self.rows.is_same(&before.1))
    }
}

impl Inequalities {
    /// Drops the rows that follow from the others: the longest first, and of equally long ones the last.
    fn drop_implied(&mut self) {
        if self.iter().all(|row| row.terms().len() == 1) {
            // Bounds of single variables do not follow from each other.
            return;
        }
        let mut rows = self.to_vec();
        rows.sort_unstable_by(|a, b| (a.terms().len(), a).cmp(&(b.terms().len(), b)));
        let needed = irredundant::<i64>(&rows).or_else(|_| irredundant::<i128>(&rows));
        if let Ok(needed) = needed
            && needed.len() < rows.len()
        {
            let mut kept: Vec<Form> = needed.into_iter().cloned().collect();
            kept.sort_unstable();
            self.replace(kept.into());
        }
    }
}
