//! Random numbers that are the same on every machine.

/// A stream of random numbers, `SplitMix64`: every seed is good, and the state is one word.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// The stream of this seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `limit`; 0 if there is none.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % (limit.max(1) as u64)) as usize
    }

    /// A number in a range, both ends included.
    pub(crate) fn within(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// True this many times of a hundred.
    pub(crate) fn percent(&mut self, chance: u32) -> bool {
        self.below(100) < chance as usize
    }

    /// One of several.
    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// One of several that there may be none of.
    pub(crate) fn choose<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        if from.is_empty() { None } else { Some(self.pick(from)) }
    }

    /// One of several, in proportion to their weights; `None` if all of these are 0.
    pub(crate) fn weighted<'a, T>(&mut self, from: &'a [(u32, T)]) -> Option<&'a T> {
        let total: u64 = from.iter().map(|(weight, _)| u64::from(*weight)).sum();
        let mut left = self.next() % total.max(1);
        from.iter().find_map(|(weight, choice)| {
            let weight = u64::from(*weight);
            if left < weight {
                return Some(choice);
            }
            left -= weight;
            None
        })
    }
}
