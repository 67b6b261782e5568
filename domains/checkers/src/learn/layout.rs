//! Which nodes are of one layout, and what parts that has.
//!
//! A block of the heap has no type of its own. It gets one from what points to it: a variable or a member that is declared as a pointer to a
//! struct of its size, or to a struct that only one struct of its size has at that place (a link within an element). What
//! was allocated in the same line is of the same layout. What remains is only so many bytes.

use std::collections::{BTreeMap, BTreeSet};

use ir::{Program, RecordKind, Span, TypeId, TypeKind, Types};

use super::rows::Row;
use super::sample::{Node, NodeId, Origin, Sample, Value};
use crate::definition::Room;

/// The most parts of a layout.
const PARTS: usize = 64;

/// A layout, by its place.
pub(super) type ClassId = usize;

/// What nodes of one layout have in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Class {
    /// The struct; none if it is only bytes.
    pub(super) ty: Option<TypeId>,
    pub(super) size: u64,
    /// Numbers and pointers, unions as a whole, by offset.
    pub(super) parts: Vec<Part>,
    /// Arrays, by offset.
    pub(super) rows: Vec<Row>,
    /// Whether it is bytes that hold a string.
    pub(super) text: Option<Room>,
    /// Where its arrays are that hold strings.
    pub(super) texts: BTreeSet<i64>,
}

/// A scalar in an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    pub(crate) offset: i64,
    pub(crate) size: u64,
    pub(super) ty: TypeId,
    /// Whether it is, or may be, a pointer.
    pub(crate) pointer: bool,
    /// Whether it is a number, and a signed one.
    pub(crate) integer: Option<bool>,
}

/// Whether a type is one of bytes.
pub(super) fn is_byte(types: &Types, ty: TypeId) -> bool {
    types.integer(ty).is_some() && types.size(ty) == 1
}

impl Part {
    /// Whether it is an array of bytes.
    fn is_bytes(&self, types: &Types) -> bool {
        matches!(types.kind(self.ty), TypeKind::Array { elem, .. } if is_byte(types, *elem))
    }

    pub(super) fn read(&self, node: &Node) -> Value {
        node.read(self.offset, self.size, self.integer == Some(true))
    }
}

/// The layouts of the nodes of all samples.
#[derive(Clone, Debug, Default)]
pub(super) struct Layouts {
    pub(super) classes: Vec<Class>,
    /// For each sample and node its class, if it is on the heap.
    pub(super) of: Vec<Vec<Option<ClassId>>>,
}

/// The parts of a type and its long arrays; nothing if there are too many parts.
pub(crate) fn parts(types: &Types, ty: TypeId) -> Option<(Vec<Part>, Vec<Row>)> {
    let (mut found, mut rows) = (Vec::new(), Vec::new());
    let mut todo = vec![(0_i64, ty)];
    while let Some((offset, ty)) = todo.pop() {
        if found.len() + todo.len() > PARTS {
            return None;
        }
        match types.kind(ty) {
            TypeKind::Record(id) if types.record(*id).kind == RecordKind::Struct => {
                for field in &types.record(*id).fields {
                    let at = offset + field.offset.cast_signed();
                    match field.bits {
                        None => todo.push((at, field.ty)),
                        Some(bits) => {
                            let (size, ty) = (bits.bytes(), field.ty);
                            found.push(Part { offset: at, size, ty, pointer: false, integer: None });
                        }
                    }
                }
            }
            TypeKind::Array { elem, len: Some(len) } if *len <= PARTS as u64 && !is_byte(types, *elem) => {
                let stride = types.size(*elem).cast_signed();
                todo.extend((0..len.cast_signed()).map(|n| (offset + n * stride, *elem)));
            }
            TypeKind::Array { elem, len: Some(len) } => {
                let bytes = len.checked_mul(types.size(*elem))?;
                match Row::of(types, *elem, offset, bytes) {
                    Some(row) => rows.push(row),
                    None => found.push(Part { offset, size: bytes, ty, pointer: false, integer: None }),
                }
            }
            _ => {
                let size = types.size(ty);
                let integer = types.integer(ty).filter(|_| size <= 8).map(|(_, signed)| signed);
                found.push(Part { offset, size, ty, pointer: types.is_pointer(ty), integer });
            }
        }
    }
    found.sort_unstable_by_key(|part| part.offset);
    // Bit-fields may share bytes.
    found.dedup_by(|later, first| later.offset < first.offset.saturating_add_unsigned(first.size));
    found.retain(|part| part.size > 0);
    rows.sort_unstable_by_key(|row| row.from);
    Some((found, rows))
}

