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
