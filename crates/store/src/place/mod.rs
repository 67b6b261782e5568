//! Directories that are held open, and the files in them.
//!
//! Each system has its own way to be sure that a file is the one that was meant. The ways are here. A system whose way is not
//! known has no store.

#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod unix;

use std::io;

#[cfg(not(unix))]
pub(crate) use other::{Directory, read};
#[cfg(unix)]
pub(crate) use unix::{Directory, read};

/// How names of drafts begin. Digits follow that nobody can know before.
pub(crate) const DRAFT: &str = "draft-";

/// Bytes that nobody can know before.
pub(crate) fn random<const N: usize>() -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes)
}

/// A name for a draft.
#[cfg(unix)]
fn draft_name() -> io::Result<String> {
    Ok(format!("{DRAFT}{:032x}", u128::from_le_bytes(random()?)))
}
