//! Removing entries of versions that nobody uses any more, and drafts of processes that were killed.
//!
//! Every version leaves a directory, and whoever builds the program often has many. Some of those used last stay, since people go
//! back and forth. When a version was used is the time of its directory, which is set once a day; that is also when somebody looks.
//!
//! Invariant: nothing is removed that has not the name and the place of something of ours, and no link is followed. A
//! directory of the user that was named as a store by mistake loses nothing.
//! Invariant: what another process may just be using stays. If it goes all the same, that process misses it, and no more.

use std::time::{Duration, SystemTime};

use crate::place::{DRAFT, Directory};

/// How often somebody looks.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// So long nothing is taken away.
const IN_USE: Duration = Duration::from_secs(60 * 60);
/// So long a version stays that nobody uses,
const UNUSED: Duration = Duration::from_secs(30 * 24 * 60 * 60);
/// and so many of them.
const OTHERS: usize = 3;
/// The most files removed at once: the rest is for another day.
const AT_ONCE: usize = 50_000;

/// How names of versions begin.
const VERSION: &str = "v-";
const DIGITS: usize = 32;

/// The name of the directory of a version.
pub(crate) fn name(version: &[u8; 32]) -> String {
    format!("{VERSION}{}", &blake3::Hash::from(*version).to_hex()[..DIGITS])
}

/// Whether a name is a beginning and digits.
fn is(name: &str, beginning: &str) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    name.strip_prefix(beginning).is_some_and(|rest| rest.len() == DIGITS && rest.bytes().all(is_digit))
}

/// Looks, if that is due.
pub(crate) fn tidy(root: &Directory, version: &Directory, drafts: &Directory, own: &str) {
    let now = SystemTime::now();
    let is_older = |time: SystemTime, than| now.duration_since(time).is_ok_and(|age| age > than);
    let is_due = version.is_new() || version.time().is_some_and(|time| time > now || is_older(time, DAY));
    if !is_due {
        return;
    }
    version.touch();
    for directory in [root, drafts] {
        for draft in directory.names().into_iter().filter(|name| is(name, DRAFT)) {
            if directory.time_of(&draft).is_some_and(|time| is_older(time, IN_USE)) {
                let _ = directory.remove(&draft);
            }
        }
    }
    let others = root.names().into_iter().filter(|name| is(name, VERSION) && name != own);
    let mut others: Vec<(SystemTime, String)> =
        others.filter_map(|name| Some((root.existing(&name).ok()?.time()?, name))).collect();
    others.sort_by(|a, b| b.cmp(a));
    let mut left = AT_ONCE;
    for (n, (time, name)) in others.into_iter().enumerate() {
        if is_older(time, UNUSED) || n >= OTHERS && is_older(time, IN_USE) {
            remove(root, &name, &mut left);
        }
    }
}

/// Removes a version: its shelves, the files on them, and what is in the way of nothing else.
fn remove(root: &Directory, name: &str, left: &mut usize) {
    let Ok(version) = root.existing(name) else { return };
    for shelf in version.names() {
        let Ok(files) = version.existing(&shelf) else { continue };
        for file in files.names() {
            if *left == 0 {
                return;
            }
            *left -= 1;
            let _ = files.remove(&file);
        }
        let _ = version.remove_directory(&shelf);
    }
    let _ = root.remove_directory(name);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Name, Store};

    fn version(number: u8) -> [u8; 32] {
        let mut version = [0; 32];
        version[0] = number;
        version
    }

    /// Makes a directory look like one of ours.
    fn mode(directory: &std::path::Path) {
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let private = std::fs::Permissions::from_mode(0o700);
            std::fs::set_permissions(directory, private).expect("it is ours");
        }
        let _ = directory;
    }

    #[test]
    fn versions_that_nobody_uses_go_and_what_is_not_ours_stays() {
        let place = tempfile::tempdir().expect("a directory");
        let root = place.path().join("store");
        let keep = |number: u8| {
            let store = Store::open(&root, &version(number)).expect("a store");
            assert!(store.shelf("things").expect("a shelf").put(&Name::of(b"a"), b"text", &[0; 32], &[]));
        };
        let of = |number: u8| root.join(name(&version(number)));
        let age = |number: u8, days: u32| {
            let time = SystemTime::now() - DAY * days;
            let file = std::fs::File::open(of(number)).expect("it is there");
            file.set_modified(time).expect("a time that can be set");
        };
        for number in 0..7 {
            keep(number);
        }
        for number in 0..6 {
            assert!(of(number).exists(), "what was just used stays");
            age(number, u32::from(number) + 1);
        }
        age(0, 31);
        // These look like ours and are not, or are not below the directory at all.
        let outside = place.path().join("outside");
        std::fs::create_dir(&outside).expect("a directory");
        std::fs::write(outside.join("file"), "text").expect("a file");
        #[cfg(unix)]
        std::os::unix::fs::symlink(&outside, of(100)).expect("a link");
        for other in ["v-short", "notes", &format!("{VERSION}{}", "g".repeat(DIGITS))] {
            let things = root.join(other).join("things");
            std::fs::create_dir_all(&things).expect("a directory");
            std::fs::write(things.join("file"), "text").expect("a file");
            for directory in [&things, &root.join(other)] {
                mode(directory);
                let directory = std::fs::File::open(directory).expect("it is there");
                directory.set_modified(SystemTime::now() - UNUSED * 2).expect("a time that can be set");
            }
        }
        let draft = root.join(format!("{DRAFT}{}", "0".repeat(DIGITS)));
        std::fs::write(&draft, "").expect("a file");
        std::fs::write(root.join("other"), "").expect("a file");
        for file in [&draft, &root.join("other")] {
            let file = std::fs::File::open(file).expect("it is there");
            file.set_modified(SystemTime::now() - DAY).expect("a time that can be set");
        }
        age(6, 2);
        keep(6);
        assert!(!of(0).exists() && !draft.exists());
        for number in 1..7 {
            assert_eq!(of(number).exists(), number <= 3 || number == 6, "{number}");
        }
        assert!(outside.join("file").exists() && root.join("other").exists());
        for other in ["v-short", "notes", &format!("{VERSION}{}", "g".repeat(DIGITS))] {
            assert!(root.join(other).join("things/file").exists(), "{other}");
        }
        // Within the day nobody looks again.
        age(1, 31);
        keep(6);
        assert!(of(1).exists());
    }
}
