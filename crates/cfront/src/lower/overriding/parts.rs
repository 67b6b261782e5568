//! The parts an object is made of, as an initializer goes through them.

use rucc_base::Symbol;
use rucc_types as c;

use super::super::types::layout_of;
use super::{Kind, Part, Walk};

impl Walk<'_> {
    /// The member of a record that has this name or holds it, and whether it holds it.
    pub(super) fn member(&self, record: c::RecordId, name: Symbol) -> Option<(u64, bool)> {
        let fields = &self.unit.types.record_info(record).fields;
        if let Some(index) = fields.iter().position(|field| field.name == Some(name)) {
            return Some((index as u64, false));
        }
        let holds = |field: &c::Field| {
            field.name.is_none()
                && matches!(self.kind(field.ty), Kind::Record { id, .. } if self.member(id, name).is_some())
        };
        fields.iter().position(holds).map(|index| (index as u64, true))
    }

    pub(super) fn following(&self, kind: Kind, from: u64) -> Option<u64> {
        match kind {
            Kind::Array { len, .. } => (len.is_none_or(|len| from < len)).then_some(from),
            Kind::Record { id, .. } => {
                let fields = &self.unit.types.record_info(id).fields;
                let named = |at: &usize| fields[*at].name.is_some() || fields[*at].bits.is_none();
                (usize::try_from(from).ok()?..fields.len()).find(named).map(|at| at as u64)
            }
            Kind::Scalar => (from == 0).then_some(0),
        }
    }

    pub(super) fn sub(&self, part: Part, kind: Kind, index: u64) -> Option<Part> {
        match kind {
            Kind::Array { elem, size, .. } => {
                Some(Part { ty: elem, offset: part.offset + index * size, bit_offset: 0, bit_width: 0 })
            }
            Kind::Record { id, .. } => {
                let field = self.unit.types.record_info(id).fields.get(index as usize)?;
                let (bit_offset, bit_width) = (field.bit, field.bits.unwrap_or(0));
                Some(Part { ty: field.ty, offset: part.offset + field.offset, bit_offset, bit_width })
            }
            Kind::Scalar => None,
        }
    }

    pub(super) fn kind(&self, ty: c::TypeId) -> Kind {
        let types = &self.unit.types;
        let mut ty = types.canonical(ty);
        if let c::TypeKind::Atomic(inner) = types.kind(ty) {
            ty = types.canonical(inner);
        }
        match types.kind(ty) {
            c::TypeKind::Array { elem, len } => {
                let len = if let c::ArrayLen::Fixed(len) = len { Some(len) } else { None };
                Kind::Array { elem, len, size: self.size(elem) }
            }
            c::TypeKind::Vector { elem, len } => {
                Kind::Array { elem, len: Some(u64::from(len)), size: self.size(elem) }
            }
            c::TypeKind::Record(id) => {
                Kind::Record { id, union: types.record_info(id).kind == c::RecordKind::Union }
            }
            _ => Kind::Scalar,
        }
    }

    pub(super) fn size(&self, ty: c::TypeId) -> u64 {
        layout_of(self.unit, ty).0
    }

    /// How many bytes braces around a part begin anew: a flexible array has no end.
    pub(super) fn reach(&self, ty: c::TypeId) -> u64 {
        match self.kind(ty) {
            Kind::Array { len: None, .. } => u64::from(u32::MAX),
            _ => self.size(ty),
        }
    }
}
