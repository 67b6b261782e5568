//! Accesses to many bytes: copying with all the bytes carry, filling, comparing.
//!
//! A range of a large object costs the pages and runs in it, not its bytes.

use super::contents::{Held, Piece};
use super::{Located, Memory, ObjectId};

/// A comparison looks at so many bytes first, and at twice as many each time it goes on.
const WINDOW: usize = 1 << 12;

/// Bytes taken out of memory with all they carry.
#[derive(Clone, Debug, Default)]
pub struct Chunk {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// For each byte the mask of its undefined bits.
    pub undefined: Vec<u8>,
    /// Runs of bytes that lead to an object, as (offset, length, object).
    pub fragments: Vec<(usize, usize, ObjectId)>,
}

impl Memory {
    /// Takes a copy of a range.
    pub fn take(&self, at: Located, len: usize) -> Chunk {
        let object = &self.objects[at.index];
        let (bytes, undefined) = object.bytes(at.offset..at.offset + len).expect("what is located is there");
        let mut fragments = object.fragments.runs(at.offset, len);
        for run in &mut fragments {
            run.0 -= at.offset;
        }
        Chunk { bytes: bytes.into_owned(), undefined: undefined.into_owned(), fragments }
    }

    /// Puts bytes somewhere.
    pub fn put(&mut self, at: Located, chunk: &Chunk) {
        let len = chunk.bytes.len();
        self.note_range_dropped(at, len);
        self.change(at.index, |object| {
            object.contents.write(at.offset, &chunk.bytes, &chunk.undefined);
            object.fragments.set(object.size, at.offset, len, None);
            for &(offset, len, id) in &chunk.fragments {
                object.fragments.set(object.size, at.offset + offset, len, Some(id));
            }
        });
    }

    /// Copies a range over another, which may overlap it.
    pub fn copy(&mut self, to: Located, from: Located, len: usize) {
        if len == 0 {
            return;
        }
        self.note_range_dropped(to, len);
        let runs = self.objects[from.index].fragments.runs(from.offset, len);
        let before = self.objects[to.index].cost();
        let range = from.offset..from.offset + len;
        if to.index == from.index {
            self.objects[to.index].contents.copy_within(range, to.offset);
        } else if let Ok([target, source]) = self.objects.get_disjoint_mut([to.index, from.index]) {
            target.contents.copy_from(&source.contents, range, to.offset);
        }
        let object = &mut self.objects[to.index];
        object.fragments.set(object.size, to.offset, len, None);
        for (offset, len, id) in runs {
            object.fragments.set(object.size, offset - from.offset + to.offset, len, Some(id));
        }
        self.count_again(to.index, before);
    }

    /// Sets every byte of a range, with the mask of undefined bits.
    pub fn fill(&mut self, at: Located, len: usize, byte: u8, undefined: u8) {
        self.note_range_dropped(at, len);
        self.change(at.index, |object| {
            object.contents.fill(at.offset..at.offset + len, (byte, undefined));
            object.fragments.set(object.size, at.offset, len, None);
        });
    }

    /// Writes defined bytes that lead nowhere.
    pub fn write_bytes(&mut self, at: Located, bytes: &[u8]) {
        self.note_range_dropped(at, bytes.len());
        self.change(at.index, |object| {
            object.contents.write_defined(at.offset, bytes);
            object.fragments.set(object.size, at.offset, bytes.len(), None);
        });
    }

    /// Gives bits of a range that were never written those of a byte.
    pub fn define(&mut self, at: Located, len: usize, byte: u8) {
        self.change(at.index, |object| object.contents.define(at.offset..at.offset + len, byte));
    }

    /// Whether every bit of a range has a value.
    pub fn is_written(&self, at: Located, len: usize) -> bool {
        self.objects[at.index].is_written(at.offset..at.offset + len)
    }

    /// How far into two ranges the first byte is that differs, or that has no value in one of them.
    pub fn first_difference(&self, a: Located, b: Located, len: usize) -> Option<usize> {
        let (mut done, mut window) = (0, WINDOW);
        while done < len {
            let next = done.saturating_add(window).min(len);
            let pieces =
                |at: Located| self.objects[at.index].contents.pieces(at.offset + done..at.offset + next);
            if let Some(found) = first_difference(&pieces(a), &pieces(b)) {
                return Some(done + found);
            }
            (done, window) = (next, window.saturating_mul(2));
        }
        None
    }

    /// How many bytes have to be looked at, at most, to do something with so many bytes of an object: of a large one those that
    /// are written out.
    pub fn effort(&self, at: Located, len: usize) -> usize {
        len.min(usize::try_from(self.objects[at.index].cost()).unwrap_or(usize::MAX))
    }

    /// How many bytes an object has from a located place to its end.
    pub fn room_at(&self, at: Located) -> usize {
        self.objects[at.index].size as usize - at.offset
    }
}

/// The same of two ranges in pieces.
fn first_difference(left: &[Piece<'_>], right: &[Piece<'_>]) -> Option<usize> {
    let (mut left, mut right) = (left.iter(), right.iter());
    let (mut a, mut b) = (left.next(), right.next());
    let (mut in_a, mut in_b, mut done) = (0, 0, 0);
    while let (Some(one), Some(other)) = (a, b) {
        let common = (one.range.len() - in_a).min(other.range.len() - in_b);
        let looked = match (&one.held, &other.held) {
            (Held::Run(_), Held::Run(_)) => common.min(1),
            _ => common,
        };
        for at in 0..looked {
            let (x, y) = (one.held.at(in_a + at), other.held.at(in_b + at));
            if x.1 | y.1 != 0 || x.0 != y.0 {
                return Some(done + at);
            }
        }
        (in_a, in_b, done) = (in_a + common, in_b + common, done + common);
        if in_a == one.range.len() {
            (a, in_a) = (left.next(), 0);
        }
        if in_b == other.range.len() {
            (b, in_b) = (right.next(), 0);
        }
    }
    None
}
