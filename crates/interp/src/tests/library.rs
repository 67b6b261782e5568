//! Calls of the C library.

use ir::{BinaryOp, Const, ConstValue, FloatFormat, Operand, Symbol, TypeKind, Types};
use model::Rule;

use super::build::{Build, Code, deref, v};
use super::{check_clean, check_error};

fn double(build: &mut Build, value: f64) -> Operand {
    let ty = build.program.types.intern(TypeKind::Float(FloatFormat::Binary64), 8, 8);
    Operand::Const(Const { ty, value: ConstValue::Float(u128::from(value.to_bits())) })
}

/// What `printf` prints.
fn printed(format: &str, args: impl FnOnce(&mut Build) -> Vec<Operand>) -> String {
    let mut build = Build::new();
    let main = build.function("main", build.int, &[], false);
    let printf = build.function("printf", build.int, &[build.ptr], true);
    let mut all = vec![build.string(format)];
    all.extend(args(&mut build));
    let mut code = Code::new();
    code.call(None, printf, all);
    code.ret(build.i(0));
    build.define(main, code);
    String::from_utf8(check_clean(&build.program, 0).output).unwrap()
}

#[test]
fn printf_of_integers() {
    let two = |b: &mut Build| vec![b.i(-42), b.i(255)];
    assert_eq!(printed("%d|%x", two), "-42|ff");
    assert_eq!(printed("%+6d|%#06X", two), "   -42|0X00FF");
    assert_eq!(printed("%-8d|%8.5d", two), "-42     |   00255");
    assert_eq!(printed("%hhu|%#o", two), "214|0377");
    assert_eq!(printed("%u %%", |b| vec![b.i(-1)]), "4294967295 %");
    assert_eq!(printed("%ld", |b| vec![b.l(i64::MIN.into())]), "-9223372036854775808");
    assert_eq!(printed("[%*d]", |b| vec![b.i(-5), b.i(7)]), "[7    ]");
    assert_eq!(printed("[%.0d][% d]", |b| vec![b.i(0), b.i(7)]), "[][ 7]");
}

#[test]
fn printf_of_text() {
    assert_eq!(
        printed("%s|%.2s|%5s|%c", |b| {
            let text = b.string("abc");
            vec![text, text, text, b.i(65)]
        }),
        "abc|ab|  abc|A"
    );
}

/// The expected texts are what glibc prints.
#[test]
fn printf_of_floating_numbers() {
    let one = |format: &str, value: f64| printed(format, |b| vec![double(b, value)]);
    assert_eq!(one("%f", 0.1), "0.100000");
    assert_eq!(one("%.20f", 0.1), "0.10000000000000000555");
    assert_eq!(one("%.0f", 2.5), "2");
    assert_eq!(one("%.0f", 3.5), "4");
    assert_eq!(one("%.0f", 0.5), "0");
    assert_eq!(one("%.2f", 1e21), "1000000000000000000000.00");
    assert_eq!(one("%e", 12345.678), "1.234568e+04");
    assert_eq!(one("%.3E", 0.000_987_65), "9.877E-04");
    assert_eq!(one("%g", 1e6), "1e+06");
    assert_eq!(one("%g", 123_456.0), "123456");
    assert_eq!(one("%g", 0.0001), "0.0001");
    assert_eq!(one("%g", 0.00001), "1e-05");
    assert_eq!(one("%#g", 1.0), "1.00000");
    assert_eq!(one("%g", 0.0), "0");
    assert_eq!(one("%e", 0.0), "0.000000e+00");
    assert_eq!(one("%010.2f", -3.146), "-000003.15");
    assert_eq!(one("%a", 1.0), "0x1p+0");
    assert_eq!(one("%a", 0.1), "0x1.999999999999ap-4");
    assert_eq!(one("%.2a", 0.1), "0x1.9ap-4");
    assert_eq!(one("%.17g", 5e-324), "4.9406564584124654e-324");
    assert_eq!(one("%5.1f|", f64::INFINITY), "  inf|");
    assert_eq!(one("%.1f", 9.96), "10.0");
    assert_eq!(one("%.15g", 0.3), "0.3");
}

