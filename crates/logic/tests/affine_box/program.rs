//! Linear programs over the rationals by brute force: the extremes are where constraints intersect.

use logic::{AffineBox, Linear};

/// A rational number with a positive denominator.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rational(i128, i128);

impl Rational {
    fn new(a: i128, b: i128) -> Self {
        if b < 0 { Self(-a, -b) } else { Self(a, b) }
    }
    pub(crate) fn at_most(self, value: i64) -> bool {
        self.0 <= i128::from(value) * self.1
    }
    pub(crate) fn less_than(self, value: i64) -> bool {
        self.0 < i128::from(value) * self.1
    }

    /// The greatest number `base + k·step` that is not greater.
    pub(crate) fn rounded_down(self, base: i64, step: i128) -> i64 {
        let above = self.0 - i128::from(base) * self.1;
        let steps = if step == 0 { 0 } else { above.div_euclid(self.1 * step) };
        i64::try_from(i128::from(base) + steps * step).unwrap()
    }

    /// The least number `base + k·step` that is not less.
    pub(crate) fn rounded_up(self, base: i64, step: i128) -> i64 {
        -Self(-self.0, self.1).rounded_down(-base, step)
    }
}

/// The least and the greatest value of the form over the equations and bounds of a bounded state.
pub(crate) fn extremes(state: &AffineBox, form: &Linear) -> Option<(Rational, Rational)> {
    let dims = state.dims().to_vec();
    let row = |e: &Linear| -> Vec<i128> {
        dims.iter().map(|&dim| e.coefficient(dim).into()).chain([-i128::from(e.offset())]).collect()
    };
    let equations: Vec<Vec<i128>> = state.equations().iter().map(row).collect();
    let mut best: Option<(Rational, Rational)> = None;
    // Each dimension is at its lower bound, at its upper bound, or left to the equations.
    for mut choice in 0..3_usize.pow(dims.len() as u32) {
        let mut system = equations.clone();
        for &dim in &dims {
            let bounds = state.bounds(dim);
            let at = [None, bounds.lo, bounds.hi][choice % 3];
            choice /= 3;
            system.extend(at.map(|at| row(&(dim - at))));
        }
        let Some((point, scale)) = solve(system, dims.len()) else { continue };
        let inside = dims.iter().zip(&point).all(|(&dim, &v)| {
            let bounds = state.bounds(dim);
            i128::from(bounds.lo.unwrap()) * scale <= v && v <= i128::from(bounds.hi.unwrap()) * scale
        });
        if inside {
            let terms = dims.iter().zip(&point).map(|(&dim, &v)| i128::from(form.coefficient(dim)) * v);
            let value = Rational::new(i128::from(form.offset()) * scale + terms.sum::<i128>(), scale);
            let less = |a: Rational, b: Rational| a.0 * b.1 < b.0 * a.1;
            best = Some(best.map_or((value, value), |(lo, hi)| {
                (if less(value, lo) { value } else { lo }, if less(hi, value) { value } else { hi })
            }));
        }
    }
    best
}

/// The only solution of the system, as numerators over one positive denominator.
fn solve(mut system: Vec<Vec<i128>>, unknowns: usize) -> Option<(Vec<i128>, i128)> {
    for column in 0..unknowns {
        let pivot = (column..system.len()).find(|&row| system[row][column] != 0)?;
        system.swap(column, pivot);
        let source = system[column].clone();
        for (_, row) in system.iter_mut().enumerate().filter(|(at, _)| *at != column) {
            let factor = row[column];
            for (entry, from) in row.iter_mut().zip(&source) {
                *entry = *entry * source[column] - from * factor;
            }
        }
    }
    if system[unknowns..].iter().any(|row| row[unknowns] != 0) {
        return None;
    }
    let scale: i128 = (0..unknowns).map(|at| system[at][at]).product();
    let point = (0..unknowns).map(|at| system[at][unknowns] * (scale / system[at][at]) * scale.signum());
    Some((point.collect(), scale.abs()))
}

pub(crate) fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}
