//! The code of one function under construction.
//!
//! Holds the blocks written so far, the variables, and what the statement being lowered stands in;
//! the lowering of statements, expressions, places and calls is in the modules named so.

use std::sync::Arc;

use ir::{
    Block, BlockId, Body, Const, ConstValue, Label, LabelId, Local, LocalId, Operand, Place, Rvalue, Slot,
    SlotId, Span, Stmt, StmtKind, Terminator, TypeId, Types, Var,
};
use rucc_sema as s;
use rucc_types as c;
use rustc_hash::{FxHashMap, FxHashSet};

use super::contract::OldParameters;
use super::prescan::Prescan;
use super::rows::Wanted;
use super::scope::Scope;
use super::sequence::Touch;
use super::unit::UnitLowering;
use crate::options::Overflow;

/// Where `break` and `continue` lead, with how many scopes stay open there.
#[derive(Clone, Copy)]
pub(super) struct Jump {
    pub(super) block: BlockId,
    pub(super) depth: usize,
}

/// One function being lowered.
pub(super) struct FunctionLowering<'u, 'a> {
    pub(super) unit: &'u mut UnitLowering<'a>,
    pub(super) name: Arc<str>,
    pub(super) id: ir::FunctionId,
    pub(super) body: Body,
    pub(super) current: BlockId,
    /// Whether the current block is closed and what follows cannot be reached.
    pub(super) closed: bool,
    /// The place of the expression or statement being lowered.
    pub(super) span: Span,
    pub(super) scan: Prescan,
    pub(super) scopes: Vec<Scope>,
    pub(super) vars: FxHashMap<s::DeclId, Var>,
    /// Values of expressions that several parents share, while the parents are lowered; and of the
    /// lengths of variable arrays, from their declaration on.
    pub(super) known: FxHashMap<s::ExprId, Operand>,
    /// Intermediate objects of the full expression being lowered.
    pub(super) temporaries: Vec<SlotId>,
    /// What is done with the element that the subscript names which is lowered next.
    pub(super) wanted: Wanted,
    pub(super) breaks: Vec<Jump>,
    pub(super) continues: Vec<Jump>,
    /// The block each label stands for.
    pub(super) label_blocks: FxHashMap<s::LabelId, BlockId>,
    /// The block each `case` and `default` body starts with.
    pub(super) case_blocks: FxHashMap<s::StmtId, BlockId>,
    /// Labels whose address is taken.
    pub(super) label_ids: FxHashMap<s::LabelId, LabelId>,
    pub(super) ret: TypeId,
    /// Where the type of an expression is not the type checker's; see `repair`.
    pub(super) differing: FxHashMap<s::ExprId, Option<c::TypeId>>,
    /// The statements that are the function's contract and not its code.
    pub(super) contract: FxHashSet<s::StmtId>,
    /// Whether what the function returns may not be null.
    pub(super) returns_nonnull: bool,
    /// The variable that stands for what the function returns, where it stands for nothing.
    pub(super) no_result: Option<s::DeclId>,
    /// The sets of the contract, where they may not be used.
    pub(super) no_ghosts: Vec<s::DeclId>,
    /// In a clause: the aggregates it is handed that `sw_old` stands for.
    pub(super) old: OldParameters,
    /// In a clause of an assertion: the parameters with the addresses of variables of the function around it.
    pub(super) lent: FxHashMap<s::DeclId, LocalId>,
    /// How many assertions have become clauses.
    pub(super) n_clauses: usize,
    /// What the code so far touches, in order.
    pub(super) touched: Vec<Touch>,
}

impl<'u, 'a> FunctionLowering<'u, 'a> {
    pub(super) fn new(
        unit: &'u mut UnitLowering<'a>,
        id: ir::FunctionId,
        name: Arc<str>,
        scan: Prescan,
        ret: TypeId,
    ) -> Self {
        let mut lowering = Self {
            unit,
            name,
            id,
            body: Body::default(),
            current: Body::ENTRY,
            closed: false,
            span: Span::NONE,
            scan,
            scopes: Vec::new(),
            vars: FxHashMap::default(),
            known: FxHashMap::default(),
            temporaries: Vec::new(),
            wanted: Wanted::default(),
            breaks: Vec::new(),
            continues: Vec::new(),
            label_blocks: FxHashMap::default(),
            case_blocks: FxHashMap::default(),
            label_ids: FxHashMap::default(),
            ret,
            differing: FxHashMap::default(),
            contract: FxHashSet::default(),
            returns_nonnull: false,
            no_result: None,
            no_ghosts: Vec::new(),
            old: OldParameters::default(),
            lent: FxHashMap::default(),
            n_clauses: 0,
            touched: Vec::new(),
        };
        lowering.current = lowering.new_block();
        for label in lowering.scan.address_labels.clone() {
            lowering.label_id(label);
        }
        lowering
    }

