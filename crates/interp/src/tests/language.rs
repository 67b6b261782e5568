//! What statements compute.

use ir::{Argument, Base, BinaryOp, Destination, Operand, Place, Rvalue, StmtKind, Terminator, Types};

use super::build::{Build, Code, deref, v};
use super::{check_clean, run_with};
use crate::{Budget, Exit, Inputs};

/// The status of a `main` that returns what `fill` says.
fn value_of(fill: impl FnOnce(&mut Build, &mut Code) -> Operand) -> i32 {
    let mut build = Build::new();
    let main = build.function("main", build.int, &[], false);
    let mut code = Code::new();
    let result = fill(&mut build, &mut code);
    code.ret(result);
    build.define(main, code);
    let result = run_with(&build.program, |_| ());
    match result.exit {
        Exit::Exited(status) => status,
        other => panic!("{other:?} {:?}", result.findings),
    }
}

#[test]
fn loops_add_up() {
    let status = value_of(|b, c| {
        let (i, sum, t) = (c.local("i", b.int), c.local("sum", b.int), c.local("", b.int));
        let (head, body, done) = (c.block(), c.block(), c.block());
        c.mv(i, b.i(0)).mv(sum, b.i(0));
        c.goto(head);
        c.fill(head);
        c.binary(t, BinaryOp::Lt, v(i), b.i(10));
        c.branch(t, body, done);
        c.fill(body);
        c.binary(sum, BinaryOp::Add, v(sum), v(i)).binary(i, BinaryOp::Add, v(i), b.i(1));
        c.goto(head);
        c.fill(done);
        v(sum)
    });
    assert_eq!(status, 45);
}

#[test]
fn arithmetic_wraps_in_its_type() {
    assert_eq!(
        value_of(|b, c| {
            let ty = b.program.types.int(8, false);
            let x = c.local("x", ty);
            let y = c.local("y", b.int);
            let k = |n| Operand::Const(ir::Const { ty, value: ir::ConstValue::Int(n) });
            c.binary(x, BinaryOp::Add, k(200), k(100)).set(y, Rvalue::Convert(v(x)));
            v(y)
        }),
        44
    );
    assert_eq!(
        value_of(|b, c| {
            let x = c.local("x", b.int);
            c.binary(x, BinaryOp::Shr, b.i(-8), b.i(33));
            v(x)
        }),
        -4
    );
    assert_eq!(
        value_of(|b, c| {
            let wide = b.program.types.int(128, true);
            let k = |n| Operand::Const(ir::Const { ty: wide, value: ir::ConstValue::Int(n) });
            let (x, y) = (c.local("x", wide), c.local("y", b.int));
            c.binary(x, BinaryOp::Mul, k(1 << 70), k(5)).binary(x, BinaryOp::Shr, v(x), k(69));
            c.set(y, Rvalue::Convert(v(x)));
            v(y)
        }),
        10
    );
}

#[test]
fn bit_fields_keep_their_neighbours() {
    let status = value_of(|b, c| {
        let (p, x) = (c.local("p", b.ptr), c.local("x", b.int));
        let place = |p| Place { bits: Some(ir::BitRange { start: 3, width: 7 }), ..deref(p, b.int, 0) };
        c.push(StmtKind::Alloc { dst: p, kind: ir::AllocKind::Calloc, size: b.l(4), count: None });
        c.store(deref(p, b.int, 0), b.i(-1)).store(place(p), b.i(0x2a));
        c.load(x, deref(p, b.int, 0));
        c.free(v(p));
        v(x)
    });
    assert_eq!(status, !(0x7f << 3) | 0x2a << 3);
}

