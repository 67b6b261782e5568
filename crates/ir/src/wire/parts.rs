//! How the parts of code are written: every field in order, every kind behind a number of its own.

use crate::{
    AddressAt, AllocKind, Argument, AssertKind, Base, BinaryOp, BitRange, Block, Body, Call, Callee, Case,
    Clause, Const, ConstValue, ContentKey, Contract, Destination, Field, FloatFormat, Ghost, GlobalKind,
    Initializer, Intrinsic, Label, Local, Operand, Overlap, Place, Record, RecordKind, Role, Rvalue,
    Signature, Slot, Step, Stmt, StmtKind, Symbol, Target, Terminator, Type, TypeKind, UnaryOp, Var,
};

use super::{Reader, Wire, Writer};

/// Writes structs field by field. A field that is missing does not compile.
macro_rules! structs {
    ($($name:ident { $($field:ident),* $(,)? })*) => {$(
        impl Wire for $name {
            fn write(&self, to: &mut Writer) {
                let Self { $($field),* } = self;
                $($field.write(to);)*
            }
            fn read(from: &mut Reader<'_>) -> Option<Self> {
                $(let $field = Wire::read(from)?;)*
                Some(Self { $($field),* })
            }
        }
    )*};
}

/// Writes enums as the number of the variant and its fields. A variant that is missing does not compile.
macro_rules! enums {
    ($($name:ident { $($tag:literal $variant:ident $(($($item:ident),*))? $({ $($field:ident),* })?),* $(,)? })*) => {$(
        impl Wire for $name {
            fn write(&self, out: &mut Writer) {
                match self {
                    $(Self::$variant $(($($item),*))? $({ $($field),* })? => {
                        out.bytes.push($tag);
                        $($($item.write(out);)*)?
                        $($($field.write(out);)*)?
                    })*
                }
            }
            fn read(input: &mut Reader<'_>) -> Option<Self> {
                Some(match input.byte()? {
                    $($tag => {
                        $($(let $item = Wire::read(input)?;)*)?
                        $($(let $field = Wire::read(input)?;)*)?
                        Self::$variant $(($($item),*))? $({ $($field),* })?
                    })*
                    _ => return None,
                })
            }
        }
    )*};
}

structs! {
    Body { params, locals, slots, blocks, labels, unsequenced }
    Local { name, ty, span }
    Slot { name, ty, align, span, fixed }
    Label { name, block }
    Block { stmts, terminator, span }
    Stmt { kind, span }
    Call { dst, callee, args, ty }
    Case { low, high, block }
    BitRange { start, width }
    Const { ty, value }
    Type { kind, size, align }
    Signature { ret, params, variadic, prototyped }
    Field { name, ty, offset, bits }
    Record { name, kind, fields, size, align, complete }
    Target { pointer_bytes, little_endian, int_bytes, long_bytes, max_align }
    AddressAt { offset, size, symbol, addend }
    Contract { requires, ensures, old, ghosts }
    Clause { predicate, span, text }
    Ghost { name, ty, span }
}

