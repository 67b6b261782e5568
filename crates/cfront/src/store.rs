//! Objects kept on disk between runs.
//!
//! A file is named by a hash of how a unit is read: its command, where headers are looked for, our version. It has what was
//! looked for on the disk, with digests of what was found (`looked`), and what was asked of other units, with the answers; then the object.
//! It is taken if all that is still so. That includes files which were *not* there: a header that comes to lie in front of
//! another is another unit. A file that is not as it should be (the first bytes are a checksum) is no file.
//!
//! Texts that spans point into are not in it: they are on the disk, and those that are not (headers and macros of our own) are in files of their own, by
//! their content.
//!
//! The digests of stamps stand in front of what the checksum is about. They are written anew where only the stamps have
//! changed, and damaged they fit nothing. The file a unit is named after has digests of its own: where it alone was edited, the headers are
//! neither hashed nor searched again.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::ops::BitOr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ir::Text;
use ir::wire::{Reader, Relocation, Wire, Writer};

use rustc_hash::FxHashSet;

use crate::files::{Disk, Fleeting, LIBC_C, SHAPEWRIGHT_H, Seen};
use crate::headers;
use crate::looked::{self, Halves};
use crate::object::{Object, TextPlace};
use crate::options::{Command, Options};

/// The form of the files, and what reading C gives: to be changed with either.
const FORM: &str = concat!("units 12 ", env!("CARGO_PKG_VERSION"));

/// Where objects are kept.
pub(crate) struct Store {
    directory: PathBuf,
    disk: Arc<Disk>,
    /// The options looked at last, and where headers are looked for with them: most units have the same.
    search: Mutex<Option<(Options, Arc<str>)>>,
    /// Where texts are kept that are not on the disk, and those that are known to be there.
    texts: PathBuf,
    known: Mutex<FxHashSet<u128>>,
}

/// What there is of a unit.
pub(crate) enum Kept {
    /// What it gives to a program.
    Object(Object),
    /// What it gave when the file it is named after was another one. Nothing else has changed.
    Stale(Object, Before),
}

/// What a unit was read from when the file it is named after was another one.
pub(crate) struct Before {
    /// The paths that were looked at.
    pub(crate) paths: Vec<PathBuf>,
    /// Whether its texts spoke of lines and counters.
    pub(crate) fleeting: Fleeting,
    others: Others,
}

/// What is known of the files that a unit was read from, but for the one it is named after.
#[derive(Clone, Copy)]
struct Others {
    contents: u128,
    fleeting: Fleeting,
}

/// A file begins with a checksum of what comes behind the digests of stamps, and those.
const CHECKED: usize = 40;

impl Store {
    pub(crate) fn new(directory: &Path, disk: Arc<Disk>) -> Self {
        let (texts, known) = (directory.join("texts"), Mutex::default());
        Self { directory: directory.join("units"), disk, search: Mutex::default(), texts, known }
    }

