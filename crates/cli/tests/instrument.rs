//! `shapewright instrument`: what is proved is checked while the program runs, and a program that does something else is found out.
//!
//! The second part is the one that matters: the text with checks is changed behind the checks' back, compiled by gcc, and has to fail at a check. Where
//! there is no gcc nothing is tried, and the test says so.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use second_oracle::instrumented;
use second_oracle::native::Build;
use second_oracle::tool::Tool;
use testkit::process;

fn tool() -> Tool {
    Tool { binary: env!("CARGO_BIN_EXE_shapewright").into(), budget: "5s".to_owned() }
}

fn gcc_is_missing() -> bool {
    let missing = Command::new("gcc").arg("--version").output().is_err();
    if missing {
        eprintln!("no gcc here: nothing is tried");
    }
    missing
}

/// The text with checks, and what was said of it.
fn instrument(dir: &Path, text: &str) -> (String, String) {
    let (file, out) = (dir.join("program.c"), dir.join("checked.c"));
    fs::write(&file, text).expect("the file is written");
    let said = tool().instrument(&file, &[], &out).expect("it is instrumented");
    (fs::read_to_string(out).expect("it is there"), said)
}

/// Compiles a text and runs it: whether it ended well, and what it printed.
fn run(dir: &Path, text: &str, flags: &[&str]) -> (bool, String) {
    let (file, binary) = (dir.join("run.c"), dir.join("run"));
    fs::write(&file, text).expect("the file is written");
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../include");
    let mut gcc = Command::new("gcc");
    gcc.args(["-std=c99", "-Wall", "-Werror", "-Wno-unused", "-DSWC_REPORT"]).args(flags);
    gcc.arg("-I").arg(include).arg(&file).arg("-o").arg(&binary);
    let compiled = process::run(&mut gcc, Duration::from_secs(60)).expect("gcc ends");
    assert!(compiled.status.success(), "gcc refuses it:\n{}\n{text}", compiled.stderr);
    let ran = process::run(&mut Command::new(&binary), Duration::from_secs(60)).expect("it ends");
    (ran.status.success(), format!("{}{}", ran.stdout, ran.stderr))
}

const LIST: &str = "\
#include <stdlib.h>
struct node { struct node *next; int data; };
static struct node *push(struct node *l, int d) {
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        return l;
    n->next = l;
    n->data = d;
    return n;
}
int main(void) {
    struct node *l = NULL;
    for (int i = 0; i < 20; i++)
        l = push(l, i);
    struct node *r = NULL;
    while (l != NULL) {
        struct node *t = l->next;
        l->next = r;
        r = l;
        l = t;
    }
    while (r != NULL) {
        struct node *t = r->next;
        free(r);
        r = t;
    }
    return 0;
}
";

#[test]
fn what_is_proved_is_checked_and_holds() {
    if gcc_is_missing() {
        return;
    }
    let dir = tempfile::Builder::new().prefix("instrument").tempdir().expect("a directory");
    let (text, said) = instrument(dir.path(), LIST);
    assert!(said.contains("3 of 3 loops checked"), "{said}");
    for flags in [&[][..], &["-O2"], &["-DSWC_ALWAYS"], &["-fsanitize=address,undefined"]] {
        let (well, printed) = run(dir.path(), &text, flags);
        assert!(well && printed.contains("checks hold"), "{flags:?}: {printed}");
    }
}

#[test]
fn programs_that_do_something_else_fail_at_a_check() {
    if gcc_is_missing() {
        return;
    }
    let dir = tempfile::Builder::new().prefix("instrument").tempdir().expect("a directory");
    let (text, _) = instrument(dir.path(), LIST);
    // A ring, a shared node, a bound that is passed, a pointer to nowhere in particular.
    let changes = [
        ("n->next = l;", "n->next = n;", 9),
        ("l->next = r;", "l->next = l;", 16),
        ("i < 20", "i < 22", 9),
        ("struct node *r = NULL;", "struct node *r = l;", 16),
    ];
    for (what, with, line) in changes {
        assert!(text.contains(what), "{what}");
        let (well, printed) = run(dir.path(), &text.replacen(what, with, 1), &["-DSWC_ALWAYS"]);
        let told = format!("program.c:{line}: in `");
        let holds = !well && printed.contains(&told) && printed.contains("what was proved does not hold");
        assert!(holds, "{what} → {with}: {printed}");
    }
}

#[test]
fn names_mean_what_they_mean_where_the_check_stands() {
    if gcc_is_missing() {
        return;
    }
    let dir = tempfile::Builder::new().prefix("instrument").tempdir().expect("a directory");
    let text = "\
static int shared;
#define EACH(i, n) for (int i = 0; i < (n); i++)
static int twice(int n) { return n + n; }
int main(void) {
    int n = 3, sum = 0;
    for (int n = 0; n < 5; n++) {
        { int n = 7; if (n > 100) return 1; sum += n; }
        if (n == 2) sum = twice(sum); else sum++;
        while (n > 3 && sum > 1000) { static int n; n++; sum--; }
    }
    EACH(k, n) { sum -= k; shared = k; }
    do n--; while (n > 0);
again:
    if (sum > 10) { sum -= 7; goto again; }
    switch (sum) { case 1: twice(1); break; default: for (;;) { if (n >= 0) break; n++; } }
    return sum > 10;
}
";
    let (checked, said) = instrument(dir.path(), text);
    let (well, printed) = run(dir.path(), &checked, &["-DSWC_ALWAYS", "-fsanitize=address,undefined"]);
    assert!(well && printed.contains("checks hold"), "{said}{printed}\n{checked}");
}

#[test]
fn programs_of_the_corpus_keep_what_is_claimed_of_them() {
    let dir = tempfile::Builder::new().prefix("instrument").tempdir().expect("a directory");
    let builds = Build::available(dir.path());
    if builds.is_empty() {
        eprintln!("neither gcc nor clang has sanitizers here: nothing is tried");
        return;
    }
    let words = ["checkers/lists", "whole/kernel", "whole/student"];
    let first = &builds[..1];
    let counts = instrumented::campaign(&tool(), first, dir.path(), &words).expect("it ends");
    assert!(counts.refuted.is_empty(), "{:#?}", counts.refuted);
    let share = counts.checked * 100 / counts.loops.max(1);
    assert!(share >= 90, "{} of {} loops are checked", counts.checked, counts.loops);
}
