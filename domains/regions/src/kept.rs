//! Configurations as they are kept: some twenty bytes each, one behind the other.
//!
//! A program has millions of them, and most are looked at a few times only: what they cost is the memory they touch. A [`Configuration`] has
//! room in itself for what one may have to know while it is worked with; here it takes the bytes it needs. The index comes first, then the facts, each
//! with its lengths before its lists, so that no index and no configuration is the beginning of another one: bytes that are equal are
//! configurations that are equal.
//!
//! Invariant: what is kept is never moved. A join forgets facts, makes one more general or a number smaller, so its bytes are no more than those that
//! were there, and are written over them.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use smallvec::SmallVec;

use crate::configuration::{Configuration, Expression, Facts, Holder, Index, Root};
use crate::points::Target;
use crate::truth::Truth;

/// Where a configuration is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Kept(u32);

/// Bytes of a chunk: a power of two.
const CHUNK: usize = 1 << 16;

/// All that are kept.
#[derive(Debug, Default)]
pub(crate) struct Store {
    /// One that is larger than a chunk has one by itself.
    chunks: Vec<Vec<u8>>,
}

/// A configuration as bytes.
#[derive(Debug, Default)]
pub(crate) struct Bytes {
    bytes: Written,
    n_index: usize,
}

impl Bytes {
    /// Those of a configuration.
    pub(crate) fn of(known: &Configuration) -> Self {
        let mut bytes = SmallVec::new();
        write_index(&known.index, &mut bytes);
        let n_index = bytes.len();
        write_facts(&known.facts, &mut bytes);
        Self { bytes, n_index }
    }

    /// A number for it, and for whatever else tells it apart.
    pub(crate) fn hash(&self, with: u32) -> u64 {
        let mut hasher = FxHasher::default();
        with.hash(&mut hasher);
        self.bytes.hash(&mut hasher);
        hasher.finish()
    }

    fn index(&self) -> &[u8] {
        &self.bytes[..self.n_index]
    }
}

impl Store {
    /// Keeps a configuration.
    pub(crate) fn keep(&mut self, known: &Bytes) -> Kept {
        let bytes = &known.bytes;
        if self.chunks.last().is_none_or(|chunk| chunk.len() + bytes.len() > CHUNK) {
            self.chunks.push(Vec::with_capacity(bytes.len().max(CHUNK)));
        }
        let number = self.chunks.len() - 1;
        let chunk = &mut self.chunks[number];
        let at = number * CHUNK + chunk.len();
        chunk.extend_from_slice(bytes);
        Kept(u32::try_from(at).expect("memory ends before these numbers do"))
    }

    /// The bytes from where one is kept, and of others behind it.
    fn from(&self, kept: Kept) -> &[u8] {
        &self.chunks[kept.0 as usize / CHUNK][kept.0 as usize % CHUNK..]
    }

    /// Whether what is kept has the index of another.
    pub(crate) fn is_alike(&self, kept: Kept, known: &Bytes) -> bool {
        self.from(kept).starts_with(known.index())
    }

    /// Whether it is another.
    pub(crate) fn is(&self, kept: Kept, known: &Bytes) -> bool {
        self.from(kept).starts_with(&known.bytes)
    }

    /// A configuration that was kept.
    pub(crate) fn get(&self, kept: Kept) -> Configuration {
        let mut bytes = Reader(self.from(kept));
        let index = bytes.index();
        Configuration { index, facts: bytes.facts() }
    }

    /// Forgets what another one that is alike does not know. Whether something was forgotten.
    pub(crate) fn join(&mut self, kept: Kept, known: &Bytes, facts: &Facts) -> bool {
        if self.is(kept, known) {
            return false;
        }
        let from = kept.0 as usize % CHUNK + known.n_index;
        let bytes = &mut self.chunks[kept.0 as usize / CHUNK][from..];
        let mut joined = Reader(bytes).facts();
        let changed = joined.join(facts);
        if changed {
            let mut written = SmallVec::new();
            write_facts(&joined, &mut written);
            bytes[..written.len()].copy_from_slice(&written);
        }
        changed
    }
}

