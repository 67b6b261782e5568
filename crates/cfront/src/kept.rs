//! Objects kept on disk between runs, in a store.
//!
//! The name of an entry is a hash of how a unit is read: its command, and where headers are looked for. It has what was
//! looked for on the disk, with digests of what was found (`looked`), and what was asked of other units, with the answers; then the object.
//! It is taken if all that is still so. That includes files which were *not* there: a header that comes to lie in front of
//! another is another unit. Code, and what else hardly anybody asks for, comes last and stays on the disk (`parts`).
//!
//! Texts that spans point into are not in it: they are on the disk, and those that are not (headers and macros of our own) are entries of their own, by
//! their content.
//!
//! The digests of stamps are the note of an entry. They are written anew where only the stamps have
//! changed, and if they are damaged they fit nothing. The file a unit is named after has digests of its own: where it alone was edited, the headers are
//! neither hashed nor searched again.

use std::collections::hash_map::Entry as Slot;
use std::ffi::OsStr;
use std::ops::BitOr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use ir::wire::{Reader, Relocation, Wire, Writer};
use ir::{Sources, Text};
use store::{Name, Shelf, Store};

use rustc_hash::FxHashMap;

use crate::files::{Disk, Files, Fleeting, Seen};
use crate::headers;
use crate::looked::{self, Halves};
use crate::lower::{self, World};
use crate::object::{Object, TextPlace};
use crate::options::{Command, Options};
use crate::parts::{Extent, Parts};
use crate::unit;

/// Keeps objects.
pub(crate) struct Keeper {
    units: Arc<Shelf>,
    disk: Arc<Disk>,
    /// The options looked at last, and a digest of them and of where headers are looked for with them: most units have the same.
    reading: Mutex<Option<(Options, u128)>>,
    /// Texts that are not on the disk, and those that are known to be kept.
    texts: Shelf,
    known: Mutex<FxHashMap<u128, Arc<str>>>,
    /// The front of the entry that was read last: memory that was used before costs less than memory that was not.
    front: Mutex<Vec<u8>>,
    /// How many entries are held open.
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

/// The digests of stamps: of the file a unit is named after, and of the others.
type Stamps = [u8; 32];
const OWN: usize = 16;

/// So many entries are held open, of the thousand files that most systems allow. Of the others everything is read at once.
const HELD: usize = 256;

impl Keeper {
    /// Nothing if the store has no room for it.
    pub(crate) fn new(store: &Store, disk: Arc<Disk>) -> Option<Self> {
        Some(Self {
            units: store.shelf("units")?.into(),
            disk,
            reading: Mutex::default(),
            texts: store.shelf("texts")?,
            known: Mutex::default(),
            front: Mutex::default(),
            held: AtomicUsize::new(0),
        })
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

    fn name(&self, command: &Command, role: ir::Role) -> Name {
        let Command { file, options } = command;
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.reading(options).to_le_bytes());
        hasher.update(format!("{role:?} ").as_bytes());
        hasher.update(file.as_os_str().as_bytes());
        Name::new(*hasher.finalize().as_bytes())
    }

