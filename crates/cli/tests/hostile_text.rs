//! Text of a program that is more than text: escape sequences, controls of direction, line ends, commands to services that run builds. In
//! no format of any command does it act. And text that is none of the program's is not told to whoever reads the report.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use nix::pty::{Winsize, openpty};
use serde_json::Value;
use testkit::process;

const TOOL: &str = env!("CARGO_BIN_EXE_shapewright");

/// A clear screen, a title, C1, both directions, separators, tags, and commands.
const ACTIVE: &str = "\u{1b}[2J\u{1b}]0;t\u{7}\u{9b}31m\u{7f}\u{202e}\u{2066}\u{200b}\u{2028}\u{85}\u{feff}\u{e0041}##[group]x##vso[y]";

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::Builder::new().prefix("text").tempdir().expect("a temporary directory"))
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.at(name), text).expect("a file");
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut tool = Command::new(TOOL);
        tool.args(arguments).current_dir(self.0.path()).env("XDG_CACHE_HOME", self.at("cache"));
        tool
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("the tool runs")
    }

    /// All that it says, with the exit code.
    fn said(&self, arguments: &[&str]) -> (String, Option<i32>) {
        let output = self.run(arguments);
        let all = [output.stdout, output.stderr].concat();
        (String::from_utf8(all).expect("text"), output.status.code())
    }
}

/// Names of the file: one that begins a line of its own, and one that begins with a command.
fn names() -> [String; 3] {
    [format!("a\n::error::b{ACTIVE}.c"), format!("::stop-commands::{ACTIVE}.c"), "plain.c".into()]
}

