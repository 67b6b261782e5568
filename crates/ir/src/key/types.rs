//! Digests of types: of what they are made of, and of all records they lead to.

use crate::{Id, Program, RecordId, TypeId, TypeKind, Types};

use super::digest;

/// A digest for every type of a program.
pub(super) struct TypeDigests {
    types: Vec<u64>,
    /// Of the name of each record.
    names: Vec<u64>,
    /// Of each record and all it leads to.
    closures: Vec<u64>,
}

impl TypeDigests {
    pub(super) fn of(program: &Program) -> Self {
        let types = &program.types;
        let names = types.records().map(|(_, record)| digest(record.name.as_bytes())).collect();
        let mut shallow = Shallow { types, names, known: vec![None; types.iter().count()] };
        let records: Vec<u64> = types.records().map(|(id, _)| shallow.record(id)).collect();
        let seen = seen_from(program);
        let closures: Vec<u64> = (0..records.len())
            .map(|record| {
                let mut all: Vec<u64> = seen.of_record(record).map(|record| records[record]).collect();
                all.sort_unstable();
                all.dedup();
                let bytes: Vec<u8> = all.iter().flat_map(|record| record.to_le_bytes()).collect();
                digest(&bytes)
            })
            .collect();
        let mut digests = Vec::with_capacity(shallow.known.len());
        for (id, ty) in types.iter() {
            let mut numbers = vec![shallow.ty(id), ty.size];
            let mut seen: Vec<u64> = named(program, id).into_iter().map(|id| closures[id.index()]).collect();
            seen.sort_unstable();
            seen.dedup();
            numbers.extend(seen);
            digests.push(together(&numbers));
        }
        Self { types: digests, names: shallow.names, closures }
    }

    pub(super) fn get(&self, id: TypeId) -> u64 {
        self.types[id.index()]
    }

    /// A record and all it leads to.
    pub(super) fn record(&self, id: RecordId) -> u64 {
        self.closures[id.index()]
    }

    /// The name of a record.
    pub(super) fn name(&self, id: RecordId) -> u64 {
        self.names[id.index()]
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
    names: Vec<u64>,
    known: Vec<Option<u64>>,
}

impl Shallow<'_> {
    fn ty(&mut self, id: TypeId) -> u64 {
        if let Some(known) = self.known[id.index()] {
            return known;
        }
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
            TypeKind::Record(record) => vec![6, self.names[record.index()]],
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
        *self.known[id.index()].insert(together(&numbers))
    }

    /// A record with its members.
    fn record(&mut self, id: RecordId) -> u64 {
        let record = self.types.record(id);
        let mut numbers = vec![self.names[id.index()], record.size, record.align, u64::from(record.complete)];
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