type Written = SmallVec<[u8; 64]>;

/// Writes a number in seven bits for each byte: small ones, which most are, take one.
fn write(number: u64, bytes: &mut Written) {
    let mut left = number;
    while left >= 0x80 {
        bytes.push(left as u8 | 0x80);
        left >>= 7;
    }
    bytes.push(left as u8);
}

/// A number that may be negative, such that it is small if it is near zero.
fn folded(number: i32) -> u64 {
    u64::from((number << 1 ^ number >> 31) as u32)
}

fn unfolded(number: u64) -> i32 {
    let number = number as u32;
    (number >> 1) as i32 ^ -((number & 1) as i32)
}

fn write_index(index: &Index, bytes: &mut Written) {
    let n_counts = index.counts().count() as u64;
    write(n_counts << 2 | u64::from(index.held) << 1 | u64::from(index.freed), bytes);
    // What is not there is the largest number, so it is written as the smallest.
    write(u64::from(index.class.wrapping_add(1)), bytes);
    write(u64::from(index.site), bytes);
    for (holder, count) in index.counts() {
        let (place, is_cell) = match holder.as_cell() {
            Some(Target { node, .. }) => (u64::from(node), 1),
            None => (holder.bits(), 0),
        };
        write(place << 3 | u64::from(count) << 1 | is_cell, bytes);
        if let Some(Target { offset, .. }) = holder.as_cell() {
            write(folded(offset as i32), bytes);
        }
    }
}

fn write_facts(facts: &Facts, bytes: &mut Written) {
    let Facts { hits, misses, truths, freed_at, sure } = facts;
    write(u64::from(*freed_at) << 1 | u64::from(*sure), bytes);
    for length in [hits.len(), misses.len(), truths.len()] {
        write(length as u64, bytes);
    }
    for Expression { root, offset } in hits.iter().chain(misses) {
        let (number, tag) = match root {
            Root::Register(register) => (*register, 0),
            Root::Slot(slot) => (*slot, 1),
            Root::Global(global) => (*global, 2),
        };
        write(u64::from(number) << 2 | tag, bytes);
        write(folded(*offset), bytes);
    }
    for (register, truth) in truths {
        // The result has the largest number, so it is written as the smallest.
        let register = u64::from(register.wrapping_add(1)) << 3;
        match truth {
            Truth::Zero => write(register, bytes),
            Truth::Nonzero => write(register | 1, bytes),
            Truth::Positive => write(register | 2, bytes),
            Truth::Nonnegative => write(register | 3, bytes),
            Truth::Number(number) => {
                write(register | 4, bytes);
                write(folded(*number), bytes);
            }
        }
    }
}

