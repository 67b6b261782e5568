//! Each rule, at the access that breaks it.

use ir::{AllocKind, AssertKind, Base, Place, Rvalue, Step, StmtKind, Types, Var};
use model::Rule;

use super::build::{Build, Code, deref, v};
use super::{check_clean, check_error, run_with};
use crate::Exit;

/// A `main` with one pointer `p` and one integer `x`.
fn main(fill: impl FnOnce(&mut Build, &mut Code, ir::LocalId, ir::LocalId)) -> ir::Program {
    let mut build = Build::new();
    let main = build.function("main", build.int, &[], false);
    let mut code = Code::new();
    let (p, x) = (code.local("p", build.ptr), code.local("x", build.int));
    fill(&mut build, &mut code, p, x);
    code.ret(build.i(0));
    build.define(main, code);
    build.program
}

#[test]
fn null_is_not_dereferenced() {
    let program = main(|b, c, p, x| {
        c.mv(p, b.null()).load(x, deref(p, b.int, 8));
    });
    check_error(&program, Rule::NullDeref, 2, "`*p` reads 4 bytes through a null pointer");
}

#[test]
fn a_freed_block_is_not_used() {
    let program = main(|b, c, p, x| {
        c.malloc(p, b.l(8)).free(v(p)).load(x, deref(p, b.int, 0));
    });
    let result = check_error(&program, Rule::UseAfterFree, 3, "reads 4 bytes of a block freed at t.c:2");
    let lines: Vec<u32> = result.findings[0].trace.iter().map(|step| step.span.line).collect();
    assert_eq!(lines, vec![1, 2, 3]);
    assert_eq!(result.exit, Exit::Finding);
}

#[test]
fn a_block_is_freed_once() {
    let program = main(|b, c, p, _| {
        c.malloc(p, b.l(8)).free(v(p)).free(v(p));
    });
    check_error(&program, Rule::DoubleFree, 3, "already freed at t.c:2");
}

#[test]
fn only_the_start_of_a_block_is_freed() {
    let program = main(|b, c, p, _| {
        c.malloc(p, b.l(8));
        c.set(p, Rvalue::PointerAdd { pointer: v(p), index: b.i(1), stride: 4 }).free(v(p));
    });
    check_error(&program, Rule::InvalidFree, 3, "4 bytes into a block of 8 bytes");
}

#[test]
fn variables_are_not_freed() {
    let program = main(|b, c, p, _| {
        let slot = c.slot("buf", b.int, 4);
        c.push(StmtKind::Live { slot, size: None });
        c.set(p, Rvalue::AddressOf(Place::whole(Base::Slot(slot), b.int))).free(v(p));
    });
    check_error(&program, Rule::InvalidFree, 3, "`buf`");
}

#[test]
fn bounds_are_exact_to_the_byte() {
    let program = main(|b, c, p, x| {
        c.malloc(p, b.l(6)).store(deref(p, b.int, 2), b.i(1)).load(x, deref(p, b.int, 2));
        c.store(deref(p, b.int, 3), b.i(1));
    });
    check_error(&program, Rule::OutOfBounds, 4, "writes 4 bytes at offset 3 of a block of 6 bytes");
}

#[test]
fn an_array_member_has_its_own_bounds() {
    let program = main(|b, c, p, x| {
        c.malloc(p, b.l(64)).mv(x, b.i(4));
        let ty = b.program.types.array(b.int, Some(4));
        let step = Step::Index { index: v(x), stride: 4, len: Some(4) };
        let base = Place::whole(Base::Pointer(v(p)), ty);
        c.store(Place { path: vec![step], ty: b.int, ..base }, b.i(1));
    });
    check_error(&program, Rule::OutOfBounds, 3, "`(*p)[x]` has index 4 in an array of 4 elements");
}

#[test]
fn a_wild_pointer_leads_nowhere() {
    let program = main(|b, c, p, x| {
        let address = ir::Operand::Const(ir::Const { ty: b.ptr, value: ir::ConstValue::Int(0x12_3456) });
        c.mv(p, address).load(x, deref(p, b.int, 0));
    });
    check_error(&program, Rule::OutOfBounds, 2, "0x123456, which is not in any object");
}

