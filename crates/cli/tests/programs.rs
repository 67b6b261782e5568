//! Compilation databases with several programs: each `main` is judged by itself, and nothing is proved about a call of which it is
//! not known where it leads.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

/// What a build compiles.
struct Build(tempfile::TempDir);

impl Build {
    /// Files, each with the ways it is compiled in.
    fn new(files: &[(&str, &str, &[&str])]) -> Self {
        let build = Self(tempfile::tempdir().expect("a directory"));
        let mut commands = Vec::new();
        for (name, text, ways) in files {
            build.write(name, text);
            for way in *ways {
                let words: Vec<&str> =
                    ["cc"].into_iter().chain(way.split_whitespace()).chain(["-c", name]).collect();
                commands.push(json!({ "directory": ".", "file": name, "arguments": words }));
            }
        }
        build.write("compile_commands.json", &Value::from(commands).to_string());
        build
    }

    fn write(&self, file: &str, text: &str) {
        let file = self.0.path().join(file);
        std::fs::create_dir_all(file.parent().expect("a file is in a directory")).expect("a directory");
        std::fs::write(file, text).expect("a file");
    }

    fn shapewright(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_shapewright"))
            .current_dir(self.0.path())
            .env("XDG_CACHE_HOME", self.0.path().join("cache"))
            .args(arguments)
            .output()
            .expect("it runs")
    }

    /// The report of a check, and the exit status.
    fn check(&self, arguments: &[&str]) -> (Value, Option<i32>) {
        let output = self.shapewright(&[&["check", "-p", ".", "--format", "json"], arguments].concat());
        let report = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
            panic!("{arguments:?}: {error}: {}", String::from_utf8_lossy(&output.stderr))
        });
        (report, output.status.code())
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The functions of a report, with their files and verdicts.
fn verdicts(report: &Value) -> Vec<(String, String, String)> {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let functions = report["functions"].as_array().expect("a list").iter();
    functions
        .map(|function| {
            let file = text(&function["file"]);
            let file = Path::new(&file).file_name().expect("a file").to_string_lossy().into_owned();
            (text(&function["name"]), file, text(&function["verdict"]))
        })
        .collect()
}

fn verdict_of<'a>(verdicts: &'a [(String, String, String)], name: &str, file: &str) -> &'a str {
    let found = verdicts.iter().find(|(function, of, _)| function == name && of == file);
    &found.unwrap_or_else(|| panic!("{name} of {file} is not in {verdicts:?}")).2
}

/// Without the times that it took.
fn timeless(mut report: Value) -> Value {
    for function in report["functions"].as_array_mut().into_iter().flatten() {
        function["time_ms"] = Value::Null;
    }
    report
}

const HEADER: &str = "#include <stdlib.h>
struct node { struct node *next; int value; };
struct node *push(struct node *list, int value);
void drop(struct node *list);
void release(struct node *node);
void use(struct node *node);
";

const LIST: &str = "#include \"list.h\"
struct node *push(struct node *list, int value) {
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        return list;
    n->next = list;
    n->value = value;
    return n;
}
void drop(struct node *list) {
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}
";

const RIGHT: &str = "#include \"list.h\"
int usage(void) { return 2; }
int main(int argc, char **argv) {
    struct node *list = NULL;
    if (argc > 9)
        return usage();
    for (int i = 0; i < argc; i++)
        list = push(list, i);
    drop(list);
    return argv == NULL;
}
";

const WRONG: &str = "#include \"list.h\"
char *usage = \"wrong\";
int main(void) {
    struct node *list = push(NULL, 1);
    drop(list);
    return list ? list->value : usage[0];
}
";

const PLAIN: &[&str] = &["-g"];