#[test]
fn printf_checks_its_arguments() {
    let mut build = Build::new();
    let main = build.function("main", build.int, &[], false);
    let printf = build.function("printf", build.int, &[build.ptr], true);
    let text = build.string("%d %d");
    let mut code = Code::new();
    code.call(None, printf, vec![text, build.i(1)]);
    code.ret(build.i(0));
    build.define(main, code);
    check_error(&build.program, Rule::OutOfBounds, 1, "`printf` needs argument 3");
}

#[test]
fn qsort_calls_back_and_sorts_stably() {
    let mut build = Build::new();
    let main = build.function("main", build.int, &[], false);
    let compare = build.function("compare", build.int, &[build.ptr, build.ptr], false);
    let qsort = build.function("qsort", Types::VOID, &[build.ptr; 4], false);
    let mut code = Code::new();
    let (left, right) = (code.param("a", build.ptr), code.param("b", build.ptr));
    let (x, y) = (code.local("", build.int), code.local("", build.int));
    code.load(x, deref(left, build.int, 0)).load(y, deref(right, build.int, 0));
    code.binary(x, BinaryOp::Sub, v(x), v(y));
    code.ret(v(x));
    build.define(compare, code);
    let mut code = Code::new();
    let (p, x) = (code.local("p", build.ptr), code.local("x", build.int));
    let (sum, ok) = (code.local("sum", build.int), code.local("", build.int));
    code.malloc(p, build.l(40));
    for (i, key) in [5, 3, 5, 1, 3].into_iter().enumerate() {
        code.store(deref(p, build.int, 8 * i as i64), build.i(key));
        code.store(deref(p, build.int, 8 * i as i64 + 4), build.i(i as i128));
    }
    let callback = build.address(Symbol::Function(compare));
    code.call(None, qsort, vec![v(p), build.l(5), build.l(8), callback]);
    code.mv(sum, build.i(0));
    // The order of the second members tells stability: 3 1 4 0 2.
    for i in 0..5 {
        code.load(x, deref(p, build.int, 8 * i + 4));
        code.binary(sum, BinaryOp::Mul, v(sum), build.i(10)).binary(sum, BinaryOp::Add, v(sum), v(x));
    }
    code.binary(ok, BinaryOp::Eq, v(sum), build.i(31402)).free(v(p));
    code.ret(v(ok));
    build.define(main, code);
    check_clean(&build.program, 1);
}

#[test]
fn atexit_functions_run_backwards_after_main() {
    let mut build = Build::new();
    let main = build.function("main", build.int, &[], false);
    let atexit = build.function("atexit", build.int, &[build.ptr], false);
    let putchar = build.function("putchar", build.int, &[build.int], false);
    let mut handlers = Vec::new();
    for letter in [b'a', b'b'] {
        let handler = build.function(&format!("on_{letter}"), Types::VOID, &[], false);
        let mut code = Code::new();
        code.call(None, putchar, vec![build.i(letter.into())]);
        code.end(ir::Terminator::Return(None));
        build.define(handler, code);
        handlers.push(build.address(Symbol::Function(handler)));
    }
    let mut code = Code::new();
    for handler in handlers {
        code.call(None, atexit, vec![handler]);
    }
    code.call(None, putchar, vec![build.i(b'm'.into())]);
    code.ret(build.i(5));
    build.define(main, code);
    assert_eq!(check_clean(&build.program, 5).output, b"mba");
}

#[test]
fn unknown_functions_are_unsupported() {
    let mut build = Build::new();
    let main = build.function("main", build.int, &[], false);
    let other = build.function("frobnicate", build.int, &[], false);
    let mut code = Code::new();
    code.call(None, other, vec![]);
    code.ret(build.i(0));
    build.define(main, code);
    let result = super::run_main(&build.program);
    let crate::Exit::Unsupported { why, span } = result.exit else { panic!("{:?}", result.exit) };
    assert!(why.contains("`frobnicate`"));
    assert_eq!(span.line, 1);
}

