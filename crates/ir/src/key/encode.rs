//! The code of a function as bytes: the same bytes for the same meaning, different ones for a different one.
//!
//! Every kind begins with a number of its own and lists begin with their length, so the bytes can be read in one way only.

use crate::{
    Argument, Base, BitRange, Body, Callee, Const, ConstValue, Destination, FunctionId, Id, Linkage, Operand,
    Place, RecordId, Rvalue, Step, StmtKind, Symbol, Terminator, TypeId, Var,
};

use super::Keys;
use super::types::TypeDigests;

pub(super) struct Encoder<'a, 'p> {
    keys: &'a Keys<'p>,
    types: &'a TypeDigests<'p>,
    pub(super) bytes: Vec<u8>,
}

impl<'a, 'p> Encoder<'a, 'p> {
    pub(super) fn new(keys: &'a Keys<'p>) -> Self {
        Self { keys, types: keys.types(), bytes: Vec::with_capacity(1 << 14) }
    }

    fn tag(&mut self, tag: u8) {
        self.bytes.push(tag);
    }

    fn number(&mut self, number: u64) {
        self.bytes.extend_from_slice(&number.to_le_bytes());
    }

    /// The number of something in the function, or a length.
    fn small(&mut self, number: usize) {
        self.short(number as u64);
    }

    /// A number that is mostly small.
    fn short(&mut self, number: u64) {
        // Most are below 128: seven bits at a time, the last of them without the eighth.
        let mut left = number;
        while left > 0x7f {
            self.bytes.push(left as u8 | 0x80);
            left >>= 7;
        }
        self.bytes.push(left as u8);
    }

    /// A distance: those that are small are short, whatever their sign.
    fn distance(&mut self, distance: i64) {
        self.short(((distance << 1) ^ (distance >> 63)) as u64);
    }

    fn id(&mut self, id: impl Id) {
        self.small(id.index());
    }

