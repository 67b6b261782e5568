//! From the IR of a function to its internal code.

use std::collections::BTreeMap;

use ir::{
    Argument, AssertedCall, Base, BinaryOp, BlockId, Body, Callee, Const, ConstValue, Destination,
    FunctionId, Id, Operand, Place, Program, Role, Rvalue, Step, Stmt, StmtKind, Symbol, Terminator, TypeId,
    UnaryOp, Var,
};
use model::{FrameLayout, Memory, Word};
use rustc_hash::FxHashMap;

use crate::code::{
    Asserted, BaseCode, Bitwise, CallCode, CalleeCode, Code, Compare, FloatOp, IndexCode, Op, Param,
    PlaceCode, SlotCode, Src, SwitchCode,
};
use crate::options::Options;
use crate::repr::{Class, Extend, Repr};
use crate::signs::{is_comparing, only_sign_counts};
use crate::symbols::Symbols;

/// Compiles one function and tells memory how its frames look.
pub(crate) fn compile<'p>(
    program: &'p Program,
    symbols: &Symbols,
    memory: &mut Memory,
    function: FunctionId,
    tracked: bool,
    options: &Options,
) -> Option<Code<'p>> {
    let body = program.functions[function].body.as_ref()?;
    let reprs: Vec<Option<Repr>> = body.locals.iter().map(|l| Repr::of(&program.types, l.ty)).collect();
    let (checkers, inner_bounds) = (&options.checkers, options.inner_bounds);
    let asked = if checkers.functions.is_empty() { Vec::new() } else { body.asserted_calls() };
    let asserted = asked.into_iter().map(|asked| (asked.call, asked)).collect();
    let code = empty(program, function, body, reprs);
    let mut compiler = Compiler {
        program,
        symbols,
        memory,
        body,
        code,
        tracked,
        inner_bounds,
        asserted,
        known: FxHashMap::default(),
        at: (0, 0),
    };
    compiler.frame();
    let mut next = 0;
    for block in &body.blocks {
        compiler.code.blocks.push(next);
        next += block.stmts.len() as u32 + 1;
    }
    for (id, block) in body.blocks.enumerate() {
        for (index, stmt) in block.stmts.iter().enumerate() {
            compiler.at = (id.0, index as u32);
            let op = compiler.stmt(stmt);
            compiler.code.ops.push(op);
            compiler.code.at.push((id.0, index as u32));
        }
        let op = compiler.terminator(&block.terminator);
        compiler.code.ops.push(op);
        compiler.code.at.push((id.0, block.stmts.len() as u32));
    }
    Some(compiler.code)
}

fn empty<'p>(program: &Program, function: FunctionId, body: &'p Body, reprs: Vec<Option<Repr>>) -> Code<'p> {
    Code {
        function,
        body,
        ops: Vec::new(),
        at: Vec::new(),
        blocks: Vec::new(),
        consts: Vec::new(),
        places: Vec::new(),
        calls: Vec::new(),
        switches: Vec::new(),
        reprs,
        params: Vec::new(),
        words: 0,
        slots: Vec::new(),
        stack_bytes: 0,
        variadic: program.functions[function].signature.variadic,
        contract: program.functions[function].contract.is_some(),
        clause: matches!(program.functions[function].role, Role::Clause { .. }),
        wide: Vec::new(),
    }
}

struct Compiler<'p, 'a> {
    program: &'p Program,
    symbols: &'a Symbols,
    memory: &'a mut Memory,
    body: &'p Body,
    code: Code<'p>,
    /// Whether what it reads and writes is looked at, which fast operations do not do.
    tracked: bool,
    /// Whether an array within an object has bounds of its own.
    inner_bounds: bool,
    /// The calls of checkers in assertions.
    asserted: BTreeMap<(BlockId, u32), AssertedCall>,
    /// The numbers of constants, once there are more than a few.
    known: FxHashMap<Word, u32>,
    /// The statement being compiled.
    at: (u32, u32),
}

