//! Accesses to many bytes: copying with all the bytes carry, filling, strings.

use super::{Located, Memory, ObjectId};

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

impl Chunk {
    /// So many bytes that were never written.
    pub fn undefined(len: usize) -> Self {
        Self { bytes: vec![0; len], undefined: vec![0xff; len], fragments: Vec::new() }
    }
}

impl Memory {
    /// Takes a copy of a range.
    pub fn take(&self, at: Located, len: usize) -> Chunk {
        let object = &self.objects[at.index];
        let (bytes, undefined) = self.bytes_at(at, len);
        let mut fragments = object.fragments.runs(at.offset, len);
        for run in &mut fragments {
            run.0 -= at.offset;
        }
        Chunk { bytes: bytes.to_vec(), undefined: undefined.to_vec(), fragments }
    }

    /// Puts bytes somewhere.
    pub fn put(&mut self, at: Located, chunk: &Chunk) {
        let len = chunk.bytes.len();
        self.note_range_dropped(at, len);
        let object = &mut self.objects[at.index];
        let half = object.data.len() / 2;
        object.data[at.offset..at.offset + len].copy_from_slice(&chunk.bytes);
        object.data[half + at.offset..half + at.offset + len].copy_from_slice(&chunk.undefined);
        object.fragments.set(object.size, at.offset, len, None);
        for &(offset, len, id) in &chunk.fragments {
            object.fragments.set(object.size, at.offset + offset, len, Some(id));
        }
    }

    /// Copies a range over another, which may overlap it.
    pub fn copy(&mut self, to: Located, from: Located, len: usize) {
        if len == 0 {
            return;
        }
        self.note_range_dropped(to, len);
        let runs = self.objects[from.index].fragments.runs(from.offset, len);
        if to.index == from.index {
            let object = &mut self.objects[to.index];
            let half = object.data.len() / 2;
            object.data.copy_within(from.offset..from.offset + len, to.offset);
            object.data.copy_within(half + from.offset..half + from.offset + len, half + to.offset);
        } else if let Ok([target, source]) = self.objects.get_disjoint_mut([to.index, from.index]) {
            let (half, source_half) = (target.data.len() / 2, source.data.len() / 2);
            target.data[to.offset..to.offset + len]
                .copy_from_slice(&source.data[from.offset..from.offset + len]);
            target.data[half + to.offset..half + to.offset + len]
                .copy_from_slice(&source.data[source_half + from.offset..source_half + from.offset + len]);
        }
        let object = &mut self.objects[to.index];
        object.fragments.set(object.size, to.offset, len, None);
        for (offset, len, id) in runs {
            object.fragments.set(object.size, offset - from.offset + to.offset, len, Some(id));
        }
    }

    /// Sets every byte of a range, with the mask of undefined bits.
    pub fn fill(&mut self, at: Located, len: usize, byte: u8, undefined: u8) {
        self.note_range_dropped(at, len);
        let object = &mut self.objects[at.index];
        let half = object.data.len() / 2;
        object.data[at.offset..at.offset + len].fill(byte);
        object.data[half + at.offset..half + at.offset + len].fill(undefined);
        object.fragments.set(object.size, at.offset, len, None);
    }

    /// Writes defined bytes that lead nowhere.
    pub fn write_bytes(&mut self, at: Located, bytes: &[u8]) {
        self.fill(at, bytes.len(), 0, 0);
        self.objects[at.index].data[at.offset..at.offset + bytes.len()].copy_from_slice(bytes);
    }

    /// How many bytes an object has from a located place to its end.
    pub fn room_at(&self, at: Located) -> usize {
        self.objects[at.index].size as usize - at.offset
    }
}