#[test]
fn two_programs_share_a_library_and_one_is_wrong() {
    let build = Build::new(&[
        ("list.h", HEADER, &[]),
        ("lib/list.c", LIST, &["-I."]),
        ("tools/right.c", RIGHT, &["-I."]),
        ("tools/wrong.c", WRONG, &["-I."]),
    ]);
    for domain in ["auto", "checkers", "lengths", "three-valued"] {
        let (report, status) = build.check(&["--domain", domain]);
        let verdicts = verdicts(&report);
        assert_eq!(verdicts.len(), 2, "{verdicts:?}");
        assert_eq!(verdict_of(&verdicts, "main", "right.c"), "proved", "{domain}");
        assert_eq!(verdict_of(&verdicts, "main", "wrong.c"), "violated", "{domain}");
        assert_eq!((&report["verdict"], status), (&json!("violated"), Some(1)));
        let findings = report["findings"].as_array().expect("a list");
        let [finding] = findings.as_slice() else { panic!("{domain}: {findings:?}") };
        assert_eq!((&finding["rule"], &finding["line"]), (&json!("use-after-free"), &json!(6)), "{domain}");
        assert!(finding["file"].as_str().is_some_and(|file| file.ends_with("tools/wrong.c")));
        // What was seen can be seen again.
        let replay = finding["replay"].as_array().expect("a list").iter().filter_map(Value::as_str);
        let inputs = finding["inputs"].as_array().expect("a list").iter().map(Value::to_string);
        let inputs = format!("--inputs={}", inputs.collect::<Vec<_>>().join(","));
        let words: Vec<&str> =
            ["run", "-p", "."].into_iter().chain(replay).chain([inputs.as_str()]).collect();
        assert!(words.contains(&"--entry=wrong.c:main"), "{words:?}");
        let run = build.shapewright(&words);
        assert_eq!(run.status.code(), Some(1), "{}", said(&run));
    }
    let text = build.shapewright(&["check", "-p", "."]);
    let told = said(&text);
    assert!(
        told.contains("note: several files have their own `usage` and `main`, as in different programs\n"),
        "{told}"
    );
    assert!(told.contains("`main` of ./tools/right.c proved, `main` of ./tools/wrong.c violated"), "{told}");
    // One of them, or both.
    assert_eq!(verdicts(&build.check(&["--entry", "main"]).0).len(), 2);
    let (report, status) = build.check(&["--entry", "tools/right.c:main"]);
    assert_eq!((verdicts(&report).len(), status), (1, Some(0)));
    let run = build.shapewright(&["run", "-p", "."]);
    assert_eq!(run.status.code(), Some(2));
    assert!(
        said(&run).contains(
            "several files define `main`; say which one: --entry right.c:main, --entry wrong.c:main"
        )
    );
}

#[test]
fn a_file_that_is_compiled_in_two_ways_is_analyzed_in_the_first() {
    let main = "#include <stdlib.h>\nint main(void) {\n    char *p = malloc(1);\n#ifndef LOSE\n    free(p);\n#endif\n    return 0;\n}\n";
    for (ways, status) in [(&["-DKEEP", "-DLOSE -fPIC"], 0), (&["-DLOSE", "-fPIC"], 1)] {
        let build = Build::new(&[("a.c", main, ways), ("b.c", "int other;", PLAIN)]);
        let output = build.shapewright(&["check", "-p", "."]);
        assert_eq!(output.status.code(), Some(status), "{}", said(&output));
        assert!(said(&output).contains("note: ./a.c is compiled in several ways: the first is analyzed\n"));
    }
}

/// Two functions of one name, of which one frees what it is given, and programs that are right with one of them.
fn ambiguous() -> Build {
    let program = |rest: &str| {
        format!(
            "#include \"list.h\"\nint main(void) {{\n    struct node *n = push(NULL, 1);\n    if (n == NULL)\n        return 0;\n    use(n);\n    {rest}\n    return 0;\n}}\n"
        )
    };
    Build::new(&[
        ("list.h", HEADER, &[]),
        ("list.c", LIST, PLAIN),
        ("frees.c", "#include \"list.h\"\nvoid release(struct node *n) { free(n); }\n", PLAIN),
        ("leaves.c", "#include \"list.h\"\nvoid release(struct node *n) { n->value = 0; }\n", PLAIN),
        ("use.c", "#include \"list.h\"\nvoid use(struct node *n) { release(n); }\n", PLAIN),
        ("keeps.c", &program(""), PLAIN),
        ("drops.c", &program("drop(n);"), PLAIN),
        ("apart.c", "#include \"list.h\"\nint main(void) { drop(push(NULL, 2)); return 0; }\n", PLAIN),
    ])
}

