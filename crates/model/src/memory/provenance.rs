//! Which object the bytes of an object lead to.
//!
//! Nearly every pointer is stored aligned and whole, so one entry per pointer-sized word is kept,
//! and only words whose bytes disagree (a pointer in the middle of being copied byte by byte, a
//! pointer at an odd offset) are kept byte by byte. Nothing is kept for objects that never held a
//! pointer. Of a large object, whose contents are sparse, only words that lead somewhere are kept.

use std::collections::BTreeMap;

use super::ObjectId;

/// What a word of a sparse object costs, about, and what one costs whose bytes disagree.
const WORD_COST: u64 = 32;
const MIXED_COST: u64 = 96;

/// For each byte of an object, the object its value leads to.
#[derive(Clone, Debug, Default)]
pub struct Fragments {
    /// Of a whole object: all words, or none if nothing leads anywhere.
    words: Vec<Entry>,
    /// Of a sparse object: the words that lead somewhere.
    sparse: Option<BTreeMap<u64, Entry>>,
    mixed: BTreeMap<u64, [Option<ObjectId>; 8]>,
    /// Bytes per word, as a power of two.
    shift: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Entry {
    None,
    Whole(ObjectId),
    Mixed,
}

impl Fragments {
    /// Nothing leads anywhere; words are `2^shift` bytes. The object is whole or sparse.
    pub(super) fn new(shift: u8, sparse: bool) -> Self {
        let sparse = sparse.then(BTreeMap::new);
        Self { words: Vec::new(), sparse, mixed: BTreeMap::new(), shift }
    }

    /// What is kept of a sparse object costs so much, about; words of a whole one are not counted.
    #[inline]
    pub(super) fn cost(&self) -> u64 {
        self.sparse
            .as_ref()
            .map_or(0, |words| words.len() as u64 * WORD_COST + self.mixed.len() as u64 * MIXED_COST)
    }

    fn word(&self, word: usize) -> Entry {
        let entry = match &self.sparse {
            Some(words) => words.get(&(word as u64)),
            None => self.words.get(word),
        };
        entry.copied().unwrap_or(Entry::None)
    }

    fn set_word(&mut self, word: usize, entry: Entry) {
        match &mut self.sparse {
            Some(words) if entry == Entry::None => {
                words.remove(&(word as u64));
            }
            Some(words) => {
                words.insert(word as u64, entry);
            }
            None => self.words[word] = entry,
        }
    }

    /// The object has so many bytes now.
    pub(super) fn extend(&mut self, size: u64) {
        let words = (size as usize).div_ceil(1 << self.shift);
        if !self.words.is_empty() && self.words.len() < words {
            self.words.resize(words, Entry::None);
        }
    }

    /// Forgets everything and the storage for it.
    pub(super) fn release(&mut self) {
        self.words = Vec::new();
        self.sparse = None;
        self.mixed = BTreeMap::new();
    }

    /// Forgets everything. The next object is whole or sparse.
    pub(super) fn clear(&mut self, sparse: bool) {
        self.words.clear();
        self.sparse = sparse.then(BTreeMap::new);
        self.mixed.clear();
    }

    /// Whether no byte leads anywhere, as far as one look can tell.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty() && self.sparse.as_ref().is_none_or(BTreeMap::is_empty)
    }

    /// The object that a byte leads to.
    pub fn byte(&self, offset: usize) -> Option<ObjectId> {
        let word = offset >> self.shift;
        match self.word(word) {
            Entry::None => None,
            Entry::Whole(id) => Some(id),
            Entry::Mixed => self.mixed.get(&(word as u64))?[offset & ((1 << self.shift) - 1)],
        }
    }

    /// The object that all bytes of a range lead to, if it is one.
    pub(super) fn common(&self, offset: usize, len: usize) -> Option<ObjectId> {
        let id = if len == 0 { None } else { self.byte(offset) }?;
        (offset + 1..offset + len).all(|at| self.byte(at) == Some(id)).then_some(id)
    }

    /// The same, of a whole object.
    #[inline]
    pub(super) fn common_of_whole(&self, offset: usize, len: usize) -> Option<ObjectId> {
        if self.words.is_empty() || len == 0 {
            return None;
        }
        let (first, last) = (offset >> self.shift, (offset + len - 1) >> self.shift);
        if first == last {
            match self.words.get(first) {
                None | Some(Entry::None) => return None,
                Some(Entry::Whole(id)) => return Some(*id),
                Some(Entry::Mixed) => {}
            }
        }
        self.common(offset, len)
    }

    /// Makes all bytes of a range lead to an object or nowhere. `size` is the object's.
    pub(super) fn set(&mut self, size: u64, offset: usize, len: usize, to: Option<ObjectId>) {
        match &mut self.sparse {
            None => self.set_of_whole(size, offset, len, to),
            Some(words) if words.is_empty() && to.is_none() => {}
            Some(_) if to.is_none() => self.forget(offset, len),
            Some(_) => self.set_range(offset, len, to),
        }
    }

    /// Makes a range of a sparse object lead nowhere.
    fn forget(&mut self, offset: usize, len: usize) {
        let bytes = 1usize << self.shift;
        let end = offset + len;
        let (first, last) = (offset.div_ceil(bytes), end / bytes);
        if first > last {
            return self.set_range(offset, len, None);
        }
        self.set_range(offset, first * bytes - offset, None);
        self.set_range(last * bytes, end - last * bytes, None);
        let words = self.sparse.as_mut().expect("the object is sparse");
        let gone: Vec<u64> = words.range(first as u64..last as u64).map(|(word, _)| *word).collect();
        for word in gone {
            if words.remove(&word) == Some(Entry::Mixed) {
                self.mixed.remove(&word);
            }
        }
    }

