//! Values: bits, which of them were never written, and the object they lead to.

use std::fmt;
use std::num::NonZeroU32;

/// Names an object for ever: the place it has in the table, and how often that place had been
/// given away before. The id of a variable that is gone never names a later one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId {
    index: u32,
    generation: NonZeroU32,
}

impl ObjectId {
    /// The id of the first object at a place of the table.
    pub fn first(index: u32) -> Self {
        Self { index, generation: NonZeroU32::MIN }
    }

    /// The id of the next object at the same place; `None` once ids would repeat.
    pub fn next(self) -> Option<Self> {
        Some(Self { index: self.index, generation: self.generation.checked_add(1)? })
    }

    /// The place in the table.
    #[inline]
    pub fn index(self) -> usize {
        self.index as usize
    }
}

impl fmt::Debug for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}.{}", self.index, self.generation)
    }
}

/// What a register holds, if it fits 64 bits.
///
/// An integer is extended to 64 bits by its type's rule (sign or zero), and so is the mask of its
/// undefined bits; a pointer is an unsigned integer; a floating number is its encoding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Word {
    /// The bits; those that are undefined have an arbitrary but fixed value.
    pub bits: u64,
    /// One for every bit that was never written.
    pub undefined: u64,
    /// The object the value was derived from.
    pub provenance: Option<ObjectId>,
}

impl Word {
    /// All bits zero: the null pointer, the number zero.
    pub const ZERO: Word = Word { bits: 0, undefined: 0, provenance: None };
    /// No value at all.
    pub const UNDEFINED: Word = Word { bits: 0, undefined: u64::MAX, provenance: None };

    /// A number.
    #[inline]
    pub fn new(bits: u64) -> Self {
        Self { bits, undefined: 0, provenance: None }
    }

    /// A pointer to this address, derived from this object.
    #[inline]
    pub fn pointer(address: u64, object: ObjectId) -> Self {
        Self { bits: address, undefined: 0, provenance: Some(object) }
    }

    /// Whether every bit has a value.
    #[inline]
    pub fn is_defined(self) -> bool {
        self.undefined == 0
    }
}

impl From<bool> for Word {
    #[inline]
    fn from(truth: bool) -> Self {
        Self::new(u64::from(truth))
    }
}

/// A value of any scalar type, as seen from outside: up to 128 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// The bits; above the type's width they mean nothing.
    pub bits: u128,
    /// One for every bit that was never written.
    pub undefined: u128,
    /// The object the value was derived from.
    pub provenance: Option<ObjectId>,
}

impl Value {
    /// No value at all.
    pub const UNDEFINED: Value = Value { bits: 0, undefined: u128::MAX, provenance: None };
    /// All bits zero.
    pub const ZERO: Value = Value { bits: 0, undefined: 0, provenance: None };

    /// A number.
    pub fn new(bits: u128) -> Self {
        Self { bits, undefined: 0, provenance: None }
    }

    /// A signed number.
    pub fn int(value: i128) -> Self {
        Self::new(value as u128)
    }

    /// Whether every bit has a value.
    pub fn is_defined(self) -> bool {
        self.undefined == 0
    }

    /// The low 64 bits.
    pub fn low(self) -> Word {
        Word { bits: self.bits as u64, undefined: self.undefined as u64, provenance: self.provenance }
    }

    /// The high 64 bits.
    pub fn high(self) -> Word {
        Word {
            bits: (self.bits >> 64) as u64,
            undefined: (self.undefined >> 64) as u64,
            provenance: self.provenance,
        }
    }

    /// Puts the two halves together.
    pub fn join(low: Word, high: Word) -> Self {
        Self {
            bits: u128::from(low.bits) | u128::from(high.bits) << 64,
            undefined: u128::from(low.undefined) | u128::from(high.undefined) << 64,
            provenance: low.provenance,
        }
    }
}

impl From<Word> for Value {
    /// The word's 64 bits with zeros above: the type says how to read them, see [`Value::as_int`].
    fn from(word: Word) -> Self {
        Self {
            bits: u128::from(word.bits),
            undefined: u128::from(word.undefined),
            provenance: word.provenance,
        }
    }
}

impl Value {
    /// The low `bits` bits as an integer of that width.
    pub fn as_int(self, bits: u16, signed: bool) -> i128 {
        let shift = 128 - u32::from(bits.clamp(1, 128));
        let top = self.bits << shift;
        if signed { top as i128 >> shift } else { (top >> shift) as i128 }
    }
}
