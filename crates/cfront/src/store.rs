//! Objects kept on disk between runs.
//!
//! A file is named by a hash of how a unit is read: its command, where headers are looked for, our version. It has what was
//! looked for on the disk, with digests of what was found (`looked`), and what was asked of other units, with the answers; then the object.
//! It is taken if all that is still so. That includes files which were *not* there: a header that comes to lie in front of
//! another is another unit. A file that is not as it should be (the first bytes are a checksum) is no file. Code, and what else hardly anybody asks
//! for, comes last and stays on the disk (`parts`).
//!
//! Texts that spans point into are not in it: they are on the disk, and those that are not (headers and macros of our own) are in files of their own, by
//! their content.
//!
//! The digests of stamps stand in front of what the checksum is about. They are written anew where only the stamps have
//! changed, and damaged they fit nothing. The file a unit is named after has digests of its own: where it alone was edited, the headers are
//! neither hashed nor searched again.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Write as _;
use std::ops::BitOr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ir::wire::{Reader, Relocation, Wire, Writer};
use ir::{Sources, Text};

use rustc_hash::FxHashSet;

use crate::files::{Disk, Files, Fleeting, LIBC_C, SHAPEWRIGHT_H, Seen};
use crate::headers;
use crate::looked::{self, Halves};
use crate::lower::{self, World};
use crate::object::{Object, TextPlace};
use crate::options::{Command, Options};
use crate::parts::{Extent, Parts, checksum};
use crate::unit;

/// The form of the files, and what reading C gives: to be changed with either.
const FORM: &str = concat!("units 20 ", env!("CARGO_PKG_VERSION"));

/// Where objects are kept.
pub(crate) struct Store {
    directory: PathBuf,
    disk: Arc<Disk>,
    /// The options looked at last, and a digest of them and of where headers are looked for with them: most units have the same.
    reading: Mutex<Option<(Options, u128)>>,
    /// Where texts are kept that are not on the disk, and those that are known to be there.
    texts: PathBuf,
    known: Mutex<FxHashSet<u128>>,
    /// The front of the file that was read last: memory that was used before costs less than memory that was not.
    front: Mutex<Vec<u8>>,
    /// How many files are held open.
    held: AtomicUsize,
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
    paths: Vec<PathBuf>,
    /// Whether its texts spoke of lines and counters.
    pub(crate) fleeting: Fleeting,
    others: Others,
}

impl Before {
    /// Whether these are the paths that were looked at, as they are written.
    pub(crate) fn is_of(&self, looked: &[(PathBuf, Seen)]) -> bool {
        let paths = looked.iter().map(|(path, _)| path.as_os_str());
        paths.eq(self.paths.iter().map(|path| path.as_os_str()))
    }
}

/// What is known of the files that a unit was read from, but for the one it is named after.
#[derive(Clone, Copy)]
struct Others {
    contents: u128,
    fleeting: Fleeting,
}

/// A file begins with a checksum of what comes behind the digests of stamps, and those,
const CHECKED: usize = 40;
/// then how many bytes there are before the parts.
const FRONT: usize = 48;

/// So many files are held open, of the thousand that most systems allow. Of the others everything is read at once.
const HELD: usize = 256;

impl Store {
    pub(crate) fn new(directory: &Path, disk: Arc<Disk>) -> Self {
        Self {
            directory: directory.join("units"),
            disk,
            reading: Mutex::default(),
            texts: directory.join("texts"),
            known: Mutex::default(),
            front: Mutex::default(),
            held: AtomicUsize::new(0),
        }
    }

