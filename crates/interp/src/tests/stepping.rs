//! A run, statement by statement, with its memory in view.

use ir::{BlockId, LocalId};
use model::ObjectKind;

use super::build::{Build, Code, deref, v};
use crate::{Exit, Interpreter, Options};

#[test]
fn memory_can_be_looked_at_between_statements() {
    let mut build = Build::new();
    let main = build.function("main", build.int, &[], false);
    let mut code = Code::new();
    let (p, q) = (code.local("p", build.ptr), code.local("q", build.ptr));
    code.malloc(p, build.l(16)).malloc(q, build.l(16)).store(deref(p, build.ptr, 8), v(q));
    code.free(v(q)).free(v(p));
    code.ret(build.i(0));
    build.define(main, code);

    let mut machine = Interpreter::new(&build.program, &Options::new(main));
    let mut visited = Vec::new();
    while let Some((function, block, stmt)) = machine.location() {
        assert_eq!((function, block), (main, BlockId(0)));
        visited.push(stmt);
        if stmt == 3 {
            let memory = machine.memory();
            let frame = &memory.frames[0];
            let held = memory.register(frame, LocalId(0)).provenance.expect("`p` is a pointer");
            let node = memory.live(held).expect("its block is alive");
            assert_eq!((node.kind(), node.size()), (ObjectKind::Heap, 16));
            let other = memory.register(frame, LocalId(1)).provenance.expect("`q` is a pointer");
            assert_eq!(memory.pointers_in(node), vec![(8, other, 0)]);
            assert!(memory.reachable_from_roots(&build.program).contains(other));
            assert_eq!(node.bytes(0..8).map(|(_, undefined)| undefined.to_vec()), Some(vec![0xff; 8]));
        }
        machine.step();
    }
    assert_eq!(visited, vec![0, 1, 2, 3, 4, 5]);
    assert_eq!(machine.exit(), Some(&Exit::Exited(0)));
}
