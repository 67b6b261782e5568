//! The facts about machine operators, against all operands of narrow types.

use logic::machine::{Fit, IntType, Machine};
use logic::{Dim, Form, Pure};

const X: Dim = Dim(0);
const Y: Dim = Dim(1);
const R: Dim = Dim(2);

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    And,
    Or,
    Xor,
    Not,
    ShiftLeft,
    ShiftRight,
    ToUnsigned,
    ToSigned,
    ToNarrow,
}

use Operator::{
    Add, And, Divide, Multiply, Not, Or, Remainder, ShiftLeft, ShiftRight, Subtract, ToNarrow, ToSigned,
    ToUnsigned, Xor,
};

const ALL: [Operator; 14] = [
    Add, Subtract, Multiply, Divide, Remainder, And, Or, Xor, Not, ShiftLeft, ShiftRight, ToUnsigned,
    ToSigned, ToNarrow,
];

fn target(operator: Operator, ty: IntType) -> IntType {
    match operator {
        ToUnsigned => IntType { signed: false, ..ty },
        ToSigned => IntType { signed: true, ..ty },
        ToNarrow => IntType { width: ty.width - 2, signed: true },
        _ => ty,
    }
}

/// What the machine computes, if the operation is defined.
fn concrete(operator: Operator, x: i128, y: i128, ty: IntType) -> Option<i128> {
    let ideal = match operator {
        Add => x + y,
        Subtract => x - y,
        Multiply => x.checked_mul(y)?,
        Divide => x.checked_div(y)?,
        Remainder if ty.signed && x == ty.min() && y == -1 => return None,
        Remainder => x.checked_rem(y)?,
        And => x & y,
        Or => x | y,
        Xor => x ^ y,
        Not => return Some(ty.wrap(!x)),
        ShiftLeft | ShiftRight if y < 0 || y >= ty.width.into() => return None,
        ShiftLeft => x << y,
        ShiftRight => x >> y,
        ToUnsigned | ToSigned | ToNarrow => return Some(target(operator, ty).wrap(x)),
    };
    let within = (ty.min()..=ty.max()).contains(&ideal);
    if ty.signed { within.then_some(ideal) } else { Some(ty.wrap(ideal)) }
}

fn apply(operator: Operator, state: &mut Pure, x: &Form, y: &Form, ty: IntType, split: bool) -> Fit {
    let mut next = 10;
    let mut fresh = || {
        next += 1;
        Dim(next)
    };
    let mut machine = Machine { pure: state, fresh: &mut fresh, split };
    match operator {
        Add => machine.arithmetic(&x.add_scaled(1, y).unwrap(), ty),
        Subtract => machine.arithmetic(&x.add_scaled(-1, y).unwrap(), ty),
        Multiply => machine.multiply(x, y, ty),
        Divide => Fit::One(machine.divide(x, y, ty)),
        Remainder => Fit::One(machine.remainder(x, y, ty)),
        And => Fit::One(machine.and(x, y, ty)),
        Or => Fit::One(machine.or(x, y, ty)),
        Xor => Fit::One(machine.xor(x, y, ty)),
        Not => Fit::One(machine.not(x, ty)),
        ShiftLeft => machine.shift_left(x, y, ty),
        ShiftRight => Fit::One(machine.shift_right(x, y, ty)),
        ToUnsigned | ToSigned | ToNarrow => machine.wrap(x, target(operator, ty)),
    }
}

/// The state after the operation, one for each case, with the result as `R`.
fn outcomes(operator: Operator, mut state: Pure, y: Option<i128>, ty: IntType, split: bool) -> Vec<Pure> {
    let (x, y) = (Form::of(X), y.map_or(Form::of(Y), Form::constant));
    let fit = apply(operator, &mut state, &x, &y, ty, split);
    let with = |mut state: Pure, value: &Form| {
        state.guard_eq(&value.add_scaled(-1, &Form::of(R)).unwrap());
        state
    };
    match fit {
        Fit::One(value) => vec![with(state, &value)],
        Fit::Two(cases) => cases
            .iter()
            .map(|case| {
                let mut state = state.clone();
                state.guard_ge(case.when.form());
                with(state, &case.value)
            })
            .collect(),
    }
}

fn in_range(dims: &[Dim], ty: IntType) -> Pure {
    let mut state = Pure::new();
    let mut fresh = || Dim(99);
    let mut machine = Machine { pure: &mut state, fresh: &mut fresh, split: false };
    for &dim in dims {
        machine.assume_range(&Form::of(dim), ty);
    }
    state
}

fn types() -> impl Iterator<Item = IntType> {
    [4, 5].into_iter().flat_map(|width| [true, false].map(|signed| IntType { width, signed }))
}

fn admits(states: &[Pure], x: i128, y: i128, r: i128) -> bool {
    let value = |dim| match dim {
        X => Some(x),
        Y => Some(y),
        R => Some(r),
        _ => None,
    };
    states.iter().any(|state| state.admits(value))
}

/// Every result that the machine can have is one that the facts allow.
#[test]
fn facts_hold_for_unknown_operands() {
    for ty in types() {
        for operator in ALL {
            for split in [false, true] {
                let states = outcomes(operator, in_range(&[X, Y], ty), None, ty, split);
                for x in ty.min()..=ty.max() {
                    for y in ty.min()..=ty.max() {
                        if let Some(r) = concrete(operator, x, y, ty) {
                            assert!(admits(&states, x, y, r), "{x} {operator:?} {y} = {r} in {ty:?}");
                        }
                    }
                }
            }
        }
    }
}

