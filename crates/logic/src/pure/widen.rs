//! Widening.
//!
//! The equalities need none: a join has fewer of them or smaller moduli than its operands, or the same, and
//! that ends. Of the inequalities those of the previous state and both directions of the equalities
//! that it loses take part. A bound that the next state does not respect moves to the nearest threshold
//! beyond, and finally goes. Between two losses of an equality the set of rows shrinks and each bound
//! moves along a finite list, so that every chain ends.
//!
//! Rows of the next state that the previous one proves would break that argument, but they are often what a
//! loop is about: at the first visit `i ≤ n` hides in `i = 0, n ≥ 1`. The first widenings of a chain take
//! them in; a state remembers how many it has gone through.

use super::Pure;
use super::form::Form;
use super::guard::{Agenda, Manner};

/// How many widenings in a row may take rows from the next state.
const YOUTH: u8 = 2;

/// Where every bound stops.
const THRESHOLDS: [i128; 3] = [-1, 0, 1];

impl Pure {
    /// A state that contains both, such that widening again and again comes to an end.
    ///
    /// `self` is the previous outcome, `next` the next iterate. Bounds that give way stop at the
    /// thresholds, which may be in any order, and at −1, 0 and 1.
    #[must_use]
    pub fn widen(&self, next: &Self, thresholds: &[i128]) -> Self {
        if next.unsat || self.is_same(next) {
            return self.clone();
        }
        if self.unsat {
            return next.clone();
        }
        let mut widened = self.hull(next);
        let mut agenda = Agenda { manner: Manner::Whole, ..Agenda::default() };
        widened.take_common(self, next);
        for form in self.endangered(&widened) {
            let row = match next.minimum(&form) {
                Some(least) if least >= 0 => Some(form),
                Some(least) => relax(&form, least, thresholds),
                None => None,
            };
            agenda.not_negative.extend(row.and_then(|row| widened.equalities.reduce(&row)));
        }
        if self.age < YOUTH {
            let new = next.rows.iter().filter(|row| !widened.is_common(row));
            let new = new.filter_map(|row| next.without_parameters(row));
            let stable = new.filter(|row| self.proves_ge(row));
            agenda.not_negative.extend(stable.filter_map(|row| widened.equalities.reduce(&row)));
        }
        let endangered = self.diseqs.iter().filter(|form| widened.diseqs.binary_search(form).is_err());
        for form in endangered.filter_map(|form| self.without_parameters(form)) {
            if next.proves_ne(&form) {
                agenda.not_zero.extend(widened.equalities.reduce(&form));
            }
        }
        widened.settle(agenda);
        widened.age = self.age.saturating_add(1);
        widened
    }

    /// The rows that may give way and the lost equalities in both directions, as forms that are at least zero.
    fn endangered(&self, widened: &Self) -> Vec<Form> {
        let rows = self.rows.iter().filter(|row| !widened.is_common(row));
        let mut forms: Vec<Form> = rows.filter_map(|row| self.without_parameters(row)).collect();
        for equation in self.lost(widened) {
            forms.extend(equation.negated());
            forms.push(equation);
        }
        forms
    }
}

/// The row with the nearest threshold that the least value respects.
///
/// The threshold is one for the linear part with a positive first factor, from below or from above.
fn relax(form: &Form, least: i128, thresholds: &[i128]) -> Option<Form> {
    let (_, first) = form.terms().first()?;
    let bound = least.checked_sub(form.offset())?;
    let sides = thresholds.iter().chain(&THRESHOLDS);
    let sides = sides.filter_map(|&t| if *first < 0 { t.checked_neg() } else { Some(t) });
    let nearest = sides.filter(|&t| t <= bound).max()?;
    Some(form.clone().with_offset(nearest.checked_neg()?))
}
