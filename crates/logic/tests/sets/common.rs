//! Generators, and the oracle: all valuations of three sets and two points over a universe of three values.

use logic::sets::{Kind, SetDomain, facts};
use logic::{Dim, Fact, Form};
use proptest::prelude::*;

/// Three sets, then two points.
pub(crate) const NAMES: usize = 5;
pub(crate) const SETS: usize = 3;
const VALUES: u32 = 3;

/// The set of each name, as bits.
pub(crate) type Valuation = [u8; NAMES];

/// Enough cases for every build; `PROPTEST_CASES` asks for more.
pub(crate) fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok());
    ProptestConfig { cases: cases.unwrap_or(300), ..ProptestConfig::default() }
}

pub(crate) fn name(n: usize) -> Dim {
    Dim(n as u32)
}

pub(crate) fn new<D: SetDomain>() -> D {
    let mut state = D::default();
    for n in 0..NAMES {
        state.declare(name(n), if n < SETS { Kind::Set } else { Kind::Point });
    }
    state
}

pub(crate) fn state_of<D: SetDomain>(facts: &[Fact]) -> D {
    let mut state = new::<D>();
    for fact in facts {
        state.guard(fact);
    }
    state
}

/// All valuations.
fn valuations() -> Vec<Valuation> {
    let choices = |n: usize| if n < SETS { (0..1 << VALUES).collect() } else { vec![1_u8, 2, 4] };
    (0..NAMES).fold(vec![[0; NAMES]], |all, n| {
        let with = |valuation: &Valuation| {
            let valuation = *valuation;
            choices(n).into_iter().map(move |set| {
                let mut valuation = valuation;
                valuation[n] = set;
                valuation
            })
        };
        all.iter().flat_map(with).collect()
    })
}

pub(crate) fn holds(fact: &Fact, valuation: Valuation) -> bool {
    (0..VALUES).all(|value| {
        let count = |dim: Dim| valuation.get(dim.0 as usize).map(|set| i128::from(set >> value & 1));
        fact.allows(fact.form().evaluate(count).expect("small numbers"))
    })
}

/// The valuations of which all facts hold.
pub(crate) fn models(facts: &[Fact]) -> Vec<Valuation> {
    let mut all = valuations();
    all.retain(|valuation| facts.iter().all(|fact| holds(fact, *valuation)));
    all
}

fn any_name() -> impl Strategy<Value = Dim> {
    (0..NAMES).prop_map(name)
}

/// A relation between sets, or any sum compared with zero.
pub(crate) fn fact() -> impl Strategy<Value = Fact> {
    let parts = prop::collection::vec(any_name(), 0..=3);
    let factors = (prop::collection::vec(-2..=2_i64, NAMES), -1..=1_i128, any::<bool>());
    prop_oneof![
        4 => (any_name(), parts).prop_map(|(whole, parts)| facts::equal(whole, &parts)),
        4 => (any_name(), any_name()).prop_map(|(part, whole)| facts::included(part, whole)),
        2 => (any_name(), any_name()).prop_map(|(a, b)| facts::disjoint(a, b)),
        1 => (0..3_usize, any_name(), any_name(), any_name()).prop_map(|(n, e, a, b)| {
            facts::union(e, a, b)[n].clone()
        }),
        1 => (0..3_usize, any_name(), any_name(), any_name()).prop_map(|(n, e, a, b)| {
            facts::difference(e, a, b)[n].clone()
        }),
        1 => factors.prop_map(|(factors, constant, equal)| {
            let form = factors.iter().enumerate().fold(Form::constant(constant), |sum, (n, factor)| {
                sum.add_scaled(*factor, &Form::of(name(n))).expect("small numbers")
            });
            if equal { Fact::Eq(form) } else { Fact::Ge(form) }
        }),
    ]
}

pub(crate) fn facts() -> impl Strategy<Value = Vec<Fact>> {
    prop::collection::vec(fact(), 0..=5)
}
