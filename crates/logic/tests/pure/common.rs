//! Generators, and the oracle: all points of a small box.

use logic::{Dim, Fact, Form, Pure};
use proptest::prelude::*;

/// A concrete point: the value of dimension `i` at place `i`.
pub(crate) type Point = Vec<i128>;

pub(crate) const COUNT: usize = 3;
pub(crate) const RADIUS: i128 = 4;

/// Enough cases for every build; `PROPTEST_CASES` asks for more.
pub(crate) fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok());
    ProptestConfig { cases: cases.unwrap_or(200), ..ProptestConfig::default() }
}

pub(crate) fn dim(i: usize) -> Dim {
    Dim(i as u32)
}

/// All points with coordinates within ±`RADIUS`.
pub(crate) fn grid() -> Vec<Point> {
    (0..COUNT).fold(vec![Vec::new()], |points, _| {
        let longer = |point: &Point| {
            let point = point.clone();
            (-RADIUS..=RADIUS).map(move |v| point.iter().copied().chain([v]).collect())
        };
        points.iter().flat_map(longer).collect()
    })
}

pub(crate) fn value(form: &Form, point: &[i128]) -> i128 {
    form.evaluate(|dim| point.get(dim.0 as usize).copied()).expect("small numbers")
}

pub(crate) fn holds(fact: &Fact, point: &[i128]) -> bool {
    fact.allows(value(fact.form(), point))
}

pub(crate) fn guard(state: &mut Pure, fact: &Fact) -> bool {
    match fact {
        Fact::Eq(form) => state.guard_eq(form),
        Fact::Ge(form) => state.guard_ge(form),
        Fact::Ne(form) => state.guard_ne(form),
    }
}

pub(crate) fn proves(state: &Pure, fact: &Fact) -> bool {
    match fact {
        Fact::Eq(form) => state.proves_eq(form),
        Fact::Ge(form) => state.proves_ge(form),
        Fact::Ne(form) => state.proves_ne(form),
    }
}

pub(crate) fn state_of(facts: &[Fact]) -> Pure {
    let mut state = Pure::new();
    for fact in facts {
        guard(&mut state, fact);
    }
    state
}

/// Whether the state has the point, exactly: all dimensions are fixed.
pub(crate) fn contains(state: &Pure, point: &[i128]) -> bool {
    state.admits(|dim| point.get(dim.0 as usize).copied())
}

pub(crate) fn form() -> impl Strategy<Value = Form> {
    let factor = prop_oneof![3 => Just(0_i64), 4 => prop_oneof![Just(1), Just(-1)], 2 => -3..=3_i64];
    (prop::collection::vec(factor, COUNT), -6..=6_i128).prop_map(|(factors, constant)| {
        factors.iter().enumerate().fold(Form::constant(constant), |sum, (i, &a)| {
            sum.add_scaled(a, &Form::of(dim(i))).expect("small numbers")
        })
    })
}

pub(crate) fn fact() -> impl Strategy<Value = Fact> {
    prop_oneof![
        2 => form().prop_map(Fact::Eq),
        4 => form().prop_map(Fact::Ge),
        2 => form().prop_map(Fact::Ne),
    ]
}

pub(crate) fn facts() -> impl Strategy<Value = Vec<Fact>> {
    prop::collection::vec(fact(), 0..=6)
}
