//! What a unit was read from: the paths that were looked at, with digests of what is there.
//!
//! That nothing has changed is seen from the *stamps* of files, which cost no reading; if they say otherwise (somebody
//! touched a file, or wrote what was there before), from the *contents*. Files that were not there count as well.

use std::path::Path;

use rustc_hash::FxHashMap;

use crate::files::{Disk, Glimpse, Seen};

/// What is told of the file a unit is named after, and of all others it was read from: it is the first that people edit.
#[derive(Clone, Copy)]
pub(crate) struct Halves<T> {
    pub(crate) own: T,
    pub(crate) others: T,
}

impl<T> Halves<T> {
    /// Both, told in another way.
    pub(crate) fn map<U>(self, tell: impl Fn(T) -> U) -> Halves<U> {
        Halves { own: tell(self.own), others: tell(self.others) }
    }
}

/// Digests of the contents of files; that of the others says which paths lead to the same file, too. Nothing if something was refused.
pub(crate) fn contents<'a>(
    disk: &Disk,
    paths: impl Iterator<Item = &'a Path>,
    own: &Path,
) -> Option<Halves<u128>> {
    let mut known: FxHashMap<(u64, u64), u64> = FxHashMap::default();
    let mut others = Vec::new();
    for (number, path) in (0..).zip(paths) {
        match disk.look(path).ok()? {
            Seen::Nothing => others.push(0),
            Seen::Directory => others.push(1),
            Seen::File(contents) => {
                others.push(2);
                if path.as_os_str() != own.as_os_str() {
                    others.extend(contents.digest().to_le_bytes());
                }
                others.extend(known.entry(contents.identity).or_insert(number).to_le_bytes());
            }
            Seen::Large(_) | Seen::Other => return None,
        }
    }
    Some(Halves { own: own_contents(disk, own)?, others: digest(&others) })
}

/// A digest of the contents of the file a unit is named after. Those that come with us are not on the disk.
pub(crate) fn own_contents(disk: &Disk, own: &Path) -> Option<u128> {
    match disk.look(own).ok()? {
        Seen::File(contents) => Some(contents.digest()),
        Seen::Nothing => Some(0),
        _ => None,
    }
}

/// Digests of the stamps of files, each with whether all of them are to be believed; that of the others says which paths lead to the own file, too.
pub(crate) fn stamps<'a>(
    disk: &Disk,
    paths: impl Iterator<Item = &'a Path>,
    own: &Path,
) -> Option<Halves<(u128, bool)>> {
    let own_stamp = match disk.glimpse(own).ok()? {
        Glimpse::File(stamp) => Some(stamp),
        Glimpse::Nothing => None,
        _ => return None,
    };
    let (mut others, mut settled) = (Vec::with_capacity(1 << 12), true);
    // As they are written: comparing paths part by part costs more than all the rest.
    for path in paths.filter(|path| path.as_os_str() != own.as_os_str()) {
        match disk.glimpse(path).ok()? {
            Glimpse::Nothing => others.push(0),
            Glimpse::Directory => others.push(1),
            Glimpse::File(stamp) => {
                settled &= disk.is_settled(&stamp);
                let is_own = own_stamp.is_some_and(|own| own.identity == stamp.identity);
                others.push(if is_own { 3 } else { 2 });
                others.extend_from_slice(&stamp.digest.to_le_bytes());
            }
            Glimpse::Other => return None,
        }
    }
    // Zero would be one that is not to be believed.
    let own = own_stamp.map_or((1, true), |stamp| (stamp.digest, disk.is_settled(&stamp)));
    Some(Halves { own, others: (digest(&others), settled) })
}

/// A digest of bytes.
pub(crate) fn digest(bytes: &[u8]) -> u128 {
    let hash = blake3::hash(bytes);
    hash.as_bytes().iter().take(16).fold(0, |digest, byte| digest << 8 | u128::from(*byte))
}