#[test]
fn a_pointer_survives_being_copied_byte_by_byte() {
    let status = value_of(|b, c| {
        let (p, q, a, x) =
            (c.local("p", b.ptr), c.local("q", b.ptr), c.local("a", b.ptr), c.local("x", b.int));
        let byte = c.local("", b.char);
        c.malloc(p, b.l(4))
            .store(deref(p, b.int, 0), b.i(7))
            .malloc(a, b.l(16))
            .store(deref(a, b.ptr, 0), v(p));
        for i in 0..8 {
            c.load(byte, deref(a, b.char, i)).store(deref(a, b.char, 8 + i), v(byte));
        }
        c.load(q, deref(a, b.ptr, 8)).load(x, deref(q, b.int, 0)).free(v(q)).free(v(a));
        v(x)
    });
    assert_eq!(status, 7);
}

#[test]
fn integers_keep_what_they_lead_to() {
    let status = value_of(|b, c| {
        let (p, n, x) = (c.local("p", b.ptr), c.local("n", b.long), c.local("x", b.int));
        c.malloc(p, b.l(4)).store(deref(p, b.int, 0), b.i(9)).set(n, Rvalue::Convert(v(p)));
        c.binary(n, BinaryOp::Or, v(n), b.l(1)).binary(n, BinaryOp::And, v(n), b.l(!7));
        c.set(p, Rvalue::Convert(v(n))).load(x, deref(p, b.int, 0)).free(v(p));
        v(x)
    });
    assert_eq!(status, 9);
}

#[test]
fn arguments_results_and_recursion() {
    let mut build = Build::new();
    let main = build.function("main", build.int, &[], false);
    let fact = build.function("fact", build.int, &[build.int], false);
    let mut code = Code::new();
    let (n, t) = (code.param("n", build.int), code.local("", build.int));
    let (stop, go) = (code.block(), code.block());
    code.binary(t, BinaryOp::Le, v(n), build.i(1));
    code.branch(t, stop, go);
    code.fill(stop);
    code.ret(build.i(1));
    code.fill(go);
    code.binary(t, BinaryOp::Sub, v(n), build.i(1)).call(Some(t), fact, vec![v(t)]);
    code.binary(t, BinaryOp::Mul, v(n), v(t));
    code.ret(v(t));
    build.define(fact, code);
    let mut code = Code::new();
    let x = code.local("x", build.int);
    code.call(Some(x), fact, vec![build.i(5)]);
    code.ret(v(x));
    build.define(main, code);
    check_clean(&build.program, 120);
}

#[test]
fn structs_are_passed_and_returned_whole() {
    let mut build = Build::new();
    let pair = build.program.types.array(build.int, Some(2));
    let main = build.function("main", build.int, &[], false);
    let swap = build.function("swap", pair, &[pair], false);
    let mut code = Code::new();
    let slot = code.slot("s", pair, 4);
    let (a, b) = (code.local("", build.int), code.local("", build.int));
    let whole = Place::whole(Base::Slot(slot), pair);
    let part = |offset| Place { ty: build.int, offset, ..whole.clone() };
    code.load(a, part(0)).load(b, part(4)).store(part(0), v(b)).store(part(4), v(a));
    code.end(Terminator::Return(Some(Argument::Object(whole))));
    let mut body = code.finish();
    body.params = vec![ir::Var::Slot(slot)];
    build.program.functions[swap].body = body.into();
    let mut code = Code::new();
    let slot = code.slot("s", pair, 4);
    let x = code.local("x", build.int);
    let whole = Place::whole(Base::Slot(slot), pair);
    let part = |offset| Place { ty: build.int, offset, ..whole.clone() };
    code.push(StmtKind::Live { slot, size: None });
    code.store(part(0), build.i(3)).store(part(4), build.i(4));
    code.push(StmtKind::Call(ir::Call {
        dst: Some(Destination::Object(whole.clone())),
        callee: ir::Callee::Function(swap),
        args: vec![Argument::Object(whole.clone())],
        ty: Types::VOID,
    }));
    code.load(x, part(0));
    code.ret(v(x));
    build.define(main, code);
    check_clean(&build.program, 4);
}

