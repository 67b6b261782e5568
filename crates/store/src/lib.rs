//! Knowledge that is kept on disk between runs.
//!
//! A store is a directory of one user's own. It has a directory for each version of the program. A version has *shelves*. A
//! shelf has *entries*, each under a name that says what it depends on:
//!
//! ```text
//!   cache/            0700, ours, not a link
//!     key             0600, 32 random bytes
//!     v-3f…/          one version: what other versions have kept is not looked at
//!       drafts/       files that are being written
//!       units/        a shelf
//!         9a…         an entry
//! ```
//!
//! - Invariant: a store costs or saves time and changes no answer. A file that is not as it should be counts as missing.
//! - Invariant: an entry is taken only if it was written by somebody who has the key, as an entry of this name, on this shelf, by
//!   this version (`seal`).
//! - Invariant: no link is followed below the directory, nothing but regular files of ours is opened, and nothing blocks. Every path below it has one
//!   part and begins at a directory that is held open (`place`).
//! - Invariant: an entry is there as a whole or not at all. It is written under a name that nobody can know before, in a file
//!   that was not there, and then takes its place at once.
//! - Invariant: what is removed has a name and a place that only we give (`tidy`).
//!
//! Somebody who is the same user, or root, can do all that we can: a store does not defend against them.

mod place;
mod refused;
mod seal;
mod shelf;
mod tidy;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use refused::Refused;
pub use shelf::{Entry, Name, Shelf};

use place::Directory;
use seal::Key;

/// The name of the key.
const KEY: &str = "key";
/// The name of the directory of what is being written.
const DRAFTS: &str = "drafts";

/// A place for knowledge between runs, for one version of the program.
pub struct Store {
    path: PathBuf,
    version: [u8; 32],
    key: Key,
    directory: Directory,
    drafts: Arc<Directory>,
}

impl Store {
    /// Opens a store, which is made if it is not there. A version is whatever tells programs apart whose entries mean different things.
    pub fn open(path: &Path, version: &[u8; 32]) -> Result<Self, Refused> {
        let root = Directory::root(path)?;
        let key = key(&root, path)?;
        let name = tidy::name(version);
        let directory = below(&root, path, &name)?;
        let drafts = below(&directory, &path.join(&name), DRAFTS)?;
        tidy::tidy(&root, &directory, &drafts, &name);
        Ok(Self { path: path.to_owned(), version: *version, key, directory, drafts: drafts.into() })
    }

    /// The shelf of a kind, if there is one or it can be made. Kinds are plain words.
    pub fn shelf(&self, kind: &'static str) -> Option<Shelf> {
        debug_assert!(kind != DRAFTS && kind.bytes().all(|byte| byte.is_ascii_lowercase()));
        let directory = self.directory.below(kind).ok()?;
        Some(Shelf::new(directory, self.drafts.clone(), self.key.of_shelf(&self.version, kind)))
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Store").field(&self.path).finish()
    }
}

/// A directory of a store.
fn below(directory: &Directory, path: &Path, name: &str) -> Result<Directory, Refused> {
    directory.below(name).map_err(|error| Refused::because(path.join(name), &error))
}

/// The key of a store, which is made once.
fn key(root: &Directory, path: &Path) -> Result<Key, Refused> {
    let known = match root.secret(KEY) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            make_key(root).and_then(|()| root.secret(KEY))
        }
        known => known,
    };
    known.map(Key::new).map_err(|error| Refused::because(path.join(KEY), &error))
}

/// Of several processes that make a key at the same time the first has made it for all.
fn make_key(root: &Directory) -> io::Result<()> {
    let secret: [u8; 32] = place::random()?;
    let mut draft = root.draft()?;
    draft.write(&[&secret])?;
    draft.sync()?;
    draft.link(root, KEY)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn whoever_makes_a_key_too_late_has_the_first() {
        let place = tempfile::tempdir().expect("a directory");
        let root = Directory::root(&place.path().join("store")).expect("a directory");
        make_key(&root).expect("a key");
        let first = root.secret(KEY).expect("a key");
        make_key(&root).expect("there is one");
        assert_eq!(root.secret(KEY).ok(), Some(first));
        assert_eq!(root.names(), [KEY]);
    }
}
