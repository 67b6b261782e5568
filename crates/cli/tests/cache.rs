//! Whatever is where answers are kept, the answer is the one without: links, pipes, files of others and of other versions, damage, a disk
//! that is full or cannot be written, processes that were killed. Nothing outside is touched, and nobody waits.
#![cfg(unix)]

use std::fs::Permissions;
use std::os::unix::fs::{PermissionsExt as _, chown, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use store::{Name, Store};
use testkit::process;

const LONG: Duration = Duration::from_secs(120);

const HEADER: &str = "#include <stdlib.h>
struct node { struct node *next; char *text; };
struct node *make(void);
void drop(struct node *n);
";

const ONE: &str = "#include \"list.h\"
struct node *make(void) {
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        return NULL;
    n->text = malloc(8);
    n->next = NULL;
    return n;
}
void drop(struct node *n) {
    free(n->text);
    free(n);
}
";

const TWO: &str = "#include \"list.h\"
int lose(int n) {
    char *p = malloc(4);
    if (n > rand())
        free(p);
    return 0;
}
void twice(void) {
    struct node *n = make();
    if (n == NULL)
        return;
    drop(n);
    free(n);
}
";

/// The answer for a program: standard output without times, and the exit status.
type Said = (Value, Option<i32>);

/// A way to change what is somewhere.
type Way<'a> = &'a dyn Fn(&Path);

/// A program, with a directory for what is kept and one that is nobody's business.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(tempfile::tempdir().expect("a directory"));
        for (name, text) in [("list.h", HEADER), ("one.c", ONE), ("two.c", TWO), ("outside/file", "text")] {
            let file = place.at(name);
            std::fs::create_dir_all(file.parent().expect("it has one")).expect("a directory");
            std::fs::write(file, text).expect("a file");
        }
        place
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn cache(&self) -> PathBuf {
        self.at("cache")
    }

    fn command(&self, before: &str, more: &[&str]) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{before} exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_shapewright")]);
        command.args(["check", "one.c", "two.c", "--domain", "regions", "--format", "json", "-j1"]);
        command.args(more).current_dir(self.0.path());
        command
    }

    fn say(&self, before: &str, more: &[&str]) -> (Said, String) {
        let process::Finished { status, stdout, stderr } =
            process::run(&mut self.command(before, more), LONG).unwrap_or_else(|error| panic!("{error}"));
        let mut report: Value = serde_json::from_str(&stdout)
            .unwrap_or_else(|error| panic!("{before} {more:?}: {error}: {stdout}{stderr}"));
        for function in report["functions"].as_array_mut().into_iter().flatten() {
            function["time_ms"] = Value::Null;
        }
        ((report, status.code()), stderr)
    }

    fn without(&self) -> Said {
        let (said, stderr) = self.say("", &["--no-cache"]);
        assert!(!stderr.contains("note:"), "{stderr}");
        said
    }

    fn with(&self) -> (Said, String) {
        self.say("", &["--cache", "cache"])
    }

    /// A cache that has something of every kind in it.
    fn warm(&self) {
        if let Ok(there) = self.cache().symlink_metadata() {
            let is_directory = there.is_dir();
            let gone = if is_directory {
                std::fs::remove_dir_all(self.cache())
            } else {
                std::fs::remove_file(self.cache())
            };
            gone.expect("it is ours");
        }
        let (_, stderr) = self.with();
        assert!(!stderr.contains("note:"), "{stderr}");
    }

    /// The directory of the only version.
    fn version(&self) -> PathBuf {
        let [version] = &*entries(&self.cache(), Path::is_dir) else { panic!("one version") };
        version.clone()
    }

    /// All that is kept.
    fn kept(&self) -> Vec<PathBuf> {
        entries(&self.version(), |_| true).iter().flat_map(|shelf| entries(shelf, Path::is_file)).collect()
    }

    /// Answers are the same with what is there now and after it, and what is outside stays as it is.
    fn compare(&self, what: &str, fresh: &Said) -> String {
        let (said, stderr) = self.with();
        assert!(said == *fresh, "{what}: {}\ninstead of {}\n{stderr}", said.0, fresh.0);
        assert!(self.with().0 == *fresh, "{what}, again");
        assert_eq!(std::fs::read_to_string(self.at("outside/file")).ok().as_deref(), Some("text"), "{what}");
        assert_eq!(entries(&self.at("outside"), |_| true).len(), 1, "{what}");
        stderr
    }
}

fn entries(directory: &Path, is: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> = entries.filter(|path| is(path)).collect();
    found.sort();
    found
}

fn mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, Permissions::from_mode(mode)).expect("it is ours");
}

/// Takes away what is there.
fn clear(path: &Path) {
    let gone = if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
    gone.expect("it is ours");
}

