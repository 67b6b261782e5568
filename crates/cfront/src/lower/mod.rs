//! From typed trees to the pointer program.
//!
//! [`program`] takes checked translation units and gives one linked [`ir::Program`]. Every C rule
//! that the type checker did not already write into its tree is applied here: what is a register and
//! what an object, when objects live and die, in which type and order things are computed, what an
//! lvalue names, what the library's memory functions and the compiler's builtins do.
//!
//! Reading order: `link`, `unit`, `origin`, `types`, `function`, `frame`, `scope`, `stmt`, `declaration`, `expr`,
//! `constant`, `conversion`, `operator`, `sequence`, `control`, `place`, `object`, `assign`, `call`, `annotation`,
//! `builtin`, `contract`, `invariant`.

mod annotation;
mod assembly;
mod assign;
mod builtin;
mod call;
mod constant;
mod contract;
mod control;
mod conversion;
mod declaration;
mod errno;
mod expr;
mod frame;
mod function;
mod initializer;
mod invariant;
mod link;
mod object;
mod operator;
mod origin;
mod overriding;
mod place;
mod prescan;
mod repair;
mod scope;
mod sequence;
mod stmt;
mod tidy;
mod types;
mod unit;

use ir::{Program, Sources, Target};
use model::Diagnostic;

use crate::models;
use crate::options::Command;
use crate::unit::{self as checked, Unit};
use link::Link;
use unit::UnitLowering;

/// Links checked units into a program. The units' spans must have been resolved into `sources`. What is not defined is looked
/// for in the models, one file after the other.
pub(crate) fn program(
    units: Vec<Unit>,
    models: &[Command],
    sources: Sources,
) -> Result<Program, (Sources, Vec<Diagnostic>)> {
    let target = units.first().map_or(DEFAULT_TARGET, target_of);
    let mut link = Link::new(target, sources);
    let mut declared = Vec::new();
    for unit in units {
        if target_of(&unit) != target {
            let message = format!("{}: compiled for another machine than the files before it", unit.path);
            link.errors.push(Diagnostic::error(ir::Span::NONE, message));
            continue;
        }
        declared.push(UnitLowering::declare(unit, &mut link));
    }
    for (unit, state) in declared {
        UnitLowering::new(unit, &mut link, state).define();
    }
    for command in models {
        if !link.undefined().any(|name| models::may_define(&command.file, name)) {
            continue;
        }
        match checked::check(command, &mut link.program.sources) {
            Ok(unit) => UnitLowering::model(unit, &mut link),
            Err(errors) => link.errors.extend(errors),
        }
    }
    if !link.errors.is_empty() {
        return Err((link.program.sources, link.errors));
    }
    let mut program = link.finish();
    invariant::apply(&mut program);
    errno::withdraw_model_if_kept(&mut program);
    Ok(program)
}

const DEFAULT_TARGET: Target =
    Target { pointer_bytes: 8, little_endian: true, int_bytes: 4, long_bytes: 8, max_align: 16 };

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
