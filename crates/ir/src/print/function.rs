//! One function as text.

use std::fmt::{self, Write};

use rustc_hash::FxHashMap;

use super::ProgramText;
use crate::{
    Argument, AssertKind, Base, BinaryOp, BlockId, Body, Callee, Clause, Const, ConstValue, Contract,
    Destination, Function, Id, IndexVec, LocalId, Operand, Overlap, Place, Rvalue, SlotId, Span, Step, Stmt,
    StmtKind, Terminator, TypeId, TypeKind, Var,
};

/// The naming of one function's variables, and the writing of its code.
pub(super) struct FunctionText<'a> {
    program: ProgramText<'a>,
    function: &'a Function,
    body: &'a Body,
    pub(super) locals: IndexVec<LocalId, String>,
    pub(super) slots: IndexVec<SlotId, String>,
}

impl<'a> FunctionText<'a> {
    pub(super) fn new(text: &ProgramText<'a>, function: &'a Function, body: &'a Body) -> Self {
        Self::build(ProgramText { program: text.program }, function, body)
    }

    pub(super) fn build(program: ProgramText<'a>, function: &'a Function, body: &'a Body) -> Self {
        let mut taken: FxHashMap<&str, u32> = FxHashMap::default();
        let mut name = |name: Option<&'a str>, fallback: String| match name {
            None => fallback,
            Some(name) => {
                let count = taken.entry(name).or_default();
                *count += 1;
                if *count == 1 { name.to_owned() } else { format!("{name}.{count}") }
            }
        };
        let locals = body
            .locals
            .enumerate()
            .map(|(id, local)| name(local.name.as_deref(), format!("t{}", id.index())))
            .collect();
        let slots = body
            .slots
            .enumerate()
            .map(|(id, slot)| name(slot.name.as_deref(), format!("obj{}", id.index())))
            .collect();
        Self { program, function, body, locals, slots }
    }

    pub(super) fn write(&self, out: &mut String) -> fmt::Result {
        let names: Vec<String> = self.body.params.iter().map(|var| self.var(*var)).collect();
        writeln!(out, "fn {} {{", self.program.header(self.function, Some(&names)))?;
        if let Some(contract) = &self.function.contract {
            self.contract(out, contract)?;
        }
        for (id, slot) in self.body.slots.enumerate() {
            writeln!(out, "  object {}: {}", self.slots[id], self.ty(slot.ty))?;
        }
        for (id, block) in self.body.blocks.enumerate() {
            write!(out, "{}:", block_name(id))?;
            for label in self.body.labels.iter().filter(|label| label.block == id) {
                write!(out, " ({})", label.name)?;
            }
            out.push('\n');
            for stmt in &block.stmts {
                Self::line(out, &self.stmt(stmt), stmt.span)?;
            }
            Self::line(out, &self.terminator(&block.terminator), block.span)?;
        }
        out.push_str("}\n");
        Ok(())
    }

    /// The clauses by the names of their functions, with what the user wrote.
    fn contract(&self, out: &mut String, contract: &Contract) -> fmt::Result {
        let mut clause = |kind: &str, clause: &Clause| {
            let predicate = self.program.function_name(clause.predicate);
            let Span { line, column, .. } = clause.span;
            writeln!(out, "  {kind} {predicate} at {line}:{column}: {}", clause.text)
        };
        contract.requires.iter().try_for_each(|requires| clause("requires", requires))?;
        contract.ensures.iter().try_for_each(|ensures| clause("ensures", ensures))?;
        for old in &contract.old {
            writeln!(out, "  old {}", self.program.function_name(*old))?;
        }
        for ghost in &contract.ghosts {
            writeln!(out, "  ghost {}: {}", ghost.name, self.ty(ghost.ty))?;
        }
        Ok(())
    }

    fn line(out: &mut String, text: &str, span: Span) -> fmt::Result {
        if span.is_known() {
            writeln!(out, "  {text:<56} ; {}:{}", span.line, span.column)
        } else {
            writeln!(out, "  {text}")
        }
    }

    fn ty(&self, ty: TypeId) -> String {
        self.program.program.types.display(ty).to_string()
    }

    fn var(&self, var: Var) -> String {
        match var {
            Var::Local(local) => self.locals[local].clone(),
            Var::Slot(slot) => self.slots[slot].clone(),
        }
    }

    fn operand(&self, operand: Operand) -> String {
        match operand {
            Operand::Local(local) => self.locals[local].clone(),
            Operand::Const(constant) => self.constant(constant),
        }
    }

    fn constant(&self, constant: Const) -> String {
        let types = &self.program.program.types;
        match constant.value {
            ConstValue::Int(0) if types.is_pointer(constant.ty) => "null".into(),
            ConstValue::Int(value) if types.is_pointer(constant.ty) => {
                format!("({}){value}", self.ty(constant.ty))
            }
            ConstValue::Int(value) => value.to_string(),
            ConstValue::Float(bits) => match types.kind(constant.ty) {
                TypeKind::Float(crate::FloatFormat::Binary64) => format!("{:?}", f64::from_bits(bits as u64)),
                TypeKind::Float(crate::FloatFormat::Binary32) => {
                    format!("{:?}f", f32::from_bits(bits as u32))
                }
                _ => format!("float {bits:#x}"),
            },
            ConstValue::Address { symbol, offset } => self.program.address(symbol, offset),
        }
    }

    pub(super) fn path(&self, place: &Place) -> String {
        let types = &self.program.program.types;
        let mut steps = place.path.iter().peekable();
        let mut out = match place.base {
            Base::Slot(slot) => self.slots[slot].clone(),
            Base::Global(global) => self.program.global_name(global),
            Base::Pointer(pointer) => {
                let pointer = self.operand(pointer);
                match steps.peek() {
                    Some(Step::Field { record, field }) => {
                        steps.next();
                        format!("{pointer}->{}", member(types.record(*record), *field))
                    }
                    Some(Step::Index { index, .. }) => {
                        let index = self.operand(*index);
                        // A subscript of a pointer reads as in C; of a pointer to an array it is
                        // the array's element.
                        let deref = matches!(types.kind(place.base_ty), TypeKind::Array { .. });
                        steps.next();
                        if deref { format!("(*{pointer})[{index}]") } else { format!("{pointer}[{index}]") }
                    }
                    None => format!("*{pointer}"),
                }
            }
        };
        for step in steps {
            match step {
                Step::Field { record, field } => {
                    let _ = write!(out, ".{}", member(types.record(*record), *field));
                }
                Step::Index { index, .. } => {
                    let _ = write!(out, "[{}]", self.operand(*index));
                }
            }
        }
        out
    }

    /// The path with the bytes it means.
    fn place(&self, place: &Place) -> String {
        let types = &self.program.program.types;
        let mut bytes = place.offset.to_string();
        for (index, stride) in place.variable_offset() {
            let _ = write!(bytes, "+{}*{stride}", self.operand(index));
        }
        let size = place.size(types);
        let _ = write!(bytes, "; {size}");
        if let Some(bits) = place.bits {
            let _ = write!(bytes, "; bits {}..{}", bits.start, u32::from(bits.start) + u32::from(bits.width));
        }
        let volatile = if place.volatile { "volatile " } else { "" };
        format!("{volatile}{} [{bytes}]", self.path(place))
    }

    fn argument(&self, argument: &Argument) -> String {
        match argument {
            Argument::Value(operand) => self.operand(*operand),
            Argument::Object(place) => format!("copy of {}", self.place(place)),
        }
    }

    fn destination(&self, destination: &Destination) -> String {
        match destination {
            Destination::Local(local) => self.locals[*local].clone(),
            Destination::Object(place) => self.place(place),
        }
    }

    pub(super) fn stmt(&self, stmt: &Stmt) -> String {
        match &stmt.kind {
            StmtKind::Assign { dst, value } => {
                format!("{} = {}", self.locals[*dst], self.rvalue(*dst, value))
            }
            StmtKind::Load { dst, place } => format!("{} = load {}", self.locals[*dst], self.place(place)),
            StmtKind::Store { place, value } => {
                format!("store {} = {}", self.place(place), self.operand(*value))
            }
            StmtKind::Alloc { dst, kind, size, count } => {
                let kind = format!("{kind:?}").to_lowercase();
                let count = count.map_or(String::new(), |c| format!("{} * ", self.operand(c)));
                format!("{} = alloc({kind}, {count}{})", self.locals[*dst], self.operand(*size))
            }
            StmtKind::Free { pointer } => format!("free {}", self.operand(*pointer)),
            StmtKind::Copy { to, from, size, overlap } => {
                let word = match overlap {
                    Overlap::Any => "move",
                    Overlap::Exact => "copy",
                };
                format!("{word} {} = {}, {} bytes", self.path(to), self.path(from), self.operand(*size))
            }
            StmtKind::Pad { place } => format!("pad {}", self.path(place)),
            StmtKind::Fill { to, byte, size } => {
                format!("fill {} = {}, {} bytes", self.path(to), self.operand(*byte), self.operand(*size))
            }
            StmtKind::Assume(operand) => format!("assume {}", self.operand(*operand)),
            StmtKind::Assert { condition, kind, message } => {
                let word = match kind {
                    AssertKind::Assertion => "assert",
                    AssertKind::Undefined => "defined",
                    AssertKind::Bounds => "room",
                    AssertKind::Truth => "truth",
                };
                format!("{word} {} // {message}", self.operand(*condition))
            }
            StmtKind::Call(call) => {
                let callee = match call.callee {
                    Callee::Function(id) => self.program.function_name(id),
                    Callee::Pointer(pointer) => format!("*{}", self.operand(pointer)),
                };
                let args: Vec<String> = call.args.iter().map(|arg| self.argument(arg)).collect();
                let call_text = format!("call {callee}({})", args.join(", "));
                match &call.dst {
                    Some(dst) => format!("{} = {call_text}", self.destination(dst)),
                    None => call_text,
                }
            }
            StmtKind::Nondet { dst, source } => format!("{} = nondet({source})", self.locals[*dst]),
            StmtKind::Live { slot, size } => {
                let ty = self.body.slots[*slot].ty;
                let size = size.map_or_else(
                    || self.program.program.types.size(ty).to_string(),
                    |size| self.operand(size),
                );
                format!("{} = alloc(stack, {size})", self.slots[*slot])
            }
            StmtKind::Dead(var) => format!("dead {}", self.var(*var)),
            StmtKind::VaStart { list } => format!("va_start *{}", self.operand(*list)),
            StmtKind::VaArg { dst, list } => {
                format!("{} = va_arg *{}", self.destination(dst), self.operand(*list))
            }
            StmtKind::VaCopy { to, from } => {
                format!("va_copy *{} = *{}", self.operand(*to), self.operand(*from))
            }
            StmtKind::VaEnd { list } => format!("va_end *{}", self.operand(*list)),
            StmtKind::Unsupported { why } => format!("unsupported({why})"),
        }
    }

    fn rvalue(&self, dst: LocalId, value: &Rvalue) -> String {
        let op = |operand: &Operand| self.operand(*operand);
        match value {
            Rvalue::Use(a) => op(a),
            Rvalue::Uninit => "uninit".into(),
            Rvalue::Unary(crate::UnaryOp::Neg, a) => format!("-{}", op(a)),
            Rvalue::Unary(crate::UnaryOp::Not, a) => format!("~{}", op(a)),
            Rvalue::Binary(operator, a, b) => format!("{} {} {}", op(a), symbol(*operator), op(b)),
            Rvalue::Convert(a) => format!("({}){}", self.ty(self.body.locals[dst].ty), op(a)),
            Rvalue::PointerAdd { pointer, index, stride } => match stride {
                1 => format!("{} +bytes {}", op(pointer), op(index)),
                _ => format!("{} +bytes {}*{stride}", op(pointer), op(index)),
            },
            Rvalue::PointerDiff { lhs, rhs, stride } => format!("({} -bytes {})/{stride}", op(lhs), op(rhs)),
            Rvalue::AddressOf(place) => format!("&{}", self.place(place)),
            Rvalue::Intrinsic(intrinsic, operands) => {
                let operands: Vec<String> = operands.iter().map(op).collect();
                format!("{intrinsic:?}({})", operands.join(", "))
            }
        }
    }

    pub(super) fn terminator(&self, terminator: &Terminator) -> String {
        match terminator {
            Terminator::Goto(block) => format!("goto {}", block_name(*block)),
            Terminator::Branch { condition, then, otherwise } => format!(
                "if {} goto {} else {}",
                self.operand(*condition),
                block_name(*then),
                block_name(*otherwise)
            ),
            Terminator::Switch { value, cases, default } => {
                let cases: Vec<String> = cases
                    .iter()
                    .map(|case| {
                        let to = block_name(case.block);
                        if case.low == case.high {
                            format!("{}: {to}", case.low)
                        } else {
                            format!("{}..{}: {to}", case.low, case.high)
                        }
                    })
                    .collect();
                format!(
                    "switch {} [{}] else {}",
                    self.operand(*value),
                    cases.join(", "),
                    block_name(*default)
                )
            }
            Terminator::IndirectGoto { address, targets } => {
                let targets: Vec<String> = targets
                    .iter()
                    .map(|(label, block)| {
                        format!("{}: {}", self.body.labels[*label].name, block_name(*block))
                    })
                    .collect();
                format!("goto *{} [{}]", self.operand(*address), targets.join(", "))
            }
            Terminator::Return(None) => "return".into(),
            Terminator::Return(Some(argument)) => format!("return {}", self.argument(argument)),
            Terminator::Unreachable => "unreachable".into(),
        }
    }
}

fn member(record: &crate::Record, field: u32) -> String {
    let field_ = &record.fields[field as usize];
    if field_.name.is_empty() { format!("<{field}>") } else { field_.name.to_string() }
}

fn block_name(block: BlockId) -> String {
    format!("b{}", block.index())
}

fn symbol(operator: BinaryOp) -> &'static str {
    match operator {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::AddWrapping => "+%",
        BinaryOp::SubWrapping => "-%",
        BinaryOp::MulWrapping => "*%",
    }
}
