//! Generated programs run by us and by gcc: automatic initializers, assignments of every kind, and
//! increments, on objects of every type.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use testkit::gcc::{self, text};
use testkit::words::{ENUMS, INTEGERS};
use testkit::{Rng, count, settle};

const FIELDS: [(&str, u64); 10] = [
    ("int", 7),
    ("unsigned", 5),
    ("unsigned", 31),
    ("int", 32),
    ("unsigned char", 3),
    ("short", 9),
    ("_Bool", 1),
    ("enum E", 3),
    ("enum N", 4),
    ("unsigned", 32),
];
const AROUND: &str = "#include <stdio.h>\n\
    struct P { char a; short b; int c[3]; union { int u; unsigned char v[4]; }; };\n\
    static struct P made(int a) { struct P p = { a, .c = { [1] = a + 1 }, .u = a << 8 }; return p; }\n";

/// One function that prints what it computes. Values are small, so that nothing overflows, and are
/// never divided by zero or shifted too far.
fn function(rng: &mut Rng, n: usize) -> String {
    let types: Vec<&str> = INTEGERS.into_iter().chain(["enum E", "enum N"]).collect();
    let (ty, other) = (rng.pick(&types), rng.pick(&types));
    let (field_ty, width) = FIELDS[rng.below(FIELDS.len() as u64) as usize];
    let (next_ty, next_width) = FIELDS[rng.below(FIELDS.len() as u64) as usize];
    let mut text = format!(
        "static void f{n}(void) {{ {ty} x = {}; {other} y = {}, k = 1; struct {{ {field_ty} b : {width}; {next_ty} c : {next_width}; {next_ty} d : {next_width}; {other} z; }} s = {{ {}, .z = {} }}; long long r = 0;\n",
        rng.below(60),
        1 + rng.below(9),
        rng.below(1 << width.min(6)),
        1 + rng.below(5)
    );
    if rng.below(3) == 0 {
        let _ = writeln!(
            text,
            "  struct P p[2] = {{ [{}].c[{}] = {}, {}, [{}] = {{ .v = {{ 1, {} }} }}, [0].b = x, [1].a = {} }}; struct P q = made({}); p[y & 1] = q;\n  printf(\"%d %d %d %d %d %u %d\\n\", p[0].a, p[0].b, p[0].c[1], p[0].c[2], p[1].a, p[1].u, ((struct P){{ .c[2] = x }}).c[2] + made(3).u);",
            rng.below(2),
            rng.below(2),
            rng.below(9),
            rng.below(9),
            rng.below(2),
            rng.below(200),
            rng.below(9),
            rng.below(90)
        );
    }
    for _ in 0..4 + rng.below(4) {
        let place = rng.pick(&["x", "y", "s.b", "s.c", "s.z"]);
        let value = rng.pick(&[
            "x",
            "y",
            "s.b",
            "s.c",
            "s.z",
            "3",
            "-2",
            "1u",
            "7l",
            "(s.b - 3)",
            "(x ? s.c : -1)",
            "(s.c, y)",
        ]);
        // What changes something changes what nothing else in the expression reads.
        let once = if rng.below(4) == 0 {
            rng.pick(&["(k = 2)", "(s.d++)", "(k += s.c)", "(--s.d)"])
        } else {
            value
        };
        let statement = match rng.below(8) {
            0 => format!("r = {place}{};", rng.pick(&["++", "--"])),
            1 => format!("r = {}{place};", rng.pick(&["++", "--"])),
            2 => format!("r = ({place} {} {once});", rng.pick(&["=", "+=", "-=", "&=", "|=", "^="])),
            3 => format!("r = ({place} {} (({once}) & 3));", rng.pick(&["<<=", ">>=", "*="])),
            4 => format!("r = ({place} {} (({once}) | 1));", rng.pick(&["/=", "%="])),
            5 => format!(
                "r = {place} {} {once};",
                rng.pick(&["+", "-", "&", "|", "^", "<", ">=", "==", "&&", "||"])
            ),
            6 => format!("r = ({place}) / (({value}) | 1) - ({place} > {value} ? {place} : {value});"),
            _ => format!("r = -{place} + ~{once} + !{place};"),
        };
        let _ = writeln!(
            text,
            "  {statement} printf(\"%lld %lld %lld %lld %lld\\n\", r, (long long)x, (long long)y, (long long)s.b, (long long)s.c);"
        );
    }
    text + "}\n"
}

/// The first line that differs, with the function that printed it.
fn compare(ours: &str, theirs: &str, functions: &[String], first: usize) -> Option<String> {
    let mut current = first;
    let (mut our_lines, mut their_lines) = (ours.lines(), theirs.lines());
    loop {
        match (our_lines.next(), their_lines.next()) {
            (None, None) => return None,
            (our, their) if our == their => current = our?.parse().unwrap_or(current),
            (our, their) => {
                return Some(format!("ours {our:?}, gcc {their:?} in\n{}", functions[current - first]));
            }
        }
    }
}

#[test]
fn generated_programs_print_the_same() {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("differential_run");
    std::fs::create_dir_all(&dir).expect("a directory for the test");
    if !gcc::targets(&dir).contains(&"-m64") {
        return;
    }
    let mut rng = Rng::new(6);
    let tried = count(1_500);
    let mut differences = Vec::new();
    for first in (0..tried).step_by(500) {
        let numbers = first..tried.min(first + 500);
        let functions: Vec<String> = numbers.clone().map(|n| function(&mut rng, n)).collect();
        let calls = numbers.fold(String::new(), |text, n| text + &format!("puts(\"{n}\"); f{n}();\n"));
        let program =
            format!("{ENUMS}\n{AROUND}{}int main(void) {{\n{calls}return 0; }}\n", functions.concat());
        let file = dir.join("input.c");
        std::fs::write(&file, program).expect("a file");
        let theirs = gcc::run(&file, &dir.join("program"));
        let tool = Command::new(env!("CARGO_BIN_EXE_shapewright")).arg("run").arg(&file).output();
        let ours = tool.expect("the tool");
        assert!(ours.status.success(), "{}", text(&ours.stderr));
        differences.extend(compare(&text(&ours.stdout), &theirs, &functions, first));
    }
    settle("generated programs", tried, &differences);
}
