//! How many statements run in a second of processor time: a counting loop, a walk along a list, the
//! sum of an array, and calls.
//!
//! `cargo run --release -p shapewright-interp --example speed`

#![allow(clippy::print_stdout)]

use std::sync::OnceLock;
use std::time::Instant;

use ir::{
    AllocKind, Argument, Base, BinaryOp, Block, Body, Call, Callee, Const, ConstValue, Destination, Function,
    FunctionId, IndexVec, Linkage, Local, LocalId, Operand, Place, Program, Rvalue, Signature, Sources, Span,
    Step, Stmt, StmtKind, Target, Terminator, TypeId, Types, Var,
};
use shapewright_interp::{Options, run};

const LINUX: Target =
    Target { pointer_bytes: 8, little_endian: true, int_bytes: 4, long_bytes: 8, max_align: 16 };

fn main() {
    for (name, program) in
        [("loop", count()), ("list", walk(false)), ("leak", walk(true)), ("array", sum()), ("calls", calls())]
    {
        let options = Options::new(FunctionId(0));
        let start = processor_time();
        let result = run(&program, &options);
        let seconds = processor_time() - start;
        let rate = result.steps as f64 / seconds / 1e6;
        println!(
            "{name:6} {:>10} statements {seconds:6.3} s {rate:8.1} million/s {:?}",
            result.steps, result.exit
        );
    }
}

/// Seconds this thread has run; where the system does not tell, seconds that have passed.
fn processor_time() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.get_or_init(Instant::now).elapsed().as_secs_f64(), |n| n / 1e9)
}

struct Maker {
    types: Types,
    int: TypeId,
    long: TypeId,
    pointer: TypeId,
    locals: Vec<Local>,
    blocks: Vec<Block>,
}

impl Maker {
    fn new() -> Self {
        let mut types = Types::new(LINUX);
        let (int, long) = (types.int(32, true), types.int(64, true));
        let pointer = types.pointer(Types::VOID);
        Self { types, int, long, pointer, locals: Vec::new(), blocks: Vec::new() }
    }

    fn local(&mut self, ty: TypeId) -> LocalId {
        self.locals.push(Local { name: Some("x".into()), ty, span: Span::NONE });
        LocalId(self.locals.len() as u32 - 1)
    }

    fn block(&mut self, kinds: Vec<StmtKind>, terminator: Terminator) {
        let stmts = kinds.into_iter().map(|kind| Stmt { kind, span: Span::NONE }).collect();
        self.blocks.push(Block { stmts, terminator, span: Span::NONE });
    }

    fn body(&mut self, params: Vec<Var>) -> Body {
        Body {
            params,
            locals: std::mem::take(&mut self.locals).into_iter().collect(),
            blocks: std::mem::take(&mut self.blocks).into_iter().collect(),
            ..Body::default()
        }
    }

    fn program(self, bodies: Vec<Body>) -> Program {
        let signature = Signature { ret: self.int, params: Vec::new(), variadic: false, prototyped: true };
        let functions = bodies.into_iter().enumerate().map(|(i, body)| Function {
            name: if i == 0 { "main".into() } else { "f".into() },
            linkage: Linkage::External,
            ty: Types::VOID,
            signature: signature.clone(),
            noreturn: false,
            body: body.into(),
            contract: None,
            role: ir::Role::Ordinary,
            span: Span::NONE,
            end: Span::NONE,
        });
        Program {
            target: LINUX,
            sources: Sources::default(),
            functions: functions.collect(),
            types: self.types,
            globals: IndexVec::new(),
            constructors: Vec::new(),
            destructors: Vec::new(),
        }
    }

    /// `for (i = 0; i < times; i++) statements`, then `after` and return 0.
    fn repeat(
        &mut self,
        before: Vec<StmtKind>,
        times: i128,
        statements: Vec<StmtKind>,
        after: Vec<StmtKind>,
    ) {
        let (i, t) = (self.local(self.int), self.local(self.int));
        let int = |value| constant(self.int, value);
        let (zero, one, times) = (int(0), int(1), int(times));
        let mut start = before;
        start.push(set(i, Rvalue::Use(zero)));
        self.block(start, Terminator::Goto(ir::BlockId(1)));
        let (then, otherwise) = (ir::BlockId(2), ir::BlockId(3));
        let branch = Terminator::Branch { condition: v(t), then, otherwise };
        self.block(vec![binary(t, BinaryOp::Lt, v(i), times)], branch);
        let mut body = statements;
        body.push(binary(i, BinaryOp::Add, v(i), one));
        self.block(body, Terminator::Goto(ir::BlockId(1)));
        self.block(after, Terminator::Return(Some(Argument::Value(zero))));
    }
}

