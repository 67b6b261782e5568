//! Computations run from the IR: wide integers, floating numbers, conversions, builtins.

use std::cmp::Ordering;

use ir::{BinaryOp, ConstValue, Id, Intrinsic, LocalId, Operand, Rvalue, StmtKind, UnaryOp};
use model::{Value, Word};

use crate::code::Code;
use crate::derive::derive;
use crate::float::{self, Kind};
use crate::machine::Interpreter;
use crate::place::extend;
use crate::repr::{Class, Repr};
use crate::stop::{Exec, Stop};

impl<'p> Interpreter<'p> {
    /// The value of an operand, extended by its type's rule.
    pub(crate) fn operand(&self, operand: &Operand) -> Exec<Value> {
        match operand {
            Operand::Local(local) => Ok(self.local(*local)),
            Operand::Const(constant) => {
                let repr = self.scalar(constant.ty)?;
                Ok(match constant.value {
                    ConstValue::Int(value) => Value::new(repr.extend_wide(value as u128)),
                    ConstValue::Float(bits) => Value::new(bits),
                    ConstValue::Address { symbol, offset } => {
                        let Some(word) = self.symbols.address(&self.memory, symbol) else {
                            return Err(Stop::unsupported("the address of something defined elsewhere"));
                        };
                        let bits = self.truncate(word.bits.wrapping_add(offset as u64));
                        Value::from(Word { bits, ..word })
                    }
                })
            }
        }
    }

    /// What a register of the innermost frame holds, extended by its type's rule.
    pub(crate) fn local(&self, local: LocalId) -> Value {
        let Some(frame) = self.memory.frames.last() else { return Value::UNDEFINED };
        let value = self.memory.register(frame, local);
        let repr = self.calls.last().and_then(|call| call.code.reprs.get(local.index()).copied().flatten());
        repr.map_or(value, |repr| extend(value, repr))
    }

    /// Writes a register of the innermost frame; the value is cut to its type.
    pub(crate) fn set_local(&mut self, local: LocalId, value: Value) {
        let (base, _) = self.bases();
        let Some(call) = self.calls.last() else { return };
        let Some(repr) = call.code.reprs.get(local.index()).copied().flatten() else { return };
        let value = extend(value, repr);
        self.memory.registers[base + local.index()] = value.low();
        if repr.is_wide()
            && let Some((_, high)) = call.code.wide.iter().find(|(wide, _)| *wide == local)
        {
            self.memory.registers[base + *high as usize] = value.high();
        }
    }

    /// The representation of an operand.
    pub(crate) fn operand_repr(&self, operand: &Operand) -> Exec<Repr> {
        let ty = match operand {
            Operand::Local(local) => match self.calls.last() {
                Some(call) => call.code.body.locals[*local].ty,
                None => return Err(Stop::unsupported("a register outside of any call")),
            },
            Operand::Const(constant) => constant.ty,
        };
        self.scalar(ty)
    }

    /// An operand that must be defined.
    pub(crate) fn defined(&self, operand: &Operand) -> Exec<Value> {
        let value = self.operand(operand)?;
        if value.is_defined() { Ok(value) } else { Err(self.undefined(operand)) }
    }

    /// Runs an assignment from the IR.
    pub(crate) fn assign_slowly(&mut self, code: &Code<'p>, pc: usize) -> Exec<()> {
        let (block, stmt) = code.location(pc);
        let StmtKind::Assign { dst, value } = &code.body.blocks[block].stmts[stmt].kind else {
            return Err(Stop::unsupported("a statement that is not an assignment"));
        };
        let to = self.scalar(code.body.locals[*dst].ty)?;
        let result = self.rvalue(to, value)?;
        self.set_local(*dst, result);
        Ok(())
    }

