//! The types of a unit as types of the program.
//!
//! Records that units define alike become one record, and one that is incomplete in a unit becomes the one another unit
//! completes. The first unit keeps its ids.

use std::sync::Arc;

use ir::{Field, Id, Record, RecordId, Signature, TypeId, TypeKind, Types};
use rustc_hash::FxHashMap;

use crate::object::{Object, RecordEntry};

/// The records of the units so far.
#[derive(Default)]
pub(super) struct Records {
    /// Complete ones, by a digest of the whole definition.
    by_definition: FxHashMap<u128, RecordId>,
    /// All that have a tag, by their name.
    by_name: FxHashMap<Arc<str>, RecordId>,
}

/// Enters the types of a unit, which it gives away. Gives what they and the records are in the program.
pub(super) fn enter(
    object: &mut Object,
    types: &mut Types,
    known: &mut Records,
) -> Option<(Vec<TypeId>, Vec<RecordId>)> {
    let mut incomplete = Vec::new();
    let mut records = Vec::with_capacity(object.records.len());
    for entry in &object.records {
        let (id, completes) = known.enter(entry, types);
        records.push(id);
        if completes {
            incomplete.push((id, entry));
        }
    }
    let mut map: Vec<TypeId> = Vec::with_capacity(object.types.len());
    // Nobody asks the unit for them any more.
    for mut ty in std::mem::take(&mut object.types) {
        relocate(&mut ty.kind, &map, &records)?;
        map.push(types.intern(ty.kind, ty.size, ty.align));
    }
    for (id, entry) in incomplete {
        let record = entry.record()?;
        let field = |field: &Field| {
            Some(Field { name: field.name.clone(), ty: *map.get(field.ty.index())?, ..*field })
        };
        let fields = record.fields.iter().map(field).collect::<Option<_>>()?;
        types.complete_record(id, fields, record.size, record.align);
    }
    Some((map, records))
}

impl Records {
    /// The record of the program that a unit's is. Says whether this unit gives its members.
    fn enter(&mut self, entry: &RecordEntry, types: &mut Types) -> (RecordId, bool) {
        let RecordEntry { name, kind, tagged, definition, .. } = entry;
        let completes = definition.is_some();
        let known = self.known(name, *tagged, *definition, types);
        let id = known.unwrap_or_else(|| {
            types.declare_record(Record {
                name: name.clone(),
                kind: *kind,
                fields: Vec::new(),
                size: 0,
                align: 1,
                complete: false,
            })
        });
        if *tagged && known.is_none() {
            self.by_name.entry(name.clone()).or_insert(id);
        }
        let Some(definition) = definition else { return (id, false) };
        let is_new = self.by_definition.insert(*definition, id).is_none();
        (id, completes && is_new && !types.record(id).complete)
    }

    fn known(&self, name: &str, tagged: bool, definition: Option<u128>, types: &Types) -> Option<RecordId> {
        if let Some(&same) = definition.and_then(|digest| self.by_definition.get(&digest)) {
            return Some(same);
        }
        let named = *self.by_name.get(name).filter(|_| tagged)?;
        (definition.is_none() || !types.record(named).complete).then_some(named)
    }
}

/// Goes over to the ids of the program. What a type is made of was entered before; if not, nobody wrote this.
fn relocate(kind: &mut TypeKind, types: &[TypeId], records: &[RecordId]) -> Option<()> {
    let ty = |id: &mut TypeId| types.get(id.index()).map(|known| *id = *known);
    match kind {
        TypeKind::Void | TypeKind::Bool | TypeKind::Int { .. } | TypeKind::Float(_) => Some(()),
        TypeKind::Pointer(inner)
        | TypeKind::Array { elem: inner, .. }
        | TypeKind::Complex(inner)
        | TypeKind::Vector { elem: inner, .. } => ty(inner),
        TypeKind::Record(record) => records.get(record.index()).map(|known| *record = *known),
        TypeKind::Function(Signature { ret, params, .. }) => {
            std::iter::once(ret).chain(params).try_for_each(ty)
        }
    }
}
