//! Digests of types: of what they are called, and of all records they lead to.

use crate::{Id, Program, ProgramText, RecordId, TypeId, TypeKind};

use super::digest;

/// A digest for every type of a program.
pub(super) struct TypeDigests(Vec<u64>);

impl TypeDigests {
    pub(super) fn of(program: &Program) -> Self {
        let types = &program.types;
        let text = ProgramText::new(program).on_its_own();
        let records: Vec<u64> = types.records().map(|(id, _)| digest(text.record(id).as_bytes())).collect();
        let seen = seen_from(program);
        let digests = types.iter().map(|(id, ty)| {
            let mut all: Vec<u64> = seen.of_type(program, id).map(|record| records[record]).collect();
            all.sort_unstable();
            all.dedup();
            let mut bytes = types.display(id).to_string().into_bytes();
            bytes.extend(ty.size.to_le_bytes());
            bytes.extend(all.iter().flat_map(|record| record.to_le_bytes()));
            digest(&bytes)
        });
        Self(digests.collect())
    }

    pub(super) fn get(&self, id: TypeId) -> u64 {
        self.0[id.index()]
    }
}

/// Which records can be seen from each record, itself among them: bits, one row for each.
struct Seen {
    words: usize,
    bits: Vec<u64>,
}

impl Seen {
    /// The records that can be seen from a type, by number.
    fn of_type(&self, program: &Program, ty: TypeId) -> impl Iterator<Item = usize> {
        let mut row = vec![0u64; self.words];
        for record in named(program, ty) {
            let from = &self.bits[record.index() * self.words..][..self.words];
            row.iter_mut().zip(from).for_each(|(word, more)| *word |= more);
        }
        row.into_iter().enumerate().flat_map(|(word, bits)| {
            (0..64).filter(move |bit| bits >> bit & 1 != 0).map(move |bit| word * 64 + bit)
        })
    }
}

fn seen_from(program: &Program) -> Seen {
    let count = program.types.records().count();
    let words = count.div_ceil(64);
    let mut seen = Seen { words, bits: vec![0; count * words] };
    let mut next: Vec<Vec<usize>> = Vec::new();
    for (id, record) in program.types.records() {
        seen.bits[id.index() * words + id.index() / 64] |= 1 << (id.index() % 64);
        let mut members: Vec<usize> =
            record.fields.iter().flat_map(|field| named(program, field.ty)).map(Id::index).collect();
        members.sort_unstable();
        members.dedup();
        next.push(members);
    }
    // Rounds, until nobody sees more.
    loop {
        let mut changed = false;
        for (record, members) in next.iter().enumerate() {
            for member in members {
                for word in 0..words {
                    let more = seen.bits[member * words + word];
                    let own = &mut seen.bits[record * words + word];
                    changed |= more & !*own != 0;
                    *own |= more;
                }
            }
        }
        if !changed {
            return seen;
        }
    }
}

/// The records that a type names, without looking into them.
fn named(program: &Program, ty: TypeId) -> Vec<RecordId> {
    let (mut found, mut pending) = (Vec::new(), vec![ty]);
    while let Some(ty) = pending.pop() {
        match program.types.kind(ty) {
            TypeKind::Pointer(inner)
            | TypeKind::Array { elem: inner, .. }
            | TypeKind::Complex(inner)
            | TypeKind::Vector { elem: inner, .. } => pending.push(*inner),
            TypeKind::Record(record) => found.push(*record),
            TypeKind::Function(signature) => {
                pending.push(signature.ret);
                pending.extend(&signature.params);
            }
            TypeKind::Void | TypeKind::Bool | TypeKind::Int { .. } | TypeKind::Float(_) => {}
        }
    }
    found
}
