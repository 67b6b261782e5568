//! Meets, questions, inclusion and widening against all points of a small window.

use crate::common::{Constraint, assigned, assignment, constraint, contains, cut, form, grid, points, value};
use crate::program;
use logic::{Dim, Linear};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn equations_leave_exactly_their_solutions(zeros in prop::collection::vec(form(3, 4, 6), 0..4)) {
        let constraints: Vec<_> = zeros.into_iter().map(Constraint::Zero).collect();
        let (state, points) = cut(3, 4, &constraints);
        match state {
            None => prop_assert!(points.is_empty()),
            Some(state) => {
                for point in grid(3, 4) {
                    prop_assert_eq!(contains(&state, &point), points.contains(&point), "{:?}", point);
                }
            }
        }
    }

    #[test]
    fn the_order_of_equations_does_not_matter(zeros in prop::collection::vec(form(4, 4, 6), 0..4)) {
        let solve = |zeros: &[Linear]| {
            let mut state = crate::common::unknown(4);
            zeros.iter().all(|zero| state.meet_eq(zero)).then_some(state)
        };
        let reversed: Vec<Linear> = zeros.iter().rev().cloned().collect();
        prop_assert_eq!(solve(&zeros), solve(&reversed));
    }

    #[test]
    fn no_constraint_loses_a_point(constraints in prop::collection::vec(constraint(4), 0..5)) {
        let (state, points) = cut(4, 3, &constraints);
        match state {
            None => prop_assert!(points.is_empty()),
            Some(state) => prop_assert!(points.iter().all(|point| contains(&state, point))),
        }
    }

    #[test]
    fn a_bound_on_one_dimension_is_exact(
        constraints in prop::collection::vec(constraint(3), 0..3), dim in 0_u32..3, a in -3_i64..=3, c in -9_i64..=9,
    ) {
        let (Some(mut state), _) = cut(3, 4, &constraints) else { return Ok(()) };
        let before = state.clone();
        let bound = Dim(dim) * a + c;
        let alive = state.meet_ge(&bound);
        for point in grid(3, 4) {
            let expected = contains(&before, &point) && value(&bound, &point) >= 0;
            prop_assert_eq!(alive && contains(&state, &point), expected);
        }
    }

    #[test]
    fn extremes_lie_between_the_linear_program_and_the_points(
        constraints in prop::collection::vec(constraint(3), 0..4), objective in form(3, 3, 5),
    ) {
        let (Some(state), _) = cut(3, 3, &constraints) else { return Ok(()) };
        let inside: Vec<_> = grid(3, 3).into_iter().filter(|point| contains(&state, point)).collect();
        let (least, most) = (state.minimum(&objective).unwrap(), state.maximum(&objective).unwrap());
        for point in &inside {
            prop_assert!((i128::from(least)..=i128::from(most)).contains(&value(&objective, point)));
        }
        let (lowest, highest) = program::extremes(&state, &objective).expect("a bounded state is not empty");
        prop_assert!(lowest.at_most(least), "{:?} {}", lowest, least);
        prop_assert!(!highest.less_than(most), "{:?} {}", highest, most);
        prop_assert_eq!(state.proves_ge(&objective), least >= 0);
        prop_assert_eq!(state.proves_eq(&objective), (least, most) == (0, 0));
    }

    #[test]
    fn extremes_without_congruences_are_those_of_the_linear_program(
        constraints in prop::collection::vec(constraint(4), 0..5), objective in form(4, 3, 5),
    ) {
        let mut state = crate::common::window(4, 5);
        if !constraints.iter().all(|constraint| constraint.meet(&mut state)) || !state.congruences().is_empty() {
            return Ok(());
        }
        // Over the dimensions that the equations leave free, the form moves in steps of its content.
        let free = state.equations().iter().fold(objective.clone(), |form, equation| {
            let (leading, one) = equation.terms()[0];
            assert_eq!(one, 1);
            form.substitute(leading, &(Linear::from(leading) - equation)).unwrap()
        });
        let step = free.terms().iter().fold(0, |all, &(_, a)| program::gcd(all, a.into()));
        let (lowest, highest) = program::extremes(&state, &objective).expect("not empty over the rationals");
        prop_assert_eq!(state.minimum(&objective).unwrap(), lowest.rounded_up(free.offset(), step));
        prop_assert_eq!(state.maximum(&objective).unwrap(), highest.rounded_down(free.offset(), step));
    }

    #[test]
    fn assigning_then_asking_is_asking_about_the_substitution(
        zeros in prop::collection::vec(form(4, 3, 4), 0..3), values in assignment(4, 2), query in form(4, 3, 5),
    ) {
        let mut state = crate::common::unknown(4);
        if !zeros.iter().all(|zero| state.meet_eq(zero)) {
            return Ok(());
        }
        let mut substituted = Linear::constant(query.offset());
        for &(dim, a) in query.terms() {
            let image = values.iter().find(|(d, _)| *d == dim).map_or(dim.into(), |(_, image)| image.clone());
            substituted = substituted + image * a;
        }
        let expected = state.proves_eq(&substituted);
        state.assign(&values);
        prop_assert_eq!(state.proves_eq(&query), expected);
    }

    #[test]
    fn an_assignment_keeps_the_image_of_every_point(
        constraints in prop::collection::vec(constraint(3), 0..3), values in assignment(3, 3),
    ) {
        let (Some(mut state), points) = cut(3, 3, &constraints) else { return Ok(()) };
        state.assign(&values);
        for point in points {
            prop_assert!(contains(&state, &assigned(&point, &values).unwrap()));
        }
    }

    #[test]
    fn inclusion_is_sound_and_knows_joins(
        left in prop::collection::vec(constraint(3), 0..4), right in prop::collection::vec(constraint(3), 0..4),
    ) {
        let ((Some(left), _), (Some(right), _)) = (cut(3, 3, &left), cut(3, 3, &right)) else { return Ok(()) };
        if left.covers(&right) {
            prop_assert!(grid(3, 3).iter().all(|point| !contains(&right, point) || contains(&left, point)));
        }
        let join = left.join(&right);
        prop_assert!(join.covers(&left) && join.covers(&right) && left.covers(&left));
        prop_assert_eq!(&join, &right.join(&left));
        prop_assert_eq!(&join.join(&left), &join);
        prop_assert_eq!(&left.join(&left), &left);
        let widened = left.widen(&right, &[2, 5]);
        prop_assert!(widened.covers(&left) && widened.covers(&right) && widened.covers(&join));
    }

    #[test]
    fn an_inclusion_of_hulls_is_an_inclusion_of_points(some in points(3, 4, 4), more in points(3, 4, 3)) {
        let all: Vec<_> = some.iter().chain(&more).cloned().collect();
        let (small, large) = (crate::common::hull(&some), crate::common::hull(&all));
        prop_assert!(large.covers(&small));
        prop_assert_eq!(small.covers(&large), more.iter().all(|point| contains(&small, point)));
    }

    #[test]
    fn widening_a_loop_comes_to_an_end(
        start in points(4, 3, 2), body in assignment(4, 2), guard in constraint(4), thresholds in prop::collection::vec(-9_i64..99, 0..3),
    ) {
        let mut head = crate::common::hull(&start);
        let mut steps = 0;
        loop {
            let mut next = head.clone();
            if !guard.meet(&mut next) {
                break;
            }
            next.assign(&body);
            if head.covers(&next) {
                break;
            }
            let widened = head.widen(&next, &thresholds);
            prop_assert!(widened.covers(&head) && widened.covers(&next));
            head = widened;
            steps += 1;
            prop_assert!(steps < 64, "{:?}", head);
        }
    }

    #[test]
    fn widening_any_sequence_changes_finitely_often(steps in prop::collection::vec(points(3, 40, 3), 60)) {
        let mut state = crate::common::hull(&steps[0]);
        let mut changes = 0;
        for step in &steps {
            let next = state.widen(&crate::common::hull(step), &[17]);
            changes += usize::from(next != state);
            state = next;
        }
        prop_assert!(changes <= 20, "{changes}");
    }
}
