//! Checkers for structs that no run has shown, guessed from their declarations.
//!
//! From how a struct points to itself the usual structures are guessed: with one such member a list that ends in null, with two
//! a tree, or a list whose elements also know the one before, with more a tree whose nodes may know their parent. A member that
//! points to another struct of this kind is taken to own a structure of that. Which guess fits is found out by trying; a single
//! element fits all of them, so what the members are called decides which is tried first.

use std::collections::BTreeSet;

use ir::{Place, Program, RecordId, Span, Step, TypeId, TypeKind};

use super::layout::is_byte;
use crate::definition::{
    Atom, Call, Cell, Definition, DefinitionId, Definitions, Form, Kind, Name, Object, Parameter, Rule, Sort,
    Term,
};

/// Structs with more members than this are not looked at.
const MEMBERS: usize = 64;

/// What people call links to what comes before.
const BACK: [&str; 9] = ["prev", "previous", "back", "before", "blink", "parent", "father", "up", "owner"];

/// A struct that points to itself.
struct Linked {
    record: RecordId,
    ty: TypeId,
    /// A pointer to it.
    pointer: TypeId,
    /// Members that point to the struct itself.
    links: Vec<i64>,
    /// The only one of them that is called a link back, if there is one.
    back: Option<i64>,
    /// Members that point to other such structs.
    owned: Vec<(i64, RecordId)>,
    /// All numbers and pointers: offset, size, type.
    parts: Vec<(i64, u64, TypeId)>,
    /// Arrays that are believed to hold strings.
    texts: Vec<(i64, u64)>,
}

/// One guess: how the links are used.
struct Shape {
    /// Links to what follows.
    children: Vec<i64>,
    /// The link back to what comes before.
    back: Option<i64>,
    name: &'static str,
}

/// The first shape of a struct.
struct First {
    record: RecordId,
    definition: DefinitionId,
    /// Whether it has a link back.
    back: bool,
}

/// Adds checkers for structs that are not described yet.
pub(super) fn derive(
    program: &Program,
    described: &[TypeId],
    with_texts: bool,
    definitions: &mut Definitions,
) {
    let mut all = Vec::new();
    let looked_into = looked_into(program);
    for (ty, kind) in program.types.iter() {
        if let TypeKind::Record(record) = &kind.kind
            && looked_into.contains(record)
            && !described.contains(&ty)
            && let Some(mut linked) = linked(program, *record, ty)
        {
            if with_texts {
                linked.believe_in_texts(program);
            }
            all.push(linked);
        }
    }
    // The first shape of each struct is what others own.
    let shapes: Vec<Vec<Shape>> = all.iter().map(shapes).collect();
    let mut next = definitions.list.len() as u32;
    let mut first = Vec::new();
    for (linked, shapes) in all.iter().zip(&shapes) {
        let back = shapes.first().is_some_and(|shape| shape.back.is_some());
        first.push(First { record: linked.record, definition: DefinitionId(next), back });
        next += shapes.len() as u32;
    }
    for (linked, shapes) in all.iter().zip(&shapes) {
        for shape in shapes {
            let id = DefinitionId(definitions.list.len() as u32);
            definitions.list.push(definition(program, linked, shape, id, &first));
        }
    }
}

/// The structs whose members the program names: headers declare many more.
fn looked_into(program: &Program) -> BTreeSet<RecordId> {
    let mut found = BTreeSet::new();
    let mut see = |place: &Place| {
        found.extend(place.path.iter().filter_map(|step| match step {
            Step::Field { record, .. } => Some(*record),
            Step::Index { .. } => None,
        }));
    };
    for body in program.functions.iter().filter_map(|function| function.body.as_ref()) {
        for block in &body.blocks {
            for stmt in &block.stmts {
                stmt.places(&mut see);
            }
        }
    }
    found
}

impl Linked {
    /// Takes arrays of bytes for strings.
    fn believe_in_texts(&mut self, program: &Program) {
        let types = &program.types;
        let (texts, parts) = std::mem::take(&mut self.parts).into_iter().partition(
            |(_, _, ty)| matches!(types.kind(*ty), TypeKind::Array { elem, .. } if is_byte(types, *elem)),
        );
        let texts: Vec<(i64, u64, TypeId)> = texts;
        (self.texts, self.parts) = (texts.into_iter().map(|(at, size, _)| (at, size)).collect(), parts);
    }
}

