//! Input made to hang, exhaust or crash the front end. Each must end in a program or an error,
//! within the budget and a little, without a panic and without ending the process.
//!
//! When the budget is used up the front end's thread is left running, so each input is read in a
//! process of its own: the test starts itself again with the name of the input's file.

mod common;

use std::fmt::Write;
use std::process::Command as Process;
use std::time::{Duration, Instant};

use shapewright_cfront::{Budget, Command, Options, load};

const BUDGET: Budget = Budget { time: Duration::from_secs(2), memory: 1 << 30 };
/// Starting and ending a process, on a machine that has other things to do.
const GRACE: Duration = Duration::from_secs(4);
const INPUT: &str = "SHAPEWRIGHT_HOSTILE_INPUT";

/// What a test runs in the process of its own: reads the file and says how it went.
fn read_input() {
    let Some(file) = std::env::var_os(INPUT) else { return };
    let commands = [Command { file: file.into(), options: Options::default() }];
    let outcome = match load(&commands, &BUDGET) {
        Ok(_) => "accepted".to_owned(),
        Err(error) => format!("refused: {error}"),
    };
    let mut stdout = std::io::stdout().lock();
    let _ = std::io::Write::write_all(&mut stdout, format!("\nOUTCOME {outcome}\n").as_bytes());
    let _ = std::io::Write::flush(&mut stdout);
    std::process::exit(0);
}

/// Reads `text` in a process of its own, and gives what it said.
#[track_caller]
fn outcome(test: &str, text: impl AsRef<[u8]>) -> String {
    read_input();
    let dir = common::dir(&format!("hostile-{test}"));
    let file = common::write(&dir, "input.c", text);
    let start = Instant::now();
    let mut process = Process::new(std::env::current_exe().expect("this test"));
    let output =
        process.args(["--exact", test, "--nocapture"]).env(INPUT, &file).output().expect("a process");
    let elapsed = start.elapsed();
    let _ = std::fs::remove_dir_all(&dir);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{:?}\n{said}\n{errors}", output.status);
    assert!(!errors.contains("panicked"), "{errors}");
    assert!(elapsed < BUDGET.time + GRACE, "{elapsed:?}");
    let outcome = said.lines().find_map(|line| line.strip_prefix("OUTCOME "));
    outcome.unwrap_or_else(|| panic!("no outcome\n{said}\n{errors}")).to_owned()
}

/// The input must be refused for this reason, or else the budget used up: a slow machine, or a
/// build that is not optimized, may not get as far.
#[track_caller]
fn refused(test: &str, text: impl AsRef<[u8]>, reason: &str) {
    let outcome = outcome(test, text);
    let expected =
        outcome.contains(reason) || outcome.contains("did not finish") || outcome.contains("of memory");
    assert!(outcome.starts_with("refused: ") && expected, "{outcome}");
}

/// `count` times `text(n)`.
fn each(count: usize, text: impl Fn(usize) -> String) -> String {
    (0..count).map(text).collect()
}

#[test]
fn nested_parentheses() {
    let text = format!("int x = {}1{};", "(".repeat(100_000), ")".repeat(100_000));
    refused("nested_parentheses", text, "nested more than 1000 deep");
}

#[test]
fn twenty_megabytes_of_parentheses() {
    refused(
        "twenty_megabytes_of_parentheses",
        format!("int x = {}", "(".repeat(20 << 20)),
        "nested more than",
    );
}

#[test]
fn nested_braces() {
    refused("nested_braces", format!("void f(void) {}", "{".repeat(100_000)), "nested more than");
}

#[test]
fn array_dimensions() {
    refused("array_dimensions", format!("int x{};", "[1]".repeat(100_000)), "array dimensions");
}

#[test]
fn chained_macros() {
    let text = each(100_000, |n| format!("#define A{} A{n}\n", n + 1)) + "int x = A100000;\n";
    refused("chained_macros", text, "macro");
}

#[test]
fn doubling_macros() {
    let text =
        "#define A0 x\n".to_owned() + &each(30, |n| format!("#define A{} A{n} A{n}\n", n + 1)) + "int A30;\n";
    refused("doubling_macros", text, "macro expansion is too large");
}

#[test]
fn nested_macro_calls() {
    let text = format!("#define F(x) x x\nint {}y{};\n", "F(".repeat(40), ")".repeat(40));
    refused("nested_macro_calls", text, "macro");
}

