//! Content keys: the identity of a function's meaning.
//!
//! The key is a hash of the function's text (see [`print`](crate::ProgramText)) without spans, of
//! the definitions of all records it can see through the types it mentions, and of the clauses of its
//! contract. The text speaks of other functions and of named globals by name, and says what is in the
//! literals, so ids, lines, file order and the rest of the program leave the key alone; so do comments and
//! white space. Whoever stores something that also depends on what is behind a name stores the keys of
//! that with it.
//!
//! Keys are asked for by [`Program::keys`] and computed when they are first wanted: reading a program
//! costs nothing for them.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use crate::{
    Body, ContentKey, Contract, FunctionId, IndexVec, Program, ProgramText, RecordId, StmtKind, TypeId,
    TypeKind,
};

/// The keys of a program's functions, each computed once. May be shared between threads.
pub struct Keys<'p> {
    program: &'p Program,
    known: IndexVec<FunctionId, OnceLock<ContentKey>>,
}

impl<'p> Keys<'p> {
    pub(crate) fn new(program: &'p Program) -> Self {
        Self { program, known: program.functions.iter().map(|_| OnceLock::new()).collect() }
    }

    /// The key of a function with a body; all zero for one without.
    pub fn of(&self, id: FunctionId) -> ContentKey {
        *self.known[id].get_or_init(|| content_key(self.program, id))
    }
}

fn content_key(program: &Program, id: FunctionId) -> ContentKey {
    let function = &program.functions[id];
    let Some(body) = &function.body else { return ContentKey::default() };
    let text = ProgramText::new(program).on_its_own();
    let mut hasher = blake3::Hasher::new();
    hasher.update(format!("{:?}\n", program.target).as_bytes());
    // A contract is part of what a function means, and its clauses are functions.
    let clauses = function.contract.iter().flat_map(Contract::functions);
    let clauses = clauses.filter_map(|id| Some((id, program.functions[id].body.as_ref()?)));
    for (id, body) in [(id, body)].into_iter().chain(clauses) {
        hasher.update(text.function(id).as_bytes());
        // Records are numbered in the order in which the program comes to speak of them.
        let records = records_of(program, id, body).into_iter().map(|record| text.record(record));
        for record in records.collect::<BTreeSet<String>>() {
            hasher.update(record.as_bytes());
        }
    }
    ContentKey(*hasher.finalize().as_bytes())
}

/// All records that the types of the function's variables, places and calls lead to.
fn records_of(program: &Program, id: FunctionId, body: &Body) -> BTreeSet<RecordId> {
    let mut seen = BTreeSet::new();
    let mut records = BTreeSet::new();
    let mut work: Vec<TypeId> = vec![program.functions[id].ty];
    work.extend(body.locals.iter().map(|local| local.ty));
    work.extend(body.slots.iter().map(|slot| slot.ty));
    for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
        stmt.places(&mut |place| work.extend([place.base_ty, place.ty]));
        if let StmtKind::Call(call) = &stmt.kind {
            work.push(call.ty);
        }
    }
    while let Some(ty) = work.pop() {
        if !seen.insert(ty) {
            continue;
        }
        match program.types.kind(ty) {
            TypeKind::Pointer(inner)
            | TypeKind::Array { elem: inner, .. }
            | TypeKind::Complex(inner)
            | TypeKind::Vector { elem: inner, .. } => work.push(*inner),
            TypeKind::Record(record) => {
                records.insert(*record);
                work.extend(program.types.record(*record).fields.iter().map(|field| field.ty));
            }
            TypeKind::Function(signature) => {
                work.push(signature.ret);
                work.extend(&signature.params);
            }
            TypeKind::Void | TypeKind::Bool | TypeKind::Int { .. } | TypeKind::Float(_) => {}
        }
    }
    records
}