    /// The same as `set`, of a whole object.
    #[inline]
    pub(super) fn set_of_whole(&mut self, size: u64, offset: usize, len: usize, to: Option<ObjectId>) {
        if self.words.is_empty() {
            if to.is_none() || len == 0 {
                return;
            }
            self.words.resize((size as usize).div_ceil(1 << self.shift), Entry::None);
        }
        let bytes = 1 << self.shift;
        if len == bytes && offset & (bytes - 1) == 0 {
            let word = offset >> self.shift;
            if self.words[word] == Entry::Mixed {
                self.mixed.remove(&(word as u64));
            }
            self.words[word] = to.map_or(Entry::None, Entry::Whole);
        } else {
            self.set_range(offset, len, to);
        }
    }

    #[cold]
    fn set_range(&mut self, offset: usize, len: usize, to: Option<ObjectId>) {
        let bytes = 1usize << self.shift;
        let (mut at, end) = (offset, offset + len);
        while at < end {
            let word = at >> self.shift;
            let stop = end.min((word + 1) << self.shift);
            let entry = to.map_or(Entry::None, Entry::Whole);
            if stop - at == bytes {
                if self.word(word) == Entry::Mixed {
                    self.mixed.remove(&(word as u64));
                }
                self.set_word(word, entry);
            } else if self.word(word) != entry {
                self.set_part(word, at & (bytes - 1), (stop - 1) & (bytes - 1), to);
            }
            at = stop;
        }
    }

    fn set_part(&mut self, word: usize, first: usize, last: usize, to: Option<ObjectId>) {
        let bytes = 1usize << self.shift;
        let key = word as u64;
        let old = match self.word(word) {
            Entry::None => [None; 8],
            Entry::Whole(id) => [Some(id); 8],
            Entry::Mixed => self.mixed.get(&key).copied().unwrap_or([None; 8]),
        };
        let mut parts = old;
        parts[first..=last].fill(to);
        if parts[..bytes].iter().all(|part| *part == parts[0]) {
            self.mixed.remove(&key);
            self.set_word(word, parts[0].map_or(Entry::None, Entry::Whole));
        } else {
            self.mixed.insert(key, parts);
            self.set_word(word, Entry::Mixed);
        }
    }

    /// The runs of equal provenance within a range, as (offset, length, object).
    pub fn runs(&self, offset: usize, len: usize) -> Vec<(usize, usize, ObjectId)> {
        let mut runs: Vec<(usize, usize, ObjectId)> = Vec::new();
        let end = offset + len;
        for (word, entry) in self.entries(offset >> self.shift, end.div_ceil(1 << self.shift)) {
            let (from, stop) = (offset.max(word << self.shift), end.min((word + 1) << self.shift));
            match entry {
                Entry::None => {}
                Entry::Whole(id) => runs.push((from, stop - from, id)),
                Entry::Mixed => {
                    for byte in from..stop {
                        if let Some(id) = self.byte(byte) {
                            match runs.last_mut() {
                                Some(last) if last.0 + last.1 == byte && last.2 == id => last.1 += 1,
                                _ => runs.push((byte, 1, id)),
                            }
                        }
                    }
                }
            }
        }
        runs
    }

    /// The words of a range that are kept, in order.
    fn entries(&self, first: usize, end: usize) -> impl Iterator<Item = (usize, Entry)> {
        let end = end.max(first);
        let kept = self.words.get(first..end.min(self.words.len())).unwrap_or_default();
        let sparse = self.sparse.iter().flat_map(move |words| words.range(first as u64..end as u64));
        let kept = kept.iter().enumerate().map(move |(index, entry)| (first + index, *entry));
        kept.chain(sparse.map(|(word, entry)| (*word as usize, *entry)))
    }

    /// Calls `f` for every object that some byte leads to, possibly more than once.
    pub fn targets(&self, f: &mut dyn FnMut(ObjectId)) {
        for (word, entry) in self.entries(0, usize::MAX) {
            match entry {
                Entry::None => {}
                Entry::Whole(id) => f(id),
                Entry::Mixed => {
                    for part in self.mixed.get(&(word as u64)).into_iter().flatten().flatten() {
                        f(*part);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_a_pointer_make_a_pointer() {
        [false, true].into_iter().for_each(pointer_of_bytes);
    }

    fn pointer_of_bytes(sparse: bool) {
        let id = ObjectId::first(7);
        let mut map = Fragments::new(3, sparse);
        for byte in 0..8 {
            assert_eq!(map.common(8, 8), None);
            map.set(32, 8 + byte, 1, Some(id));
        }
        assert_eq!(map.common(8, 8), Some(id));
        map.set(32, 9, 2, None);
        assert_eq!(map.common(8, 8), None);
        assert_eq!(map.common(8, 1), Some(id));
        assert_eq!(map.runs(0, 32), vec![(8, 1, id), (11, 5, id)]);
    }

    #[test]
    fn a_pointer_at_an_odd_offset_is_found() {
        [false, true].into_iter().for_each(odd_pointer);
    }

    fn odd_pointer(sparse: bool) {
        let (a, b) = (ObjectId::first(1), ObjectId::first(2));
        let mut map = Fragments::new(3, sparse);
        map.set(32, 4, 8, Some(a));
        map.set(32, 12, 8, Some(b));
        assert_eq!(map.common(4, 8), Some(a));
        assert_eq!(map.common(12, 8), Some(b));
        assert_eq!(map.common(8, 8), None);
    }
}
