//! The types and the values of generated expressions.

use ir::{Argument, FloatFormat, Operand, StmtKind, TypeKind};
use testkit::words::ENUMS;

use super::support::{Rng, count, dir, gcc, lines, read_lines, settle, targets};

/// Variables of every arithmetic type, bit-fields of every kind among them.
const VARIABLES: &str = "enum L { LBIG = 0x100000000LL }; \
    _Bool b; char c; signed char sc; unsigned char uc; short sh; unsigned short us; int i; unsigned u; long l; \
    unsigned long ul; long long ll; unsigned long long ull; float f; double d; long double ld; enum E e; enum N n; \
    int *p, *q; char *cp; int a[7]; \
    struct { int i1 : 1, i7 : 7, i31 : 31, i32 : 32; unsigned u1 : 1, u5 : 5, u31 : 31, u32 : 32; _Bool bb : 1; \
    signed char c3 : 3; unsigned short s9 : 9; enum E e3 : 3; enum N n4 : 4; enum E e32 : 32; \
    unsigned char uc8 : 8; char plain; } s, *sp;";

const LEAVES: [&str; 48] = [
    "b",
    "c",
    "sc",
    "uc",
    "sh",
    "us",
    "i",
    "u",
    "l",
    "ul",
    "ll",
    "ull",
    "f",
    "d",
    "ld",
    "e",
    "n",
    "s.i1",
    "s.i7",
    "s.i31",
    "s.i32",
    "s.u1",
    "s.u5",
    "s.u31",
    "s.u32",
    "s.bb",
    "s.c3",
    "s.s9",
    "s.e3",
    "s.n4",
    "s.e32",
    "sp->uc8",
    "sp->u5",
    "sp->e3",
    "1",
    "1u",
    "2l",
    "3ul",
    "'x'",
    "1.5f",
    "2.5",
    "E1",
    "NM",
    "(p - q)",
    "sizeof i",
    "a[1]",
    "*p",
    "0x80000000",
];
const INTEGERS: [&str; 32] = [
    "b", "c", "sc", "uc", "sh", "us", "i", "u", "l", "ul", "ll", "ull", "e", "n", "s.i1", "s.i7", "s.i31",
    "s.i32", "s.u1", "s.u5", "s.u31", "s.u32", "s.bb", "s.c3", "s.s9", "s.e3", "s.n4", "s.e32", "sp->uc8",
    "1", "1u", "7l",
];
const PLACES: [&str; 24] = [
    "b", "c", "sc", "uc", "sh", "us", "i", "u", "l", "ul", "ll", "ull", "e", "n", "s.i7", "s.u5", "s.u31",
    "s.u32", "s.bb", "s.s9", "s.e3", "sp->u5", "a[2]", "*p",
];
const CASTS: [&str; 14] = [
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
    "unsigned long long",
    "float",
    "double",
    "_Bool",
];

/// The line in front of every program.
fn around() -> String {
    format!("{ENUMS} {VARIABLES}")
}

fn arithmetic(rng: &mut Rng, depth: u32) -> String {
    if depth == 0 || rng.chance(15) {
        return rng.pick(&LEAVES).to_owned();
    }
    match rng.below(12) {
        0 => format!("({}({}))", rng.pick(&["-", "+"]), operand(rng, depth)),
        1 => format!("~{}", integer(rng, depth - 1)),
        2 => format!("!{}", operand(rng, depth)),
        3 => format!("({}){}", rng.pick(&CASTS), operand(rng, depth)),
        4 => {
            let (cond, then, otherwise) = (operand(rng, depth), operand(rng, depth), operand(rng, depth));
            format!("({cond} ? {then} : {otherwise})")
        }
        5 => format!(
            "({} {} {})",
            operand(rng, depth),
            rng.pick(&["<", ">=", "==", "!=", "&&", "||"]),
            operand(rng, depth)
        ),
        6 => format!(
            "({} {} {})",
            integer(rng, depth - 1),
            rng.pick(&["<<", ">>", "&", "|", "^", "%"]),
            integer(rng, depth - 1)
        ),
        7 => format!("({}, {})", operand(rng, depth), operand(rng, depth)),
        8 => {
            format!("({} {} {})", rng.pick(&PLACES), rng.pick(&["=", "+=", "-=", "*="]), operand(rng, depth))
        }
        9 => format!("({}{})", rng.pick(&PLACES), rng.pick(&["++", "--"])),
        10 => format!("({} ?: {})", operand(rng, depth), operand(rng, depth)),
        _ => format!("({} {} {})", operand(rng, depth), rng.pick(&["+", "-", "*", "/"]), operand(rng, depth)),
    }
}