    /// Where headers are looked for, in words.
    fn search(&self, options: &Options) -> Arc<str> {
        let mut last = self.search.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, search)) = last.as_ref().filter(|(known, _)| known == options) {
            return search.clone();
        }
        let search: Arc<str> = format!("{:?}", headers::search_path(options)).into();
        *last = Some((options.clone(), search.clone()));
        search
    }

    fn file(&self, command: &Command, role: ir::Role) -> PathBuf {
        static OWN: OnceLock<[u8; 32]> = OnceLock::new();
        let own = OWN.get_or_init(|| {
            let mut hasher = blake3::Hasher::new();
            for text in [FORM, SHAPEWRIGHT_H, LIBC_C] {
                hasher.update(text.as_bytes());
            }
            *hasher.finalize().as_bytes()
        });
        let mut hasher = blake3::Hasher::new();
        hasher.update(own);
        let search = self.search(&command.options);
        hasher.update(format!("{command:?} {search} {role:?}").as_bytes());
        let name = hasher.finalize().to_hex();
        self.directory.join(&name[..2]).join(&name[2..])
    }

    /// The object of a unit, if nothing has changed that it depends on but the answers of other units, or the file it is named after.
    pub(crate) fn get(&self, command: &Command, role: ir::Role) -> Option<Kept> {
        let file = self.file(command, role);
        let bytes = read(&file)?;
        let (head, rest) = bytes.split_at_checked(CHECKED)?;
        let (sum, stamps) = head.split_at(8);
        if sum != checksum(rest).to_le_bytes() {
            return None;
        }
        let identity = Relocation::default();
        let mut reader = Reader::new(rest, &identity);
        let mut paths: Vec<&Path> = Vec::new();
        for _ in 0..usize::read(&mut reader)? {
            let len = usize::read(&mut reader)?;
            paths.push(Path::new(OsStr::from_bytes(reader.take(len)?)));
        }
        let contents = Halves { own: u128::read(&mut reader)?, others: u128::read(&mut reader)? };
        let fleeting = Halves { own: Wire::read(&mut reader)?, others: Wire::read(&mut reader)? };
        let now = looked::stamps(&self.disk, paths.iter().copied(), &command.file)?;
        let mut stale = false;
        let digests = now.map(|(digest, _)| digest.to_le_bytes());
        let is_same = Halves { own: digests.own == stamps[..16], others: digests.others == stamps[16..] };
        if !(is_same.own && is_same.others) {
            // Where the stamps of the others are the same nobody has to read them.
            let found = if is_same.others {
                Halves { own: looked::own_contents(&self.disk, &command.file)?, others: contents.others }
            } else {
                looked::contents(&self.disk, paths.iter().copied(), &command.file)?
            };
            if found.others != contents.others {
                return None;
            }
            stale = found.own != contents.own;
            if !stale {
                restamp(&file, now);
            }
        }
        let asked = Wire::read(&mut reader)?;
        let text = |path: &Arc<str>, (remarked, place): TextPlace| {
            if let Some(digest) = place {
                return self.text(digest, remarked);
            }
            let (path, disk) = (path.clone(), self.disk.clone());
            Some(Text::later(remarked, move || match disk.look(Path::new(&*path)) {
                Ok(Seen::File(contents)) => contents.text(),
                _ => "".into(),
            }))
        };
        let mut reader = Reader::new(reader.rest(), &identity);
        let object = Object::read(&mut reader, &bytes, asked, &text, stale)?;
        Some(if stale {
            let paths = paths.iter().map(|path| path.to_path_buf()).collect();
            let others = Others { contents: contents.others, fleeting: fleeting.others };
            Kept::Stale(object, Before { paths, fleeting: fleeting.own | fleeting.others, others })
        } else {
            Kept::Object(object)
        })
    }

    /// Keeps a text that is not on the disk: units have most of these in common, and hardly any is ever looked at.
    fn keep_text(&self, text: &str) -> Option<u128> {
        let digest = looked::digest(text.as_bytes());
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let file = self.texts.join(format!("{digest:032x}"));
        if !known.contains(&digest) && std::fs::read(&file).ok().as_deref() != Some(text.as_bytes()) {
            write_whole(&file, text.as_bytes())?;
        }
        known.insert(digest);
        Some(digest)
    }

    /// A text that was kept, if it is there.
    fn text(&self, digest: u128, remarked: bool) -> Option<Text> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let file = self.texts.join(format!("{digest:032x}"));
        if !known.contains(&digest) {
            std::fs::metadata(&file).ok().filter(std::fs::Metadata::is_file)?;
            known.insert(digest);
        }
        Some(Text::later(remarked, move || {
            let text = std::fs::read(&file).ok().filter(|bytes| looked::digest(bytes) == digest);
            text.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default().into()
        }))
    }

    /// Keeps the object of a unit. What it was read from before says what need not be looked over again. That it cannot be kept costs time only.
    pub(crate) fn put(
        &self,
        command: &Command,
        role: ir::Role,
        looked: &[(PathBuf, Seen)],
        before: Option<&Before>,
        object: &Object,
    ) -> Option<()> {
        let paths = || looked.iter().map(|(path, _)| path.as_path());
        let mut writer = Writer::default();
        writer.bytes.extend([0; CHECKED]);
        looked.len().write(&mut writer);
        for path in paths() {
            path.to_str()?.to_owned().write(&mut writer);
        }
        let before = before.filter(|before| {
            self.disk.held_still()
                && paths().map(Path::as_os_str).eq(before.paths.iter().map(|path| path.as_os_str()))
        });
        let others = match before {
            Some(before) => before.others,
            None => Others {
                contents: looked::contents(&self.disk, paths(), &command.file)?.others,
                fleeting: fleeting(
                    looked.iter().filter(|(path, _)| path.as_os_str() != command.file.as_os_str()),
                ),
            },
        };
        (looked::own_contents(&self.disk, &command.file)?, others.contents).write(&mut writer);
        let own = fleeting(looked.iter().filter(|(path, _)| path.as_os_str() == command.file.as_os_str()));
        (own, others.fleeting).write(&mut writer);
        object.asked.write(&mut writer);
        let place = |path: &str, text: &Text| {
            let at = looked.binary_search_by(|(known, _)| known.as_path().cmp(Path::new(path)));
            match at.ok().map(|at| &looked[at].1) {
                Some(Seen::File(contents)) => Some((contents.is_remarked(), None)),
                _ => Some((text.is_remarked(), Some(self.keep_text(text)?))),
            }
        };
        object.write(&mut writer, &place)?;
        let sum = checksum(&writer.bytes[CHECKED..]).to_le_bytes();
        writer.bytes[..8].copy_from_slice(&sum);
        if let Some(stamps) = looked::stamps(&self.disk, paths(), &command.file) {
            writer.bytes[8..CHECKED].copy_from_slice(&believed(stamps));
        }
        write_whole(&self.file(command, role), &writer.bytes)
    }
}

