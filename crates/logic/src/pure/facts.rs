//! The facts of a state, as data.

use super::Pure;
use super::form::Form;
use super::name::{is_plain, owner_of, parameter};
use crate::linear::Dim;
use crate::number::{gcd, narrow};

/// One linear fact.
///
/// An equality may mention parameters ([`is_parameter`](super::is_parameter)): integers of which nothing
/// is said but the equalities. `x − 16·q = 0` says that `x` is divisible by 16.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact {
    /// The form is zero.
    Eq(Form),
    /// The form is at least zero.
    Ge(Form),
    /// The form is not zero.
    Ne(Form),
}

impl Fact {
    /// The form that is compared with zero.
    pub fn form(&self) -> &Form {
        match self {
            Self::Eq(form) | Self::Ge(form) | Self::Ne(form) => form,
        }
    }

    /// The fact as text, with the names that the caller gives the dimensions.
    pub fn display(&self, name: impl Fn(Dim) -> String) -> String {
        let relation = match self {
            Self::Eq(_) => "=",
            Self::Ge(_) => ">=",
            Self::Ne(_) => "!=",
        };
        format!("{} {relation} 0", self.form().display(name))
    }

    /// The fact for people: positive terms on both sides of the relation, `x + 1 ≤ y`.
    pub fn display_sides(&self, name: impl Fn(Dim) -> String) -> String {
        let form = self.form();
        let side = |sign: i64| {
            let terms = form.terms().iter().filter(|(_, factor)| factor.signum() == sign);
            let mut parts: Vec<String> = terms
                .map(|(dim, factor)| match factor.unsigned_abs() {
                    1 => name(*dim),
                    factor => format!("{factor}·{}", name(*dim)),
                })
                .collect();
            let constant = form.offset().saturating_mul(sign.into());
            if constant > 0 || (parts.is_empty() && constant == 0) {
                parts.push(constant.to_string());
            }
            parts
        };
        let (left, right) = (side(1), side(-1));
        let relation = match self {
            Self::Eq(_) => "=",
            Self::Ge(_) => "≥",
            Self::Ne(_) => "≠",
        };
        let text = |parts: &[String]| if parts.is_empty() { "0".into() } else { parts.join(" + ") };
        // A number alone reads better on the right.
        if left.iter().all(|part| part.starts_with(|c: char| c.is_ascii_digit()) && !part.contains('·')) {
            let turned = if relation == "≥" { "≤" } else { relation };
            return format!("{} {turned} {}", text(&right), text(&left));
        }
        format!("{} {relation} {}", text(&left), text(&right))
    }

    /// Whether the fact holds with this value of its form.
    pub fn allows(&self, value: i128) -> bool {
        match self {
            Self::Eq(_) => value == 0,
            Self::Ge(_) => value >= 0,
            Self::Ne(_) => value != 0,
        }
    }
}

impl Pure {
    /// The facts, sorted: together they mean what the state means.
    ///
    /// A contradictory state has one, `−1 ≥ 0`.
    pub fn facts(&self) -> Vec<Fact> {
        if self.unsat {
            return vec![Fact::Ge(Form::constant(-1))];
        }
        let mut facts: Vec<Fact> = self.equations().into_iter().map(Fact::Eq).collect();
        facts.extend(self.rows.iter().map(|row| Fact::Ge(self.over_dims(row))));
        facts.extend(self.diseqs.iter().map(|form| Fact::Ne(self.over_dims(form))));
        facts.sort_unstable();
        facts
    }

    /// The sums that are known to be zero; none if nothing can be.
    pub fn equations(&self) -> Vec<Form> {
        let mut facts = Vec::new();
        for member in self.equalities.members.iter() {
            let root = member.root.map_or_else(Form::default, Form::of);
            let equation = root.plus(member.offset).and_then(|by| Form::of(member.dim).add_scaled(-1, &by));
            facts.extend(equation);
        }
        for (dim, row) in self.equalities.affine.iter() {
            let equation = Form::of(*dim).add_scaled(-1, row);
            // The row of an owner says what its parameter is; to take that out would leave nothing.
            let defines = row.mentions(parameter(*dim));
            facts.extend(equation.map(|form| if defines { form } else { self.over_dims(&form) }));
        }
        facts
    }

