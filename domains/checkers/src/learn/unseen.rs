//! Links that no run has shown, though the program sets them somewhere.
//!
//! A few short runs do not come everywhere. Where a member of a struct held nothing but null in all of them, and some statement stores another
//! pointer there, null is no part of the definition: the member is taken for a link to what its type says.

use std::collections::BTreeSet;

use ir::{Base, ConstValue, Operand, Program, StmtKind, TypeId};

use super::declared;
use super::forest::{Forest, Link};
use super::layout::{ClassId, Layouts, Part};
use super::sample::{Sample, Value};

/// The places in structs where some statement stores a pointer that is not the constant null.
fn stored(program: &Program) -> BTreeSet<(TypeId, i64)> {
    let bodies = program.defined().filter_map(|(_, function)| function.body.as_ref());
    let stmts = bodies.flat_map(|body| &body.blocks).flat_map(|block| &block.stmts);
    let places = stmts.filter_map(|stmt| match &stmt.kind {
        StmtKind::Store { place, value } if matches!(place.base, Base::Pointer(_)) && place.is_fixed() => {
            let null = matches!(value, Operand::Const(constant) if constant.value == ConstValue::Int(0));
            (!null).then_some((place.base_ty, place.offset))
        }
        _ => None,
    });
    places.collect()
}

/// The links that are expected though they were not seen.
pub(super) fn links(program: &Program, samples: &[Sample], layouts: &Layouts, forest: &Forest) -> Vec<Link> {
    let mut found = Vec::new();
    if layouts.classes.is_empty() {
        return found;
    }
    let stored = stored(program);
    for (from, class) in layouts.classes.iter().enumerate() {
        let Some(ty) = class.ty else { continue };
        for part in class.parts.iter().filter(|part| stored.contains(&(ty, part.offset))) {
            let to = program.types.pointee(part.ty).and_then(|to| class_of(layouts, to));
            let Some(to) = to.filter(|_| forest.link(from, part.offset).is_none()) else { continue };
            let back = declared::leads_back(program, ty, part.offset.cast_unsigned());
            if !back && is_always_null(samples, layouts, from, part) {
                found.push(Link { from, offset: part.offset, to });
            }
        }
    }
    found
}

/// The class of nodes that are structs of a type, if there is one.
fn class_of(layouts: &Layouts, ty: TypeId) -> Option<ClassId> {
    layouts.classes.iter().position(|class| class.ty == Some(ty))
}

/// Whether a part was null in all nodes of a class.
fn is_always_null(samples: &[Sample], layouts: &Layouts, class: ClassId, part: &Part) -> bool {
    let nodes = samples.iter().zip(&layouts.of).flat_map(|(sample, of)| sample.nodes.iter().zip(of));
    let mut members = nodes.filter(|(_, of)| **of == Some(class)).map(|(node, _)| node);
    members.all(|node| matches!(part.read(node), Value::NULL | Value::Unwritten))
}