/// Writes a file, which is there as a whole or not at all.
fn write_whole(file: &Path, bytes: &[u8]) -> Option<()> {
    let directory = file.parent()?;
    std::fs::create_dir_all(directory).ok()?;
    let part = directory.join(format!(".{}-{:?}", std::process::id(), std::thread::current().id()));
    std::fs::write(&part, bytes).ok()?;
    std::fs::rename(part, file).ok()
}

/// Notes that files with these stamps have the contents they had. That it cannot be noted costs time only.
fn restamp(file: &Path, stamps: Halves<(u128, bool)>) {
    if (stamps.own.1 || stamps.others.1)
        && let Ok(file) = File::options().write(true).open(file)
    {
        let _ = file.write_all_at(&believed(stamps), 8);
    }
}

/// Digests of stamps as they are kept: what is not to be believed is zero, which is no digest.
fn believed(stamps: Halves<(u128, bool)>) -> [u8; 32] {
    let Halves { own, others } = stamps.map(|(digest, settled)| if settled { digest } else { 0 });
    let mut bytes = [0; 32];
    bytes[..16].copy_from_slice(&own.to_le_bytes());
    bytes[16..].copy_from_slice(&others.to_le_bytes());
    bytes
}

/// What any of these files speaks of.
fn fleeting<'a>(looked: impl Iterator<Item = &'a (PathBuf, Seen)>) -> Fleeting {
    let of_file = |(_, seen): &(PathBuf, Seen)| match seen {
        Seen::File(contents) => contents.fleeting(),
        _ => Fleeting::default(),
    };
    looked.map(of_file).fold(Fleeting::default(), BitOr::bitor)
}

impl Wire for Fleeting {
    fn write(&self, to: &mut Writer) {
        (self.counts, self.lines).write(to);
    }

    fn read(from: &mut Reader<'_>) -> Option<Self> {
        Some(Self { counts: bool::read(from)?, lines: bool::read(from)? })
    }
}

