//! Names of variables.
//!
//! The equations of a state express its dimensions by *variables*. A variable is a dimension that is free,
//! and goes by its name, or a *parameter*: an integer of which the state only knows what the equations say,
//! such as the quotient in `s = 16·q`. Every parameter belongs to a dimension, its *owner*, whose equation
//! determines it, and is named after it. *Temporaries* live inside one operation only.

use crate::linear::Dim;

const PARAMETER: u32 = 1 << 31;
const TEMPORARY: u32 = 1 << 30;

/// Whether the name is that of a parameter, which only the facts of a state mention.
pub fn is_parameter(dim: Dim) -> bool {
    dim.0 & PARAMETER != 0
}

/// The dimension that a parameter belongs to.
pub fn owner_of(dim: Dim) -> Dim {
    Dim(dim.0 & !PARAMETER)
}

/// Whether a caller may use the name.
pub(super) fn is_plain(dim: Dim) -> bool {
    dim.0 < TEMPORARY
}

/// The parameter that belongs to the dimension.
pub(super) fn parameter(owner: Dim) -> Dim {
    Dim(owner.0 | PARAMETER)
}

pub(super) fn temporary(number: u32) -> Dim {
    Dim((number & (TEMPORARY - 1)) | TEMPORARY)
}

pub(super) fn is_temporary(dim: Dim) -> bool {
    !is_plain(dim) && !is_parameter(dim)
}
