//! The files a unit is made of: the disk, with a few headers of our own in front of and behind it.
//!
//! What the preprocessor is given is bounded here, because it reads whatever an `#include` names:
//! the size of a file, the number of files and the number of bytes in all of them. Only regular
//! files are read. A file that was refused is remembered, since to the preprocessor it is merely a
//! file that is not there.

use std::ffi::OsString;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::ops::BitOr;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rucc_diag::SourceBytes;
use rucc_session::{FileSystem, path_key};
use rustc_hash::FxHashMap;

use crate::{limits, looked, regular};

/// The directory, by a name no directory can have, in which our own headers appear to be.
pub(crate) const OWN: &str = "<shapewright>";
/// The one for stand-ins, looked at last of all.
pub(crate) const STAND_INS: &str = "<stand-in>";

pub(crate) const SHAPEWRIGHT_H: &str = include_str!("../../../include/shapewright.h");
/// The models of library functions that come with us.
pub(crate) const LIBC_C: &str = include_str!("../../../models/libc.c");

/// What the disk has, as it was when it was first looked at: shared by the units of a program, which read the same headers.
#[derive(Debug)]
pub(crate) struct Disk {
    /// By the path as it was written: comparing paths part by part costs more than to look twice at one that has two names.
    seen: Mutex<FxHashMap<OsString, Seen>>,
    glimpsed: Mutex<FxHashMap<OsString, Glimpse>>,
    /// Whether a file was found to be another one than was glimpsed at before.
    moved: AtomicBool,
    began: SystemTime,
}

impl Default for Disk {
    fn default() -> Self {
        Self::at(SystemTime::now())
    }
}

/// What can be seen of a path without reading what is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Glimpse {
    File(Stamp),
    Directory,
    Other,
    Nothing,
}

impl Glimpse {
    fn of(meta: &Metadata) -> Self {
        if meta.is_dir() {
            return Self::Directory;
        }
        if !meta.is_file() {
            return Self::Other;
        }
        let identity = (meta.dev(), meta.ino());
        let (written, changed) = ((meta.mtime(), meta.mtime_nsec()), (meta.ctime(), meta.ctime_nsec()));
        let mut told = Vec::with_capacity(56);
        for number in [identity.0, identity.1, meta.len()] {
            told.extend_from_slice(&number.to_le_bytes());
        }
        for number in [written.0, written.1, changed.0, changed.1] {
            told.extend_from_slice(&number.to_le_bytes());
        }
        Self::File(Stamp { identity, latest: written.0.max(changed.0), digest: looked::digest(&told) })
    }
}

/// Which file it is, its size, and when it was last written to and last changed in any way. No program can set the last of these, so a file
/// with the same stamp has the same contents; unless it was changed within one tick of the clock that stamps are made by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stamp {
    pub(crate) identity: (u64, u64),
    /// The second in which the last of these happened.
    latest: i64,
    /// A digest of all of it: a file that many units have read is told of often.
    pub(crate) digest: u128,
}

/// So long before we look a file must have been left alone for its stamp to be believed: longer than a tick of any file system.
const SETTLED: Duration = Duration::from_secs(3);

/// What is at a path.
#[derive(Clone, Debug)]
pub(crate) enum Seen {
    /// A file.
    File(Arc<Contents>),
    /// A file that is too large to be read, with its size.
    Large(u64),
    /// A directory.
    Directory,
    /// Something that is neither.
    Other,
    /// Nothing.
    Nothing,
}

/// A file that was read.
#[derive(Debug)]
pub(crate) struct Contents {
    pub(crate) bytes: SourceBytes,
    /// Two names of one file have this in common, and nothing else does.
    pub(crate) identity: (u64, u64),
    digest: OnceLock<u128>,
    text: OnceLock<Arc<str>>,
    remarked: OnceLock<bool>,
    fleeting: OnceLock<Fleeting>,
}

/// Whether a text speaks of what the same text need not come to next time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Fleeting {
    /// Of what was said before: how often something was asked, or a macro that is put away and comes back.
    pub(crate) counts: bool,
    /// Of the number of a line.
    pub(crate) lines: bool,
}

