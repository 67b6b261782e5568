//! Bytes of a type that no member takes up. An x87 `long double` has such bytes too: ten hold its value, and it takes twelve or sixteen.
//!
//! C says nothing of what they hold once a value of the type was stored as a whole (C11 6.2.6.1 §6), or given to an automatic object as its
//! first value (6.7.9 §10 speaks of static ones). Bits of a byte that some bit-field takes a part of are not counted.

use std::ops::Range;

use crate::{FloatFormat, RecordKind, TypeId, TypeKind, Types};

/// Bytes of an x87 number that hold its value.
const X87: u64 = 10;

impl Types {
    /// The bytes of a scalar that hold its value.
    pub fn value_size(&self, ty: TypeId) -> u64 {
        match self.kind(ty) {
            TypeKind::Float(FloatFormat::X87) => X87.min(self.size(ty)),
            _ => self.size(ty),
        }
    }

    /// The bytes of a type that no member takes up, in order.
    pub fn padding(&self, ty: TypeId) -> Vec<Range<u64>> {
        let (mut holes, mut end) = (Vec::new(), 0);
        let last = std::iter::once(self.size(ty)..self.size(ty));
        for range in self.members(ty).into_iter().chain(last) {
            if range.start > end {
                holes.push(end..range.start);
            }
            end = end.max(range.end);
        }
        holes
    }

    /// The bytes that each member of a type takes up, and each member of those, by where they begin.
    pub fn members(&self, ty: TypeId) -> Vec<Range<u64>> {
        let mut taken = Vec::new();
        self.taken(ty, 0, &mut taken);
        taken.sort_unstable_by_key(|range: &Range<u64>| (range.start, range.end));
        taken
    }

    /// Whether there are such bytes.
    pub fn has_padding(&self, ty: TypeId) -> bool {
        match self.kind(ty) {
            TypeKind::Array { elem, .. } => self.size(ty) > 0 && self.has_padding(*elem),
            TypeKind::Record(id) => {
                let record = self.record(*id);
                let members = || record.fields.iter().filter(|field| field.bits.is_none());
                let plain = |ty| self.is_scalar(ty) && self.value_size(ty) == self.size(ty);
                let all_plain = members().all(|field| plain(field.ty));
                if all_plain && record.fields.iter().all(|field| field.bits.is_none()) {
                    let taken = record.fields.iter().map(|field| self.size(field.ty));
                    return match record.kind {
                        RecordKind::Struct => taken.sum::<u64>() < record.size,
                        RecordKind::Union => taken.max().unwrap_or(0) < record.size,
                    };
                }
                !self.padding(ty).is_empty()
            }
            _ => self.value_size(ty) < self.size(ty),
        }
    }

    /// The bytes that members of a type take up, so many bytes further.
    fn taken(&self, ty: TypeId, from: u64, into: &mut Vec<Range<u64>>) {
        match self.kind(ty) {
            TypeKind::Array { elem, .. } if self.has_padding(*elem) => {
                let each = self.size(*elem).max(1);
                for index in 0..self.size(ty) / each {
                    self.taken(*elem, from + index * each, into);
                }
            }
            TypeKind::Record(id) => {
                let record = self.record(*id);
                if !record.complete {
                    into.push(from..from + record.size);
                }
                for field in &record.fields {
                    let at = from + field.offset;
                    match field.bits {
                        Some(bits) => into.push(at..at + bits.bytes()),
                        None => self.taken(field.ty, at, into),
                    }
                }
            }
            _ => into.push(from..from + self.value_size(ty)),
        }
    }
}