/// What a call of a library function on strings gives, as the status of `main`.
fn status_of(name: &str, args: impl FnOnce(&mut Build) -> Vec<Operand>) -> i32 {
    let mut build = Build::new();
    let main = build.function("main", build.int, &[], false);
    let function = build.function(name, build.int, &[], true);
    let args = args(&mut build);
    let mut code = Code::new();
    let x = code.local("x", build.int);
    code.call(Some(x), function, args);
    code.ret(v(x));
    build.define(main, code);
    match super::run_main(&build.program).exit {
        crate::Exit::Exited(status) => status,
        other => panic!("{other:?}"),
    }
}

#[test]
fn strings_and_numbers() {
    assert_eq!(status_of("strlen", |b| vec![b.string("hello")]), 5);
    assert_eq!(status_of("strcmp", |b| vec![b.string("ab"), b.string("abc")]), -1);
    assert_eq!(status_of("strncmp", |b| vec![b.string("abx"), b.string("aby"), b.l(2)]), 0);
    assert_eq!(status_of("strcasecmp", |b| vec![b.string("ABC"), b.string("abd")]), -1);
    assert_eq!(status_of("strspn", |b| vec![b.string("aabbc"), b.string("ab")]), 4);
    assert_eq!(status_of("strcspn", |b| vec![b.string("hello"), b.string("lo")]), 2);
    assert_eq!(status_of("atoi", |b| vec![b.string("  -42x")]), -42);
    assert_eq!(status_of("strtol", |b| vec![b.string("ff"), b.null(), b.i(16)]), 255);
    assert_eq!(status_of("isalpha", |b| vec![b.i(65)]), 1);
    assert_eq!(status_of("toupper", |b| vec![b.i(97)]), 65);
    assert_eq!(status_of("abs", |b| vec![b.i(-5)]), 5);
    assert_eq!(status_of("getenv", |b| vec![b.string("HOME")]), 0);
}

#[test]
fn a_string_without_an_end_runs_out_of_bounds() {
    let mut build = Build::new();
    let main = build.function("main", build.int, &[], false);
    let strlen = build.function("strlen", build.long, &[build.ptr], false);
    let memset = build.function("memset", build.ptr, &[build.ptr, build.int, build.long], false);
    let mut code = Code::new();
    let p = code.local("p", build.ptr);
    code.malloc(p, build.l(4)).call(None, memset, vec![v(p), build.i(65), build.l(4)]);
    code.call(None, strlen, vec![v(p)]);
    code.free(v(p));
    code.ret(build.i(0));
    build.define(main, code);
    let result = super::run_main(&build.program);
    let finding = result.findings.last().expect("an error");
    assert_eq!((finding.rule, finding.span.line), (Rule::OutOfBounds, 3));
    assert!(finding.message.contains("`strlen` reads 1 byte at offset 4 of a block of 4 bytes"));
}

#[test]
fn input_comes_from_the_stream() {
    let mut build = Build::new();
    let main = build.function("main", build.int, &[], false);
    let scanf = build.function("scanf", build.int, &[build.ptr], true);
    let format = build.string("%d %d");
    let mut code = Code::new();
    let (p, x, y) = (code.local("p", build.ptr), code.local("x", build.int), code.local("y", build.int));
    let q = code.local("q", build.ptr);
    code.malloc(p, build.l(8));
    code.set(q, ir::Rvalue::PointerAdd { pointer: v(p), index: build.i(1), stride: 4 });
    code.call(None, scanf, vec![format, v(p), v(q)]);
    code.load(x, deref(p, build.int, 0)).load(y, deref(p, build.int, 4)).free(v(p));
    code.binary(x, BinaryOp::Sub, v(x), v(y));
    code.ret(v(x));
    build.define(main, code);
    let bytes = b" 52 -8\n".iter().map(|byte| i128::from(*byte)).collect();
    let result = super::run_with(&build.program, |options| options.inputs = crate::Inputs::List(bytes));
    assert_eq!(result.exit, crate::Exit::Exited(60), "{:?}", result.findings);
}
