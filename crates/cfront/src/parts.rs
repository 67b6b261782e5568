//! What hardly anybody asks for of a unit that was kept: it stays on the disk until somebody does.
//!
//! The entry is held open, so that its parts are there even if somebody puts another in its place. Each part has a digest among
//! what is read at once; if the disk has damaged it, the unit is read once more.

use std::sync::Arc;

use ir::Bytes;
use ir::wire::{Reader, Wire, Writer};
use store::Entry;

use crate::looked::digest;

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

/// How long a part is, and a digest of it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Extent {
    len: u64,
    sum: u128,
}

impl Extent {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        Self { len: bytes.len() as u64, sum: digest(bytes) }
    }

    /// The part, if it is there.
    fn read(&self, entry: &Entry, at: u64) -> Option<Vec<u8>> {
        entry.part(at, self.len).filter(|bytes| Self::of(bytes) == *self)
    }
}

impl Parts<Extent> {
    /// The parts of an entry, if none of them is damaged.
    pub(crate) fn now(&self, entry: &Entry) -> Option<Parts<Arc<Bytes>>> {
        let mut at = 0_u64;
        let mut part = |extent: Extent| {
            let bytes = extent.read(entry, at)?;
            at = at.saturating_add(extent.len);
            Some(Arc::new(Bytes::from(bytes)))
        };
        Some(Parts { expansions: part(self.expansions)?, seams: part(self.seams)?, code: part(self.code)? })
    }

    /// The parts of an entry, when somebody asks for them. If one is damaged `again` reads the unit.
    pub(crate) fn later(
        &self,
        entry: Entry,
        again: impl Fn() -> Option<Parts<Vec<u8>>> + Send + Sync + 'static,
    ) -> Parts<Arc<Bytes>> {
        let (entry, again) = (Arc::new(entry), Arc::new(again));
        let mut next = 0_u64;
        let mut part = |extent: Extent, pick: fn(Parts<Vec<u8>>) -> Vec<u8>| {
            let (entry, again, at) = (entry.clone(), again.clone(), next);
            next = next.saturating_add(extent.len);
            Arc::new(Bytes::later(move || {
                let kept = extent.read(&entry, at);
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
