//! The C programs of the corpus, found on disk.

use std::fs;
use std::path::{Path, PathBuf};

/// One program of the corpus.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// The path below `tests/c`, without the extension: the name of its test.
    pub(crate) name: String,
    pub(crate) path: PathBuf,
}

impl Case {
    pub(crate) fn file_name(&self) -> &str {
        self.path.file_name().and_then(|n| n.to_str()).expect("names in the corpus are ASCII")
    }

    pub(crate) fn text(&self) -> String {
        fs::read_to_string(&self.path).unwrap_or_else(|e| panic!("{}: {e}", self.path.display()))
    }
}

/// The `tests` directory of the repository.
pub(crate) fn tests_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests")
        .canonicalize()
        .expect("the repository has tests/")
}

/// The programs below a directory of `tests/c`, in the order of their names.
pub(crate) fn below(directory: &str) -> Vec<Case> {
    let root = tests_dir().join("c").join(directory);
    let mut cases = Vec::new();
    collect(&root, &format!("{directory}/"), &mut cases);
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(!cases.is_empty(), "no programs below {}", root.display());
    cases
}

fn collect(dir: &Path, prefix: &str, cases: &mut Vec<Case>) {
    for entry in fs::read_dir(dir).unwrap_or_else(|e| panic!("{}: {e}", dir.display())) {
        let path = entry.expect("a readable directory").path();
        let stem = path.file_stem().and_then(|s| s.to_str()).expect("names in the corpus are ASCII");
        let name = format!("{prefix}{stem}");
        if path.is_dir() {
            collect(&path, &format!("{name}/"), cases);
        } else if path.extension().is_some_and(|e| e == "c") {
            cases.push(Case { name, path });
        }
    }
}