/// Functions that put strings somewhere.
const PUT_TEXT: [&str; 10] =
    ["strcpy", "stpcpy", "strncpy", "strcat", "strncat", "sprintf", "snprintf", "fgets", "scanf", "sscanf"];

/// Whether a program has strings put into its arrays by the library.
pub(super) fn puts_texts(program: &Program) -> bool {
    let puts = |function: &ir::Function| {
        let name =
            function.name.strip_prefix("__isoc99_").or_else(|| function.name.strip_prefix("__isoc23_"));
        function.body.is_none() && PUT_TEXT.contains(&name.unwrap_or(&function.name))
    };
    program.functions.iter().any(puts)
}

fn linked(program: &Program, record: RecordId, ty: TypeId) -> Option<Linked> {
    let types = &program.types;
    if !types.record(record).complete || types.record(record).kind != ir::RecordKind::Struct {
        return None;
    }
    let mut found = Linked {
        record,
        ty,
        pointer: ty,
        links: Vec::new(),
        back: None,
        owned: Vec::new(),
        parts: Vec::new(),
        texts: Vec::new(),
    };
    let mut backs = Vec::new();
    let mut todo = vec![(0_i64, ty, false)];
    while let Some((offset, ty, back)) = todo.pop() {
        if found.parts.len() > MEMBERS {
            return None;
        }
        match types.kind(ty) {
            TypeKind::Record(inner) if types.record(*inner).kind == ir::RecordKind::Struct => {
                for field in &types.record(*inner).fields {
                    let at = offset + field.offset.cast_signed();
                    match field.bits {
                        None => todo.push((at, field.ty, is_back(&field.name))),
                        Some(bits) => found.parts.push((at, bits.bytes(), field.ty)),
                    }
                }
            }
            TypeKind::Record(_) | TypeKind::Array { .. } => found.parts.push((offset, types.size(ty), ty)),
            _ => {
                found.parts.push((offset, types.size(ty), ty));
                if let Some(TypeKind::Record(to)) = types.pointee(ty).map(|to| types.kind(to)) {
                    if *to == record {
                        found.links.push(offset);
                        found.pointer = ty;
                        if back {
                            backs.push(offset);
                        }
                    } else if points_to_itself(program, *to) {
                        found.owned.push((offset, *to));
                    }
                }
            }
        }
    }
    found.parts.sort_unstable_by_key(|(offset, ..)| *offset);
    found.links.sort_unstable();
    if let [back] = backs[..] {
        found.back = Some(back);
    }
    found.owned.sort_unstable_by_key(|(offset, _)| *offset);
    (!found.links.is_empty()).then_some(found)
}

fn points_to_itself(program: &Program, record: RecordId) -> bool {
    let types = &program.types;
    types.record(record).complete
        && types.record(record).fields.iter().any(|field| {
            matches!(types.pointee(field.ty).map(|to| types.kind(to)), Some(TypeKind::Record(to)) if *to == record)
        })
}

/// Whether the member at an offset of a struct is called a link back.
pub(super) fn leads_back(program: &Program, ty: TypeId, offset: u64) -> bool {
    let types = &program.types;
    let (mut ty, mut offset) = (ty, offset);
    loop {
        let TypeKind::Record(id) = types.kind(ty) else { return false };
        let inside =
            |field: &&ir::Field| (field.offset..field.offset + types.size(field.ty)).contains(&offset);
        let Some(field) = types.record(*id).fields.iter().find(inside) else { return false };
        if is_back(&field.name) {
            return true;
        }
        (ty, offset) = (field.ty, offset - field.offset);
    }
}

/// Whether a member is called a link back: one of the words for it ends its name.
fn is_back(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    BACK.iter().any(|word| name.strip_suffix(word).is_some_and(|rest| rest.is_empty() || rest.ends_with('_')))
}

