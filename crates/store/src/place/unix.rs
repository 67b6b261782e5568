//! Files of systems that have owners, modes and links.
//!
//! - A directory is ours if it belongs to the user who runs us and nobody else may enter it. That is asked of the directory that
//!   was opened, not of a path, which may lead elsewhere a moment later.
//! - `O_NOFOLLOW` refuses links, `O_NONBLOCK` keeps pipes and devices from making us wait, and `fstat` says whether it is a
//!   regular file of ours.
//! - `O_CREAT | O_EXCL` makes a file that was not there, and follows no link either.

use std::ffi::OsStr;
use std::fs::{DirBuilder, File, Metadata};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, FileExt as _, MetadataExt as _};
use std::path::Path;
use std::time::SystemTime;

use rustix::fs::{
    AtFlags, CWD, Dir, Mode, OFlags, Timespec, Timestamps, UTIME_NOW, futimens, linkat, mkdirat, openat,
    renameat, unlinkat,
};
use rustix::io::Errno;

use super::draft_name;
use crate::refused::{Refused, Strange};

/// Nobody but the owner: directories, and files.
const PRIVATE: Mode = Mode::RWXU;
const SECRET: Mode = Mode::RUSR.union(Mode::WUSR);
/// The bits of everybody else.
const OTHERS: u32 = 0o077;

/// How everything is opened.
const CAREFULLY: OFlags =
    OFlags::NOFOLLOW.union(OFlags::CLOEXEC).union(OFlags::NONBLOCK).union(OFlags::NOCTTY);

/// A directory of ours, held open.
pub(crate) struct Directory {
    file: File,
    is_new: bool,
}

/// A file that is being written. It goes if it is given no place.
pub(crate) struct Draft<'d> {
    directory: &'d Directory,
    name: String,
    file: File,
    placed: bool,
}

impl Directory {
    /// The directory of a store. Links that lead to where it lies are followed: they are the user's. Itself it is none.
    pub(crate) fn root(path: &Path) -> Result<Self, Refused> {
        // A slash at the end would have a link followed.
        let plain = match path.file_name() {
            Some(name) => path.with_file_name(name),
            None => path.to_owned(),
        };
        let refused = |why: &str| Refused::unsafe_(plain.clone(), why);
        if let Some(parent) = plain.parent() {
            // If that fails, so does what follows, and tells why.
            let _ = DirBuilder::new().recursive(true).mode(0o700).create(parent);
        }
        Self::at(CWD, plain.as_os_str(), true).map_err(|error| {
            match (Refused::because(plain.clone(), &error), plain.symlink_metadata()) {
                (known, _) if known.is_unsafe() => known,
                (_, Ok(there)) if there.is_symlink() => refused("is a link"),
                (_, Ok(there)) if !there.is_dir() => refused("is not a directory"),
                (known, _) => known,
            }
        })
    }

    fn at(parent: impl rustix::fd::AsFd, name: &OsStr, make: bool) -> io::Result<Self> {
        let open = || openat(&parent, name, CAREFULLY | OFlags::DIRECTORY | OFlags::RDONLY, Mode::empty());
        let (opened, is_new) = match open() {
            Err(Errno::NOENT) if make => {
                let made = mkdirat(&parent, name, PRIVATE);
                (open().map_err(|error| made.err().unwrap_or(error))?, made.is_ok())
            }
            known => (known?, false),
        };
        let file = File::from(opened);
        let meta = file.metadata()?;
        ours(&meta)?;
        if meta.mode() & OTHERS != 0 {
            let mode = meta.mode() & 0o7777;
            let help = "only its owner may be allowed to (`chmod 700` on a directory that nobody else has written to)";
            return Err(Strange::error(format!("can be entered by others (mode {mode:04o}); {help}")));
        }
        Ok(Self { file, is_new })
    }

    fn within(&self, name: &str, make: bool) -> io::Result<Self> {
        let is = |error: &io::Error, number: Errno| error.raw_os_error() == Some(number.raw_os_error());
        Self::at(&self.file, OsStr::new(name), make).map_err(|error| {
            let strange = is(&error, Errno::NOTDIR) || is(&error, Errno::LOOP);
            if strange { Strange::error("is a link, or no directory") } else { error }
        })
    }

    /// A directory in this one, which is made if it is not there.
    pub(crate) fn below(&self, name: &str) -> io::Result<Self> {
        self.within(name, true)
    }

    /// A directory in this one that is there, on the same disk.
    pub(crate) fn existing(&self, name: &str) -> io::Result<Self> {
        let found = self.within(name, false)?;
        if found.file.metadata()?.dev() != self.file.metadata()?.dev() {
            return Err(Strange::error("is on another disk"));
        }
        Ok(found)
    }

    /// Whether it was not there before.
    pub(crate) fn is_new(&self) -> bool {
        self.is_new
    }

    fn open(&self, name: &str, how: OFlags) -> io::Result<(File, Metadata)> {
        let file = File::from(openat(&self.file, name, CAREFULLY | how, Mode::empty())?);
        let meta = file.metadata()?;
        if !meta.is_file() {
            return Err(Strange::error("is not a file"));
        }
        ours(&meta)?;
        Ok((file, meta))
    }

    /// A file of ours, for reading.
    pub(crate) fn file(&self, name: &str) -> io::Result<File> {
        Ok(self.open(name, OFlags::RDONLY)?.0)
    }

