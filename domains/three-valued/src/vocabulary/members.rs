//! The members of records, with their core predicates, and which records are worth any.

use std::collections::BTreeSet;

use ir::{Program, RecordId, RecordKind, TypeId, TypeKind, Types};

use super::{Direction, Field, Member, Pointer};
use crate::demand::Demand;
use crate::predicates::Declarations;
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
        let held = types.value_size(ty);
        Member { name: called, offset, size, held, unset, pointer, number, flags, is_datum }
    }
}

/// The records into which the program looks somewhere, or which predicates of the user may be about, and those that links in them lead to.
/// A block nobody looks into is a block, whatever it is declared to hold; headers declare many such types, with many members.
pub(super) fn looked_into(program: &Program, declared: &Declarations) -> BTreeSet<RecordId> {
    let types = &program.types;
    let mut found = BTreeSet::new();
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    for stmt in bodies.flat_map(|body| &body.blocks).flat_map(|block| &block.stmts) {
        stmt.places(&mut |place| {
            found.extend([place.base_ty, place.ty].into_iter().filter_map(|ty| record_in(types, ty)));
        });
    }
    let names = declared.members();
    let is_named = |field: &str| names.iter().any(|name| name.rsplit('.').next() == Some(field));
    let mut rest: Vec<RecordId> = found.iter().copied().collect();
    for (id, record) in types.records() {
        if record.fields.iter().any(|field| is_named(&field.name)) && found.insert(id) {
            rest.push(id);
        }
    }
    while let Some(id) = rest.pop() {
        let mut members = Vec::new();
        flatten(types, id, 0, "", &mut members);
        for to in members.iter().filter_map(|(.., ty)| pointed_record(types, *ty)) {
            if found.insert(to) {
                rest.push(to);
            }
        }
    }
    found
}

/// The record that a type is, or is an array of.
fn record_in(types: &Types, ty: TypeId) -> Option<RecordId> {
    match types.kind(ty) {
        TypeKind::Record(record) => Some(*record),
        TypeKind::Array { elem, .. } => record_in(types, *elem),
        _ => None,
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

#[cfg(test)]
mod tests {
    use super::super::Vocabulary;
    use super::*;

    #[test]
    fn headers_bring_no_predicates_along() {
        let file = std::env::temp_dir().join(format!("shapewright-members-{}.c", std::process::id()));
        let text = "#include <stdio.h>
struct node { struct node *next; struct other *other; };
struct other { int number; };
struct far { struct far *further; };
int is(struct far *f) { return f != 0; }
struct node *tail(struct node *n) { fputs(\"tail\", stderr); return n->next; }
";
        std::fs::write(&file, text).expect("a temporary file");
        let command = cfront::Command { file: file.clone(), options: cfront::Options::default() };
        let loaded = cfront::load(&[command], &cfront::Budget::default());
        let _ = std::fs::remove_file(file);
        let program = loaded.unwrap_or_else(|error| panic!("{error}")).program;
        let names = |declared: &str| {
            let declared = Declarations::parse(declared).expect("they are well formed");
            let vocabulary =
                Vocabulary::of(&program, Direction::First, &declared).expect("they mean something");
            vocabulary.members().map(|member| member.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(""), ["next", "other", "number"]);
        // What predicates speak of is there, although nobody looks at it.
        assert!(names("predicate last(v) = v->further = null;").contains(&"further".to_owned()));
    }
}
