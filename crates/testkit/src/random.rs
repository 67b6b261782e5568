//! Random choices that are the same in every run.

/// `SplitMix64`: all seeds are good, and the state is one word.
pub struct Rng(u64);

impl Rng {
    /// The generator for one kind of test. `SHAPEWRIGHT_DIFF_SEED` changes what it makes.
    pub fn new(kind: u64) -> Self {
        let seed: u64 = variable("SHAPEWRIGHT_DIFF_SEED").unwrap_or(1);
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ kind.wrapping_mul(0xd1b5_4a32_d192_ed03) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// True in `n` of 100 cases.
    pub fn chance(&mut self, n: u64) -> bool {
        self.below(100) < n
    }

    /// One of these.
    pub fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len() as u64) as usize]
    }
}

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name} must be a number")))
}

/// How many programs of a kind to try; `SHAPEWRIGHT_DIFF_COUNT` changes it.
pub fn count(usual: usize) -> usize {
    variable("SHAPEWRIGHT_DIFF_COUNT").map_or(usual, |n| n as usize)
}
