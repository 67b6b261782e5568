//! What a memory access names.
//!
//! A place keeps two views of one thing. The *path* is how the program says it: which object or
//! pointer, which field of which struct, which element; domains that speak of fields read that.
//! The *bytes* are where it is: offset from the base and size; domains that speak of bytes read
//! that. `offset` is the constant part, and every [`Step::Index`] whose index is not a constant adds
//! `index * stride` to it.

use crate::{BitRange, GlobalId, Operand, RecordId, SlotId, TypeId, Types};

/// A part of an object.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    /// The object, or the pointer that leads to it.
    pub base: Base,
    /// The type of what the base names: the object's, or the pointee's.
    pub base_ty: TypeId,
    /// The way from there to the part.
    pub path: Vec<Step>,
    /// The type of the part.
    pub ty: TypeId,
    /// The constant part of its offset from the base, in bytes.
    pub offset: i64,
    /// Which bits, if the part is a bit-field.
    pub bits: Option<BitRange>,
    /// Whether the access is volatile.
    pub volatile: bool,
}

/// Where a place starts from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Base {
    /// An object of this function.
    Slot(SlotId),
    /// A global object.
    Global(GlobalId),
    /// What a pointer points to.
    Pointer(Operand),
}

/// One step from an object into a part of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Step {
    /// A member.
    Field {
        /// Of which record.
        record: RecordId,
        /// Its index in the record's fields.
        field: u32,
    },
    /// An element.
    Index {
        /// Which, an integer of any type.
        index: Operand,
        /// Bytes from one to the next.
        stride: u64,
        /// How many the array has, if this is a subscript of an array whose length the type says
        /// and that is not a flexible member: the index must be below it when the part is accessed.
        len: Option<u64>,
    },
}

impl Place {
    /// The whole object or pointee.
    pub fn whole(base: Base, ty: TypeId) -> Self {
        Self { base, base_ty: ty, path: Vec::new(), ty, offset: 0, bits: None, volatile: false }
    }

    /// How many bytes an access to it touches.
    pub fn size(&self, types: &Types) -> u64 {
        self.bits.map_or_else(|| types.size(self.ty), BitRange::bytes)
    }

    /// The indices that are not constants, with their strides: what is added to `offset`.
    pub fn variable_offset(&self) -> impl Iterator<Item = (Operand, u64)> {
        self.path.iter().filter_map(|step| match step {
            Step::Index { index: index @ Operand::Local(_), stride, .. } => Some((*index, *stride)),
            _ => None,
        })
    }

    /// Whether the path leads to a fixed offset.
    pub fn is_fixed(&self) -> bool {
        self.variable_offset().next().is_none()
    }
}
