//! Kleene's three truth values, and sets of individuals to which things belong to such a degree.
//!
//! Two orders. In the *logical* one 0 < ½ < 1: conjunction is the minimum, disjunction the maximum. In the
//! *information* order ½ lies above both 0 and 1: joining values that differ gives ½.
//!
//! A [`Column`] holds one value for each of up to 64 individuals as two bit sets, those for which it is 1 and those for
//! which it may be 1, so that a connective works on all individuals at once.

/// A truth value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Kleene {
    /// 0.
    False,
    /// ½.
    Unknown,
    /// 1.
    True,
}

impl Kleene {
    /// All of them, in the logical order.
    pub const ALL: [Kleene; 3] = [Kleene::False, Kleene::Unknown, Kleene::True];

    /// The join in the information order.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        if self == other { self } else { Self::Unknown }
    }

    /// Whether this is the other value or ½.
    pub fn covers(self, other: Self) -> bool {
        self == other || self == Self::Unknown
    }
}

impl From<bool> for Kleene {
    fn from(truth: bool) -> Self {
        if truth { Self::True } else { Self::False }
    }
}

impl std::ops::Not for Kleene {
    type Output = Self;
    fn not(self) -> Self {
        match self {
            Self::False => Self::True,
            Self::Unknown => Self::Unknown,
            Self::True => Self::False,
        }
    }
}

/// The individuals of a set.
pub fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(next)
    })
}

/// A truth value for each individual. Invariant: what is 1 may be 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Column {
    /// Where it is 1.
    pub is: u64,
    /// Where it is 1 or ½.
    pub may: u64,
}

impl Column {
    /// 0 everywhere.
    pub const FALSE: Column = Column { is: 0, may: 0 };

    /// 1 for exactly these.
    pub fn exactly(set: u64) -> Self {
        Self { is: set, may: set }
    }

    /// One value for all of a universe.
    pub fn all(value: Kleene, universe: u64) -> Self {
        match value {
            Kleene::False => Self::FALSE,
            Kleene::Unknown => Self { is: 0, may: universe },
            Kleene::True => Self::exactly(universe),
        }
    }

    /// The value for an individual.
    pub fn get(self, individual: usize) -> Kleene {
        match (self.is >> individual & 1, self.may >> individual & 1) {
            (1, _) => Kleene::True,
            (_, 1) => Kleene::Unknown,
            _ => Kleene::False,
        }
    }

    /// Gives an individual a value.
    pub fn set(&mut self, individual: usize, value: Kleene) {
        let bit = 1 << individual;
        (self.is, self.may) = match value {
            Kleene::False => (self.is & !bit, self.may & !bit),
            Kleene::Unknown => (self.is & !bit, self.may | bit),
            Kleene::True => (self.is | bit, self.may | bit),
        };
    }

    /// Where it is ½.
    pub fn unknown(self) -> u64 {
        self.may & !self.is
    }

    /// Negation within a universe.
    #[must_use]
    pub fn negated(self, universe: u64) -> Self {
        Self { is: universe & !self.may, may: universe & !self.is }
    }

    /// The join in the information order, for each individual.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        Self { is: self.is & other.is, may: self.may | other.may }
    }

    /// Whether each value is the other's or ½.
    pub fn covers(self, other: Self) -> bool {
        self.is & !other.is == 0 && other.may & !self.may == 0
    }
}

impl std::ops::BitAnd for Column {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self { is: self.is & other.is, may: self.may & other.may }
    }
}

impl std::ops::BitOr for Column {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self { is: self.is | other.is, may: self.may | other.may }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What columns compute is what the truth tables say, for each individual.
    #[test]
    fn columns_are_truth_tables_side_by_side() {
        for (index, a) in Kleene::ALL.into_iter().enumerate() {
            for b in Kleene::ALL {
                let mut columns = [Column::FALSE; 2];
                columns[0].set(index, a);
                columns[1].set(index, b);
                let [x, y] = columns;
                assert_eq!((x & y).get(index), a.min(b));
                assert_eq!((x | y).get(index), a.max(b));
                assert_eq!(x.join(y).get(index), a.join(b));
                assert_eq!(x.negated(7).get(index), !a);
                assert_eq!(x.covers(y), a.covers(b));
            }
        }
    }
}