fn operand(rng: &mut Rng, depth: u32) -> String {
    arithmetic(rng, depth - 1)
}

fn integer(rng: &mut Rng, depth: u32) -> String {
    if depth == 0 || rng.chance(20) {
        return rng.pick(&INTEGERS).to_owned();
    }
    match rng.below(4) {
        0 => format!("~{}", integer(rng, depth - 1)),
        1 => format!(
            "({} ? {} : {})",
            integer(rng, depth - 1),
            integer(rng, depth - 1),
            integer(rng, depth - 1)
        ),
        2 => format!(
            "({} {} {})",
            integer(rng, depth - 1),
            rng.pick(&["+", "-", "*", "&", "|"]),
            integer(rng, depth - 1)
        ),
        _ => format!("({} {} {})", integer(rng, depth - 1), rng.pick(&["<<", ">>"]), integer(rng, depth - 1)),
    }
}

/// What an IR type is among the promoted types, as a number; narrower integers count as `int`, since
/// every use of them promotes first.
fn class(types: &ir::Types, ty: ir::TypeId) -> u32 {
    match types.kind(ty) {
        TypeKind::Bool => 1,
        TypeKind::Int { bits, .. } if *bits < 32 => 1,
        TypeKind::Int { bits: 32, signed } => 1 + u32::from(!signed),
        TypeKind::Int { bits: 64, signed } => 3 + u32::from(!signed),
        TypeKind::Float(FloatFormat::Binary32 | FloatFormat::Binary64) => 5,
        TypeKind::Float(_) => 6,
        _ => 0,
    }
}

/// The same by gcc.
fn generic(target: &str) -> &'static str {
    if target == "-m32" {
        "int: 1, unsigned: 2, long: 1, unsigned long: 2, long long: 3, unsigned long long: 4, float: 5, double: 5, \
         long double: 6, default: 0"
    } else {
        "int: 1, unsigned: 2, long: 3, unsigned long: 4, long long: 3, unsigned long long: 4, float: 5, double: 5, \
         long double: 6, default: 0"
    }
}

/// The type each expression is computed in, seen as the type of an argument without a parameter.
#[test]
fn types() {
    let tried = count(4_000);
    for target in targets() {
        let dir = dir(&format!("types{target}"));
        let mut rng = Rng::new(1);
        let expressions: Vec<String> = (0..tried).map(|_| arithmetic(&mut rng, 3)).collect();
        let mut text = vec![format!("{} void sink(int, ...);", around())];
        text.extend(
            expressions.iter().enumerate().map(|(n, e)| format!("void f{n}(void) {{ sink({n}, {e}); }}")),
        );
        let (loaded, mut differences) = read_lines(&dir, &mut text, target);
        let program = &loaded.program;
        let bodies: std::collections::HashMap<&str, &ir::Body> =
            program.functions.iter().filter_map(|f| Some((&*f.name, f.body.as_ref()?))).collect();
        let mut asserts = vec![around()];
        for (n, expression) in expressions.iter().enumerate() {
            let body = bodies.get(&*format!("f{n}")).copied();
            let argument = body.and_then(|body| {
                let statements = body.blocks.iter().flat_map(|block| &block.stmts);
                statements
                    .filter_map(|stmt| match &stmt.kind {
                        StmtKind::Call(call) => call.args.get(1).map(|argument| match argument {
                            Argument::Value(Operand::Local(local)) => body.locals[*local].ty,
                            Argument::Value(Operand::Const(constant)) => constant.ty,
                            Argument::Object(place) => place.ty,
                        }),
                        _ => None,
                    })
                    .next_back()
            });
            asserts.push(argument.map_or(String::new(), |ty| {
                let class = class(&program.types, ty);
                format!("_Static_assert(_Generic(+({expression}), {}) == {class}, \"\");", generic(target))
            }));
        }
        differences.extend(failed(&dir, target, &asserts));
        settle(&format!("types {target}"), tried, &differences);
    }
}

fn failed(dir: &std::path::Path, target: &str, asserts: &[String]) -> Vec<String> {
    let file = dir.join("asserts.c");
    std::fs::write(&file, asserts.join("\n") + "\n").expect("a file");
    let (errors, _) = lines(&gcc(&[target, "-fsyntax-only", "-w"], &file).stderr);
    errors.iter().map(|(line, message)| format!("{message}: {}", asserts[line - 1])).collect()
}

