//! Which program this is: a digest of the sources it was built from, by a build script.
//!
//! Entries that are kept between runs mean something to the program that has written them. Another text of any source is another
//! version, and so is another version of a package or another machine it is built for. So nobody has to think of a number that
//! must change whenever the answers or the form of the entries change.
//!
//! Invariant: only the binary depends on this crate. It changes with every edit, and whoever depends on it is built again.

include!(concat!(env!("OUT_DIR"), "/sources.rs"));

#[cfg(test)]
#[path = "../build/sources.rs"]
mod sources;

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_source_decides_and_no_test_does() {
        let root = tempfile::tempdir().expect("a directory");
        let write = |file: &str, text: &str| {
            let file = root.path().join(file);
            std::fs::create_dir_all(file.parent().expect("it has one")).expect("a directory");
            std::fs::write(file, text).expect("a file");
        };
        let digest = |more: &[u8]| {
            let places = sources::places(root.path()).expect("they are there");
            sources::digest(root.path(), &places, more).expect("they can be read")
        };
        for file in [
            "Cargo.toml",
            "Cargo.lock",
            "include/a.h",
            "models/a.c",
            "crates/a/Cargo.toml",
            "crates/a/build.rs",
            "crates/a/src/lib.rs",
            "crates/a/src/deep/mod.rs",
            "domains/b/src/lib.rs",
        ] {
            write(file, "a text");
        }
        let mut seen = vec![digest(b"a machine")];
        assert_eq!(digest(b"a machine"), seen[0]);
        seen.push(digest(b"another"));
        for file in
            ["Cargo.lock", "include/a.h", "models/a.c", "crates/a/build.rs", "crates/a/src/deep/mod.rs"]
        {
            write(file, "other");
            seen.push(digest(b"a machine"));
        }
        // A new file, a new crate, and the same text under another name.
        for file in ["crates/a/src/new.css", "domains/c/src/lib.rs"] {
            write(file, "a text");
            seen.push(digest(b"a machine"));
        }
        std::fs::rename(root.path().join("crates/a/src/new.css"), root.path().join("crates/a/src/old.css"))
            .expect("it is there");
        seen.push(digest(b"a machine"));
        let last = seen[seen.len() - 1];
        let n = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), n);
        for file in ["crates/a/tests/a.rs", "crates/a/benches/a.rs", "docs/a.md", "crates/a/README.md"] {
            write(file, "a text");
            assert_eq!(digest(b"a machine"), last, "{file}");
        }
    }

    #[test]
    fn it_is_built_from_these_sources() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let places = sources::places(&root).expect("they are there");
        for place in ["Cargo.lock", "crates/version/build", "crates/cfront/src", "domains/regions/src"] {
            assert!(places.contains(&place.into()), "{place}");
        }
        assert_ne!(SOURCES, [0; 32]);
    }
}
