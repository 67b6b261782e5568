//! A memory that was seen in a run, as a graph.
//!
//! Nodes are objects, with their bytes and with what each pointer in them leads to. Everything else about the memory is left out: two
//! samples with the same graph say the same.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use ir::{FunctionId, GlobalId, Liveness, Program, TypeId};
use model::{Memory, Object, ObjectId, ObjectKind, Site};
use rustc_hash::FxHasher;

/// Bytes of an object beyond this are not looked at.
const BYTES: usize = 4096;

/// The most objects of a sample.
const OBJECTS: usize = 128;

/// An object of a sample, by its place.
pub(super) type NodeId = usize;

/// A memory that was seen in a run.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    pub(super) nodes: Vec<Node>,
    /// What variables hold: the node they point to, how far into it, and what they take it for.
    pub(super) claims: Vec<(NodeId, i64, TypeId)>,
}

/// An object.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) size: u64,
    pub(super) origin: Origin,
    /// Where it was allocated.
    pub(super) site: Site,
    /// Whether a variable points to it.
    pub(super) held: bool,
    /// Whether a variable points to it that nobody reads any more before it is written.
    pub(super) left: bool,
    bytes: Vec<u8>,
    undefined: Vec<u8>,
    /// By offset.
    pointers: BTreeMap<i64, Value>,
}

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    Heap,
    /// A variable of this type, and its name if it is a global one.
    Variable(TypeId, Option<GlobalId>),
    /// Something else: a function, an object of the library.
    Other,
}

/// What a part of an object holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Value {
    /// It was not written, at least not all of it.
    Unwritten,
    /// A number, or null.
    Number(i128),
    /// So many bytes behind the begin of a node.
    To(NodeId, i64),
    /// The address of a function.
    Code(FunctionId),
    /// The address of something that is gone.
    Gone,
}

impl Value {
    pub(super) const NULL: Self = Self::Number(0);
}

impl Node {
    /// What these bytes hold, read as a number if no pointer is there.
    pub(super) fn read(&self, offset: i64, size: u64, signed: bool) -> Value {
        let Some(range) = usize::try_from(offset).ok().map(|from| from..from + size as usize) else {
            return Value::Unwritten;
        };
        let (Some(bytes), Some(undefined)) = (self.bytes.get(range.clone()), self.undefined.get(range))
        else {
            return Value::Unwritten;
        };
        if size > 16 || undefined.iter().any(|byte| *byte != 0) {
            return Value::Unwritten;
        }
        if let Some(pointer) = self.pointers.get(&offset) {
            return *pointer;
        }
        let bits = bytes.iter().rev().fold(0_u128, |bits, byte| bits << 8 | u128::from(*byte));
        let unused = 128 - 8 * size as u32;
        let top = bits << unused;
        Value::Number(if signed { top.cast_signed() >> unused } else { (top >> unused).cast_signed() })
    }

    /// Whether it holds a string from its begin on, as far as one can see.
    pub(super) fn holds_text(&self) -> bool {
        self.holds_text_within(0, self.size)
    }

    /// Whether so many of its bytes hold a string.
    pub(super) fn holds_text_within(&self, offset: i64, size: u64) -> bool {
        let bytes = self.bytes.iter().zip(&self.undefined).skip(offset as usize).take(size as usize);
        bytes.take_while(|(_, undefined)| **undefined == 0).any(|(byte, _)| *byte == 0)
    }

    /// How many of its bytes were looked at.
    pub(super) fn seen(&self) -> i64 {
        self.bytes.len() as i64
    }

    /// Where it holds pointers, and what they lead to.
    pub(super) fn pointers(&self) -> impl Iterator<Item = (i64, Value)> {
        self.pointers.iter().map(|(offset, value)| (*offset, *value))
    }
}

