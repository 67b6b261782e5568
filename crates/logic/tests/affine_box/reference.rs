//! Small systems with results known by hand.

use logic::{AffineBox, Bounds, Dim, Linear};

const X: Dim = Dim(1);
const Y: Dim = Dim(2);
const Z: Dim = Dim(3);

fn name(dim: Dim) -> String {
    ["n", "x", "y", "z"][dim.0 as usize].to_owned()
}

/// The equations as text.
fn equations(state: &AffineBox) -> Vec<String> {
    state.equations().iter().map(|e| e.display_equation(name).to_string()).collect()
}

fn congruences(state: &AffineBox) -> Vec<String> {
    state.congruences().iter().map(|(e, m)| format!("{} ≡ 0 mod {m}", e.display(name))).collect()
}

fn free(dims: &[Dim]) -> AffineBox {
    let mut state = AffineBox::new();
    for &dim in dims {
        state.add(dim);
    }
    state
}

/// The state in which these forms are zero.
fn solution(dims: &[Dim], zeros: &[Linear]) -> AffineBox {
    let mut state = free(dims);
    for zero in zeros {
        assert!(state.meet_eq(zero), "no solution");
    }
    state
}

fn point(values: &[(Dim, i64)]) -> AffineBox {
    let mut state = AffineBox::new();
    for &(dim, value) in values {
        state.add_equal(dim, &Linear::constant(value));
    }
    state
}

fn between(lo: i64, hi: i64) -> Bounds {
    Bounds { lo: Some(lo), hi: Some(hi) }
}

#[test]
fn two_points_join_to_a_line() {
    let line = point(&[(X, 0), (Y, 0)]).join(&point(&[(X, 1), (Y, 2)]));
    assert_eq!(equations(&line), ["2*x = y"]);
}

#[test]
fn a_shared_value_and_a_stride_survive_a_join() {
    let line = point(&[(X, 1), (Y, 2)]).join(&point(&[(X, 3), (Y, 2)]));
    assert_eq!(equations(&line), ["y = 2"]);
    assert_eq!(congruences(&line), ["x - 1 ≡ 0 mod 2"]);
}

#[test]
fn a_join_finds_the_relation_behind_two_cases() {
    let dims = [X, Y, Z];
    let one = solution(&dims, &[X - Y, Linear::from(Z)]);
    let two = solution(&dims, &[X - Y - 1, Z - 1]);
    assert_eq!(equations(&one.join(&two)), ["x = y + z"]);
}

#[test]
fn an_invertible_assignment_moves_the_equation() {
    let mut state = solution(&[X, Y], &[X - Y * 2]);
    state.assign(&[(Y, Y + 1)]);
    assert_eq!(equations(&state), ["x + 2 = 2*y"]);
}

#[test]
fn a_constant_assignment_drops_what_was_known() {
    let mut state = solution(&[X, Y, Z], &[X - Y - Z]);
    state.assign(&[(X, Linear::constant(0))]);
    assert_eq!(equations(&state), ["x = 0"]);
}

#[test]
fn one_counter_moves_into_another() {
    let (n, t1, t2) = (Dim(0), X, Y);
    let mut state = solution(&[n, t1, t2], &[t1 - n, Linear::from(t2)]);
    state.assign(&[(t2, t2 + t1)]);
    state.assign(&[(t1, Linear::constant(0))]);
    assert_eq!(equations(&state), ["n = y", "x = 0"]);
    let mut at_once = solution(&[n, t1, t2], &[t1 - n, Linear::from(t2)]);
    at_once.assign(&[(t1, Linear::constant(0)), (t2, t2 + t1)]);
    assert_eq!(state, at_once);
}

#[test]
fn an_equation_without_integer_solution_is_empty() {
    assert!(!free(&[X, Y]).meet_eq(&(X * 2 + Y * 4 - 7)));
    assert!(free(&[X, Y, Z]).meet_eq(&(X * 6 + Y * 10 + Z * 15 - 1)));
}

#[test]
fn a_sum_bounds_its_summands() {
    let mut state = solution(&[X, Y], &[X + Y - 9]);
    assert!(state.meet_ge(&(X - 1)) && state.meet_ge(&(Y - 1)));
    assert_eq!((state.bounds(X), state.bounds(Y)), (between(1, 8), between(1, 8)));
}

#[test]
fn rounding_leaves_one_point() {
    let mut state = solution(&[X, Y], &[X * 2 + Y * 3 - 7]);
    assert!(state.meet_ge(&X.into()) && state.meet_ge(&Y.into()));
    assert_eq!((state.bounds(X), state.bounds(Y)), (between(2, 2), between(1, 1)));
    assert_eq!(equations(&state), ["x = 2", "y = 1"]);
    // The same in the other order.
    let mut state = free(&[X, Y]);
    assert!(state.meet_ge(&X.into()) && state.meet_ge(&Y.into()) && state.meet_eq(&(X * 2 + Y * 3 - 7)));
    assert_eq!(state, point(&[(X, 2), (Y, 1)]));
}