    // ── Blocks ──────────────────────────────────────────────────────────────────────────────

    /// A block nothing leads to yet.
    pub(super) fn new_block(&mut self) -> BlockId {
        let span = self.span;
        self.body.blocks.push(Block { stmts: Vec::new(), terminator: Terminator::Unreachable, span })
    }

    /// Goes on writing in `block`.
    pub(super) fn switch_to(&mut self, block: BlockId) {
        self.current = block;
        self.closed = false;
    }

    /// Ends the current block. What is written after it, until another block is switched to, cannot
    /// be reached.
    pub(super) fn terminate(&mut self, terminator: Terminator) {
        if !self.closed {
            let block = &mut self.body.blocks[self.current];
            block.terminator = terminator;
            block.span = self.span;
            self.closed = true;
        }
    }

    pub(super) fn goto(&mut self, block: BlockId) {
        self.terminate(Terminator::Goto(block));
    }

    pub(super) fn branch(&mut self, condition: Operand, then: BlockId, otherwise: BlockId) {
        self.terminate(Terminator::Branch { condition, then, otherwise });
    }

    /// Writes a statement at the end of the current block.
    pub(super) fn emit(&mut self, kind: StmtKind) {
        if self.closed {
            let dead = self.new_block();
            self.switch_to(dead);
        }
        self.note_touched(&kind);
        let span = self.span;
        self.body.blocks[self.current].stmts.push(Stmt { kind, span });
    }

    /// Something here is not modelled.
    pub(super) fn unsupported(&mut self, why: impl Into<Arc<str>>) {
        self.emit(StmtKind::Unsupported { why: why.into() });
    }

    /// Runs `lower` with the span of an expression as the current one.
    pub(super) fn at<T>(&mut self, expr: s::ExprId, lower: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.span;
        self.span = self.unit.expr_span(expr);
        let result = lower(self);
        self.span = outer;
        result
    }

    // ── Values ──────────────────────────────────────────────────────────────────────────────

    /// A fresh register for an intermediate value.
    pub(super) fn temporary(&mut self, ty: TypeId) -> LocalId {
        let span = self.span;
        self.body.locals.push(Local { name: None, ty, span })
    }

    /// The value of a computation, in a fresh register.
    pub(super) fn compute(&mut self, ty: TypeId, value: Rvalue) -> Operand {
        let value = self.overflowing(ty, value);
        let dst = self.temporary(ty);
        self.emit(StmtKind::Assign { dst, value });
        Operand::Local(dst)
    }

    /// A computation as what becomes of signed overflow has it.
    fn overflowing(&mut self, ty: TypeId, value: Rvalue) -> Rvalue {
        let overflow = self.unit.unit.overflow;
        let signed = self.types().integer(ty).is_some_and(|(_, signed)| signed);
        if overflow == Overflow::Undefined || !signed || self.types().is_pointer(ty) {
            return value;
        }
        let (op, a, b) = match value {
            Rvalue::Binary(op, a, b) if op.wrapping() != op => (op, a, b),
            Rvalue::Unary(ir::UnaryOp::Neg, a) => (ir::BinaryOp::Sub, self.constant(ty, 0), a),
            other => return other,
        };
        if overflow == Overflow::Wraps {
            return Rvalue::Binary(op.wrapping(), a, b);
        }
        // Executions that end here are over.
        let intrinsic = match op {
            ir::BinaryOp::Add => ir::Intrinsic::AddOverflows,
            ir::BinaryOp::Sub => ir::Intrinsic::SubOverflows,
            _ => ir::Intrinsic::MulOverflows,
        };
        let (int, witness) = (self.int_ty(), self.constant(ty, 0));
        let overflows = self.temporary(int);
        let value = Rvalue::Intrinsic(intrinsic, vec![a, b, witness]);
        self.emit(StmtKind::Assign { dst: overflows, value });
        let nothing = self.int_const(0);
        let fits = Rvalue::Binary(ir::BinaryOp::Eq, Operand::Local(overflows), nothing);
        let fits = self.compute(int, fits);
        self.emit(StmtKind::Assume(fits));
        Rvalue::Binary(op, a, b)
    }

