//! Digests of types: of what they are made of, and of all records they lead to.

use std::sync::OnceLock;

use crate::{Id, Program, RecordId, TypeId, TypeKind, Types};

use super::digest;

/// Digests of the types of a program, each computed when it is first wanted: a kept program is asked for few.
pub(super) struct TypeDigests<'p> {
    program: &'p Program,
    shallow: Shallow<'p>,
    types: Vec<OnceLock<u64>>,
    /// Of each record and all it leads to.
    closures: OnceLock<Vec<u64>>,
}

impl<'p> TypeDigests<'p> {
    pub(super) fn of(program: &'p Program) -> Self {
        let shallow = Shallow::of(&program.types);
        let types = vec![OnceLock::new(); shallow.known.len()];
        Self { program, shallow, types, closures: OnceLock::new() }
    }

    pub(super) fn get(&self, id: TypeId) -> u64 {
        *self.types[id.index()].get_or_init(|| {
            let mut numbers = vec![self.shallow.ty(id), self.program.types.size(id)];
            let mut seen: Vec<u64> =
                named(self.program, id).into_iter().map(|record| self.record(record)).collect();
            seen.sort_unstable();
            seen.dedup();
            numbers.extend(seen);
            together(&numbers)
        })
    }

    /// A record and all it leads to.
    pub(super) fn record(&self, id: RecordId) -> u64 {
        self.closures.get_or_init(|| self.closures())[id.index()]
    }

    fn closures(&self) -> Vec<u64> {
        let records: Vec<u64> = self.program.types.records().map(|(id, _)| self.shallow.record(id)).collect();
        let seen = seen_from(self.program);
        let closure = |record| {
            let mut all: Vec<u64> = seen.of_record(record).map(|record| records[record]).collect();
            all.sort_unstable();
            all.dedup();
            together(&all)
        };
        (0..records.len()).map(closure).collect()
    }

    /// The name of a record.
    pub(super) fn name(&self, id: RecordId) -> u64 {
        self.shallow.name(id)
    }
}

/// A digest of numbers in their order.
fn together(numbers: &[u64]) -> u64 {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    digest(&bytes)
}

/// Digests of types in which records are known by their names.
struct Shallow<'p> {
    types: &'p Types,
    names: Vec<OnceLock<u64>>,
    known: Vec<OnceLock<u64>>,
}

impl<'p> Shallow<'p> {
    fn of(types: &'p Types) -> Self {
        let names = vec![OnceLock::new(); types.records().count()];
        Self { types, names, known: vec![OnceLock::new(); types.iter().count()] }
    }

    fn name(&self, id: RecordId) -> u64 {
        *self.names[id.index()].get_or_init(|| digest(self.types.record(id).name.as_bytes()))
    }

    fn ty(&self, id: TypeId) -> u64 {
        *self.known[id.index()].get_or_init(|| self.compute(id))
    }

    /// What a type is made of comes before it, so this ends.
    fn compute(&self, id: TypeId) -> u64 {
        let optional = |number: Option<u64>| [u64::from(number.is_some()), number.unwrap_or(0)];
        let numbers = match self.types.kind(id) {
            TypeKind::Void => vec![0],
            TypeKind::Bool => vec![1],
            TypeKind::Int { bits, signed } => vec![2, u64::from(*bits), u64::from(*signed)],
            TypeKind::Float(format) => vec![3, digest(format!("{format:?}").as_bytes())],
            TypeKind::Pointer(to) => vec![4, self.ty(*to)],
            TypeKind::Array { elem, len } => {
                let [is_known, len] = optional(*len);
                vec![5, self.ty(*elem), is_known, len]
            }
            TypeKind::Record(record) => vec![6, self.name(*record)],
            TypeKind::Function(signature) => {
                let mut numbers = vec![7, self.ty(signature.ret)];
                numbers.extend([u64::from(signature.variadic), u64::from(signature.prototyped)]);
                for param in &signature.params {
                    numbers.push(self.ty(*param));
                }
                numbers
            }
            TypeKind::Complex(part) => vec![8, self.ty(*part)],
            TypeKind::Vector { elem, len } => vec![9, self.ty(*elem), u64::from(*len)],
        };
        together(&numbers)
    }

    /// A record with its members.
    fn record(&self, id: RecordId) -> u64 {
        let record = self.types.record(id);
        let mut numbers = vec![self.name(id), record.size, record.align, u64::from(record.complete)];
        for field in &record.fields {
            let (start, width) =
                field.bits.map_or((0, 0), |bits| (u64::from(bits.start), u64::from(bits.width)));
            let bits = u64::from(field.bits.is_some());
            numbers.extend([
                digest(field.name.as_bytes()),
                self.ty(field.ty),
                field.offset,
                bits,
                start,
                width,
            ]);
        }
        together(&numbers)
    }
}

/// Which records can be seen from each record, itself among them: bits, one row for each.
struct Seen {
    words: usize,
    bits: Vec<u64>,
}

impl Seen {
    /// The records that can be seen from one, by number.
    fn of_record(&self, record: usize) -> impl Iterator<Item = usize> {
        let row = &self.bits[record * self.words..][..self.words];
        row.iter().enumerate().flat_map(|(word, bits)| {
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
