//! The members of records, with their core predicates.

use ir::{RecordId, RecordKind, TypeId, TypeKind, Types};

use super::{Direction, Field, Member, Pointer};
use crate::demand::Demand;
use crate::structure::{Binary, Unary};

/// A number or pointer of a record: its name, place and type.
pub(super) type Scalar = (String, u64, u64, TypeId);

pub(super) struct Builder {
    pub(super) unary: usize,
    pub(super) binary: usize,
    pub(super) names: Vec<(Unary, String)>,
    pub(super) fields: Vec<Field>,
}

impl Builder {
    pub(super) fn unary(&mut self, name: String) -> Unary {
        let predicate = Unary(self.unary as u16);
        self.unary += 1;
        self.names.push((predicate, name));
        predicate
    }

    pub(super) fn member(
        &mut self,
        types: &Types,
        owner: RecordId,
        back: &[u64],
        scalar: Scalar,
        demand: &Demand,
    ) -> Member {
        let (name, offset, size, ty) = scalar;
        let unset = self.unary(format!("{name} unset"));
        let number = types.integer(ty).filter(|_| !types.is_pointer(ty));
        let flags = demand.flags(owner, offset).iter();
        let flags = flags.map(|value| (*value, self.unary(format!("{name} = {value}")))).collect();
        let is_datum = number.is_some() && demand.is_datum(owner, offset);
        let called = name.clone();
        let pointer = types.is_pointer(ty).then(|| {
            let dangling = self.unary(format!("{name} dangling"));
            let field = Binary(self.binary as u16);
            self.binary += 1;
            let to = pointed_record(types, ty);
            let back = back.contains(&offset);
            self.fields.push(Field { name, predicate: field, unset, dangling, back, owner, offset, to });
            Pointer { field, dangling, to }
        });
        Member { name: called, offset, size, unset, pointer, number, flags, is_datum }
    }
}

fn pointed_record(types: &Types, ty: TypeId) -> Option<RecordId> {
    match types.kind(types.pointee(ty)?) {
        TypeKind::Record(record) => Some(*record),
        _ => None,
    }
}

/// The offsets of the fields of a record that are links back.
pub(super) fn backs(types: &Types, id: RecordId, members: &[Scalar], direction: Direction) -> Vec<u64> {
    let own = members.iter().filter(|(.., ty)| pointed_record(types, *ty) == Some(id));
    let mut own: Vec<u64> = own.map(|(_, offset, ..)| *offset).collect();
    match direction {
        Direction::All => own.clear(),
        Direction::First => {}
        Direction::Last => own.reverse(),
    }
    own.into_iter().skip(1).collect()
}

/// Whether no sort has two forward fields.
pub(super) fn has_one_way(fields: &[Field]) -> bool {
    let forward = || fields.iter().filter(|field| !field.back);
    forward().all(|field| forward().filter(|other| other.owner == field.owner).count() == 1)
}

/// The numbers and pointers of a record, those of nested records included; arrays, unions and bit-fields are left out.
pub(super) fn flatten(types: &Types, id: RecordId, base: u64, prefix: &str, found: &mut Vec<Scalar>) {
    let record = types.record(id);
    if record.kind == RecordKind::Union {
        return;
    }
    for field in record.fields.iter().filter(|field| field.bits.is_none()) {
        let name =
            if prefix.is_empty() { field.name.to_string() } else { format!("{prefix}.{}", field.name) };
        match types.kind(field.ty) {
            TypeKind::Record(inner) => flatten(types, *inner, base + field.offset, &name, found),
            _ if types.is_scalar(field.ty) => {
                found.push((name, base + field.offset, types.size(field.ty), field.ty));
            }
            _ => {}
        }
    }
}