fn v(local: LocalId) -> Operand {
    Operand::Local(local)
}

fn constant(ty: TypeId, value: i128) -> Operand {
    Operand::Const(Const { ty, value: ConstValue::Int(value) })
}

fn set(dst: LocalId, value: Rvalue) -> StmtKind {
    StmtKind::Assign { dst, value }
}

fn binary(dst: LocalId, op: BinaryOp, a: Operand, b: Operand) -> StmtKind {
    set(dst, Rvalue::Binary(op, a, b))
}

fn free(pointer: LocalId) -> StmtKind {
    StmtKind::Free { pointer: v(pointer) }
}

fn deref(pointer: LocalId, ty: TypeId) -> Place {
    Place::whole(Base::Pointer(v(pointer)), ty)
}

fn count() -> Program {
    let mut maker = Maker::new();
    let sum = maker.local(maker.int);
    let zero = constant(maker.int, 0);
    let add = binary(sum, BinaryOp::Add, v(sum), constant(maker.int, 3));
    let xor = binary(sum, BinaryOp::Xor, v(sum), constant(maker.int, 5));
    maker.repeat(vec![set(sum, Rvalue::Use(zero))], 20_000_000, vec![add, xor], Vec::new());
    let body = maker.body(Vec::new());
    maker.program(vec![body])
}

/// Two nodes that point to each other, walked and freed, or lost at the end.
fn walk(leak: bool) -> Program {
    let mut maker = Maker::new();
    let (p, q) = (maker.local(maker.pointer), maker.local(maker.pointer));
    let alloc =
        |dst| StmtKind::Alloc { dst, kind: AllocKind::Malloc, size: constant(maker.long, 16), count: None };
    let store = |p, q| StmtKind::Store { place: deref(p, maker.pointer), value: v(q) };
    let before = vec![alloc(p), alloc(q), store(p, q), store(q, p)];
    let step = StmtKind::Load { dst: p, place: deref(p, maker.pointer) };
    let walk = vec![step.clone(), step.clone(), step.clone(), step];
    maker.repeat(before, 10_000_000, walk, if leak { Vec::new() } else { vec![free(p), free(q)] });
    let body = maker.body(Vec::new());
    maker.program(vec![body])
}

fn sum() -> Program {
    let mut maker = Maker::new();
    let (p, i, x, total) =
        (maker.local(maker.pointer), maker.local(maker.long), maker.local(maker.int), maker.local(maker.int));
    let size = constant(maker.long, 4096);
    let alloc = StmtKind::Alloc { dst: p, kind: AllocKind::Calloc, size, count: None };
    let before = vec![
        alloc,
        set(i, Rvalue::Use(constant(maker.long, 0))),
        set(total, Rvalue::Use(constant(maker.int, 0))),
    ];
    let step = Step::Index { index: v(i), stride: 4, len: None };
    let place = Place { path: vec![step], ..deref(p, maker.int) };
    let body = vec![
        binary(i, BinaryOp::Add, v(i), constant(maker.long, 1)),
        binary(i, BinaryOp::And, v(i), constant(maker.long, 1023)),
        StmtKind::Load { dst: x, place: place.clone() },
        binary(total, BinaryOp::Add, v(total), v(x)),
        StmtKind::Store { place, value: v(total) },
    ];
    maker.repeat(before, 10_000_000, body, vec![free(p)]);
    let body = maker.body(Vec::new());
    maker.program(vec![body])
}

fn calls() -> Program {
    let mut maker = Maker::new();
    let x = maker.local(maker.int);
    let call = StmtKind::Call(Call {
        dst: Some(Destination::Local(x)),
        callee: Callee::Function(FunctionId(1)),
        args: vec![Argument::Value(v(x))],
        ty: Types::VOID,
    });
    maker.repeat(vec![set(x, Rvalue::Use(constant(maker.int, 0)))], 5_000_000, vec![call], Vec::new());
    let main = maker.body(Vec::new());
    let n = maker.local(maker.int);
    let add = binary(n, BinaryOp::Add, v(n), constant(maker.int, 1));
    maker.block(vec![add], Terminator::Return(Some(Argument::Value(v(n)))));
    let f = maker.body(vec![Var::Local(n)]);
    maker.program(vec![main, f])
}