/// The guesses, the likeliest first.
fn shapes(linked: &Linked) -> Vec<Shape> {
    let links = &linked.links;
    let name = if links.len() == 1 { "list" } else { "tree" };
    let mut shapes = vec![Shape { children: links.clone(), back: None, name }];
    if let [next, previous] = links[..] {
        shapes.push(Shape { children: vec![next], back: Some(previous), name: "doubly linked list" });
        shapes.push(Shape {
            children: vec![previous],
            back: Some(next),
            name: "doubly linked list backwards",
        });
    }
    if links.len() > 2 {
        for parent in links {
            let children = links.iter().copied().filter(|link| link != parent).collect();
            shapes.push(Shape { children, back: Some(*parent), name: "tree with parents" });
        }
    }
    // A stable sort: what the names do not tell stays as it is.
    shapes.sort_by_key(|shape| shape.back != linked.back);
    shapes
}

fn definition(
    program: &Program,
    linked: &Linked,
    shape: &Shape,
    id: DefinitionId,
    first: &[First],
) -> Definition {
    let pointer =
        |offset: &i64| linked.parts.iter().find(|(at, ..)| at == offset).map_or(linked.ty, |(.., ty)| *ty);
    let size = program.target.pointer_bytes;
    let mut cells = Vec::new();
    let mut calls = Vec::new();
    let mut locals = Vec::new();
    let back = shape.back.map(|_| Term::of(Name::Root));
    for child in &shape.children {
        let value = Term::of(Name::Local(locals.len() as u32));
        locals.push(Sort::Pointer);
        cells.push(Cell { offset: *child, size, value, ty: pointer(child) });
        calls.push(Call { definition: id, root: value, args: back.into_iter().collect() });
    }
    for (offset, record) in &linked.owned {
        let Some(owned) = first.iter().find(|first| first.record == *record) else { continue };
        // What is owned at its begin has nothing before it.
        let value = Term::of(Name::Local(locals.len() as u32));
        locals.push(Sort::Pointer);
        cells.push(Cell { offset: *offset, size, value, ty: pointer(offset) });
        let args = if owned.back { vec![Term::ZERO] } else { Vec::new() };
        calls.push(Call { definition: owned.definition, root: value, args });
    }
    if let Some(back) = shape.back {
        cells.push(Cell { offset: back, size, value: Term::of(Name::Param(0)), ty: pointer(&back) });
    }
    cells.sort_unstable_by_key(|cell| cell.offset);
    let spoken = |offset: i64| cells.iter().any(|cell| cell.offset == offset);
    let rest = linked
        .parts
        .iter()
        .filter(|(offset, ..)| !spoken(*offset))
        .map(|(offset, size, _)| (*offset, *size))
        .collect();
    let root = Form { terms: vec![(Name::Root, 1)], constant: 0 };
    let record = program.types.record(linked.record);
    let object = Object {
        at: Term::of(Name::Root),
        size: record.size,
        ty: linked.ty,
        cells,
        rest,
        rows: Vec::new(),
        texts: linked.texts.clone(),
        body: None,
        footer: None,
        text: None,
    };
    let nothing = Rule {
        locals: Vec::new(),
        objects: Vec::new(),
        calls: Vec::new(),
        call_spans: Vec::new(),
        segments: Vec::new(),
        reads: Vec::new(),
        pure: vec![Atom::Zero(root.clone())],
        sets: Vec::new(),
        denies: false,
        span: Span::NONE,
    };
    let call_spans = vec![Span::NONE; calls.len()];
    let node = Rule {
        locals,
        objects: vec![object],
        calls,
        call_spans,
        pure: vec![Atom::NonZero(root)],
        ..nothing.clone()
    };
    let param = shape.back.map(|field| Parameter {
        name: "before".into(),
        sort: Sort::Pointer,
        kind: Kind::Previous { field: Some(field) },
    });
    Definition {
        name: format!("{} of {}", shape.name, record.name).into(),
        function: None,
        root: linked.pointer,
        root_variable: None,
        whole: false,
        params: param.into_iter().collect(),
        rules: vec![nothing, node],
        refused: false,
        span: Span::NONE,
    }
}