#[test]
fn a_loop_is_stable_at_the_second_join() {
    let start = point(&[(X, 0), (Y, 0)]);
    let step = |state: &AffineBox| {
        let mut next = state.clone();
        next.assign(&[(X, X + 2), (Y, Y + 1)]);
        next
    };
    let first = start.join(&step(&start));
    assert_eq!(equations(&first), ["x = 2*y"]);
    let second = first.join(&step(&first));
    assert_eq!(equations(&second), ["x = 2*y"]);
    assert_eq!(second.bounds(Y), between(0, 2));
}

#[test]
fn a_stride_can_only_become_a_divisor() {
    let four = point(&[(X, 0)]).join(&point(&[(X, 4)]));
    assert_eq!(congruences(&four), ["x ≡ 0 mod 4"]);
    let two = four.join(&point(&[(X, 6)]));
    assert_eq!(congruences(&two), ["x ≡ 0 mod 2"]);
    assert!(equations(&two).is_empty());
}

#[test]
fn lower_bounds_stop_at_one_and_at_zero() {
    let interval = |lo, hi| {
        let mut state = free(&[X]);
        assert!(state.meet_ge(&(X - lo)) && state.meet_ge(&(-X + hi)));
        state
    };
    let first = interval(3, 3).widen(&interval(2, 3), &[]);
    assert_eq!(first.bounds(X), between(1, 3));
    let second = first.widen(&interval(0, 3), &[]);
    assert_eq!(second.bounds(X), between(0, 3));
    let third = second.widen(&interval(-1, 4), &[10, 7, 2]);
    assert_eq!(third.bounds(X), Bounds { lo: None, hi: Some(7) });
    assert_eq!(third.widen(&interval(0, 11), &[10, 7, 2]).bounds(X), Bounds::ALL);
}

#[test]
fn a_multiple_within_bounds_is_found() {
    let mut state = solution(&[X, Y], &[X * 2 - Y * 3]);
    assert!(state.meet_ge(&(-X + 4)) && state.meet_ge(&(X - 1)));
    assert_eq!(state, point(&[(X, 3), (Y, 2)]));
}

/// The bounds of x and y, tied by y = x + z, push each other up: each comes back through the equation when
/// the widening has given it up. Bounds that were tightened must not be what the next widening starts from.
#[test]
fn bounds_that_come_back_through_an_equation_do_not_keep_a_widening_going() {
    let iterate = |x_most: i64, y_most: i64| {
        let mut state = solution(&[X, Y, Z], &[X + Z - Y]);
        for (dim, most) in [(X, x_most), (Y, y_most), (Z, 5)] {
            assert!(state.meet_ge(&dim.into()) && state.meet_ge(&(-dim + most)));
        }
        state
    };
    let mut state = iterate(5, 10);
    let mut changes = 0;
    // First x reaches the bound of y, then y what x and z add up to, and so on.
    let steps = (2..20).flat_map(|k| [(5 * k, 5 * k), (5 * k, 5 * k + 5)]);
    for (x_most, y_most) in steps {
        let next = iterate(x_most, y_most);
        let widened = state.widen(&next, &[]);
        assert!(widened.covers(&state) && widened.covers(&next));
        changes += usize::from(widened != state);
        state = widened;
    }
    assert!(changes <= 2, "{changes} changes");
    assert_eq!(state.bounds(Z), between(0, 5));
}

#[test]
fn what_a_widening_gives_up_may_follow_from_the_equations() {
    let split = |t: i64| point(&[(X, t), (Y, 9 - t)]);
    let head = split(8).join(&split(7));
    let widened = head.widen(&split(6), &[]);
    assert_eq!(equations(&widened), ["x + y = 9"]);
    assert_eq!((widened.bounds(X), widened.bounds(Y)), (between(1, 8), between(1, 8)));
}

#[test]
fn a_removed_dimension_takes_along_what_only_it_implied() {
    let split = |t: i64| point(&[(X, t), (Y, 9 - t)]);
    let mut widened = split(8).join(&split(7)).widen(&split(6), &[]);
    widened.remove(Y);
    assert_eq!(widened.bounds(X), between(1, 8));
    assert!(!widened.covers(&point(&[(X, 0)])) && !widened.covers(&point(&[(X, 9)])));
}

