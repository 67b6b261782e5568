//! States that are made up but shaped like those of programs.
//!
//! *pointers*: classes and null tests only. *alloc*: blocks in order of their addresses, with sizes and ends,
//! half of the sizes multiples of 16, one block being split. *list*: segment lengths that add up, sorted
//! data, an index and its byte offset. *mixed*: random facts with large factors around a hidden point,
//! nastier than any program.

use logic::{Dim, Fact, Form, Pure};

/// Facts that a known point satisfies.
pub(crate) struct Workload {
    pub(crate) facts: Vec<Fact>,
    point: Vec<i128>,
}

impl Workload {
    pub(crate) fn state(&self) -> Pure {
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
    pub(crate) fn sibling(&self) -> Pure {
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
    pub(crate) fn extra(&self) -> Form {
        let (first, last) = (Dim(0), Dim(self.point.len() as u32 - 1));
        let form = minus(&Form::of(last), &Form::of(first));
        form.plus(3 - self.value(&form)).unwrap()
    }

    /// Sums of facts, weakened or, a quarter of them, strengthened, and whether they are weakened: these
    /// follow.
    pub(crate) fn queries(&self) -> Vec<(Form, bool)> {
        let mut random = Random(7);
        let forms: Vec<&Form> =
            self.facts.iter().filter(|fact| !matches!(fact, Fact::Ne(_))).map(Fact::form).collect();
        let mut queries = Vec::new();
        while queries.len() < 200 {
            let mut sum = Form::constant(0);
            for _ in 0..=random.below(3) {
                sum = plus(&sum, forms[random.below(forms.len() as u64) as usize]);
            }
            let change = i128::from(random.below(3));
            let weakened = random.below(4) != 0;
            let change = if weakened { change } else { -change - 1 };
            queries.push((sum.plus(change).unwrap(), weakened));
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
pub(crate) fn pointers(count: usize) -> Workload {
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

pub(crate) fn alloc(blocks: usize) -> Workload {
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

pub(crate) fn list(segments: usize) -> Workload {
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

pub(crate) fn mixed(dims: usize, facts: usize) -> Workload {
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
