//! gcc, and what it says.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

/// What gcc says about lines, by their numbers.
pub type Lines = BTreeMap<usize, String>;

/// The targets to compare on: what gcc can compile for without linking. `dir` is for its files.
pub fn targets(dir: &Path) -> Vec<&'static str> {
    let file = dir.join("probe.c");
    std::fs::write(&file, "int x;\n").expect("a file");
    let works = |target: &&str| {
        let mut gcc = Command::new("gcc");
        gcc.args([*target, "-c", "-o"]).arg(dir.join("probe.o")).arg(&file);
        gcc.output().is_ok_and(|output| output.status.success())
    };
    let found: Vec<&str> = ["-m64", "-m32"].into_iter().filter(works).collect();
    if found.is_empty() {
        eprintln!("gcc is not there: nothing is compared");
    }
    found
}

/// Gives a file to gcc, as the C we read.
pub fn gcc(args: &[&str], file: &Path) -> Output {
    let mut gcc = Command::new("gcc");
    gcc.args(["-std=gnu17", "-fno-diagnostics-show-caret", "-fmax-errors=0"]).args(args).arg(file);
    gcc.output().expect("gcc was there before")
}

/// Makes a program of a file and runs it: what it printed.
pub fn run(file: &Path, program: &Path) -> String {
    let program = program.to_str().expect("a path of the test");
    let built = gcc(&["-w", "-O0", "-o", program], file);
    assert!(built.status.success(), "gcc refuses:\n{}", text(&built.stderr));
    text(&Command::new(program).output().expect("the program").stdout)
}

/// Bytes that a program wrote.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The lines gcc has something to say about: errors, and warnings.
pub fn lines(said: &[u8]) -> (Lines, Lines) {
    let (mut errors, mut warnings) = (BTreeMap::new(), BTreeMap::new());
    for line in String::from_utf8_lossy(said).lines() {
        let mut parts = line.splitn(4, ':');
        let (Some(_), Some(number), Some(_), Some(text)) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            continue;
        };
        let Ok(number) = number.parse() else { continue };
        if text.contains("error:") {
            errors.entry(number).or_insert_with(|| text.to_owned());
        } else if text.contains("warning:") {
            warnings.entry(number).or_insert_with(|| text.to_owned());
        }
    }
    (errors, warnings)
}