/// Reads numbers one after the other.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn next(&mut self) -> u64 {
        let (mut number, mut shift) = (0, 0);
        loop {
            let (byte, rest) = self.0.split_first().expect("lengths are those of what was kept");
            self.0 = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return number;
            }
            shift += 7;
        }
    }

    fn index(&mut self) -> Index {
        let (counts, class, site) = (self.next(), self.next() as u32, self.next() as u32);
        let mut index = Index::new(class.wrapping_sub(1), site, counts & 2 != 0);
        index.freed = counts & 1 != 0;
        for _ in 0..counts >> 2 {
            let place = self.next();
            let holder = if place & 1 == 0 {
                Holder::of_bits(place >> 3)
            } else {
                Holder::cell(Target { node: (place >> 3) as u32, offset: unfolded(self.next()).into() })
            };
            index.append(holder, (place >> 1 & 3) as u8);
        }
        index
    }

    fn expression(&mut self) -> Expression {
        let root = self.next();
        let number = (root >> 2) as u32;
        let root = match root & 3 {
            0 => Root::Register(number),
            1 => Root::Slot(number),
            _ => Root::Global(number),
        };
        Expression { root, offset: unfolded(self.next()) }
    }

    fn facts(&mut self) -> Facts {
        let freed_at = self.next();
        let (n_hits, n_misses, n_truths) = (self.next(), self.next(), self.next());
        let mut facts =
            Facts { freed_at: (freed_at >> 1) as u32, sure: freed_at & 1 != 0, ..Facts::default() };
        facts.hits.extend((0..n_hits).map(|_| self.expression()));
        facts.misses.extend((0..n_misses).map(|_| self.expression()));
        for _ in 0..n_truths {
            let register = self.next();
            let truth = match register & 7 {
                0 => Truth::Zero,
                1 => Truth::Nonzero,
                2 => Truth::Positive,
                3 => Truth::Nonnegative,
                _ => Truth::Number(unfolded(self.next())),
            };
            facts.truths.push((((register >> 3) as u32).wrapping_sub(1), truth));
        }
        facts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Configurations that differ in all they have.
    fn some(number: u32) -> Configuration {
        let mut index = Index::new(number % 3, number % 2, number.is_multiple_of(5));
        index.freed = number.is_multiple_of(7);
        for holder in 0..number % 6 {
            index.set(Holder::register(holder), 1);
            index.set(Holder::cell(Target { node: holder, offset: -8 }), (1 + holder % 3) as u8);
        }
        let mut known = Configuration::new(index);
        known.facts.freed_at = number % 2;
        known.facts.sure = !number.is_multiple_of(3);
        for fact in 0..number % 11 {
            known.hit(Expression { root: Root::Register(fact), offset: -4 });
            known.miss(Expression { root: Root::Slot(fact), offset: 8 });
            known.miss(Expression { root: Root::Global(fact), offset: i32::MIN });
            let truths =
                [Truth::Zero, Truth::Nonzero, Truth::Number(-1), Truth::Positive, Truth::Nonnegative];
            let truth = truths[(fact % 5) as usize];
            known.learn(if fact > 6 { u32::MAX - fact + 7 } else { fact }, truth);
        }
        known
    }

    #[test]
    fn what_is_kept_is_given_back_and_told_apart() {
        let mut store = Store::default();
        let all: Vec<Configuration> = (0..4000).map(some).collect();
        let kept: Vec<Kept> = all.iter().map(|known| store.keep(&Bytes::of(known))).collect();
        assert!(store.chunks.len() > 1);
        for (number, kept) in kept.iter().enumerate() {
            assert_eq!(store.get(*kept), all[number]);
            for other in [number, number / 2, number ^ 1, 0] {
                let bytes = Bytes::of(&all[other]);
                assert_eq!(store.is(*kept, &bytes), all[other] == all[number]);
                assert_eq!(store.is_alike(*kept, &bytes), all[other].index == all[number].index);
            }
        }
    }

    #[test]
    fn what_is_larger_than_a_chunk_is_kept_as_well() {
        let mut store = Store::default();
        let mut large = some(5);
        for register in 0..CHUNK as u32 {
            large.learn(register, Truth::Number(3));
        }
        let kept: Vec<Kept> =
            [&some(1), &large, &some(2)].map(|known| store.keep(&Bytes::of(known))).to_vec();
        assert_eq!(store.get(kept[0]), some(1));
        assert_eq!(store.get(kept[1]), large);
        assert_eq!(store.get(kept[2]), some(2));
    }

    #[test]
    fn facts_are_joined_where_they_are() {
        for number in 0..200 {
            for other in 0..200 {
                let (mut one, mut two) = (some(number), some(other));
                two.index = one.index.clone();
                if other % 2 == 0 {
                    two.learn(2, Truth::Number(5));
                }
                let mut store = Store::default();
                let kept = store.keep(&Bytes::of(&one));
                let behind = store.keep(&Bytes::of(&two));
                let changed = one.facts.join(&two.facts);
                assert_eq!(store.join(kept, &Bytes::of(&two), &two.facts), changed);
                assert_eq!((store.get(kept), store.get(behind)), (one, two));
            }
        }
    }
}
