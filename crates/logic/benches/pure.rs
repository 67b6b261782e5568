//! What the operations on the pure part of symbolic heaps cost, in microseconds each.
//!
//! The states are made up but shaped like those of programs. *pointers*: classes and null tests only.
//! *alloc*: blocks in order of their addresses, with sizes and ends, half of the sizes multiples of 16, one
//! block being split. *list*: segment lengths that add up, sorted data, an index and its byte offset.
//! *mixed*: random facts with large factors around a hidden point, nastier than any program.
//!
//! Next to each figure stands that of the prototype that the design was measured with, where it has one.
#![expect(clippy::print_stdout, reason = "printing is what a benchmark is for")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use logic::{Dim, Fact, Form, Pure};

fn main() {
    println!(
        "{:<14}{:>7}{:>7}{:>17}{:>17}{:>9}{:>8}{:>8}{:>15}{:>8}{:>8}{:>9}",
        "workload",
        "dims",
        "facts",
        "build",
        "query",
        "proved",
        "clone",
        "guard",
        "join",
        "widen",
        "covers",
        "forget"
    );
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
        report(name, &workload, prototype);
    }
}

fn report(name: &str, workload: &Workload, [build, query, join]: [Option<f64>; 3]) {
    let state = workload.state();
    assert!(!state.is_unsat(), "{name} has a point");
    let queries = workload.queries();
    let proved = queries.iter().filter(|form| state.proves_ge(form)).count();
    let other = workload.sibling();
    let joined = state.join(&other);
    let extra = workload.extra();
    let gone: Vec<Dim> = state.dims().into_iter().filter(|dim| dim.0 % 3 == 1).collect();
    let each = |total: f64, count: usize| total / count.max(1) as f64;
    let figures = (
        measure(|| drop(black_box(workload.state()))),
        each(
            measure(|| {
                for form in &queries {
                    black_box(state.proves_ge(form));
                }
            }),
            queries.len(),
        ),
        measure(|| drop(black_box(state.clone()))),
        measure(|| {
            let mut state = state.clone();
            black_box(state.guard_ge(&extra));
        }),
        measure(|| drop(black_box(state.join(&other)))),
        measure(|| drop(black_box(state.widen(&other, &[])))),
        measure(|| {
            let _ = black_box(joined.covers(&other));
        }),
        each(
            measure(|| {
                let mut state = state.clone();
                state.forget(&gone);
                black_box(state);
            }),
            gone.len(),
        ),
    );
    let beside = |value: f64, prototype: Option<f64>| match prototype {
        Some(prototype) => format!("{value:.2} ({prototype})"),
        None => format!("{value:.2}"),
    };
    println!(
        "{name:<14}{:>7}{:>7}{:>17}{:>17}{:>8}%{:>8.3}{:>8.2}{:>15}{:>8.1}{:>8.2}{:>9.2}",
        state.dims().len(),
        workload.facts.len(),
        beside(figures.0, build),
        beside(figures.1, query),
        100 * proved / queries.len().max(1),
        figures.2,
        figures.3,
        beside(figures.4, join),
        figures.5,
        figures.6,
        figures.7,
    );
}

/// Facts that a known point satisfies.
struct Workload {
    facts: Vec<Fact>,
    point: Vec<i128>,
}

impl Workload {
    fn state(&self) -> Pure {
        let mut state = Pure::new();
        for fact in &self.facts {
            match fact {
                Fact::Eq(form) => state.guard_eq(form),
                Fact::Ge(form) => state.guard_ge(form),
                Fact::Ne(form) => state.guard_ne(form),
            };
        }
        state
    }

    /// The state with another bound and another equality: what comes round a loop.
    fn sibling(&self) -> Pure {
        let mut other = Self { facts: self.facts.clone(), point: self.point.clone() };
        if !self.facts.iter().any(|fact| matches!(fact, Fact::Ge(_))) {
            // A pointer has moved on, and another may be null.
            let equation =
                other.facts.iter_mut().find(|fact| matches!(fact, Fact::Eq(form) if form.terms().len() > 1));
            if let Some(Fact::Eq(form)) = equation {
                *form = form.plus(8).unwrap();
            }
            other.facts.remove(0);
            return other.state();
        }
        let last = other.facts.len() - 1;
        if let Fact::Ge(form) | Fact::Ne(form) = other.facts[last].clone() {
            other.facts[last] = Fact::Ge(form.plus(1).unwrap());
        }
        other.facts.push(Fact::Ge(self.extra()));
        other.state()
    }

    /// A bound that is not among the facts.
    fn extra(&self) -> Form {
        let (first, last) = (Dim(0), Dim(self.point.len() as u32 - 1));
        let form = minus(&Form::of(last), &Form::of(first));
        form.plus(3 - self.value(&form)).unwrap()
    }

    /// Sums of facts, weakened or, a quarter of them, strengthened.
    fn queries(&self) -> Vec<Form> {
        let mut random = Random(7);
        let forms: Vec<&Form> =
            self.facts.iter().filter(|fact| !matches!(fact, Fact::Ne(_))).map(Fact::form).collect();
        let mut queries = Vec::new();
        while queries.len() < 200 {
            let mut sum = Form::constant(0);
            for _ in 0..=random.below(3) {
                sum = sum.add_scaled(1, forms[random.below(forms.len() as u64) as usize]).unwrap();
            }
            let change = i128::from(random.below(3));
            let change = if random.below(4) == 0 { -change - 1 } else { change };
            queries.push(sum.plus(change).unwrap());
        }
        queries
    }

