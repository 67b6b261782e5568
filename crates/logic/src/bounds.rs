//! Intervals of integers, and the extremes of a linear form over a box.

use crate::number::{ceil_div, floor_div};

/// An interval of integers; a side that is absent is infinite.
///
/// γ = { v ∈ ℤ : lo ≤ v ≤ hi }. What would leave no value is refused, so that it is never empty.
#[derive(Copy, Clone, Eq, Ord, PartialEq, PartialOrd, Hash, Debug, Default)]
pub struct Bounds {
    /// The least value, if there is one.
    pub lo: Option<i64>,
    /// The greatest value, if there is one.
    pub hi: Option<i64>,
}

/// No integer is left.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Empty;

impl Bounds {
    /// Every integer.
    pub const ALL: Self = Self { lo: None, hi: None };

    /// The interval of one value.
    pub fn exactly(value: i64) -> Self {
        Self { lo: Some(value), hi: Some(value) }
    }

    /// The value, if there is only one.
    pub fn as_constant(self) -> Option<i64> {
        self.lo.filter(|_| self.lo == self.hi)
    }

    /// Whether the value lies between the bounds.
    pub fn contains(self, value: i64) -> bool {
        self.lo.is_none_or(|lo| lo <= value) && self.hi.is_none_or(|hi| value <= hi)
    }

    /// Whether every value of `smaller` is one of `self`.
    pub fn covers(self, smaller: Self) -> bool {
        self.covers_below(smaller) && self.covers_above(smaller)
    }

    pub(crate) fn covers_below(self, smaller: Self) -> bool {
        self.lo.is_none_or(|lo| smaller.lo.is_some_and(|l| lo <= l))
    }

    pub(crate) fn covers_above(self, smaller: Self) -> bool {
        self.hi.is_none_or(|hi| smaller.hi.is_some_and(|h| h <= hi))
    }

    /// The least interval around both.
    pub(crate) fn hull(self, other: Self) -> Self {
        Self {
            lo: self.lo.zip(other.lo).map(|(a, b)| a.min(b)),
            hi: self.hi.zip(other.hi).map(|(a, b)| a.max(b)),
        }
    }

    /// Keeps the values that are also in `other`; says whether some went.
    ///
    /// If none would be left the interval stays as it is.
    pub(crate) fn meet(&mut self, other: Self) -> Result<bool, Empty> {
        let lo = self.lo.max(other.lo);
        let hi = match (self.hi, other.hi) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        if lo.zip(hi).is_some_and(|(lo, hi)| lo > hi) {
            return Err(Empty);
        }
        let met = Self { lo, hi };
        let changed = *self != met;
        *self = met;
        Ok(changed)
    }
}

/// The range of a sum over a box, kept so that one summand can be taken out again.
///
/// Infinite summands are counted instead of added. A sum that leaves `i128` counts as infinite for
/// good.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Range {
    lo: Extreme,
    hi: Extreme,
}

#[derive(Copy, Clone, Debug, Default)]
struct Extreme {
    sum: i128,
    infinite: u32,
    lost: bool,
}

impl Extreme {
    fn add(&mut self, summand: Option<i128>) {
        match summand.map(|s| self.sum.checked_add(s)) {
            None => self.infinite += 1,
            Some(Some(sum)) => self.sum = sum,
            Some(None) => self.lost = true,
        }
    }

    fn remove(&mut self, summand: Option<i128>) {
        match summand.map(|s| self.sum.checked_sub(s)) {
            None => self.infinite -= 1,
            Some(Some(sum)) => self.sum = sum,
            Some(None) => self.lost = true,
        }
    }

    fn value(self) -> Option<i128> {
        (self.infinite == 0 && !self.lost).then_some(self.sum)
    }
}

impl Range {
    /// The range of a constant.
    pub(crate) fn constant(value: i64) -> Self {
        let extreme = Extreme { sum: value.into(), ..Extreme::default() };
        Self { lo: extreme, hi: extreme }
    }

    /// Adds `factor · v` for a `v` within the bounds.
    pub(crate) fn add(&mut self, factor: i64, bounds: Bounds) {
        let (lo, hi) = scaled(factor, bounds);
        self.lo.add(lo);
        self.hi.add(hi);
    }

    fn remove(&mut self, factor: i64, bounds: Bounds) {
        let (lo, hi) = scaled(factor, bounds);
        self.lo.remove(lo);
        self.hi.remove(hi);
    }

    /// The least value of the sum, if finite.
    pub(crate) fn lo(&self) -> Option<i128> {
        self.lo.value()
    }

    /// The greatest value of the sum, if finite.
    pub(crate) fn hi(&self) -> Option<i128> {
        self.hi.value()
    }

    /// The sum without a summand that [`add`](Self::add) added, if that is bounded on some side.
    pub(crate) fn without(&self, factor: i64, bounds: Bounds) -> Option<Self> {
        let (lo, hi) = if factor < 0 { (bounds.hi, bounds.lo) } else { (bounds.lo, bounds.hi) };
        let hopeless = |extreme: Extreme, own: Option<i64>| extreme.infinite > u32::from(own.is_none());
        if hopeless(self.lo, lo) && hopeless(self.hi, hi) {
            return None;
        }
        let mut others = *self;
        others.remove(factor, bounds);
        Some(others)
    }

    /// The integers `v` for which `factor · v + sum = 0` is possible.
    ///
    /// If there are none the bounds cross; [`Bounds::meet`] notices.
    pub(crate) fn solve(&self, factor: i64) -> Bounds {
        // factor·v lies between −hi and −lo.
        let (from, to) = (self.hi().and_then(i128::checked_neg), self.lo().and_then(i128::checked_neg));
        let (from, to) = if factor < 0 { (to, from) } else { (from, to) };
        Bounds {
            lo: at_least(from.and_then(|from| ceil_div(from, factor.into()))),
            hi: at_most(to.and_then(|to| floor_div(to, factor.into()))),
        }
    }

    /// The integers `v` for which `factor · v + sum ≥ 0` is possible.
    pub(crate) fn solve_not_negative(&self, factor: i64) -> Bounds {
        let least = self.hi().and_then(i128::checked_neg);
        if factor < 0 {
            Bounds { lo: None, hi: at_most(least.and_then(|least| floor_div(least, factor.into()))) }
        } else {
            Bounds { lo: at_least(least.and_then(|least| ceil_div(least, factor.into()))), hi: None }
        }
    }
}

fn scaled(factor: i64, bounds: Bounds) -> (Option<i128>, Option<i128>) {
    let times = |v: i64| i128::from(factor) * i128::from(v);
    let (lo, hi) = (bounds.lo.map(times), bounds.hi.map(times));
    if factor < 0 { (hi, lo) } else { (lo, hi) }
}

/// A lower bound as an `i64`: one that is too small says nothing, one that is too large is weakened.
pub(crate) fn at_least(value: Option<i128>) -> Option<i64> {
    let value = value?;
    (value >= i64::MIN.into()).then(|| i64::try_from(value).unwrap_or(i64::MAX))
}

/// An upper bound as an `i64`: one that is too large says nothing, one that is too small is weakened.
pub(crate) fn at_most(value: Option<i128>) -> Option<i64> {
    let value = value?;
    (value <= i64::MAX.into()).then(|| i64::try_from(value).unwrap_or(i64::MIN))
}
