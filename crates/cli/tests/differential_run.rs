//! Generated programs run by us and by gcc: automatic initializers, assignments of every kind, and
//! increments, on objects of every type.
//!
//! `SHAPEWRIGHT_DIFF_SEED` and `SHAPEWRIGHT_DIFF_COUNT` choose other programs and more of them.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

const TYPES: [&str; 13] = [
    "_Bool",
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "enum E",
    "enum N",
];
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
const AROUND: &str = "#include <stdio.h>\nenum E { E0, E1, E5 = 5 }; enum N { NM = -1, N1 = 1 };\n\
    struct P { char a; short b; int c[3]; union { int u; unsigned char v[4]; }; };\n\
    static struct P made(int a) { struct P p = { a, .c = { [1] = a + 1 }, .u = a << 8 }; return p; }\n";

struct Rng(u64);

impl Rng {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }
}

fn variable(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().map_or(usual, |text| text.parse().expect("a number"))
}

/// One function that prints what it computes. Values are small, so that nothing overflows, and are
/// never divided by zero or shifted too far.
fn function(rng: &mut Rng, n: u64) -> String {
    let (ty, other) = (rng.pick(&TYPES), rng.pick(&TYPES));
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

#[test]
fn generated_programs_print_the_same() {
    if !Command::new("gcc").arg("--version").output().is_ok_and(|output| output.status.success()) {
        eprintln!("gcc is not there: nothing is compared");
        return;
    }
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("differential_run");
    std::fs::create_dir_all(&dir).expect("a directory for the test");
    let mut rng = Rng(variable("SHAPEWRIGHT_DIFF_SEED", 1));
    let mut left = variable("SHAPEWRIGHT_DIFF_COUNT", 1_500);
    let mut first = 0;
    while left > 0 {
        let now = left.min(500);
        left -= now;
        let functions: Vec<String> = (first..first + now).map(|n| function(&mut rng, n)).collect();
        let calls: String =
            (first..first + now).fold(String::new(), |text, n| text + &format!("puts(\"{n}\"); f{n}();\n"));
        let text = format!("{AROUND}{}int main(void) {{\n{calls}return 0; }}\n", functions.concat());
        let file = dir.join("input.c");
        std::fs::write(&file, text).expect("a file");
        let program = dir.join("program");
        let built =
            Command::new("gcc").args(["-w", "-O0", "-o"]).arg(&program).arg(&file).output().expect("gcc");
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        let theirs = Command::new(&program).output().expect("the program");
        let ours =
            Command::new(env!("CARGO_BIN_EXE_shapewright")).arg("run").arg(&file).output().expect("the tool");
        let (ours_out, theirs_out) =
            (String::from_utf8_lossy(&ours.stdout), String::from_utf8_lossy(&theirs.stdout));
        let mut current = 0;
        for (ours_line, line) in ours_out.lines().zip(theirs_out.lines()) {
            if let Ok(n) = line.parse::<u64>() {
                current = n;
            }
            assert_eq!(ours_line, line, "in\n{}", functions[(current - first) as usize]);
        }
        assert_eq!(
            ours_out.lines().count(),
            theirs_out.lines().count(),
            "{}",
            String::from_utf8_lossy(&ours.stderr)
        );
        first += now;
    }
}