// ── Values ──────────────────────────────────────────────────────────────────────────────────

const NUMBERS: [&str; 36] = [
    "0",
    "1",
    "2",
    "3",
    "5",
    "7",
    "10",
    "31",
    "100",
    "127",
    "128",
    "255",
    "256",
    "32767",
    "65535",
    "65536",
    "0x7fffffff",
    "0x80000000",
    "0xffffffff",
    "2147483648",
    "4294967296",
    "0x7fffffffffffffff",
    "0xffffffffffffffff",
    "1u",
    "17u",
    "3l",
    "9ul",
    "12ll",
    "40ull",
    "'a'",
    "'\\377'",
    "E1",
    "NM",
    "LBIG",
    "077",
    "sizeof(int)",
];

fn constant(rng: &mut Rng, depth: u32) -> String {
    if depth == 0 || rng.chance(12) {
        return rng.pick(&NUMBERS).to_owned();
    }
    let next = |rng: &mut Rng| constant(rng, depth - 1);
    match rng.below(14) {
        0 => format!("(-{})", next(rng)),
        1 => format!("(~{})", next(rng)),
        2 => format!("(!{})", next(rng)),
        3 | 4 => format!("(({}){})", CASTS[rng.below(11) as usize], next(rng)),
        5 => format!("({} ? {} : {})", next(rng), next(rng), next(rng)),
        6 => format!(
            "({} {} {})",
            next(rng),
            rng.pick(&["<", "<=", ">", ">=", "==", "!=", "&&", "||"]),
            next(rng)
        ),
        7 => format!("({} {} ({} & 15))", next(rng), rng.pick(&["<<", ">>"]), next(rng)),
        8 => format!("({} {} ({} | 1))", next(rng), rng.pick(&["/", "%"]), next(rng)),
        9 => format!("((int)({}.{}{}))", rng.below(1000), rng.below(1000), rng.pick(&["", "f", "l", "e2"])),
        10 => format!("((_Bool){})", next(rng)),
        _ => format!("({} {} {})", next(rng), rng.pick(&["+", "-", "*", "&", "|", "^"]), next(rng)),
    }
}

/// The folded value and the type of each constant expression.
#[test]
fn values() {
    let tried = count(4_000);
    for target in targets() {
        let dir = dir(&format!("values{target}"));
        let mut rng = Rng::new(2);
        let mut expressions: Vec<String> = (0..tried).map(|_| constant(&mut rng, 4)).collect();
        // What overflows is undefined, and is not compared.
        let mut text: Vec<String> = vec![around()];
        text.extend(expressions.iter().map(|e| format!("_Static_assert(({e}) * 0 == 0, \"\");")));
        let file = dir.join("defined.c");
        std::fs::write(&file, text.join("\n") + "\n").expect("a file");
        let (errors, warnings) =
            lines(&gcc(&[target, "-fsyntax-only", "-Woverflow", "-Wno-parentheses"], &file).stderr);
        for line in errors.keys().chain(warnings.keys()) {
            expressions[line - 2].clear();
        }
        let mut text = vec![around()];
        text.extend(expressions.iter().enumerate().map(|(n, e)| match e.as_str() {
            "" => String::new(),
            e => format!("__typeof__(+({e})) g{n} = ({e});"),
        }));
        let (loaded, mut differences) = read_lines(&dir, &mut text, target);
        let program = &loaded.program;
        let mut asserts = text.clone();
        for global in &program.globals {
            let Some(n) = global.name.strip_prefix('g').and_then(|n| n.parse::<usize>().ok()) else {
                continue;
            };
            let Some((bits, signed)) = program.types.integer(global.ty) else { continue };
            let mut value = 0_u128;
            for (offset, run) in &global.init.as_ref().expect("defined").bytes {
                for (index, byte) in run.iter().enumerate() {
                    value |= u128::from(*byte) << (8 * (*offset as usize + index));
                }
            }
            let e = &expressions[n];
            let suffix = match (bits, signed) {
                (32, _) => "u",
                _ => "ull",
            };
            asserts[n + 1] = format!(
                "_Static_assert(sizeof(+({e})) == {} && ((__typeof__(+({e})))-1 < 0) == {} && (__typeof__({value}{suffix}))({e}) == {value}{suffix}, \"\");",
                bits / 8,
                u32::from(signed)
            );
        }
        differences.extend(failed(&dir, target, &asserts));
        let compared = expressions.iter().filter(|e| !e.is_empty()).count();
        settle(&format!("values {target}"), compared, &differences);
    }
}