/// All of a file.
fn read(file: &Path) -> Option<Arc<Vec<u8>>> {
    let mut file = File::open(file).ok()?;
    let len = usize::try_from(file.metadata().ok()?.len()).ok()?;
    let mut bytes = Vec::with_capacity(len + 1);
    file.read_to_end(&mut bytes).ok()?;
    Some(Arc::new(bytes))
}

/// A checksum, eight bytes at a time: files are damaged by accident, not on purpose.
fn checksum(bytes: &[u8]) -> u64 {
    let step = |sum: u64, word: u64| (sum.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(bytes.len() as u64, |sum, word| step(sum, u64::from_le_bytes(*word)));
    rest.iter().fold(sum, |sum, byte| step(sum, u64::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Model, Programs, load_kept};

    /// A directory of its own for each test, gone when it is over.
    struct Place(PathBuf);

    impl Place {
        fn new(name: &str) -> Self {
            let place = std::env::temp_dir().join(format!("units-{name}-{}", std::process::id()));
            let _ = std::fs::remove_dir_all(&place);
            std::fs::create_dir_all(place.join("near")).expect("a temporary directory");
            Self(place)
        }

        fn write(&self, file: &str, text: &str) {
            std::fs::write(self.0.join(file), text).expect("a temporary file");
        }

        fn commands(&self, files: &[&str]) -> Vec<Command> {
            let include_dirs = vec![self.0.join("near"), self.0.join("far")];
            let options = Options { include_dirs, ..Options::default() };
            files.iter().map(|file| Command { file: self.0.join(file), options: options.clone() }).collect()
        }

        /// The program, with all its places, as text.
        fn program(&self, files: &[&str], kept: bool) -> String {
            let store = self.0.join("store");
            let directory = kept.then_some(store.as_path());
            let loaded = load_kept(
                &self.commands(files),
                &[Model::Libc],
                Programs::One,
                directory,
                &Budget::default(),
            );
            let loaded = loaded.unwrap_or_else(|error| panic!("{error}"));
            let program = &loaded.program;
            let keys = program.keys();
            let keys: Vec<_> = program.functions.ids().map(|id| keys.of(id)).collect();
            format!(
                "{:?}\n{:?}\n{:?}\n{:?}\n{keys:?}\n{:?}",
                program.functions,
                program.globals,
                program.types.records().collect::<Vec<_>>(),
                program.sources,
                loaded.warnings
            )
        }

        /// Which of the units would not be read again.
        fn kept(&self, files: &[&str]) -> Vec<bool> {
            let store = Store::new(&self.0.join("store"), Arc::default());
            let commands = self.commands(files);
            commands
                .iter()
                .map(|command| up_to_date(store.get(command, ir::Role::Ordinary)).is_some())
                .collect()
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    const FILES: &[&str] = &["one.c", "two.c"];

    /// What is kept, if nothing has changed.
    fn up_to_date(kept: Option<Kept>) -> Option<Object> {
        match kept? {
            Kept::Object(object) => Some(object),
            Kept::Stale(..) => None,
        }
    }

    fn two_units(name: &str) -> Place {
        let place = Place::new(name);
        std::fs::create_dir_all(place.0.join("far")).expect("a temporary directory");
        place.write(
            "far/shared.h",
            "struct node { struct node *next; struct other *other; };\n#define NEW(n) malloc(n)\n",
        );
        place.write(
            "one.c",
            "#include <stdlib.h>\n#include <string.h>\n#include \"shared.h\"\nextern int table[];\nstatic const char *names[] = { \"a\", \"b\" };\n\
             struct node *make(void) { struct node *n = NEW(sizeof *n); if (n) n->other = 0; return n; }\n\
             int length(const char *s) { return (int)strlen(s) + table[1] + names[0][0]; }\n",
        );
        place.write(
            "two.c",
            "#include <stdlib.h>\n#include \"shared.h\"\nstruct other { int n; };\nint table[3] = { 1, 2, 3 };\nstruct node *make(void);\n\
             static void drop(struct node *n) { free(n); }\nvoid (*hook)(struct node *) = drop;\n\
             int main(void) { struct node *n = make(); hook(n); int unused; return 0; }\n",
        );
        place
    }

    #[test]
    fn what_was_kept_is_what_would_be_read() {
        let place = two_units("same");
        let read = place.program(FILES, false);
        assert_eq!(place.kept(FILES), [false, false]);
        assert_eq!(place.program(FILES, true), read);
        assert_eq!(place.kept(FILES), [true, true]);
        assert_eq!(place.program(FILES, true), read);
    }

    #[test]
    fn what_changes_is_read_again() {
        let place = two_units("changes");
        place.program(FILES, true);
        let text = std::fs::read_to_string(place.0.join("two.c")).expect("it is there");
        place.write("two.c", &text.replace("return 0;", "return 1;"));
        assert_eq!(place.kept(FILES), [true, false]);
        assert_eq!(place.program(FILES, true), place.program(FILES, false));
        assert_eq!(place.kept(FILES), [true, true]);
        // A header that both read.
        place.write(
            "far/shared.h",
            "struct node { struct other *other; struct node *next; };\n#define NEW(n) calloc(1, n)\n",
        );
        assert_eq!(place.kept(FILES), [false, false]);
        assert_eq!(place.program(FILES, true), place.program(FILES, false));
        // A header that comes to lie in front of it.
        place.write(
            "near/shared.h",
            "struct node { struct node *next; struct other *other; long n; };\n#define NEW(n) malloc(n)\n",
        );
        assert_eq!(place.kept(FILES), [false, false]);
        assert_eq!(place.program(FILES, true), place.program(FILES, false));
        std::fs::remove_file(place.0.join("near/shared.h")).expect("it was there");
        assert_eq!(place.kept(FILES), [false, false]);
        assert_eq!(place.program(FILES, true), place.program(FILES, false));
    }

    #[test]
    fn what_other_units_define_is_asked_again() {
        let place = two_units("asked");
        place.write(
            "three.c",
            "void *malloc(unsigned long n) { static char all[64]; return n > 64 ? 0 : all; }\n",
        );
        let files = &["one.c", "two.c", "three.c"];
        let alone = place.program(FILES, true);
        let with = place.program(files, false);
        assert!(alone.contains("Alloc {") && !with.contains("Alloc {"), "{with}");
        assert_eq!(place.program(files, true), with);
        assert_eq!(place.program(FILES, true), alone);
    }

    /// A disk on which nothing was written for a while.
    fn settled() -> Arc<Disk> {
        Arc::new(Disk::at(std::time::SystemTime::now() + std::time::Duration::from_secs(60)))
    }

    #[test]
    fn stamps_are_noted_when_they_are_settled() {
        let place = two_units("stamps");
        place.program(FILES, true);
        let (command, directory) = (&place.commands(FILES)[1], place.0.join("store"));
        let file = Store::new(&directory, Arc::default()).file(command, ir::Role::Ordinary);
        let stamps = || std::fs::read(&file).expect("it was kept")[8..CHECKED].to_vec();
        let get = |disk: Arc<Disk>| up_to_date(Store::new(&directory, disk).get(command, ir::Role::Ordinary));
        // Files that were written just now may be written again within the tick.
        assert!(get(Arc::default()).is_some() && stamps().iter().all(|byte| *byte == 0));
        assert!(get(settled()).is_some() && stamps().iter().any(|byte| *byte != 0));
        // With stamps, nothing is read until somebody looks at a text.
        let (disk, known) = (settled(), stamps());
        let object = get(disk.clone()).expect("nothing has changed");
        assert_eq!(disk.n_seen(), 0);
        assert!(
            object
                .sources
                .files
                .iter()
                .any(|file| file.text.as_deref().is_some_and(|text| text.contains("hook")))
        );
        assert!(disk.n_seen() > 0 && stamps() == known);
        // The same text, written again: other stamps, the same object.
        let source = place.0.join("two.c");
        let text = std::fs::read_to_string(&source).expect("it is there");
        let times = std::fs::metadata(&source).and_then(|meta| meta.modified()).expect("a time");
        let rewrite = |text: &str| {
            std::fs::write(&source, text).expect("a temporary file");
            let file = File::options().write(true).open(&source).expect("it is there");
            file.set_modified(times).expect("a time that can be set");
        };
        std::thread::sleep(std::time::Duration::from_millis(20));
        rewrite(&text);
        assert!(get(settled()).is_some() && stamps() != known);
        // Another text of the same size, and a time of writing that says nothing happened.
        std::thread::sleep(std::time::Duration::from_millis(20));
        rewrite(&text.replace("return 0;", "return 1;"));
        assert!(get(settled()).is_none());
    }

    #[test]
    fn edits_give_what_reading_everything_gives() {
        let place = two_units("edits");
        place.program(FILES, true);
        let one = std::fs::read_to_string(place.0.join("one.c")).expect("it is there");
        let mut text = one.clone();
        for (from, to) in [
            ("return n; }", "{ volatile int probe = 1; (void)probe; } return n; }"),
            ("if (n)", "\n\n if (n)"),
            ("return (int)strlen(s)", "s++;\n return (int)strlen(s)"),
            ("n->other = 0;", "n->other = NEW(4);"),
            ("#include <string.h>\n", "#include <string.h>\n#include <ctype.h>\n"),
            ("names[0][0]", "names[1][0] +\n isdigit(*s)"),
            ("s++;", "s += table[2];"),
            ("\"b\"", "\"c\""),
        ] {
            assert_eq!(text.matches(from).count(), 1, "{from}");
            text = text.replace(from, to);
            place.write("one.c", &text);
            let fresh = place.program(FILES, false);
            assert_eq!(place.program(FILES, true), fresh, "{to}");
            // What was kept of the edit is taken, and is the same.
            assert_eq!(place.kept(FILES), [true, true]);
            assert_eq!(place.program(FILES, true), fresh, "{to}");
        }
        place.write(
            "far/shared.h",
            "struct node { struct node *next; struct other *other; };\n\n#define NEW(n) calloc(n, 1)\n",
        );
        assert_eq!(place.program(FILES, true), place.program(FILES, false));
        place.write("one.c", &one);
        assert_eq!(place.program(FILES, true), place.program(FILES, false));
    }

    #[test]
    fn damage_is_noticed() {
        let place = two_units("damage");
        let read = place.program(FILES, true);
        let store = Store::new(&place.0.join("store"), Arc::default());
        let file = store.file(&place.commands(FILES)[0], ir::Role::Ordinary);
        let bytes = std::fs::read(&file).expect("it was kept");
        for at in (0..bytes.len()).step_by(bytes.len() / 40) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            for damaged in [&damaged[..], &bytes[..at]] {
                std::fs::write(&file, damaged).expect("a temporary file");
                assert_eq!(place.kept(FILES), [false, true], "byte {at}");
            }
        }
        assert_eq!(place.program(FILES, true), read);
        assert_eq!(place.kept(FILES), [true, true]);
    }

    #[test]
    fn bytes_that_nobody_wrote_do_no_harm() {
        let place = two_units("hostile");
        place.program(FILES, true);
        let store = Store::new(&place.0.join("store"), Arc::default());
        let file = store.file(&place.commands(FILES)[0], ir::Role::Ordinary);
        let bytes = std::fs::read(&file).expect("it was kept");
        // With a checksum that fits, reading gives something or nothing, and ends.
        for at in (CHECKED..bytes.len()).step_by(bytes.len() / 200) {
            let mut damaged = bytes.clone();
            damaged[at] = damaged[at].wrapping_add(0x55);
            let sum = checksum(&damaged[CHECKED..]).to_le_bytes();
            damaged[..8].copy_from_slice(&sum);
            std::fs::write(&file, damaged).expect("a temporary file");
            let _ = place.kept(FILES);
        }
    }
}
