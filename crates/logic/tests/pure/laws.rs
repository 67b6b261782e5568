//! Laws, against the points of a small box.

use logic::{Dim, Fact, Form, Pure};
use proptest::prelude::*;

use crate::common::*;

fn points_of(facts: &[Fact]) -> Vec<Point> {
    grid().into_iter().filter(|point| facts.iter().all(|fact| holds(fact, point))).collect()
}

proptest! {
    #![proptest_config(config())]

    /// The state has exactly the points that satisfy the facts.
    #[test]
    fn a_state_is_its_facts(facts in facts()) {
        let state = state_of(&facts);
        for point in grid() {
            let expected = facts.iter().all(|fact| holds(fact, &point));
            prop_assert_eq!(contains(&state, &point), expected, "{:?} in {:?}", point, state);
        }
    }

    #[test]
    fn what_is_proved_holds(facts in facts(), asked in prop::collection::vec(fact(), 4)) {
        let state = state_of(&facts);
        let points = points_of(&facts);
        for fact in &asked {
            if proves(&state, fact) {
                prop_assert!(points.iter().all(|point| holds(fact, point)), "{:?} from {:?}", fact, state);
            }
            if state.is_unsat() { continue; }
            let values = || points.iter().map(|point| value(fact.form(), point));
            if let (Some(least), Some(here)) = (state.minimum(fact.form()), values().min()) {
                prop_assert!(least <= here);
            }
            if let (Some(most), Some(here)) = (state.maximum(fact.form()), values().max()) {
                prop_assert!(most >= here);
            }
            for modulus in 2..5 {
                if let Some(residue) = state.residue(fact.form(), modulus) {
                    prop_assert!(values().all(|v| v.rem_euclid(modulus.into()) == residue.into()));
                }
            }
        }
        for fact in &facts {
            prop_assert!(proves(&state, fact), "{:?} was stated in {:?}", fact, state);
        }
    }

    #[test]
    fn every_certificate_checks(facts in facts(), asked in prop::collection::vec(form(), 4)) {
        let state = state_of(&facts);
        if state.is_unsat() { return Ok(()); }
        for form in &asked {
            let certificate = state.certificate(form);
            prop_assert_eq!(certificate.is_some(), state.proves_ge(form), "{:?} in {:?}", form, state);
            if let Some(certificate) = certificate {
                prop_assert!(state.checks(&certificate, form));
                for at in 0..certificate.rows.len() {
                    let mut wrong = certificate.clone();
                    wrong.rows[at].1 += 1;
                    prop_assert!(!state.checks(&wrong, form));
                }
            }
        }
    }

    #[test]
    fn forgetting_keeps_the_others(facts in facts(), gone in prop::collection::vec(0..COUNT, 1..=2)) {
        let mut state = state_of(&facts);
        let points = points_of(&facts);
        let dims: Vec<Dim> = gone.iter().map(|&i| dim(i)).collect();
        state.forget(&dims);
        prop_assert!(state.dims().iter().all(|dim| !dims.contains(dim)));
        for point in &points {
            for v in [-9, 0, 7] {
                let mut moved = point.clone();
                for &i in &gone {
                    moved[i] = v;
                }
                prop_assert!(contains(&state, &moved), "{:?} in {:?}", moved, state);
            }
        }
    }

    #[test]
    fn a_join_contains_both(left in facts(), right in facts()) {
        let (a, b) = (state_of(&left), state_of(&right));
        let joined = a.join(&b);
        for point in points_of(&left).iter().chain(&points_of(&right)) {
            prop_assert!(contains(&joined, point), "{:?} in {:?}", point, joined);
        }
        prop_assert_eq!(joined.covers(&a), Ok(()), "{:?} around {:?}", joined, a);
        prop_assert_eq!(joined.covers(&b), Ok(()), "{:?} around {:?}", joined, b);
        let itself = a.join(&state_of(&left));
        prop_assert_eq!(a.covers(&itself), Ok(()), "{:?} around {:?}", a, itself);
    }

    #[test]
    fn a_widening_contains_both(left in facts(), right in facts()) {
        let (a, b) = (state_of(&left), state_of(&right));
        let widened = a.widen(&b, &[3]);
        for point in points_of(&left).iter().chain(&points_of(&right)) {
            prop_assert!(contains(&widened, point), "{:?} in {:?}", point, widened);
        }
    }

    #[test]
    fn widening_ends(states in prop::collection::vec(facts(), 12)) {
        let mut current = state_of(&states[0]);
        let mut changes = 0;
        for facts in states[1..].iter().cycle().take(60) {
            let next = current.join(&state_of(facts));
            let widened = current.widen(&next, &[2]);
            if current.covers(&widened).is_err() {
                changes += 1;
            }
            current = widened;
        }
        prop_assert!(changes <= 24, "{} changes", changes);
    }

    #[test]
    fn coverage_is_inclusion(left in facts(), right in facts()) {
        let (a, b) = (state_of(&left), state_of(&right));
        prop_assert_eq!(a.covers(&state_of(&left)), Ok(()));
        match a.covers(&b) {
            Ok(()) => for point in points_of(&right) {
                prop_assert!(contains(&a, &point), "{:?} in {:?}", point, a);
            },
            Err(fact) => prop_assert!(!proves(&b, &fact)),
        }
    }

    #[test]
    fn canonical_form_keeps_the_meaning(facts in facts()) {
        let state = state_of(&facts);
        let mut canonical = state.clone();
        canonical.canonicalise();
        for point in grid() {
            prop_assert_eq!(contains(&canonical, &point), contains(&state, &point), "{:?} in {:?}", point, canonical);
        }
        let mut again = canonical.clone();
        again.canonicalise();
        prop_assert_eq!(&again, &canonical);
        // The other way round rounding may have found what the state does not prove.
        prop_assert_eq!(state.covers(&canonical), Ok(()));
    }

    #[test]
    fn renaming_there_and_back_is_the_identity(facts in facts(), order in Just(vec![4_u32, 0, 9]).prop_shuffle()) {
        let mut state = state_of(&facts);
        state.canonicalise();
        let mut renamed = state.clone();
        renamed.rename(|Dim(i)| Dim(order[i as usize]));
        for point in grid() {
            let there = renamed.admits(|d| order.iter().position(|&o| o == d.0).map(|i| point[i]));
            prop_assert_eq!(there, contains(&state, &point), "{:?} in {:?}", point, renamed);
        }
        renamed.rename(|d| dim(order.iter().position(|&o| o == d.0).unwrap()));
        renamed.canonicalise();
        prop_assert_eq!(renamed, state);
    }

    #[test]
    fn the_order_of_facts_does_not_matter(mut facts in facts(), asked in fact()) {
        // A disequality makes an inequality strict if it comes after it.
        facts.retain(|fact| !matches!(fact, Fact::Ne(_)));
        let forwards = state_of(&facts);
        let backwards = state_of(&facts.iter().rev().cloned().collect::<Vec<_>>());
        if !forwards.is_unsat() && !backwards.is_unsat() {
            prop_assert_eq!(forwards.minimum(asked.form()), backwards.minimum(asked.form()), "{:?} {:?}", forwards, backwards);
            prop_assert_eq!(proves(&forwards, &asked), proves(&backwards, &asked), "{:?} {:?}", forwards, backwards);
        }
    }

    #[test]
    fn a_model_satisfies(facts in facts(), fixed in -3..=3_i128) {
        let state = state_of(&facts);
        for fixed in [vec![], vec![(dim(0), fixed)]] {
            if let Some(model) = state.model(&fixed) {
                let look = |d: Dim| model.iter().find(|(m, _)| *m == d).map_or(0, |&(_, v)| v);
                let point: Point = (0..COUNT).map(|i| look(dim(i))).collect();
                prop_assert!(facts.iter().all(|fact| holds(fact, &point)), "{:?} {:?}", point, state);
                prop_assert!(fixed.iter().all(|&(d, v)| look(d) == v));
            } else {
                let here = |point: &Point| fixed.iter().all(|&(d, v)| point[d.0 as usize] == v);
                prop_assert!(!points_of(&facts).iter().any(here), "no model of {:?}", state);
            }
        }
    }

    #[test]
    fn facts_rebuild_the_state(facts in facts()) {
        let state = state_of(&facts);
        if state.facts().iter().all(|fact| fact.form().dims().all(|d| !logic::pure::is_parameter(d))) {
            let again = state_of(&state.facts());
            for point in grid() {
                prop_assert_eq!(contains(&again, &point), contains(&state, &point));
            }
        }
    }
}