    /// A digest of how units with these options are read.
    fn reading(&self, options: &Options) -> u128 {
        let mut last = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, digest)) = last.as_ref().filter(|(known, _)| known == options) {
            return *digest;
        }
        let search = headers::search_path(options);
        let digest = looked::digest(format!("{options:?} {search:?}").as_bytes());
        *last = Some((options.clone(), digest));
        digest
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
        let Command { file, options } = command;
        hasher.update(&self.reading(options).to_le_bytes());
        hasher.update(format!("{role:?} ").as_bytes());
        hasher.update(file.as_os_str().as_bytes());
        let name = hasher.finalize().to_hex();
        self.directory.join(&name[..2]).join(&name[2..])
    }

    /// The object of a unit, if nothing has changed that it depends on but the answers of other units, or the file it is named after.
    pub(crate) fn get(&self, command: &Arc<Command>, role: ir::Role) -> Option<Kept> {
        let path = self.file(command, role);
        let file = File::open(&path).ok()?;
        let mut front = self.front.lock().unwrap_or_else(PoisonError::into_inner);
        read_front(&file, &mut front)?;
        let stamps = &front[8..CHECKED];
        let identity = Relocation::default();
        let mut reader = Reader::new(&front[FRONT..], &identity);
        let extents: Parts<Extent> = Wire::read(&mut reader)?;
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
                restamp(&path, now);
            }
        }
        let asked: Vec<(Arc<str>, bool)> = Wire::read(&mut reader)?;
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
        let again = {
            let (command, asked, disk) = (command.clone(), asked.clone(), self.disk.clone());
            move || {
                // The next run keeps another.
                let _ = std::fs::remove_file(&path);
                Some(lowered(&command, role, &asked, &disk)?.parts())
            }
        };
        let parts = extents.later(file, front.len() as u64, again);
        if self.held.fetch_add(1, Ordering::Relaxed) >= HELD {
            parts.each().into_iter().for_each(|part| part.fetch());
        }
        let mut reader = Reader::new(reader.rest(), &identity);
        let object = Object::read(&mut reader, parts, asked, &text, stale)?;
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
            write_whole(&file, &[text.as_bytes()])?;
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
        writer.bytes.extend([0; FRONT]);
        let parts = object.parts();
        parts.map(|bytes| Extent::of(bytes)).write(&mut writer);
        looked.len().write(&mut writer);
        for path in paths() {
            path.to_str()?.to_owned().write(&mut writer);
        }
        let before = before.filter(|before| self.disk.held_still() && before.is_of(looked));
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
            let at = looked.binary_search_by(|(known, _)| known.as_os_str().cmp(OsStr::new(path)));
            match at.ok().map(|at| &looked[at].1) {
                Some(Seen::File(contents)) => Some((contents.is_remarked(), None)),
                _ => Some((text.is_remarked(), Some(self.keep_text(text)?))),
            }
        };
        object.write(&mut writer, &place)?;
        let len = (writer.bytes.len() - FRONT) as u64;
        writer.bytes[CHECKED..FRONT].copy_from_slice(&len.to_le_bytes());
        let sum = checksum(&writer.bytes[CHECKED..]).to_le_bytes();
        writer.bytes[..8].copy_from_slice(&sum);
        if let Some(stamps) = looked::stamps(&self.disk, paths(), &command.file) {
            writer.bytes[8..CHECKED].copy_from_slice(&believed(stamps));
        }
        let [expansions, seams, code] = parts.each();
        write_whole(&self.file(command, role), &[&writer.bytes, expansions, seams, code])
    }
}

/// What reading a unit gives, without looking at what is kept of it. That other units define what it asked about is taken for granted.
fn lowered(
    command: &Command,
    role: ir::Role,
    asked: &[(Arc<str>, bool)],
    disk: &Arc<Disk>,
) -> Option<Object> {
    let (files, mut sources) = (Files::on(disk.clone()), Sources::default());
    let unit = unit::check(command, &files, &mut sources).ok()?;
    let world: World = asked.iter().filter(|(_, defined)| *defined).map(|(name, _)| name.clone()).collect();
    lower::unit(unit, sources, &world, role, true).ok()
}

