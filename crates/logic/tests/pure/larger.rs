//! States as large as those of programs.

use logic::{Dim, Pure};

use crate::workloads::{Workload, alloc, list, mixed, pointers};

fn workloads() -> Vec<(&'static str, Workload)> {
    vec![
        ("pointers", pointers(25)),
        ("alloc", alloc(1)),
        ("alloc", alloc(3)),
        ("alloc", alloc(6)),
        ("list", list(1)),
        ("list", list(5)),
        ("list", list(12)),
        ("mixed", mixed(6, 12)),
    ]
}

/// What adds up from the facts is proved, with a certificate.
#[test]
fn sums_of_facts_are_proved() {
    for (name, workload) in workloads() {
        let state = workload.state();
        for (form, follows) in workload.queries() {
            let proved = state.proves_ge(&form);
            assert!(proved || !follows, "{name}: {form:?}");
            if let Some(certificate) = state.certificate(&form) {
                assert!(state.checks(&certificate, &form));
            }
            assert_eq!(state.certificate(&form).is_some(), proved, "{name}: {form:?}");
        }
    }
}

/// Every question has the same answer in a state that was never asked anything, and in one that was built
/// the other way round.
#[test]
fn answers_do_not_depend_on_history() {
    for (name, mut workload) in workloads() {
        let state = workload.state();
        let queries = workload.queries();
        let answers: Vec<_> = queries.iter().map(|(form, _)| state.minimum(form)).collect();
        workload.facts.reverse();
        let other = workload.state();
        for ((form, _), answer) in queries.iter().zip(&answers).rev() {
            assert_eq!(workload.state().minimum(form), *answer, "{name}: {form:?}");
            assert_eq!(other.minimum(form), *answer, "{name}: {form:?}");
        }
    }
}

#[test]
fn models_of_programs_states_are_found() {
    for (name, workload) in workloads() {
        let state = workload.state();
        let model = state.model(&[]);
        assert!(model.is_some(), "{name}");
        let model = model.unwrap();
        assert!(state.admits(|dim| model.iter().find(|(d, _)| *d == dim).map(|&(_, v)| v)));
    }
}

#[test]
fn joins_of_programs_states_cover_both() {
    for (name, workload) in workloads() {
        let (state, other) = (workload.state(), workload.sibling());
        for both in [state.join(&other), other.join(&state), state.widen(&other, &[])] {
            assert_eq!(both.covers(&state), Ok(()), "{name}");
            assert_eq!(both.covers(&other), Ok(()), "{name}");
        }
    }
}

/// Forgetting in one go and one by one mean the same, and canonical forms agree.
#[test]
fn forgetting_one_by_one_is_forgetting_at_once() {
    for (name, workload) in workloads().into_iter().filter(|(name, _)| *name != "mixed") {
        let (mut at_once, mut one_by_one) = (workload.state(), workload.state());
        let gone: Vec<Dim> = at_once.dims().into_iter().filter(|dim| dim.0 % 3 == 1).collect();
        at_once.forget(&gone);
        for &dim in &gone {
            one_by_one.forget(&[dim]);
        }
        at_once.canonicalise();
        one_by_one.canonicalise();
        assert_eq!(at_once, one_by_one, "{name}");
        assert_eq!(at_once.covers(&workload.state()), Ok(()), "{name}");
    }
}

/// A form with a hundred thousand terms is no trouble.
#[test]
fn long_forms_are_handled() {
    let mut state = Pure::new();
    let terms = (0..100_000).map(Dim);
    let sum: logic::Linear = logic::Linear::constant(0);
    let form = logic::Form::from(
        &terms
            .fold(vec![sum], |mut parts, dim| {
                // In pieces, as adding one term copies the form.
                let last = parts.last_mut().expect("never empty");
                if last.terms().len() < 500 {
                    *last = &*last + dim;
                } else {
                    parts.push(dim.into());
                }
                parts
            })
            .iter()
            .rev()
            .fold(logic::Linear::constant(0), |sum, part| sum + part),
    );
    assert!(state.guard_ge(&form));
    assert!(state.proves_ge(&form));
    assert!(state.guard_eq(&form));
    assert_eq!(state.constant(&form), Some(0));
}
