//! Entries of one kind, by name.
//!
//! ```text
//!   seal of the front │ note │ seal of the note │ length of the front │ front │ rest
//!          32         │  32  │        32        │          8          │       │
//! ```
//!
//! The front is read and compared with its seal when an entry is asked for. The rest stays on the disk until somebody wants a part of it:
//! whoever writes puts a digest of each part into the front. The note is for what may change although the entry does not; it is written over, and a
//! note that is half written is none.

use std::fmt;
use std::fs::File;
use std::sync::Arc;

use crate::place::{self, Directory};
use crate::seal::{EntryKey, SEAL, ShelfKey};

/// The lengths of the header and of a note.
const HEADER: usize = 104;
const NOTE: usize = 32;
/// The longest front: a length that nobody wrote asks for no more memory than this.
const MOST: u64 = 1 << 30;

/// The name of an entry: a digest of all that it depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Name(pub(crate) [u8; 32]);

impl Name {
    /// The name that is this digest.
    pub fn new(digest: [u8; 32]) -> Self {
        Self(digest)
    }

    /// The name that is a digest of this.
    pub fn of(what: &[u8]) -> Self {
        Self(*blake3::hash(what).as_bytes())
    }

    /// The name of its file.
    fn file(&self) -> String {
        self.to_string()
    }
}

impl fmt::Display for Name {
    /// Its digits, as its file is named.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        blake3::Hash::from(self.0).to_hex().fmt(f)
    }
}

/// Entries of one kind.
pub struct Shelf {
    directory: Directory,
    drafts: Arc<Directory>,
    key: ShelfKey,
}

/// An entry that is held open: it is what it was when it was asked for, even if another has taken its place.
pub struct Entry {
    file: File,
    name: Name,
    key: EntryKey,
    seal: [u8; SEAL],
    note: Option<[u8; NOTE]>,
    /// Where the rest begins.
    rest: u64,
}

impl Shelf {
    pub(crate) fn new(directory: Directory, drafts: Arc<Directory>, key: ShelfKey) -> Self {
        Self { directory, drafts, key }
    }

    /// The entry of a name, if there is one; its front is put into `front`.
    pub fn get(&self, name: &Name, front: &mut Vec<u8>) -> Option<Entry> {
        front.clear();
        let file = self.directory.file(&name.file()).ok()?;
        let mut header = [0; HEADER];
        place::read(&file, &mut header, 0).ok()?;
        let (seal, rest) = header.split_first_chunk::<SEAL>()?;
        let (note, rest) = rest.split_first_chunk::<NOTE>()?;
        let (note_seal, len) = rest.split_first_chunk::<SEAL>()?;
        let len = u64::from_le_bytes(*len.first_chunk()?);
        let room = file.metadata().ok()?.len().checked_sub(HEADER as u64)?;
        front.resize(usize::try_from(len).ok().filter(|_| len <= room && len <= MOST)?, 0);
        place::read(&file, front, HEADER as u64).ok()?;
        let key = self.key.of_entry(name);
        // Hashes are compared in constant time.
        if key.content(front) != *seal {
            front.clear();
            return None;
        }
        let note = (key.note(seal, note) == *note_seal).then_some(*note);
        Some(Entry { file, name: *name, key, seal: *seal, note, rest: HEADER as u64 + len })
    }

    /// Keeps an entry, in place of any other of its name. `false` if it cannot be kept, which costs time only.
    #[must_use = "an entry that was not kept will not be there"]
    pub fn put(&self, name: &Name, front: &[u8], note: &[u8; NOTE], rest: &[&[u8]]) -> bool {
        if front.len() as u64 > MOST {
            return false;
        }
        let key = self.key.of_entry(name);
        let seal = key.content(front);
        let note_seal = key.note(seal.as_bytes(), note);
        let mut header = Vec::with_capacity(HEADER);
        header.extend_from_slice(seal.as_bytes());
        header.extend_from_slice(note);
        header.extend_from_slice(note_seal.as_bytes());
        header.extend_from_slice(&(front.len() as u64).to_le_bytes());
        let parts: Vec<&[u8]> = [&*header, front].into_iter().chain(rest.iter().copied()).collect();
        let Ok(mut draft) = self.drafts.draft() else { return false };
        draft.write(&parts).and_then(|()| draft.place(&self.directory, &name.file())).is_ok()
    }

    /// Takes an entry away. It may be another by now, which is then kept again by the next run.
    pub fn remove(&self, name: &Name) {
        let _ = self.directory.remove(&name.file());
    }

    /// Writes a note to an entry, if that is still the one of its name.
    pub fn note(&self, entry: &Entry, note: &[u8; NOTE]) {
        let mut bytes = [0; NOTE + SEAL];
        bytes[..NOTE].copy_from_slice(note);
        bytes[NOTE..].copy_from_slice(entry.key.note(&entry.seal, note).as_bytes());
        let _ = self.directory.overwrite(&entry.name.file(), &entry.file, &bytes, SEAL as u64);
    }
}

impl Entry {
    /// The note that was written last.
    pub fn note(&self) -> Option<&[u8; NOTE]> {
        self.note.as_ref()
    }

    /// So many bytes of the rest, if they are there. Whether they are those that were written is for the reader to say.
    pub fn part(&self, at: u64, len: u64) -> Option<Vec<u8>> {
        let at = self.rest.checked_add(at)?;
        // A length that nobody wrote is noticed before there is memory for it.
        let room = self.file.metadata().ok()?.len().checked_sub(at)?;
        let mut bytes = vec![0; usize::try_from(len).ok().filter(|_| len <= room)?];
        place::read(&self.file, &mut bytes, at).ok()?;
        Some(bytes)
    }
}
