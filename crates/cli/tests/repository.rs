//! A repository that nobody has looked at yet: whatever its configuration says, nothing of it is executed, nothing is written that the command
//! line does not name, nothing that was there is replaced, and what makes a check weaker is told.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

const LEAK: &str = "#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    return p == NULL;
}
";

/// A repository in a directory whose name has no dot.
struct Repository {
    kept: tempfile::TempDir,
}

impl Repository {
    fn new() -> Self {
        let kept = tempfile::Builder::new().prefix("repository").tempdir().expect("a temporary directory");
        let new = Self { kept };
        new.write("leak.c", LEAK);
        new
    }

    fn at(&self, name: &str) -> PathBuf {
        self.kept.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let file = self.at(name);
        std::fs::create_dir_all(file.parent().expect("a directory")).expect("a directory");
        std::fs::write(file, text).expect("a file");
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.at(name)).expect("it is there")
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut tool = Command::new(env!("CARGO_BIN_EXE_shapewright"));
        tool.args(arguments).current_dir(self.kept.path()).env("XDG_CACHE_HOME", self.at("cache"));
        tool.output().expect("the tool runs")
    }

    /// What goes to standard error, and the exit code.
    fn said(&self, arguments: &[&str]) -> (String, Option<i32>) {
        let output = self.run(arguments);
        (String::from_utf8_lossy(&output.stderr).into_owned(), output.status.code())
    }

    fn git(&self, arguments: &[&str]) -> bool {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=n", "-c", "user.email=e"]).args(arguments).current_dir(self.kept.path());
        git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
        git.output().is_ok_and(|output| output.status.success())
    }

    /// Everything there is, with what is in it.
    fn contents(&self) -> Vec<(PathBuf, Option<Vec<u8>>)> {
        let mut all = Vec::new();
        let mut open = vec![self.kept.path().to_owned()];
        while let Some(directory) = open.pop() {
            for entry in std::fs::read_dir(directory).expect("a directory") {
                let path = entry.expect("an entry").path();
                if path.is_dir() && !path.is_symlink() {
                    open.push(path.clone());
                }
                let bytes = std::fs::read(&path).ok();
                all.push((path, bytes));
            }
        }
        all.sort();
        all
    }
}

/// A configuration has a hook of git overwritten by a report, in which a line is a command: the name of a file.
#[test]
fn a_configuration_makes_no_hook_of_a_report() {
    let repository = Repository::new();
    if !repository.git(&["init", "-q"]) {
        eprintln!("git is not installed, the hook is not tried");
        return;
    }
    let file = "$(id>PWNED)x.c";
    repository.write(file, LEAK);
    let entry = serde_json::json!([{ "directory": ".", "file": file, "arguments": ["cc", "-c", file] }]);
    repository.write("compile_commands.json", &entry.to_string());
    let hook = ".git/hooks/pre-commit";
    repository.write(hook, "#!/bin/sh\nexit 0\n");
    std::fs::set_permissions(repository.at(hook), PermissionsExt::from_mode(0o755)).expect("a program");
    let config = format!("database = \".\"\noutput = \"{hook}\"\n");
    repository.write("shapewright.toml", &config);
    let before = repository.contents();
    for task in ["check", "run", "ir", "lsp"] {
        let (said, code) = repository.said(&[task]);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains("shapewright.toml:2:1: `output` names a file that is written"), "{said}");
        assert!(said.contains("--output"), "{said}");
    }
    // Nor if a script takes its word for it.
    let (said, code) = repository.said(&["check", "--no-config", "-p", ".", "--no-cache", "--output", hook]);
    assert!(code == Some(2) && said.contains("nothing is written under `.git`"), "{said}");
    assert_eq!(repository.contents(), before);
    assert!(repository.git(&["add", "-A"]) && repository.git(&["commit", "-q", "-m", "x"]));
    assert!(!repository.at("PWNED").exists(), "the name of a file was executed");
    // A command to be copied into a shell is none of the file's either.
    let output = repository.run(&["check", "--no-config", file]);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(told.contains("reproduce with shapewright run '$(id>PWNED)x.c'"), "{told}");
}

#[test]
fn a_configuration_names_nothing_that_is_written_or_started() {
    let repository = Repository::new();
    for (key, value) in [
        ("output", "out.txt"),
        ("html", "page.html"),
        ("write-baseline", ".git/HEAD"),
        ("cache", "c"),
        ("changed-since", "HEAD"),
    ] {
        repository.write("shapewright.toml", &format!("# it is ours\n  {key} = \"{value}\"\n"));
        let before = repository.contents();
        let (said, code) = repository.said(&["check", "leak.c"]);
        assert_eq!(code, Some(2), "{said}");
        let told = format!("shapewright.toml:2:3: `{key}` ");
        assert!(said.contains(&told) && said.contains(&format!("use --{key} there")), "{said}");
        assert_eq!(repository.contents(), before, "{key}");
    }
}

