//! The stream of inputs: everything a run does not decide itself.

use ir::Span;

use crate::given::{Choose, Holder, Part, Target, Targets};
use crate::options::Inputs;

/// So many objects are made at random at most.
const OBJECTS: usize = 12;

/// What an input decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// A number.
    Integer {
        /// How wide.
        bits: u32,
        /// Whether it may be negative.
        signed: bool,
    },
    /// Whether something holds.
    Truth,
    /// Whether an allocation succeeds.
    Allocation,
    /// Whether two objects are in one place, where C leaves that open.
    Place,
    /// A byte of a file, or its end.
    Byte,
    /// A number from 0 to a limit.
    Below(u64),
    /// Where a pointer leads.
    Pointer,
    /// What was in memory that was never written, up to 64 bits at a time.
    Uninitialized,
}

/// An input that was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asked {
    /// What it decided.
    pub ask: Ask,
    /// Where.
    pub span: Span,
}

/// Hands out inputs and remembers them as they were used, so that they can be given again.
#[derive(Clone, Debug)]
pub(crate) struct InputStream {
    source: Source,
    consumed: Vec<i128>,
    asked: Vec<Asked>,
    /// Where the program is.
    pub(crate) here: Span,
}

#[derive(Clone, Debug)]
enum Source {
    Random(u64),
    List {
        list: Vec<i128>,
        /// The state of what comes after it; without one, zeros do, and files end.
        then: Option<u64>,
    },
    Repeated {
        list: Vec<i128>,
        then: Vec<i128>,
    },
    Typed {
        text: Vec<u8>,
        /// How much of it was read: behind its end the next file begins.
        read: usize,
        others: Vec<i128>,
        /// How many of these were given.
        given: usize,
    },
}

impl InputStream {
    pub(crate) fn new(inputs: &Inputs) -> Self {
        let source = match inputs {
            Inputs::Seed(seed) => Source::Random(*seed),
            Inputs::List(list) => Source::List { list: list.clone(), then: None },
            Inputs::Started { list, seed } => Source::List { list: list.clone(), then: Some(*seed) },
            Inputs::Repeated { list, then } => Source::Repeated { list: list.clone(), then: then.clone() },
            Inputs::Typed { text, others } => {
                Source::Typed { text: text.clone(), read: 0, others: others.clone(), given: 0 }
            }
        };
        Self { source, consumed: Vec::new(), asked: Vec::new(), here: Span::NONE }
    }

    /// What the list says comes next, or else what to draw from.
    fn next(&mut self, ask: Ask) -> Result<i128, &mut u64> {
        self.asked.push(Asked { ask, span: self.here });
        match &mut self.source {
            Source::Random(state) => Err(state),
            Source::List { list, then } => match (list.get(self.consumed.len()), then) {
                (Some(value), _) => Ok(*value),
                // Whoever reads to the end must come to it.
                (None, None) => Ok(if ask == Ask::Byte { -1 } else { 0 }),
                (None, Some(state)) => Err(state),
            },
            Source::Typed { text, read, others, given } => Ok(match ask {
                Ask::Byte => {
                    let byte = text.get(*read).copied();
                    *read = if byte.is_some() { *read + 1 } else { 0 };
                    byte.map_or(-1, i128::from)
                }
                Ask::Allocation => 1,
                Ask::Place => 0,
                _ => {
                    *given += 1;
                    (*given - 1).checked_rem(others.len()).map_or(0, |index| others[index])
                }
            }),
            Source::Repeated { list, then } => {
                let given = list.get(self.consumed.len()).copied();
                let later = self.consumed.len().saturating_sub(list.len()).checked_rem(then.len());
                Ok(given.unwrap_or_else(|| match ask {
                    Ask::Allocation => 1,
                    Ask::Place => 0,
                    _ => later.map_or(0, |index| then[index]),
                }))
            }
        }
    }

    pub(crate) fn consumed(&self) -> &[i128] {
        &self.consumed
    }

    /// For each of them what it was.
    pub(crate) fn asked(&self) -> &[Asked] {
        &self.asked
    }

