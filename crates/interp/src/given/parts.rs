//! The numbers and pointers that an object of a type consists of.

use ir::{BitRange, Field, RecordKind, TypeId, TypeKind, Types};

/// The most parts of one object that the inputs speak of; the others are zero.
const MOST: usize = 1024;

/// The most elements of an array that pointers may lead to.
const ELEMENTS: u64 = 64;

/// A number or pointer in an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// Bytes from the start of the object.
    pub offset: u64,
    /// Its type.
    pub ty: TypeId,
    /// Which bits, for a bit-field.
    pub bits: Option<BitRange>,
}

/// The parts of a type in order; of a union those of its largest member.
pub(super) fn parts(types: &Types, ty: TypeId) -> Vec<Part> {
    let mut found = Vec::new();
    collect(types, Part { offset: 0, ty, bits: None }, &mut found);
    found
}

fn collect(types: &Types, at: Part, found: &mut Vec<Part>) {
    if found.len() >= MOST {
        return;
    }
    match types.kind(at.ty) {
        TypeKind::Record(id) => {
            let record = types.record(*id);
            // An unnamed bit-field is padding; an unnamed struct or union is not.
            let named = record.fields.iter().filter(|field| field.bits.is_none() || !field.name.is_empty());
            let members: Vec<&Field> = match record.kind {
                RecordKind::Struct => named.collect(),
                // The first of the largest.
                RecordKind::Union => {
                    named.rev().max_by_key(|field| types.size(field.ty)).into_iter().collect()
                }
            };
            for field in members {
                let part = Part { offset: at.offset + field.offset, ty: field.ty, bits: field.bits };
                collect(types, part, found);
            }
        }
        TypeKind::Array { elem, len: Some(len) } => {
            for index in 0..*len {
                if found.len() >= MOST {
                    return;
                }
                let offset = at.offset + index * types.size(*elem);
                collect(types, Part { offset, ty: *elem, bits: None }, found);
                if types.size(*elem) == 0 {
                    return;
                }
            }
        }
        _ if types.is_scalar(at.ty) && types.size(at.ty) <= 16 => found.push(at),
        _ => {}
    }
}

/// Where in an object of one type there are objects of another, itself among them.
pub(super) fn places(types: &Types, whole: TypeId, of: TypeId) -> Vec<u64> {
    let mut found = Vec::new();
    seek(types, whole, of, 0, &mut found);
    found.sort_unstable();
    found.dedup();
    found
}

fn seek(types: &Types, whole: TypeId, of: TypeId, offset: u64, found: &mut Vec<u64>) {
    if whole == of {
        found.push(offset);
    }
    if found.len() >= MOST {
        return;
    }
    match types.kind(whole) {
        TypeKind::Record(id) => {
            for field in types.record(*id).fields.iter().filter(|field| field.bits.is_none()) {
                seek(types, field.ty, of, offset + field.offset, found);
            }
        }
        TypeKind::Array { elem, len: Some(len) } => {
            for index in 0..(*len).min(ELEMENTS) {
                seek(types, *elem, of, offset + index * types.size(*elem), found);
            }
        }
        _ => {}
    }
}
