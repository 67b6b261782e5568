//! Bags: the same contents in another order.

use logic::sets::facts::{empty, equal};
use logic::sets::{Bdd, Kind, Lin, Linear, SetDomain};
use logic::{Dim, Fact, Form};
use proptest::prelude::*;

use super::common::config;

const M: Dim = Dim(0);
const A: Dim = Dim(1);
const B: Dim = Dim(2);
const A1: Dim = Dim(3);
const B1: Dim = Dim(4);
const V: Dim = Dim(10);

fn state(facts: &[Fact]) -> Linear {
    let mut state = Linear::default();
    for bag in [M, A, B, A1, B1] {
        state.declare(bag, Kind::Bag);
    }
    state.declare(V, Kind::Point);
    for fact in facts {
        state.guard(fact);
    }
    state
}

/// In-place reversal: what is still to be turned and what is turned is all there was.
#[test]
fn reversal_is_a_permutation() {
    let mut head = state(&[equal(A, &[M]), empty(B)]);
    for _ in 0..3 {
        let mut next = head.clone();
        next.declare(A1, Kind::Bag);
        next.declare(B1, Kind::Bag);
        next.declare(V, Kind::Point);
        assert!(next.guard(&equal(A, &[V, A1])) && next.guard(&equal(B1, &[V, B])));
        next.forget(&[A, B, V]);
        next.rename(&|dim| match dim {
            A1 => A,
            B1 => B,
            other => other,
        });
        head = head.widen(&next);
    }
    assert!(head.proves(&equal(M, &[A, B])));
    assert!(head.guard(&empty(A)) && head.proves(&equal(B, &[M])));
}

/// A value may be in a bag more than once, not in a set.
#[test]
fn bags_count() {
    let twice = [equal(M, &[V, A]), equal(A, &[V, B])];
    assert!(!state(&twice).is_unsat());
    let mut set = state(&[]);
    set.declare(Dim(7), Kind::Set);
    assert!(set.guard(&equal(Dim(7), &[V, A])) && !set.guard(&equal(A, &[V, B])));
}

/// The other domains have no words for bags, and say nothing of them.
#[test]
fn elsewhere_nothing_is_known_of_bags() {
    fn check<D: SetDomain>() {
        let mut state = D::default();
        for bag in [M, A] {
            state.declare(bag, Kind::Bag);
        }
        assert!(state.guard(&equal(M, &[A])) && !state.proves(&equal(M, &[A])) && state.facts().is_empty());
    }
    check::<Lin>();
    check::<Bdd>();
}

fn form() -> impl Strategy<Value = Form> {
    (prop::collection::vec(-2..=2_i64, 3), -1..=1_i128).prop_map(|(factors, constant)| {
        factors.iter().enumerate().fold(Form::constant(constant), |sum, (n, factor)| {
            sum.add_scaled(*factor, &Form::of(Dim(n as u32))).expect("small numbers")
        })
    })
}

fn fact() -> impl Strategy<Value = Fact> {
    prop_oneof![form().prop_map(Fact::Eq), form().prop_map(Fact::Ge)]
}

proptest! {
    #![proptest_config(config())]

    /// What is proved of bags holds of all counts up to three, at each value.
    #[test]
    fn proofs_about_bags_are_sound(given in prop::collection::vec(fact(), 0..4), asked in fact()) {
        let state = state(&given);
        for counts in 0..64_i128 {
            let count = |dim: Dim| Some(counts >> (2 * dim.0) & 3);
            let holds = |fact: &Fact| fact.allows(fact.form().evaluate(count).expect("small numbers"));
            if given.iter().all(holds) {
                prop_assert!(!state.is_unsat());
                prop_assert!(!state.proves(&asked) || holds(&asked));
            }
        }
    }
}
