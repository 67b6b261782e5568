//! What linking adds to the content keys of a unit's functions.
//!
//! Keys are computed where a unit is lowered, by what that unit knows. Linking may tell more about what it names: members of
//! structs that it leaves incomplete, the size of an array, that a function never returns, that a name is the unit's own. A digest of all that is the unit's
//! *context*; where there is none, the keys stay what they are.

use ir::wire::Relocation;
use ir::{ContentKey, Id, Linkage, Program};

use super::Linked;

/// The contexts of the units, in order.
pub(super) fn contexts<'a>(
    program: &Program,
    units: impl Iterator<Item = &'a Linked>,
) -> Vec<Option<[u8; 32]>> {
    let keys = program.keys();
    units
        .map(|Linked { object, relocation }| {
            let keyed = object.functions.iter().flat_map(|entry| &entry.body);
            if !keyed.into_iter().any(|(_, glance)| glance.key.is_some()) {
                return None;
            }
            let mut told: Vec<u64> = Vec::new();
            for (entry, id) in object.records.iter().zip(&relocation.records) {
                if entry.definition.is_none() && program.types.record(*id).complete {
                    told.push(keys.record(*id));
                }
            }
            for (entry, id) in object.globals.iter().zip(&relocation.globals) {
                if id.0 == Relocation::ABSENT {
                    continue;
                }
                let global = &program.globals[*id];
                if !entry.internal && global.linkage != Linkage::External {
                    told.extend([keys.global(*id), of_path(&object.path)]);
                }
                if relocation.types[entry.ty.index()] != global.ty
                    || !entry.internal && entry.name != global.name
                {
                    told.extend([keys.global(*id), keys.ty(global.ty)]);
                }
            }
            for (entry, id) in object.functions.iter().zip(&relocation.functions) {
                if id.0 == Relocation::ABSENT {
                    continue;
                }
                let function = &program.functions[*id];
                if !entry.internal && function.linkage != Linkage::External {
                    told.extend([keys.name(*id), of_path(&object.path)]);
                }
                let differs =
                    relocation.types[entry.ty.index()] != function.ty || entry.name != function.name;
                if differs || entry.noreturn != function.noreturn {
                    told.extend([keys.name(*id), keys.ty(function.ty), u64::from(function.noreturn)]);
                }
            }
            if told.is_empty() {
                return None;
            }
            let bytes: Vec<u8> = told.iter().flat_map(|number| number.to_le_bytes()).collect();
            Some(*blake3::hash(&bytes).as_bytes())
        })
        .collect()
}

/// A digest of a whole path: names of units have the last part only.
fn of_path(path: &str) -> u64 {
    let hash = blake3::hash(path.as_bytes());
    hash.as_bytes().iter().take(8).fold(0, |digest, byte| digest << 8 | u64::from(*byte))
}

/// The key of a function in the context of its unit.
pub(super) fn in_context(key: ContentKey, context: Option<&[u8; 32]>) -> ContentKey {
    let Some(context) = context else { return key };
    ContentKey(*blake3::hash([key.0, *context].as_flattened()).as_bytes())
}
