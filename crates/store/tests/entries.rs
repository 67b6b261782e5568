//! An entry is what was put there by somebody who has the key, under its name, on its shelf, by its version, or it is not there.
#![cfg(unix)]

use std::path::{Path, PathBuf};

use store::{Name, Shelf, Store};

const VERSION: [u8; 32] = [7; 32];
const NOTE: [u8; 32] = [3; 32];
const FRONT: &[u8] = b"what is known of a thing";

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a directory"))
    }

    fn root(&self) -> PathBuf {
        self.0.path().join("deep/down/store")
    }

    fn shelf(&self, version: &[u8; 32], kind: &'static str) -> Shelf {
        let store = Store::open(&self.root(), version).unwrap_or_else(|why| panic!("{why}"));
        store.shelf(kind).expect("a shelf")
    }

    fn things(&self) -> Shelf {
        self.shelf(&VERSION, "things")
    }

    /// The file of the only entry on a shelf.
    fn file(&self, kind: &str) -> PathBuf {
        let mut found = Vec::new();
        for version in entries(&self.root()).into_iter().filter(|path| path.is_dir()) {
            found.extend(entries(&version.join(kind)));
        }
        let [file] = found.as_slice() else { panic!("{found:?}") };
        file.clone()
    }
}

fn entries(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

fn name(text: &str) -> Name {
    Name::of(text.as_bytes())
}

/// The front of an entry.
fn front(shelf: &Shelf, name: &Name) -> Option<Vec<u8>> {
    let mut front = b"from before".to_vec();
    let found = shelf.get(name, &mut front).is_some();
    assert!(found || front.is_empty() || front == b"from before", "nothing is left of what was refused");
    found.then_some(front)
}

#[test]
fn what_was_put_is_there_again() {
    let place = Place::new();
    assert!(front(&place.things(), &name("a")).is_none());
    assert!(place.things().put(&name("a"), FRONT, &NOTE, &[b"one", b"", b"three"]));
    let (shelf, mut text) = (place.things(), Vec::new());
    let entry = shelf.get(&name("a"), &mut text).expect("it was put");
    assert_eq!((text.as_slice(), entry.note()), (FRONT, Some(&NOTE)));
    assert_eq!(entry.part(0, 8).as_deref(), Some(&b"onethree"[..]));
    assert_eq!(entry.part(3, 5).as_deref(), Some(&b"three"[..]));
    for (at, len) in [(0, 9), (8, 1), (u64::MAX, 1), (1, u64::MAX), (u64::MAX, u64::MAX)] {
        assert_eq!(entry.part(at, len), None, "{at} {len}");
    }
    // Another takes its place; what is held stays what it was.
    assert!(shelf.put(&name("a"), b"", &NOTE, &[]));
    assert_eq!(entry.part(0, 8).as_deref(), Some(&b"onethree"[..]));
    assert_eq!(front(&shelf, &name("a")).as_deref(), Some(&b""[..]));
    shelf.remove(&name("a"));
    assert!(front(&shelf, &name("a")).is_none());
}

#[test]
fn a_note_is_written_over_and_half_of_one_is_none() {
    let place = Place::new();
    let (shelf, other, mut text) = (place.things(), [9; 32], Vec::new());
    assert!(shelf.put(&name("a"), FRONT, &NOTE, &[b"rest"]));
    let entry = shelf.get(&name("a"), &mut text).expect("it was put");
    shelf.note(&entry, &other);
    let again = shelf.get(&name("a"), &mut text).expect("it is still there");
    assert_eq!((again.note(), text.as_slice()), (Some(&other), FRONT));
    assert_eq!(again.part(0, 4).as_deref(), Some(&b"rest"[..]));
    // The seal of the note is in the second half of what is written.
    let bytes = std::fs::read(place.file("things")).expect("a file");
    for at in 32..96 {
        let mut half = bytes.clone();
        half[at] ^= 1;
        std::fs::write(place.file("things"), half).expect("a file");
        let entry = shelf.get(&name("a"), &mut text).expect("it is still there");
        assert_eq!(entry.note(), None, "{at}");
    }
    // A note that was written to what this name had before.
    let before = bytes[32..96].to_vec();
    assert!(shelf.put(&name("a"), b"other", &NOTE, &[]));
    let mut spliced = std::fs::read(place.file("things")).expect("a file");
    spliced[32..96].copy_from_slice(&before);
    std::fs::write(place.file("things"), spliced).expect("a file");
    assert_eq!(shelf.get(&name("a"), &mut text).expect("it is still there").note(), None);
    // A note to an entry that is gone does nothing to the one in its place.
    assert!(shelf.put(&name("a"), b"new", &NOTE, &[]));
    shelf.note(&entry, &other);
    assert_eq!(shelf.get(&name("a"), &mut text).expect("the new one").note(), Some(&NOTE));
}

#[test]
fn damage_is_noticed() {
    let place = Place::new();
    assert!(place.things().put(&name("a"), FRONT, &NOTE, &[b"rest"]));
    let (file, end) = (place.file("things"), 104 + FRONT.len());
    let bytes = std::fs::read(&file).expect("a file");
    assert_eq!(bytes.len(), end + 4);
    for at in 0..end {
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << bit;
            std::fs::write(&file, damaged).expect("a file");
            let is_note = (32..96).contains(&at);
            assert_eq!(front(&place.things(), &name("a")).is_some(), is_note, "byte {at}");
        }
        std::fs::write(&file, &bytes[..at]).expect("a file");
        assert!(front(&place.things(), &name("a")).is_none(), "the first {at}");
    }
    // Lengths that nobody wrote, in a file that takes no room.
    let mut long = bytes.clone();
    long[96..104].copy_from_slice(&(1_u64 << 40).to_le_bytes());
    std::fs::write(&file, long).expect("a file");
    let sparse = std::fs::File::options().write(true).open(&file).expect("a file");
    if sparse.set_len(1 << 41).is_ok() {
        assert!(front(&place.things(), &name("a")).is_none());
    }
    std::fs::write(&file, &bytes).expect("a file");
    assert_eq!(front(&place.things(), &name("a")).as_deref(), Some(FRONT));
}

