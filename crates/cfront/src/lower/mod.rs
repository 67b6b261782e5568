//! From typed trees to the pointer program.
//!
//! [`unit`] takes a checked translation unit and gives what is linked with others to a program (`object`). Every C rule
//! that the type checker did not already write into its tree is applied here: what is a register and
//! what an object, when objects live and die, in which type and order things are computed, what an
//! lvalue names, what the library's memory functions and the compiler's builtins do.
//!
//! Reading order: `draft`, `unit`, `origin`, `types`, `function`, `frame`, `scope`, `stmt`, `declaration`, `expr`,
//! `constant`, `conversion`, `operator`, `sequence`, `control`, `place`, `object`, `assign`, `call`, `annotation`, `asserted`,
//! `builtin`, `symbols`, `contract`, `pack`, `again`; `invariant` is applied to the linked program.

mod again;
mod annotation;
mod assembly;
mod asserted;
mod assign;
mod builtin;
mod call;
mod constant;
mod contract;
mod control;
mod conversion;
mod declaration;
mod draft;
pub(crate) mod errno;
mod expr;
mod frame;
mod function;
mod initializer;
pub(crate) mod invariant;
mod nonnull;
mod object;
mod operator;
mod origin;
mod overriding;
mod pack;
mod place;
mod prescan;
mod repair;
mod reread;
mod room;
mod rows;
mod scope;
mod sequence;
mod spoils;
mod stmt;
mod symbols;
mod tidy;
mod types;
mod unit;

use ir::{Role, Sources, Target};
use model::Diagnostic;

use crate::object::Object;
use crate::unit::Unit;
pub(crate) use again::again;
use draft::Draft;
pub(crate) use draft::World;
use unit::UnitLowering;

/// Lowers a checked unit by itself. `world` has the names that all units of the program define; the unit's spans must have
/// been resolved into `sources`.
pub(crate) fn unit(
    unit: Unit,
    sources: Sources,
    world: &World,
    role: Role,
    keyed: bool,
) -> Result<Object, (Sources, Vec<Diagnostic>)> {
    let draft = Draft::new(target_of(&unit), sources, world);
    let (unit, mut draft, seams, spoils) = UnitLowering::new(unit, draft, role).lower(keyed);
    if !draft.errors.is_empty() {
        return Err((draft.program.sources, std::mem::take(&mut draft.errors)));
    }
    Ok(pack::pack(&unit, draft, keyed, &seams, spoils))
}

/// The machine a unit is for.
fn target_of(unit: &Unit) -> Target {
    let target = &unit.target;
    Target {
        pointer_bytes: (target.pointer_width / 8) as u8,
        little_endian: target.little_endian,
        int_bytes: 4,
        long_bytes: (target.long_width / 8) as u8,
        max_align: 16,
    }
}
