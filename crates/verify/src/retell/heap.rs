//! The memory of a run for people: what its variables hold, and the blocks of the heap.
//!
//! Blocks have no types in C. What a block is taken for is found out by following pointers from variables, whose types are declared; it is
//! remembered as long as the run goes on, so that a block keeps its looks when the last pointer to it is gone.

use std::collections::{BTreeMap, VecDeque};

use ir::{Program, TypeId, TypeKind};
use model::{Drawing, Memory, NodeId, NodeKind, Object, ObjectId, ObjectKind, ObjectState, Word};

use super::named::{Holds, Part, Variable, parts, variables};

/// Most blocks that are drawn.
const BLOCKS: usize = 40;
/// Draws one memory after the other of a run.
#[derive(Default)]
pub(super) struct Artist {
    types: BTreeMap<ObjectId, TypeId>,
    /// Blocks are numbered as they are first seen.
    numbers: BTreeMap<ObjectId, usize>,
}

impl Artist {
    pub(super) fn draw(&mut self, program: &Program, memory: &Memory) -> Drawing {
        let variables = variables(program, memory);
        self.find_types(program, memory, &variables);
        let mut sheet =
            Sheet { program, memory, drawing: Drawing::default(), nodes: BTreeMap::new(), null: None };
        let heap = |object: &&Object| matches!(object.kind(), ObjectKind::Heap | ObjectKind::Alloca);
        let mut blocks: Vec<&Object> = memory.objects().iter().filter(heap).collect();
        // What is gone is drawn where something still leads to it, or where it was seen before.
        blocks.retain(|block| block.is_live() || self.numbers.contains_key(&block.id()));
        for block in blocks.into_iter().take(BLOCKS) {
            let next = self.numbers.len() + 1;
            let number = *self.numbers.entry(block.id()).or_insert(next);
            sheet.block(block, number, self.types.get(&block.id()).copied());
        }
        for variable in &variables {
            sheet.variable(variable);
        }
        sheet.contents(&self.types);
        sheet.without_lonely_dead()
    }

    /// Follows pointers from variables with their declared types.
    fn find_types(&mut self, program: &Program, memory: &Memory, variables: &[Variable]) {
        let types = &program.types;
        let mut todo: VecDeque<(ObjectId, TypeId)> = VecDeque::new();
        for variable in variables {
            match variable.holds {
                Holds::Object(object) => todo.push_back((object, variable.ty)),
                Holds::Word(word) => {
                    if let (Some((object, 0)), Some(ty)) =
                        (memory.points_to(word), types.pointee(variable.ty))
                    {
                        todo.push_back((object, ty));
                    }
                }
            }
        }
        let mut seen: BTreeMap<ObjectId, TypeId> = BTreeMap::new();
        while let Some((id, ty)) = todo.pop_front() {
            let Some(object) = memory.live(id) else { continue };
            let size = types.size(ty);
            if size == 0 || size > object.size() || seen.len() > 4 * BLOCKS || seen.contains_key(&id) {
                continue;
            }
            // What is known to be a struct is not a number because somebody looks at its first member.
            let is_record = |ty: TypeId| matches!(types.kind(ty), TypeKind::Record(_));
            let known = self.types.get(&id).copied().filter(|known| is_record(*known) && !is_record(ty));
            let ty = known.unwrap_or(ty);
            seen.insert(id, ty);
            self.types.insert(id, ty);
            let pointers: BTreeMap<u64, (ObjectId, i64)> =
                memory.pointers_in(object).into_iter().map(|(at, to, into)| (at, (to, into))).collect();
            for part in parts(program, ty, object.size()) {
                if let (Some(&(to, 0)), Some(pointee)) = (pointers.get(&part.offset), types.pointee(part.ty))
                {
                    todo.push_back((to, pointee));
                }
            }
        }
    }
}

/// A picture in the making.
struct Sheet<'a> {
    program: &'a Program,
    memory: &'a Memory,
    drawing: Drawing,
    nodes: BTreeMap<ObjectId, NodeId>,
    null: Option<NodeId>,
}