#[test]
fn relational_bounds_follow_from_equations() {
    let (n, t, u) = (Dim(0), X, Y);
    let mut state = solution(&[n, t, u], &[t + u - n]);
    assert!(state.meet_ge(&t.into()) && state.meet_ge(&(u - 1)));
    assert!(state.proves_ge(&(n - t - 1)) && state.proves_ge(&(n - u)));
    assert!(!state.proves_ge(&(n - t - 2)));
    assert_eq!((state.minimum(&n.into()), state.maximum(&n.into())), (Some(1), None));
    assert!(!state.meet_ge(&(t - n)), "t < n");
}

#[test]
fn an_inequality_that_leaves_one_value_becomes_an_equation() {
    let (n, t, u) = (Dim(0), X, Y);
    let mut state = solution(&[n, t, u], &[t + u - n]);
    assert!(state.meet_ge(&t.into()) && state.meet_ge(&u.into()));
    assert!(state.meet_ge(&(t - n)));
    assert_eq!(equations(&state), ["n = x", "y = 0"]);
}

#[test]
fn contradictions_between_equations_are_seen() {
    // x + y and x + z are both 5, but y + z is at least 12, so 2x is at most −2.
    let mut state = solution(&[X, Y, Z], &[X + Y - 5, X + Z - 5]);
    assert!(state.meet_ge(&X.into()));
    assert!(!state.meet_ge(&(Y + Z - 12)));
}

#[test]
fn coefficients_that_outgrow_the_machine_are_forgotten() {
    let mut state = solution(&[X, Y], &[X - Y]);
    for _ in 0..70 {
        state.assign(&[(X, X * 2 + 1)]);
    }
    assert!(state.contains_point(|_| -1));
    assert!(state.equations().is_empty());
    let huge = Linear::constant(i64::MIN);
    let mut state = point(&[(X, i64::MIN), (Y, i64::MAX)]);
    assert!(state.proves_eq(&(huge - X)));
    assert!(!state.proves_ge(&(X - Y)) && !state.proves_eq(&(X - Y)));
    state.assign(&[(X, Y.into()), (Y, X.into())]);
    assert_eq!(state, point(&[(Y, i64::MIN), (X, i64::MAX)]));
    let joined = state.join(&point(&[(X, i64::MIN), (Y, i64::MIN)]));
    assert!(joined.covers(&state) && joined.proves_ge(&(-Y - i64::MAX)));
}

/// With x = 5p + 2z the equation says z = k·(p − 1), and x = (5 + 2k)·p − 2k does not fit: only that row may
/// go, not the meaning of p in the others.
#[test]
fn a_row_that_is_lost_does_not_change_the_others() {
    let quotient = Dim(9);
    let mut state = solution(&[X, Z, quotient], &[X - Z * 2 - quotient * 5]);
    state.remove(quotient);
    assert_eq!(congruences(&state).len(), 1);
    let k = 5 << 60;
    assert!(state.meet_eq(&(X * -(1 << 60) + Z * (1 + (2 << 60)) + k)));
    assert!(state.contains_point(|dim| if dim == X { 5 } else { 0 }));
}

#[test]
fn a_form_prints_with_the_names_of_its_dimensions() {
    let form = X * 2 - Y + Z - 3;
    assert_eq!(form.display(name).to_string(), "2*x - y + z - 3");
    assert_eq!(form.display_equation(name).to_string(), "2*x + z = y + 3");
    assert_eq!((-X - Y).display_equation(name).to_string(), "0 = x + y");
    assert_eq!(Linear::constant(-4).display(name).to_string(), "-4");
    assert_eq!(Linear::constant(4).display_equation(name).to_string(), "4 = 0");
    assert_eq!(form.substitute(X, &(X + Y)), Some(X * 2 + Y + Z - 3));
    assert_eq!((form.coefficient(Y), form.coefficient(Dim(7)), form.offset()), (-1, 0, -3));
}

/// In-place list reversal: x is what is left, y what is done, both counted; their sum stays the length.
#[test]
fn the_counters_of_a_list_reversal() {
    let (n, left, done) = (Dim(0), X, Y);
    let mut head = AffineBox::new();
    head.add(n);
    assert!(head.meet_ge(&n.into()));
    head.add_equal(left, &n.into());
    head.add_equal(done, &Linear::constant(0));
    loop {
        let mut next = head.clone();
        assert!(next.meet_ge(&(left - 1)));
        next.assign(&[(left, left - 1), (done, done + 1)]);
        if head.covers(&next) {
            break;
        }
        head = head.widen(&next, &[]);
    }
    assert_eq!(equations(&head), ["n = x + y"]);
    assert!(head.proves_ge(&(n - done)) && head.proves_ge(&left.into()));
    let mut exit = head;
    assert!(exit.meet_eq(&left.into()));
    assert_eq!(equations(&exit), ["n = y", "x = 0"]);
}