impl Layouts {
    /// Where strings are told from other bytes they are only where they are as long as they have to be, or wherever they are found.
    pub(super) fn of(program: &Program, samples: &[Sample], every_text: bool) -> Self {
        let mut typing = Typing::new(program, samples);
        typing.spread(samples);
        typing.by_member(samples);
        typing.spread(samples);
        typing.by_site(samples);
        typing.spread(samples);
        let mut layouts = Self::default();
        let texts = typing.texts(samples);
        for (at, sample) in samples.iter().enumerate() {
            let elements = typing.elements(at, sample);
            let mut classes = vec![None; sample.nodes.len()];
            for (node, object) in
                sample.nodes.iter().enumerate().filter(|(_, node)| node.origin == Origin::Heap)
            {
                let (ty, elem) = (typing.of[at][node], elements.get(&node).copied());
                let text = texts.get(&object.site.span).filter(|_| ty.is_none());
                classes[node] = Some(match text {
                    Some(Room::Any) => layouts.text(1, Room::Any),
                    Some(Room::Fixed) if every_text => layouts.text(object.size, Room::Fixed),
                    _ => layouts.class(&program.types, object.size, ty, elem),
                });
            }
            layouts.of.push(classes);
        }
        if every_text {
            layouts.find_texts(&program.types, samples);
        }
        layouts
    }

    /// Arrays of bytes that hold a string in every node that nobody is about to make.
    fn find_texts(&mut self, types: &Types, samples: &[Sample]) {
        let mut seen: BTreeMap<(ClassId, i64), bool> = BTreeMap::new();
        for (sample, classes) in samples.iter().zip(&self.of) {
            for (node, class) in sample.nodes.iter().zip(classes) {
                let Some(class) = class.filter(|_| !node.held) else { continue };
                for part in self.classes[class].parts.iter().filter(|part| part.is_bytes(types)) {
                    let text = node.holds_text_within(part.offset, part.size);
                    *seen.entry((class, part.offset)).or_insert(true) &= text;
                }
            }
        }
        for ((class, offset), _) in seen.into_iter().filter(|(_, text)| *text) {
            self.classes[class].texts.insert(offset);
        }
    }

    fn class(&mut self, types: &Types, size: u64, ty: Option<TypeId>, elem: Option<TypeId>) -> ClassId {
        let rows: Vec<Row> = elem.and_then(|elem| Row::of(types, elem, 0, size)).into_iter().collect();
        let same = |class: &Class| {
            (class.size, class.ty, class.text) == (size, ty, None) && (ty.is_some() || class.rows == rows)
        };
        self.classes.iter().position(same).unwrap_or_else(|| {
            let (parts, rows) =
                ty.map_or(Some((Vec::new(), rows)), |ty| parts(types, ty)).unwrap_or_default();
            self.classes.push(Class { ty, size, parts, rows, text: None, texts: BTreeSet::new() });
            self.classes.len() - 1
        })
    }

    /// The layout of strings in blocks of a size.
    fn text(&mut self, size: u64, room: Room) -> ClassId {
        let text = Some(room);
        let same = |class: &Class| (class.size, class.text) == (size, text);
        self.classes.iter().position(same).unwrap_or_else(|| {
            let (parts, rows, texts) = (Vec::new(), Vec::new(), BTreeSet::new());
            self.classes.push(Class { ty: None, size, parts, rows, text, texts });
            self.classes.len() - 1
        })
    }
}

/// Types of nodes in the making.
struct Typing<'a> {
    program: &'a Program,
    /// The structs of the program.
    structs: Vec<TypeId>,
    /// For each sample and node its type.
    of: Vec<Vec<Option<TypeId>>>,
}

impl<'a> Typing<'a> {
    fn new(program: &'a Program, samples: &[Sample]) -> Self {
        let types = &program.types;
        let is_struct = |kind: &TypeKind| match kind {
            TypeKind::Record(id) => {
                types.record(*id).complete && types.record(*id).kind == RecordKind::Struct
            }
            _ => false,
        };
        let structs = types.iter().filter(|(_, ty)| is_struct(&ty.kind)).map(|(id, _)| id).collect();
        let declared = |node: &Node| match node.origin {
            Origin::Variable(ty, _) => Some(ty),
            _ => None,
        };
        let of = samples.iter().map(|sample| sample.nodes.iter().map(declared).collect()).collect();
        Self { program, structs, of }
    }

    /// What pointers say, followed as far as they lead.
    fn spread(&mut self, samples: &[Sample]) {
        for (at, sample) in samples.iter().enumerate() {
            loop {
                let mut changed = false;
                for (node, distance, to) in self.pointers(at, sample) {
                    let fits = distance == 0 && self.is_struct_of(to, sample.nodes[node].size);
                    if fits && self.of[at][node].is_none() {
                        self.of[at][node] = Some(to);
                        changed = true;
                    }
                }
                if !changed {
                    break;
                }
            }
        }
    }