    fn value(&self, form: &Form) -> i128 {
        form.evaluate(|dim| self.point.get(dim.0 as usize).copied()).unwrap()
    }

    fn new() -> Self {
        Self { facts: Vec::new(), point: Vec::new() }
    }

    fn add(&mut self, value: i128) -> Form {
        self.point.push(value);
        Form::of(Dim(self.point.len() as u32 - 1))
    }

    fn ge(&mut self, a: &Form, b: &Form) {
        let form = minus(a, b);
        assert!(self.value(&form) >= 0);
        self.facts.push(Fact::Ge(form));
    }

    fn eq(&mut self, a: &Form, b: &Form) {
        let form = minus(a, b);
        assert!(self.value(&form) == 0);
        self.facts.push(Fact::Eq(form));
    }
}

fn minus(a: &Form, b: &Form) -> Form {
    a.add_scaled(-1, b).unwrap()
}

fn plus(a: &Form, b: &Form) -> Form {
    a.add_scaled(1, b).unwrap()
}

fn times(factor: i64, a: &Form) -> Form {
    a.scaled(factor).unwrap()
}

/// Pointers, some of them equal up to an offset or null, the others not null.
fn pointers(count: usize) -> Workload {
    let mut work = Workload::new();
    let mut last = work.add(1000);
    work.facts.push(Fact::Ne(last.clone()));
    for i in 1..count {
        let value = if i % 5 == 4 { 0 } else { 1000 + 100 * i as i128 - if i % 3 == 0 { 92 } else { 0 } };
        let pointer = work.add(value);
        if i % 5 == 4 {
            work.facts.push(Fact::Eq(pointer));
            continue;
        }
        if i % 3 == 0 && i % 5 != 0 {
            work.facts
                .push(Fact::Eq(minus(&pointer, &last).plus(-work.value(&minus(&pointer, &last))).unwrap()));
        } else {
            work.facts.push(Fact::Ne(pointer.clone()));
        }
        last = pointer;
    }
    work.facts.push(Fact::Ne(minus(&Form::of(Dim(0)), &last)));
    work
}

fn alloc(blocks: usize) -> Workload {
    let mut work = Workload::new();
    let (low, high) = (work.add(4096), work.add(4096 + 1000 * blocks as i128));
    let mut before = low.clone();
    let mut sizes = Vec::new();
    for i in 0..blocks {
        let start = 4096 + 1000 * i as i128;
        let (address, size, end) = (work.add(start), work.add(480), work.add(start + 480));
        work.eq(&end, &plus(&address, &size));
        work.ge(&address, &before);
        work.ge(&size, &Form::constant(16));
        if i % 2 == 0 {
            let quotient = work.add(30);
            work.eq(&size, &times(16, &quotient));
        }
        sizes.push((address, size));
        before = end;
    }
    work.ge(&high, &before);
    work.ge(&low, &Form::constant(1));
    let (address, size) = sizes[blocks / 2].clone();
    let (need, rest, new) = (work.add(160), work.add(320), work.add(work.value(&address) + 160));
    work.eq(&plus(&need, &rest), &size);
    work.eq(&new, &plus(&address, &need));
    work.ge(&need, &Form::constant(16));
    work.ge(&rest, &Form::constant(16));
    // What a program checks although it follows.
    for i in 0..blocks {
        for j in i + 1..blocks.min(i + 4) {
            work.ge(&sizes[j].0, &sizes[i].0);
        }
        work.ge(&minus(&high, &low), &sizes[i].1);
    }
    work
}

fn list(segments: usize) -> Workload {
    let mut work = Workload::new();
    let total = work.add(3 * segments as i128 + 1);
    let mut sum = Form::constant(1);
    let mut data: Vec<Form> = Vec::new();
    for i in 0..segments {
        let (length, value) = (work.add(3), work.add(10 * i as i128));
        work.ge(&length, &Form::constant(0));
        sum = plus(&sum, &length);
        for older in data.iter().rev().take(3) {
            work.ge(&value, older);
        }
        data.push(value);
    }
    work.eq(&total, &sum);
    let (index, offset, bytes) = (work.add(2), work.add(16), work.add(8 * (3 * segments as i128 + 1)));
    work.eq(&offset, &times(8, &index));
    work.eq(&bytes, &times(8, &total));
    work.ge(&index, &Form::constant(0));
    work.ge(&minus(&total, &index), &Form::constant(1));
    for value in data.iter().step_by(2) {
        work.ge(&Form::constant(1000), value);
    }
    work
}

fn mixed(dims: usize, facts: usize) -> Workload {
    let mut random = Random(1);
    let mut work = Workload::new();
    for _ in 0..dims {
        let value = i128::from(random.below(41)) - 20;
        work.add(value);
    }
    for _ in 0..facts {
        let mut form = Form::constant(0);
        for _ in 0..=random.below(4) {
            let factor = [1, 2, 4, 8, 16, 64][random.below(6) as usize];
            let factor = if random.below(2) == 0 { factor } else { -factor };
            form = plus(&form, &times(factor, &Form::of(Dim(random.below(dims as u64) as u32))));
        }
        let slack = i128::from(random.below(60));
        let form = form.plus(slack - work.value(&form)).unwrap();
        work.facts.push(if slack == 0 { Fact::Eq(form) } else { Fact::Ge(form) });
    }
    work
}

/// A generator of numbers that are random enough, and the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
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