enums! {
    Var { 0 Local(local), 1 Slot(slot) }
    StmtKind {
        0 Assign { dst, value },
        1 Load { dst, place },
        2 Store { place, value },
        3 Alloc { dst, kind, size, count },
        4 Free { pointer },
        5 Copy { to, from, size, overlap },
        6 Fill { to, byte, size },
        7 Assume(condition),
        8 Assert { condition, kind, message },
        9 Call(call),
        10 Nondet { dst, source },
        11 Live { slot, size },
        12 Dead(var),
        13 VaStart { list },
        14 VaArg { dst, list },
        15 VaCopy { to, from },
        16 VaEnd { list },
        17 Unsupported { why },
        18 Pad { place },
    }
    Overlap { 0 Any, 1 Exact }
    AssertKind { 0 Assertion, 1 Undefined, 2 Bounds, 3 Truth }
    AllocKind { 0 Malloc, 1 Calloc, 2 Alloca }
    Callee { 0 Function(function), 1 Pointer(pointer) }
    Argument { 0 Value(value), 1 Object(place) }
    Destination { 0 Local(local), 1 Object(place) }
    Terminator {
        0 Goto(block),
        1 Branch { condition, then, otherwise },
        2 Switch { value, cases, default },
        3 IndirectGoto { address, targets },
        4 Return(value),
        5 Unreachable,
    }
    Base { 0 Slot(slot), 1 Global(global), 2 Pointer(pointer) }
    Step { 0 Field { record, field }, 1 Index { index, stride, len } }
    Operand { 0 Local(local), 1 Const(constant) }
    ConstValue { 0 Int(number), 1 Float(bits), 2 Address { symbol, offset } }
    Rvalue {
        0 Use(operand),
        1 Uninit,
        2 Unary(op, operand),
        3 Binary(op, lhs, rhs),
        4 Convert(operand),
        5 PointerAdd { pointer, index, stride },
        6 PointerDiff { lhs, rhs, stride },
        7 AddressOf(place),
        8 Intrinsic(intrinsic, operands),
    }
    UnaryOp { 0 Neg, 1 Not }
    BinaryOp {
        0 Add, 1 Sub, 2 Mul, 3 Div, 4 Rem, 5 Shl, 6 Shr, 7 And, 8 Or, 9 Xor, 10 Eq, 11 Ne, 12 Lt, 13 Le, 14 Gt, 15 Ge,
        16 AddWrapping, 17 SubWrapping, 18 MulWrapping,
    }
    Intrinsic {
        0 CountLeadingZeros, 1 CountTrailingZeros, 2 PopCount, 3 Parity, 4 FindFirstSet, 5 RedundantSignBits, 6 ByteSwap,
        7 Abs, 8 AddOverflows, 9 SubOverflows, 10 MulOverflows, 11 AddWrapping, 12 SubWrapping, 13 MulWrapping,
        14 IsUnordered, 15 IsLessGreater, 16 IsNan, 17 IsInfinite, 18 InfinitySign, 19 IsFinite, 20 IsNormal, 21 SignBit,
        22 FloatAbs, 23 CopySign,
    }
    Symbol { 0 Global(global), 1 Function(function), 2 Label(function, label) }
    GlobalKind { 0 Variable, 1 StaticLocal, 2 String, 3 Literal }
    RecordKind { 0 Struct, 1 Union }
    Role { 0 Ordinary, 1 Model, 2 Clause { of }, 3 Ambiguous }
    FloatFormat { 0 Binary16, 1 Binary32, 2 Binary64, 3 X87, 4 Binary128, 5 Decimal { bytes } }
    TypeKind {
        0 Void,
        1 Bool,
        2 Int { bits, signed },
        3 Float(format),
        4 Pointer(pointee),
        5 Array { elem, len },
        6 Record(record),
        7 Function(signature),
        8 Complex(part),
        9 Vector { elem, len },
    }
}

impl Wire for Place {
    fn write(&self, to: &mut Writer) {
        let Self { base, base_ty, path, ty, offset, bits, volatile } = self;
        base.write(to);
        base_ty.write(to);
        path.write(to);
        ty.write(to);
        offset.write(to);
        bits.write(to);
        volatile.write(to);
    }

    fn read(from: &mut Reader<'_>) -> Option<Self> {
        let base = Wire::read(from)?;
        let mut base_ty = Wire::read(from)?;
        if let Base::Global(global) = base {
            // Another unit may know more about the type of the variable.
            base_ty = from.relocation.type_of(global).unwrap_or(base_ty);
        }
        Some(Self {
            base,
            base_ty,
            path: Wire::read(from)?,
            ty: Wire::read(from)?,
            offset: Wire::read(from)?,
            bits: Wire::read(from)?,
            volatile: Wire::read(from)?,
        })
    }
}

impl Wire for Initializer {
    fn write(&self, to: &mut Writer) {
        let Self { bytes, addresses } = self;
        bytes.len().write(to);
        for (offset, run) in bytes {
            offset.write(to);
            run.len().write(to);
            to.bytes.extend_from_slice(run);
        }
        addresses.write(to);
    }

    fn read(from: &mut Reader<'_>) -> Option<Self> {
        let runs = usize::read(from)?;
        // Most are strings, of one run.
        let mut bytes = Vec::with_capacity(runs.min(1));
        for _ in 0..runs {
            let (offset, len) = (u64::read(from)?, usize::read(from)?);
            bytes.push((offset, from.take(len)?.to_vec()));
        }
        Some(Self { bytes, addresses: Wire::read(from)? })
    }
}

impl Wire for ContentKey {
    fn write(&self, to: &mut Writer) {
        to.bytes.extend_from_slice(&self.0);
    }
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        from.take(32)?.try_into().ok().map(Self)
    }
}