fn fifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo is there").success());
}

#[test]
fn a_second_run_says_the_same_and_uses_what_is_kept() {
    let place = Place::new();
    let fresh = place.without();
    let findings = fresh.0["findings"].as_array().expect("a list");
    assert!(findings.len() >= 2, "{findings:?}");
    place.warm();
    let kinds = ["drafts", "pieces", "texts", "units"].map(|kind| place.version().join(kind));
    assert_eq!(entries(&place.version(), |_| true), kinds);
    assert!(kinds[1..].iter().all(|kind| !entries(kind, |_| true).is_empty()));
    let written = |path: &PathBuf| std::fs::metadata(path).and_then(|meta| meta.modified()).ok();
    let pieces = entries(&kinds[1], |_| true);
    let before = written(&pieces[0]);
    place.compare("nothing happened", &fresh);
    assert_eq!(written(&pieces[0]), before, "nothing new was found");
    // After an edit, too.
    std::fs::write(place.at("one.c"), ONE.replace("free(n->text);", "")).expect("a file");
    let edited = place.without();
    assert!(edited != fresh);
    place.compare("an edit", &edited);
}

#[test]
fn what_strangers_put_in_the_way_changes_nothing() {
    let place = Place::new();
    let fresh = place.without();
    place.warm();
    let version = place.version().strip_prefix(place.0.path()).expect("it is below").to_owned();
    let below = |name: &str| version.join(name);
    let paths = ["cache".into(), "cache/key".into(), version.clone()];
    let paths = paths.into_iter().chain(["drafts", "units", "texts", "pieces"].map(below));
    let ways: [(&str, Way<'_>); 8] = [
        ("a link to it", &|path| {
            let there = place.at("moved");
            std::fs::rename(path, &there).expect("one disk");
            symlink(&there, path).expect("a link");
        }),
        ("a link outside", &|path| {
            clear(path);
            symlink(place.at("outside"), path).expect("a link");
        }),
        ("a link to a file", &|path| {
            clear(path);
            symlink(place.at("outside/file"), path).expect("a link");
        }),
        ("a link that leads nowhere", &|path| {
            clear(path);
            symlink(place.at("outside/new"), path).expect("a link");
        }),
        ("a pipe", &|path| {
            clear(path);
            fifo(path);
        }),
        ("a file", &|path| {
            clear(path);
            std::fs::write(path, "text").expect("a file");
        }),
        ("open to others", &|path| mode(path, if path.is_dir() { 0o755 } else { 0o644 })),
        ("gone", &|path| clear(path)),
    ];
    for path in paths {
        for (way, change) in &ways {
            place.warm();
            change(&place.0.path().join(&path));
            let stderr = place.compare(&format!("{}: {way}", path.display()), &fresh);
            // The user is told if nothing of the directory is used.
            let is_whole =
                !["units", "texts", "pieces"].iter().any(|shelf| path.ends_with(shelf)) && *way != "gone";
            assert_eq!(
                stderr.contains("note: nothing is kept between runs: "),
                is_whole,
                "{path:?} {way}: {stderr}"
            );
            if place.at("moved").exists() {
                clear(&place.at("moved"));
            }
        }
        if chown(place.at("outside/file"), Some(12345), None).is_ok() {
            place.warm();
            chown(place.0.path().join(&path), Some(12345), None).expect("this user may give things away");
            place.compare(&format!("{}: of another user", path.display()), &fresh);
        } else {
            eprintln!("only root can give files away: not tried");
        }
    }
}

#[test]
fn entries_that_are_not_what_was_written_change_nothing() {
    let place = Place::new();
    let fresh = place.without();
    place.warm();
    let n = place.kept().len();
    assert!(n >= 5, "{:?}", place.kept());
    for nth in 0..n {
        let change = |what: &str, change: &dyn Fn(&Path, &[u8])| {
            place.warm();
            let file = &place.kept()[nth];
            let bytes = std::fs::read(file).expect("it was kept");
            change(file, &bytes);
            let stderr = place.compare(&format!("{what} at {}", file.display()), &fresh);
            assert!(!stderr.contains("note:"), "{stderr}");
        };
        change("a pipe", &|file, _| {
            clear(file);
            fifo(file);
        });
        change("a link", &|file, _| {
            std::fs::rename(file, place.at("moved")).expect("one disk");
            symlink(place.at("moved"), file).expect("a link");
        });
        change("a link outside", &|file, _| {
            clear(file);
            symlink(place.at("outside/file"), file).expect("a link");
        });
        change("a directory", &|file, _| {
            clear(file);
            std::fs::create_dir(file).expect("a directory");
        });
        change("nothing", &|file, _| std::fs::write(file, "").expect("a file"));
        for part in 0..8 {
            change("damage", &|file, bytes| {
                let mut damaged = bytes.to_vec();
                damaged[(bytes.len() - 1) * part / 7] ^= 0x20;
                std::fs::write(file, damaged).expect("a file");
            });
            change("an end", &|file, bytes| {
                std::fs::write(file, &bytes[..bytes.len() * part / 8]).expect("a file");
            });
        }
        // The same bytes under a seal of another version, by the same key and by another one.
        for root in ["cache", "other"] {
            change("another version", &|file, bytes| {
                let shelf = file.parent().expect("a shelf");
                let kind = ["pieces", "texts", "units"].into_iter().find(|kind| shelf.ends_with(kind));
                let hex = file.file_name().and_then(|name| name.to_str()).expect("digits");
                let mut digest = [0; 32];
                for (byte, at) in digest.iter_mut().zip((0..64).step_by(2)) {
                    *byte = u8::from_str_radix(&hex[at..at + 2], 16).expect("digits");
                }
                let store = Store::open(&place.at(root), &[9; 32]).expect("a store");
                let forged = store.shelf(kind.expect("it is one of these")).expect("a shelf");
                // Without what was found: whoever takes it for the answer finds nothing.
                let front = if shelf.ends_with("pieces") { Vec::new() } else { bytes[104..].to_vec() };
                assert!(forged.put(&Name::new(digest), &front, &[0; 32], &[]));
                let other = entries(&place.at(root), |path| path.is_dir() && !shelf.starts_with(path));
                let other = other[0].join(shelf.file_name().expect("it has a name")).join(hex);
                std::fs::copy(other, file).expect("a file");
                if root == "other" {
                    clear(&place.at(root));
                }
            });
        }
    }
    // One entry in the place of another.
    for kind in ["units", "texts", "pieces"] {
        place.warm();
        let (all, of_kind) = (place.kept(), entries(&place.version().join(kind), |_| true));
        for from in all {
            std::fs::copy(from, &of_kind[0]).expect("a file");
            place.compare(&format!("another entry in {kind}"), &fresh);
        }
    }
}

#[test]
fn where_nothing_can_be_written_the_answer_is_the_same() {
    let place = Place::new();
    let fresh = place.without();
    // So small that no unit can be kept, but a key can: what is printed goes through a pipe.
    let small = "trap '' XFSZ; ulimit -f 1;";
    for more in [&["--cache", "cache"][..]; 2] {
        assert!(place.say(small, more).0 == fresh);
    }
    place.warm();
    assert!(place.say(small, &["--cache", "cache"]).0 == fresh);
    std::fs::write(place.at("one.c"), ONE.replace("free(n->text);", "")).expect("a file");
    let edited = place.without();
    assert!(place.say(small, &["--cache", "cache"]).0 == edited);
    // Modes, which are nothing to root.
    let mut all = vec![place.cache(), place.version()];
    all.extend(entries(&place.version(), |_| true));
    all.iter().rev().for_each(|directory| mode(directory, 0o500));
    place.compare("read-only", &edited);
    std::fs::write(place.at("one.c"), ONE).expect("a file");
    place.compare("read-only, and another text", &fresh);
    for directory in &all {
        mode(directory, 0o700);
    }
    // A place where there can be no directory, for whichever user.
    let (said, stderr) = place.say("", &["--cache", "one.c/cache"]);
    assert!(said == fresh && stderr.contains("note: nothing is kept between runs: one.c/cache"), "{stderr}");
}

#[test]
fn whoever_was_killed_leaves_nothing_that_changes_the_answer() {
    let place = Place::new();
    let fresh = place.without();
    for round in 0..12 {
        let text = if round % 2 == 0 { ONE.replace("free(n->text);", "") } else { ONE.to_owned() };
        std::fs::write(place.at("one.c"), text).expect("a file");
        let mut command = place.command("", &["--cache", "cache"]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(3 + 9 * round));
        let _ = child.kill();
        child.wait().expect("it ends");
        if round % 2 == 1 {
            assert!(place.with().0 == fresh, "round {round}");
        }
    }
    place.compare("after all", &fresh);
}

#[test]
fn two_at_once_say_what_one_says() {
    let place = Place::new();
    let fresh = place.without();
    for _ in 0..4 {
        if place.cache().exists() {
            clear(&place.cache());
        }
        std::thread::scope(|scope| {
            let both = [(); 2].map(|()| scope.spawn(|| place.with()));
            for one in both {
                let (said, stderr) = one.join().expect("it runs");
                assert!(said == fresh && !stderr.contains("note:"), "{stderr}");
            }
        });
        place.compare("after both", &fresh);
    }
}
