//! `check --changed-since` in real git repositories: what was changed, by a commit or not yet, is shown and nothing else.

use std::path::Path;
use std::process::{Command, Output};

/// Two functions that lose a block each.
const BEFORE: &str = "#include <stdlib.h>\nvoid first(void) {\n    char *p = malloc(4);\n    p = NULL;\n}\nvoid second(void) {\n    char *q = malloc(8);\n    q = NULL;\n}\n";

/// A repository with the two functions in one file.
struct Repository(tempfile::TempDir);

impl Repository {
    /// `None` where there is no git.
    fn new() -> Option<Self> {
        let repository = Self(tempfile::tempdir().expect("a directory"));
        if Command::new("git").arg("--version").output().is_err() {
            eprintln!("git is not here: nothing is tried");
            return None;
        }
        repository.git(&["init", "--quiet"]);
        repository.write("sub/pool.c", BEFORE);
        repository.commit("before");
        Some(repository)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn git(&self, arguments: &[&str]) {
        let who =
            ["-c", "user.name=nobody", "-c", "user.email=nobody@localhost", "-c", "commit.gpgsign=false"];
        let output = Command::new("git")
            .current_dir(self.path())
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_SYSTEM", "/dev/null")
            .args(who)
            .args(arguments)
            .output()
            .expect("git runs");
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }

    fn write(&self, file: &str, text: &str) {
        let file = self.path().join(file);
        std::fs::create_dir_all(file.parent().expect("a file is in a directory")).expect("a directory");
        std::fs::write(file, text).expect("a file");
    }

    fn commit(&self, message: &str) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--message", message]);
    }

    fn check(&self, directory: &str, files: &[&str], since: &str) -> Output {
        Command::new(env!("CARGO_BIN_EXE_shapewright"))
            .current_dir(self.path().join(directory))
            .arg("check")
            .args(files)
            .args(["--domain", "regions", "--no-cache", "--format", "json", "--changed-since", since])
            .output()
            .expect("the program runs")
    }

    /// The functions in which something is found.
    fn found(&self, directory: &str, files: &[&str], since: &str) -> Vec<String> {
        let output = self.check(directory, files, since);
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
        let findings = report["findings"].as_array().expect("findings");
        let mut functions: Vec<String> =
            findings.iter().filter_map(|finding| Some(finding["function"].as_str()?.to_owned())).collect();
        functions.sort();
        functions.dedup();
        functions
    }
}

#[test]
fn what_a_commit_changed_is_shown() {
    let Some(repository) = Repository::new() else { return };
    let nobody: [&str; 0] = [];
    assert_eq!(repository.found(".", &["sub/pool.c"], "HEAD"), nobody);
    // Lines above move the functions, and change none of them.
    repository.write("sub/pool.c", &format!("// Two functions.\n\n{BEFORE}"));
    repository.commit("a comment");
    assert_eq!(repository.found(".", &["sub/pool.c"], "HEAD~1"), nobody);
    repository
        .write("sub/pool.c", &format!("// Two functions.\n\n{}", BEFORE.replace("malloc(8)", "malloc(16)")));
    assert_eq!(repository.found(".", &["sub/pool.c"], "HEAD"), ["second"]);
    repository.commit("the second");
    assert_eq!(repository.found(".", &["sub/pool.c"], "HEAD"), nobody);
    assert_eq!(repository.found(".", &["sub/pool.c"], "HEAD~2"), ["second"]);
    // From within the repository as well.
    assert_eq!(repository.found("sub", &["pool.c"], "HEAD~1"), ["second"]);
}

#[test]
fn lines_that_are_gone_and_files_that_are_new_count() {
    let Some(repository) = Repository::new() else { return };
    repository.write("sub/pool.c", &BEFORE.replace("    p = NULL;\n", ""));
    assert_eq!(repository.found(".", &["sub/pool.c"], "HEAD"), ["first"]);
    repository.write(
        "more.c",
        "#include <stdlib.h>\nvoid third(void) {\n    char *r = malloc(2);\n    r = NULL;\n}\n",
    );
    assert_eq!(repository.found(".", &["sub/pool.c", "more.c"], "HEAD"), ["first", "third"]);
}

#[test]
fn what_git_does_not_know_is_said() {
    let Some(repository) = Repository::new() else { return };
    for wrong in ["no-such-revision", "--output=pool.c", ""] {
        let output = repository.check(".", &["sub/pool.c"], wrong);
        assert_eq!(output.status.code(), Some(2), "{wrong}");
        assert!(!output.stderr.is_empty());
    }
}