/// Writes a file, which is there as a whole or not at all.
fn write_whole(file: &Path, parts: &[&[u8]]) -> Option<()> {
    let directory = file.parent()?;
    std::fs::create_dir_all(directory).ok()?;
    let part = directory.join(format!(".{}-{:?}", std::process::id(), std::thread::current().id()));
    let mut written = File::create(&part).ok()?;
    parts.iter().try_for_each(|bytes| written.write_all(bytes)).ok()?;
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

/// The front of a file: all but the parts that come behind it. Says whether it is as it should be.
fn read_front(file: &File, front: &mut Vec<u8>) -> Option<()> {
    front.resize(FRONT, 0);
    file.read_exact_at(front, 0).ok()?;
    let len = u64::from_le_bytes(*front.last_chunk()?);
    // A length that nobody wrote is noticed before there is memory for it.
    let room = file.metadata().ok()?.len().checked_sub(FRONT as u64)?;
    front.resize(FRONT.checked_add(usize::try_from(len).ok().filter(|_| len <= room)?)?, 0);
    file.read_exact_at(&mut front[FRONT..], FRONT as u64).ok()?;
    (front[..8] == checksum(&front[CHECKED..]).to_le_bytes()).then_some(())
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

        fn commands(&self, files: &[&str]) -> Vec<Arc<Command>> {
            let include_dirs = vec![self.0.join("near"), self.0.join("far")];
            let options = Options { include_dirs, ..Options::default() };
            let command = |file: &&str| Command { file: self.0.join(file), options: options.clone() };
            files.iter().map(|file| Arc::new(command(file))).collect()
        }

        /// The program, with all its places, as text.
        fn program(&self, files: &[&str], kept: bool) -> String {
            let store = self.0.join("store");
            let directory = kept.then_some(store.as_path());
            let commands: Vec<Command> =
                self.commands(files).iter().map(|command| (**command).clone()).collect();
            let loaded = load_kept(&commands, &[Model::Libc], Programs::One, directory, &Budget::default());
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

        /// The file of the first unit, what is in it, and where its parts begin.
        fn first_file(&self) -> (PathBuf, Vec<u8>, usize) {
            let store = Store::new(&self.0.join("store"), Arc::default());
            let file = store.file(&self.commands(FILES)[0], ir::Role::Ordinary);
            let bytes = std::fs::read(&file).expect("it was kept");
            let len = bytes[CHECKED..FRONT].try_into().expect("it has a front");
            (file, bytes, FRONT + u64::from_le_bytes(len) as usize)
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
        let (file, bytes, front) = place.first_file();
        for at in (0..front).step_by(front / 40) {
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
    fn damage_behind_the_front_is_made_good() {
        let place = two_units("parts");
        place.program(FILES, true);
        let one = std::fs::read_to_string(place.0.join("one.c")).expect("it is there");
        place.write("one.c", &one.replace("if (n)", "\n if (n)"));
        let read = place.program(FILES, true);
        let (file, bytes, front) = place.first_file();
        let mut gone = 0;
        for at in (front..bytes.len()).step_by((bytes.len() - front) / 20) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            for damaged in [&damaged[..], &bytes[..at]] {
                std::fs::write(&file, damaged).expect("a temporary file");
                assert_eq!(place.kept(FILES), [true, true], "byte {at}");
                assert_eq!(place.program(FILES, true), read, "byte {at}");
                gone += usize::from(!file.exists());
            }
        }
        // Nobody asks for the seams of a unit that has not changed.
        assert!(gone > 20, "{gone}");
        assert_eq!(place.program(FILES, true), read);
        assert_eq!(place.kept(FILES), [true, true]);
    }

    #[test]
    fn what_takes_the_place_of_a_file_takes_nothing_from_whoever_reads_it() {
        let place = two_units("replaced");
        place.program(FILES, true);
        let get = |nth: usize| {
            let store = Store::new(&place.0.join("store"), Arc::default());
            up_to_date(store.get(&place.commands(FILES)[nth], ir::Role::Ordinary)).expect("it was kept")
        };
        let (before, known) = (get(0), get(0).code.to_vec());
        let text = std::fs::read_to_string(place.0.join("one.c")).expect("it is there");
        place.write("one.c", &text.replace("return n;", "n++; return n;"));
        place.program(FILES, true);
        assert!(before.code[..] == known && get(0).code[..] != known);
    }

    #[test]
    fn what_is_not_held_open_is_read_at_once() {
        let place = two_units("held");
        place.program(FILES, true);
        let command = &place.commands(FILES)[0];
        let get = |held: usize| {
            let store = Store::new(&place.0.join("store"), Arc::default());
            store.held.store(held, Ordering::Relaxed);
            up_to_date(store.get(command, ir::Role::Ordinary)).expect("it was kept")
        };
        let (held, other, known) = (get(HELD - 1), get(HELD), get(0).code.to_vec());
        let file = place.first_file().0;
        std::fs::write(&file, "").expect("a temporary file");
        assert!(other.code[..] == known && file.exists());
        // Here the damage is met, and the file goes.
        assert!(held.code[..] == known && !file.exists());
    }

    #[test]
    fn bytes_that_nobody_wrote_do_no_harm() {
        let place = two_units("hostile");
        place.program(FILES, true);
        let (file, bytes, front) = place.first_file();
        // With a checksum that fits, reading gives something or nothing, and ends.
        for at in (CHECKED..front).step_by(front / 200) {
            let mut damaged = bytes.clone();
            damaged[at] = damaged[at].wrapping_add(0x55);
            let sum = checksum(&damaged[CHECKED..front]).to_le_bytes();
            damaged[..8].copy_from_slice(&sum);
            std::fs::write(&file, damaged).expect("a temporary file");
            let _ = place.kept(FILES);
        }
    }
}