impl BitOr for Fleeting {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self { counts: self.counts || other.counts, lines: self.lines || other.lines }
    }
}

impl Fleeting {
    pub(crate) fn of(text: &str) -> Self {
        let any = |words: &[&str]| words.iter().any(|word| text.contains(word));
        Self {
            counts: any(&["__COUNTER__", "push_macro", "pop_macro"]),
            lines: any(&["__LINE__", "__builtin_LINE"]),
        }
    }
}

impl Contents {
    /// Whether its text speaks of lines and counters.
    pub(crate) fn fleeting(&self) -> Fleeting {
        *self.fleeting.get_or_init(|| Fleeting::of(&self.text()))
    }

    /// A hash of what is in it.
    pub(crate) fn digest(&self) -> u128 {
        *self.digest.get_or_init(|| looked::digest(&self.bytes))
    }

    /// Its text, lossily decoded.
    pub(crate) fn text(&self) -> Arc<str> {
        self.text.get_or_init(|| String::from_utf8_lossy(&self.bytes).into()).clone()
    }

    /// Whether there are remarks to us in it.
    pub(crate) fn is_remarked(&self) -> bool {
        *self.remarked.get_or_init(|| self.text().contains(ir::REMARK))
    }
}

impl Disk {
    /// The disk, looked at from a time on.
    pub(crate) fn at(began: SystemTime) -> Self {
        Self { seen: Mutex::default(), glimpsed: Mutex::default(), moved: AtomicBool::new(false), began }
    }

    /// How many paths were looked at.
    #[cfg(test)]
    pub(crate) fn n_seen(&self) -> usize {
        self.seen().len()
    }

    /// What is at a path.
    pub(crate) fn look(&self, path: &Path) -> io::Result<Seen> {
        if let Some(seen) = self.seen().get(path.as_os_str()) {
            return Ok(seen.clone());
        }
        let glimpsed = self.glimpsed().get(path.as_os_str()).copied();
        if glimpsed == Some(Glimpse::Nothing) {
            return Ok(Seen::Nothing);
        }
        let seen = match regular::open(path) {
            Ok((file, meta)) => {
                if glimpsed.is_some_and(|before| before != Glimpse::of(&meta)) {
                    self.moved.store(true, Ordering::Relaxed);
                }
                look_into(file, &meta)?
            }
            Err(error) if absent(&error) => Seen::Nothing,
            Err(error) if regular::is_refused(&error) => Seen::Other,
            Err(error) => return Err(error),
        };
        self.seen().insert(path.into(), seen.clone());
        Ok(seen)
    }

    /// The files that were read.
    pub(crate) fn contents(&self) -> Vec<(PathBuf, Arc<Contents>)> {
        let file = |(path, seen): (&OsString, &Seen)| match seen {
            Seen::File(contents) => Some((path.into(), contents.clone())),
            _ => None,
        };
        let mut all: Vec<(PathBuf, Arc<Contents>)> = self.seen().iter().filter_map(file).collect();
        all.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        all
    }

    /// What can be seen of a path without reading what is there.
    pub(crate) fn glimpse(&self, path: &Path) -> io::Result<Glimpse> {
        let mut glimpsed = self.glimpsed();
        if let Some(glimpse) = glimpsed.get(path.as_os_str()) {
            return Ok(*glimpse);
        }
        let glimpse = match std::fs::metadata(path) {
            Ok(meta) => Glimpse::of(&meta),
            Err(error) if absent(&error) => Glimpse::Nothing,
            Err(error) => return Err(error),
        };
        glimpsed.insert(path.into(), glimpse);
        Ok(glimpse)
    }

    /// Whether a file with this stamp was left alone for long enough before we looked at anything, so that whatever changes it gives it another one.
    pub(crate) fn is_settled(&self, stamp: &Stamp) -> bool {
        let before = self.began.checked_sub(SETTLED).and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let seconds = before.and_then(|before| i64::try_from(before.as_secs()).ok());
        seconds.is_some_and(|seconds| stamp.latest < seconds)
    }