#[test]
fn what_is_written_replaces_what_we_wrote_only() {
    let repository = Repository::new();
    std::fs::create_dir_all(repository.at(".git/hooks")).expect("a directory");
    symlink(".git/hooks", repository.at("out")).expect("a link");
    symlink("leak.c", repository.at("report.html")).expect("a link");
    repository.write("notes.txt", "shapewright is to be tried\n");
    let before = repository.contents();
    for option in ["--output", "--html", "--write-baseline"] {
        for file in ["leak.c", "notes.txt", "report.html", "out/pre-commit", ".git/config", ".git"] {
            let (said, code) = repository.said(&["check", "leak.c", "--no-cache", option, file]);
            assert_eq!(code, Some(2), "{option} {file}: {said}");
            assert!(said.contains(&format!("error: {file}: ")), "{option} {file}: {said}");
        }
    }
    assert_eq!(repository.contents(), before);
    // Each of our own files is replaced by the next one.
    for (option, format) in [
        ("--output", "text"),
        ("--output", "json"),
        ("--output", "jsonl"),
        ("--output", "sarif"),
        ("--output", "github"),
        ("--html", "text"),
        ("--write-baseline", "text"),
    ] {
        let file = format!("new{option}.{format}");
        for round in 0..2 {
            let arguments = ["check", "leak.c", "--no-cache", option, &file, "--format", format];
            let (said, code) = repository.said(&arguments);
            assert_eq!(code, Some(1), "{option} {format} {round}: {said}");
        }
        assert!(!repository.read(&file).is_empty());
    }
    repository.write("ok.c", "int main(void) { return 0; }\n");
    for _ in 0..2 {
        let (said, code) = repository.said(&["instrument", "ok.c", "-o", "checked.c"]);
        assert_eq!(code, Some(0), "{said}");
    }
    let (said, code) = repository.said(&["instrument", "ok.c", "-o", "leak.c"]);
    assert!(code == Some(2) && said.contains("was not written by Shapewright"), "{said}");
    let left: Vec<PathBuf> = repository.contents().into_iter().map(|(path, _)| path).collect();
    assert!(left.iter().all(|path| path.extension().is_none_or(|end| end != "part")), "{left:?}");
}

#[test]
fn what_makes_a_check_weaker_is_told_in_every_form() {
    let repository = Repository::new();
    let ours = "# shapewright baseline 1: how many, rule, function, file, line of code\n";
    repository.write("known.txt", ours);
    repository.write("models.c", "int nothing(void) { return 0; }\n");
    repository.write("first.h", "#define FIRST 1\n");
    let settings = [
        ("malloc-never-fails", "true"),
        ("baseline", "\"known.txt\""),
        ("fail-on", "\"never\""),
        ("models", "[\"models.c\"]"),
        ("include", "[\"first.h\"]"),
        ("entry", "\"main\""),
    ];
    let mut config: Vec<String> = settings.iter().map(|(key, value)| format!("{key} = {value}")).collect();
    config.push("domain = \"auto\"".into());
    repository.write("shapewright.toml", &config.join("\n"));
    let told = |text: &str| {
        for (line, (key, value)) in (1..).zip(settings) {
            let value = if text.contains("&quot;") { value.replace('"', "&quot;") } else { value.to_owned() };
            let escaped = value.replace('"', "\\\"");
            let has = [
                format!("`{key} = {value}`"),
                format!("`{key} = {escaped}`"),
                format!("<code>{key} = {value}</code>"),
            ];
            assert!(has.iter().any(|has| text.contains(has)), "{key} in {text}");
            let place = [
                format!("shapewright.toml:{line}:1"),
                format!("line={line},"),
                format!("\"startLine\": {line}"),
            ];
            assert!(place.iter().any(|place| text.contains(place)), "line {line} in {text}");
        }
    };
    let (said, code) = repository.said(&["check", "leak.c", "--no-cache"]);
    assert_eq!(code, Some(0), "{said}");
    told(&said);
    for format in ["sarif", "github"] {
        let output = repository.run(&["check", "leak.c", "--no-cache", "--format", format]);
        told(&String::from_utf8_lossy(&output.stdout));
    }
    for format in ["json", "jsonl"] {
        let output = repository.run(&["check", "leak.c", "--no-cache", "--format", format]);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let last = if format == "json" { &text } else { text.lines().last().unwrap_or_default() };
        let report: Value = serde_json::from_str(last).expect("it is JSON");
        let found: Vec<(&str, &str)> = report["settings"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|setting| (setting["key"].as_str().unwrap_or(""), setting["value"].as_str().unwrap_or("")))
            .collect();
        assert_eq!(found, settings, "{format}");
    }
    let (_, code) =
        repository.said(&["check", "leak.c", "--no-cache", "--html", "page.html", "--output", "report.txt"]);
    assert_eq!(code, Some(0));
    told(&repository.read("page.html"));
    told(&repository.read("report.txt"));
    // Each is told by whoever takes it; who is told on the command line takes nothing.
    let (said, _) = repository.said(&["run", "leak.c"]);
    assert!(said.contains("`malloc-never-fails") || said.contains("`models = "), "{said}");
    let (said, _) = repository.said(&["ir", "leak.c"]);
    assert!(said.contains("`include = ") && !said.contains("`fail-on"), "{said}");
    let (said, code) = repository.said(&["check", "leak.c", "--no-cache", "--fail-on", "finding"]);
    assert!(code == Some(1) && !said.contains("`fail-on"), "{said}");
    let (said, _) = repository.said(&["check", "leak.c", "--no-cache", "--no-config"]);
    assert!(!said.contains("shapewright.toml"), "{said}");
}

/// What the tests compare with is where they are run.
#[test]
fn a_directory_with_a_dot_is_no_obstacle_to_who_is_in_it() {
    let kept = tempfile::Builder::new().prefix(".dotted").tempdir().expect("a temporary directory");
    std::fs::write(kept.path().join("leak.c"), LEAK).expect("a file");
    let run = |directory: &Path| {
        let mut tool = Command::new(env!("CARGO_BIN_EXE_shapewright"));
        let page = kept.path().join("page.html");
        let tool = tool.args(["check", "--no-cache", "--no-config"]).arg(kept.path().join("leak.c"));
        tool.arg("--html").arg(page).current_dir(directory).output().expect("the tool runs").status.code()
    };
    assert_eq!(run(Path::new("/")), Some(2));
    assert_eq!(run(kept.path()), Some(1));
}