    fn rvalue(&mut self, to: Repr, value: &Rvalue) -> Exec<Value> {
        match value {
            Rvalue::Use(a) => self.operand(a),
            Rvalue::Uninit => Ok(Value::UNDEFINED),
            Rvalue::Unary(op, a) => self.unary(*op, a),
            Rvalue::Binary(op, a, b) => self.binary(*op, a, b),
            Rvalue::Convert(a) => {
                let (from, value) = (self.operand_repr(a)?, self.operand(a)?);
                // As `Rvalue::is_copy` has it.
                if !value.is_defined() && (from.is_float() || to.is_float()) && from != to {
                    return Err(self.undefined(a));
                }
                if from.class == Class::Pointer
                    && to.class != Class::Pointer
                    && let Some(id) = value.provenance
                {
                    self.memory.expose(id);
                }
                convert(from, to, value).ok_or_else(|| Stop::unsupported("a decimal floating number"))
            }
            Rvalue::PointerAdd { pointer, index, stride } => {
                let (start, index) = (self.defined(pointer)?, self.defined(index)?);
                let moved = (start.bits as u64).wrapping_add((index.bits as u64).wrapping_mul(*stride));
                Ok(Value { bits: u128::from(self.truncate(moved)), ..start })
            }
            Rvalue::PointerDiff { lhs, rhs, stride } => {
                let (a, b) = (self.defined(lhs)?.low(), self.defined(rhs)?.low());
                let (a, b) = self.addresses(a, b);
                let distance = a.wrapping_sub(b);
                let narrow = self.memory.target().pointer_bytes == 4;
                let distance = if narrow { i64::from(distance as u32 as i32) } else { distance as i64 };
                Ok(Value::int(i128::from(distance) / i128::from(*stride).max(1)))
            }
            Rvalue::AddressOf(place) => Ok(Value::from(self.place_pointer(place, false)?)),
            Rvalue::Intrinsic(intrinsic, operands) => self.intrinsic(*intrinsic, operands),
        }
    }

    fn unary(&self, op: UnaryOp, a: &Operand) -> Exec<Value> {
        let (repr, value) = (self.operand_repr(a)?, self.defined(a)?);
        Ok(match (repr.class, op) {
            (Class::Float(format), UnaryOp::Neg) => Value::new(float::negate(format, value.bits)),
            (_, UnaryOp::Neg) => Value { bits: value.bits.wrapping_neg(), ..value },
            (_, UnaryOp::Not) => Value { bits: !value.bits, ..value },
        })
    }

    fn binary(&mut self, op: BinaryOp, a: &Operand, b: &Operand) -> Exec<Value> {
        let repr = self.operand_repr(a)?;
        let (x, y) = (self.defined(a)?, self.defined(b)?);
        if let Class::Float(format) = repr.class {
            return float_binary(format, op, x.bits, y.bits)
                .ok_or_else(|| Stop::unsupported("this operation on floating numbers"));
        }
        let signed = repr.is_signed();
        let order = if signed { (x.bits as i128).cmp(&(y.bits as i128)) } else { x.bits.cmp(&y.bits) };
        if op.is_comparison() {
            return Ok(Value::new(u128::from(holds(op, Some(order)))));
        }
        let mask = if repr.bits > 64 {
            127
        } else if repr.bits > 32 {
            63
        } else {
            31
        };
        let count = y.bits as u32 & mask;
        let op = op.ideal();
        let bits = match op {
            BinaryOp::Add => x.bits.wrapping_add(y.bits),
            BinaryOp::Sub => x.bits.wrapping_sub(y.bits),
            BinaryOp::Mul => x.bits.wrapping_mul(y.bits),
            BinaryOp::Div | BinaryOp::Rem if y.bits == 0 => return Err(self.division_error()),
            BinaryOp::Div if signed => (x.bits as i128).wrapping_div(y.bits as i128) as u128,
            BinaryOp::Rem if signed => (x.bits as i128).wrapping_rem(y.bits as i128) as u128,
            BinaryOp::Div => x.bits / y.bits,
            BinaryOp::Rem => x.bits % y.bits,
            BinaryOp::Shl => x.bits << count,
            BinaryOp::Shr if signed => (x.bits as i128 >> count) as u128,
            BinaryOp::Shr => x.bits >> count,
            BinaryOp::And => x.bits & y.bits,
            BinaryOp::Or => x.bits | y.bits,
            BinaryOp::Xor => x.bits ^ y.bits,
            _ => return Err(Stop::unsupported("this operation")),
        };
        let provenance = if x.provenance.is_some() || y.provenance.is_some() {
            derive(&mut self.memory, op, x.low(), y.low(), bits as u64)
        } else {
            None
        };
        Ok(Value { bits, undefined: 0, provenance })
    }

