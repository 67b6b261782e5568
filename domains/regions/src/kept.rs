//! Configurations as they are kept: a few words each, one behind the other.
//!
//! A program has millions of them, and most are looked at a few times only: what they cost is the memory they touch. A [`Configuration`] has
//! room in itself for what one may have to know while it is worked with; here it takes the words it needs. The index comes first, then the facts, each
//! with its lengths before its lists, so that no index and no configuration is the beginning of another one: words that are equal are
//! configurations that are equal.
//!
//! Invariant: what is kept is never moved. Facts only ever shrink, so they are written over those that were there.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use smallvec::SmallVec;

use crate::configuration::{Configuration, Expression, Facts, Holder, Index, Root, Truth};

/// Where a configuration is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Kept(u32);

/// Words of a chunk: a power of two.
const CHUNK: usize = 1 << 14;

/// All that are kept.
#[derive(Debug, Default)]
pub(crate) struct Store {
    /// One that is larger than a chunk has one by itself.
    chunks: Vec<Vec<u32>>,
}

/// A configuration as words.
#[derive(Debug, Default)]
pub(crate) struct Words {
    words: SmallVec<[u32; 40]>,
    n_index: usize,
}

impl Words {
    /// Those of a configuration.
    pub(crate) fn of(known: &Configuration) -> Self {
        let mut words = SmallVec::new();
        write_index(&known.index, &mut words);
        let n_index = words.len();
        write_facts(&known.facts, &mut words);
        Self { words, n_index }
    }

    /// A number for it, and for whatever else tells it apart.
    pub(crate) fn hash(&self, with: u32) -> u64 {
        let mut hasher = FxHasher::default();
        with.hash(&mut hasher);
        self.words.hash(&mut hasher);
        hasher.finish()
    }

    fn index(&self) -> &[u32] {
        &self.words[..self.n_index]
    }
}

impl Store {
    /// Keeps a configuration.
    pub(crate) fn keep(&mut self, known: &Words) -> Kept {
        let words = &known.words;
        if self.chunks.last().is_none_or(|chunk| chunk.len() + words.len() > CHUNK) {
            self.chunks.push(Vec::with_capacity(words.len().max(CHUNK)));
        }
        let number = self.chunks.len() - 1;
        let chunk = &mut self.chunks[number];
        let at = number * CHUNK + chunk.len();
        chunk.extend_from_slice(words);
        Kept(u32::try_from(at).expect("memory ends before these numbers do"))
    }

    /// The words from where one is kept, and of others behind it.
    fn from(&self, kept: Kept) -> &[u32] {
        &self.chunks[kept.0 as usize / CHUNK][kept.0 as usize % CHUNK..]
    }

    /// Whether what is kept has the index of another.
    pub(crate) fn is_alike(&self, kept: Kept, known: &Words) -> bool {
        self.from(kept).starts_with(known.index())
    }

    /// Whether it is another.
    pub(crate) fn is(&self, kept: Kept, known: &Words) -> bool {
        self.from(kept).starts_with(&known.words)
    }

    /// A configuration that was kept.
    pub(crate) fn get(&self, kept: Kept) -> Configuration {
        let mut words = Reader(self.from(kept));
        let index = words.index();
        Configuration { index, facts: words.facts() }
    }

    /// Forgets what another one that is alike does not know. Whether something was forgotten.
    pub(crate) fn join(&mut self, kept: Kept, known: &Words, facts: &Facts) -> bool {
        if self.is(kept, known) {
            return false;
        }
        let from = kept.0 as usize % CHUNK + known.n_index;
        let words = &mut self.chunks[kept.0 as usize / CHUNK][from..];
        let mut joined = Reader(words).facts();
        let changed = joined.join(facts);
        if changed {
            let mut written = SmallVec::new();
            write_facts(&joined, &mut written);
            words[..written.len()].copy_from_slice(&written);
        }
        changed
    }
}

type Written = SmallVec<[u32; 40]>;

fn write_index(index: &Index, words: &mut Written) {
    let n_counts = index.counts().count() as u32;
    words.push(index.class);
    words.push(index.site);
    words.push(n_counts << 2 | u32::from(index.held) << 1 | u32::from(index.freed));
    for (holder, count) in index.counts() {
        let bits = holder.bits();
        words.extend([bits as u32, (bits >> 32) as u32, u32::from(count)]);
    }
}

/// Bits of a number of facts of one kind.
const COUNT: u32 = 21;

fn write_facts(facts: &Facts, words: &mut Written) {
    let Facts { hits, misses, truths, freed_at, sure } = facts;
    let count = |length: usize| {
        assert!(length < 1 << COUNT, "a function has fewer expressions");
        length as u64
    };
    let counts = count(hits.len()) | count(misses.len()) << COUNT | count(truths.len()) << (2 * COUNT);
    let counts = counts << 1 | u64::from(*sure);
    words.extend([*freed_at, counts as u32, (counts >> 32) as u32]);
    for Expression { root, offset } in hits.iter().chain(misses) {
        let root = match root {
            Root::Register(register) => tagged(*register, 0),
            Root::Slot(slot) => tagged(*slot, 1),
            Root::Global(global) => tagged(*global, 2),
        };
        words.extend([root, *offset as u32]);
    }
    for (register, truth) in truths {
        match truth {
            Truth::Zero => words.push(tagged(*register, 0)),
            Truth::Nonzero => words.push(tagged(*register, 1)),
            Truth::Number(number) => words.extend([tagged(*register, 2), *number as u32]),
        }
    }
}

