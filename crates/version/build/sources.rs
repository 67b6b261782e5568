//! The sources that decide what the program says, and a digest of them.
//!
//! They are the compiled parts of each crate of the workspace, the files those include from elsewhere, and the versions of other
//! packages they are built with. Tests, benches and examples decide nothing.
//! Invariant: the digest depends on the texts and on where they lie below the root, and on nothing else.

use std::io;
use std::path::{Path, PathBuf};

/// The places that decide in each crate,
const OF_CRATES: [&str; 4] = ["Cargo.toml", "build", "build.rs", "src"];
/// and those that decide in all of them.
const OF_ALL: [&str; 4] = ["Cargo.toml", "Cargo.lock", "include", "models"];
/// Where crates are.
const CRATES: [&str; 2] = ["crates", "domains"];

/// The files and directories that decide, below a root, sorted.
pub(crate) fn places(root: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found: Vec<PathBuf> = OF_ALL.map(PathBuf::from).into();
    for directory in CRATES {
        for entry in std::fs::read_dir(root.join(directory))? {
            let of_crate = Path::new(directory).join(entry?.file_name());
            let there = OF_CRATES.map(|place| of_crate.join(place));
            found.extend(there.into_iter().filter(|place| root.join(place).exists()));
        }
    }
    found.sort();
    Ok(found)
}

/// A digest of these files and all below these directories, and of what else there is to say.
pub(crate) fn digest(root: &Path, places: &[PathBuf], more: &[u8]) -> io::Result<[u8; 32]> {
    let mut files = Vec::new();
    for place in places {
        collect(root, place, &mut files)?;
    }
    files.sort();
    let mut hasher = blake3::Hasher::new();
    // Each with its length, so that no two ways to divide bytes are alike.
    let mut add = |bytes: &[u8]| _ = hasher.update(&(bytes.len() as u64).to_le_bytes()).update(bytes);
    add(more);
    for file in files {
        // With the same name everywhere.
        let parts: Vec<_> = file.iter().map(|part| part.to_string_lossy()).collect();
        add(parts.join("/").as_bytes());
        add(&std::fs::read(root.join(&file))?);
    }
    Ok(*hasher.finalize().as_bytes())
}

fn collect(root: &Path, place: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !root.join(place).is_dir() {
        files.push(place.to_owned());
        return Ok(());
    }
    for entry in std::fs::read_dir(root.join(place))? {
        collect(root, &place.join(entry?.file_name()), files)?;
    }
    Ok(())
}