#[test]
fn nothing_is_proved_about_a_call_that_may_mean_different_functions() {
    let build = ambiguous();
    for domain in ["auto", "checkers", "lengths", "three-valued", "regions"] {
        let told = |more: &[&str]| timeless(build.check(&[&["--domain", domain], more].concat()).0);
        let report = told(&["--no-cache", "-j1"]);
        let verdicts = verdicts(&report);
        assert_eq!(verdict_of(&verdicts, "main", "keeps.c"), "unknown", "{domain}");
        assert_eq!(verdict_of(&verdicts, "main", "drops.c"), "unknown", "{domain}");
        if domain != "regions" {
            assert_eq!(verdict_of(&verdicts, "main", "apart.c"), "proved", "{domain}");
        }
        assert_eq!(report["verdict"], "unknown");
        assert_eq!(report["findings"], json!([]), "{domain}");
        // How it was computed does not matter.
        for more in [&["--no-cache", "-j2"][..], &["-j1"], &["-j1"], &["-j2"]] {
            assert_eq!(told(more), report, "{domain} {more:?}");
        }
    }
}

#[test]
fn what_was_kept_of_one_program_is_not_taken_for_another() {
    // Each alone is a program: its answers are kept. Then there are two, and then the other one.
    let build = ambiguous();
    let database = |files: &[&str]| {
        let entries = files
            .iter()
            .map(|file| json!({ "directory": ".", "file": file, "arguments": ["cc", "-c", file] }));
        build.write("compile_commands.json", &Value::from(entries.collect::<Vec<_>>()).to_string());
    };
    let with = |which: &[&'static str]| {
        let mut files = vec!["list.c", "use.c", "keeps.c"];
        files.extend(which);
        files
    };
    for domain in ["auto", "checkers", "regions"] {
        for which in [
            &["frees.c"][..],
            &["frees.c", "leaves.c"],
            &["leaves.c"],
            &["leaves.c", "frees.c"],
            &["frees.c"],
        ] {
            database(&with(which));
            let kept = timeless(build.check(&["--domain", domain]).0);
            let fresh = timeless(build.check(&["--domain", domain, "--no-cache"]).0);
            assert_eq!(kept, fresh, "{domain} {which:?}");
            let verdict = match which {
                _ if domain == "regions" => continue,
                ["frees.c"] => "proved",
                ["leaves.c"] => "violated",
                _ => "unknown",
            };
            assert_eq!(fresh["verdict"], verdict, "{domain} {which:?}");
        }
    }
}

#[test]
fn pieces_of_several_programs_are_kept_apart() {
    // Files with the same text but for what they call, and nothing that begins: programs are looked at in pieces.
    let file = |release: &str| {
        format!(
            "#include \"../list.h\"\nstatic void end(struct node *n) {{ release(n); }}\nvoid release(struct node *n) {{ {release} }}\n\
                 int f(void) {{\n    struct node *n = malloc(sizeof *n);\n    if (n == NULL)\n        return 0;\n    end(n);\n    return 1;\n}}\n"
        )
    };
    let (frees, leaves) = (file("free(n);"), file("n->value = 0;"));
    let build = Build::new(&[("list.h", HEADER, &[]), ("a/x.c", &frees, PLAIN), ("b/x.c", &leaves, PLAIN)]);
    let files = |report: &Value| -> Vec<String> {
        let findings = report["findings"].as_array().expect("a list").iter();
        findings.map(|finding| finding["file"].as_str().expect("a text").to_owned()).collect()
    };
    for _ in 0..2 {
        let (report, _) = build.check(&["--domain", "regions"]);
        assert_eq!(files(&report), ["./b/x.c"], "{report}");
    }
    // The other way round.
    build.write("a/x.c", &leaves);
    build.write("b/x.c", &frees);
    let (report, _) = build.check(&["--domain", "regions"]);
    assert_eq!(files(&report), ["./a/x.c"], "{report}");
    // What is known to be there is known of one of them only.
    let baseline =
        build.shapewright(&["check", "-p", ".", "--domain", "regions", "--write-baseline", "known"]);
    assert!(build.0.path().join("known").exists(), "{}", said(&baseline));
    build.write("b/x.c", &leaves);
    let (report, _) = build.check(&["--domain", "regions", "--baseline", "known"]);
    assert_eq!(files(&report), ["./b/x.c"], "{report}");
}

