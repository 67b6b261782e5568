//! Names of variables.
//!
//! The equations of a state express its dimensions by *variables*. A variable is a dimension that is free,
//! and goes by its name, or a *parameter*: an integer of which the state only knows what the equations say,
//! such as the quotient in `s = 16·q`. Every parameter belongs to a dimension, its *owner*, whose equation
//! determines it, and is named after it. *Temporaries* live inside one operation only.
//!
//! ```text
//!   0x0000_0000 …  dimensions     0x8000_0000 …  their parameters     0xF000_0000 …  temporaries
//! ```

use crate::linear::Dim;

const PARAMETER: u32 = 1 << 31;
const TEMPORARY: u32 = 0xF000_0000;

/// Whether the name is that of a parameter, which only the facts of a state mention.
pub fn is_parameter(dim: Dim) -> bool {
    (PARAMETER..TEMPORARY).contains(&dim.0)
}

/// The dimension that a parameter belongs to.
pub fn owner_of(dim: Dim) -> Dim {
    Dim(dim.0 & !PARAMETER)
}

/// Whether a caller may use the name.
pub(super) fn is_plain(dim: Dim) -> bool {
    dim.0 < TEMPORARY & !PARAMETER
}

/// The parameter that belongs to the dimension.
pub(super) fn parameter(owner: Dim) -> Dim {
    Dim(owner.0 | PARAMETER)
}

pub(super) fn temporary(number: u32) -> Dim {
    Dim(number | TEMPORARY)
}

pub(super) fn is_temporary(dim: Dim) -> bool {
    dim.0 >= TEMPORARY
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_one_thing() {
        for n in [0, 1, 1 << 30, (1 << 30) + 77, 0x6FFF_FFFF] {
            let (dim, own) = (Dim(n), parameter(Dim(n)));
            assert!(is_plain(dim) && !is_parameter(dim) && !is_temporary(dim));
            assert!(is_parameter(own) && !is_plain(own) && !is_temporary(own) && owner_of(own) == dim);
        }
        for n in [0, 1, 1 << 20] {
            let name = temporary(n);
            assert!(is_temporary(name) && !is_plain(name) && !is_parameter(name));
        }
    }
}
