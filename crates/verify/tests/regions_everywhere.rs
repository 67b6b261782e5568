//! Every program of the corpora, whatever it was written for: in runs every block is described by a configuration, and what goes
//! wrong with blocks was found.

use std::path::{Path, PathBuf};

use shapewright_verify as verify;

/// So many runs of each program.
const RUNS: u64 = 3;

fn programs(directory: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            found.push(path);
        }
    }
}

#[test]
fn blocks_are_described_in_every_program() {
    let mut files = Vec::new();
    programs(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/c"), &mut files);
    let options = verify::Options {
        domain: verify::Domain::Regions,
        self_check: Some(RUNS),
        jobs: Some(1),
        ..verify::Options::default()
    };
    let (mut compared, mut memories) = (0, 0);
    for file in files {
        let command = cfront::Command { file: file.clone(), options: cfront::Options::default() };
        // Some are parts of programs, or are not C. Models are read as `check` reads them: runs open files.
        let models = [cfront::Model::Libc];
        let loaded = cfront::load_with_models(&[command], &models, &cfront::Budget::default());
        let Ok(loaded) = loaded else { continue };
        if loaded.program.main().is_none() {
            continue;
        }
        let (_, checked) = verify::check(&loaded.program, &options);
        let checked = checked.unwrap_or_default();
        if let Some(unsound) = checked.unsound.first() {
            let line = unsound.point.span(&loaded.program).line;
            panic!("{}: seed {} at line {line}: {}", file.display(), unsound.seed, unsound.what);
        }
        compared += u32::from(checked.memories > 0);
        memories += checked.memories;
    }
    eprintln!("{compared} programs, {memories} memories");
    assert!(
        compared > 300 && memories > 50_000,
        "{compared} programs, {memories} memories: this tests nothing"
    );
}
