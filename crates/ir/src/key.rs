//! Content keys: the identity of a function's meaning.
//!
//! The key is a hash of the function's text (see [`print`](crate::ProgramText)) without spans, of
//! the definitions of all records it can see through the types it mentions, and of the contents of the
//! string literals it names, and of the clauses of its contract. The text speaks of other functions and of globals by name, so ids,
//! file order and the rest of the program leave the key alone; so do comments and white space.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::{
    Base, Body, ConstValue, ContentKey, Contract, FunctionId, GlobalKind, Operand, Program, ProgramText,
    RecordId, Symbol, TypeId, TypeKind,
};

/// The key of a function with a body; all zero for one without.
pub fn content_key(program: &Program, id: FunctionId) -> ContentKey {
    let function = &program.functions[id];
    let Some(body) = &function.body else { return ContentKey::default() };
    let text = ProgramText::new(program).without_spans();
    let mut hasher = blake3::Hasher::new();
    let mut write = |part: std::fmt::Arguments<'_>| {
        let mut buffer = String::new();
        // Writing to a string cannot fail.
        let _ = buffer.write_fmt(part);
        hasher.update(buffer.as_bytes());
    };
    write(format_args!("{:?}\n", program.target));
    // A contract is part of what a function means, and its clauses are functions.
    let clauses = function.contract.iter().flat_map(Contract::functions);
    let clauses = clauses.filter_map(|id| Some((id, program.functions[id].body.as_ref()?)));
    for (id, body) in [(id, body)].into_iter().chain(clauses) {
        write(format_args!("{}", text.function(id)));
        for record in records_of(program, id, body) {
            write(format_args!("{}", text.record(record)));
        }
        for_each_string(program, body, &mut |bytes| write(format_args!("{bytes:?}\n")));
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

/// The bytes of each string literal the function names, in order of appearance.
fn for_each_string(program: &Program, body: &Body, f: &mut impl FnMut(&[(u64, Vec<u8>)])) {
    let mut visit = |symbol: Symbol| {
        if let Symbol::Global(global) = symbol
            && program.globals[global].kind == GlobalKind::String
            && let Some(init) = &program.globals[global].init
        {
            f(&init.bytes);
        }
    };
    for block in &body.blocks {
        for stmt in &block.stmts {
            stmt.operands(&mut |operand: Operand| {
                if let Operand::Const(constant) = operand
                    && let ConstValue::Address { symbol, .. } = constant.value
                {
                    visit(symbol);
                }
            });
            stmt.places(&mut |place| {
                if let Base::Global(global) = place.base {
                    visit(Symbol::Global(global));
                }
            });
        }
    }
}
