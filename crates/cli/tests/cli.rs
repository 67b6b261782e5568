//! The command line as its users meet it.
//!
//! Every console block of `tests/cmd`, of the README and of the user documentation is run and its
//! output compared; `TRYCMD=overwrite cargo test -p shapewright --test cli` accepts what changed.
//! What a block cannot show, such as which stream a line went to, is tested below.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const TOOL: &str = env!("CARGO_BIN_EXE_shapewright");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn cases(of: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd").join(of)
}

/// Runs the tool where the files of `of` are, as in a shell without settings of its own.
fn shapewright(of: &str, args: &[&str]) -> Output {
    let mut tool = Command::new(TOOL);
    tool.args(args).current_dir(cases(of)).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    tool.output().expect("the tool runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn console_blocks() {
    std::env::set_current_dir(root()).expect("the root of the repository");
    let cases = trycmd::TestCases::new();
    cases.register_bin("shapewright", Path::new(TOOL));
    // What the user's own directory has kept, and whether it may be used, is nothing to these.
    let cache = tempfile::tempdir().expect("a directory");
    cases
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .env("XDG_CACHE_HOME", cache.path().display().to_string());
    cases.case("crates/cli/tests/cmd/*.md").case("README.md");
    // Every page of the book.
    cases.case("docs/*.md").case("docs/*/*.md");
    cases.run();
}

#[test]
fn bad_input_is_an_error_and_nothing_else() {
    let cases: &[(&[&str], &str)] = &[
        (&["run", "missing.c"], "missing.c:1:1: error: no such file"),
        (&["run", "."], ".:1:1: error: is a directory"),
        (&["run", "syntax.c"], "syntax.c:2:22: error: "),
        (&["run", "types.c"], "types.c:8:5: error: "),
        (&["run", "header.c"], "header.c:2:11: error: "),
        (&["run", "garbage.c"], "garbage.c:1:8: error: not a text file"),
        (&["run", "-p", "broken"], "broken/compile_commands.json:3:3: error: "),
        (&["run", "-p", "no-c"], "note: "),
        (&["run", "library.c", "--entry", "nosuch"], "error: "),
        (&["run", "library.c", "--budget", "nonsense"], "error: "),
        (&["run", "library.c", "--format", "xml"], "error: "),
        (&["run", "--nosuch", "library.c"], "error: "),
        (&["run"], "error: nothing to analyze"),
        (&["check", "syntax.c", "--format", "json"], "syntax.c:2:22: error: "),
        (&["ir", "types.c"], "types.c:8:5: error: "),
        (&["explain", "nosuch"], "error: "),
        (&["nosuch"], "error: "),
        (&[], "Proves C programs"),
    ];
    for (args, first) in cases {
        let output = shapewright("bad-input.in", args);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert_eq!(text(&output.stdout), "", "{args:?}");
        assert!(said.starts_with(first), "{args:?}: {said}");
        assert!(!said.contains("os error") && !said.contains("panicked"), "{args:?}: {said}");
    }
}

#[test]
fn findings_are_on_standard_output_and_the_rest_is_not() {
    let output = shapewright("rules.in", &["run", "leak.c"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).starts_with("leak.c:5:5: error[leak]: "));
    assert_eq!(text(&output.stderr), "the program ended with status 0: 1 error\n");
}

#[test]
fn a_machine_format_is_alone_on_standard_output() {
    let programs = [
        ("rules.in", "leak.c"),
        ("rules.in", "unsupported.c"),
        ("run.in", "clean.c"),
        ("run.in", "status.c"),
    ];
    for (dir, program) in programs {
        for task in ["run", "check"] {
            let output = shapewright(dir, &[task, program, "--format", "json"]);
            let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one object");
            assert_eq!(json["tool"], "shapewright");
            assert_eq!(json["schema"], 1);
        }
    }
}

#[test]
fn the_same_command_says_the_same() {
    let commands: &[(&str, &[&str])] = &[
        ("rules.in", &["run", "leak.c", "--format", "json"]),
        ("run.in", &["run", "seeds.c", "--seeds", "100"]),
        ("run.in", &["run", "clean.c", "--seed", "7"]),
        ("link.in", &["ir", "main.c", "list.c"]),
        ("link.in", &["check", "main.c", "list.c", "--format", "json"]),
        ("bad-input.in", &["run", "types.c", "syntax.c"]),
    ];
    for (dir, args) in commands {
        let (first, second) = (shapewright(dir, args), shapewright(dir, args));
        // How long it took is the one thing that may differ.
        let timeless = |output: &Output| {
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            text.lines().filter(|line| !line.contains("time_ms")).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(timeless(&first), timeless(&second), "{args:?}");
        assert_eq!((first.status, &first.stderr), (second.status, &second.stderr), "{args:?}");
    }
}

#[test]
fn any_number_of_threads_says_the_same() {
    let said = |jobs: &str, format: &str| {
        let args = ["check", "many.c", "--self-check=5", "-v", "-j", jobs, "--format", format];
        let output = shapewright("jobs.in", &args);
        let out = text(&output.stdout);
        let timeless: Vec<_> =
            out.lines().filter(|line| !line.contains("time_ms")).map(str::to_owned).collect();
        (timeless, text(&output.stderr), output.status.code())
    };
    for format in ["text", "json"] {
        let alone = said("1", format);
        assert!(alone.0.iter().any(|line| line.contains("null-deref")), "{alone:?}");
        for jobs in ["2", "3", "16"] {
            assert_eq!(alone, said(jobs, format), "{jobs} threads");
        }
    }
}

#[test]
fn colours_are_there_when_asked_for() {
    let coloured = |set: &[(&str, &str)], args: &[&str]| {
        let mut tool = Command::new(TOOL);
        tool.current_dir(cases("rules.in")).args(["run", "leak.c"]).args(args);
        tool.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").envs(set.iter().copied());
        let output = tool.output().expect("the tool runs");
        text(&output.stdout).contains("\x1b[")
    };
    assert!(coloured(&[], &["--color", "always"]));
    assert!(coloured(&[("NO_COLOR", "1")], &["--color", "always"]), "a flag is said last");
    assert!(coloured(&[("CLICOLOR_FORCE", "1")], &[]));
    assert!(!coloured(&[], &[]), "a pipe is no terminal");
    assert!(!coloured(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], &[]));
    assert!(!coloured(&[("CLICOLOR_FORCE", "1")], &["--color", "never"]));
    assert!(!coloured(&[("CLICOLOR_FORCE", "1")], &["--format", "json"]), "machines want none");
}

#[test]
fn completions_are_a_script() {
    for (shell, sign) in [
        ("bash", "complete -F _shapewright"),
        ("zsh", "#compdef shapewright"),
        ("fish", "complete -c shapewright"),
    ] {
        let output = shapewright("run.in", &["completions", shell]);
        assert!(output.status.success() && text(&output.stdout).contains(sign), "{shell}");
    }
}

/// Where a witness is written, without anything that is not always the same.
fn witness(program: &str) -> (String, String) {
    let directory = tempfile::Builder::new().prefix("witness").tempdir().expect("a directory");
    let file = directory.path().join("witness.yml");
    let mut tool = Command::new(TOOL);
    tool.args(["svcomp", "--property", "valid-memsafety.prp", program, "--data-model", "ILP32", "--witness"]);
    tool.arg(&file).current_dir(cases("svcomp.in")).env("SOURCE_DATE_EPOCH", "0");
    let output = tool.output().expect("the tool runs");
    (text(&output.stdout), std::fs::read_to_string(file).unwrap_or_default())
}

#[test]
fn a_witness_tells_the_inputs_and_the_place_of_an_error() {
    let (answer, told) = witness("twice.c");
    assert_eq!(answer, "false(valid-free)\n");
    for line in [
        "- entry_type: violation_sequence",
        "    creation_time: '1970-01-01T00:00:00Z'",
        "      specification: 'G valid-free'",
        "      data_model: ILP32",
        "          value: '\\result == 101'",
    ] {
        assert!(told.lines().any(|have| have == line), "{line} is not in\n{told}");
    }
    // The closing parenthesis of the call, and the statement that frees again.
    let places: Vec<&str> = told.lines().map(str::trim).filter(|line| line.starts_with("line: ")).collect();
    assert_eq!(places, ["line: 7", "line: 10"]);
    assert!(told.contains("line: 7\n          column: 39\n"), "{told}");
    assert_eq!(told, witness("twice.c").1, "the same task has the same witness");
}

#[test]
fn a_proof_has_a_witness_and_no_answer_has_none() {
    let (answer, told) = witness("safe.c");
    assert_eq!(answer, "true\n");
    assert!(
        told.starts_with("- entry_type: invariant_set\n") && told.contains("format: c_expression"),
        "{told}"
    );
    assert_eq!(witness("guess.c"), ("unknown\n".to_owned(), String::new()));
}

#[test]
fn what_the_hunt_finds_is_replayed_with_the_inputs_it_prints() {
    let check = |args: &[&str]| text(&shapewright("svcomp.in", args).stdout);
    let found = check(&["check", "twice.c", "--malloc-never-fails"]);
    let told = found.lines().find_map(|line| line.strip_prefix("inputs: reproduce with shapewright "));
    let words: Vec<&str> = told.unwrap_or_default().split(' ').collect();
    assert!(check(&words).contains("error[double-free]"), "{found}");
}
