//! Small constructors for IR, so that tests read like programs.

use std::sync::Arc;

use ir::{
    Argument, Base, BinaryOp, Block, BlockId, Body, Call, Callee, Const, ConstValue, Destination, FileId,
    Function, FunctionId, Global, GlobalId, GlobalKind, IndexVec, Initializer, Linkage, Local, LocalId,
    Operand, Place, Program, Rvalue, Signature, Slot, SlotId, SourceFile, Sources, Span, Stmt, StmtKind,
    Symbol, Target, Terminator, TypeId, TypeKind, Types, Var,
};

pub(crate) const X86_64: Target =
    Target { pointer_bytes: 8, little_endian: true, int_bytes: 4, long_bytes: 8, max_align: 16 };

/// A program under construction.
pub(crate) struct Build {
    pub program: Program,
    pub int: TypeId,
    pub long: TypeId,
    pub ptr: TypeId,
    pub char: TypeId,
}

pub(crate) fn at(line: u32) -> Span {
    Span { file: FileId(0), line, column: 1, end_line: line, end_column: 2, expansion: None }
}

impl Build {
    pub(super) fn new() -> Self {
        let mut types = Types::new(X86_64);
        let (int, long, char) = (types.int(32, true), types.int(64, true), types.int(8, true));
        let ptr = types.pointer(Types::VOID);
        let file = SourceFile { path: "t.c".into(), text: None, system: false };
        let program = Program {
            target: X86_64,
            sources: Sources { files: vec![file], expansions: ir::Expansions::new() },
            types,
            globals: IndexVec::new(),
            functions: IndexVec::new(),
            constructors: Vec::new(),
            destructors: Vec::new(),
        };
        Self { program, int, long, ptr, char }
    }

    pub(super) fn function(
        &mut self,
        name: &str,
        ret: TypeId,
        params: &[TypeId],
        variadic: bool,
    ) -> FunctionId {
        let signature = Signature { ret, params: params.to_vec(), variadic, prototyped: true };
        let ty = self.program.types.intern(TypeKind::Function(signature.clone()), 0, 1);
        self.program.functions.push(Function {
            name: name.into(),
            linkage: Linkage::External,
            ty,
            signature,
            noreturn: false,
            body: ir::Code::none(),
            contract: None,
            role: ir::Role::Ordinary,
            span: at(1),
            end: at(99),
        })
    }

    pub(super) fn global(
        &mut self,
        name: &str,
        ty: TypeId,
        size: u64,
        init: Option<Initializer>,
    ) -> GlobalId {
        self.program.globals.push(Global {
            name: name.into(),
            linkage: Linkage::External,
            ty,
            size,
            align: 16,
            init,
            read_only: false,
            kind: GlobalKind::Variable,
            span: at(1),
        })
    }

    /// A string literal, as an operand that points to it.
    pub(super) fn string(&mut self, text: &str) -> Operand {
        let mut bytes = text.as_bytes().to_vec();
        bytes.push(0);
        let ty = self.program.types.array(self.char, Some(bytes.len() as u64));
        let name: Arc<str> = format!(".str{}", self.program.globals.len()).into();
        let global = self.program.globals.push(Global {
            name,
            linkage: Linkage::External,
            ty,
            size: bytes.len() as u64,
            align: 1,
            init: Some(Initializer { bytes: vec![(0, bytes)], addresses: Vec::new() }),
            read_only: true,
            kind: GlobalKind::String,
            span: at(1),
        });
        self.address(Symbol::Global(global))
    }

    pub(super) fn address(&self, symbol: Symbol) -> Operand {
        Operand::Const(Const { ty: self.ptr, value: ConstValue::Address { symbol, offset: 0 } })
    }

    pub(super) fn i(&self, value: i128) -> Operand {
        Operand::Const(Const { ty: self.int, value: ConstValue::Int(value) })
    }

    pub(super) fn l(&self, value: i128) -> Operand {
        Operand::Const(Const { ty: self.long, value: ConstValue::Int(value) })
    }

    pub(super) fn null(&self) -> Operand {
        Operand::Const(Const { ty: self.ptr, value: ConstValue::Int(0) })
    }

    pub(super) fn define(&mut self, function: FunctionId, code: Code) {
        self.program.functions[function].body = code.finish().into();
    }
}