#[test]
fn nested_stringification() {
    let text = format!(
        "#define S(x) #x\n#define X(x) S(x)\nchar *s = {}\"\\\"\"{};\n",
        "X(".repeat(300),
        ")".repeat(300)
    );
    refused("nested_stringification", text, "macro");
}

#[test]
fn includes_itself() {
    refused("includes_itself", "int a;\n#include \"input.c\"\n", "nested too deeply");
}

#[test]
fn includes_itself_twice() {
    refused("includes_itself_twice", "#include \"input.c\"\n#include \"input.c\"\n", "include");
}

#[test]
fn includes_a_device() {
    refused("includes_a_device", "#include \"/dev/zero\"\n", "not a regular file");
}

#[test]
fn range_designator() {
    refused("range_designator", "int a[] = {[0 ... 2000000000] = 1};", "range designator");
}

#[test]
fn range_designator_in_disguise() {
    refused("range_designator_in_disguise", "enum { N = 2000000000 }; int a[] = {[0 ... N] = 1};", "range");
}

#[test]
fn three_million_terms() {
    let text = format!("int f(int a) {{ return {}a; }}", "a+".repeat(3_000_000));
    refused("three_million_terms", text, "chained");
}

#[test]
fn as_many_terms_as_are_allowed() {
    let outcome = outcome(
        "as_many_terms_as_are_allowed",
        format!("int f(int a) {{ return {}a; }}", "a+".repeat(19_990)),
    );
    assert!(
        outcome == "accepted" || outcome.contains("of memory") || outcome.contains("did not finish"),
        "{outcome}"
    );
}

#[test]
fn three_million_commas() {
    refused("three_million_commas", format!("void f(int a) {{ {}a; }}", "a,".repeat(3_000_000)), "commas");
}

#[test]
fn chains_of_all_kinds() {
    let chains = [
        ("return ", "!"),
        ("return ", "(int)"),
        ("return ", "a?1:"),
        ("return ", "sizeof "),
        ("", "a="),
        ("", "if(a) a=1; else "),
        ("", "if(a) {a=1;} else "),
        ("", "while(a) "),
        ("", "l:"),
        ("int *", "*"),
    ];
    let mut text = String::new();
    for (n, (before, link)) in chains.iter().enumerate() {
        let _ = writeln!(text, "int f{n}(int a) {{ {before}{}a; }}", link.repeat(1_000));
    }
    let outcome = outcome("chains_of_all_kinds", &text);
    assert!(!outcome.contains("chained"), "a thousand are fine: {outcome}");
    let text = text.replace(&"!".repeat(1_000), &"!".repeat(1_000_000));
    refused("chains_of_all_kinds", text, "chained");
}

#[test]
fn else_if_without_end() {
    let text = format!("int f(int a) {{ {}a = 2; }}", "if(a) {a=1;} else ".repeat(300_000));
    refused("else_if_without_end", text, "chained");
}

#[test]
fn a_large_table_is_no_chain() {
    let text = format!("int t[] = {{ {} }};", "-1 + 2, {3}, ".repeat(11_000));
    assert_eq!(outcome("a_large_table_is_no_chain", text), "accepted");
}

#[test]
fn fifty_megabytes_of_code() {
    let function = "static int NAME(int a, int b) { int c = a * 3 + b; if (c > a) { c -= b; } return c; }\n";
    let text = each((50 << 20) / function.len(), |n| function.replace("NAME", &format!("f{n}")));
    let outcome = outcome("fifty_megabytes_of_code", text);
    assert!(outcome == "accepted" || outcome.starts_with("refused: "), "{outcome}");
}

#[test]
fn too_large_a_file() {
    let outcome = outcome("too_large_a_file", " ".repeat(65 << 20));
    assert!(outcome.ends_with("input.c: larger than 64 MB"), "{outcome}");
}

#[test]
fn garbage() {
    let mut state = 1_u64;
    let mut byte = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    let text: Vec<u8> = (0..200_000).map(|_| byte()).collect();
    assert!(outcome("garbage", text).starts_with("refused: "));
}

#[test]
fn nothing_at_all() {
    assert_eq!(outcome("nothing_at_all", ""), "accepted");
}

#[test]
fn unterminated_conditions() {
    refused("unterminated_conditions", "#if 1\n".repeat(100_000), "unterminated");
}

#[test]
fn long_tokens() {
    let text = format!(
        "int {} = 0{};\nchar *s = \"{}\";\n",
        "a".repeat(1 << 16),
        "0".repeat(1 << 16),
        "s".repeat(1 << 16)
    );
    assert_eq!(outcome("long_tokens", text), "accepted");
}
