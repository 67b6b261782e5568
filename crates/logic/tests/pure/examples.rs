//! Examples worked out by hand.

use logic::{Dim, Fact, Form, Linear, Pure};

const X: Dim = Dim(0);
const Y: Dim = Dim(1);
const Z: Dim = Dim(2);

fn f(form: impl Into<Linear>) -> Form {
    Form::from(form.into())
}

fn text(state: &Pure) -> String {
    let name = |d: Dim| match d.0 {
        0..=3 => ["x", "y", "z", "w"][d.0 as usize].to_owned(),
        _ => format!("q_{}", logic::pure::owner_of(d).0),
    };
    state.facts().iter().map(|fact| fact.display(name)).collect::<Vec<_>>().join(", ")
}

#[test]
fn classes_keep_their_distance() {
    let mut state = Pure::new();
    assert!(state.guard_eq(&f(Y - X - 8)) && state.guard_eq(&f(Z - Y - 8)));
    assert_eq!(state.root(Z), (Some(X), 16));
    assert!(state.proves_ne(&f(Z - X)));
    assert!(state.guard_eq(&f(Y - 24)));
    assert_eq!(state.root(X), (None, 16));
    assert!(!state.guard_eq(&f(Z - 33)));
    assert!(state.is_unsat());
}

#[test]
fn equations_without_unit_factors_have_parameters() {
    let mut state = Pure::new();
    assert!(state.guard_eq(&f(X * 2 - Y * 3)));
    assert_eq!(state.residue(&f(X), 3), Some(0));
    assert!(state.guard_ge(&f(X - 1)) && state.guard_ge(&f(-X + 4)));
    assert_eq!((state.constant(&f(X)), state.constant(&f(Y))), (Some(3), Some(2)));
    assert!(!Pure::new().guard_eq(&f(X * 2 + Y * 4 - 7)));
    assert!(Pure::new().guard_eq(&f(X * 6 + Y * 10 + Z * 15 - 1)));
}

#[test]
fn alignment_sharpens_bounds() {
    let mut state = Pure::new();
    assert!(state.guard_eq(&f(X - Y * 16)));
    state.forget(&[Y]);
    assert_eq!(state.residue(&f(X + 3), 16), Some(3));
    assert!(state.guard_ge(&f(X - 9)));
    assert_eq!(state.minimum(&f(X)), Some(16));
    assert_eq!(text(&state), "x - 16*q_0 = 0, x - 16 >= 0");
}

#[test]
fn inequalities_make_equalities() {
    let mut state = Pure::new();
    assert!(state.guard_ge(&f(Y - X)) && state.guard_ge(&f(Z - Y)) && state.guard_ge(&f(X - Z)));
    assert_eq!(state.root(Z), (Some(X), 0));
    assert_eq!(state.root(Y), (Some(X), 0));
}

#[test]
fn disequalities_make_bounds_strict() {
    let mut state = Pure::new();
    assert!(state.guard_ne(&f(X)) && state.guard_ge(&f(X)));
    assert_eq!(state.minimum(&f(X)), Some(1));
    assert!(state.guard_ge(&f(-X + 2)) && state.guard_ne(&f(X - 1)));
    assert_eq!(state.constant(&f(X)), Some(2));
    assert!(!state.guard_ne(&f(X - 2)));
}

#[test]
fn a_class_survives_its_root() {
    let mut state = Pure::new();
    assert!(state.guard_eq(&f(Y - X - 1)) && state.guard_eq(&f(Z - X - 3)) && state.guard_ne(&f(X)));
    state.forget(&[X]);
    assert_eq!(state.root(Z), (Some(Y), 2));
    assert!(state.proves_ne(&f(Y - 1)));
}

#[test]
fn a_join_finds_new_relations() {
    let point = |x: i64, y: i64| {
        let mut state = Pure::new();
        assert!(state.guard_eq(&f(X - x)) && state.guard_eq(&f(Y - y)));
        state
    };
    let joined = point(0, 0).join(&point(1, 2));
    assert!(joined.proves_eq(&f(Y - X * 2)));
    assert_eq!((joined.minimum(&f(X)), joined.maximum(&f(X))), (Some(0), Some(1)));
    let odd = point(1, 2).join(&point(3, 2));
    assert_eq!((odd.residue(&f(X), 2), odd.constant(&f(Y))), (Some(1), Some(2)));
}

#[test]
fn a_loop_counter_keeps_its_bound() {
    // for (x = 0; x < y; x++), with y ≥ 1.
    let mut head = Pure::new();
    assert!(head.guard_eq(&f(X)) && head.guard_ge(&f(Y - 1)));
    for _ in 0..6 {
        let mut body = head.clone();
        assert!(body.guard_ge(&f(Y - X - 1)));
        assert!(body.guard_eq(&f(Z - X - 1)));
        body.forget(&[X]);
        body.rename(|d| if d == Z { X } else { d });
        let next = head.join(&body);
        if head.covers(&next).is_ok() {
            break;
        }
        head = head.widen(&next, &[]);
    }
    assert!(head.proves_ge(&f(X)) && head.proves_ge(&f(Y - X)), "{}", text(&head));
    assert!(head.guard_ge(&f(X - Y)));
    assert!(head.proves_eq(&f(X - Y)));
}

#[test]
fn what_is_not_covered_is_named() {
    let (mut a, mut b) = (Pure::new(), Pure::new());
    assert!(a.guard_ge(&f(X)) && a.guard_ne(&f(Y)) && b.guard_ge(&f(X - 2)));
    assert_eq!(a.covers(&b), Err(Fact::Ne(f(Y))));
    assert!(b.guard_eq(&f(Y - 7)));
    assert_eq!(a.covers(&b), Ok(()));
    assert_eq!(b.covers(&a), Err(Fact::Eq(f(Y - 7))));
}

#[test]
fn names_may_be_large() {
    let aside = |dim: Dim| Dim(dim.0 + (1 << 30));
    let mut state = Pure::new();
    assert!(state.guard_eq(&f(X * 2 - Y * 3)) && state.guard_ge(&f(Z - X)) && state.guard_ne(&f(Z)));
    let before = state.clone();
    state.rename(aside);
    assert_eq!(state.dims(), [X, Y, Z].map(aside));
    assert!(state.guard_eq(&f(X - aside(X))) && state.guard_eq(&f(Y - aside(Y))));
    assert!(state.guard_eq(&f(Z - aside(Z))));
    state.retain(|dim| dim.0 < 1 << 30);
    state.canonicalise();
    assert_eq!(state, before);
}
