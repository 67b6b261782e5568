//! Intervals of integers.

use ir::BinaryOp;

/// The integers from one to another, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Interval {
    pub(crate) low: i128,
    pub(crate) high: i128,
}

impl Interval {
    pub(crate) fn new(low: i128, high: i128) -> Self {
        Self { low, high }
    }

    pub(crate) fn contains(self, other: Self) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    pub(crate) fn hull(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// An end that moved goes on to the next of a few numbers.
    pub(crate) fn widen(self, next: Self) -> Self {
        const LOW: [i128; 3] = [0, i32::MIN as i128, -(1 << 40)];
        const HIGH: [i128; 4] = [1, i32::MAX as i128, u32::MAX as i128, 1 << 40];
        let below = |value: i128| LOW.into_iter().find(|end| *end <= value).unwrap_or(value);
        let above = |value: i128| HIGH.into_iter().find(|end| *end >= value).unwrap_or(value);
        Self {
            low: if next.low < self.low { below(next.low) } else { self.low },
            high: if next.high > self.high { above(next.high) } else { self.high },
        }
    }

    pub(crate) fn meet(self, other: Self) -> Option<Self> {
        let both = Self { low: self.low.max(other.low), high: self.high.min(other.high) };
        (both.low <= both.high).then_some(both)
    }
}

/// What holds where a comparison does not.
pub(crate) fn negated(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Le => BinaryOp::Gt,
        BinaryOp::Gt => BinaryOp::Le,
        _ => BinaryOp::Lt,
    }
}

/// What an operation gives; `None` if that is not known here.
pub(crate) fn arithmetic(op: BinaryOp, x: Interval, y: Interval) -> Option<Interval> {
    match op {
        BinaryOp::Add => Some(Interval::new(x.low + y.low, x.high + y.high)),
        BinaryOp::Sub => Some(Interval::new(x.low - y.high, x.high - y.low)),
        BinaryOp::Mul => {
            let ends = [x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high];
            Some(Interval::new(*ends.iter().min()?, *ends.iter().max()?))
        }
        _ => None,
    }
}
