//! What the operations on the pure part of symbolic heaps cost, in microseconds each.
//!
//! The states are those of `workloads`.
//! Next to each figure stands that of the prototype that the design was measured with, where it has one.
#![expect(clippy::print_stdout, reason = "printing is what a benchmark is for")]

mod workloads;

use std::hint::black_box;
use std::time::{Duration, Instant};

use logic::{Dim, Form, Pure};
use workloads::{Workload, alloc, list, mixed, pointers};

fn main() {
    let columns =
        ["dims", "facts", "build", "query", "proved", "clone", "ge", "eq", "join", "widen", "covers"];
    let more = ["forget", "rename", "aside", "canon"];
    print!("{:<14}", "workload");
    for (column, width) in columns.iter().chain(&more).zip(WIDTHS) {
        print!("{column:>width$}");
    }
    println!();
    let workloads = [
        ("pointers 8", pointers(8), [None; 3]),
        ("pointers 25", pointers(25), [None; 3]),
        ("alloc 1", alloc(1), [Some(7.0), Some(0.52), Some(8.0)]),
        ("alloc 3", alloc(3), [Some(15.0), Some(0.64), Some(29.0)]),
        ("alloc 6", alloc(6), [Some(43.0), Some(0.83), Some(119.0)]),
        ("alloc 13", alloc(13), [Some(57.0), Some(1.3), Some(400.0)]),
        ("list 1", list(1), [Some(2.0), Some(0.23), None]),
        ("list 5", list(5), [Some(15.0), Some(0.63), Some(29.0)]),
        ("list 12", list(12), [Some(81.0), Some(1.8), Some(119.0)]),
        ("list 27", list(27), [Some(313.0), Some(6.3), Some(1300.0)]),
        ("mixed 6/12", mixed(6, 12), [Some(11.0), Some(1.8), None]),
        ("mixed 15/35", mixed(15, 35), [Some(93.0), Some(21.0), None]),
        ("mixed 30/80", mixed(30, 80), [Some(583.0), Some(80.0), None]),
    ];
    // Words on the command line choose workloads.
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let wanted = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word.as_str()));
    for (name, workload, prototype) in workloads.into_iter().filter(|(name, ..)| wanted(name)) {
        print!("{name:<14}");
        for (figure, width) in figures(&workload, prototype).into_iter().zip(WIDTHS) {
            print!("{figure:>width$}");
        }
        println!();
    }
}

const WIDTHS: [usize; 15] = [5, 6, 15, 14, 8, 8, 8, 8, 15, 9, 8, 8, 8, 8, 9];

fn figures(workload: &Workload, [build, query, join]: [Option<f64>; 3]) -> [String; 15] {
    let state = workload.state();
    assert!(!state.is_unsat(), "a workload has a point");
    let queries = workload.queries();
    let proved = queries.iter().filter(|(form, _)| state.proves_ge(form)).count();
    let other = workload.sibling();
    let joined = state.join(&other);
    let extra = workload.extra();
    let dims = state.dims();
    let gone: Vec<Dim> = state.dims().into_iter().filter(|dim| dim.0 % 3 == 1).collect();
    let changed = |operation: &dyn Fn(&mut Pure)| {
        measure(|| {
            let mut state = state.clone();
            operation(&mut state);
            black_box(state);
        })
    };
    let plain = |value: f64| format!("{value:.2}");
    let beside = |value: f64, prototype: Option<f64>| match prototype {
        Some(prototype) => format!("{value:.2} ({prototype})"),
        None => plain(value),
    };
    let asked = measure(|| {
        for (form, _) in &queries {
            black_box(state.proves_ge(form));
        }
    });
    [
        state.dims().len().to_string(),
        workload.facts.len().to_string(),
        beside(measure(|| drop(black_box(workload.state()))), build),
        beside(asked / queries.len() as f64, query),
        format!("{}%", 100 * proved / queries.len()),
        format!("{:.3}", changed(&|_| {})),
        plain(changed(&|state| assert!(state.guard_ge(&extra)))),
        plain(changed(&|state| {
            black_box(state.guard_eq(&extra));
        })),
        beside(measure(|| drop(black_box(state.join(&other)))), join),
        plain(measure(|| drop(black_box(state.widen(&other, &[]))))),
        plain(measure(|| drop(black_box(joined.covers(&other))))),
        plain(changed(&|state| state.forget(&gone)) / gone.len() as f64),
        plain(changed(&|state| state.rename(|Dim(i)| Dim(200 - i)))),
        plain(changed(&|state| put_aside(state, &dims))),
        plain(changed(&Pure::canonicalise)),
    ]
}

/// Gives every dimension a new name through an equality, as one does to match two states.
fn put_aside(state: &mut Pure, dims: &[Dim]) {
    const ASIDE: u32 = 1 << 30;
    state.rename(|Dim(i)| Dim(i + ASIDE));
    for &dim in dims {
        let equation = Form::of(dim).add_scaled(-1, &Form::of(Dim(dim.0 + ASIDE)));
        assert!(state.guard_eq(&equation.expect("small numbers")));
    }
    state.retain(|dim| dim.0 < ASIDE);
}

/// Microseconds per call: the best of several runs, as interruptions only ever add.
fn measure(operation: impl Fn()) -> f64 {
    let run = |calls: u32| {
        let start = Instant::now();
        (0..calls).for_each(|_| operation());
        start.elapsed()
    };
    let mut calls = 1;
    while run(calls) < Duration::from_millis(2) {
        calls *= 2;
    }
    let best = (0..5).map(|_| run(calls)).min().unwrap_or_default();
    best.as_nanos() as f64 / 1000.0 / f64::from(calls)
}