/// The largest numbers stand for what is no variable.
const SPECIAL: u32 = !15;

/// A number with something in its lowest two bits.
fn tagged(number: u32, tag: u32) -> u32 {
    assert!(number >= SPECIAL || number < SPECIAL >> 2, "a function has fewer variables");
    number << 2 | tag
}

fn untagged(word: u32) -> (u32, u32) {
    let number = word >> 2;
    (if number < SPECIAL >> 2 { number } else { number | 3 << 30 }, word & 3)
}

/// Reads words one after the other.
struct Reader<'a>(&'a [u32]);

impl Reader<'_> {
    fn next(&mut self) -> u32 {
        let (first, rest) = self.0.split_first().expect("lengths are those of what was kept");
        self.0 = rest;
        *first
    }

    fn long(&mut self) -> u64 {
        u64::from(self.next()) | u64::from(self.next()) << 32
    }

    fn index(&mut self) -> Index {
        let (class, site, counts) = (self.next(), self.next(), self.next());
        let mut index = Index::new(class, site, counts & 2 != 0);
        index.freed = counts & 1 != 0;
        for _ in 0..counts >> 2 {
            let holder = Holder::of_bits(self.long());
            index.append(holder, self.next() as u8);
        }
        index
    }

    fn expression(&mut self) -> Expression {
        let root = match untagged(self.next()) {
            (register, 0) => Root::Register(register),
            (slot, 1) => Root::Slot(slot),
            (global, _) => Root::Global(global),
        };
        Expression { root, offset: self.next() as i32 }
    }

    fn facts(&mut self) -> Facts {
        let (freed_at, counts) = (self.next(), self.long());
        let count = |which: u32| counts >> (1 + which * COUNT) & ((1 << COUNT) - 1);
        let mut facts = Facts { freed_at, sure: counts & 1 != 0, ..Facts::default() };
        facts.hits.extend((0..count(0)).map(|_| self.expression()));
        facts.misses.extend((0..count(1)).map(|_| self.expression()));
        for _ in 0..count(2) {
            let (register, tag) = untagged(self.next());
            let truth = match tag {
                0 => Truth::Zero,
                1 => Truth::Nonzero,
                _ => Truth::Number(self.next() as i32),
            };
            facts.truths.push((register, truth));
        }
        facts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::points::Target;

    /// Configurations that differ in all they have.
    fn some(number: u32) -> Configuration {
        let mut index = Index::new(number % 3, number % 2, number % 5 == 0);
        index.freed = number % 7 == 0;
        for holder in 0..number % 6 {
            index.set(Holder::register(holder), 1);
            index.set(Holder::cell(Target { node: holder, offset: -8 }), (1 + holder % 3) as u8);
        }
        let mut known = Configuration::new(index);
        known.facts.freed_at = number % 2;
        known.facts.sure = number % 3 != 0;
        for fact in 0..number % 11 {
            known.hit(Expression { root: Root::Register(fact), offset: -4 });
            known.miss(Expression { root: Root::Slot(fact), offset: 8 });
            known.miss(Expression { root: Root::Global(fact), offset: i32::MIN });
            let truth = [Truth::Zero, Truth::Nonzero, Truth::Number(-1)][(fact % 3) as usize];
            known.learn(if fact > 6 { u32::MAX - fact + 7 } else { fact }, truth);
        }
        known
    }

    #[test]
    fn what_is_kept_is_given_back_and_told_apart() {
        let mut store = Store::default();
        let all: Vec<Configuration> = (0..4000).map(some).collect();
        let kept: Vec<Kept> = all.iter().map(|known| store.keep(&Words::of(known))).collect();
        assert!(store.chunks.len() > 1);
        for (number, kept) in kept.iter().enumerate() {
            assert_eq!(store.get(*kept), all[number]);
            for other in [number, number / 2, number ^ 1, 0] {
                let words = Words::of(&all[other]);
                assert_eq!(store.is(*kept, &words), all[other] == all[number]);
                assert_eq!(store.is_alike(*kept, &words), all[other].index == all[number].index);
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
        let kept: Vec<Kept> = [&some(1), &large, &some(2)].map(|known| store.keep(&Words::of(known))).to_vec();
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
                let kept = store.keep(&Words::of(&one));
                let behind = store.keep(&Words::of(&two));
                let changed = one.facts.join(&two.facts);
                assert_eq!(store.join(kept, &Words::of(&two), &two.facts), changed);
                assert_eq!((store.get(kept), store.get(behind)), (one, two));
            }
        }
    }
}
