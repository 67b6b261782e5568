//! Things that somebody else could have put where a store is: they are refused, nothing outside is touched, and nobody waits.
#![cfg(unix)]

use std::fs::{File, Permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use store::{Name, Refused, Shelf, Store};

/// A store with an entry, and a directory beside it that is nobody's business.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(tempfile::tempdir().expect("a directory"));
        std::fs::create_dir(place.outside()).expect("a directory");
        assert!(put(&place.shelf(), "first"));
        place
    }

    fn root(&self) -> PathBuf {
        self.0.path().join("store")
    }

    fn outside(&self) -> PathBuf {
        self.0.path().join("outside")
    }

    fn open(&self) -> Result<Store, Refused> {
        Store::open(&self.root(), &[1; 32])
    }

    fn shelf(&self) -> Shelf {
        let store = self.open().unwrap_or_else(|why| panic!("{why}"));
        store.shelf("things").expect("a shelf")
    }

    fn key(&self) -> PathBuf {
        self.root().join("key")
    }

    fn version(&self) -> PathBuf {
        only(&self.root(), |name| name.starts_with("v-"))
    }

    fn things(&self) -> PathBuf {
        self.version().join("things")
    }

    fn entry(&self) -> PathBuf {
        only(&self.things(), |_| true)
    }

    /// Why it is refused, which users should know.
    fn refused(&self) -> String {
        let why = self.open().expect_err("it is refused");
        assert!(why.is_unsafe(), "{why}");
        why.to_string()
    }
}

fn only(directory: &Path, is: impl Fn(&str) -> bool) -> PathBuf {
    let entries = std::fs::read_dir(directory).expect("a directory").flatten().map(|entry| entry.path());
    let found: Vec<PathBuf> =
        entries.filter(|path| is(&path.file_name().unwrap_or_default().to_string_lossy())).collect();
    let [path] = found.as_slice() else { panic!("{found:?}") };
    path.clone()
}

fn put(shelf: &Shelf, text: &str) -> bool {
    shelf.put(&Name::of(b"a"), text.as_bytes(), &[0; 32], &[])
}

fn get(shelf: &Shelf) -> Option<String> {
    let mut front = Vec::new();
    shelf.get(&Name::of(b"a"), &mut front)?;
    String::from_utf8(front).ok()
}

fn fifo(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status();
    assert!(made.expect("mkfifo is there").success());
}

fn mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, Permissions::from_mode(mode)).expect("it is ours");
}

#[test]
fn what_is_made_is_for_the_user_alone() {
    let place = Place::new();
    for directory in [place.root(), place.version(), place.things(), place.version().join("drafts")] {
        assert_eq!(directory.metadata().expect("it is there").mode() & 0o7777, 0o700, "{directory:?}");
    }
    for file in [place.key(), place.entry()] {
        assert_eq!(file.metadata().expect("it is there").mode() & 0o7777, 0o600, "{file:?}");
    }
    assert_eq!(get(&place.shelf()).as_deref(), Some("first"));
}

#[test]
fn links_are_not_followed_at_any_level() {
    // Each leads to what would be right if it were there.
    for level in [Place::root, Place::version, Place::key, Place::things, Place::entry] {
        let place = Place::new();
        let path = level(&place);
        let there = place.outside().join("there");
        std::fs::rename(&path, &there).expect("both are on one disk");
        symlink(&there, &path).expect("a link");
        let before = std::fs::metadata(&there).expect("it is there").modified().ok();
        if path == place.root() || path == place.version() || path == place.key() {
            assert!(place.refused().contains("is a link"), "{}", place.refused());
            // A slash at the end does not make a directory of it.
            assert!(Store::open(&PathBuf::from(format!("{}/", place.root().display())), &[1; 32]).is_err());
        } else if path == place.things() {
            assert!(place.open().expect("a store").shelf("things").is_none());
        } else {
            let shelf = place.shelf();
            assert_eq!(get(&shelf), None);
            // The link goes, and what it leads to stays.
            assert!(put(&shelf, "second") && path.symlink_metadata().expect("it is there").is_file());
            assert_eq!(get(&shelf).as_deref(), Some("second"));
            assert!(std::fs::read(&there).expect("it is there").ends_with(b"first"));
        }
        assert_eq!(std::fs::metadata(&there).expect("it is there").modified().ok(), before);
    }
    // Where drafts are, and where the store lies: the second is the user's own choice.
    let place = Place::new();
    let drafts = place.version().join("drafts");
    std::fs::remove_dir(&drafts).expect("it is empty");
    symlink(place.outside(), &drafts).expect("a link");
    assert!(place.refused().contains("is a link"));
    assert_eq!(std::fs::read_dir(place.outside()).expect("a directory").count(), 0);
    let near = place.0.path().join("near");
    symlink(place.outside(), &near).expect("a link");
    assert!(Store::open(&near.join("store"), &[1; 32]).is_ok());
}