    /// Whether what was read is what was glimpsed at.
    pub(crate) fn held_still(&self) -> bool {
        !self.moved.load(Ordering::Relaxed)
    }

    fn glimpsed(&self) -> MutexGuard<'_, FxHashMap<OsString, Glimpse>> {
        self.glimpsed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn seen(&self) -> MutexGuard<'_, FxHashMap<OsString, Seen>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether there is nothing at all.
fn absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

fn look_into(file: File, meta: &Metadata) -> io::Result<Seen> {
    if meta.is_dir() {
        return Ok(Seen::Directory);
    }
    if !meta.is_file() {
        return Ok(Seen::Other);
    }
    if meta.len() > limits::FILE_BYTES {
        return Ok(Seen::Large(meta.len()));
    }
    let mut bytes = Vec::with_capacity(meta.len() as usize + 1);
    file.take(limits::FILE_BYTES).read_to_end(&mut bytes)?;
    // What is text is in memory once, as text and as bytes.
    let (bytes, text) = match String::from_utf8(bytes) {
        Ok(text) => {
            let text: Arc<str> = text.into();
            (SourceBytes::new(Arc::<[u8]>::from(text.clone())), OnceLock::from(text))
        }
        Err(other) => (SourceBytes::new(other.into_bytes()), OnceLock::new()),
    };
    let identity = (meta.dev(), meta.ino());
    Ok(Seen::File(Arc::new(Contents {
        bytes,
        identity,
        digest: OnceLock::new(),
        text,
        remarked: OnceLock::new(),
        fleeting: OnceLock::new(),
    })))
}

/// The files one unit reads.
#[derive(Debug, Default)]
pub(crate) struct Files {
    disk: Arc<Disk>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// All paths that were looked at; a header is asked for every time it is named.
    looked: FxHashMap<OsString, Seen>,
    n_reads: usize,
    n_bytes: u64,
    refused: Vec<String>,
    /// Whether something was not read for another reason than that it is not there.
    failed: bool,
}

impl Files {
    /// The files on a disk that others look at too.
    pub(crate) fn on(disk: Arc<Disk>) -> Self {
        Self { disk, state: Mutex::default() }
    }

    /// Why files that are there were not read.
    pub(crate) fn take_refused(&self) -> Vec<String> {
        std::mem::take(&mut self.state().refused)
    }

