//! What a unit was read from: the paths that were looked at, with digests of what is there.
//!
//! That nothing has changed is seen from the *stamps* of files, which cost no reading; if they say otherwise (somebody
//! touched a file, or wrote what was there before), from the *contents*. Files that were not there count as well.

use std::path::Path;

use rustc_hash::FxHashMap;

use crate::files::{Disk, Glimpse, Seen, Stamp};

/// Digests of the contents of all files, and which paths lead to the same one: with the file the unit is named after and without. Nothing if
/// something was refused.
pub(crate) fn contents<'a>(
    disk: &Disk,
    paths: impl Iterator<Item = &'a Path>,
    own: &Path,
) -> Option<(u128, u128)> {
    let mut known: FxHashMap<(u64, u64), u64> = FxHashMap::default();
    let (mut bytes, mut own_bytes) = (Vec::new(), Vec::new());
    for (number, path) in (0..).zip(paths) {
        match disk.look(path).ok()? {
            Seen::Nothing => bytes.push(0),
            Seen::Directory => bytes.push(1),
            Seen::File(contents) => {
                bytes.push(2);
                let digest = contents.digest().to_le_bytes();
                if path == own { &mut own_bytes } else { &mut bytes }.extend(digest);
                bytes.extend(known.entry(contents.identity).or_insert(number).to_le_bytes());
            }
            Seen::Large(_) | Seen::Other => return None,
        }
    }
    let others = digest(&bytes);
    bytes.extend(own_bytes);
    Some((digest(&bytes), others))
}

/// A digest of the stamps of all files, and whether all of them are to be believed.
pub(crate) fn stamps<'a>(disk: &Disk, paths: impl Iterator<Item = &'a Path>) -> Option<(u128, bool)> {
    let (mut bytes, mut settled) = (Vec::with_capacity(1 << 13), true);
    for path in paths {
        match disk.glimpse(path).ok()? {
            Glimpse::Nothing => bytes.push(0),
            Glimpse::Directory => bytes.push(1),
            Glimpse::File(stamp) => {
                let Stamp { identity, len, written, changed } = stamp;
                settled &= disk.is_settled(&stamp);
                bytes.push(2);
                for number in [identity.0, identity.1, len] {
                    bytes.extend_from_slice(&number.to_le_bytes());
                }
                for number in [written.0, written.1, changed.0, changed.1] {
                    bytes.extend_from_slice(&number.to_le_bytes());
                }
            }
            Glimpse::Other => return None,
        }
    }
    Some((digest(&bytes), settled))
}

/// A digest of bytes.
pub(crate) fn digest(bytes: &[u8]) -> u128 {
    let hash = blake3::hash(bytes);
    hash.as_bytes().iter().take(16).fold(0, |digest, byte| digest << 8 | u128::from(*byte))
}
