//! What the comparisons share besides the kit: where their files are, and reading them.

use std::path::{Path, PathBuf};

use shapewright_cfront::{Budget, Command as Input, LoadError, Loaded, Options, load};
pub(crate) use testkit::gcc::{gcc, lines};
pub(crate) use testkit::objects::{Written, objects};
pub(crate) use testkit::{Rng, count, settle};

/// The targets to compare on.
pub(crate) fn targets() -> Vec<&'static str> {
    testkit::gcc::targets(&dir("targets"))
}

pub(crate) fn dir(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("differential").join(name);
    std::fs::create_dir_all(&dir).expect("a directory for the test");
    dir
}

pub(crate) fn read(file: &Path, target: &str) -> Result<Loaded, LoadError> {
    let options = Options::from_args(&[target.to_owned(), "-std=gnu17".to_owned()], Path::new("")).options;
    let budget = Budget { time: std::time::Duration::from_secs(600), memory: 8 << 30 };
    load(&[Input { file: file.to_owned(), options }], &budget)
}

/// Reads a file of which every snippet is one line, leaving out the lines that are refused. Says
/// what was refused.
pub(crate) fn read_lines(dir: &Path, text: &mut [String], target: &str) -> (Loaded, Vec<String>) {
    let file = dir.join("input.c");
    let mut refused = Vec::new();
    for _ in 0..20 {
        std::fs::write(&file, text.join("\n") + "\n").expect("a file");
        match read(&file, target) {
            Ok(loaded) => return (loaded, refused),
            Err(error) => {
                let mut bad: Vec<(usize, String)> = error
                    .diagnostics
                    .iter()
                    .filter(|said| said.severity == model::Severity::Error && said.span.is_known())
                    .map(|said| (said.span.line as usize - 1, said.message.clone()))
                    .collect();
                bad.dedup_by_key(|(line, _)| *line);
                assert!(!bad.is_empty(), "{error}");
                for (line, message) in bad {
                    if !text[line].is_empty() {
                        refused.push(format!("refused: {message}: {}", text[line]));
                        text[line].clear();
                    }
                }
            }
        }
    }
    panic!("still refused: {refused:?}");
}