#[test]
fn a_link_that_leads_nowhere_makes_nothing() {
    let place = Place::new();
    for path in [place.entry(), place.things(), place.key(), place.version(), place.root()] {
        if path.is_dir() {
            std::fs::remove_dir_all(&path).expect("it is ours");
        } else {
            std::fs::remove_file(&path).expect("it is ours");
        }
        symlink(place.outside().join("victim"), &path).expect("a link");
        if path.parent().is_some_and(|parent| parent.ends_with("things")) {
            assert_eq!(get(&place.shelf()), None);
        } else if path.ends_with("things") {
            assert!(place.open().expect("a store").shelf("things").is_none());
        } else {
            place.refused();
        }
        assert_eq!(std::fs::read_dir(place.outside()).expect("a directory").count(), 0);
        std::fs::remove_file(&path).expect("a link");
    }
}

#[test]
fn nobody_waits_for_a_pipe() {
    let place = Place::new();
    let entry = place.entry();
    std::fs::remove_file(&entry).expect("it is ours");
    fifo(&entry);
    let shelf = place.shelf();
    assert_eq!(get(&shelf), None);
    assert!(put(&shelf, "second"));
    assert_eq!(get(&shelf).as_deref(), Some("second"));
    std::fs::remove_file(place.key()).expect("it is ours");
    fifo(&place.key());
    assert!(place.refused().contains("is not a file"));
    std::fs::remove_dir_all(place.root()).expect("it is ours");
    fifo(&place.root());
    assert!(place.refused().contains("is not a directory"));
}

#[test]
fn directories_that_others_may_enter_are_refused() {
    for level in [Place::root, Place::version] {
        for bits in [0o755, 0o777, 0o701, 0o710, 0o770, 0o1777] {
            let place = Place::new();
            mode(&level(&place), bits);
            assert!(place.refused().contains("can be entered by others"), "{bits:o}");
            mode(&level(&place), 0o700);
            assert_eq!(get(&place.shelf()).as_deref(), Some("first"));
        }
    }
    let place = Place::new();
    mode(&place.things(), 0o755);
    assert!(place.open().expect("a store").shelf("things").is_none());
    for bits in [0o644, 0o660, 0o604] {
        mode(&place.key(), bits);
        assert!(place.refused().contains("can be read by others"), "{bits:o}");
    }
    mode(&place.key(), 0o600);
    std::fs::write(place.key(), "short").expect("it is ours");
    assert!(place.refused().contains("is damaged"));
}

#[test]
fn what_belongs_to_somebody_else_is_refused() {
    let place = Place::new();
    let give = |path: &Path| chown(path, Some(12345), None).is_ok();
    let take = |path: &Path| chown(path, Some(rustix::process::geteuid().as_raw()), None).is_ok();
    if !give(&place.entry()) {
        // At least what belongs to root, for whoever is not: nobody may write there either.
        eprintln!("only root can give files away: tried with `/usr` alone");
        let why = Store::open(Path::new("/usr"), &[1; 32]).expect_err("it is another user's");
        assert!(why.is_unsafe() && why.to_string().contains("belongs to another user"), "{why}");
        return;
    }
    assert_eq!(get(&place.shelf()), None);
    assert!(put(&place.shelf(), "second"));
    for path in [place.root(), place.version(), place.key()] {
        assert!(give(&path));
        assert!(place.refused().contains("belongs to another user"));
        assert!(take(&path));
    }
    assert!(give(&place.things()) && place.open().expect("a store").shelf("things").is_none());
}

#[test]
fn a_directory_in_place_of_a_file_costs_time_only() {
    let place = Place::new();
    let entry = place.entry();
    std::fs::remove_file(&entry).expect("it is ours");
    std::fs::create_dir(&entry).expect("a directory");
    std::fs::write(entry.join("file"), "").expect("a file");
    let shelf = place.shelf();
    assert_eq!(get(&shelf), None);
    assert!(!put(&shelf, "second"));
    assert_eq!(std::fs::read_dir(place.version().join("drafts")).expect("a directory").count(), 0);
}

#[test]
fn a_store_that_cannot_be_written_can_be_read() {
    let place = Place::new();
    let directories = [place.things(), place.version().join("drafts"), place.version(), place.root()];
    for directory in &directories {
        mode(directory, 0o500);
    }
    if File::create(place.things().join("probe")).is_ok() {
        eprintln!("modes are nothing to this user: not tried");
    } else {
        assert_eq!(get(&place.shelf()).as_deref(), Some("first"));
        assert!(!put(&place.shelf(), "second"));
        assert_eq!(get(&place.shelf()).as_deref(), Some("first"));
        let other = Store::open(&place.root(), &[2; 32]).expect_err("there is no room for another version");
        assert!(!other.is_unsafe(), "{other}");
    }
    for directory in &directories {
        mode(directory, 0o700);
    }
    // Where there is nothing and nothing can be made, for whichever user.
    let file = place.0.path().join("file");
    std::fs::write(&file, "").expect("a file");
    assert!(Store::open(&file.join("store"), &[1; 32]).is_err());
}