#[test]
fn string_literals_are_not_written() {
    let program = main(|b, c, p, _| {
        let text = b.string("abc");
        c.mv(p, text).store(deref(p, b.char, 0), b.i(65));
    });
    check_error(&program, Rule::OutOfBounds, 2, "string literal of 4 bytes, which must not be written");
}

#[test]
fn undefined_values_are_carried_but_not_used() {
    let copied = main(|b, c, p, x| {
        c.malloc(p, b.l(8)).load(x, deref(p, b.int, 0)).store(deref(p, b.int, 4), v(x)).free(v(p));
    });
    check_clean(&copied, 0);
    let used = main(|b, c, p, x| {
        c.malloc(p, b.l(8)).load(x, deref(p, b.int, 0));
        c.binary(x, ir::BinaryOp::Add, v(x), b.i(1)).free(v(p));
    });
    let result = run_with(&used, |_| ());
    assert_eq!(result.findings[0].rule, Rule::Uninitialized);
    assert!(result.findings[0].message.contains("`x`"), "{}", result.findings[0].message);
}

#[test]
fn undefined_bits_that_are_masked_out_do_not_matter() {
    let program = main(|b, c, _, x| {
        c.set(x, Rvalue::Uninit).binary(x, ir::BinaryOp::And, v(x), b.i(0));
        let (then, done) = (c.block(), c.block());
        c.branch(x, then, done);
        c.fill(then);
        c.goto(done);
        c.fill(done);
    });
    check_clean(&program, 0);
}

#[test]
fn control_does_not_depend_on_undefined_values() {
    let program = main(|_, c, _, x| {
        c.set(x, Rvalue::Uninit);
        let done = c.block();
        c.branch(x, done, done);
        c.fill(done);
    });
    check_error(&program, Rule::Uninitialized, 2, "control depends on `x`");
}

#[test]
fn a_variable_that_is_gone_is_not_used() {
    let mut build = Build::new();
    let main = build.function("main", build.int, &[], false);
    let escape = build.function("escape", build.ptr, &[], false);
    let mut code = Code::new();
    let (slot, p) = (code.slot("local", build.int, 4), code.local("p", build.ptr));
    code.push(StmtKind::Live { slot, size: None });
    code.set(p, Rvalue::AddressOf(Place::whole(Base::Slot(slot), build.int)));
    code.push(StmtKind::Dead(Var::Slot(slot)));
    code.ret(v(p));
    build.define(escape, code);
    let mut code = Code::new();
    let (p, x) = (code.local("p", build.ptr), code.local("x", build.int));
    code.call(Some(p), escape, vec![]).load(x, deref(p, build.int, 0));
    code.ret(v(x));
    build.define(main, code);
    check_error(&build.program, Rule::UseAfterFree, 2, "`local` (4 bytes), whose life ended at t.c:3");
}

#[test]
fn assertions_and_assumptions() {
    let program = main(|b, c, _, _| {
        c.push(StmtKind::Assert { condition: b.i(0), kind: AssertKind::Assertion, message: "a == b".into() });
    });
    check_error(&program, Rule::AssertFail, 1, "`a == b` does not hold");
    let program = main(|b, c, _, _| {
        c.push(StmtKind::Assume(b.i(0)));
    });
    assert_eq!(run_with(&program, |_| ()).exit, Exit::AssumedAway);
}

#[test]
fn calls_lead_to_functions() {
    for (value, rule) in [(0, Rule::NullDeref), (0x99_9999, Rule::OutOfBounds)] {
        let program = main(|b, c, p, _| {
            let address = ir::Operand::Const(ir::Const { ty: b.ptr, value: ir::ConstValue::Int(value) });
            c.mv(p, address);
            c.push(StmtKind::Call(ir::Call {
                dst: None,
                callee: ir::Callee::Pointer(v(p)),
                args: vec![],
                ty: Types::VOID,
            }));
        });
        check_error(&program, rule, 2, "the call");
    }
}

#[test]
fn malloc_fails_only_when_it_may() {
    let program = main(|b, c, p, x| {
        c.push(StmtKind::Alloc { dst: p, kind: AllocKind::Calloc, size: b.l(4), count: Some(b.l(1)) });
        c.load(x, deref(p, b.int, 0)).free(v(p));
    });
    check_clean(&program, 0);
    let failed = run_with(&program, |options| options.malloc_may_fail = true);
    assert_eq!(failed.findings[0].rule, Rule::NullDeref);
    assert_eq!(failed.inputs, vec![0]);
}
