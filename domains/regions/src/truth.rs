//! What is known of the number in a register: its sign, or which number it is.
//!
//! Functions report success by numbers, flags are numbers, and a counter says whether there is something to free. A truth denotes a set of numbers: all of some
//! signs (below zero, zero, above zero), or one alone. There are five of them besides "any number", which is not written down, so
//! that facts shrink finitely often; what falls between them is the next larger one.

/// What is known of a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Truth {
    /// It is zero.
    Zero,
    /// It is not.
    Nonzero,
    /// It is above zero.
    Positive,
    /// It is not below zero.
    Nonnegative,
    /// It is this one, which is not zero.
    Number(i32),
}

/// A set of signs.
type Signs = u8;
const BELOW: Signs = 1;
const ZERO: Signs = 2;
const ABOVE: Signs = 4;
const ANY: Signs = BELOW | ZERO | ABOVE;

impl Truth {
    /// Of a number.
    pub fn of(number: i32) -> Self {
        if number == 0 { Self::Zero } else { Self::Number(number) }
    }

    fn signs(self) -> Signs {
        match self {
            Self::Zero => ZERO,
            Self::Nonzero => BELOW | ABOVE,
            Self::Positive => ABOVE,
            Self::Nonnegative => ZERO | ABOVE,
            Self::Number(number) => sign(number),
        }
    }

    /// The least truth that has all numbers of some signs.
    fn of_signs(signs: Signs) -> Option<Self> {
        match signs {
            ZERO => Some(Self::Zero),
            ABOVE => Some(Self::Positive),
            _ if signs == ZERO | ABOVE => Some(Self::Nonnegative),
            _ if signs & ZERO == 0 => Some(Self::Nonzero),
            _ => None,
        }
    }

    /// Whether it is surely not zero.
    pub fn is_nonzero(self) -> bool {
        self.signs() & ZERO == 0
    }

    /// Whether it is surely zero or surely not, and which.
    pub fn decided(self) -> Option<bool> {
        (self == Self::Zero || self.is_nonzero()).then(|| self.is_nonzero())
    }