/// A body under construction; every statement is on a line of its own, from 1.
pub(crate) struct Code {
    body: Body,
    block: Vec<Stmt>,
    blocks: Vec<Option<Block>>,
    current: usize,
    pub line: u32,
}

impl Code {
    pub(super) fn new() -> Self {
        Self { body: Body::default(), block: Vec::new(), blocks: vec![None], current: 0, line: 0 }
    }

    pub(super) fn local(&mut self, name: &str, ty: TypeId) -> LocalId {
        let name = if name.is_empty() { None } else { Some(name.into()) };
        self.body.locals.push(Local { name, ty, span: Span::NONE })
    }

    pub(super) fn param(&mut self, name: &str, ty: TypeId) -> LocalId {
        let local = self.local(name, ty);
        self.body.params.push(Var::Local(local));
        local
    }

    pub(super) fn slot(&mut self, name: &str, ty: TypeId, align: u64) -> SlotId {
        self.body.slots.push(Slot { name: Some(name.into()), ty, align, span: Span::NONE, fixed: Vec::new() })
    }

    /// A block to be filled later.
    pub(super) fn block(&mut self) -> BlockId {
        self.blocks.push(None);
        BlockId((self.blocks.len() - 1) as u32)
    }

    pub(super) fn push(&mut self, kind: StmtKind) -> &mut Self {
        self.line += 1;
        self.block.push(Stmt { kind, span: at(self.line) });
        self
    }

    pub(super) fn end(&mut self, terminator: Terminator) {
        self.line += 1;
        let stmts = std::mem::take(&mut self.block);
        self.blocks[self.current] = Some(Block { stmts, terminator, span: at(self.line) });
    }

    pub(super) fn fill(&mut self, block: BlockId) {
        self.current = block.0 as usize;
    }

    pub(super) fn ret(&mut self, value: Operand) {
        self.end(Terminator::Return(Some(Argument::Value(value))));
    }

    pub(super) fn set(&mut self, dst: LocalId, value: Rvalue) -> &mut Self {
        self.push(StmtKind::Assign { dst, value })
    }

    pub(super) fn mv(&mut self, dst: LocalId, value: Operand) -> &mut Self {
        self.set(dst, Rvalue::Use(value))
    }

    pub(super) fn binary(&mut self, dst: LocalId, op: BinaryOp, a: Operand, b: Operand) -> &mut Self {
        self.set(dst, Rvalue::Binary(op, a, b))
    }

    pub(super) fn load(&mut self, dst: LocalId, place: Place) -> &mut Self {
        self.push(StmtKind::Load { dst, place })
    }

    pub(super) fn store(&mut self, place: Place, value: Operand) -> &mut Self {
        self.push(StmtKind::Store { place, value })
    }

    pub(super) fn malloc(&mut self, dst: LocalId, size: Operand) -> &mut Self {
        self.push(StmtKind::Alloc { dst, kind: ir::AllocKind::Malloc, size, count: None })
    }

    pub(super) fn free(&mut self, pointer: Operand) -> &mut Self {
        self.push(StmtKind::Free { pointer })
    }

    pub(super) fn call(
        &mut self,
        dst: Option<LocalId>,
        function: FunctionId,
        args: Vec<Operand>,
    ) -> &mut Self {
        self.push(StmtKind::Call(Call {
            dst: dst.map(Destination::Local),
            callee: Callee::Function(function),
            args: args.into_iter().map(Argument::Value).collect(),
            ty: Types::VOID,
        }))
    }

    pub(super) fn branch(&mut self, condition: LocalId, then: BlockId, otherwise: BlockId) {
        self.end(Terminator::Branch { condition: Operand::Local(condition), then, otherwise });
    }

    pub(super) fn goto(&mut self, block: BlockId) {
        self.end(Terminator::Goto(block));
    }

    pub(super) fn finish(mut self) -> Body {
        for block in self.blocks {
            let open = || Block { stmts: Vec::new(), terminator: Terminator::Unreachable, span: Span::NONE };
            self.body.blocks.push(block.unwrap_or_else(open));
        }
        self.body
    }
}

/// `*(ty *)(pointer + offset)`.
pub(crate) fn deref(pointer: LocalId, ty: TypeId, offset: i64) -> Place {
    Place { offset, ..Place::whole(Base::Pointer(Operand::Local(pointer)), ty) }
}

pub(crate) fn v(local: LocalId) -> Operand {
    Operand::Local(local)
}