impl Sample {
    /// What is worth keeping of a memory; nothing if it has no objects on the heap, or too many.
    pub fn of(
        program: &Program,
        memory: &Memory,
        liveness: &mut BTreeMap<FunctionId, Liveness>,
    ) -> Option<Self> {
        let mut sample = Self::default();
        let mut places: BTreeMap<ObjectId, NodeId> = BTreeMap::new();
        let roots = roots(program, memory, liveness);
        // What can be reached, and the heap as a whole: what is lost is part of it until it is reported.
        for object in memory.live_objects().filter(|object| is_seen(program, object)) {
            if places.len() == OBJECTS {
                return None;
            }
            places.insert(object.id(), sample.nodes.len());
            sample.nodes.push(node(program, memory, object));
        }
        if !sample.nodes.iter().any(|node| node.origin == Origin::Heap) {
            return None;
        }
        for (object, &at) in &places {
            let Some(object) = memory.live(*object) else { continue };
            let held = matches!(sample.nodes[at].origin, Origin::Variable(..));
            for (offset, target, distance) in memory.pointers_in(object) {
                let to = places.get(&target).copied();
                let value = match (to, memory.live(target).map(Object::kind)) {
                    (Some(to), _) => Value::To(to, distance),
                    (None, Some(ObjectKind::Function(function))) if distance == 0 => Value::Code(function),
                    (None, _) => Value::Gone,
                };
                sample.nodes[at].pointers.insert(offset.cast_signed(), value);
                if let Some(to) = to.filter(|_| held) {
                    sample.nodes[to].held = true;
                }
            }
        }
        for Root { object, distance, ty, live } in roots {
            match places.get(&object) {
                Some(&at) if live => {
                    sample.nodes[at].held = true;
                    sample.claims.push((at, distance, ty));
                }
                Some(&at) => sample.nodes[at].left = true,
                None => {}
            }
        }
        Some(sample)
    }

    /// A number that differs where samples have blocks from different places, or different numbers of pointers in them.
    pub fn outline(&self) -> u64 {
        let blocks = self.nodes.iter().filter(|node| node.origin == Origin::Heap);
        let mut outline: Vec<_> = blocks
            .map(|node| (node.size, node.site.span.line, node.site.span.column, node.pointers.len()))
            .collect();
        outline.sort_unstable();
        let mut hasher = FxHasher::default();
        outline.hash(&mut hasher);
        hasher.finish()
    }

    /// How many objects it has on the heap.
    pub fn blocks(&self) -> usize {
        self.nodes.iter().filter(|node| node.origin == Origin::Heap).count()
    }
}

/// What a register of an active call points to.
struct Root {
    object: ObjectId,
    distance: i64,
    /// What it takes it for.
    ty: TypeId,
    /// Whether it is read again.
    live: bool,
}

/// What the registers of active calls point to: all that are read again, and variables that are not.
fn roots(program: &Program, memory: &Memory, liveness: &mut BTreeMap<FunctionId, Liveness>) -> Vec<Root> {
    let mut found = Vec::new();
    let innermost = memory.frames.len().saturating_sub(1);
    for (depth, frame) in memory.frames.iter().enumerate() {
        let Some(body) = &*program.functions[frame.function].body else { continue };
        let live = memory.live_registers(frame, depth == innermost, body, liveness);
        for (local, register) in body.locals.enumerate() {
            let live = live.contains(local);
            if !live && register.name.is_none() {
                continue;
            }
            let word = memory.register(frame, local).low();
            if let (Some((object, distance)), Some(ty)) =
                (memory.points_to(word), program.types.pointee(register.ty))
            {
                found.push(Root { object, distance, ty, live });
            }
        }
    }
    found
}

/// Whether an object can be part of a structure, or an end of one: the text of the program is not.
fn is_seen(program: &Program, object: &Object) -> bool {
    match object.kind() {
        ObjectKind::Heap | ObjectKind::Stack { .. } => true,
        ObjectKind::Global(global) => {
            !object.is_read_only() && program.types.size(program.globals[global].ty) > 0
        }
        _ => false,
    }
}

fn node(program: &Program, memory: &Memory, object: &Object) -> Node {
    let origin = match object.kind() {
        ObjectKind::Heap => Origin::Heap,
        ObjectKind::Stack { function, slot } => program.functions[function]
            .body
            .as_ref()
            .map_or(Origin::Other, |body| Origin::Variable(body.slots[slot].ty, None)),
        ObjectKind::Global(global) => Origin::Variable(program.globals[global].ty, Some(global)),
        _ => Origin::Other,
    };
    let kept = object.len().min(BYTES);
    let (bytes, undefined) = object.bytes(0..kept).unwrap_or_default();
    Node {
        size: object.size(),
        origin,
        site: memory.site(object.allocated()),
        held: false,
        left: false,
        bytes: bytes.into_owned(),
        undefined: undefined.into_owned(),
        pointers: BTreeMap::new(),
    }
}
