//! Whole histories of states: whatever is done, the points that are followed stay inside.

use logic::{Dim, Fact, Form, Pure};
use proptest::prelude::*;

use crate::common::{COUNT, Point, config, contains, dim, fact, form, guard, holds, value};

#[derive(Clone, Debug)]
enum Step {
    Guard(Fact),
    Assign(usize, Form),
    Havoc(usize, i128),
    Swap(usize, usize),
    Canonicalise,
    /// Joins with the state as it was so many steps ago.
    Join(usize),
    Widen(usize),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => fact().prop_map(Step::Guard),
        4 => (0..COUNT, form()).prop_map(|(i, form)| Step::Assign(i, form)),
        1 => (0..COUNT, -9..=9_i128).prop_map(|(i, v)| Step::Havoc(i, v)),
        1 => (0..COUNT, 0..COUNT).prop_map(|(i, j)| Step::Swap(i, j)),
        1 => Just(Step::Canonicalise),
        2 => (0..6_usize).prop_map(Step::Join),
        1 => (0..6_usize).prop_map(Step::Widen),
    ]
}

type Moment = (Pure, Vec<Point>);

fn take(step: &Step, past: &[Moment]) -> Moment {
    let (mut state, mut points) = past.last().expect("there is a beginning").clone();
    let earlier = |ago: usize| &past[past.len().saturating_sub(ago + 1)];
    match step {
        Step::Guard(fact) => {
            guard(&mut state, fact);
            points.retain(|point| holds(fact, point));
        }
        Step::Assign(i, form) => {
            let fresh = Dim(77);
            state.guard_eq(&form.add_scaled(-1, &Form::of(fresh)).expect("small numbers"));
            state.forget(&[dim(*i)]);
            state.rename(|d| if d == fresh { dim(*i) } else { d });
            for point in &mut points {
                point[*i] = value(form, point);
            }
        }
        Step::Havoc(i, v) => {
            state.forget(&[dim(*i)]);
            for point in &mut points {
                point[*i] = *v;
            }
        }
        Step::Swap(i, j) => {
            state.rename(|d| match d {
                _ if d == dim(*i) => dim(*j),
                _ if d == dim(*j) => dim(*i),
                _ => d,
            });
            for point in &mut points {
                point.swap(*i, *j);
            }
        }
        Step::Canonicalise => state.canonicalise(),
        Step::Join(ago) | Step::Widen(ago) => {
            let (other, others) = earlier(*ago);
            state = if matches!(step, Step::Join(_)) { state.join(other) } else { other.widen(&state, &[]) };
            points.extend(others.iter().cloned());
        }
    }
    (state, points)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn points_stay_inside(
        points in prop::collection::vec(prop::collection::vec(-4..=4_i128, COUNT), 1..8),
        steps in prop::collection::vec(step(), 1..14),
    ) {
        let mut past: Vec<Moment> = vec![(Pure::new(), points)];
        for step in &steps {
            // Values grow with each assignment; what is far out proves nothing.
            let (state, mut points) = take(step, &past);
            points.retain(|point| point.iter().all(|v| v.abs() < 1 << 40));
            for point in &points {
                prop_assert!(contains(&state, point), "{:?} after {:?} in {:?}", point, step, state);
            }
            let dims = state.dims();
            prop_assert!(dims.iter().all(|d| (d.0 as usize) < COUNT), "{:?}", dims);
            past.push((state, points));
        }
    }
}
