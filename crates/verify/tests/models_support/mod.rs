//! C text to programs.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use ir::Program;

/// The program of a C text, with our header and a list node before it.
pub(crate) fn program(text: &str) -> Program {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let n = NEXT.fetch_add(1, Ordering::Relaxed);
    let file: PathBuf = std::env::temp_dir().join(format!("given-{}-{n}.c", std::process::id()));
    let headers = ["shapewright", "stddef", "stdlib", "assert"].map(|name| format!("#include <{name}.h>\n"));
    let node = "struct node { struct node *next; int data; };";
    std::fs::write(&file, format!("{}{node}\n#line 1\n{text}", headers.concat()))
        .expect("a file can be written");
    let command = cfront::Command { file: file.clone(), options: cfront::Options::default() };
    let loaded = cfront::load(&[command], &cfront::Budget::default());
    let _ = std::fs::remove_file(file);
    loaded.unwrap_or_else(|error| panic!("{error}")).program
}