    /// A value of an integer type.
    pub(crate) fn integer(&mut self, bits: u32, signed: bool) -> i128 {
        self.number_for(Ask::Integer { bits, signed }, bits, signed)
    }

    /// An address.
    pub(crate) fn address(&mut self, bits: u32) -> i128 {
        self.number_for(Ask::Pointer, bits, false)
    }

    /// What was in so many bits that were never written.
    pub(crate) fn unwritten(&mut self, bits: u32) -> i128 {
        self.number_for(Ask::Uninitialized, bits, false)
    }

    fn number_for(&mut self, ask: Ask, bits: u32, signed: bool) -> i128 {
        let bits = bits.clamp(1, 128);
        let raw = self.next(ask).unwrap_or_else(|state| interesting(state, bits));
        let shift = 128 - bits;
        let value = if signed { raw << shift >> shift } else { ((raw << shift) as u128 >> shift) as i128 };
        self.consumed.push(value);
        value
    }

    /// A truth value; a list's value is true unless zero.
    pub(crate) fn boolean(&mut self) -> bool {
        self.choose(Ask::Truth, 1, 2)
    }

    /// True with this chance.
    fn choose(&mut self, ask: Ask, times: u64, of: u64) -> bool {
        let truth = match self.next(ask) {
            Ok(value) => value != 0,
            Err(state) => next(state) % of < times,
        };
        self.consumed.push(i128::from(truth));
        truth
    }

    /// Whether an allocation succeeds: 0 means it fails.
    pub(crate) fn allocation(&mut self) -> bool {
        self.choose(Ask::Allocation, 7, 8)
    }

    /// Whether two objects are in one place: 0 means they are not.
    pub(crate) fn same_place(&mut self) -> bool {
        self.choose(Ask::Place, 1, 2)
    }

    /// A number from 0 to `most`.
    pub(crate) fn below(&mut self, most: u64) -> u64 {
        let value = match self.next(Ask::Below(most)) {
            Ok(value) if value < 0 => value.unsigned_abs() as u64 & most,
            Ok(value) => (value as u128).min(u128::from(most)) as u64,
            Err(state) => next(state) % most.saturating_add(1).max(1),
        };
        self.consumed.push(i128::from(value));
        value
    }

    /// A byte from a file, `None` at its end (a negative input).
    pub(crate) fn byte(&mut self) -> Option<u8> {
        let byte = match self.next(Ask::Byte) {
            Ok(value) => (value >= 0).then_some(value as u8),
            Err(state) => random_byte(state),
        };
        self.consumed.push(byte.map_or(-1, i128::from));
        byte
    }
}

impl Choose for InputStream {
    fn number(&mut self, _: Holder, _: Part, bits: u32, signed: bool) -> i128 {
        self.integer(bits, signed)
    }

    fn pointer(&mut self, _: Holder, _: Part, targets: &Targets<'_>) -> i128 {
        let code = self.next(Ask::Pointer).unwrap_or_else(|state| random_pointer(state, targets));
        // What stands for nothing is null.
        let code = if targets.decode(code).is_some() { code } else { 0 };
        self.consumed.push(code);
        code
    }
}

/// Null and new objects mostly, sometimes what is there, seldom what is gone or a member of something new.
fn random_pointer(state: &mut u64, targets: &Targets<'_>) -> i128 {
    let (choice, detail) = (next(state) % 32, next(state));
    let functions = targets.n_functions() as u64;
    if functions > 0 {
        return i128::from(detail % functions) + 1;
    }
    let there = targets.n_there() as u64;
    let full = targets.n_objects() >= OBJECTS;
    let code = match choice {
        0..=9 => 0,
        10..=25 if !full => 1,
        26..=29 if there > 0 => i128::from(detail % there) + 2,
        30 => -1,
        31 if !full => -2 - i128::from(detail % 4),
        _ => 0,
    };
    if targets.decode(code).is_none_or(|target| target == Target::Null) { 0 } else { code }
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
