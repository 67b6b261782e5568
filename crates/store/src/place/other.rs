//! Systems of which it is not known how to be sure of a file: nothing is kept there.

use std::convert::Infallible;
use std::fs::File;
use std::io;
use std::path::Path;
use std::time::SystemTime;

use crate::refused::Refused;

/// A directory that there is not.
pub(crate) struct Directory(Infallible);

/// A draft that there is not.
pub(crate) struct Draft(Infallible);

impl Directory {
    pub(crate) fn root(path: &Path) -> Result<Self, Refused> {
        Err(Refused::because(path.to_owned(), &io::ErrorKind::Unsupported.into()))
    }

    pub(crate) fn below(&self, _: &str) -> io::Result<Self> {
        match self.0 {}
    }

    pub(crate) fn existing(&self, _: &str) -> io::Result<Self> {
        match self.0 {}
    }

    pub(crate) fn is_new(&self) -> bool {
        match self.0 {}
    }

    pub(crate) fn file(&self, _: &str) -> io::Result<File> {
        match self.0 {}
    }

    pub(crate) fn secret(&self, _: &str) -> io::Result<[u8; 32]> {
        match self.0 {}
    }

    pub(crate) fn overwrite(&self, _: &str, _: &File, _: &[u8], _: u64) -> io::Result<()> {
        match self.0 {}
    }

    pub(crate) fn draft(&self) -> io::Result<Draft> {
        match self.0 {}
    }

    pub(crate) fn remove(&self, _: &str) -> io::Result<()> {
        match self.0 {}
    }

    pub(crate) fn remove_directory(&self, _: &str) -> io::Result<()> {
        match self.0 {}
    }

    pub(crate) fn names(&self) -> Vec<String> {
        match self.0 {}
    }

    pub(crate) fn time(&self) -> Option<SystemTime> {
        match self.0 {}
    }

    pub(crate) fn time_of(&self, _: &str) -> Option<SystemTime> {
        match self.0 {}
    }

    pub(crate) fn touch(&self) {
        match self.0 {}
    }
}

impl Draft {
    pub(crate) fn write(&mut self, _: &[&[u8]]) -> io::Result<()> {
        match self.0 {}
    }

    pub(crate) fn sync(&self) -> io::Result<()> {
        match self.0 {}
    }

    pub(crate) fn place(self, _: &Directory, _: &str) -> io::Result<()> {
        match self.0 {}
    }

    pub(crate) fn link(self, _: &Directory, _: &str) -> io::Result<()> {
        match self.0 {}
    }
}

/// Nothing was opened.
pub(crate) fn read(_: &File, _: &mut [u8], _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
