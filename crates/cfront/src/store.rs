//! Objects kept on disk between runs.
//!
//! A file is named by a hash of how a unit is read: its command, where headers are looked for, our version. It has what was
//! looked for on the disk, with digests of what was found, and what was asked of other units, with the answers; then the object.
//! It is taken if all that is still so. That includes files which were *not* there: a header that comes to lie in front of
//! another is another unit. A file that is not as it should be (the first bytes are a checksum) is no file.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ir::wire::{Reader, Relocation, Wire, Writer};
use rustc_hash::FxHashMap;

use crate::files::{Disk, LIBC_C, SHAPEWRIGHT_H, Seen};
use crate::headers;
use crate::object::Object;
use crate::options::{Command, Options};

/// The form of the files, and what reading C gives: to be changed with either.
const FORM: &str = concat!("units 6 ", env!("CARGO_PKG_VERSION"));

/// Where objects are kept.
pub(crate) struct Store {
    directory: PathBuf,
    disk: Arc<Disk>,
    /// The options looked at last, and where headers are looked for with them: most units have the same.
    search: Mutex<Option<(Options, Arc<str>)>>,
}

/// What was found at a path.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    Nothing,
    Directory,
    /// A file, with a digest of its contents and the number of the first path that is the same file.
    File(u128, usize),
}

impl Store {
    pub(crate) fn new(directory: &Path, disk: Arc<Disk>) -> Self {
        Self { directory: directory.join("units"), disk, search: Mutex::default() }
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

    /// The object of a unit, if nothing has changed that it depends on but the answers of other units.
    pub(crate) fn get(&self, command: &Command, role: ir::Role) -> Option<Object> {
        let bytes = read(&self.file(command, role))?;
        let (sum, rest) = bytes.split_at_checked(8)?;
        if sum != checksum(rest).to_le_bytes() {
            return None;
        }
        let identity = Relocation::default();
        let mut reader = Reader::new(rest, &identity);
        let count = usize::read(&mut reader)?;
        let mut first: FxHashMap<(u64, u64), usize> = FxHashMap::default();
        for number in 0..count {
            let path = String::read(&mut reader)?;
            let was = Found::read(&mut reader)?;
            if self.found(Path::new(&path), number, &mut first)? != was {
                return None;
            }
        }
        let asked = Wire::read(&mut reader)?;
        let text = |path: &str| match self.disk.look(Path::new(path)) {
            Ok(Seen::File(contents)) => Some(contents.text()),
            _ => None,
        };
        let mut reader = Reader::new(reader.rest(), &identity);
        Object::read(&mut reader, &bytes, asked, &text)
    }

    /// Keeps the object of a unit. That it cannot be kept costs time only.
    pub(crate) fn put(
        &self,
        command: &Command,
        role: ir::Role,
        looked: &[(PathBuf, Seen)],
        object: &Object,
    ) -> Option<()> {
        let mut writer = Writer::default();
        writer.bytes.extend([0; 8]);
        looked.len().write(&mut writer);
        let mut first = FxHashMap::default();
        for (number, (path, _)) in looked.iter().enumerate() {
            path.to_str()?.to_owned().write(&mut writer);
            self.found(path, number, &mut first)?.write(&mut writer);
        }
        object.asked.write(&mut writer);
        let is_file = |path: &str| {
            let at = looked.binary_search_by(|(known, _)| known.as_path().cmp(Path::new(path)));
            at.is_ok_and(|at| matches!(looked[at].1, Seen::File(_)))
        };
        object.write(&mut writer, &is_file);
        let sum = checksum(&writer.bytes[8..]).to_le_bytes();
        writer.bytes[..8].copy_from_slice(&sum);
        let file = self.file(command, role);
        let directory = file.parent()?;
        // A file is there as a whole or not at all.
        std::fs::create_dir_all(directory).ok()?;
        let part = directory.join(format!(".{}-{:?}", std::process::id(), std::thread::current().id()));
        std::fs::write(&part, &writer.bytes).ok()?;
        std::fs::rename(part, &file).ok()
    }

    fn found(&self, path: &Path, number: usize, first: &mut FxHashMap<(u64, u64), usize>) -> Option<Found> {
        Some(match self.disk.look(path).ok()? {
            Seen::File(contents) => {
                let same = *first.entry(contents.identity).or_insert(number);
                Found::File(contents.digest(), same)
            }
            Seen::Directory => Found::Directory,
            Seen::Nothing => Found::Nothing,
            // What was refused is not kept.
            Seen::Large(_) | Seen::Other => return None,
        })
    }
}

impl Wire for Found {
    fn write(&self, to: &mut Writer) {
        match self {
            Self::Nothing => 0_u8.write(to),
            Self::Directory => 1_u8.write(to),
            Self::File(digest, same) => {
                2_u8.write(to);
                digest.write(to);
                same.write(to);
            }
        }
    }
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        Some(match u8::read(from)? {
            0 => Self::Nothing,
            1 => Self::Directory,
            2 => Self::File(Wire::read(from)?, Wire::read(from)?),
            _ => return None,
        })
    }
}

/// All of a file, in memory that can be shared as it is.
fn read(file: &Path) -> Option<Arc<[u8]>> {
    let mut file = File::open(file).ok()?;
    let len = usize::try_from(file.metadata().ok()?.len()).ok()?;
    let mut bytes: Arc<[u8]> = std::iter::repeat_n(0, len).collect();
    file.read_exact(Arc::get_mut(&mut bytes)?).ok()?;
    Some(bytes)
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
    use crate::{Budget, Model, load_kept};

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
            let loaded = load_kept(&self.commands(files), &[Model::Libc], directory, &Budget::default());
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
            commands.iter().map(|command| store.get(command, ir::Role::Ordinary).is_some()).collect()
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    const FILES: &[&str] = &["one.c", "two.c"];

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
        for at in (8..bytes.len()).step_by(bytes.len() / 200) {
            let mut damaged = bytes.clone();
            damaged[at] = damaged[at].wrapping_add(0x55);
            let sum = checksum(&damaged[8..]).to_le_bytes();
            damaged[..8].copy_from_slice(&sum);
            std::fs::write(&file, damaged).expect("a temporary file");
            let _ = place.kept(FILES);
        }
    }
}