    fn intrinsic(&self, intrinsic: Intrinsic, operands: &[Operand]) -> Exec<Value> {
        let missing = || Stop::unsupported("a builtin with too few operands");
        let first = operands.first().ok_or_else(missing)?;
        let (repr, a) = (self.operand_repr(first)?, self.defined(first)?);
        let b = match operands.get(1) {
            Some(second) => Some((self.operand_repr(second)?, self.defined(second)?)),
            None => None,
        };
        let width = u32::from(repr.bits);
        let low = if width >= 128 { a.bits } else { a.bits & ((1 << width) - 1) };
        let flag = |truth: bool| Ok(Value::new(u128::from(truth)));
        let number = |n: u32| Ok(Value::new(u128::from(n)));
        match intrinsic {
            Intrinsic::CountLeadingZeros => number(low.leading_zeros() - (128 - width)),
            Intrinsic::CountTrailingZeros => number(low.trailing_zeros().min(width)),
            Intrinsic::PopCount => number(low.count_ones()),
            Intrinsic::Parity => number(low.count_ones() & 1),
            Intrinsic::FindFirstSet => number(if low == 0 { 0 } else { low.trailing_zeros() + 1 }),
            Intrinsic::RedundantSignBits => {
                let signed = (low << (128 - width)) as i128;
                let same = if signed < 0 { (!signed).leading_zeros() } else { signed.leading_zeros() };
                number(same.min(width) - 1)
            }
            Intrinsic::ByteSwap => Ok(Value::new(low.swap_bytes() >> (128 - width))),
            Intrinsic::Abs => Ok(Value::int((a.bits as i128).wrapping_abs())),
            Intrinsic::AddOverflows | Intrinsic::SubOverflows | Intrinsic::MulOverflows => {
                let (right, b) = b.ok_or_else(missing)?;
                let third = operands.get(2).ok_or_else(missing)?;
                let target = self.operand_repr(third)?;
                let exact = exactly(intrinsic, repr, a.bits, right, b.bits);
                flag(exact.is_none_or(|(negative, magnitude)| !fits(negative, magnitude, target)))
            }
            Intrinsic::AddWrapping => Ok(Value::new(a.bits.wrapping_add(b.ok_or_else(missing)?.1.bits))),
            Intrinsic::SubWrapping => Ok(Value::new(a.bits.wrapping_sub(b.ok_or_else(missing)?.1.bits))),
            Intrinsic::MulWrapping => Ok(Value::new(a.bits.wrapping_mul(b.ok_or_else(missing)?.1.bits))),
            _ => {
                let Class::Float(format) = repr.class else {
                    return Err(Stop::unsupported("a floating builtin on an integer"));
                };
                let other = b.map(|(_, b)| b.bits);
                float_intrinsic(intrinsic, format, a.bits, other)
                    .ok_or_else(|| Stop::unsupported("this floating builtin"))
            }
        }
    }
}

fn holds(op: BinaryOp, order: Option<Ordering>) -> bool {
    match op {
        BinaryOp::Eq => order == Some(Ordering::Equal),
        BinaryOp::Ne => order != Some(Ordering::Equal),
        BinaryOp::Lt => order == Some(Ordering::Less),
        BinaryOp::Le => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        BinaryOp::Gt => order == Some(Ordering::Greater),
        BinaryOp::Ge => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        _ => false,
    }
}

fn float_binary(format: ir::FloatFormat, op: BinaryOp, a: u128, b: u128) -> Option<Value> {
    if op.is_comparison() {
        float::kind(format, a)?;
        return Some(Value::new(u128::from(holds(op, float::compare(format, a, b)))));
    }
    float::arithmetic(format, op, a, b).map(Value::new)
}