    /// All that was looked for on the disk, in the order of the bytes of the paths; nothing if something failed that may not fail again.
    pub(crate) fn looked(&self) -> Option<Vec<(PathBuf, Seen)>> {
        let state = self.state();
        let mut looked: Vec<(PathBuf, Seen)> =
            state.looked.iter().map(|(path, seen)| (path.into(), seen.clone())).collect();
        looked.sort_unstable_by(|a, b| a.0.as_os_str().cmp(b.0.as_os_str()));
        (!state.failed).then_some(looked)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FileSystem for Files {
    fn read(&self, path: &Path) -> io::Result<SourceBytes> {
        match own(path) {
            Own::Text(text) => return Ok(SourceBytes::new(text.as_bytes())),
            Own::Nothing => return Err(io::ErrorKind::NotFound.into()),
            Own::NotOurs => {}
        }
        let mut state = self.state();
        let seen = if let Some(seen) = state.looked.get(path.as_os_str()) {
            seen.clone()
        } else {
            let seen = self.disk.look(path).inspect_err(|_| state.failed = true)?;
            state.looked.insert(path.into(), seen.clone());
            seen
        };
        match seen {
            Seen::File(contents) => {
                let features = path.ends_with(FEATURES_H) && is_of_library(&contents.bytes);
                let bytes = || {
                    if features {
                        SourceBytes::new([&contents.bytes[..], NO_BODIES].concat())
                    } else {
                        contents.bytes.clone()
                    }
                };
                state.admit(path, contents.bytes.len() as u64).map(|()| bytes())
            }
            Seen::Large(len) => match state.admit(path, len) {
                Ok(()) => Err(io::ErrorKind::PermissionDenied.into()),
                Err(why) => Err(why),
            },
            Seen::Directory => Err(io::ErrorKind::IsADirectory.into()),
            Seen::Other => Err(state.refuse(path, regular::refusal(path))),
            Seen::Nothing => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn identity(&self, path: &Path) -> PathBuf {
        match self.state().looked.get(path.as_os_str()) {
            Some(Seen::File(contents)) => {
                PathBuf::from(format!("{}:{}", contents.identity.0, contents.identity.1))
            }
            _ => path_key(path),
        }
    }
}

impl State {
    /// Counts one more reading of a file, or refuses it.
    fn admit(&mut self, path: &Path, n_bytes: u64) -> io::Result<()> {
        let why = if n_bytes > limits::FILE_BYTES {
            format!("larger than {} MB", limits::FILE_BYTES >> 20)
        } else if self.n_reads >= limits::INCLUDED_FILES {
            format!("more than {} files were included", limits::INCLUDED_FILES)
        } else if self.n_bytes + n_bytes > limits::INCLUDED_BYTES {
            format!("more than {} MB were included", limits::INCLUDED_BYTES >> 20)
        } else {
            self.n_reads += 1;
            self.n_bytes += n_bytes;
            return Ok(());
        };
        Err(self.refuse(path, &why))
    }

    /// Remembers why a file is not read.
    fn refuse(&mut self, path: &Path, why: &str) -> io::Error {
        self.failed = true;
        if self.refused.len() < 10 {
            self.refused.push(format!("{}: {why}", path.display()));
        }
        io::ErrorKind::PermissionDenied.into()
    }
}

/// What we have at a path ourselves.
enum Own {
    Text(&'static str),
    /// There must be nothing, whatever the disk has.
    Nothing,
    /// The disk decides.
    NotOurs,
}

/// Whether a header called `features.h` is glibc's.
fn is_of_library(text: &[u8]) -> bool {
    let says = b"__USE_EXTERN_INLINES";
    text.windows(says.len()).any(|part| part == says)
}

fn own(path: &Path) -> Own {
    let shapewright = path.file_name().is_some_and(|name| name == "shapewright.h");
    if let Ok(name) = path.strip_prefix(OWN) {
        return if shapewright {
            Own::Text(SHAPEWRIGHT_H)
        } else if name == Path::new("libc.c") {
            Own::Text(LIBC_C)
        } else if let Some((_, text)) = PACKS.iter().find(|(known, _)| name == Path::new(known)) {
            Own::Text(text)
        } else {
            Own::Nothing
        };
    }
    if let Ok(name) = path.strip_prefix(STAND_INS) {
        return if EMPTY.iter().any(|empty| name == Path::new(empty)) { Own::Text("") } else { Own::Nothing };
    }
    // Whatever file of that name lies about, ours is the one that is found.
    if shapewright { Own::Nothing } else { Own::NotOurs }
}

/// What `-fpack-struct` says of everything that comes behind it.
const PACKS: [(&str, &str); 5] = [
    ("shapewright-pack-1.h", "#pragma pack(1)\n"),
    ("shapewright-pack-2.h", "#pragma pack(2)\n"),
    ("shapewright-pack-4.h", "#pragma pack(4)\n"),
    ("shapewright-pack-8.h", "#pragma pack(8)\n"),
    ("shapewright-pack-16.h", "#pragma pack(16)\n"),
];

/// The header by which glibc says what its headers have. Where the compiler optimizes they have bodies of functions as well, whose
/// meaning is known without them, and which look into what is the library's own.
const FEATURES_H: &str = "features.h";
const NO_BODIES: &[u8] =
    b"\n#undef __USE_EXTERN_INLINES\n#undef __USE_FORTIFY_LEVEL\n#define __USE_FORTIFY_LEVEL 0\n";

/// glibc's lists of functions that exist but do nothing, which nobody needs; the one for 32 bits
/// comes with a package of its own.
const EMPTY: [&str; 3] = ["gnu/stubs-32.h", "gnu/stubs-64.h", "gnu/stubs-x32.h"];