#[test]
fn an_entry_is_of_one_name_shelf_version_and_key() {
    let place = Place::new();
    assert!(place.things().put(&name("a"), FRONT, &NOTE, &[]));
    let bytes = std::fs::read(place.file("things")).expect("a file");
    // Where another entry is, it is none.
    let moved = |place: &Place, version: &[u8; 32], kind: &'static str, name: &Name| {
        let shelf = place.shelf(version, kind);
        assert!(front(&shelf, name).is_none());
        assert!(shelf.put(name, b"other", &NOTE, &[]));
        let is_other = |path: &PathBuf| std::fs::read(path).is_ok_and(|there| there.ends_with(b"other"));
        let versions = entries(&place.root()).into_iter().flat_map(|version| entries(&version.join(kind)));
        let file = versions.into_iter().find(is_other).expect("a file");
        std::fs::write(&file, &bytes).expect("a file");
        assert!(front(&shelf, name).is_none());
        std::fs::remove_file(file).expect("it was there");
    };
    moved(&place, &VERSION, "things", &name("b"));
    moved(&place, &VERSION, "others", &name("a"));
    moved(&place, &[8; 32], "things", &name("a"));
    moved(&Place::new(), &VERSION, "things", &name("a"));
    assert_eq!(front(&place.things(), &name("a")).as_deref(), Some(FRONT));
    // With another key everything begins anew.
    std::fs::remove_file(place.root().join("key")).expect("it was there");
    assert!(front(&place.things(), &name("a")).is_none());
    assert!(place.things().put(&name("a"), FRONT, &NOTE, &[]));
    assert_eq!(front(&place.things(), &name("a")).as_deref(), Some(FRONT));
}
