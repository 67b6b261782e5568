//! Generators and oracles for the properties.

use logic::{AffineBox, Bounds, Dim, Linear};
use proptest::prelude::*;

/// A concrete point: the value of dimension `i` at place `i`.
pub(crate) type Point = Vec<i64>;

/// The dimensions of a point.
pub(crate) fn dims(count: usize) -> impl DoubleEndedIterator<Item = Dim> + Clone {
    (0..count as u32).map(Dim)
}

/// The value of a form at a point.
pub(crate) fn value(form: &Linear, point: &[i64]) -> i128 {
    checked_value(form, point).expect("small numbers")
}

/// The value of a form at a point, if it fits.
pub(crate) fn checked_value(form: &Linear, point: &[i64]) -> Option<i128> {
    form.terms().iter().try_fold(form.offset().into(), |sum: i128, &(dim, a)| {
        sum.checked_add(i128::from(a) * i128::from(point[dim.0 as usize]))
    })
}

/// Whether the state contains the point.
pub(crate) fn contains(state: &AffineBox, point: &[i64]) -> bool {
    state.contains_point(|dim| point[dim.0 as usize])
}

/// The state of one point.
pub(crate) fn state_of(point: &[i64]) -> AffineBox {
    let mut state = AffineBox::new();
    for (dim, &value) in dims(point.len()).zip(point) {
        state.add_equal(dim, &Linear::constant(value));
    }
    state
}

/// The least state around some points.
pub(crate) fn hull(points: &[Point]) -> AffineBox {
    let states = points.iter().map(|point| state_of(point));
    states.reduce(|all, state| all.join(&state)).expect("there is a point")
}

/// The state of which nothing is known.
pub(crate) fn unknown(count: usize) -> AffineBox {
    let mut state = AffineBox::new();
    dims(count).for_each(|dim| state.add(dim));
    state
}

/// The state of all points with coordinates within ±`radius`.
pub(crate) fn window(count: usize, radius: i64) -> AffineBox {
    let mut state = unknown(count);
    for dim in dims(count) {
        assert!(state.meet_ge(&(dim + radius)) && state.meet_ge(&(-dim + radius)));
    }
    state
}

/// All points with coordinates within ±`radius`.
pub(crate) fn grid(count: usize, radius: i64) -> Vec<Point> {
    (0..count).fold(vec![Vec::new()], |points, _| {
        let longer = |point: &Point| {
            let point = point.clone();
            (-radius..=radius).map(move |v| point.iter().copied().chain([v]).collect())
        };
        points.iter().flat_map(longer).collect()
    })
}

/// What is known of a state apart from its bounds.
pub(crate) fn lattice(state: &AffineBox) -> (Vec<Linear>, Vec<(Linear, i64)>) {
    (state.equations(), state.congruences())
}

/// The bounds of all dimensions.
pub(crate) fn bounds(state: &AffineBox) -> Vec<Bounds> {
    state.dims().iter().map(|&dim| state.bounds(dim)).collect()
}

pub(crate) fn points(count: usize, radius: i64, number: usize) -> impl Strategy<Value = Vec<Point>> {
    prop::collection::vec(prop::collection::vec(-radius..=radius, count), 1..=number)
}

/// A form over so many dimensions, of which some do not occur.
pub(crate) fn form(count: usize, coefficient: i64, constant: i64) -> impl Strategy<Value = Linear> {
    form_of(count, (-coefficient..=coefficient).boxed(), (-constant..=constant).boxed())
}

/// A form with coefficients and constant of these kinds.
pub(crate) fn form_of(
    count: usize,
    coefficient: BoxedStrategy<i64>,
    constant: BoxedStrategy<i64>,
) -> impl Strategy<Value = Linear> {
    let term = prop_oneof![2 => Just(0), 3 => coefficient];
    (prop::collection::vec(term, count), constant).prop_map(|(terms, c)| {
        terms.iter().zip(0..).fold(Linear::constant(c), |sum, (&a, dim)| sum + Dim(dim) * a)
    })
}

/// A constraint on the points.
#[derive(Clone, Debug)]
pub(crate) enum Constraint {
    Zero(Linear),
    NotNegative(Linear),
}

impl Constraint {
    pub(crate) fn holds(&self, point: &[i64]) -> bool {
        match self {
            Self::Zero(form) => value(form, point) == 0,
            Self::NotNegative(form) => value(form, point) >= 0,
        }
    }

    pub(crate) fn meet(&self, state: &mut AffineBox) -> bool {
        match self {
            Self::Zero(form) => state.meet_eq(form),
            Self::NotNegative(form) => state.meet_ge(form),
        }
    }
}

pub(crate) fn constraint(count: usize) -> impl Strategy<Value = Constraint> {
    prop_oneof![
        form(count, 3, 6).prop_map(Constraint::Zero),
        form(count, 3, 6).prop_map(Constraint::NotNegative),
    ]
}

/// A state cut out of a window by some constraints, if it is not seen to be empty, and its points.
pub(crate) fn cut(count: usize, radius: i64, constraints: &[Constraint]) -> (Option<AffineBox>, Vec<Point>) {
    let mut state = window(count, radius);
    let alive = constraints.iter().all(|constraint| constraint.meet(&mut state));
    let mut points = grid(count, radius);
    points.retain(|point| constraints.iter().all(|constraint| constraint.holds(point)));
    (alive.then_some(state), points)
}

/// Simultaneous values for some of the dimensions.
pub(crate) fn assignment(count: usize, coefficient: i64) -> impl Strategy<Value = Vec<(Dim, Linear)>> {
    assignment_of(count, form(count, coefficient, 4).boxed())
}

/// Simultaneous values of this kind for some of the dimensions.
pub(crate) fn assignment_of(
    count: usize,
    form: BoxedStrategy<Linear>,
) -> impl Strategy<Value = Vec<(Dim, Linear)>> {
    prop::collection::btree_map((0..count as u32).prop_map(Dim), form, 1..=count)
        .prop_map(|map| map.into_iter().collect())
}

/// The point after an assignment, if its coordinates fit.
pub(crate) fn assigned(point: &[i64], values: &[(Dim, Linear)]) -> Option<Point> {
    let mut after = point.to_vec();
    for (dim, form) in values {
        after[dim.0 as usize] = i64::try_from(checked_value(form, point)?).ok()?;
    }
    Some(after)
}
