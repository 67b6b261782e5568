//! Texts by content key, in one entry of the store.
//!
//! What is known of a piece is a few words, and a program has hundreds of pieces: an entry for each would cost more to open than to read,
//! and most of all to make. So the pieces of a program are kept together. What a run had no use for stays for a
//! while, since people go back and forth; a bundle has room for as much of that as of what was of use, and no more.
//!
//! A text comes after a line with its key and its length. Several processes may use one bundle: it is there as a
//! whole or not at all, and of two that are written at once one is lost.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ir::ContentKey;
use store::{Name, Shelf};

/// So many new texts are at least worth writing an entry before the end.
const WORTH_WRITING: usize = 64;

/// The most texts that nobody asked for that are kept in any case.
const IDLE: usize = 256;

/// The texts of one entry.
pub(super) struct Bundle {
    shelf: Shelf,
    name: Name,
    texts: Mutex<Texts>,
}

#[derive(Default)]
struct Texts {
    known: BTreeMap<ContentKey, Arc<str>>,
    /// What is in the entry, in its order.
    kept: Vec<ContentKey>,
    /// What was asked for or is new, in the order of that.
    used: Vec<ContentKey>,
    /// How many are not in the entry yet.
    n_new: usize,
}

impl Bundle {
    /// What is in an entry. One that there is not is empty.
    pub(super) fn open(shelf: Shelf, name: Name) -> Self {
        let mut front = Vec::new();
        let is_there = shelf.get(&name, &mut front).is_some();
        let text = if is_there { std::str::from_utf8(&front).unwrap_or_default() } else { "" };
        let (mut texts, mut rest) = (Texts::default(), text);
        while let Some((key, text, behind)) = entry(rest) {
            texts.known.insert(key, text.into());
            texts.kept.push(key);
            rest = behind;
        }
        Self { shelf, name, texts: Mutex::new(texts) }
    }

    fn texts(&self) -> MutexGuard<'_, Texts> {
        self.texts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The text of a key.
    pub(super) fn get(&self, key: &ContentKey) -> Option<Arc<str>> {
        let mut texts = self.texts();
        let text = texts.known.get(key)?.clone();
        texts.used.push(*key);
        Some(text)
    }

    /// Keeps a text. What was computed for long is written at once.
    pub(super) fn put(&self, key: ContentKey, text: String) {
        let mut texts = self.texts();
        texts.known.insert(key, text.into());
        texts.used.push(key);
        texts.n_new += 1;
        if texts.n_new >= WORTH_WRITING.max(texts.kept.len()) {
            self.write(&mut texts);
        }
    }

    /// How many there are.
    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.texts().known.len()
    }

    /// Writes what is not in the entry yet.
    pub(super) fn save(&self) {
        let mut texts = self.texts();
        if texts.n_new > 0 {
            self.write(&mut texts);
        }
    }

    /// That it cannot be written costs time only.
    fn write(&self, texts: &mut Texts) {
        let mut keys = texts.used.clone();
        keys.sort_unstable();
        keys.dedup();
        let idle = texts.kept.iter().filter(|key| keys.binary_search(key).is_err());
        let idle: Vec<ContentKey> = idle.take(keys.len().max(IDLE)).copied().collect();
        keys.extend(idle);
        let mut all = String::new();
        for key in &keys {
            let text = &texts.known[key];
            key.0.iter().for_each(|byte| {
                let _ = write!(all, "{byte:02x}");
            });
            let _ = write!(all, " {}\n{text}", text.len());
        }
        let _ = self.shelf.put(&self.name, all.as_bytes(), &[0; 32], &[]);
        texts.kept = keys;
        texts.n_new = 0;
    }
}

/// The first text, and what comes after it.
fn entry(text: &str) -> Option<(ContentKey, &str, &str)> {
    let (head, rest) = text.split_once('\n')?;
    let (digits, len) = head.split_once(' ')?;
    let len: usize = len.parse().ok()?;
    if digits.len() != 64 || !rest.is_char_boundary(len) {
        return None;
    }
    let mut key = ContentKey::default();
    for (byte, digits) in key.0.iter_mut().zip(digits.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    }
    let (text, behind) = rest.split_at(len);
    Some((key, text, behind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regions::kept::tests::store_in;

    fn key(number: usize) -> ContentKey {
        let mut key = ContentKey::default();
        key.0[..8].copy_from_slice(&number.to_le_bytes());
        key
    }

    /// A store of its own for a test, gone when it is over.
    struct Place(tempfile::TempDir);

    impl Place {
        fn new() -> Self {
            Self(tempfile::tempdir().expect("a directory"))
        }

        fn open(&self) -> Bundle {
            Bundle::open(store_in(self.0.path()).shelf("pieces").expect("a shelf"), Name::of(b"one"))
        }
    }

    #[test]
    fn what_is_put_is_there_again() {
        let place = Place::new();
        let first = place.open();
        assert_eq!(first.get(&key(1)), None);
        for number in 0..10 {
            first.put(key(number), format!("text {number}\nµ\n"));
        }
        assert_eq!(place.open().count(), 0);
        first.save();
        for number in 0..10 {
            assert_eq!(place.open().get(&key(number)).as_deref(), Some(&*format!("text {number}\nµ\n")));
        }
    }

    #[test]
    fn much_is_written_before_the_end_and_little_of_no_use_is_kept() {
        let place = Place::new();
        let first = place.open();
        for number in 0..2 * IDLE {
            first.put(key(number), number.to_string());
            assert_eq!(place.open().count() > 0, number + 1 >= WORTH_WRITING);
        }
        first.save();
        // What was of use stays, and as many others as there is room for.
        let second = place.open();
        assert_eq!(second.get(&key(7)).as_deref(), Some("7"));
        second.save();
        assert_eq!(place.open().count(), 2 * IDLE);
        second.put(key(usize::MAX), "new".into());
        second.save();
        let third = place.open();
        assert_eq!(third.count(), IDLE + 2);
        assert!(third.get(&key(7)).is_some() && third.get(&key(usize::MAX)).is_some());
    }
}
