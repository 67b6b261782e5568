//! Canonical form.
//!
//! The equalities are canonical always. Of the rows, each is tightened to the bound that the others imply,
//! and those that follow from the others go, the longest first. As no rows imply an equality, what is left
//! depends on little but the set of points.

use super::Pure;
use super::form::Form;
use super::guard::Agenda;
use super::inequalities::Stance;

impl Pure {
    /// Brings the facts into a form that mostly depends on their meaning only; the meaning stays.
    ///
    /// For comparing, hashing and printing; it costs a few questions for each fact.
    pub fn canonicalise(&mut self) {
        loop {
            let before = self.clone();
            self.implied_equalities();
            self.tighten_rows();
            self.drop_implied_rows();
            self.restate_disequalities();
            if self.unsat || *self == before {
                return;
            }
        }
    }

    /// Finds inequalities that can only hold as equalities.
    ///
    /// Stating an inequality looks for them already; this finds those that show only because of other facts
    /// that were rounded since.
    pub fn implied_equalities(&mut self) {
        let mut at = 0;
        while let Some(row) = self.rows.get(at) {
            if self.most(row) == Some(0) {
                let agenda = Agenda { zero: vec![row.clone()], ..Agenda::default() };
                self.settle(agenda);
                at = 0;
            } else {
                at += 1;
            }
        }
    }

    /// Gives each row the bound that all of them imply.
    fn tighten_rows(&mut self) {
        let rows = self.rows.list();
        for row in rows.iter() {
            if let Some(least) = self.rows.least(row)
                && least > 0
                && let Some(tight) = least.checked_neg().and_then(|less| row.plus(less))
            {
                self.settle(Agenda { not_negative: vec![tight], ..Agenda::default() });
            }
        }
    }

    /// Drops the rows that the others prove: the longest first, and of equally long ones the last.
    fn drop_implied_rows(&mut self) {
        let mut order: Vec<Form> = self.rows.to_vec();
        order.sort_unstable_by(|a, b| (b.terms().len(), b).cmp(&(a.terms().len(), a)));
        for row in order {
            if row.terms().len() == 1 && self.rows.iter().all(|other| other.terms().len() == 1) {
                // Bounds of single variables do not follow from each other.
                return;
            }
            let others: Vec<Form> = self.rows.iter().filter(|other| **other != row).cloned().collect();
            let mut rows = self.rows.clone();
            rows.replace(others.into());
            let implied =
                row.negated().is_some_and(|opposite| rows.stance(&row, &opposite) == Stance::Implied);
            if implied {
                self.rows = rows;
            }
        }
    }

    /// States the disequalities anew: they may follow from the rows, or make one strict.
    fn restate_disequalities(&mut self) {
        if !self.rows.is_empty() && !self.diseqs.is_empty() {
            let agenda = Agenda { not_zero: self.diseqs.take(), ..Agenda::default() };
            self.settle(agenda);
        }
    }
}