    /// A positive multiple of a form over variables without parameters, if it fits; else the form.
    pub(super) fn over_dims(&self, form: &Form) -> Form {
        self.without_parameters(form).unwrap_or_else(|| form.clone())
    }

    /// A positive multiple of a form over variables that mentions dimensions only.
    ///
    /// The owner's row says what its parameter is, as a fraction; the youngest owner's comes first, as it
    /// mentions parameters of older ones.
    pub(super) fn without_parameters(&self, form: &Form) -> Option<Form> {
        self.multiple_over_dims(form).map(|(form, _)| form)
    }

    /// The form, which is over variables, as one over dimensions, if it can be without a multiple.
    pub(super) fn over_dims_exactly(&self, form: &Form) -> Option<Form> {
        self.multiple_over_dims(form).filter(|&(_, multiple)| multiple == 1).map(|(form, _)| form)
    }

    fn multiple_over_dims(&self, form: &Form) -> Option<(Form, i64)> {
        let mut form = form.clone();
        let mut multiple = 1_i64;
        loop {
            let youngest = form.terms().iter().rev().find(|(v, _)| !is_plain(*v));
            let Some(&(own, factor)) = youngest else { return Some((form, multiple)) };
            let dim = owner_of(own);
            let row = self.equalities.row(dim)?;
            let modulus = row.coefficient(own);
            // modulus·own = dim − rest, and so modulus·form = modulus·others + factor·(dim − rest).
            let common = narrow(
                i128::try_from(gcd(modulus.unsigned_abs().into(), factor.unsigned_abs().into())).ok()?,
            )?;
            if common == 0 {
                return None;
            }
            let rest = row.substitute(own, &Form::default())?;
            let numerator = Form::of(dim).add_scaled(-1, &rest)?;
            multiple = multiple.checked_mul(modulus / common)?;
            let others = form.substitute(own, &Form::default())?.scaled(modulus / common)?;
            form = others.add_scaled(factor / common, &numerator)?;
        }
    }

    /// The dimensions that a fact mentions, sorted.
    pub fn dims(&self) -> Vec<Dim> {
        let forms = self.rows.iter().chain(self.diseqs.iter());
        let mentioned = forms.flat_map(Form::dims).filter(|v| is_plain(*v));
        let mut dims: Vec<Dim> = self.equalities.dims().chain(mentioned).collect();
        dims.sort_unstable();
        dims.dedup();
        dims
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_for_people_have_positive_terms_on_both_sides() {
        let name = |dim: Dim| format!("x{}", dim.0);
        let form = |constant: i128, terms: &[(u32, i128)]| {
            let terms: Vec<(Dim, i128)> = terms.iter().map(|(dim, factor)| (Dim(*dim), *factor)).collect();
            Form::from_sorted(constant, &terms).expect("it fits")
        };
        for (fact, text) in [
            (Fact::Ge(form(3, &[(0, -1)])), "x0 ≤ 3"),
            (Fact::Ge(form(-3, &[(0, 1)])), "x0 ≥ 3"),
            (Fact::Ge(form(0, &[(0, 1), (1, -2)])), "x0 ≥ 2·x1"),
            (Fact::Ge(form(5, &[(0, -1), (1, -1)])), "x0 + x1 ≤ 5"),
            (Fact::Eq(form(1, &[(0, 1), (1, -1)])), "x0 + 1 = x1"),
            (Fact::Eq(form(4, &[(0, 1)])), "x0 + 4 = 0"),
            (Fact::Ne(form(0, &[(0, -1)])), "x0 ≠ 0"),
            (Fact::Ge(form(-1, &[])), "1 ≤ 0"),
        ] {
            assert_eq!(fact.display_sides(name), text);
        }
    }
}