/// The same where the second operand is a constant; and then the result is the only one for most.
#[test]
fn facts_are_exact_for_constants() {
    let mut open = Vec::new();
    for ty in types() {
        for operator in ALL {
            for y in ty.min()..=ty.max() {
                let states = outcomes(operator, in_range(&[X], ty), Some(y), ty, false);
                let mut exact = true;
                for x in ty.min()..=ty.max() {
                    let Some(r) = concrete(operator, x, y, ty) else { continue };
                    assert!(admits(&states, x, y, r), "{x} {operator:?} {y} = {r} in {ty:?}");
                    if ty.width == 4 {
                        let target = target(operator, ty);
                        exact &= (target.min()..=target.max())
                            .all(|other| other == r || !admits(&states, x, y, other));
                    }
                }
                if !exact {
                    open.push((operator, ty.signed, y));
                }
            }
        }
    }
    // What is open: masks that are not runs of bits, and signed division by unknown signs.
    for (operator, signed, y) in open {
        let mask = if signed { y } else { y - 16 };
        let simple = (y >= 0 && y & (y + 1) == 0) || y.count_ones() == 1 || (-mask).count_ones() == 1;
        match operator {
            And | Or | Xor => assert!(!simple, "{operator:?} {y} {signed}"),
            Divide | Remainder => assert!(signed, "{operator:?} {y} {signed}"),
            _ => panic!("{operator:?} {y} {signed} is not exact"),
        }
    }
}

/// Known signs make division exact.
#[test]
fn division_is_exact_for_known_signs() {
    let ty = IntType { width: 4, signed: true };
    for negative in [false, true] {
        for y in (ty.min()..=ty.max()).filter(|&y| y != 0) {
            for operator in [Divide, Remainder] {
                let mut state = in_range(&[X], ty);
                let form = Form::of(X);
                state.guard_ge(&if negative { form.negated().unwrap() } else { form });
                let states = outcomes(operator, state, Some(y), ty, false);
                let range = if negative { ty.min()..=0 } else { 0..=ty.max() };
                for x in range {
                    let Some(r) = concrete(operator, x, y, ty) else { continue };
                    for other in ty.min()..=ty.max() {
                        assert_eq!(
                            admits(&states, x, y, other),
                            other == r,
                            "{x} {operator:?} {y} = {r} {other}"
                        );
                    }
                }
            }
        }
    }
}

/// A size word with flags in its low bits: the header macros of an allocator are exact.
#[test]
fn flags_come_out_of_a_size_word() {
    let ty = IntType { width: 64, signed: false };
    let [word, size, flag, quotient] = [Dim(0), Dim(1), Dim(2), Dim(3)];
    let mut state = Pure::new();
    let minus = |a: &Form, factor: i64, b: Dim| a.add_scaled(-factor, &Form::of(b)).unwrap();
    assert!(state.guard_eq(&minus(&Form::of(size), 16, quotient)));
    assert!(state.guard_ge(&Form::of(size)) && state.guard_ge(&Form::of(flag)));
    assert!(state.guard_ge(&Form::constant(15).add_scaled(-1, &Form::of(flag)).unwrap()));
    assert!(state.guard_eq(&minus(&minus(&Form::of(word), 1, size), 1, flag)));
    state.forget(&[quotient]);
    let mut next = 50;
    let mut fresh = || {
        next += 1;
        Dim(next)
    };
    let mut machine = Machine { pure: &mut state, fresh: &mut fresh, split: false };
    let whole = Form::of(word);
    let low = machine.and(&whole, &Form::constant(15), ty);
    let high = machine.and(&whole, &Form::constant(ty.max() - 15), ty);
    let cells = machine.shift_right(&whole, &Form::constant(4), ty);
    assert!(state.proves_eq(&minus(&low, 1, flag)));
    assert!(state.proves_eq(&minus(&high, 1, size)));
    assert!(state.proves_eq(&minus(&cells.scaled(16).unwrap(), 1, size)));
    // To round up what is a multiple already changes nothing.
    let mut machine = Machine { pure: &mut state, fresh: &mut fresh, split: false };
    let rounded = machine.and(&Form::of(size).plus(15).unwrap(), &Form::constant(ty.max() - 15), ty);
    assert!(state.proves_eq(&minus(&rounded, 1, size)));
}

/// Nothing panics at the edges of wide types, and what is computed there is right.
#[test]
fn wide_types_are_safe_at_their_edges() {
    for (width, signed) in
        [(32, true), (32, false), (63, false), (64, true), (64, false), (0, true), (200, false)]
    {
        let ty = IntType { width, signed };
        let edges =
            [0, 1, 2, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, (1 << 63) - 1, 1 << 63, (1 << 64) - 1];
        let values: Vec<i128> =
            edges.iter().flat_map(|&e| [e, -e]).filter(|v| (ty.min()..=ty.max()).contains(v)).collect();
        for operator in [Add, Subtract, Multiply, Divide, Remainder, And, Or, Xor, Not, ShiftLeft, ShiftRight]
        {
            for &y in &values {
                let states = outcomes(operator, in_range(&[X], ty), Some(y), ty, false);
                for &x in &values {
                    if let Some(r) = concrete(operator, x, y, IntType { width: ty.width.min(64), ..ty }) {
                        assert!(admits(&states, x, y, r), "{x} {operator:?} {y} = {r} in {ty:?}");
                    }
                }
            }
        }
    }
}
