//! What speaks about variables besides the equations.
//!
//! When the equations change, variables are replaced by forms. The inequalities and disequalities that
//! mention them are taken out of their lists, rewritten, and later stated anew: they may have become
//! stronger, equalities, or contradictions.

use super::form::Form;
use super::list::List;
use super::name::temporary;
use crate::linear::Dim;

/// The facts to be rewritten, and the supply of temporary names.
#[derive(Debug, Default)]
pub(super) struct Users {
    pub(super) rows: List<Form>,
    pub(super) diseqs: List<Form>,
    /// Equations that wait to be stated.
    pub(super) zero: Vec<Form>,
    /// Inequalities that changed, in no particular order.
    pub(super) changed_rows: Vec<Form>,
    /// Disequalities that changed.
    pub(super) changed_diseqs: Vec<Form>,
    fresh: u32,
}

impl Users {
    pub(super) fn new(rows: List<Form>, diseqs: List<Form>) -> Self {
        Self { rows, diseqs, ..Self::default() }
    }

    /// A name that nothing mentions.
    pub(super) fn fresh(&mut self) -> Dim {
        self.fresh += 1;
        temporary(self.fresh)
    }

    /// Puts the form in place of a variable. A fact that does not fit afterwards is dropped.
    pub(super) fn substitute(&mut self, variable: Dim, by: &Form) {
        rewrite(&mut self.zero, variable, by);
        replace(&mut self.rows, &mut self.changed_rows, variable, by);
        replace(&mut self.diseqs, &mut self.changed_diseqs, variable, by);
    }
}

fn replace(facts: &mut List<Form>, changed: &mut Vec<Form>, variable: Dim, by: &Form) {
    rewrite(changed, variable, by);
    if facts.iter().any(|fact| fact.mentions(variable)) {
        facts.edit().retain(|fact| {
            let concerned = fact.mentions(variable);
            if concerned {
                changed.extend(fact.substitute(variable, by));
            }
            !concerned
        });
    }
}

fn rewrite(facts: &mut Vec<Form>, variable: Dim, by: &Form) {
    facts.retain_mut(|fact| {
        if !fact.mentions(variable) {
            return true;
        }
        let Some(form) = fact.substitute(variable, by) else { return false };
        *fact = form;
        true
    });
}
