//! What hardly anybody asks for of a unit that was kept: it stays on the disk until somebody does.
//!
//! The file is held open, so that its parts are there even if somebody puts another in its place. Each part has a checksum among
//! what is read at once; if the disk has damaged it, the unit is read once more.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};

use ir::Bytes;
use ir::wire::{Reader, Wire, Writer};

/// The parts of a unit, as they come in its file.
#[derive(Clone, Copy)]
pub(crate) struct Parts<T> {
    /// Its macro expansions.
    pub(crate) expansions: T,
    /// Where its bodies lie in the text.
    pub(crate) seams: T,
    /// Its bodies.
    pub(crate) code: T,
}

impl<T> Parts<T> {
    /// All of them, in order.
    pub(crate) fn each(&self) -> [&T; 3] {
        [&self.expansions, &self.seams, &self.code]
    }

    /// All of them, told in another way.
    pub(crate) fn map<U>(&self, tell: impl Fn(&T) -> U) -> Parts<U> {
        let Self { expansions, seams, code } = self;
        Parts { expansions: tell(expansions), seams: tell(seams), code: tell(code) }
    }
}

/// How long a part is, and a checksum of it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Extent {
    len: u64,
    sum: u64,
}

impl Extent {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        Self { len: bytes.len() as u64, sum: checksum(bytes) }
    }

    /// The part, if it is there.
    fn read(&self, file: &Mutex<File>, at: u64) -> Option<Vec<u8>> {
        // Whoever reads has the place in the file to himself.
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        // A length that nobody wrote is noticed before there is memory for it.
        let room = file.metadata().ok()?.len().checked_sub(at)?;
        let mut bytes = vec![0; usize::try_from(self.len).ok().filter(|_| self.len <= room)?];
        file.seek(SeekFrom::Start(at)).ok()?;
        file.read_exact(&mut bytes).ok()?;
        Some(bytes).filter(|bytes| Self::of(bytes) == *self)
    }
}

impl Parts<Extent> {
    /// The parts, from here on in a file. If one is damaged `again` reads the unit.
    pub(crate) fn later(
        &self,
        file: File,
        at: u64,
        again: impl Fn() -> Option<Parts<Vec<u8>>> + Send + Sync + 'static,
    ) -> Parts<Arc<Bytes>> {
        let (file, again) = (Arc::new(Mutex::new(file)), Arc::new(again));
        let mut next = at;
        let mut part = |extent: Extent, pick: fn(Parts<Vec<u8>>) -> Vec<u8>| {
            let (file, again, at) = (file.clone(), again.clone(), next);
            next = next.saturating_add(extent.len);
            Arc::new(Bytes::later(move || {
                let kept = extent.read(&file, at);
                let same = |bytes: &Vec<u8>| Extent::of(bytes) == extent;
                kept.or_else(|| again().map(pick).filter(same)).unwrap_or_default()
            }))
        };
        Parts {
            expansions: part(self.expansions, |parts| parts.expansions),
            seams: part(self.seams, |parts| parts.seams),
            code: part(self.code, |parts| parts.code),
        }
    }
}

impl Wire for Parts<Extent> {
    fn write(&self, to: &mut Writer) {
        self.each().into_iter().for_each(|extent| (extent.len, extent.sum).write(to));
    }

    fn read(from: &mut Reader<'_>) -> Option<Self> {
        let mut extent = || Some(Extent { len: Wire::read(from)?, sum: Wire::read(from)? });
        Some(Self { expansions: extent()?, seams: extent()?, code: extent()? })
    }
}

/// A checksum, eight bytes at a time: files are damaged by accident, not on purpose.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    let step = |sum: u64, word: u64| (sum.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(bytes.len() as u64, |sum, word| step(sum, u64::from_le_bytes(*word)));
    rest.iter().fold(sum, |sum, byte| step(sum, u64::from(*byte)))
}
