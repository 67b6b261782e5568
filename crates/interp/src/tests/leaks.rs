//! Lost blocks, where they are lost.

use ir::{BinaryOp, StmtKind, Types, Var};
use model::Rule;

use super::build::{Build, Code, deref, v};
use super::{check_clean, check_error, run_main, run_with};
use crate::LeakMode;

#[test]
fn overwriting_the_last_reference_loses_the_block() {
    let mut build = Build::new();
    let main = build.function("main", build.int, &[], false);
    let mut code = Code::new();
    let (p, q) = (code.local("p", build.ptr), code.local("q", build.ptr));
    code.malloc(p, build.l(8)).mv(q, v(p)).mv(p, build.null()).mv(q, build.null());
    code.ret(build.i(0));
    build.define(main, code);
    let result = check_error(&build.program, Rule::Leak, 4, "a block of 8 bytes allocated at t.c:1");
    assert_eq!(result.findings[0].trace[0].span.line, 1);
}

#[test]
fn blocks_held_by_main_are_lost_when_it_returns() {
    let mut build = Build::new();
    let main = build.function("main", build.int, &[], false);
    let mut code = Code::new();
    let p = code.local("p", build.ptr);
    code.malloc(p, build.l(8));
    code.ret(build.i(0));
    build.define(main, code);
    check_error(&build.program, Rule::Leak, 2, "allocated at t.c:1");
}

#[test]
fn blocks_that_globals_hold_are_not_lost() {
    let mut build = Build::new();
    let global = build.global("g", build.ptr, 8, Some(ir::Initializer::default()));
    let main = build.function("main", build.int, &[], false);
    let mut code = Code::new();
    let p = code.local("p", build.ptr);
    code.malloc(p, build.l(8)).store(ir::Place::whole(ir::Base::Global(global), build.ptr), v(p));
    code.ret(build.i(0));
    build.define(main, code);
    check_clean(&build.program, 0);
    let strict = run_with(&build.program, |options| options.leak = LeakMode::Exit);
    assert_eq!((strict.findings[0].rule, strict.findings[0].span.line), (Rule::Leak, 1));
}

#[test]
fn a_result_nobody_takes_is_lost_at_once() {
    let mut build = Build::new();
    let main = build.function("main", build.int, &[], false);
    let mut code = Code::new();
    let (t, x) = (code.local("", build.ptr), code.local("x", build.int));
    code.malloc(t, build.l(8)).mv(x, build.i(1)).mv(x, build.i(2));
    code.ret(v(x));
    build.define(main, code);
    check_error(&build.program, Rule::Leak, 1, "allocated at t.c:1");
}

#[test]
fn a_scope_that_ends_loses_what_it_held() {
    let mut build = Build::new();
    let main = build.function("main", build.int, &[], false);
    let mut code = Code::new();
    let p = code.local("p", build.ptr);
    code.malloc(p, build.l(8)).push(StmtKind::Dead(Var::Local(p)));
    code.ret(build.i(0));
    build.define(main, code);
    check_error(&build.program, Rule::Leak, 2, "is lost");
}

#[test]
fn freeing_a_holder_loses_what_it_held() {
    let mut build = Build::new();
    let main = build.function("main", build.int, &[], false);
    let mut code = Code::new();
    let (p, q) = (code.local("p", build.ptr), code.local("", build.ptr));
    code.malloc(p, build.l(8)).malloc(q, build.l(24)).store(deref(p, build.ptr, 0), v(q)).free(v(p));
    code.ret(build.i(0));
    build.define(main, code);
    check_error(&build.program, Rule::Leak, 4, "block of 24 bytes allocated at t.c:2");
}

#[test]
fn only_the_head_of_a_lost_list_is_reported() {
    let mut build = Build::new();
    let main = build.function("main", build.int, &[], false);
    let mut code = Code::new();
    let (head, t) = (code.local("head", build.ptr), code.local("", build.ptr));
    let (i, c) = (code.local("i", build.int), code.local("", build.int));
    let (test, body, done) = (code.block(), code.block(), code.block());
    code.mv(head, build.null()).mv(i, build.i(0));
    code.goto(test);
    code.fill(test);
    code.binary(c, BinaryOp::Lt, v(i), build.i(20));
    code.branch(c, body, done);
    code.fill(body);
    code.malloc(t, build.l(16)).store(deref(t, build.ptr, 0), v(head)).mv(head, v(t));
    code.binary(i, BinaryOp::Add, v(i), build.i(1));
    code.goto(test);
    code.fill(done);
    code.mv(head, build.null());
    let line = code.line;
    code.ret(build.i(0));
    build.define(main, code);
    check_error(&build.program, Rule::Leak, line, "a block of 16 bytes");
}