#[test]
fn runs_are_kept_with_whether_a_variable_is_known() {
    let loses = "#include <stdlib.h>\nchar *spot;\nint f(void) {\n    char *p = malloc(1);\n    if (p != NULL && spot != NULL)\n        free(p);\n    return 1;\n}\n";
    let number = "int number = 1;\n";
    let build = Build::new(&[
        ("a.c", loses, PLAIN),
        ("use.c", "extern char *spot;\nchar *g(void) { return spot; }\n", PLAIN),
        ("b.c", number, PLAIN),
        ("c.c", number, PLAIN),
        ("d.c", "char *spot = 0;\n", PLAIN),
    ]);
    let status = || {
        let (kept, _) = build.check(&["--domain", "regions"]);
        let (fresh, _) = build.check(&["--domain", "regions", "--no-cache"]);
        assert_eq!(timeless(kept), timeless(fresh.clone()));
        fresh["findings"][0]["status"].clone()
    };
    // It is null in one program, and anything in the other; then there is one program less.
    assert_eq!(status(), "possible");
    build.write("d.c", "extern int other;\n");
    assert_eq!(status(), "confirmed");
}

#[test]
fn a_variable_of_several_programs_may_be_what_another_file_writes_to() {
    let program = "extern void reset(void);\nint cell;\nint *spot = &cell;\nint main(void) {\n    reset();\n    return *spot;\n}\n";
    let build = Build::new(&[
        ("a.c", program, PLAIN),
        ("b.c", program, PLAIN),
        ("reset.c", "extern int *spot;\nvoid reset(void) { spot = 0; }\n", PLAIN),
    ]);
    for domain in ["auto", "checkers", "lengths", "three-valued", "regions"] {
        let (report, _) = build.check(&["--domain", domain, "--no-cache"]);
        assert!(verdicts(&report).iter().all(|(_, _, verdict)| verdict != "proved"), "{domain}: {report}");
    }
    // Nobody else writes to it: it holds what it was given.
    let build = Build::new(&[
        ("a.c", program, PLAIN),
        ("b.c", program, PLAIN),
        ("reset.c", "void reset(void) {}\n", PLAIN),
    ]);
    let (report, status) = build.check(&[]);
    assert_eq!((&report["verdict"], status), (&json!("proved"), Some(0)), "{report}");
}

#[test]
fn a_program_whose_constructors_are_not_known_is_not_run() {
    let sets = "int *spot;\nstatic int cell;\n__attribute__((constructor)) static void set(void) { spot = &cell; }\n";
    let reads = "extern int *spot;\nint main(void) { return *spot; }\n";
    let build = Build::new(&[
        ("sets.c", sets, PLAIN),
        ("a.c", reads, PLAIN),
        ("b.c", "int main(void) { return 0; }\n", PLAIN),
    ]);
    for domain in ["auto", "checkers", "lengths", "three-valued", "regions"] {
        let (report, _) = build.check(&["--domain", domain, "--no-cache"]);
        assert_eq!(report["verdict"], "unknown", "{domain}: {report}");
    }
}
