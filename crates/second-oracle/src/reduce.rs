//! Making small what refutes a proof: parts of the text are left out as long as it is proved and fails natively.
//!
//! Delta debugging on lines, then on what stands between semicolons and braces.

use std::fs;
use std::path::Path;

use generate::{SURFACE_INCLUDES, Surface};

use crate::native::{self, Build, Ended, Program, Run};
use crate::tool::{Tool, Verdict};

/// Most programs that are tried.
const TRIES: usize = 250;

/// A program that is still proved and fails in this run.
pub fn program(
    tool: &Tool,
    dir: &Path,
    build: Build,
    program: &Surface,
    run: &Run,
) -> anyhow::Result<String> {
    let file = dir.join("small.c");
    let mut fails = |body: &str| -> bool {
        if fs::write(&file, format!("{SURFACE_INCLUDES}{body}")).is_err() {
            return false;
        }
        tool.check(&file, &[], &program.flags) == Verdict::Proved && {
            let one = Program { body: body.to_owned(), main: "sw_main".to_owned(), runs: vec![run.clone()] };
            let includes = format!("{SURFACE_INCLUDES}#define main sw_main\n");
            native::run(dir, build, &includes, &[one], &program.flags)
                .is_ok_and(|ended| matches!(ended[0][0], Ended::Fault(_)))
        }
    };
    let lines: Vec<String> =
        program.body.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect();
    let mut tries = 0;
    let lines = without(lines, "\n", &mut tries, &mut fails);
    let pieces: Vec<String> = lines.join("\n").split_inclusive([';', '{', '}']).map(str::to_owned).collect();
    let pieces = without(pieces, "", &mut tries, &mut fails);
    Ok(format!("{SURFACE_INCLUDES}{}\n", pieces.concat()))
}

/// The parts without those that nothing changes for.
fn without(
    mut parts: Vec<String>,
    glue: &str,
    tries: &mut usize,
    fails: &mut impl FnMut(&str) -> bool,
) -> Vec<String> {
    let mut size = parts.len().div_ceil(2);
    while size > 0 {
        let mut at = 0;
        while at < parts.len() && *tries < TRIES {
            let mut fewer = parts.clone();
            fewer.drain(at..(at + size).min(parts.len()));
            *tries += 1;
            if fails(&fewer.join(glue)) {
                parts = fewer;
            } else {
                at += size;
            }
        }
        size /= 2;
    }
    parts
}
