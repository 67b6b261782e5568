//! Which offsets of an object are one region.
//!
//! An offset is folded to its *canonical* one: an element of an array to the first element. An object whose bytes are
//! accessed in ways that do not fit together is *collapsed*: all its offsets are one.

/// Elements of one size in a row: `[start, end)`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Array {
    start: i64,
    end: i64,
    stride: i64,
}

/// How offsets are folded.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Folding {
    collapsed: bool,
    /// The whole object repeats after so many bytes; 0 if it does not.
    period: i64,
    /// Whether addresses are stepped forward, so that one may lead to the end, where another object may begin.
    stepped: bool,
    /// Arrays inside, apart from each other or inside of each other's first element.
    arrays: Vec<Array>,
}

impl Folding {
    /// Every offset by itself.
    pub const NONE: Self = Self { collapsed: false, period: 0, stepped: false, arrays: Vec::new() };

    /// Whether every offset is by itself, and no address is stepped.
    pub(super) fn is_none(&self) -> bool {
        *self == Self::NONE
    }

    /// The offset that stands for all in the same region.
    pub fn canonical(&self, offset: i64) -> i64 {
        if self.collapsed {
            return 0;
        }
        let mut offset = if self.period == 0 { offset } else { offset.rem_euclid(self.period) };
        // The arrays are sorted by size, the largest first: an inner one lies in the first element of an outer one.
        for array in &self.arrays {
            if (array.start..array.end).contains(&offset) {
                offset = array.start + (offset - array.start) % array.stride;
            }
        }
        offset
    }

    /// Whether a region may be several locations of one object.
    pub fn is_repeated(&self, offset: i64) -> bool {
        self.collapsed || self.period != 0 || self.arrays.iter().any(|a| (a.start..a.end).contains(&offset))
    }

    /// Whether a constant distance from a place may lead out of an element of an array that the place is in. Which element it is in is
    /// not known, so neither is where that leads.
    pub(crate) fn crosses(&self, offset: i64, distance: i64) -> bool {
        let offset = self.canonical(offset);
        self.arrays.iter().any(|array| {
            let inner = (offset - array.start) % array.stride + distance;
            (array.start..array.end).contains(&offset) && !(0..array.stride).contains(&inner)
        })
    }

    /// Whether a place is in an array that another place is not in.
    pub(crate) fn leaves_array(&self, inside: i64, outside: i64) -> bool {
        let inside = self.canonical(inside);
        let holds = |array: &Array, offset: i64| (array.start..array.end).contains(&offset);
        self.arrays.iter().any(|array| holds(array, inside) && !holds(array, outside))
    }

    /// Addresses are stepped forward from now on. Whether that is new.
    pub fn step(&mut self) -> bool {
        !std::mem::replace(&mut self.stepped, true)
    }

    /// Whether an address of this offset may be that of the end.
    pub fn may_be_end(&self, offset: i64) -> bool {
        self.stepped || self.is_repeated(offset)
    }

    /// Whether all offsets are one region.
    pub fn is_collapsed(&self) -> bool {
        self.collapsed
    }

    /// All offsets are one region from now on.
    pub fn collapse(&mut self) {
        *self = Self { collapsed: true, stepped: self.stepped, ..Self::default() };
    }

    /// An array begins here. Whether that is new.
    pub fn repeat(&mut self, start: i64, stride: u64, len: Option<u64>) -> bool {
        let stride = i64::try_from(stride).unwrap_or(0);
        if self.collapsed {
            return false;
        }
        if stride <= 0 {
            self.collapse();
            return true;
        }
        let end = len
            .and_then(|len| i64::try_from(len).ok())
            .and_then(|len| len.checked_mul(stride))
            .and_then(|bytes| bytes.checked_add(start));
        let mut other = Self::default();
        match end {
            Some(end) if self.period == 0 => other.arrays.push(Array { start, end, stride }),
            // An array inside of what repeats as a whole: the same rhythm, or none.
            _ => other.period = stride,
        }
        self.include(&other, 0)
    }

    /// Folds at least as another folding does, whose origin lies here. Whether that is new.
    pub fn include(&mut self, other: &Self, shift: i64) -> bool {
        let before = self.clone();
        self.stepped |= other.stepped;
        if other.collapsed {
            self.collapse();
        }
        if self.collapsed {
            return before != *self;
        }
        if other.period != 0 {
            self.period = if self.period == 0 { other.period } else { gcd(self.period, other.period) };
        }
        for array in &other.arrays {
            let array = Array { start: array.start + shift, end: array.end + shift, stride: array.stride };
            if !self.arrays.contains(&array) {
                self.arrays.push(array);
            }
        }
        if self.period != 0 && !self.arrays.is_empty() {
            // The two rhythms must fit, so the finest of them is that of all.
            let finest = self.arrays.iter().fold(self.period, |finest, array| gcd(finest, array.stride));
            *self = Self { period: finest, stepped: self.stepped, ..Self::default() };
        }
        self.arrays.sort_by_key(|array| (array.start - array.end, array.start, array.stride));
        let clash = self
            .arrays
            .iter()
            .enumerate()
            .any(|(index, outer)| self.arrays[index + 1..].iter().any(|inner| !inner.fits(outer)));
        if clash {
            self.collapse();
        }
        before != *self
    }
}

impl Array {
    /// Whether it lies apart from a larger one or in its first element.
    fn fits(&self, outer: &Self) -> bool {
        self.end <= outer.start
            || outer.end <= self.start
            || outer.start <= self.start && self.end <= outer.start + outer.stride
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_in_arrays_fold_to_the_first_element_of_the_first() {
        let mut folding = Folding::default();
        assert!(folding.repeat(8, 32, Some(4)));
        assert!(folding.repeat(16, 8, Some(3)));
        assert!(!folding.repeat(16, 8, Some(3)));
        assert_eq!(folding.canonical(8 + 3 * 32 + 8 + 2 * 8), 16);
        assert_eq!(folding.canonical(8 + 3 * 32), 8);
        assert_eq!(folding.canonical(8 + 4 * 32), 8 + 4 * 32);
    }

    #[test]
    fn arrays_that_do_not_fit_together_collapse_the_object() {
        let mut folding = Folding::default();
        folding.repeat(0, 16, Some(4));
        folding.repeat(8, 16, Some(4));
        assert!(folding.is_collapsed() && folding.canonical(40) == 0);
    }

    #[test]
    fn a_distance_from_any_element_leads_to_its_parts_or_nobody_knows_where() {
        let mut folding = Folding::default();
        folding.repeat(8, 32, Some(4));
        folding.repeat(16, 8, Some(3));
        assert!(!folding.crosses(0, 8) && !folding.crosses(8, 31) && !folding.crosses(40, 8));
        assert!(folding.crosses(8, -8) && folding.crosses(8, 32) && folding.crosses(48, 8));
        assert!(!folding.crosses(16, 7) && folding.crosses(16, -8));
    }

    #[test]
    fn what_repeats_as_a_whole_folds_to_either_side() {
        let mut folding = Folding::default();
        folding.repeat(8, 16, None);
        assert_eq!((folding.canonical(-8), folding.canonical(24)), (8, 8));
    }
}
