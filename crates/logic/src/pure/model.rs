//! Models: values for the dimensions that satisfy all facts.
//!
//! One dimension after the other gets a value, as an equality in a copy of the state, which restricts the
//! next ones. Where that ends in a contradiction another value is tried. A model is checked against the
//! facts before it is given away.

use super::Pure;
use super::facts::Fact;
use super::form::Form;
use super::name::{is_parameter, owner_of};
use crate::linear::Dim;

/// How many values may be tried, besides one for each variable.
const TRIALS: usize = 64;

/// How far from the preferred value the others are that are tried.
const SPAN: i128 = 256;

/// What a search found.
enum Search {
    Found(Pure),
    /// There is no model.
    Nothing,
    /// There may be one.
    GaveUp,
}

impl Pure {
    /// Values for all dimensions that occur, among them the fixed ones, that satisfy every fact.
    ///
    /// None: there are none, or the search took too long.
    pub fn model(&self, fixed: &[(Dim, i128)]) -> Option<Vec<(Dim, i128)>> {
        let state = self.fix(fixed.iter().copied())?;
        let mut trials = TRIALS + state.dims().len();
        let Search::Found(state) = state.search(&mut trials) else { return None };
        let mut dims = self.dims();
        dims.extend(fixed.iter().map(|&(dim, _)| dim));
        dims.sort_unstable();
        dims.dedup();
        // A dimension that is still free is in no fact any more.
        let value = |dim: Dim| (dim, state.constant(&Form::of(dim)).unwrap_or(0));
        let values: Vec<(Dim, i128)> = dims.into_iter().map(value).collect();
        let look_up = |dim: Dim| values.binary_search_by_key(&dim, |&(d, _)| d).ok().map(|at| values[at].1);
        self.is_model(look_up).then_some(values)
    }

    /// Whether the facts may hold with these values of dimensions. False: they do not.
    pub fn admits(&self, value: impl Fn(Dim) -> Option<i128>) -> bool {
        let dims = self.dims();
        let known = dims.iter().filter_map(|&dim| Some((dim, value(dim)?)));
        if known.clone().count() == dims.len() {
            return !self.unsat && self.is_model(value);
        }
        let Some(state) = self.fix(known) else { return false };
        let mut trials = TRIALS + dims.len();
        !matches!(state.search(&mut trials), Search::Nothing)
    }

    /// The state with these values, if they do not contradict it.
    fn fix(&self, values: impl Iterator<Item = (Dim, i128)>) -> Option<Self> {
        let mut state = self.clone();
        for (dim, value) in values {
            if !state.guard_eq(&Form::of(dim).with_offset(value.checked_neg()?)) {
                return None;
            }
        }
        (!state.unsat).then_some(state)
    }

    /// Gives values to variables until nothing is open.
    fn search(&self, trials: &mut usize) -> Search {
        let Some(variable) = self.open_variable() else { return Search::Found(self.clone()) };
        let form = Form::of(variable);
        let (least, most) = (self.rows.least(&form), self.most(&form));
        let values = values(least, most);
        let count = least.zip(most).and_then(|(least, most)| most.checked_sub(least)?.checked_add(1));
        let mut complete = count == i128::try_from(values.len()).ok();
        for value in values {
            let different =
                value.checked_neg().is_some_and(|less| self.holds_ne(form.clone().with_offset(less)));
            if different {
                continue;
            }
            let Some(next) = trials.checked_sub(1) else { return Search::GaveUp };
            *trials = next;
            let mut state = self.clone();
            let Some(equation) = value.checked_neg().map(|value| form.clone().with_offset(value)) else {
                return Search::GaveUp;
            };
            state.settle(super::guard::Agenda { zero: vec![equation], ..Default::default() });
            if state.unsat {
                continue;
            }
            match state.search(trials) {
                Search::Nothing => {}
                Search::Found(model) => return Search::Found(model),
                Search::GaveUp => complete = false,
            }
        }
        if complete { Search::Nothing } else { Search::GaveUp }
    }

    /// A variable that is not a constant yet: first those in inequalities, then any.
    fn open_variable(&self) -> Option<Dim> {
        let in_facts = self.rows.iter().chain(self.diseqs.iter()).flat_map(Form::dims).min();
        let in_rows = self.equalities.affine.iter().flat_map(|(_, row)| row.dims()).min();
        in_facts.or(in_rows).or_else(|| self.equalities.members.iter().find_map(|member| member.root))
    }

    /// Whether the values satisfy all facts.
    fn is_model(&self, value: impl Fn(Dim) -> Option<i128>) -> bool {
        self.facts().iter().all(|fact| match fact {
            Fact::Eq(form) if form.dims().any(is_parameter) => self.is_divisible(form, &value),
            _ => fact.form().evaluate(&value).is_some_and(|sum| fact.allows(sum)),
        })
    }

    /// Whether the parameters in an equation can be chosen for these values.
    fn is_divisible(&self, form: &Form, value: &impl Fn(Dim) -> Option<i128>) -> bool {
        let parameter = |v: Dim| self.parameter_value(v, value);
        form.evaluate(|v| if is_parameter(v) { parameter(v) } else { value(v) }) == Some(0)
    }

    /// The integer that the owner's row says the parameter is.
    fn parameter_value(&self, own: Dim, value: &impl Fn(Dim) -> Option<i128>) -> Option<i128> {
        let dim = owner_of(own);
        let row = self.equalities.row(dim)?;
        let rest = row.substitute(own, &Form::default())?;
        let rest =
            rest.evaluate(|v| if is_parameter(v) { self.parameter_value(v, value) } else { value(v) })?;
        let (difference, modulus) = (value(dim)?.checked_sub(rest)?, i128::from(row.coefficient(own)));
        if difference.checked_rem(modulus)? == 0 { Some(difference / modulus) } else { None }
    }
}

/// Values between the bounds, those near zero or a bound first.
fn values(least: Option<i128>, most: Option<i128>) -> Vec<i128> {
    let start = match (least, most) {
        (Some(least), _) if least > 0 => least,
        (_, Some(most)) if most < 0 => most,
        _ => 0,
    };
    let inside = |v: &i128| least.is_none_or(|least| least <= *v) && most.is_none_or(|most| *v <= most);
    let around = (0..SPAN).flat_map(|k| [start.checked_add(k), start.checked_sub(k)]).flatten();
    let mut values: Vec<i128> = around.filter(inside).collect();
    // Zero steps up and down are the same value.
    values.dedup();
    for bound in [least, most].into_iter().flatten() {
        if bound.abs_diff(start) >= SPAN.unsigned_abs() {
            values.push(bound);
        }
    }
    values
}