    /// The number, if it is one only.
    pub fn number(self) -> Option<i32> {
        match self {
            Self::Zero => Some(0),
            Self::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Whether it may be a number.
    pub fn admits(self, number: i32) -> bool {
        self.number().map_or(self.signs() & sign(number) != 0, |known| known == number)
    }

    /// What holds either way.
    #[must_use]
    pub fn join(self, other: Self) -> Option<Self> {
        if self == other { Some(self) } else { Self::of_signs(self.signs() | other.signs()) }
    }

    /// What holds if both do; `None` if that cannot be.
    #[must_use]
    pub fn meet(self, other: Self) -> Option<Self> {
        match (self.number(), other.number()) {
            (Some(number), _) => other.admits(number).then_some(self),
            (_, Some(number)) => self.admits(number).then_some(other),
            _ => Self::of_signs(self.signs() & other.signs()),
        }
    }

    /// What is left of it where the number may have become another one that is zero exactly if it was.
    #[must_use]
    pub fn blurred(self) -> Option<Self> {
        Some(self.decided()?.into())
    }

    /// What is known of the sum with a constant; with `bounded`, of sums that fit their type.
    #[must_use]
    pub fn plus(self, constant: i32, bounded: bool) -> Option<Self> {
        match (self, constant) {
            (_, 0) => Some(self),
            _ if self.number().is_some() => self.number()?.checked_add(constant).map(Self::of),
            (Self::Positive | Self::Nonnegative, 1..) if bounded => Some(Self::Positive),
            (Self::Positive, -1) => Some(Self::Nonnegative),
            _ => None,
        }
    }
}

fn sign(number: i32) -> Signs {
    match number {
        ..0 => BELOW,
        0 => ZERO,
        1.. => ABOVE,
    }
}

impl From<bool> for Truth {
    fn from(nonzero: bool) -> Self {
        if nonzero { Self::Nonzero } else { Self::Zero }
    }
}

/// How two numbers compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comparison {
    Equal,
    Different,
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Comparison {
    /// Whether a number compares so with another.
    pub(crate) fn holds(self, one: i32, two: i32) -> bool {
        match self {
            Self::Equal => one == two,
            Self::Different => one != two,
            Self::Less => one < two,
            Self::AtMost => one <= two,
            Self::More => one > two,
            Self::AtLeast => one >= two,
        }
    }

    /// The signs of numbers that compare so with another.
    fn signs(self, number: i32) -> Signs {
        let of = |sign: Signs, is_there: bool| if is_there { sign } else { 0 };
        let below = match self {
            Self::Different | Self::Less | Self::AtMost => true,
            Self::Equal | Self::AtLeast => number < 0,
            Self::More => number < -1,
        };
        let above = match self {
            Self::Different | Self::More | Self::AtLeast => true,
            Self::Equal | Self::AtMost => number > 0,
            Self::Less => number > 1,
        };
        of(BELOW, below) | of(ZERO, self.holds(0, number)) | of(ABOVE, above)
    }

    /// Whether a number of which something is known may compare so.
    pub(crate) fn may_hold(self, known: Option<Truth>, number: i32) -> bool {
        match known.and_then(Truth::number) {
            Some(known) => self.holds(known, number),
            None => known.map_or(ANY, Truth::signs) & self.signs(number) != 0,
        }
    }

    /// What is known of a number once it does, which it may.
    pub(crate) fn learned(self, known: Option<Truth>, number: i32) -> Option<Truth> {
        match (self, known.and_then(Truth::number)) {
            (_, Some(_)) => known,
            (Self::Equal, None) => Some(Truth::of(number)),
            _ => Truth::of_signs(known.map_or(ANY, Truth::signs) & self.signs(number)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: [i32; 9] = [i32::MIN, -7, -2, -1, 0, 1, 2, 7, i32::MAX];

    fn all() -> Vec<Truth> {
        let signs = [Truth::Nonzero, Truth::Positive, Truth::Nonnegative];
        SOME.into_iter().map(Truth::of).chain(signs).collect()
    }

    #[test]
    fn joins_meets_and_sums_have_the_numbers_they_must_have() {
        for one in all() {
            for two in all() {
                for number in SOME {
                    let (in_one, in_two) = (one.admits(number), two.admits(number));
                    let joined = one.join(two).is_none_or(|joined| joined.admits(number));
                    assert!(joined || !in_one && !in_two, "{one:?} {two:?} {number}");
                    let met = one.meet(two).is_some_and(|met| met.admits(number));
                    assert_eq!(met, in_one && in_two, "{one:?} {two:?} {number}");
                }
            }
            for number in SOME.into_iter().filter(|number| one.admits(*number)) {
                assert!(one.blurred().is_none_or(|left| left.is_nonzero() == (number != 0)));
                for (constant, bounded) in [-2, -1, 0, 1, 5].into_iter().flat_map(|c| [(c, true), (c, false)])
                {
                    let sum = number.wrapping_add(constant);
                    let fits = number.checked_add(constant).is_some();
                    let known = one.plus(constant, bounded);
                    assert!(bounded && !fits || known.is_none_or(|known| known.admits(sum)));
                }
            }
        }
    }

    #[test]
    fn comparisons_exclude_what_they_must_and_nothing_else() {
        use Comparison::{AtLeast, AtMost, Different, Equal, Less, More};
        for how in [Equal, Different, Less, AtMost, More, AtLeast] {
            for with in SOME {
                for known in all().into_iter().map(Some).chain([None]) {
                    let may = how.may_hold(known, with);
                    for number in SOME {
                        let is_it = known.is_none_or(|known| known.admits(number)) && how.holds(number, with);
                        assert!(!is_it || may, "{how:?} {known:?} {number} {with}");
                        let learned = how.learned(known, with);
                        assert!(!is_it || learned.is_none_or(|learned| learned.admits(number)));
                    }
                }
            }
        }
        assert_eq!(More.learned(None, 0), Some(Truth::Positive));
        assert_eq!(AtLeast.learned(None, 0), Some(Truth::Nonnegative));
        assert_eq!(AtMost.learned(Some(Truth::Nonnegative), 0), Some(Truth::Zero));
        assert!(!Less.may_hold(Some(Truth::Nonnegative), 0) && !AtMost.may_hold(Some(Truth::Positive), 0));
    }
}