impl Sheet<'_> {
    fn block(&mut self, block: &Object, number: usize, ty: Option<TypeId>) {
        let size = block.size();
        let what = ty.map_or_else(
            || "block".to_owned(),
            |ty| self.program.types.display(ty).to_string().trim_start_matches("struct ").to_owned(),
        );
        let each = ty.map_or(0, |ty| self.program.types.size(ty)).max(1);
        let many = if ty.is_some() && size > each { format!("[{}]", size / each) } else { String::new() };
        let kind = if block.state() == ObjectState::Live { NodeKind::Cell } else { NodeKind::Freed };
        let node = self.drawing.node(kind, format!("{what}{many} #{number}"));
        self.drawing.nodes[node].key = format!("#{number}");
        self.drawing.nodes[node].size = if size == 1 { "1 byte".into() } else { format!("{size} bytes") };
        self.nodes.insert(block.id(), node);
    }

    fn variable(&mut self, variable: &Variable) {
        let types = &self.program.types;
        match variable.holds {
            Holds::Word(word) => {
                let value = match self.memory.points_to(word) {
                    Some(_) if types.is_pointer(variable.ty) => None,
                    _ => Some(self.number(word.bits, variable.ty)),
                };
                match value {
                    None => {
                        let node = self.drawing.node(NodeKind::Variable, &variable.name);
                        let target = self.target(word);
                        self.drawing.arrow(node, target);
                    }
                    Some(value) if value == "null" => {
                        let node = self.drawing.node(NodeKind::Variable, &variable.name);
                        let null = self.null();
                        self.drawing.arrow(node, null);
                    }
                    Some(value) => self.drawing.facts.push(format!("{} = {value}", variable.name)),
                }
            }
            Holds::Object(id) => {
                let Some(object) = self.memory.live(id) else { return };
                let parts = parts(self.program, variable.ty, types.size(variable.ty));
                let pointers = self.pointers(object);
                // A number in memory is no picture.
                if let [part] = parts.as_slice()
                    && !types.is_pointer(part.ty)
                {
                    let (value, _) = self.value(object, part, &pointers);
                    if !value.is_empty() && value != "unwritten" {
                        self.drawing.facts.push(format!("{} = {value}", variable.name));
                    }
                    return;
                }
                let node = self.drawing.node(NodeKind::Variable, &variable.name);
                self.nodes.insert(id, node);
                if let [part] = parts.as_slice() {
                    if let Some(&word) = pointers.get(&part.offset) {
                        let target = self.target(word);
                        self.drawing.arrow(node, target);
                        return;
                    }
                    let (value, _) = self.value(object, part, &pointers);
                    let to = match value.as_str() {
                        "null" => self.null(),
                        "unwritten" => self.drawing.node(NodeKind::Uninitialized, "unwritten"),
                        _ => self.drawing.node(NodeKind::Unknown, value),
                    };
                    self.drawing.arrow(node, to);
                } else {
                    self.fill(node, object, &parts);
                }
            }
        }
    }

    /// What is in the blocks.
    fn contents(&mut self, types: &BTreeMap<ObjectId, TypeId>) {
        let blocks: Vec<(ObjectId, NodeId)> = self.nodes.iter().map(|(id, node)| (*id, *node)).collect();
        for (id, node) in blocks {
            let Some(object) = self.memory.live(id).filter(|object| object.kind() == ObjectKind::Heap) else {
                continue;
            };
            match types.get(&id) {
                Some(ty) => {
                    let parts = parts(self.program, *ty, object.size());
                    self.fill(node, object, &parts);
                }
                None => {
                    for (offset, word) in self.pointers(object) {
                        let target = self.target(word);
                        self.drawing.arrow_of(node, format!("+{offset}"), target);
                    }
                }
            }
        }
    }

    fn fill(&mut self, node: NodeId, object: &Object, parts: &[Part]) {
        let pointers = self.pointers(object);
        for part in parts {
            let (value, word) = self.value(object, part, &pointers);
            self.drawing.nodes[node].fields.push((part.name.clone(), value));
            if let Some(word) = word {
                let target = self.target(word);
                self.drawing.arrow_of(node, part.name.clone(), target);
            }
        }
    }

    fn pointers(&self, object: &Object) -> BTreeMap<u64, Word> {
        let pointers = self.memory.pointers_in(object).into_iter();
        let word = |to: ObjectId, into: i64| {
            let base = self.memory.object(to).map_or(0, Object::base);
            Word::pointer(base.wrapping_add_signed(into), to)
        };
        pointers.map(|(at, to, into)| (at, word(to, into))).collect()
    }

    /// What a part holds in words, or the pointer in it.
    fn value(&self, object: &Object, part: &Part, pointers: &BTreeMap<u64, Word>) -> (String, Option<Word>) {
        let types = &self.program.types;
        let (from, upto) = (part.offset as usize, (part.offset + types.size(part.ty)) as usize);
        let last = upto.saturating_sub(8).max(from);
        let Some((bytes, _)) = object.bytes(last..upto) else { return (String::new(), None) };
        if let Some(word) = pointers.get(&part.offset).filter(|_| types.is_pointer(part.ty)) {
            return (String::new(), Some(*word));
        }
        if !object.is_written(from..upto) {
            return ("unwritten".into(), None);
        }
        let bits = bytes.iter().rev().fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
        (self.number(bits, part.ty), None)
    }

    fn number(&self, bits: u64, ty: TypeId) -> String {
        let types = &self.program.types;
        if types.is_pointer(ty) {
            return if bits == 0 { "null".into() } else { format!("{bits:#x}") };
        }
        match (types.kind(ty), types.integer(ty)) {
            (TypeKind::Bool, _) => if bits & 1 == 1 { "true" } else { "false" }.into(),
            (_, Some((width, signed))) => {
                model::Value::new(u128::from(bits)).as_int(width.min(64), signed).to_string()
            }
            _ => "…".into(),
        }
    }

    /// What a pointer leads to.
    fn target(&mut self, word: Word) -> NodeId {
        let Some((id, _)) = self.memory.points_to(word) else {
            return if word.bits == 0 {
                self.null()
            } else {
                self.drawing.node(NodeKind::Unknown, "elsewhere")
            };
        };
        if let Some(node) = self.nodes.get(&id) {
            return *node;
        }
        let object = self.memory.object(id);
        let node = match object {
            Some(object) if !object.is_live() => self.drawing.node(NodeKind::Freed, "gone"),
            Some(object) => {
                let name = match object.kind() {
                    ObjectKind::Function(function) => self.program.functions[function].name.to_string(),
                    ObjectKind::Global(global) => self.program.globals[global].name.to_string(),
                    ObjectKind::Stack { function, slot } => {
                        let body = self.program.functions[function].body.as_ref();
                        let name = body.and_then(|body| body.slots[slot].name.clone());
                        name.map_or_else(|| "a variable".to_owned(), |name| name.to_string())
                    }
                    _ => "something".to_owned(),
                };
                self.drawing.node(NodeKind::Unknown, name)
            }
            None => self.drawing.node(NodeKind::Unknown, "elsewhere"),
        };
        self.nodes.insert(id, node);
        node
    }

    fn null(&mut self) -> NodeId {
        if self.null.is_none() {
            self.null = Some(self.drawing.node(NodeKind::Null, "null"));
        }
        self.null.unwrap_or_default()
    }

    /// Blocks that are gone and that nothing leads to are of no interest.
    fn without_lonely_dead(mut self) -> Drawing {
        let led_to: Vec<bool> = (0..self.drawing.nodes.len())
            .map(|node| self.drawing.edges.iter().any(|edge| edge.to == node))
            .collect();
        let keep: Vec<bool> = self
            .drawing
            .nodes
            .iter()
            .zip(&led_to)
            .map(|(node, led_to)| node.kind != NodeKind::Freed || *led_to)
            .collect();
        let mut places = Vec::new();
        let mut next = 0;
        for kept in &keep {
            places.push(next);
            next += usize::from(*kept);
        }
        let mut at = 0;
        self.drawing.nodes.retain(|_| {
            at += 1;
            keep[at - 1]
        });
        for edge in &mut self.drawing.edges {
            (edge.from, edge.to) = (places[edge.from], places[edge.to]);
        }
        self.drawing
    }
}
