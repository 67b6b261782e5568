//! Several processes with one store: some at once, some killed while they write, some on a disk that is full.
#![cfg(unix)]

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use store::{Name, Store};

/// Tells a process of this test what it is to do, and where.
const TASK: &str = "STORE_TEST_TASK";
const PLACE: &str = "STORE_TEST_PLACE";

const VERSION: [u8; 32] = [4; 32];
const NAMES: u32 = 16;
const LEN: usize = 200_000;

fn name(number: u32) -> Name {
    Name::of(&number.to_le_bytes())
}

/// Writes entries that are all of one byte, again and again, and reads them.
fn write(root: &Path, byte: u8, rounds: usize) {
    for _ in 0..rounds {
        let store = Store::open(root, &VERSION).unwrap_or_else(|why| panic!("{why}"));
        let shelf = store.shelf("things").expect("a shelf");
        for number in 0..NAMES {
            let (front, rest) = (vec![byte; LEN], vec![byte; LEN]);
            assert!(shelf.put(&name(number), &front, &[byte; 32], &[&rest]));
            check(root, number);
        }
    }
}

/// An entry is whole, and by one writer, if it is there.
fn check(root: &Path, number: u32) -> Option<u8> {
    let store = Store::open(root, &VERSION).unwrap_or_else(|why| panic!("{why}"));
    let (shelf, mut front) = (store.shelf("things").expect("a shelf"), Vec::new());
    let entry = shelf.get(&name(number), &mut front)?;
    let rest = entry.part(0, LEN as u64).expect("it was written before the entry had a name");
    let byte = front[0];
    assert!(front.len() == LEN && front.iter().chain(&rest).all(|other| *other == byte));
    assert_eq!(entry.note(), Some(&[byte; 32]));
    Some(byte)
}

/// The work of the processes that the tests start; nothing if nobody has started it.
#[test]
fn process() {
    let (Ok(task), Some(root)) = (std::env::var(TASK), std::env::var_os(PLACE)) else { return };
    let root = Path::new(&root);
    match task.as_str() {
        "a" => write(root, b'a', 8),
        "b" => write(root, b'b', 8),
        "forever" => write(root, b'f', usize::MAX),
        "full" => {
            let store = Store::open(root, &VERSION).unwrap_or_else(|why| panic!("{why}"));
            let shelf = store.shelf("things").expect("a shelf");
            assert!(!shelf.put(&name(0), &vec![0; 1 << 20], &[0; 32], &[]));
            assert!(shelf.put(&name(1), b"short", &[0; 32], &[]));
        }
        other => panic!("{other}"),
    }
}

fn start(task: &str, root: &Path, before: &str) -> Child {
    let own = std::env::current_exe().expect("this test");
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{before} exec \"$0\" --exact process")]).arg(own);
    command.env(TASK, task).env(PLACE, root).stdout(Stdio::null()).stderr(Stdio::inherit());
    command.spawn().expect("it starts")
}

#[test]
fn writers_at_once_have_one_key_and_take_nothing_from_each_other() {
    for _ in 0..4 {
        let place = tempfile::tempdir().expect("a directory");
        let root = place.path().join("store");
        let both = ["a", "b"].map(|task| start(task, &root, ""));
        for mut child in both {
            assert!(child.wait().expect("it ends").success());
        }
        for number in 0..NAMES {
            assert!(check(&root, number).is_some(), "{number}");
        }
        let top = std::fs::read_dir(&root).expect("a directory").count();
        assert_eq!(top, 2, "one key and one version");
    }
}

#[test]
fn whoever_is_killed_while_writing_leaves_what_was_there() {
    let place = tempfile::tempdir().expect("a directory");
    let root = place.path().join("store");
    let mut seen = 0;
    for round in 0..30 {
        let mut child = start("forever", &root, "");
        std::thread::sleep(Duration::from_millis(20 + 7 * round));
        child.kill().expect("it still writes");
        child.wait().expect("it ends");
        seen += (0..NAMES).filter_map(|number| check(&root, number)).count();
    }
    assert!(seen > 0);
}

#[test]
fn a_file_that_may_not_grow_is_no_entry() {
    let place = tempfile::tempdir().expect("a directory");
    let root = place.path().join("store");
    // The signal that says so ends a process that does not ignore it.
    let mut child = start("full", &root, "trap '' XFSZ; ulimit -f 64;");
    assert!(child.wait().expect("it ends").success());
    let version = std::fs::read_dir(&root).expect("a directory").flatten();
    let version = version.map(|entry| entry.path()).find(|path| path.is_dir()).expect("a version");
    assert_eq!(std::fs::read_dir(version.join("drafts")).expect("a directory").count(), 0);
}