    /// The contents of a file that nobody else can read.
    pub(crate) fn secret(&self, name: &str) -> io::Result<[u8; 32]> {
        let (file, meta) = self.open(name, OFlags::RDONLY).map_err(|error| match error.raw_os_error() {
            Some(number) if number == Errno::LOOP.raw_os_error() => Strange::error("is a link"),
            _ => error,
        })?;
        if meta.mode() & OTHERS != 0 {
            return Err(Strange::error(format!("can be read by others (mode {:04o})", meta.mode() & 0o7777)));
        }
        let mut secret = [0; 32];
        if meta.len() != secret.len() as u64 {
            return Err(Strange::error("is damaged: remove it, and what is kept begins anew"));
        }
        read(&file, &mut secret, 0)?;
        Ok(secret)
    }

    /// Writes over a part of a file, if that is the same as one that was opened before.
    pub(crate) fn overwrite(&self, name: &str, same: &File, bytes: &[u8], at: u64) -> io::Result<()> {
        let (file, meta) = self.open(name, OFlags::WRONLY)?;
        let same = same.metadata()?;
        if (meta.dev(), meta.ino()) == (same.dev(), same.ino()) {
            file.write_all_at(bytes, at)
        } else {
            Ok(())
        }
    }

    /// A new file, under a name that nobody can know before.
    pub(crate) fn draft(&self) -> io::Result<Draft<'_>> {
        let name = draft_name()?;
        let new = CAREFULLY | OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL;
        let file = File::from(openat(&self.file, &*name, new, SECRET)?);
        Ok(Draft { directory: self, name, file, placed: false })
    }

    /// Takes a file away, or whatever has its name and is no directory.
    pub(crate) fn remove(&self, name: &str) -> io::Result<()> {
        Ok(unlinkat(&self.file, name, AtFlags::empty())?)
    }

    /// Takes a directory away that is empty.
    pub(crate) fn remove_directory(&self, name: &str) -> io::Result<()> {
        Ok(unlinkat(&self.file, name, AtFlags::REMOVEDIR)?)
    }

    /// The names of what is in it, but for those that we would not give.
    pub(crate) fn names(&self) -> Vec<String> {
        let all = Dir::read_from(&self.file).into_iter().flatten().flatten();
        let names = all.filter_map(|entry| entry.file_name().to_str().ok().map(str::to_owned));
        names.filter(|name| name != "." && name != "..").collect()
    }

    /// When something in it was made or removed, or it was touched.
    pub(crate) fn time(&self) -> Option<SystemTime> {
        self.file.metadata().ok()?.modified().ok()
    }

    /// When a file of ours was written.
    pub(crate) fn time_of(&self, name: &str) -> Option<SystemTime> {
        self.open(name, OFlags::RDONLY).ok()?.1.modified().ok()
    }

    /// Notes that it is used.
    pub(crate) fn touch(&self) {
        let now = Timespec { tv_sec: 0, tv_nsec: UTIME_NOW };
        let _ = futimens(&self.file, &Timestamps { last_access: now, last_modification: now });
    }
}

impl Draft<'_> {
    pub(crate) fn write(&mut self, parts: &[&[u8]]) -> io::Result<()> {
        parts.iter().try_for_each(|bytes| self.file.write_all(bytes))
    }

    /// Waits until it is on the disk.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }

    /// Gives it a place, from which whatever was there goes.
    pub(crate) fn place(mut self, into: &Directory, name: &str) -> io::Result<()> {
        renameat(&self.directory.file, &*self.name, &into.file, name)?;
        self.placed = true;
        Ok(())
    }

    /// Gives it a place if nothing is there yet.
    pub(crate) fn link(self, into: &Directory, name: &str) -> io::Result<()> {
        match linkat(&self.directory.file, &*self.name, &into.file, name, AtFlags::empty()) {
            Err(Errno::EXIST) => Ok(()),
            other => Ok(other?),
        }
    }
}

impl Drop for Draft<'_> {
    fn drop(&mut self) {
        if !self.placed {
            let _ = self.directory.remove(&self.name);
        }
    }
}

/// Whether something belongs to the user who runs us.
fn ours(meta: &Metadata) -> io::Result<()> {
    if meta.uid() == rustix::process::geteuid().as_raw() {
        Ok(())
    } else {
        Err(Strange::error("belongs to another user"))
    }
}

/// Reads exactly so many bytes.
pub(crate) fn read(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    file.read_exact_at(bytes, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_without_a_place_goes_and_has_a_name_of_its_own() {
        let place = tempfile::tempdir().expect("a directory");
        let root = Directory::root(&place.path().join("store")).expect("a directory");
        let (one, two) = (root.draft().expect("a draft"), root.draft().expect("a draft"));
        assert!(one.name != two.name && root.names().len() == 2);
        drop(one);
        two.place(&root, "two").expect("it is given a place");
        assert_eq!(root.names(), ["two"]);
    }

    #[test]
    fn of_several_links_the_first_stays() {
        let place = tempfile::tempdir().expect("a directory");
        let root = Directory::root(&place.path().join("store")).expect("a directory");
        for text in [b"one", b"two"] {
            let mut draft = root.draft().expect("a draft");
            draft.write(&[text]).and_then(|()| draft.link(&root, "key")).expect("it is there, or another is");
        }
        let mut text = [0; 3];
        read(&root.file("key").expect("a file"), &mut text, 0).expect("three bytes");
        assert_eq!((&text, root.names()), (b"one", vec!["key".to_owned()]));
    }
}
