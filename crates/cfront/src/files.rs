//! The files a unit is made of: the disk, with a few headers of our own in front of and behind it.
//!
//! What the preprocessor is given is bounded here, because it reads whatever an `#include` names:
//! the size of a file, the number of files and the number of bytes in all of them. Only regular
//! files are read. A file that was refused is remembered, since to the preprocessor it is merely a
//! file that is not there.

use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rucc_diag::SourceBytes;
use rucc_session::{FileSystem, path_key};
use rustc_hash::FxHashMap;

use crate::limits;

/// The directory, by a name no directory can have, in which our own headers appear to be.
pub(crate) const OWN: &str = "<shapewright>";
/// The one for stand-ins, looked at last of all.
pub(crate) const STAND_INS: &str = "<stand-in>";

const SHAPEWRIGHT_H: &str = include_str!("../../../include/shapewright.h");
/// The models of library functions that come with us.
pub(crate) const LIBC_C: &str = include_str!("../../../models/libc.c");

/// The files one unit reads.
#[derive(Debug, Default)]
pub(crate) struct Files {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Files that were read once; a header is asked for every time it is named.
    read: FxHashMap<PathBuf, (SourceBytes, PathBuf)>,
    n_reads: usize,
    n_bytes: u64,
    refused: Vec<String>,
}

impl Files {
    /// Why files that are there were not read.
    pub(crate) fn take_refused(&self) -> Vec<String> {
        std::mem::take(&mut self.state().refused)
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
        if let Some((bytes, _)) = state.read.get(path) {
            let bytes = bytes.clone();
            return state.admit(path, bytes.len() as u64).map(|()| bytes);
        }
        let meta = std::fs::metadata(path)?;
        if meta.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if !meta.is_file() {
            return Err(state.refuse(path, "not a regular file"));
        }
        state.admit(path, meta.len())?;
        let mut bytes = Vec::with_capacity(meta.len() as usize + 1);
        File::open(path)?.take(limits::FILE_BYTES).read_to_end(&mut bytes)?;
        let bytes = SourceBytes::new(bytes);
        // Two names of one file have this in common, and nothing else does.
        let identity = PathBuf::from(format!("{}:{}", meta.dev(), meta.ino()));
        state.read.insert(path.to_owned(), (bytes.clone(), identity));
        Ok(bytes)
    }

    fn identity(&self, path: &Path) -> PathBuf {
        self.state().read.get(path).map_or_else(|| path_key(path), |(_, identity)| identity.clone())
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

fn own(path: &Path) -> Own {
    let shapewright = path.file_name().is_some_and(|name| name == "shapewright.h");
    if let Ok(name) = path.strip_prefix(OWN) {
        return if shapewright {
            Own::Text(SHAPEWRIGHT_H)
        } else if name == Path::new("libc.c") {
            Own::Text(LIBC_C)
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

/// glibc's lists of functions that exist but do nothing, which nobody needs; the one for 32 bits
/// comes with a package of its own.
const EMPTY: [&str; 3] = ["gnu/stubs-32.h", "gnu/stubs-64.h", "gnu/stubs-x32.h"];