fn program() -> String {
    format!(
        "#include <assert.h>
#include <stdlib.h>
struct node {{ struct node *next; int data; }};
int f(void) {{ /* {ACTIVE} */
    struct node *p = malloc(sizeof *p); // {ACTIVE}
    if (p == NULL) return 1;
    p->next = NULL; p->data = \"{ACTIVE}\"[0];
    free(p); /* {ACTIVE} */ return p->data; // {ACTIVE}
}}
#line 5 \"::stop-commands::x{ACTIVE}.c\"
int main(int argc, char **argv) {{
    __asm__ volatile(\"{ACTIVE}\" : \"+r\"(argc));
    assert(argc > 10 && \"{ACTIVE}\");
#line 7 \"b\\n::error::y{ACTIVE}.c\"
    return f();
}}
"
    )
}

/// Nothing in a text acts; commands to services are the known ones only.
fn is_safe(text: &str, what: &str, commands: &[&str]) {
    for line in text.split('\n') {
        if let Some(c) = line.chars().find(|c| ir_is_active(*c)) {
            panic!("{what}: {c:?} in {line:?}");
        }
        let begin = line.trim_start();
        assert!(
            !begin.starts_with("::") || commands.iter().any(|known| begin.starts_with(known)),
            "{what}: a command in {line:?}"
        );
        assert!(!line.contains("##[") && !line.contains("##vso["), "{what}: a command in {line:?}");
    }
}

/// What may act, said once more so that a hole in one list is not a hole in the other.
fn ir_is_active(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{feff}' | '\u{2028}' | '\u{2029}')
        || ('\u{200b}'..='\u{200f}').contains(&c)
        || ('\u{202a}'..='\u{202e}').contains(&c)
        || ('\u{2060}'..='\u{206f}').contains(&c)
        || ('\u{e0000}'..='\u{e007f}').contains(&c)
}

#[test]
fn in_no_format_does_the_text_of_a_program_act() {
    for name in names() {
        let place = Place::new();
        place.write(&name, &program());
        let file = format!("./{name}");
        for format in ["text", "github"] {
            let known: &[&str] =
                if format == "github" { &["::error ", "::warning ", "::notice "] } else { &[] };
            for domain in ["auto", "regions", "checkers"] {
                let arguments = ["check", &file, "--format", format, "--domain", domain, "-v", "--guesses"];
                let (said, code) = place.said(&arguments);
                assert!(matches!(code, Some(1 | 3)), "{said}");
                is_safe(&said, format, known);
            }
        }
        for format in ["json", "jsonl", "sarif"] {
            let output = place.run(&["check", &file, "--format", format]);
            let text = String::from_utf8(output.stdout).expect("text");
            is_safe(&text, format, &[]);
            for each in if format == "jsonl" { text.lines().collect() } else { vec![&*text] } {
                let read: Value = serde_json::from_str(each).expect("it is JSON");
                // What the text was is still there to be known.
                if format == "json" && name == "plain.c" {
                    assert!(read.to_string().contains("plain.c"), "{read}");
                }
            }
        }
        let (said, _) = place.said(&["check", &file, "--html", "page.html", "--write-baseline", "known.txt"]);
        is_safe(&said, "check", &[]);
        let baseline = std::fs::read_to_string(place.at("known.txt")).expect("it is written");
        is_safe(&baseline, "baseline", &[]);
        let (said, _) = place.said(&["check", &file, "--baseline", "known.txt"]);
        assert!(said.contains("in the baseline"), "findings are known again: {said}");
        let page = std::fs::read_to_string(place.at("page.html")).expect("it is written");
        let page = page.replace('\t', " ");
        for line in page.lines().filter(|line| !line.contains("<script nonce")) {
            assert!(!line.chars().any(ir_is_active), "page: {line:?}");
        }
        for arguments in [
            &["run", &*file][..],
            &["run", &file, "--entry", "f"],
            &["run", &file, "--entry", "f", "--seeds", "3"],
            &["ir", &file],
            &["show", &file, "--at", "8"],
            &["show", &file, "--at", "8", "--svg"],
            &["checkers", &file],
            &["checkers", &file, "--format", "json"],
            &["run", &file, "--entry", ACTIVE],
            &["check", &file, "--entry", ACTIVE],
            &["check", "no/such/file\u{1b}[2J\n::error::x\u{202e}.c"],
            &["check", &file, "--config", "no/such\u{1b}[2J\n::error::x.toml"],
            &["check", &file, "--predicates", "no/such\u{1b}[2J\n::error::x", "--domain", "three-valued"],
            &["check", &file, "--baseline", "no/such\u{1b}[2J\n::error::x"],
            &["check", &file, "--output", "no/such\u{1b}[2J\n::error::x"],
            &["check", &file, "--models", "no/such\u{1b}[2J\n::error::x"],
            &["check", "-p", "no/such\u{1b}[2J\n::error::x"],
            &["instrument", &file, "-o", "out.c"],
        ] {
            let (said, _) = place.said(arguments);
            is_safe(&said, &arguments.join(" "), &[]);
        }
    }
}

#[test]
fn errors_of_the_text_are_safe_to_read() {
    let place = Place::new();
    for (number, text) in [
        format!("int x = \u{202e}{ACTIVE};\n"),
        format!("#error {ACTIVE}\n"),
        format!("#include \"{ACTIVE}\"\n"),
        format!("_Static_assert(0, \"{ACTIVE}\");\nint x = nosuch;\n"),
        format!("#line 3 \"\n::error::x{ACTIVE}\"\nint x = ;\n"),
        format!("#line 3 \"::error::x{ACTIVE}\"\nint x = ;\n"),
        format!("#define M(a) a{ACTIVE}\nint x = M(1);\n"),
        format!("int main(void) {{ return 0; }} // shapewright: allow({ACTIVE}) x\n"),
        format!("int main(void) {{ return 0; }} // shapewright: {ACTIVE}\n"),
    ]
    .iter()
    .enumerate()
    {
        let name = format!("wrong{number}.c");
        place.write(&name, text);
        let (said, _) = place.said(&["check", &name]);
        is_safe(&said, &format!("{text:?}"), &[]);
    }
    // Databases and configurations.
    for text in
        [format!("[{ACTIVE}"), format!("[{{\"file\": \"{ACTIVE}\"}}]"), format!("[{{\"{ACTIVE}\": 1}}]")]
    {
        place.write("compile_commands.json", &text);
        let (said, code) = place.said(&["check", "-p", "."]);
        assert_eq!(code, Some(2), "{said}");
        is_safe(&said, &text, &[]);
    }
    for text in [
        format!("{ACTIVE} = 1\n"),
        format!("\"\\u001b\\u202e\\n::error::{}\" = 1\n", 1),
        "entry = \"\\u001b[2J\\n::error::x\"\n".into(),
    ] {
        place.write("shapewright.toml", &text);
        place.write("ok.c", "int main(void) { return 0; }\n");
        let (said, code) = place.said(&["check", "ok.c"]);
        assert_eq!(code, Some(2), "{said}");
        is_safe(&said, &text, &[]);
    }
}

/// What a run prints on a terminal.
fn on_terminal(place: &Place, arguments: &[&str]) -> String {
    let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
    let pty = openpty(Some(&size), None).expect("a terminal");
    let mut tool = place.command(arguments);
    tool.env("NO_COLOR", "1").stdout(Stdio::from(pty.slave)).stderr(Stdio::null());
    let mut child = tool.spawn().expect("the tool runs");
    drop(tool);
    let (mut seen, mut terminal) = (Vec::new(), std::fs::File::from(pty.master));
    let mut some = [0; 4096];
    while let Ok(read @ 1..) = terminal.read(&mut some) {
        seen.extend_from_slice(&some[..read]);
    }
    child.wait().expect("it ends");
    String::from_utf8_lossy(&seen).into_owned()
}

#[test]
fn a_program_commands_no_terminal_unless_it_is_to() {
    let place = Place::new();
    let text =
        "#include <stdio.h>\nint main(void) { printf(\"a\\033[2Jb\\n::error::c\\tw\\n\"); return 0; }\n";
    place.write("prints.c", text);
    assert_eq!(on_terminal(&place, &["run", "prints.c"]), "a\\u{1b}[2Jb\r\n:\\u{3a}error::c\tw\r\n");
    assert_eq!(on_terminal(&place, &["run", "prints.c", "--raw"]), "a\u{1b}[2Jb\r\n::error::c\tw\r\n");
    // A pipe gets what the program wrote: it may be compared with something.
    let output = place.run(&["run", "prints.c"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "a\u{1b}[2Jb\n::error::c\tw\n");
}

/// Nothing waits for a pipe that nobody writes to, or reads a device without an end.
#[test]
fn pipes_and_devices_are_refused_at_once() {
    let place = Place::new();
    if !Command::new("mkfifo").arg(place.at("pipe")).status().is_ok_and(|done| done.success()) {
        eprintln!("there is no mkfifo, nothing is tried");
        return;
    }
    place.write("ok.c", "int main(void) { return 0; }\n");
    std::fs::create_dir(place.at("build")).expect("a directory");
    for file in ["pipe", "/dev/zero", "/dev/tty"] {
        let whole = if file == "pipe" { place.at("pipe").display().to_string() } else { file.to_owned() };
        place.write("includes.c", &format!("#include \"{whole}\"\nint main(void) {{ return 0; }}\n"));
        let database = place.at("build/compile_commands.json");
        let _ = std::fs::remove_file(&database);
        std::os::unix::fs::symlink(&whole, database).expect("a link");
        for arguments in [
            &["check", file][..],
            &["check", "includes.c"],
            &["check", "ok.c", "--include", file],
            &["check", "ok.c", "--models", file],
            &["check", "ok.c", "--config", file],
            &["check", "ok.c", "--baseline", file],
            &["check", "ok.c", "--predicates", file, "--domain", "three-valued"],
            &["check", "ok.c", "--output", file],
            &["check", "ok.c", "--html", file],
            &["check", "-p", file],
            &["check", "-p", "build"],
            &["svcomp", "ok.c", "--property", file],
        ] {
            // `@file` and models are asked for only where they are needed.
            let done = process::run(&mut place.command(arguments), Duration::from_secs(20)).expect("it ends");
            let needed = !arguments.contains(&"--models");
            assert!(!needed || done.status.code() == Some(2), "{arguments:?}: {}", done.stderr);
            assert!(!needed || !done.stderr.is_empty(), "{arguments:?}");
        }
        place.write("calls.c", "int other(void);\nint main(void) { return other(); }\n");
        let mut tool = place.command(&["check", "calls.c", "--models", file]);
        let done = process::run(&mut tool, Duration::from_secs(20)).expect("it ends");
        assert_eq!(done.status.code(), Some(2), "{}", done.stderr);
        let mut tool = place.command(&["check", "ok.c", "--", &format!("@{whole}")]);
        process::run(&mut tool, Duration::from_secs(20)).expect("it ends");
    }
}

/// A log that others read tells nothing of files that are not of the project.
#[test]
fn lines_of_other_files_are_not_told() {
    const SECRET: &str = "hunter2secret";
    let (place, other) = (Place::new(), Place::new());
    std::fs::create_dir(place.at(".git")).expect("a directory");
    place.write(".git/config", &format!("extraheader = {SECRET}\n"));
    other.write("token", &format!("{SECRET} + ;\n"));
    other.write("token.h", &format!("int {SECRET} = ;\n"));
    std::os::unix::fs::symlink(other.at("token"), place.at("link.h")).expect("a link");
    std::os::unix::fs::symlink("/proc/self/environ", place.at("environ.json")).expect("a link");
    let include = |path: &Path| format!("#include \"{}\"\nint main(void) {{ return 0; }}\n", path.display());
    let told = |arguments: &[&str], what: &str| {
        for format in ["text", "json", "sarif", "github"] {
            let mut tool = place.command(arguments);
            tool.args(["--format", format]).env("SECRET_TOKEN", SECRET);
            let output = tool.output().expect("the tool runs");
            let all = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
            assert_eq!(output.status.code(), Some(2), "{what}: {all}");
            assert!(!all.contains(SECRET) && !all.contains("root:"), "{what}: {all}");
        }
    };
    for path in [
        PathBuf::from("/etc/passwd"),
        "/proc/self/environ".into(),
        other.at("token"),
        other.at("token.h"),
        "link.h".into(),
        ".git/config".into(),
    ] {
        place.write("a.c", &include(&path));
        told(&["check", "a.c"], &path.display().to_string());
        told(&["check", "a.c", "--", "-I/proc/self", "-I/etc"], &path.display().to_string());
    }
    // Nor by what was found where something else was expected.
    for begin in ["int x = 1", "int f(", "struct s {", "#define M 1\nint y = M M", "enum e { A = "] {
        let text = format!("{begin}\n#include \"{}\"\n;\n", other.at("token").display());
        place.write("a.c", &text);
        told(&["check", "a.c"], &text);
    }
    place.write("a.c", "#include \"environ\"\n#include <passwd>\nint x;\n");
    told(&["check", "a.c", "-I/proc/self", "-I/etc"], "by the include path");
    told(&["check", "-p", "environ.json"], "a database");
    told(&["check", "-p", "/etc/passwd"], "a database");
    let named = serde_json::json!([{ "directory": ".", "file": "/etc/passwd", "arguments": ["cc", "-xc", "-c", "/etc/passwd"] }]);
    place.write("compile_commands.json", &named.to_string());
    told(&["check", "-p", "."], "a file of a database");
    std::os::unix::fs::symlink("/proc/self/environ", place.at("shapewright.toml")).expect("a link");
    place.write("a.c", "int main(void) { return 0; }\n");
    told(&["check", "a.c"], "a configuration");
    std::fs::remove_file(place.at("shapewright.toml")).expect("the link");
    // Of the project's own files lines are quoted as ever, wherever the tool is started.
    std::fs::create_dir_all(place.at("src")).expect("a directory");
    std::fs::create_dir_all(place.at("include")).expect("a directory");
    place.write("include/own.h", "int own = ;\n");
    place.write("src/b.c", "#include \"../include/own.h\"\n");
    let file = place.at("src/b.c").display().to_string();
    let output = Command::new(TOOL).args(["check", &file]).current_dir("/").output().expect("the tool runs");
    let all = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(all.contains("1 | int own = ;"), "{all}");
    let (said, _) = place.said(&[
        "check",
        "src/b.c",
        "--",
        &format!("-I{}", other.0.path().display()),
        "-includetoken.h",
    ]);
    assert!(said.contains(SECRET), "who names a directory for headers sees what is in it: {said}");
}
