//! Values at hand, and what is computed from them without touching memory.

use crate::{LocalId, Place, Symbol, TypeId, Types};

/// A value that is at hand.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Operand {
    /// What a register holds.
    Local(LocalId),
    /// A constant.
    Const(Const),
}

/// A constant with its type.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Const {
    /// A scalar type.
    pub ty: TypeId,
    /// The value.
    pub value: ConstValue,
}

/// A constant's value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ConstValue {
    /// An integer in the range of its type, or a pointer with no object behind it (0 is null).
    Int(i128),
    /// The encoding of a floating number.
    Float(u128),
    /// An address known at link time.
    Address {
        /// Of what.
        symbol: Symbol,
        /// How far into it, in bytes.
        offset: i64,
    },
}

/// A computation that touches no memory.
#[derive(Clone, PartialEq, Debug)]
pub enum Rvalue {
    /// A copy.
    Use(Operand),
    /// No value at all: the variable is declared without an initializer.
    Uninit,
    /// One operand.
    Unary(UnaryOp, Operand),
    /// Two operands of one type (shifts: of two integer types).
    Binary(BinaryOp, Operand, Operand),
    /// To the register's type.
    Convert(Operand),
    /// `pointer + index * stride`, in bytes.
    PointerAdd {
        /// The pointer.
        pointer: Operand,
        /// How many strides, an integer of any type.
        index: Operand,
        /// Bytes.
        stride: u64,
    },
    /// `(lhs - rhs) / stride`.
    PointerDiff {
        /// The minuend.
        lhs: Operand,
        /// The subtrahend.
        rhs: Operand,
        /// Bytes.
        stride: u64,
    },
    /// `&place`: computes, does not access.
    AddressOf(Place),
    /// A compiler builtin that computes.
    Intrinsic(Intrinsic, Vec<Operand>),
}

impl Rvalue {
    /// Whether a value that was never written may be given on by this, to a register of type `to`: copying it decides nothing.
    /// Where this says no, what was never written is an error here and not where the result is used.
    pub fn is_copy(&self, types: &Types, to: TypeId, type_of: impl Fn(Operand) -> TypeId) -> bool {
        match self {
            Self::Use(_) | Self::Uninit => true,
            Self::Convert(operand) => {
                let from = type_of(*operand);
                let computes = types.is_float(from) || types.is_float(to);
                !computes || types.kind(from) == types.kind(to)
            }
            _ => false,
        }
    }
}

/// Operators on one value, in its type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// `-x`.
    Neg,
    /// `~x`.
    Not,
}

/// Operators on two values. Arithmetic is in the operands' type, which is the result's; unsigned
/// wraps. A comparison gives 0 or 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    /// `+`.
    Add,
    /// `-`.
    Sub,
    /// `*`.
    Mul,
    /// `/`.
    Div,
    /// `%`.
    Rem,
    /// `<<`.
    Shl,
    /// `>>`, arithmetic for signed left operands.
    Shr,
    /// `&`.
    And,
    /// `|`.
    Or,
    /// `^`.
    Xor,
    /// `==`.
    Eq,
    /// `!=`.
    Ne,
    /// `<`.
    Lt,
    /// `<=`.
    Le,
    /// `>`.
    Gt,
    /// `>=`.
    Ge,
    /// `+` on signed integers, where what does not fit wraps around: it is no error and tells nothing of the operands.
    AddWrapping,
    /// `-` alike.
    SubWrapping,
    /// `*` alike.
    MulWrapping,
}

impl BinaryOp {
    /// Whether the result is a truth value.
    pub fn is_comparison(self) -> bool {
        matches!(self, Self::Eq | Self::Ne | Self::Lt | Self::Le | Self::Gt | Self::Ge)
    }

    /// Whether a result that does not fit its signed type wraps around; if not, such executions are left out.
    pub fn wraps(self) -> bool {
        matches!(self, Self::AddWrapping | Self::SubWrapping | Self::MulWrapping)
    }

    /// The operator on ideal integers.
    #[must_use]
    pub fn ideal(self) -> Self {
        match self {
            Self::AddWrapping => Self::Add,
            Self::SubWrapping => Self::Sub,
            Self::MulWrapping => Self::Mul,
            other => other,
        }
    }

    /// The one of which what does not fit wraps around, if this is one of which such executions are left out.
    #[must_use]
    pub fn wrapping(self) -> Self {
        match self {
            Self::Add => Self::AddWrapping,
            Self::Sub => Self::SubWrapping,
            Self::Mul => Self::MulWrapping,
            other => other,
        }
    }
}

/// Builtins that compute a value from values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Intrinsic {
    /// Leading zero bits; of zero: unspecified.
    CountLeadingZeros,
    /// Trailing zero bits; of zero: unspecified.
    CountTrailingZeros,
    /// One bits.
    PopCount,
    /// Whether the number of one bits is odd.
    Parity,
    /// One plus the index of the lowest one bit, 0 for 0.
    FindFirstSet,
    /// Leading bits equal to the sign bit, not counting it.
    RedundantSignBits,
    /// Bytes in the other order.
    ByteSwap,
    /// Magnitude of an integer.
    Abs,
    /// Whether `a + b`, computed exactly, does not fit the type of the third operand.
    AddOverflows,
    /// Whether `a - b`, computed exactly, does not fit the type of the third operand.
    SubOverflows,
    /// Whether `a * b`, computed exactly, does not fit the type of the third operand.
    MulOverflows,
    /// `a + b`, computed exactly, wrapped to the register's type.
    AddWrapping,
    /// `a - b`, computed exactly, wrapped to the register's type.
    SubWrapping,
    /// `a * b`, computed exactly, wrapped to the register's type.
    MulWrapping,
    /// Whether either is a NaN.
    IsUnordered,
    /// Whether one is less than the other.
    IsLessGreater,
    /// Whether it is a NaN.
    IsNan,
    /// Whether it is an infinity.
    IsInfinite,
    /// 1, -1 or 0: which infinity.
    InfinitySign,
    /// Whether it is neither infinite nor a NaN.
    IsFinite,
    /// Whether it is finite and not subnormal or zero.
    IsNormal,
    /// Whether the sign bit is set.
    SignBit,
    /// Magnitude of a floating number.
    FloatAbs,
    /// Magnitude of the first, sign of the second.
    CopySign,
}
