//! Numbers in objects that decide how a structure goes on.
//!
//! Where the rules of definitions ask for constants in a member (`n->colour == RED`), the member is a *tag*: which rule holds of an object, and
//! so what may follow it, hangs on it. An object whose tag is one of two constants satisfies neither rule, so states in which a
//! tag is a different constant are kept apart (control symbols, dossier §§1.4, 4.3).

use ir::Types;

use super::names::sort_of;
use super::{Definitions, Sort};
use crate::heap::{Block, Cell, Term};

/// The members that are tags.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tags {
    /// The size of the object, where the member begins, and its size.
    members: Vec<(Term, i64, u8)>,
    /// The constants that rules ask for.
    values: Vec<i64>,
}

impl Tags {
    pub(crate) fn of(types: &Types, definitions: &Definitions) -> Self {
        let mut tags = Self::default();
        let usable = definitions.list.iter().filter(|definition| !definition.refused);
        for object in usable.flat_map(|definition| &definition.rules).flat_map(|rule| &rule.objects) {
            // A node with a body is of no one size.
            if object.body.is_some() || object.text.is_some() {
                continue;
            }
            let size = Term::constant(object.size.cast_signed());
            let is_number = |ty| matches!(sort_of(types, ty), Sort::Integer { .. });
            for cell in object.cells.iter().filter(|cell| cell.value.name.is_none() && is_number(cell.ty)) {
                tags.members.push((size, cell.offset, cell.size));
                tags.values.push(cell.value.offset);
            }
        }
        tags.members.sort_unstable();
        tags.members.dedup();
        tags.values.sort_unstable();
        tags.values.dedup();
        tags
    }

    /// Whether a number is one that rules ask for: a variable that holds it may be about to become a tag.
    pub(crate) fn have(&self, value: i64) -> bool {
        self.values.binary_search(&value).is_ok()
    }

    /// Whether a part of an object may be a tag of it.
    pub(crate) fn contain(&self, block: &Block, cell: &Cell) -> bool {
        self.members.contains(&(block.size, cell.offset - block.start, cell.size))
    }
}
