//! Seals: what only who has the key can write.
//!
//! A seal is a keyed BLAKE3 hash of the content of an entry, with a key of its own for each version, shelf and name. So an entry
//! that is moved to another name is none, and so is one of another version. Two kinds of things are sealed under each name,
//! the content and the note, and their keys are the two halves of one output.

use crate::shelf::Name;

/// The length of a seal, and of a key.
pub(crate) const SEAL: usize = 32;

/// The secret of a store.
pub(crate) struct Key([u8; SEAL]);

/// The secret of a shelf.
pub(crate) struct ShelfKey([u8; SEAL]);

/// The secrets of an entry.
pub(crate) struct EntryKey {
    content: [u8; SEAL],
    note: [u8; SEAL],
}

impl Key {
    pub(crate) fn new(secret: [u8; SEAL]) -> Self {
        Self(secret)
    }

    pub(crate) fn of_shelf(&self, version: &[u8; 32], kind: &str) -> ShelfKey {
        let mut hasher = blake3::Hasher::new_keyed(&self.0);
        hasher.update(version).update(kind.as_bytes());
        ShelfKey(*hasher.finalize().as_bytes())
    }
}

impl ShelfKey {
    pub(crate) fn of_entry(&self, name: &Name) -> EntryKey {
        let mut halves = [0; 2 * SEAL];
        blake3::Hasher::new_keyed(&self.0).update(&name.0).finalize_xof().fill(&mut halves);
        let (mut content, mut note) = ([0; SEAL], [0; SEAL]);
        content.copy_from_slice(&halves[..SEAL]);
        note.copy_from_slice(&halves[SEAL..]);
        EntryKey { content, note }
    }
}

impl EntryKey {
    /// The seal of what an entry has.
    pub(crate) fn content(&self, content: &[u8]) -> blake3::Hash {
        blake3::keyed_hash(&self.content, content)
    }

    /// The seal of a note to the content with this seal.
    pub(crate) fn note(&self, seal: &[u8], note: &[u8]) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new_keyed(&self.note);
        hasher.update(seal).update(note).finalize()
    }
}