    /// A value of this type about which nothing is known; used after something unsupported.
    pub(super) fn unknown(&mut self, ty: TypeId) -> Operand {
        if self.types().is_scalar(ty) { self.compute(ty, Rvalue::Uninit) } else { self.int_const(0) }
    }

    pub(super) fn types(&self) -> &Types {
        &self.unit.draft.program.types
    }

    pub(super) fn types_mut(&mut self) -> &mut Types {
        &mut self.unit.draft.program.types
    }

    /// The type of an operand.
    pub(super) fn type_of(&self, operand: Operand) -> TypeId {
        match operand {
            Operand::Local(local) => self.body.locals[local].ty,
            Operand::Const(constant) => constant.ty,
        }
    }

    /// The IR type of a C type.
    pub(super) fn ty(&mut self, id: c::TypeId) -> TypeId {
        self.unit.ty(id)
    }

    /// The IR type of an expression.
    pub(super) fn expr_ty(&mut self, id: s::ExprId) -> TypeId {
        let ty = self.unit.unit.tast[id].ty;
        self.ty(ty)
    }

    pub(super) fn int_ty(&mut self) -> TypeId {
        self.types_mut().int(32, true)
    }

    /// `size_t`.
    pub(super) fn size_ty(&mut self) -> TypeId {
        let bits = u16::from(self.types().target().pointer_bytes) * 8;
        self.types_mut().int(bits, false)
    }

    /// `ptrdiff_t`.
    pub(super) fn difference_ty(&mut self) -> TypeId {
        let bits = u16::from(self.types().target().pointer_bytes) * 8;
        self.types_mut().int(bits, true)
    }

    pub(super) fn int_const(&mut self, value: i128) -> Operand {
        let ty = self.int_ty();
        self.constant(ty, value)
    }

    pub(super) fn size_const(&mut self, value: u64) -> Operand {
        let ty = self.size_ty();
        self.constant(ty, i128::from(value))
    }

    /// A constant of an integer or pointer type; 0 for a floating type.
    pub(super) fn constant(&self, ty: TypeId, value: i128) -> Operand {
        let value = if self.types().is_float(ty) { ConstValue::Float(0) } else { ConstValue::Int(value) };
        Operand::Const(Const { ty, value })
    }

    /// Makes a register hold a value.
    pub(super) fn assign(&mut self, dst: LocalId, value: Operand) {
        self.emit(StmtKind::Assign { dst, value: Rvalue::Use(value) });
    }

    // ── Objects ─────────────────────────────────────────────────────────────────────────────

    /// An object for an intermediate aggregate, alive until the end of the full expression.
    pub(super) fn temporary_object(&mut self, ty: TypeId) -> Place {
        let (align, span) = (self.types()[ty].align, self.span);
        let slot = self.body.slots.push(Slot { name: None, ty, align, span, fixed: Vec::new() });
        self.emit(StmtKind::Live { slot, size: None });
        self.temporaries.push(slot);
        Place::whole(ir::Base::Slot(slot), ty)
    }

    /// The full expression whose temporaries began at `mark` is over.
    pub(super) fn end_temporaries(&mut self, mark: usize) {
        for slot in self.temporaries.split_off(mark).into_iter().rev() {
            self.emit(StmtKind::Dead(Var::Slot(slot)));
        }
    }

    /// The label table entry of a label whose address is taken.
    pub(super) fn label_id(&mut self, label: s::LabelId) -> LabelId {
        if let Some(&known) = self.label_ids.get(&label) {
            return known;
        }
        let name = self.unit.unit.names.resolve(self.unit.unit.tast[label].name).into();
        let block = self.label_block(label);
        let id = self.body.labels.push(Label { name, block });
        self.label_ids.insert(label, id);
        self.unit.labels.insert(label, ir::Symbol::Label(self.id, id));
        id
    }

    /// The block a label stands for.
    pub(super) fn label_block(&mut self, label: s::LabelId) -> BlockId {
        if let Some(&known) = self.label_blocks.get(&label) {
            return known;
        }
        let block = self.new_block();
        self.label_blocks.insert(label, block);
        block
    }
}