#[test]
fn a_block_that_moves_from_memory_to_a_register_is_lost_with_the_register() {
    let mut build = Build::new();
    let main = build.function("main", build.int, &[], false);
    let mut code = Code::new();
    let (p, q, x) = (code.local("p", build.ptr), code.local("q", build.ptr), code.local("", build.ptr));
    code.malloc(p, build.l(8)).malloc(q, build.l(24)).malloc(x, build.l(8));
    code.store(deref(q, build.ptr, 0), v(x)).store(deref(p, build.ptr, 0), v(q)).mv(q, build.null());
    code.load(q, deref(p, build.ptr, 0)).store(deref(p, build.ptr, 0), build.null()).mv(q, build.null());
    code.free(v(p));
    code.ret(build.i(0));
    build.define(main, code);
    check_error(&build.program, Rule::Leak, 9, "a block of 24 bytes allocated at t.c:2");
}

#[test]
fn a_loop_that_leaks_is_reported_once() {
    let mut build = Build::new();
    let main = build.function("main", build.int, &[], false);
    let mut code = Code::new();
    let (p, i, t) = (code.local("p", build.ptr), code.local("i", build.int), code.local("", build.int));
    let (test, body, done) = (code.block(), code.block(), code.block());
    code.mv(i, build.i(0));
    code.goto(test);
    code.fill(test);
    code.binary(t, BinaryOp::Lt, v(i), build.i(5_000));
    code.branch(t, body, done);
    code.fill(body);
    code.malloc(p, build.l(16)).push(StmtKind::Dead(Var::Local(p)));
    let line = code.line;
    code.binary(i, BinaryOp::Add, v(i), build.i(1));
    code.goto(test);
    code.fill(done);
    code.ret(build.i(0));
    build.define(main, code);
    check_error(&build.program, Rule::Leak, line, "a block of 16 bytes");
}

#[test]
fn a_lost_cycle_is_reported_once() {
    let mut build = Build::new();
    let main = build.function("main", build.int, &[], false);
    let mut code = Code::new();
    let (p, q) = (code.local("p", build.ptr), code.local("q", build.ptr));
    code.malloc(p, build.l(8)).malloc(q, build.l(8));
    code.store(deref(p, build.ptr, 0), v(q)).store(deref(q, build.ptr, 0), v(p));
    code.mv(p, build.null()).mv(q, build.null());
    code.ret(build.i(0));
    build.define(main, code);
    check_error(&build.program, Rule::Leak, 6, "allocated at t.c:1");
}

#[test]
fn exit_leaves_frames_alive() {
    let mut build = Build::new();
    let main = build.function("main", build.int, &[], false);
    let exit = build.function("exit", Types::VOID, &[build.int], false);
    let mut code = Code::new();
    let p = code.local("p", build.ptr);
    code.malloc(p, build.l(8)).call(None, exit, vec![build.i(3)]);
    code.end(ir::Terminator::Unreachable);
    build.define(main, code);
    check_clean(&build.program, 3);
}

#[test]
fn leaks_come_before_the_error_that_ends_the_run() {
    let mut build = Build::new();
    let main = build.function("main", build.int, &[], false);
    let mut code = Code::new();
    let (p, x) = (code.local("p", build.ptr), code.local("x", build.int));
    code.malloc(p, build.l(8)).mv(p, build.null()).load(x, deref(p, build.int, 0));
    code.ret(v(x));
    build.define(main, code);
    let rules: Vec<_> = run_main(&build.program).findings.iter().map(|f| (f.rule, f.span.line)).collect();
    assert_eq!(rules, vec![(Rule::Leak, 2), (Rule::NullDeref, 3)]);
}