impl<'p> Compiler<'p, '_> {
    /// Lays out registers, slots and parameters.
    fn frame(&mut self) {
        let types = &self.program.types;
        let locals = self.body.locals.len() as u32;
        let wide: Vec<_> = (self.code.reprs.iter().enumerate())
            .filter(|(_, repr)| repr.is_some_and(Repr::is_wide))
            .enumerate()
            .map(|(i, (local, _))| (ir::LocalId::new(local), locals + i as u32))
            .collect();
        self.code.words = locals as usize + wide.len();
        self.code.wide.clone_from(&wide);
        let mut offset = 0u64;
        for slot in &self.body.slots {
            let (size, align) = (types.size(slot.ty), slot.align.clamp(1, 1 << 20).next_power_of_two());
            offset = offset.next_multiple_of(align);
            self.code.slots.push(SlotCode { offset, size, align });
            offset = offset.saturating_add(size.max(1)).saturating_add(16).min(1 << 48);
        }
        self.code.stack_bytes = offset.next_multiple_of(16);
        let slots = self.body.slots.len() as u32;
        self.memory.set_layout(self.code.function, FrameLayout { locals, wide, slots });
        for param in &self.body.params {
            let param = match *param {
                Var::Slot(slot) => Param::Slot(slot.0),
                Var::Local(local) => match self.code.reprs.get(local.index()).copied().flatten() {
                    Some(repr) => Param::Register(local.0, repr),
                    None => continue,
                },
            };
            self.code.params.push(param);
        }
    }

    fn constant(&mut self, word: Word) -> Src {
        /// So many are looked at one after the other.
        const FEW: usize = 16;
        let consts = &mut self.code.consts;
        let few = consts[..consts.len().min(FEW)].iter().position(|known| *known == word);
        let number = match few {
            Some(index) => index as u32,
            None if consts.len() < FEW => {
                consts.push(word);
                consts.len() as u32 - 1
            }
            None => *self.known.entry(word).or_insert_with(|| {
                consts.push(word);
                consts.len() as u32 - 1
            }),
        };
        Src(number | Src::CONST)
    }

    fn repr(&self, operand: &Operand) -> Option<Repr> {
        match operand {
            Operand::Local(local) => self.code.reprs.get(local.index()).copied().flatten(),
            Operand::Const(constant) => Repr::of(&self.program.types, constant.ty),
        }
    }

    /// An operand that fits a word.
    fn src(&mut self, operand: &Operand) -> Option<Src> {
        let repr = self.repr(operand).filter(|repr| !repr.is_wide())?;
        match operand {
            Operand::Local(local) => Some(Src(local.0)),
            Operand::Const(constant) => {
                let word = self.word(constant, repr)?;
                Some(self.constant(word))
            }
        }
    }

    fn word(&self, constant: &Const, repr: Repr) -> Option<Word> {
        Some(match constant.value {
            ConstValue::Int(value) => Word::new(repr.extend().apply(value as u64)),
            ConstValue::Float(bits) => Word::new(bits as u64),
            ConstValue::Address { symbol, offset } => {
                let word = self.symbols.address(self.memory, symbol)?;
                Word { bits: repr.extend().apply(word.bits.wrapping_add(offset as u64)), ..word }
            }
        })
    }

    fn stmt(&mut self, stmt: &'p Stmt) -> Op {
        let fast = match &stmt.kind {
            StmtKind::Assign { dst, value } => {
                return self.assign(dst.0, value).unwrap_or(Op::Slow);
            }
            StmtKind::Load { place, .. } | StmtKind::Store { place, .. }
                if self.tracked && !matches!(place.base, Base::Slot(_)) =>
            {
                None
            }
            StmtKind::Load { dst, place } => self.load(dst.0, place),
            StmtKind::Store { place, value } => self.store(place, value),
            StmtKind::Call(call) => Some(self.call(call)),
            StmtKind::Live { slot, size: None } => Some(Op::Live { slot: slot.0 }),
            StmtKind::Dead(Var::Slot(slot)) => Some(Op::DeadSlot { slot: slot.0 }),
            StmtKind::Dead(Var::Local(local)) => Some(Op::DeadLocal { dst: local.0 }),
            _ => None,
        };
        fast.unwrap_or(Op::Stmt)
    }

    fn call(&mut self, call: &'p ir::Call) -> Op {
        let callee = match &call.callee {
            Callee::Function(id) => CalleeCode::Function(*id),
            Callee::Pointer(pointer) => match self.src(pointer) {
                Some(src) => CalleeCode::Pointer(src),
                None => return Op::Stmt,
            },
        };
        let simple = call
            .args
            .iter()
            .map(|arg| match arg {
                Argument::Value(operand) => self.src(operand),
                Argument::Object(_) => None,
            })
            .collect();
        let asserted = self.asserted.get(&(BlockId(self.at.0), self.at.1)).map(|asked| {
            let (block, stmt) = asked.by;
            Asserted { asks: asked.asks, by: self.code.blocks[block.0 as usize] + stmt }
        });
        let name = match call.callee {
            Callee::Function(id) => &*self.program.functions[id].name,
            Callee::Pointer(_) => "",
        };
        let signs = match call.dst {
            Some(Destination::Local(dst)) => {
                is_comparing(name) && only_sign_counts(&self.program.types, self.body, dst)
            }
            _ => true,
        };
        let dst = call.dst.as_ref();
        self.code.calls.push(CallCode { callee, args: &call.args, simple, dst, asserted, signs });
        Op::Call { call: (self.code.calls.len() - 1) as u32 }
    }

    fn narrow(&self, local: u32) -> Option<Repr> {
        self.code.reprs.get(local as usize).copied().flatten().filter(|repr| !repr.is_wide())
    }

    fn assign(&mut self, dst: u32, value: &Rvalue) -> Option<Op> {
        let to = self.narrow(dst)?;
        Some(match value {
            Rvalue::Use(a) => {
                // A copy between types that differ in extension would need a conversion.
                let from = self.repr(a)?;
                if from.extend() != to.extend() || from.is_wide() {
                    return None;
                }
                Op::Move { dst, src: self.src(a)? }
            }
            Rvalue::Uninit => Op::Uninit { dst },
            Rvalue::Unary(op, a) => {
                let (from, a) = (self.repr(a)?, self.src(a)?);
                if !from.is_integer() || from.class == Class::Bool {
                    return None;
                }
                let to = to.extend();
                match op {
                    UnaryOp::Neg => Op::Neg { dst, a, to },
                    UnaryOp::Not => Op::Not { dst, a, to },
                }
            }
            Rvalue::Binary(op, a, b) => self.binary(dst, to, *op, a, b)?,
            Rvalue::Convert(a) => {
                let (from, a) = (self.repr(a)?, self.src(a)?);
                if from.is_float() || to.is_float() {
                    return None;
                }
                if to.class == Class::Bool {
                    Op::ToBool { dst, a }
                } else {
                    let expose = from.class == Class::Pointer && to.class != Class::Pointer;
                    Op::Convert { dst, a, to: to.extend(), expose }
                }
            }
            Rvalue::PointerAdd { pointer, index, stride } => Op::PointerAdd {
                dst,
                a: self.src(pointer)?,
                b: self.src(index)?,
                stride: i32::try_from(*stride).ok()?,
                to: to.extend(),
            },
            Rvalue::PointerDiff { lhs, rhs, stride } => Op::PointerDiff {
                dst,
                a: self.src(lhs)?,
                b: self.src(rhs)?,
                stride: u32::try_from(*stride).ok().filter(|stride| *stride != 0)?,
                to: Extend { shift: self.repr(lhs)?.extend().shift, signed: true },
            },
            Rvalue::AddressOf(place) => match place.base {
                Base::Slot(slot) if place.is_fixed() => {
                    Op::SlotAddress { dst, slot: slot.0, offset: i32::try_from(place.offset).ok()? }
                }
                Base::Pointer(pointer) if place.is_fixed() => {
                    let offset = i32::try_from(place.offset).ok()?;
                    let b = self.constant(Word::new(1));
                    Op::PointerAdd { dst, a: self.src(&pointer)?, b, stride: offset, to: to.extend() }
                }
                _ => return None,
            },
            Rvalue::Intrinsic(..) => return None,
        })
    }

    fn binary(&mut self, dst: u32, to: Repr, op: BinaryOp, a: &Operand, b: &Operand) -> Option<Op> {
        let repr = self.repr(a)?;
        let (a, b) = (self.src(a)?, self.src(b)?);
        if let Class::Float(format) = repr.class {
            let double = match format {
                ir::FloatFormat::Binary64 => true,
                ir::FloatFormat::Binary32 => false,
                _ => return None,
            };
            return Some(Op::Float { op: float_op(op)?, double, dst, a, b });
        }
        let signed = repr.is_signed();
        let to = to.extend();
        let mask = if repr.bits > 32 { 63 } else { 31 };
        Some(match op.ideal() {
            BinaryOp::Add | BinaryOp::AddWrapping => Op::Add { dst, a, b, to },
            BinaryOp::Sub | BinaryOp::SubWrapping => Op::Sub { dst, a, b, to },
            BinaryOp::Mul | BinaryOp::MulWrapping => Op::Mul { dst, a, b, to },
            BinaryOp::Div => Op::Divide { dst, a, b, to, rem: false },
            BinaryOp::Rem => Op::Divide { dst, a, b, to, rem: true },
            BinaryOp::And => Op::Bits { op: Bitwise::And, dst, a, b },
            BinaryOp::Or => Op::Bits { op: Bitwise::Or, dst, a, b },
            BinaryOp::Xor => Op::Bits { op: Bitwise::Xor, dst, a, b },
            BinaryOp::Shl => Op::Shl { dst, a, b, to, mask },
            BinaryOp::Shr => Op::Shr { dst, a, b, to, mask },
            BinaryOp::Eq => Op::Cmp { op: Compare::Eq, dst, a, b },
            BinaryOp::Ne => Op::Cmp { op: Compare::Ne, dst, a, b },
            BinaryOp::Lt => Op::Cmp { op: if signed { Compare::Lt } else { Compare::Below }, dst, a, b },
            BinaryOp::Le => Op::Cmp { op: if signed { Compare::Le } else { Compare::BelowEq }, dst, a, b },
            BinaryOp::Gt => Op::Cmp { op: if signed { Compare::Gt } else { Compare::Above }, dst, a, b },
            BinaryOp::Ge => Op::Cmp { op: if signed { Compare::Ge } else { Compare::AboveEq }, dst, a, b },
        })
    }

    /// A scalar of 1, 2, 4 or 8 bytes that a register holds as it lies in memory.
    fn plain(&self, place: &Place, ty: TypeId) -> Option<Repr> {
        let repr = Repr::of(&self.program.types, ty)?;
        let plain = place.bits.is_none()
            && repr.class != Class::Bool
            && matches!(repr.bytes, 1 | 2 | 4 | 8)
            && !repr.is_wide();
        plain.then_some(repr)
    }

    fn load(&mut self, dst: u32, place: &Place) -> Option<Op> {
        let repr = self.plain(place, place.ty)?;
        let to = self.narrow(dst)?;
        if to.bits != repr.bits {
            return None;
        }
        let (size, to) = (repr.bytes, to.extend());
        Some(match self.place(place)? {
            Compiled::Pointer(pointer, offset) => Op::LoadPointer { dst, pointer, offset, size, to },
            Compiled::Slot(slot, offset) => Op::LoadSlot { dst, slot, offset, size, to },
            Compiled::Place(place) => Op::LoadPlace { dst, place, size, to },
        })
    }

    fn store(&mut self, place: &Place, value: &Operand) -> Option<Op> {
        let size = self.plain(place, place.ty)?.bytes;
        let src = self.src(value)?;
        Some(match self.place(place)? {
            Compiled::Pointer(pointer, offset) => Op::StorePointer { src, pointer, offset, size },
            Compiled::Slot(slot, offset) => Op::StoreSlot { src, slot, offset, size },
            Compiled::Place(place) => Op::StorePlace { src, place, size },
        })
    }

    fn place(&mut self, place: &Place) -> Option<Compiled> {
        let base = match place.base {
            Base::Slot(slot) => BaseCode::Slot(slot.0),
            Base::Global(global) => {
                let word = self.symbols.address(self.memory, Symbol::Global(global))?;
                BaseCode::Pointer(self.constant(word))
            }
            Base::Pointer(pointer) => BaseCode::Pointer(self.src(&pointer)?),
        };
        let mut indices = Vec::new();
        for step in &place.path {
            if let Step::Index { index, stride, len } = step {
                match index {
                    Operand::Const(Const { value: ConstValue::Int(value), .. }) => {
                        // A constant beyond the end is left to the slow path, which reports it.
                        if len.is_some_and(|len| *value < 0 || *value >= i128::from(len)) {
                            return None;
                        }
                    }
                    _ => indices.push(IndexCode {
                        index: self.src(index)?,
                        stride: *stride,
                        len: len.filter(|_| self.inner_bounds).unwrap_or(u64::MAX),
                    }),
                }
            }
        }
        if indices.is_empty()
            && let Ok(offset) = i32::try_from(place.offset)
        {
            return Some(match base {
                BaseCode::Pointer(pointer) => Compiled::Pointer(pointer, offset),
                BaseCode::Slot(slot) => Compiled::Slot(slot, offset),
            });
        }
        self.code.places.push(PlaceCode { base, offset: place.offset, indices });
        Some(Compiled::Place((self.code.places.len() - 1) as u32))
    }

    fn target(&self, block: ir::BlockId) -> u32 {
        self.code.blocks[block.index()]
    }

    fn terminator(&mut self, terminator: &Terminator) -> Op {
        match terminator {
            Terminator::Goto(block) => Op::Goto { to: self.target(*block) },
            Terminator::Branch { condition, then, otherwise } => match self.src(condition) {
                Some(condition) => {
                    Op::Branch { condition, then: self.target(*then), otherwise: self.target(*otherwise) }
                }
                None => Op::Stmt,
            },
            Terminator::Switch { value, cases, default } => {
                let mut cases: Vec<_> =
                    cases.iter().map(|case| (case.low, case.high, self.target(case.block))).collect();
                cases.sort_unstable();
                let default = self.target(*default);
                self.code.switches.push(SwitchCode { cases, default });
                let switch = (self.code.switches.len() - 1) as u32;
                match (self.src(value), self.repr(value)) {
                    (Some(value), Some(repr)) => Op::Switch { value, switch, signed: repr.is_signed() },
                    _ => Op::SlowSwitch { switch },
                }
            }
            Terminator::IndirectGoto { .. } => Op::IndirectGoto,
            Terminator::Return(None) => Op::ReturnVoid,
            Terminator::Return(Some(Argument::Value(operand))) => match self.src(operand) {
                Some(src) => Op::ReturnWord { src },
                None => Op::Return,
            },
            Terminator::Return(Some(Argument::Object(_))) => Op::Return,
            Terminator::Unreachable => Op::Unreachable,
        }
    }
}

enum Compiled {
    Pointer(Src, i32),
    Slot(u32, i32),
    Place(u32),
}

fn float_op(op: BinaryOp) -> Option<FloatOp> {
    Some(match op {
        BinaryOp::Add => FloatOp::Add,
        BinaryOp::Sub => FloatOp::Sub,
        BinaryOp::Mul => FloatOp::Mul,
        BinaryOp::Div => FloatOp::Div,
        BinaryOp::Eq => FloatOp::Eq,
        BinaryOp::Ne => FloatOp::Ne,
        BinaryOp::Lt => FloatOp::Lt,
        BinaryOp::Le => FloatOp::Le,
        BinaryOp::Gt => FloatOp::Gt,
        BinaryOp::Ge => FloatOp::Ge,
        _ => return None,
    })
}
