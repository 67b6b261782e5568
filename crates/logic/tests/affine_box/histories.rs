//! Whatever is done to a state, the points it stood for go along.
//!
//! A history of operations runs on a state and on a set of concrete points at once. Small numbers make
//! the operations meet; large ones make coefficients overflow, which may cost precision but no point.

use crate::common::{Point, assigned, checked_value, contains, dims, grid, points};
use logic::{AffineBox, Dim, Linear};
use proptest::prelude::*;

const COUNT: usize = 4;

#[derive(Clone, Debug)]
enum Operation {
    Assign(Vec<(Dim, Linear)>),
    MeetEq(Linear),
    MeetGe(Linear),
    Forget(u32, i64),
    /// Removes the dimension and adds it again with this value.
    Replace(u32, Linear),
    /// Dimensions go to the next name.
    Turn,
    /// Joins what the operations lead to with what was before them.
    Branch(Vec<Operation>),
    /// The same, by widening.
    Loop(Vec<Operation>),
}

fn operation(
    coefficient: &BoxedStrategy<i64>,
    constant: &BoxedStrategy<i64>,
) -> impl Strategy<Value = Operation> + use<> {
    let form = || crate::common::form_of(COUNT, coefficient.clone(), constant.clone());
    let dim = 0..COUNT as u32;
    let leaf = prop_oneof![
        4 => crate::common::assignment_of(COUNT, form().boxed()).prop_map(Operation::Assign),
        1 => form().prop_map(Operation::MeetEq),
        2 => form().prop_map(Operation::MeetGe),
        1 => (dim.clone(), -5_i64..5).prop_map(|(dim, v)| Operation::Forget(dim, v)),
        1 => (dim, form()).prop_map(|(dim, e)| Operation::Replace(dim, e)),
        1 => Just(Operation::Turn),
    ];
    leaf.prop_recursive(3, 24, 5, |inner| {
        let several = prop::collection::vec(inner, 1..5);
        prop_oneof![several.clone().prop_map(Operation::Branch), several.prop_map(Operation::Loop)]
    })
}

/// Runs the operation; nothing if the state became empty.
fn run(operation: &Operation, state: &mut AffineBox, points: &mut Vec<Point>) -> bool {
    match operation {
        Operation::Assign(values) => {
            state.assign(values);
            *points = points.iter().filter_map(|point| assigned(point, values)).collect();
        }
        Operation::MeetEq(form) => {
            points.retain(|point| checked_value(form, point) == Some(0));
            return state.meet_eq(form);
        }
        Operation::MeetGe(form) => {
            points.retain(|point| checked_value(form, point).is_some_and(|value| value >= 0));
            return state.meet_ge(form);
        }
        Operation::Forget(dim, value) => {
            state.forget(Dim(*dim));
            for point in points.iter_mut() {
                point[*dim as usize] = *value;
            }
        }
        Operation::Replace(dim, form) => {
            let form = form.substitute(Dim(*dim), &Linear::constant(1)).unwrap_or(Linear::constant(0));
            state.remove(Dim(*dim));
            state.add_equal(Dim(*dim), &form);
            *points =
                points.iter().filter_map(|point| assigned(point, &[(Dim(*dim), form.clone())])).collect();
        }
        Operation::Turn => {
            state.rename(|dim| Dim((dim.0 + 1) % COUNT as u32));
            for point in points.iter_mut() {
                point.rotate_right(1);
            }
        }
        Operation::Branch(operations) | Operation::Loop(operations) => {
            let (mut other, mut others) = (state.clone(), points.clone());
            if operations.iter().all(|operation| run(operation, &mut other, &mut others)) {
                let widening = matches!(operation, Operation::Loop(_));
                *state = if widening { state.widen(&other, &[8]) } else { state.join(&other) };
            } else {
                assert!(others.is_empty(), "a state with points was thought empty");
            }
            points.extend(others);
        }
    }
    true
}

fn check(start: &[Point], operations: &[Operation]) -> Result<(), TestCaseError> {
    let (mut state, mut points) = (crate::common::hull(start), start.to_vec());
    let nearby = grid(COUNT, 2);
    for operation in operations {
        let before = state.clone();
        if !run(operation, &mut state, &mut points) {
            prop_assert!(points.is_empty(), "a state with points was thought empty");
            break;
        }
        for point in &points {
            prop_assert!(contains(&state, point), "{point:?} is lost by {operation:?}: {state:?}");
        }
        // Asking does not change anything and agrees with the points.
        for dim in dims(COUNT) {
            let least = state.minimum(&dim.into());
            prop_assert!(points.iter().all(|point| least.is_none_or(|least| point[dim.0 as usize] >= least)));
            prop_assert!(least >= state.bounds(dim).lo);
        }
        // Whatever is said about inclusion is true.
        prop_assert!(state.covers(&state));
        for (larger, smaller) in [(&state, &before), (&before, &state)] {
            if larger.covers(smaller) {
                prop_assert!(nearby.iter().all(|point| !contains(smaller, point) || contains(larger, point)));
            }
        }
    }
    Ok(())
}

/// Small numbers, and numbers near powers of two: what neither overflows at once nor stays small.
fn mixed() -> BoxedStrategy<i64> {
    let near_power = (0..63_u32, -1..=1_i64, any::<bool>()).prop_map(|(exponent, offset, negative)| {
        let value = (1_i64 << exponent) + offset;
        if negative { -value } else { value }
    });
    prop_oneof![3 => -3..=3_i64, 1 => near_power].boxed()
}

fn history(
    coefficient: &BoxedStrategy<i64>,
    constant: &BoxedStrategy<i64>,
) -> impl Strategy<Value = Vec<Operation>> + use<> {
    prop::collection::vec(operation(coefficient, constant), 1..12)
}

fn up_to(most: i64) -> BoxedStrategy<i64> {
    (-most..=most).boxed()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn small_numbers(start in points(COUNT, 3, 3), history in history(&up_to(2), &up_to(5))) {
        check(&start, &history)?;
    }

    #[test]
    fn large_numbers(start in points(COUNT, 1, 3), history in history(&up_to(1 << 40), &up_to(3))) {
        check(&start, &history)?;
    }

    #[test]
    fn extreme_numbers(start in points(COUNT, 1, 3), history in history(&up_to(i64::MAX), &up_to(i64::MAX))) {
        check(&start, &history)?;
    }

    #[test]
    fn mixed_numbers(start in points(COUNT, 2, 3), history in history(&mixed(), &mixed())) {
        check(&start, &history)?;
    }
}
