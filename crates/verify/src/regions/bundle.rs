//! Texts by content key, in one file.
//!
//! What is known of a piece is a few words, and a program has hundreds of pieces: a file for each would cost more to open than to read,
//! and most of all to make. So the pieces of a program are kept together. What a run had no use for stays for a
//! while, since people go back and forth; a bundle has room for as much of that as of what was of use, and no more.
//!
//! An entry is a line with its key and its length, and the text. Several processes may use one bundle: it is there as a
//! whole or not at all, and of two that are written at once one is lost.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ir::ContentKey;

/// So many new texts are at least worth writing a file before the end.
const WORTH_WRITING: usize = 64;

/// The most texts that nobody asked for that are kept in any case.
const IDLE: usize = 256;

/// The texts of one file.
pub(super) struct Bundle {
    file: PathBuf,
    texts: Mutex<Texts>,
}

#[derive(Default)]
struct Texts {
    known: BTreeMap<ContentKey, Arc<str>>,
    /// What is in the file, in its order.
    kept: Vec<ContentKey>,
    /// What was asked for or is new, in the order of that.
    used: Vec<ContentKey>,
    /// How many are not in the file yet.
    n_new: usize,
}

impl Bundle {
    /// What is in a file. A file that there is not is empty, and a damaged one ends before the damage.
    pub(super) fn open(file: PathBuf) -> Self {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let (mut texts, mut rest) = (Texts::default(), text.as_str());
        while let Some((key, text, behind)) = entry(rest) {
            texts.known.insert(key, text.into());
            texts.kept.push(key);
            rest = behind;
        }
        Self { file, texts: Mutex::new(texts) }
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

    /// Writes what is not in the file yet.
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
        let whole = |directory: &Path| {
            std::fs::create_dir_all(directory)?;
            let part = directory.join(format!(".{}-{:?}", std::process::id(), std::thread::current().id()));
            std::fs::write(&part, all)?;
            std::fs::rename(part, &self.file)
        };
        let _: Option<std::io::Result<()>> = self.file.parent().map(whole);
        texts.kept = keys;
        texts.n_new = 0;
    }
}

/// The first entry, and what is behind it.
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

    fn key(number: usize) -> ContentKey {
        let mut key = ContentKey::default();
        key.0[..8].copy_from_slice(&number.to_le_bytes());
        key
    }

    /// A file of its own for a test, gone when it is over.
    struct Place(PathBuf);

    impl Place {
        fn new(name: &str) -> Self {
            Self(std::env::temp_dir().join(format!("bundle-{name}-{}", std::process::id())))
        }

        fn open(&self) -> Bundle {
            Bundle::open(self.0.join("pieces/one"))
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn what_is_put_is_there_again_and_damage_ends_it() {
        let place = Place::new("damage");
        let first = place.open();
        assert_eq!(first.get(&key(1)), None);
        for number in 0..10 {
            first.put(key(number), format!("text {number}\nµ\n"));
        }
        assert!(!first.file.exists());
        first.save();
        let bytes = std::fs::read(&first.file).expect("it was written");
        for number in 0..10 {
            assert_eq!(place.open().get(&key(number)).as_deref(), Some(&*format!("text {number}\nµ\n")));
        }
        // Whatever a file is cut off to, what is read was written.
        for end in 0..bytes.len() {
            std::fs::write(&first.file, &bytes[..end]).expect("a temporary file");
            for (key, text) in &place.open().texts().known {
                assert_eq!(first.texts().known.get(key), Some(text));
            }
        }
    }

    #[test]
    fn much_is_written_before_the_end_and_little_of_no_use_is_kept() {
        let place = Place::new("idle");
        let first = place.open();
        for number in 0..2 * IDLE {
            first.put(key(number), number.to_string());
            assert_eq!(first.file.exists(), number + 1 >= WORTH_WRITING);
        }
        first.save();
        // What was of use stays, and as many others as there is room for.
        let second = place.open();
        assert_eq!(second.get(&key(7)).as_deref(), Some("7"));
        second.save();
        assert_eq!(place.open().texts().known.len(), 2 * IDLE);
        second.put(key(usize::MAX), "new".into());
        second.save();
        let third = place.open();
        assert_eq!(third.texts().known.len(), IDLE + 2);
        assert!(third.get(&key(7)).is_some() && third.get(&key(usize::MAX)).is_some());
    }
}
