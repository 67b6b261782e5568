//! What is said about input that is wrong: the place the user wrote, and what was expected there.

mod common;

use std::path::Path;

use common::{dir, load_with, refuse, shown, write};

#[track_caller]
fn expect(test: &str, text: &str, expected: &str) {
    assert_eq!(shown(&refuse(test, text)), expected);
}

#[test]
fn syntax() {
    let text = "int f(void) {\n  int x = 1\n  return x;\n}\n";
    expect("syntax", text, "input.c:2:12: Error: expected `;`, found `return`\n");
}

#[test]
fn types() {
    let text = "struct s { int a; };\nint f(struct s s) {\n  return s + 1;\n}\n";
    let expected = "input.c:3:10: Error: invalid operands to binary + (have 'struct s' and 'int')\n";
    expect("types", text, expected);
}

#[test]
fn through_macros() {
    let text = "#define ADD(a, b) ((a) + (b))\n#define TWICE(a) ADD(a, a)\nstruct s { int a; } s;\n\
                int f(void) {\n  return TWICE(s);\n}\n";
    let expected = "input.c:5:10: Error: invalid operands to binary + (have 'struct s' and 'struct s')\n  \
                    input.c:2:18: expanded from macro `TWICE`\n  input.c:5:16: expanded from macro `ADD`\n";
    expect("macros", text, expected);
}

#[test]
fn a_missing_header_and_where_it_was_looked_for() {
    let dir = dir("missing");
    let file = write(&dir, "input.c", "\n#  include <nosuch.h>\n#include \"sub/none.h\"\nint x;\n");
    let error = load_with(&file, &["-nostdinc", "-I/some/where"]).expect_err("missing");
    let expected = "input.c:2:13: Error: `nosuch.h` file not found\n  input.c:2:1: searched: /some/where\n\
                    input.c:3:11: Error: `sub/none.h` file not found\n  input.c:3:1: searched: HERE, /some/where\n";
    assert_eq!(shown(&error), expected.replace("HERE", &dir.display().to_string()));
}

#[test]
fn line_directives_are_followed() {
    let text = "int ok;\n#line 70 \"grammar.y\"\nint f(void) { return nosuch; }\n";
    expect("line", text, "grammar.y:70:22: Error: 'nosuch' undeclared (first use in this function)\n");
}

#[test]
fn errors_in_headers_are_in_headers() {
    let dir = dir("inner");
    write(&dir, "inner.h", "\nint x = ;\n");
    let file = write(&dir, "input.c", "#include \"inner.h\"\n");
    let error = load_with(&file, &[]).expect_err("wrong");
    assert_eq!(shown(&error), "inner.h:2:9: Error: expected an expression, found `;`\n");
    let span = error.diagnostics[0].span;
    assert_eq!(error.sources.files[span.file.0 as usize].text.as_deref(), Some("\nint x = ;\n"));
}

#[test]
fn unterminated() {
    expect("comment", "int x; /* never", "input.c:1:8: Error: unterminated comment\n");
    expect("condition", "#if 1\nint x;\n", "input.c:1:1: Error: unterminated `#if`\n");
    let error = refuse("string", "char *s = \"abc\n;\n");
    assert!(
        shown(&error).starts_with("input.c:1:11: Error: missing terminating \" character\n"),
        "{}",
        shown(&error)
    );
    assert!(!shown(&error).contains("Warning"), "said once: {}", shown(&error));
}

#[test]
fn stray_bytes() {
    let error = refuse("nul", b"int x\0;\n");
    assert_eq!(shown(&error), "input.c:1:6: Error: not a text file: a zero byte\n");
}

#[test]
fn old_code_in_another_encoding_is_no_error() {
    let dir = dir("latin");
    let file = write(&dir, "input.c", b"int x; /* caf\xe9 */ char *s = \"\xe9\"; // \xe9\n");
    load_with(&file, &[]).unwrap_or_else(|error| panic!("{}", shown(&error)));
}

#[test]
fn files_that_cannot_be_read() {
    let dir = dir("unreadable");
    let say = |path: &Path| load_with(path, &[]).expect_err("unreadable").to_string();
    let missing = dir.join("nosuch.c");
    assert_eq!(say(&missing), format!("{}: no such file", missing.display()));
    assert_eq!(say(&dir), format!("{}: not a regular file", dir.display()));
    assert_eq!(say(Path::new("/dev/zero")), "/dev/zero: not a regular file");
}

#[test]
fn many_errors_are_counted_rather_than_shown() {
    let text: Vec<String> = (0..5000).map(|n| format!("int f{n}(void) {{ return x{n}; }}\n")).collect();
    let error = refuse("many", text.concat());
    assert!(error.diagnostics.len() < 150, "{}", error.diagnostics.len());
}

#[test]
fn all_units_are_looked_at() {
    let dir = dir("units");
    let commands = ["a.c", "b.c"].map(|name| {
        let file = write(&dir, name, "int x = ;\n");
        shapewright_cfront::Command { file, options: shapewright_cfront::Options::default() }
    });
    let error = shapewright_cfront::load(&commands, &common::ample()).expect_err("wrong");
    let expected = "a.c:1:9: Error: expected an expression, found `;`\nb.c:1:9: Error: expected an expression, found `;`\n";
    assert_eq!(shown(&error), expected);
}

#[test]
fn nothing_to_read_and_mixed_widths() {
    assert_eq!(
        shapewright_cfront::load(&[], &common::ample()).expect_err("empty").to_string(),
        "no C files to read"
    );
    let dir = dir("widths");
    let file = write(&dir, "a.c", "int x;\n");
    let command = |flag: &str| {
        let options = shapewright_cfront::Options::from_args(&[flag.to_owned()], Path::new("")).options;
        shapewright_cfront::Command { file: file.clone(), options }
    };
    let error =
        shapewright_cfront::load(&[command("-m64"), command("-m32")], &common::ample()).expect_err("mixed");
    assert!(error.to_string().ends_with("one is for 32 bits, the other for 64"), "{error}");
}