/// Numbers at the edge of their range: nothing panics.
fn hostile() -> impl Strategy<Value = Fact> {
    let factor =
        prop_oneof![Just(0_i64), Just(1), Just(-1), Just(i64::MIN), Just(i64::MAX), any::<i64>(), -9..9_i64];
    let constant = prop_oneof![
        Just(0_i128),
        Just(i128::MIN),
        Just(i128::MAX),
        Just(1 << 64),
        Just((1 << 64) - 1),
        any::<i128>(),
        -9..9_i128
    ];
    (prop::collection::vec(factor, COUNT), constant, 0..3).prop_map(|(factors, constant, kind)| {
        let form = factors.iter().enumerate().fold(Form::constant(constant), |sum, (i, &a)| {
            sum.add_scaled(a, &Form::of(dim(i))).expect("one term each")
        });
        match kind {
            0 => Fact::Eq(form),
            1 => Fact::Ge(form),
            _ => Fact::Ne(form),
        }
    })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn hostile_numbers_do_no_harm(
        left in prop::collection::vec(hostile(), 0..6),
        right in prop::collection::vec(hostile(), 0..6),
    ) {
        let (mut a, mut b) = (state_of(&left), state_of(&right));
        for fact in left.iter().chain(&right) {
            proves(&a, fact);
            let _ = (a.minimum(fact.form()), a.maximum(fact.form()), a.residue(fact.form(), i64::MAX));
        }
        let joined = a.join(&b);
        let _ = a.widen(&b, &[i128::MIN, i128::MAX]);
        let _ = (joined.covers(&a), a.covers(&joined), joined.facts(), a.facts());
        let _ = a.model(&[(dim(0), i128::MAX)]);
        a.canonicalise();
        b.forget(&[dim(1)]);
        b.rename(|Dim(i)| Dim(7 - i));
        prop_assert!(b.covers(&b.clone()).is_ok());
    }
}

#[test]
fn unsat_stays() {
    let mut state = Pure::new();
    assert!(!state.guard_eq(&Form::constant(1)));
    state.forget(&[dim(0)]);
    state.rename(|Dim(i)| Dim(i + 1));
    assert!(state.clone().is_unsat() && !state.guard_ge(&Form::constant(1)));
}
