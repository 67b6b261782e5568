//! Files that are read: regular ones only.
//!
//! A program, its database and its configuration name files, and what is at such a path need not be a file: reading a pipe waits for
//! somebody to write, reading a device may never end, and opening one may do something. So a path is looked at before it is opened,
//! opened without waiting, and looked at again, since it may have become something else in between. What describes the machine (`/proc`, `/etc`)
//! is no part of a program either: a compiler would read it, but whoever is told what is wrong with it need not be allowed to.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// A larger file is not read: no text that we know is.
const MOST_BYTES: u64 = 512 << 20;

/// Opens what is at a path: a regular file, or a directory, in which nothing can be read. What is neither is refused.
pub(crate) fn open(path: &Path) -> io::Result<(File, Metadata)> {
    let is_readable = |meta: &Metadata| meta.is_file() || meta.is_dir();
    if !is_readable(&std::fs::metadata(path)?) {
        return Err(refused(path));
    }
    let file = OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY).open(path)?;
    let meta = file.metadata()?;
    if !is_readable(&meta) || is_of_the_machine(path) {
        return Err(refused(path));
    }
    Ok((file, meta))
}

/// Directories in which there are no programs, but what describes the machine and what is secret.
const OF_THE_MACHINE: [&str; 5] = ["/dev", "/etc", "/proc", "/run", "/sys"];

/// Whether a path leads to one of them, unless we were started there.
pub(crate) fn is_of_the_machine(path: &Path) -> bool {
    let Ok(path) = path.canonicalize() else { return false };
    let place = OF_THE_MACHINE.iter().find(|place| path.starts_with(place));
    place.is_some_and(|place| !std::env::current_dir().is_ok_and(|here| here.starts_with(place)))
}

/// Reads a regular file.
pub fn read_regular(path: &Path) -> io::Result<Vec<u8>> {
    read_at_most(path, MOST_BYTES)
}

/// Reads a regular file of at most so many bytes. A larger one is refused before it is read.
fn read_at_most(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let (file, meta) = open(path)?;
    if meta.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a directory"));
    }
    let too_large = || {
        let why = format!("larger than {} MB", most >> 20);
        io::Error::new(io::ErrorKind::FileTooLarge, why)
    };
    if meta.len() > most {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    // It may have grown since.
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_large()) } else { Ok(bytes) }
}

/// Reads a regular file that is text.
pub fn read_regular_text(path: &Path) -> io::Result<String> {
    read_text_at_most(path, MOST_BYTES)
}

/// Reads a regular file that is text of at most so many bytes.
pub fn read_text_at_most(path: &Path, most: u64) -> io::Result<String> {
    String::from_utf8(read_at_most(path, most)?)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "not a text file"))
}

fn refused(path: &Path) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, refusal(path))
}

/// Whether that is why a path was not opened.
pub(crate) fn is_refused(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::InvalidInput
}

/// What is said of such a path.
pub(crate) fn refusal(path: &Path) -> &'static str {
    if path.is_file() { "describes the machine, not a program, and is not read" } else { NOT_REGULAR }
}

const NOT_REGULAR: &str = "not a regular file";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_regular_file_is_refused_at_once() {
        for path in ["/dev/zero", "/dev/null", "/dev/tty"] {
            let Err(error) = read_regular(Path::new(path)) else { panic!("{path} was read") };
            // There need not be a terminal.
            assert!(error.to_string() == NOT_REGULAR || error.kind() == io::ErrorKind::NotFound, "{error}");
        }
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert_eq!(read_regular(here).map_err(|error| error.kind()), Err(io::ErrorKind::IsADirectory));
        assert!(read_regular_text(&here.join("Cargo.toml")).is_ok_and(|text| text.contains("[package]")));
        let absent = read_regular(&here.join("no such file")).map_err(|error| error.kind());
        assert_eq!(absent, Err(io::ErrorKind::NotFound));
    }
}
