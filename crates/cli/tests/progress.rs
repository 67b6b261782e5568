//! How far long work has come, as people see it: on a terminal, and where there is none.

use std::fmt::Write as _;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use nix::pty::{Winsize, openpty};

const TOOL: &str = env!("CARGO_BIN_EXE_shapewright");

/// So many functions take many times longer than it takes to draw, on a fast machine too.
const FUNCTIONS: usize = 6_000;

/// Functions under contract that take a moment.
fn program(directory: &Path) -> PathBuf {
    let mut text = String::from(
        "#include <shapewright.h>\n#include <stdlib.h>\nstruct node { struct node *next; int data; };\n\
         bool list(struct node *l) { return l == NULL || list(l->next); }\n",
    );
    for number in 0..FUNCTIONS {
        let _ = write!(
            text,
            "struct node *turn_around_{number}(struct node *l) {{\n    sw_requires(list(l));\n    sw_ensures(list(sw_result));\n    \
             struct node *r = NULL;\n    while (l != NULL) {{\n        struct node *t = l->next;\n        l->next = r;\n        \
             r = l;\n        l = t;\n    }}\n    return r;\n}}\n"
        );
    }
    let file = directory.join("many.c");
    std::fs::write(&file, text).expect("a temporary file");
    file
}

fn command(file: &Path, args: &[&str], set: &[(&str, &str)]) -> Command {
    let mut tool = Command::new(TOOL);
    tool.arg("check").arg(file).args(args).stdout(Stdio::null());
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "CI"] {
        tool.env_remove(name);
    }
    tool.env("TERM", "xterm").envs(set.iter().copied());
    tool
}

/// What is written on a terminal of so many columns.
fn on_terminal(columns: u16, file: &Path, args: &[&str], set: &[(&str, &str)]) -> String {
    let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    let pty = openpty(Some(&size), None).expect("a terminal");
    let mut tool = command(file, args, set);
    tool.stderr(Stdio::from(pty.slave));
    let mut child = tool.spawn().expect("the tool runs");
    // Nobody but the child has the other end, so that reading ends with it.
    drop(tool);
    let (mut seen, mut terminal) = (Vec::new(), std::fs::File::from(pty.master));
    let mut some = [0; 4096];
    // When the other end is closed reading is an error on Linux.
    while let Ok(read @ 1..) = terminal.read(&mut some) {
        seen.extend_from_slice(&some[..read]);
    }
    assert!(child.wait().expect("it ends").success());
    String::from_utf8(seen).expect("text")
}

/// The lines that are written over each other, without what clears them.
fn drawn(seen: &str) -> Vec<&str> {
    seen.split("\r\x1b[K").map(|line| line.trim_end_matches(['\r', '\n'])).collect()
}

#[test]
fn a_terminal_shows_what_is_done_and_in_the_end_only_the_summary() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = program(directory.path());
    let seen = on_terminal(100, &file, &["--progress", "always"], &[("NO_COLOR", "1")]);
    let lines = drawn(&seen);
    assert!(lines.iter().any(|line| line.starts_with("analyzing ") && line.contains("/6000 [")), "{seen:?}");
    assert!(lines.iter().any(|line| line.contains(": turn_around_") && line.ends_with(" s")), "{seen:?}");
    assert_eq!(*lines.last().unwrap(), "proved, 6000 functions proved", "{seen:?}");
    let without = seen.replace("\r\x1b[K", "");
    assert!(!without.contains('\x1b'), "NO_COLOR leaves no colours: {seen:?}");
}

#[test]
fn colours_and_widths_behave() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = program(directory.path());
    let seen = on_terminal(100, &file, &["--progress", "always"], &[]);
    assert!(seen.contains("\x1b[36m"), "{seen:?}");
    for columns in [10, 20, 40, 60] {
        let seen = on_terminal(columns, &file, &["--progress", "always"], &[("NO_COLOR", "1")]);
        let lines = drawn(&seen);
        let (_, drawn) = lines.split_last().expect("there is the summary");
        assert!(drawn.iter().all(|line| line.chars().count() < usize::from(columns)), "{columns}: {seen:?}");
    }
}

#[test]
fn nothing_is_shown_where_nobody_looks_on() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = program(directory.path());
    let summary = "proved, 6000 functions proved\n";
    let piped = |args: &[&str]| {
        let Output { stderr, .. } =
            command(&file, args, &[]).stderr(Stdio::piped()).output().expect("the tool runs");
        String::from_utf8(stderr).expect("text")
    };
    assert_eq!(piped(&[]), summary);
    assert_eq!(piped(&["--progress", "never"]), summary);
    // Asked for, it is lines, without anything for terminals.
    let lines = piped(&["--progress", "always"]);
    assert!(lines.ends_with(summary) && !lines.contains(['\r', '\x1b']), "{lines:?}");
    for (args, set) in [
        (["--progress", "never"], ("TERM", "xterm")),
        (["--progress", "auto"], ("TERM", "dumb")),
        (["--progress", "auto"], ("CI", "true")),
    ] {
        let seen = on_terminal(80, &file, &args, &[set, ("NO_COLOR", "1")]);
        assert_eq!(seen.replace("\r\n", "\n"), summary, "{args:?} {set:?}");
    }
}
