//! Compilation databases.

mod common;

use std::path::Path;

use shapewright_cfront::{CompileDb, LoadError, MacroOption, load};

fn parse(text: &str) -> Result<CompileDb, LoadError> {
    CompileDb::parse(text.as_bytes(), Path::new("/db/compile_commands.json"))
}

#[test]
fn arguments_and_commands() {
    let db = parse(
        r#"[
          {"directory": "/p", "file": "a.c", "arguments": ["cc", "-Iinc", "-DX=a b", "-c", "a.c", "-o", "a.o"]},
          {"directory": "/p", "file": "/q/b.c", "command": "/usr/bin/gcc -D'Y=\"s t\"' -I ../i -c /q/b.c", "output": "b.o"},
          {"directory": "build", "file": "../c.c", "command": "ccache clang -m32 -c ../c.c"}
        ]"#,
    )
    .expect("a database");
    assert!(db.notes.is_empty(), "{:?}", db.notes);
    let [a, b, c] = db.commands.as_slice() else { panic!("{db:?}") };
    assert_eq!(a.file, Path::new("/p/a.c"));
    assert_eq!(a.options.include_dirs, [Path::new("/p/inc")]);
    assert_eq!(a.options.macros, [MacroOption::Define("X=a b".to_owned())]);
    assert_eq!(b.file, Path::new("/q/b.c"));
    assert_eq!(b.options.include_dirs, [Path::new("/p/../i")]);
    assert_eq!(b.options.macros, [MacroOption::Define("Y=\"s t\"".to_owned())]);
    assert_eq!(c.file, Path::new("/db/build/../c.c"));
}

#[test]
fn several_entries_for_a_file_are_kept_when_they_differ() {
    let entry =
        |flag: &str| format!(r#"{{"directory": "/p", "file": "a.c", "arguments": ["cc", "{flag}", "a.c"]}}"#);
    let db = parse(&format!("[{}, {}, {}]", entry("-DA"), entry("-DB"), entry("-DA"))).expect("a database");
    assert_eq!(db.commands.len(), 2);
}

#[test]
fn what_cannot_be_used_is_noted() {
    let db = parse(
        r#"[{"directory": "/p", "file": "a.cpp", "arguments": ["c++", "a.cpp"]},
            {"directory": "/p", "file": "b.c"},
            {"directory": "/p", "file": "c.c", "command": "cc 'c.c"},
            {"directory": "/p", "file": "d.c", "command": "cc --strange d.c"}]"#,
    )
    .expect("a database");
    assert_eq!(db.commands.len(), 1);
    let expected = [
        "entry 1: a.cpp: not a C file",
        "entry 2: b.c: it has neither `arguments` nor `command`",
        "entry 3: c.c: the quotes of its `command` do not match",
        "/p/d.c: `--strange` is not known and was ignored",
    ];
    assert_eq!(db.notes, expected);
}

#[test]
fn a_broken_database_is_an_error_with_a_place() {
    let error = parse("[\n  {\"directory\": \"/p\", \"file\": }\n]").expect_err("broken");
    assert_eq!(
        error.to_string(),
        "/db/compile_commands.json:2:31: not a compilation database: expected value"
    );
    let error = parse("{}").expect_err("not an array");
    assert!(error.to_string().starts_with("/db/compile_commands.json:1:"), "{error}");
    let error = parse(&"[".repeat(1_000_000)).expect_err("nested");
    assert_eq!(error.diagnostics.len(), 1);
    let error = CompileDb::read(Path::new("/nosuch/compile_commands.json")).expect_err("missing");
    assert!(error.to_string().starts_with("/nosuch/compile_commands.json: "), "{error}");
}

#[test]
fn a_project_is_read_from_its_database() {
    let dir = common::dir("project");
    common::write(&dir, "inc/list.h", "struct node { struct node *next; };\nint length(struct node *);\n");
    common::write(
        &dir,
        "src/list.c",
        "#include <list.h>\nint length(struct node *l) { return l ? 1 + length(l->next) : 0; }\n",
    );
    common::write(&dir, "src/main.c", "#include \"list.h\"\nint main(void) { return length(0) != SIZE; }\n");
    let text = r#"[{"directory": "src", "file": "list.c", "command": "cc -I../inc -c list.c"},
                   {"directory": "src", "file": "main.c", "command": "cc -I../inc -DSIZE=0 -c main.c"}]"#;
    let db = CompileDb::read(&common::write(&dir, "compile_commands.json", text)).expect("a database");
    load(&db.commands, &common::ample()).unwrap_or_else(|error| panic!("{}", common::shown(&error)));
}
