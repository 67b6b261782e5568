//! The stream of inputs: everything a run does not decide itself.

use crate::options::Inputs;

/// Hands out inputs and remembers them as they were used, so that they can be given again.
#[derive(Clone, Debug)]
pub(crate) struct InputStream {
    source: Source,
    consumed: Vec<i128>,
}

#[derive(Clone, Debug)]
enum Source {
    Random(u64),
    List(Vec<i128>),
}

impl InputStream {
    pub(crate) fn new(inputs: &Inputs) -> Self {
        let source = match inputs {
            Inputs::Seed(seed) => Source::Random(*seed),
            Inputs::List(list) => Source::List(list.clone()),
        };
        Self { source, consumed: Vec::new() }
    }

    pub(crate) fn consumed(&self) -> &[i128] {
        &self.consumed
    }

    /// A value of an integer type.
    pub(crate) fn integer(&mut self, bits: u32, signed: bool) -> i128 {
        let bits = bits.clamp(1, 128);
        let raw = match &mut self.source {
            Source::List(list) => list.get(self.consumed.len()).copied().unwrap_or(0),
            Source::Random(state) => interesting(state, bits),
        };
        let shift = 128 - bits;
        let value = if signed { raw << shift >> shift } else { ((raw << shift) as u128 >> shift) as i128 };
        self.consumed.push(value);
        value
    }

    /// A truth value; a list's value is true unless zero.
    pub(crate) fn boolean(&mut self) -> bool {
        self.choose(1, 2)
    }

    /// True with this chance.
    pub(crate) fn choose(&mut self, times: u64, of: u64) -> bool {
        let truth = match &mut self.source {
            Source::List(list) => list.get(self.consumed.len()).copied().unwrap_or(0) != 0,
            Source::Random(state) => next(state) % of < times,
        };
        self.consumed.push(i128::from(truth));
        truth
    }

    /// Whether an allocation succeeds: 0 means it fails.
    pub(crate) fn allocation(&mut self) -> bool {
        self.choose(7, 8)
    }

    /// A number from 0 to `most`.
    pub(crate) fn below(&mut self, most: u64) -> u64 {
        let value = match &mut self.source {
            Source::List(list) => {
                let value = list.get(self.consumed.len()).copied().unwrap_or(0);
                if value < 0 {
                    value.unsigned_abs() as u64 & most
                } else {
                    (value as u128).min(u128::from(most)) as u64
                }
            }
            Source::Random(state) => next(state) % most.saturating_add(1).max(1),
        };
        self.consumed.push(i128::from(value));
        value
    }

    /// A byte from a file, `None` at its end (a negative input).
    pub(crate) fn byte(&mut self) -> Option<u8> {
        let byte = match &mut self.source {
            Source::List(list) => {
                let value = list.get(self.consumed.len()).copied().unwrap_or(0);
                (value >= 0).then_some(value as u8)
            }
            Source::Random(state) => random_byte(state),
        };
        self.consumed.push(byte.map_or(-1, i128::from));
        byte
    }
}

/// `SplitMix64`: all seeds are good, and the state is one word.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Values that tend to matter: small ones half of the time, limits now and then.
fn interesting(state: &mut u64, bits: u32) -> i128 {
    let choice = next(state);
    let wide = (i128::from(next(state)) << 64) | i128::from(next(state));
    match choice % 16 {
        0..=2 => 0,
        3..=4 => 1,
        5 => 2,
        6 => 3,
        7 => -1,
        8..=9 => wide & 0xf,
        10..=11 => wide & 0xff,
        12 => ((1i128 << (bits - 1)).wrapping_sub(1)).wrapping_sub(wide & 1),
        13 => (1i128 << (bits - 1)).wrapping_add(wide & 1),
        _ => wide,
    }
}

/// Text as people type it: digits, letters, blanks, line ends, sometimes the end of the file.
fn random_byte(state: &mut u64) -> Option<u8> {
    let value = next(state);
    let detail = (value >> 8) as u8;
    match value % 16 {
        0 => None,
        1..=2 => Some(b'\n'),
        3..=4 => Some(b' '),
        5..=9 => Some(b'0' + detail % 10),
        10..=14 => Some(b'a' + detail % 26),
        _ => Some(detail),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recorded_values_replay_to_themselves() {
        let mut first = InputStream::new(&Inputs::Seed(7));
        let drawn: Vec<i128> = (0..50).map(|i| first.integer(8 + i % 50, i % 2 == 0)).collect();
        let byte = first.byte();
        let mut again = InputStream::new(&Inputs::List(first.consumed().to_vec()));
        let replayed: Vec<i128> = (0..50).map(|i| again.integer(8 + i % 50, i % 2 == 0)).collect();
        assert_eq!(drawn, replayed);
        assert_eq!(byte, again.byte());
    }
}