fn float_intrinsic(intrinsic: Intrinsic, format: ir::FloatFormat, a: u128, b: Option<u128>) -> Option<Value> {
    let kind = float::kind(format, a)?;
    let flag = |truth: bool| Some(Value::new(u128::from(truth)));
    let sign = 1u128 << (format.value_bytes() * 8 - 1);
    match intrinsic {
        Intrinsic::IsUnordered => flag(float::compare(format, a, b?).is_none()),
        Intrinsic::IsLessGreater => {
            flag(matches!(float::compare(format, a, b?), Some(Ordering::Less | Ordering::Greater)))
        }
        Intrinsic::IsNan => flag(kind == Kind::Nan),
        Intrinsic::IsInfinite => flag(kind == Kind::Infinite),
        Intrinsic::InfinitySign => Some(Value::int(match (kind, float::sign(format, a)) {
            (Kind::Infinite, false) => 1,
            (Kind::Infinite, true) => -1,
            _ => 0,
        })),
        Intrinsic::IsFinite => flag(!matches!(kind, Kind::Nan | Kind::Infinite)),
        Intrinsic::IsNormal => flag(kind == Kind::Normal),
        Intrinsic::SignBit => flag(float::sign(format, a)),
        Intrinsic::FloatAbs => Some(Value::new(a & !sign)),
        Intrinsic::CopySign => Some(Value::new(a & !sign | b? & sign)),
        _ => None,
    }
}

/// `a op b` without any limit, as sign and magnitude; `None` if even 128 bits do not hold it.
fn exactly(op: Intrinsic, left: Repr, a: u128, right: Repr, b: u128) -> Option<(bool, u128)> {
    let parts = |repr: Repr, bits: u128| {
        let negative = repr.is_signed() && (bits as i128) < 0;
        (negative, if negative { bits.wrapping_neg() } else { bits })
    };
    let ((sa, ma), (mut sb, mb)) = (parts(left, a), parts(right, b));
    if op == Intrinsic::MulOverflows {
        let magnitude = ma.checked_mul(mb)?;
        return Some((sa != sb && magnitude != 0, magnitude));
    }
    if op == Intrinsic::SubOverflows {
        sb = !sb;
    }
    if sa == sb {
        return Some((sa, ma.checked_add(mb)?));
    }
    Some(match ma.cmp(&mb) {
        Ordering::Less => (sb, mb - ma),
        Ordering::Equal => (false, 0),
        Ordering::Greater => (sa, ma - mb),
    })
}

fn fits(negative: bool, magnitude: u128, target: Repr) -> bool {
    let bits = u32::from(target.bits);
    if negative {
        return magnitude == 0 || target.is_signed() && magnitude <= 1 << (bits - 1);
    }
    let value_bits = if target.is_signed() { bits - 1 } else { bits };
    value_bits >= 128 || magnitude >> value_bits == 0
}

/// From one scalar type to another; `None` if the format cannot be computed with.
pub(crate) fn convert(from: Repr, to: Repr, value: Value) -> Option<Value> {
    match (from.class, to.class) {
        (Class::Float(a), Class::Float(b)) => {
            let bits = float::convert(a, b, value.bits)?;
            Some(Value { bits, provenance: None, ..value })
        }
        (Class::Float(format), Class::Bool) => {
            Some(Value::new(u128::from(float::kind(format, value.bits)? != Kind::Zero)))
        }
        (Class::Float(format), _) => {
            float::to_int(format, value.bits, u32::from(to.bits), to.is_signed()).map(Value::int)
        }
        (_, Class::Float(format)) => {
            let bits = if from.is_signed() {
                float::from_int(format, value.bits as i128)?
            } else {
                float::from_unsigned(format, value.bits)?
            };
            Some(Value::new(bits))
        }
        (_, Class::Bool) => {
            let sure = value.bits & !value.undefined != 0;
            let undefined = u128::from(!sure && value.undefined != 0);
            Some(Value { bits: u128::from(sure), undefined, provenance: None })
        }
        _ => Some(value),
    }
}
