//! How scalar types sit in registers.
//!
//! A register holds a number extended to 64 bits by its type's rule, so that comparing two registers
//! is comparing two machine words, and arithmetic is machine arithmetic followed by one extension.

use ir::{FloatFormat, TypeId, TypeKind, Types};

/// A scalar type, reduced to what computing with it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Repr {
    pub class: Class,
    /// Bits of value: 1 to 128.
    pub bits: u8,
    /// Bytes an access to memory touches.
    pub bytes: u8,
}

/// What kind of number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    Bool,
    Signed,
    Unsigned,
    Pointer,
    Float(FloatFormat),
}

impl Repr {
    /// The representation of a scalar type; `None` for any other.
    pub(crate) fn of(types: &Types, ty: TypeId) -> Option<Self> {
        let bytes = u8::try_from(types.size(ty)).ok()?;
        let (class, bits) = match types.kind(ty) {
            TypeKind::Bool => (Class::Bool, 1),
            TypeKind::Int { bits, signed } => {
                (if *signed { Class::Signed } else { Class::Unsigned }, u8::try_from(*bits).ok()?)
            }
            TypeKind::Pointer(_) => (Class::Pointer, bytes * 8),
            TypeKind::Float(format) => (Class::Float(*format), format.value_bytes() as u8 * 8),
            _ => return None,
        };
        (bits <= 128 && bits > 0 && bytes <= 16).then_some(Self { class, bits, bytes })
    }

    /// Whether it takes two words.
    pub(crate) fn is_wide(self) -> bool {
        self.bits > 64
    }

    pub(crate) fn is_signed(self) -> bool {
        self.class == Class::Signed
    }

    pub(crate) fn is_float(self) -> bool {
        matches!(self.class, Class::Float(_))
    }

    /// An integer, boolean or pointer.
    pub(crate) fn is_integer(self) -> bool {
        !self.is_float()
    }

    /// How words of the type are extended; only for types that fit one.
    pub(crate) fn extend(self) -> Extend {
        Extend { shift: 64 - self.bits.min(64), signed: self.is_signed() }
    }

    /// Extends a value of any width.
    pub(crate) fn extend_wide(self, bits: u128) -> u128 {
        let shift = 128 - u32::from(self.bits);
        if self.is_signed() { ((bits << shift) as i128 >> shift) as u128 } else { bits << shift >> shift }
    }

    /// The bytes of memory that carry the value: fewer than `bytes` for x87 numbers.
    pub(crate) fn value_bytes(self) -> usize {
        match self.class {
            Class::Float(format) => format.value_bytes() as usize,
            _ => self.bytes as usize,
        }
    }
}

/// Extension of the low bits of a word to all of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Extend {
    pub shift: u8,
    pub signed: bool,
}

impl Extend {
    #[inline]
    pub(crate) fn apply(self, bits: u64) -> u64 {
        let top = bits << (self.shift & 63);
        if self.signed { (top as i64 >> (self.shift & 63)) as u64 } else { top >> (self.shift & 63) }
    }
}
