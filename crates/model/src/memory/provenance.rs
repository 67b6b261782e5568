//! Which object the bytes of an object lead to.
//!
//! Nearly every pointer is stored aligned and whole, so one entry per pointer-sized word is kept,
//! and only words whose bytes disagree (a pointer in the middle of being copied byte by byte, a
//! pointer at an odd offset) are kept byte by byte. Nothing is kept for objects that never held a
//! pointer.

use std::collections::BTreeMap;

use super::ObjectId;

/// For each byte of an object, the object its value leads to.
#[derive(Clone, Debug, Default)]
pub struct Fragments {
    words: Vec<Entry>,
    mixed: BTreeMap<u32, [Option<ObjectId>; 8]>,
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
    /// Nothing leads anywhere; words are `2^shift` bytes.
    pub fn new(shift: u8) -> Self {
        Self { words: Vec::new(), mixed: BTreeMap::new(), shift }
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
        self.mixed = BTreeMap::new();
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.mixed.clear();
    }

    /// Whether no byte leads anywhere, as far as one look can tell.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The object that a byte leads to.
    pub fn byte(&self, offset: usize) -> Option<ObjectId> {
        match self.words.get(offset >> self.shift) {
            None | Some(Entry::None) => None,
            Some(Entry::Whole(id)) => Some(*id),
            Some(Entry::Mixed) => {
                let word = (offset >> self.shift) as u32;
                self.mixed.get(&word)?[offset & ((1 << self.shift) - 1)]
            }
        }
    }

    /// The object that all bytes of a range lead to, if it is one.
    #[inline]
    pub fn common(&self, offset: usize, len: usize) -> Option<ObjectId> {
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
        let id = self.byte(offset)?;
        (offset + 1..offset + len).all(|at| self.byte(at) == Some(id)).then_some(id)
    }

    /// Makes all bytes of a range lead to an object or nowhere. `size` is the object's.
    #[inline]
    pub(super) fn set(&mut self, size: u64, offset: usize, len: usize, to: Option<ObjectId>) {
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
                self.mixed.remove(&(word as u32));
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
                if self.words[word] == Entry::Mixed {
                    self.mixed.remove(&(word as u32));
                }
                self.words[word] = entry;
            } else if self.words[word] != entry {
                self.set_part(word, at & (bytes - 1), (stop - 1) & (bytes - 1), to);
            }
            at = stop;
        }
    }

    fn set_part(&mut self, word: usize, first: usize, last: usize, to: Option<ObjectId>) {
        let bytes = 1usize << self.shift;
        let key = word as u32;
        let old = match self.words[word] {
            Entry::None => [None; 8],
            Entry::Whole(id) => [Some(id); 8],
            Entry::Mixed => self.mixed.get(&key).copied().unwrap_or([None; 8]),
        };
        let mut parts = old;
        parts[first..=last].fill(to);
        if parts[..bytes].iter().all(|part| *part == parts[0]) {
            self.mixed.remove(&key);
            self.words[word] = parts[0].map_or(Entry::None, Entry::Whole);
        } else {
            self.mixed.insert(key, parts);
            self.words[word] = Entry::Mixed;
        }
    }

    /// The runs of equal provenance within a range, as (offset, length, object).
    pub fn runs(&self, offset: usize, len: usize) -> Vec<(usize, usize, ObjectId)> {
        let mut runs: Vec<(usize, usize, ObjectId)> = Vec::new();
        if self.words.is_empty() {
            return runs;
        }
        let end = offset + len;
        let mut at = offset;
        while at < end {
            let word = at >> self.shift;
            let stop = end.min((word + 1) << self.shift);
            match self.words.get(word) {
                None => break,
                Some(Entry::None) => {}
                Some(Entry::Whole(id)) => runs.push((at, stop - at, *id)),
                Some(Entry::Mixed) => {
                    for byte in at..stop {
                        if let Some(id) = self.byte(byte) {
                            match runs.last_mut() {
                                Some(last) if last.0 + last.1 == byte && last.2 == id => last.1 += 1,
                                _ => runs.push((byte, 1, id)),
                            }
                        }
                    }
                }
            }
            at = stop;
        }
        runs
    }

    /// Calls `f` for every object that some byte leads to, possibly more than once.
    pub fn targets(&self, f: &mut dyn FnMut(ObjectId)) {
        for (word, entry) in self.words.iter().enumerate() {
            match entry {
                Entry::None => {}
                Entry::Whole(id) => f(*id),
                Entry::Mixed => {
                    for part in self.mixed.get(&(word as u32)).into_iter().flatten().flatten() {
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
        let id = ObjectId::first(7);
        let mut map = Fragments::new(3);
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
        let (a, b) = (ObjectId::first(1), ObjectId::first(2));
        let mut map = Fragments::new(3);
        map.set(32, 4, 8, Some(a));
        map.set(32, 12, 8, Some(b));
        assert_eq!(map.common(4, 8), Some(a));
        assert_eq!(map.common(12, 8), Some(b));
        assert_eq!(map.common(8, 8), None);
    }
}
