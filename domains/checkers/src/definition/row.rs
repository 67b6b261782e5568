//! Arrays of pointers that rules own.

use super::DefinitionId;

/// A row of pointers in an object: an array whose elements lead each to a structure of its own, or to what owns nothing (null,
/// mostly) if the checker says so.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Where it begins: bytes from the start of the object.
    pub from: i64,
    /// Where it ends: a multiple of the stride further.
    pub to: i64,
    /// Bytes of an element.
    pub stride: i64,
    /// The pointers of an element, by increasing offset.
    pub slots: Vec<Slot>,
}

/// A pointer in each element of a row.
#[derive(Clone, PartialEq, Debug)]
pub struct Slot {
    /// Bytes from the begin of the element.
    pub offset: i64,
    /// Bytes.
    pub size: u8,
    /// What it leads to.
    pub definition: DefinitionId,
    /// The arguments of the checker after the root; the same constants for all.
    pub args: Vec<i64>,
}