#[test]
fn unnamed_arguments_are_read_in_order() {
    let mut build = Build::new();
    let main = build.function("main", build.int, &[], false);
    let sum = build.function("sum", build.int, &[build.int], true);
    let list_ty = build.program.types.array(build.ptr, Some(3));
    let mut code = Code::new();
    let n = code.param("n", build.int);
    let slot = code.slot("ap", list_ty, 8);
    let (list, t, u) = (code.local("", build.ptr), code.local("", build.int), code.local("", build.long));
    code.push(StmtKind::Live { slot, size: None });
    code.set(list, Rvalue::AddressOf(Place::whole(Base::Slot(slot), list_ty)));
    code.push(StmtKind::VaStart { list: v(list) });
    code.push(StmtKind::VaArg { dst: Destination::Local(t), list: v(list) });
    code.push(StmtKind::VaArg { dst: Destination::Local(u), list: v(list) });
    code.push(StmtKind::VaEnd { list: v(list) });
    code.binary(n, BinaryOp::Add, v(n), v(t)).set(t, Rvalue::Convert(v(u)));
    code.binary(n, BinaryOp::Add, v(n), v(t));
    code.ret(v(n));
    build.define(sum, code);
    let mut code = Code::new();
    let x = code.local("x", build.int);
    code.call(Some(x), sum, vec![build.i(1), build.i(20), build.l(300)]);
    code.ret(v(x));
    build.define(main, code);
    check_clean(&build.program, 321);
}

#[test]
fn switches_and_computed_gotos() {
    let status = value_of(|b, c| {
        let x = c.local("x", b.int);
        let (one, other) = (c.block(), c.block());
        c.mv(x, b.i(-3));
        let cases =
            vec![ir::Case { low: -5, high: -1, block: one }, ir::Case { low: 7, high: 7, block: other }];
        c.end(Terminator::Switch { value: v(x), cases, default: other });
        c.fill(other);
        c.ret(b.i(1));
        c.fill(one);
        b.i(2)
    });
    assert_eq!(status, 2);
}

#[test]
fn endless_programs_end_at_the_budget() {
    let mut build = Build::new();
    let main = build.function("main", build.int, &[], false);
    let mut code = Code::new();
    let head = code.block();
    code.goto(head);
    code.fill(head);
    code.goto(head);
    build.define(main, code);
    let result = run_with(&build.program, |options| options.max_steps = 1000);
    assert_eq!((result.exit, result.steps), (Exit::Budget(Budget::Steps), 1000));
}

#[test]
fn endless_recursion_ends_at_the_budget() {
    let mut build = Build::new();
    let main = build.function("main", build.int, &[], false);
    let mut code = Code::new();
    code.call(None, main, vec![]);
    code.ret(build.i(0));
    build.define(main, code);
    assert_eq!(run_with(&build.program, |_| ()).exit, Exit::Budget(Budget::Calls));
}

#[test]
fn inputs_are_consumed_and_recorded() {
    let mut build = Build::new();
    let main = build.function("main", build.int, &[], false);
    let mut code = Code::new();
    let (x, small) = (code.local("x", build.int), code.local("c", build.char));
    code.push(StmtKind::Nondet { dst: x, source: "int".into() });
    code.push(StmtKind::Nondet { dst: small, source: "char".into() });
    code.ret(v(x));
    build.define(main, code);
    let result = run_with(&build.program, |o| o.inputs = Inputs::List(vec![17, 300]));
    assert_eq!((result.exit, result.inputs), (Exit::Exited(17), vec![17, 44]));
    let seeded = run_with(&build.program, |o| o.inputs = Inputs::Seed(3));
    let again = run_with(&build.program, |o| o.inputs = Inputs::List(seeded.inputs.clone()));
    assert_eq!(seeded.exit, again.exit);
}

#[test]
fn division_by_zero_is_a_signal() {
    let mut build = Build::new();
    let main = build.function("main", build.int, &[], false);
    let mut code = Code::new();
    let x = code.local("x", build.int);
    code.binary(x, BinaryOp::Div, build.i(1), build.i(0));
    code.ret(v(x));
    build.define(main, code);
    let result = run_with(&build.program, |_| ());
    assert_eq!(result.exit, Exit::Aborted);
    assert!(String::from_utf8_lossy(&result.errors).contains("division"));
}