    pub(super) fn text(&mut self, text: &str) {
        self.small(text.len());
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn ty(&mut self, ty: TypeId) {
        self.number(self.types.get(ty));
    }

    fn optional<T>(&mut self, item: Option<T>, write: impl FnOnce(&mut Self, T)) {
        self.tag(u8::from(item.is_some()));
        if let Some(item) = item {
            write(self, item);
        }
    }

    pub(super) fn function(&mut self, id: FunctionId, body: &Body) {
        let function = &self.keys.program.functions[id];
        self.text(&function.name);
        self.text(match &function.linkage {
            Linkage::External => "",
            Linkage::Internal(unit) => unit,
        });
        self.tag(u8::from(function.noreturn));
        self.ty(function.ty);
        self.small(body.params.len());
        body.params.iter().for_each(|param| self.var(*param));
        self.small(body.locals.len());
        for local in &body.locals {
            self.name(local.name.as_deref());
            self.ty(local.ty);
        }
        self.small(body.slots.len());
        for slot in &body.slots {
            self.name(slot.name.as_deref());
            self.ty(slot.ty);
            self.number(slot.align);
            self.small(slot.fixed.len());
            for (from, to) in &slot.fixed {
                self.number(*from);
                self.number(*to);
            }
        }
        self.small(body.labels.len());
        for label in &body.labels {
            self.text(&label.name);
            self.id(label.block);
        }
        self.small(body.unsequenced.len());
        self.small(body.blocks.len());
        for block in &body.blocks {
            self.small(block.stmts.len());
            block.stmts.iter().for_each(|stmt| self.stmt(&stmt.kind));
            self.terminator(&block.terminator);
        }
    }

    /// The name of a local variable; whether it has one, that is, whether the user wrote it, always matters.
    fn name(&mut self, name: Option<&str>) {
        self.tag(u8::from(name.is_some()));
        if let Some(name) = name.filter(|_| self.keys.names_of_locals) {
            self.text(name);
        }
    }

    fn var(&mut self, var: Var) {
        match var {
            Var::Local(local) => {
                self.tag(0);
                self.id(local);
            }
            Var::Slot(slot) => {
                self.tag(1);
                self.id(slot);
            }
        }
    }

    fn operand(&mut self, operand: Operand) {
        match operand {
            Operand::Local(local) => {
                self.tag(0);
                self.id(local);
            }
            Operand::Const(Const { ty, value }) => {
                self.tag(match value {
                    ConstValue::Int(_) => 1,
                    ConstValue::Float(_) => 2,
                    ConstValue::Address { .. } => 3,
                });
                self.ty(ty);
                match value {
                    ConstValue::Int(number) => {
                        if let Ok(number) = u16::try_from(number) {
                            self.small(usize::from(number) + 1);
                        } else {
                            self.small(0);
                            self.bytes.extend_from_slice(&number.to_le_bytes());
                        }
                    }
                    ConstValue::Float(bits) => self.bytes.extend_from_slice(&bits.to_le_bytes()),
                    ConstValue::Address { symbol, offset } => {
                        self.symbol(symbol);
                        self.distance(offset);
                    }
                }
            }
        }
    }

    fn symbol(&mut self, symbol: Symbol) {
        match symbol {
            Symbol::Global(global) => {
                self.tag(0);
                self.number(self.keys.global(global));
            }
            Symbol::Function(function) => {
                self.tag(1);
                self.number(self.keys.name(function));
            }
            Symbol::Label(function, label) => {
                self.tag(2);
                self.number(self.keys.name(function));
                self.id(label);
            }
        }
    }

    fn record(&mut self, record: RecordId) {
        self.number(self.types.name(record));
    }

    fn bits(&mut self, bits: BitRange) {
        self.text(&format!("{bits:?}"));
    }

    fn place(&mut self, place: &Place) {
        let Place { base, base_ty, path, ty, offset, bits, volatile } = place;
        match base {
            Base::Slot(slot) => {
                self.tag(0);
                self.id(*slot);
            }
            Base::Global(global) => {
                self.tag(1);
                self.number(self.keys.global(*global));
            }
            Base::Pointer(pointer) => {
                self.tag(2);
                self.operand(*pointer);
            }
        }
        self.ty(*base_ty);
        self.small(path.len());
        for step in path {
            match step {
                Step::Field { record, field } => {
                    self.tag(0);
                    self.record(*record);
                    self.small(*field as usize);
                }
                Step::Index { index, stride, len } => {
                    self.tag(1);
                    self.operand(*index);
                    self.short(*stride);
                    self.optional(*len, Self::number);
                }
            }
        }
        self.ty(*ty);
        self.distance(*offset);
        self.optional(*bits, Self::bits);
        self.tag(u8::from(*volatile));
    }

    fn rvalue(&mut self, value: &Rvalue) {
        match value {
            Rvalue::Use(operand) => {
                self.tag(0);
                self.operand(*operand);
            }
            Rvalue::Uninit => self.tag(1),
            Rvalue::Unary(op, operand) => {
                self.tag(2);
                self.tag(*op as u8);
                self.operand(*operand);
            }
            Rvalue::Binary(op, lhs, rhs) => {
                self.tag(3);
                self.tag(*op as u8);
                self.operand(*lhs);
                self.operand(*rhs);
            }
            Rvalue::Convert(operand) => {
                self.tag(4);
                self.operand(*operand);
            }
            Rvalue::PointerAdd { pointer: one, index: two, stride }
            | Rvalue::PointerDiff { lhs: one, rhs: two, stride } => {
                self.tag(if matches!(value, Rvalue::PointerAdd { .. }) { 5 } else { 6 });
                self.operand(*one);
                self.operand(*two);
                self.short(*stride);
            }
            Rvalue::AddressOf(place) => {
                self.tag(7);
                self.place(place);
            }
            Rvalue::Intrinsic(intrinsic, operands) => {
                self.tag(8);
                self.tag(*intrinsic as u8);
                self.small(operands.len());
                for operand in operands {
                    self.operand(*operand);
                }
            }
        }
    }

    fn argument(&mut self, argument: &Argument) {
        match argument {
            Argument::Value(operand) => {
                self.tag(0);
                self.operand(*operand);
            }
            Argument::Object(place) => {
                self.tag(1);
                self.place(place);
            }
        }
    }

    fn destination(&mut self, destination: &Destination) {
        match destination {
            Destination::Local(local) => {
                self.tag(0);
                self.id(*local);
            }
            Destination::Object(place) => {
                self.tag(1);
                self.place(place);
            }
        }
    }

    fn stmt(&mut self, stmt: &StmtKind) {
        match stmt {
            StmtKind::Assign { dst, value } => {
                self.tag(0);
                self.id(*dst);
                self.rvalue(value);
            }
            StmtKind::Load { dst, place } => {
                self.tag(1);
                self.id(*dst);
                self.place(place);
            }
            StmtKind::Store { place, value } => {
                self.tag(2);
                self.place(place);
                self.operand(*value);
            }
            StmtKind::Alloc { dst, kind, size, count } => {
                self.tag(3);
                self.id(*dst);
                self.tag(*kind as u8);
                self.operand(*size);
                self.optional(*count, Self::operand);
            }
            StmtKind::Free { pointer } => {
                self.tag(4);
                self.operand(*pointer);
            }
            StmtKind::Copy { to, from, size, overlap } => {
                self.tag(5);
                self.place(to);
                self.place(from);
                self.operand(*size);
                self.tag(*overlap as u8);
            }
            StmtKind::Pad { place } => {
                self.tag(18);
                self.place(place);
            }
            StmtKind::Fill { to, byte, size } => {
                self.tag(6);
                self.place(to);
                self.operand(*byte);
                self.operand(*size);
            }
            StmtKind::Assume(operand) => {
                self.tag(7);
                self.operand(*operand);
            }
            StmtKind::Assert { condition, kind, message } => {
                self.tag(8);
                self.operand(*condition);
                self.tag(*kind as u8);
                self.text(message);
            }
            StmtKind::Call(call) => {
                self.tag(9);
                self.optional(call.dst.as_ref(), Self::destination);
                match call.callee {
                    Callee::Function(function) => {
                        self.tag(0);
                        self.number(self.keys.name(function));
                    }
                    Callee::Pointer(pointer) => {
                        self.tag(1);
                        self.operand(pointer);
                    }
                }
                self.small(call.args.len());
                call.args.iter().for_each(|argument| self.argument(argument));
                self.ty(call.ty);
            }
            StmtKind::Nondet { dst, source } => {
                self.tag(10);
                self.id(*dst);
                self.text(source);
            }
            StmtKind::Live { slot, size } => {
                self.tag(11);
                self.id(*slot);
                self.optional(*size, Self::operand);
            }
            StmtKind::Dead(var) => {
                self.tag(12);
                self.var(*var);
            }
            StmtKind::VaStart { list } => {
                self.tag(13);
                self.operand(*list);
            }
            StmtKind::VaArg { dst, list } => {
                self.tag(14);
                self.destination(dst);
                self.operand(*list);
            }
            StmtKind::VaCopy { to, from } => {
                self.tag(15);
                self.operand(*to);
                self.operand(*from);
            }
            StmtKind::VaEnd { list } => {
                self.tag(16);
                self.operand(*list);
            }
            StmtKind::Unsupported { why } => {
                self.tag(17);
                self.text(why);
            }
        }
    }

    fn terminator(&mut self, terminator: &Terminator) {
        match terminator {
            Terminator::Goto(block) => {
                self.tag(0);
                self.id(*block);
            }
            Terminator::Branch { condition, then, otherwise } => {
                self.tag(1);
                self.operand(*condition);
                self.id(*then);
                self.id(*otherwise);
            }
            Terminator::Switch { value, cases, default } => {
                self.tag(2);
                self.operand(*value);
                self.small(cases.len());
                for case in cases {
                    self.bytes.extend_from_slice(&case.low.to_le_bytes());
                    self.bytes.extend_from_slice(&case.high.to_le_bytes());
                    self.id(case.block);
                }
                self.id(*default);
            }
            Terminator::IndirectGoto { address, targets } => {
                self.tag(3);
                self.operand(*address);
                self.small(targets.len());
                for (label, block) in targets {
                    self.id(*label);
                    self.id(*block);
                }
            }
            Terminator::Return(value) => {
                self.tag(4);
                self.optional(value.as_ref(), Self::argument);
            }
            Terminator::Unreachable => self.tag(5),
        }
    }
}
