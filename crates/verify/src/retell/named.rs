//! What has a name in a memory: variables, and the parts of objects by their declared types.

use ir::{Program, TypeId, TypeKind};
use model::{Frame, Memory, ObjectId, Word};

/// Most elements of an array that are drawn.
const ELEMENTS: u64 = 6;
/// Most fields of a block.
const FIELDS: usize = 20;
/// Most active calls whose variables are drawn, from the innermost on.
const FRAMES: usize = 3;

/// A part of an object.
pub(super) struct Part {
    pub(super) name: String,
    pub(super) offset: u64,
    pub(super) ty: TypeId,
}

/// A variable and what it holds.
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) holds: Holds,
    pub(super) ty: TypeId,
}

pub(super) enum Holds {
    Word(Word),
    /// It is an object itself.
    Object(ObjectId),
}

/// The scalar parts of an object of a type, or of as many in a row as fit.
pub(super) fn parts(program: &Program, ty: TypeId, size: u64) -> Vec<Part> {
    let mut found = Vec::new();
    let each = program.types.size(ty).max(1);
    let many = size / each;
    for element in 0..many.clamp(1, ELEMENTS) {
        let name = if many > 1 { format!("[{element}]") } else { String::new() };
        flatten(program, ty, &name, element * each, &mut found);
    }
    found.truncate(FIELDS);
    found
}

fn flatten(program: &Program, ty: TypeId, name: &str, offset: u64, found: &mut Vec<Part>) {
    match program.types.kind(ty) {
        TypeKind::Record(record) => {
            for field in program.types.record(*record).fields.iter().filter(|field| field.bits.is_none()) {
                let dot = if name.is_empty() || field.name.is_empty() { "" } else { "." };
                let name = format!("{name}{dot}{}", field.name);
                flatten(program, field.ty, &name, offset + field.offset, found);
            }
        }
        TypeKind::Array { elem, len } => {
            let each = program.types.size(*elem);
            for index in 0..len.unwrap_or(0).min(ELEMENTS) {
                flatten(program, *elem, &format!("{name}[{index}]"), offset + index * each, found);
            }
        }
        _ if found.len() < FIELDS => found.push(Part { name: name.to_owned(), offset, ty }),
        _ => {}
    }
}

/// The variables that have names: of the innermost calls, and global ones that lead somewhere.
pub(super) fn variables(program: &Program, memory: &Memory) -> Vec<Variable> {
    let mut found = Vec::new();
    let frames: Vec<&Frame> =
        memory.frames.iter().rev().filter(|frame| is_users(program, frame)).take(FRAMES).collect();
    for (depth, frame) in frames.into_iter().enumerate() {
        let function = &program.functions[frame.function];
        let Some(body) = &*function.body else { continue };
        let called =
            |name: &str| if depth == 0 { name.to_owned() } else { format!("{name} of {}", function.name) };
        for (local, register) in body.locals.enumerate() {
            let Some(name) = &register.name else { continue };
            let word = memory.register(frame, local).low();
            // Numbers of callers say little here.
            let told = word.is_defined() && (depth == 0 || program.types.is_pointer(register.ty));
            if told {
                found.push(Variable { name: called(name), holds: Holds::Word(word), ty: register.ty });
            }
        }
        for (slot, id) in memory.frame_slots(frame) {
            let ty = body.slots[slot].ty;
            let number = program.types.is_scalar(ty) && !program.types.is_pointer(ty);
            if let Some(name) = body.slots[slot].name.as_ref().filter(|_| depth == 0 || !number) {
                found.push(Variable { name: called(name), holds: Holds::Object(id), ty });
            }
        }
    }
    for (global, id) in memory.globals() {
        let variable = &program.globals[global];
        let system = program.sources.files.get(variable.span.file.0 as usize).is_none_or(|file| file.system);
        let leads = memory.live(id).is_some_and(|object| !memory.pointers_in(object).is_empty());
        if !variable.read_only && !system && (leads || program.types.is_pointer(variable.ty)) {
            let name = variable.name.to_string();
            found.push(Variable { name, holds: Holds::Object(id), ty: variable.ty });
        }
    }
    found
}

/// Whether a call is one of a function that the user wrote.
fn is_users(program: &Program, frame: &Frame) -> bool {
    program.functions[frame.function].role == ir::Role::Ordinary
}