    /// The object of a unit, if nothing has changed that it depends on but the answers of other units, or the file it is named after.
    pub(crate) fn get(&self, command: &Arc<Command>, role: ir::Role) -> Option<Kept> {
        let name = self.name(command, role);
        let mut front = self.front.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = self.units.get(&name, &mut front)?;
        let stamps = entry.note().copied().unwrap_or_default();
        let identity = Relocation::default();
        let mut reader = Reader::new(&front, &identity);
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
        let is_same = Halves { own: digests.own == stamps[..OWN], others: digests.others == stamps[OWN..] };
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
            // That it cannot be noted that files with these stamps have the contents they had costs time only.
            if !stale && (now.own.1 || now.others.1) {
                self.units.note(&entry, &believed(now));
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
        let parts = if stale {
            // To read the unit once more would give another object by now, so they are read while nothing rests on them.
            extents.now(&entry)?
        } else {
            let (command, asked, disk) = (command.clone(), asked.clone(), self.disk.clone());
            let units = self.units.clone();
            let again = move || {
                // The next run keeps another.
                units.remove(&name);
                Some(lowered(&command, role, &asked, &disk)?.parts())
            };
            extents.later(entry, again)
        };
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
        if let Slot::Vacant(new) = known.entry(digest) {
            let name = Name::of(&digest.to_le_bytes());
            let is_kept = self.texts.get(&name, &mut Vec::new()).is_some();
            if !is_kept && !self.texts.put(&name, text.as_bytes(), &Stamps::default(), &[]) {
                return None;
            }
            new.insert(text.into());
        }
        Some(digest)
    }

    /// A text that was kept, if it is there. There are few, so whether it is what it was is asked at once.
    fn text(&self, digest: u128, remarked: bool) -> Option<Text> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let text = match known.entry(digest) {
            Slot::Occupied(old) => old.get().clone(),
            Slot::Vacant(new) => {
                let mut bytes = Vec::new();
                self.texts.get(&Name::of(&digest.to_le_bytes()), &mut bytes)?;
                new.insert(String::from_utf8(bytes).ok()?.into()).clone()
            }
        };
        Some(Text::later(remarked, move || text.clone()))
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
        let stamps = looked::stamps(&self.disk, paths(), &command.file).map(believed).unwrap_or_default();
        let [expansions, seams, code] = parts.each();
        let rest = [&**expansions, seams, code];
        self.units.put(&self.name(command, role), &writer.bytes, &stamps, &rest).then_some(())
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

/// Digests of stamps as they are kept: what is not to be believed is zero, which is no digest.
fn believed(stamps: Halves<(u128, bool)>) -> Stamps {
    let Halves { own, others } = stamps.map(|(digest, settled)| if settled { digest } else { 0 });
    let mut bytes = Stamps::default();
    bytes[..OWN].copy_from_slice(&own.to_le_bytes());
    bytes[OWN..].copy_from_slice(&others.to_le_bytes());
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
            let store = kept.then(|| Arc::new(self.store()));
            let commands: Vec<Command> =
                self.commands(files).iter().map(|command| (**command).clone()).collect();
            let loaded =
                load_kept(&commands, &[Model::Libc], Programs::One, store.as_ref(), &Budget::default());
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

        fn store(&self) -> Store {
            Store::open(&self.0.join("store"), &[0; 32]).unwrap_or_else(|why| panic!("{why}"))
        }

        fn keeper(&self, disk: Arc<Disk>) -> Keeper {
            Keeper::new(&self.store(), disk).expect("it has room")
        }

        /// The file of the first unit, what is in it, and where its parts begin.
        fn first_file(&self) -> (PathBuf, Vec<u8>, usize) {
            let name = self.keeper(Arc::default()).name(&self.commands(FILES)[0], ir::Role::Ordinary);
            let versions = std::fs::read_dir(self.0.join("store")).expect("a directory").flatten();
            let files = versions.map(|version| version.path().join("units").join(name.to_string()));
            let file = files.into_iter().find(|file| file.exists()).expect("it was kept");
            let bytes = std::fs::read(&file).expect("it was kept");
            let len = *bytes[..HEADER].last_chunk().expect("it has a header");
            (file, bytes, HEADER + u64::from_le_bytes(len) as usize)
        }

        /// Which of the units would not be read again.
        fn kept(&self, files: &[&str]) -> Vec<bool> {
            let store = self.keeper(Arc::default());
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

    /// The length of the header that a store writes before the front of an entry. It ends with the length of the front.
    const HEADER: usize = 104;

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
        let command = &place.commands(FILES)[1];
        let stamps = || {
            let keeper = place.keeper(Arc::default());
            let entry = keeper.units.get(&keeper.name(command, ir::Role::Ordinary), &mut Vec::new());
            *entry.expect("it was kept").note().expect("it has stamps")
        };
        let get = |disk: Arc<Disk>| up_to_date(place.keeper(disk).get(command, ir::Role::Ordinary));
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
            let file = std::fs::File::options().write(true).open(&source).expect("it is there");
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
        for at in (HEADER..front).step_by(front / 40) {
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
            let store = place.keeper(Arc::default());
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
            let store = place.keeper(Arc::default());
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
    fn damage_after_the_front_of_a_unit_that_has_changed_is_noticed() {
        let place = two_units("stale");
        let one = std::fs::read_to_string(place.0.join("one.c")).expect("it is there");
        let (mut edited, mut at, mut n) = (false, 0, 0);
        loop {
            // The entry is always of the text before.
            place.program(FILES, true);
            let (file, bytes, front) = place.first_file();
            if front + at >= bytes.len() {
                break;
            }
            let mut damaged = bytes.clone();
            damaged[front + at] ^= 0x10;
            at += (bytes.len() - front) / 20;
            n += 1;
            std::fs::write(&file, &damaged).expect("a temporary file");
            edited = !edited;
            place.write("one.c", &if edited { one.replace("if (n)", "\n if (n)") } else { one.clone() });
            assert_eq!(place.program(FILES, true), place.program(FILES, false), "byte {at}");
        }
        assert!(n >= 20, "{n}");
    }

    #[test]
    fn a_text_that_was_damaged_is_not_there() {
        let place = two_units("texts");
        let one = std::fs::read_to_string(place.0.join("one.c")).expect("it is there");
        // Our model of the library is a text that is not on the disk.
        place.write("one.c", &format!("{one}\nint number(void) {{ return rand(); }}\n"));
        let read = place.program(FILES, true);
        let versions = std::fs::read_dir(place.0.join("store")).expect("a directory").flatten();
        let texts = versions.map(|version| version.path().join("texts")).find(|texts| texts.is_dir());
        let files: Vec<PathBuf> = std::fs::read_dir(texts.expect("there are some"))
            .expect("a directory")
            .flatten()
            .map(|file| file.path())
            .collect();
        assert!(!files.is_empty());
        for file in files {
            let bytes = std::fs::read(&file).expect("a text");
            let mut damaged = bytes.clone();
            *damaged.last_mut().expect("it is not empty") ^= 0x10;
            std::fs::write(&file, damaged).expect("a temporary file");
            assert_eq!(place.program(FILES, true), read);
            assert!(std::fs::read(&file).expect("a text") == bytes);
        }
    }

    #[test]
    fn bytes_that_nobody_wrote_do_no_harm() {
        let place = two_units("hostile");
        place.program(FILES, true);
        let keeper = place.keeper(Arc::default());
        let name = keeper.name(&place.commands(FILES)[0], ir::Role::Ordinary);
        let mut front = Vec::new();
        let entry = keeper.units.get(&name, &mut front).expect("it was kept");
        let (file, bytes, rest) = place.first_file();
        // Under a seal that fits, reading gives something or nothing, and ends.
        for at in (0..front.len()).step_by(front.len() / 200) {
            let mut damaged = front.clone();
            damaged[at] = damaged[at].wrapping_add(0x55);
            let note = entry.note().expect("it has stamps");
            assert!(keeper.units.put(&name, &damaged, note, &[&bytes[rest..]]));
            assert!(file.exists());
            let _ = place.kept(FILES);
        }
    }
}
