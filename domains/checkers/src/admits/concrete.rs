//! Values as memory has them.

use model::ObjectId;

/// A value as memory has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Concrete {
    pub(super) bits: u64,
    pub(super) provenance: Option<ObjectId>,
}

impl Concrete {
    /// So many bytes further.
    pub(super) fn plus(self, bytes: i64) -> Self {
        Self { bits: self.bits.wrapping_add_signed(bytes), ..self }
    }
}

/// The value of the lowest bytes of a word, of so many.
pub(super) fn extend(bits: u64, size: u8, signed: bool) -> u64 {
    of_type(bits, 8 * u16::from(size), signed)
}

/// The value of the lowest bits of a word, of so many.
pub(super) fn of_type(word: u64, bits: u16, signed: bool) -> u64 {
    let unused = 64 - u32::from(bits.clamp(1, 64));
    let top = word << unused;
    if signed { (top.cast_signed() >> unused).cast_unsigned() } else { top >> unused }
}
