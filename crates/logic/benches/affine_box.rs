//! What the operations on equations and bounds cost: nanoseconds each, at several numbers of dimensions.
//!
//! The states are those of an analysis of list lengths: groups of counters that are at least zero and add
//! up to a length, a third of the groups shifted against each other so that equations share dimensions.
//! Every figure but the first includes the clone that the operation works on, where it changes its state.
#![expect(clippy::print_stdout, reason = "printing is what a benchmark is for")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use logic::{AffineBox, Dim, Linear};

fn main() {
    println!("{:>28}{:>9}{:>9}{:>9}{:>9}", "dimensions", 4, 8, 15, 40);
    let operations: [(&str, Operation); 15] = [
        ("clone", |c| drop(black_box(c.state.clone()))),
        ("assign: advance a pointer", |c| {
            let mut state = c.state.clone();
            state.assign(&[(c.t, Linear::constant(1)), (c.u, c.t + c.u - 1)]);
            black_box(state);
        }),
        ("assign: merge two counters", |c| {
            let mut state = c.state.clone();
            state.assign(&[(c.t, Linear::constant(0)), (c.u, c.t + c.u)]);
            black_box(state);
        }),
        ("assign: move a counter", |c| {
            let mut state = c.state.clone();
            state.assign(&[(c.t, Linear::constant(0)), (c.u, c.t.into())]);
            black_box(state);
        }),
        ("add, equal; remove", |c| {
            let mut state = c.state.clone();
            state.add_equal(Dim(1000), &(c.t + 1));
            state.remove(Dim(1000));
            black_box(state);
        }),
        ("meet t = 0", |c| {
            let mut state = c.state.clone();
            black_box(state.meet_eq(&c.t.into()));
        }),
        ("meet t = u", |c| {
            let mut state = c.state.clone();
            black_box(state.meet_eq(&(c.t - c.u)));
        }),
        ("meet t >= 1", |c| {
            let mut state = c.state.clone();
            black_box(state.meet_ge(&(c.t - 1)));
        }),
        ("meet t + u >= 1", |c| {
            let mut state = c.state.clone();
            black_box(state.meet_ge(&(c.t + c.u - 1)));
        }),
        ("join with one step later", |c| drop(black_box(c.state.join(&c.later)))),
        ("widen with one step later", |c| drop(black_box(c.state.widen(&c.later, &[])))),
        ("covers: yes", |c| {
            black_box(c.joined.covers(&c.later));
        }),
        ("covers: no", |c| {
            black_box(c.state.covers(&c.joined));
        }),
        ("minimum of n - t", |c| {
            black_box(c.state.minimum(&(c.n - c.t)));
        }),
        ("maximum of t - u + 3n", |c| {
            black_box(c.state.maximum(&(c.t - c.u + c.n * 3)));
        }),
    ];
    let states = [4, 8, 15, 40].map(Case::new);
    for (name, operation) in operations {
        print!("{name:>28}");
        for case in &states {
            print!("{:>9.0}", measure(|| operation(case)));
        }
        println!();
    }
}

type Operation = fn(&Case);

struct Case {
    state: AffineBox,
    /// A cell has moved from one counter to another.
    later: AffineBox,
    joined: AffineBox,
    t: Dim,
    u: Dim,
    n: Dim,
}

impl Case {
    fn new(count: u32) -> Self {
        let mut state = AffineBox::new();
        for dim in (0..count).map(Dim) {
            state.add(dim);
            assert!(state.meet_ge(&dim.into()));
        }
        // Three counters and their length, and every third length is also the sum of other counters.
        for group in 0..count / 4 {
            let dim = |k: u32| Dim(4 * group + k);
            assert!(state.meet_eq(&(dim(0) + dim(1) + dim(2) - dim(3))));
            if group % 3 == 1 {
                assert!(state.meet_eq(&(dim(0) - 4 + dim(2) - Dim(4 * group - 4) - Dim(4 * group - 3))));
            }
        }
        let (t, u, n) = (Dim(0), Dim(1), Dim(3));
        let mut later = state.clone();
        assert!(later.meet_ge(&(t - 1)));
        later.assign(&[(t, t - 1), (u, u + 1)]);
        if count > 8 {
            later.assign(&[(Dim(4), Linear::constant(0)), (Dim(5), Dim(4) + Dim(5))]);
        }
        let joined = state.join(&later);
        Self { state, later, joined, t, u, n }
    }
}

/// Nanoseconds per call: the best of several runs, as interruptions only ever add.
fn measure(operation: impl Fn()) -> f64 {
    let run = |calls: u32| {
        let start = Instant::now();
        (0..calls).for_each(|_| operation());
        start.elapsed()
    };
    let mut calls = 64;
    while run(calls) < Duration::from_millis(4) {
        calls *= 2;
    }
    let best = (0..7).map(|_| run(calls)).min().unwrap_or_default();
    best.as_nanos() as f64 / f64::from(calls)
}
