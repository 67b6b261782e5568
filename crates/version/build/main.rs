//! Writes down which sources this program is built from.

#![expect(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]

mod sources;

use std::path::{Path, PathBuf};

fn main() {
    let variable = |name: &str| std::env::var_os(name).unwrap_or_else(|| panic!("cargo sets {name}"));
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR")).join("../..");
    let places = sources::places(&root).unwrap_or_else(|error| panic!("{}: {error}", root.display()));
    for place in &places {
        println!("cargo::rerun-if-changed={}", root.join(place).display());
    }
    let target = variable("TARGET").into_encoded_bytes();
    let digest = sources::digest(&root, &places, &target)
        .unwrap_or_else(|error| panic!("the sources in {}: {error}", root.display()));
    let text = format!("/// The digest.\npub const SOURCES: [u8; 32] = {digest:?};\n");
    let file = Path::new(&variable("OUT_DIR")).join("sources.rs");
    std::fs::write(&file, text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
}
