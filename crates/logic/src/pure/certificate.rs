//! Why an inequality holds.
//!
//! By Farkas' lemma a form is at least zero because of rows if it is a sum of non-negative multiples of them
//! and a constant. The multipliers are a certificate: whoever distrusts the search adds them up.

use super::Pure;
use super::form::Form;
use super::guard::{Primitive, primitive};
use super::inequalities::fill;
use super::name::is_plain;
use super::tableau::Tableau;
use crate::linear::Dim;

/// Multipliers that prove an inequality.
///
/// `denominator · goal = remainder + Σ multiplier · row` for the goal reduced by the equalities and in
/// lowest terms. The multipliers are not negative, and the remainder is more than `−denominator`: the goal
/// is then more than −1, and an integer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// Rows over the state's variables, with positive multipliers.
    pub rows: Vec<(Form, i128)>,
    /// What the multipliers are to be divided by; positive.
    pub denominator: i128,
    /// The multipliers prove one less, and the state says that the goal is not −1.
    pub strict: bool,
}

impl Pure {
    /// Why the form is at least zero; nothing if that is not proved.
    ///
    /// It depends on the facts only, not on what was asked before.
    pub fn certificate(&self, form: &Form) -> Option<Certificate> {
        let goal = self.goal(form)?;
        self.multipliers(&goal, false).or_else(|| self.multipliers(&goal.plus(1)?, true))
    }

    fn multipliers(&self, goal: &Form, strict: bool) -> Option<Certificate> {
        let multipliers = |tableau: Option<Tableau<i64>>| tableau?.multipliers(goal).ok()?;
        let wide = || fill::<i128>(&self.rows)?.multipliers(goal).ok()?;
        let (factors, denominator) = multipliers(fill(&self.rows)).or_else(wide)?;
        let rows = self.rows.iter().cloned().zip(factors).filter(|&(_, a)| a != 0).collect();
        let certificate = Certificate { rows, denominator, strict };
        self.accepts(&certificate, goal).then_some(certificate)
    }

    /// Whether the certificate proves that the form is at least zero in this state.
    pub fn checks(&self, certificate: &Certificate, form: &Form) -> bool {
        let goal = self.goal(form);
        let goal = if certificate.strict { goal.and_then(|goal| goal.plus(1)) } else { goal };
        goal.is_some_and(|goal| self.accepts(certificate, &goal))
    }

    fn accepts(&self, certificate: &Certificate, goal: &Form) -> bool {
        let known = |&(ref row, factor): &(Form, i128)| factor > 0 && self.rows.contains(row);
        let excluded = || {
            let form = primitive(goal.clone());
            matches!(form, Primitive::Open(form) if self.diseqs.contains(&form))
        };
        certificate.denominator > 0
            && certificate.rows.iter().all(known)
            && remainder(certificate, goal).is_some_and(|rest| rest > -certificate.denominator)
            && (!certificate.strict || excluded())
    }

    /// The form over variables in lowest terms, rounded.
    fn goal(&self, form: &Form) -> Option<Form> {
        debug_assert!(form.dims().all(is_plain), "a goal is about dimensions");
        let form = self.reduce(form)?;
        match form.content()? {
            0 => Some(form),
            content => Some(form.divided(content)),
        }
    }
}

/// What is left of the goal without the rows, if that is a constant.
fn remainder(certificate: &Certificate, goal: &Form) -> Option<i128> {
    let mut terms: Vec<(Dim, i128)> = Vec::new();
    let mut constant = goal.offset().checked_mul(certificate.denominator)?;
    for &(v, a) in goal.terms() {
        terms.push((v, certificate.denominator.checked_mul(a.into())?));
    }
    for (row, factor) in &certificate.rows {
        constant = constant.checked_sub(row.offset().checked_mul(*factor)?)?;
        for &(v, a) in row.terms() {
            terms.push((v, factor.checked_mul(i128::from(a).checked_neg()?)?));
        }
    }
    Form::collect(constant, &mut terms)?.as_constant()
}
