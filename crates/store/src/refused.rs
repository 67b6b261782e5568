//! Why there is no store.
//!
//! Either somebody else could have a hand in it, which users should know of, or it cannot be used just now, which they may
//! know already.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why a store is not used, as the end of a sentence that begins with a place.
#[derive(Debug)]
pub struct Refused {
    place: PathBuf,
    why: String,
    unsafe_: bool,
}

impl Refused {
    /// Others could have changed what is there, or see it.
    pub(crate) fn unsafe_(place: PathBuf, why: impl Into<String>) -> Self {
        Self { place, why: why.into(), unsafe_: true }
    }

    /// The system says so. A [`Strange`] in the error means that it could be somebody else's doing.
    pub(crate) fn because(place: PathBuf, error: &io::Error) -> Self {
        match error.get_ref().and_then(|inner| inner.downcast_ref::<Strange>()) {
            Some(Strange(why)) => Self::unsafe_(place, why),
            None => Self { place, why: format!("cannot be used: {error}"), unsafe_: false },
        }
    }

    /// Whether it could be somebody else's doing.
    pub fn is_unsafe(&self) -> bool {
        self.unsafe_
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.place.display(), self.why)
    }
}

impl std::error::Error for Refused {}

/// Something that we would not have put there, as an error of the system's kind.
#[derive(Debug)]
pub(crate) struct Strange(pub(crate) String);

#[cfg(unix)]
impl Strange {
    pub(crate) fn error(why: impl Into<String>) -> io::Error {
        io::Error::new(io::ErrorKind::PermissionDenied, Self(why.into()))
    }
}

impl fmt::Display for Strange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Strange {}