    /// What points to a member tells what it is a member of, if there is only one such struct.
    fn by_member(&mut self, samples: &[Sample]) {
        for (at, sample) in samples.iter().enumerate() {
            for (node, distance, to) in self.pointers(at, sample) {
                let size = sample.nodes[node].size;
                let has = |ty: &&TypeId| self.is_struct_of(**ty, size) && self.member_at(**ty, distance, to);
                let mut found = self.structs.iter().filter(has);
                if let (Some(ty), None, None) = (found.next(), found.next(), self.of[at][node]) {
                    self.of[at][node] = Some(*ty);
                }
            }
        }
    }

    /// What is allocated in one line is of one type.
    fn by_site(&mut self, samples: &[Sample]) {
        let mut known: BTreeMap<(Span, u64), TypeId> = BTreeMap::new();
        for (sample, types) in samples.iter().zip(&self.of) {
            for (node, ty) in sample.nodes.iter().zip(types).filter(|(node, _)| node.origin == Origin::Heap) {
                if let Some(ty) = ty {
                    known.entry((node.site.span, node.size)).or_insert(*ty);
                }
            }
        }
        for (sample, types) in samples.iter().zip(&mut self.of) {
            for (node, ty) in sample.nodes.iter().zip(types).filter(|(node, _)| node.origin == Origin::Heap) {
                if ty.is_none() {
                    *ty = known.get(&(node.site.span, node.size)).copied();
                }
            }
        }
    }

    /// The lines in which strings are allocated: bytes that hold strings as soon as no variable points to them. Blocks of more than one size are as large as they
    /// have to be.
    fn texts(&self, samples: &[Sample]) -> BTreeMap<Span, Room> {
        let mut sizes: BTreeMap<Span, BTreeSet<u64>> = BTreeMap::new();
        let (mut shown, mut others) = (BTreeSet::new(), BTreeSet::new());
        let types = &self.program.types;
        for (at, sample) in samples.iter().enumerate() {
            for (node, elem) in self.elements(at, sample) {
                let object = &sample.nodes[node];
                let is_byte = is_byte(types, elem);
                let site = object.site.span;
                sizes.entry(site).or_default().insert(object.size);
                match is_byte && object.holds_text() {
                    true => shown.insert(site),
                    false if is_byte && object.held => false,
                    false => others.insert(site),
                };
            }
        }
        let texts = sizes.into_iter().filter(|(span, _)| shown.contains(span) && !others.contains(span));
        texts.map(|(span, sizes)| (span, if sizes.len() > 1 { Room::Any } else { Room::Fixed })).collect()
    }

    /// What the nodes that are no structs are arrays of, as pointers to their begins say.
    fn elements(&self, at: usize, sample: &Sample) -> BTreeMap<NodeId, TypeId> {
        let to_begin = self.pointers(at, sample).into_iter().filter(|(_, distance, _)| *distance == 0);
        let untyped = to_begin.filter(|(node, ..)| self.of[at][*node].is_none());
        untyped.map(|(node, _, to)| (node, to)).collect()
    }

    /// All pointers of which it is known what they are declared to point to.
    fn pointers(&self, at: usize, sample: &Sample) -> Vec<(NodeId, i64, TypeId)> {
        let types = &self.program.types;
        let mut found = sample.claims.clone();
        for (node, ty) in sample.nodes.iter().zip(&self.of[at]) {
            let Some((parts, _)) = ty.and_then(|ty| parts(types, ty)) else { continue };
            for part in parts {
                if let (Value::To(to, distance), Some(pointee)) = (part.read(node), types.pointee(part.ty)) {
                    found.push((to, distance, pointee));
                }
            }
        }
        found.retain(|(to, ..)| sample.nodes[*to].origin == Origin::Heap);
        found
    }

    fn is_struct_of(&self, ty: TypeId, size: u64) -> bool {
        self.structs.contains(&ty) && self.program.types.size(ty) == size
    }

    /// Whether a struct has a member of this type there, at any depth.
    fn member_at(&self, ty: TypeId, offset: i64, member: TypeId) -> bool {
        let types = &self.program.types;
        let (mut ty, mut offset) = (ty, offset);
        while let TypeKind::Record(id) = types.kind(ty) {
            let inside = |field: &&ir::Field| {
                let from = offset - field.offset.cast_signed();
                (0..types.size(field.ty).cast_signed()).contains(&from)
            };
            let Some(field) = types.record(*id).fields.iter().find(inside) else { return false };
            (ty, offset) = (field.ty, offset - field.offset.cast_signed());
            if offset == 0 && ty == member {
                return true;
            }
        }
        false
    }
}
