//! Whether configurations describe the blocks of a concrete memory.
//!
//! From the variables of the innermost call the concrete objects are assigned to nodes: a register leads to an object of
//! its node, and so does a pointer in a region. An object that would belong to two nodes refutes the partition. Then
//! every block of the heap that the function sees a reference to must be described by one configuration: registers,
//! counts, hits and misses, the flag and the class must all be true of it.

use std::collections::BTreeMap;

use engine::Point;
use ir::{Id, Liveness, LocalId, Program};
use model::{Frame, Memory, ObjectId, ObjectKind, ObjectState, Word};
use rustc_hash::FxHashMap;

use crate::analysis::Prepared;
use crate::configuration::{Configuration, Expression, Holder, INFINITE, LIMIT, Root};
use crate::points::{Partition, Target};
use crate::truth::Truth;

/// Where the first byte of an object lies in its node.
type Places = FxHashMap<ObjectId, Target>;

impl Prepared<'_> {
    /// Whether the blocks that the innermost call can see are described by configurations at its point; else why not.
    pub fn admits(&self, point: Point, known: &[Configuration], memory: &Memory) -> Result<(), String> {
        let Some(frame) = memory.frames.last().filter(|frame| frame.function == point.function) else {
            return Ok(());
        };
        let view = View::new(self.program, &*self.points, memory, frame)?;
        for (id, place) in view.sorted() {
            let Some(object) = memory.object(id) else { continue };
            let block = object.kind() == ObjectKind::Heap && object.state() != ObjectState::Dead;
            // What all functions share, and this one has nothing to do with, goes past it.
            let shared = self.points.object(place.node).marks.shared;
            let passed = shared && !self.points.touches(point.function, place.node);
            if !block || passed || !view.is_referred_to(id) {
                continue;
            }
            let describes = |known: &&Configuration| view.describes(known, id, place);
            if !known.iter().any(|known| describes(&known)) {
                let all: Vec<String> = known.iter().map(|known| self.draw(point.function, known)).collect();
                let (freed, facts) = (object.state() == ObjectState::Freed, view.draw(self, id));
                return Err(format!(
                    "no configuration describes {id:?} (freed: {freed}, {facts}): {}",
                    all.join(" | ")
                ));
            }
        }
        Ok(())
    }
}

struct View<'a> {
    program: &'a Program,
    points: &'a dyn Partition,
    memory: &'a Memory,
    frame: &'a Frame,
    places: Places,
    /// Registers of the innermost call whose values are needed, with what they hold.
    registers: Vec<(LocalId, Word)>,
    /// References from each region.
    counts: FxHashMap<ObjectId, BTreeMap<Holder, u32>>,
    /// References from variables of other calls.
    outside: FxHashMap<ObjectId, u32>,
    /// References from objects whose region is not known: only callers lead to them, or nobody does.
    unassigned: FxHashMap<ObjectId, u32>,
}

impl<'a> View<'a> {
    fn new(
        program: &'a Program,
        points: &'a dyn Partition,
        memory: &'a Memory,
        frame: &'a Frame,
    ) -> Result<Self, String> {
        let mut liveness: BTreeMap<ir::FunctionId, Liveness> = BTreeMap::new();
        let mut outside: FxHashMap<ObjectId, u32> = FxHashMap::default();
        let innermost = memory.frames.len() - 1;
        let mut registers = Vec::new();
        for (depth, other) in memory.frames.iter().enumerate() {
            let Some(body) = &*program.functions[other.function].body else { continue };
            let live = memory.live_registers(other, depth == innermost, body, &mut liveness);
            for local in body.locals.ids().filter(|local| live.contains(*local)) {
                let value = memory.register(other, local).low();
                if depth == innermost {
                    registers.push((local, value));
                } else if let Some(id) = value.provenance {
                    *outside.entry(id).or_default() += 1;
                }
            }
        }
        let counts = FxHashMap::default();
        let (places, unassigned) = (Places::default(), FxHashMap::default());
        let mut view =
            Self { program, points, memory, frame, places, registers, counts, outside, unassigned };
        view.assign()?;
        view.count();
        Ok(view)
    }

    /// Assigns objects to nodes. What a register was last given leads to an object of its node, needed or not.
    fn assign(&mut self) -> Result<(), String> {
        let function = self.frame.function;
        // Where the objects are that lead on: what is last is looked at first, and of variables it is known where they begin.
        let mut pending: Vec<(ObjectId, Target, i64)> = Vec::new();
        let program = self.program;
        let locals = program.functions[function].body.iter().flat_map(|body| body.locals.ids());
        for local in locals {
            if let Some((id, distance)) = self.leads_to(self.memory.register(self.frame, local).low()) {
                pending.push((id, self.points.register(function, local), distance));
            }
        }
        for (global, id) in self.memory.globals() {
            // What a function has nothing to do with is passed over.
            let Some(place) = self.points.global(global) else { continue };
            if self.points.touches(function, place.node) {
                pending.push((id, place, 0));
            }
        }
        for (slot, id) in self.memory.frame_slots(self.frame) {
            pending.push((id, self.points.slot(function, slot), 0));
        }
        let mut ambiguous = Vec::new();
        while let Some((id, at, distance)) = pending.pop() {
            let size = self.memory.object(id).map_or(0, |object| object.size() as i64);
            if !(0..=size).contains(&distance) {
                continue;
            }
            if let Some(known) = self.places.get(&id) {
                self.agrees(id, *known, at, distance)?;
                continue;
            }
            // In which element of an array it is nobody knows, so neither where the object begins.
            if self.points.object(at.node).folding.crosses(at.offset, -distance) {
                ambiguous.push((id, at, distance));
                continue;
            }
            let place = Target { offset: at.offset - distance, ..at };
            self.places.insert(id, place);
            let Some(object) = self.memory.live(id) else { continue };
            for (offset, target, distance) in self.memory.pointers_in(object) {
                let cell = self.points.region(Target { offset: place.offset + offset as i64, ..place });
                if let Some(held) = self.points.stored(cell).filter(|_| self.is_data(target)) {
                    pending.push((target, held, distance));
                }
            }
        }
        for (id, at, distance) in ambiguous {
            if let Some(known) = self.places.get(&id) {
                self.agrees(id, *known, at, distance)?;
            }
        }
        Ok(())
    }

    /// A pointer leads so far into an object whose place is known, and to this place.
    fn agrees(&self, id: ObjectId, known: Target, at: Target, distance: i64) -> Result<(), String> {
        let there = Target { offset: known.offset + distance, ..known };
        let same = self.points.region(there) == self.points.region(at);
        // An address out of the bounds of an array can be computed, and nothing can be done with it.
        let out = self.points.object(at.node).folding.leaves_array(at.offset, there.offset);
        if known.node == at.node && (same || out) {
            return Ok(());
        }
        Err(format!("{id:?} belongs to two regions: {distance} behind {known:?}, and {at:?}"))
    }

    fn leads_to(&self, value: Word) -> Option<(ObjectId, i64)> {
        let id = value.provenance?;
        let object = self.memory.object(id)?;
        self.is_data(id).then(|| (id, value.bits.wrapping_sub(object.base()) as i64))
    }

    /// Code is in no region.
    fn is_data(&self, id: ObjectId) -> bool {
        let code = |kind: ObjectKind| matches!(kind, ObjectKind::Function(_) | ObjectKind::Library(_));
        self.memory.object(id).is_none_or(|object| !code(object.kind()))
    }

    fn count(&mut self) {
        for object in self.memory.live_objects() {
            let place = self.places.get(&object.id());
            for (offset, target, _) in self.memory.pointers_in(object) {
                match place {
                    Some(place) => {
                        let at = Target { offset: place.offset + offset as i64, ..*place };
                        let cell = Holder::cell(self.points.region(at));
                        *self.counts.entry(target).or_default().entry(cell).or_default() += 1;
                    }
                    None => *self.unassigned.entry(target).or_default() += 1,
                }
            }
        }
    }

    fn sorted(&self) -> Vec<(ObjectId, Target)> {
        let mut all: Vec<_> = self.places.iter().map(|(id, place)| (*id, *place)).collect();
        all.sort_by_key(|(id, _)| *id);
        all
    }

    fn is_referred_to(&self, id: ObjectId) -> bool {
        self.counts.contains_key(&id) || self.registers.iter().any(|(_, value)| value.provenance == Some(id))
    }

    /// Whether all that a configuration says is true of a block.
    fn describes(&self, known: &Configuration, id: ObjectId, place: Target) -> bool {
        let freed = self.memory.object(id).is_some_and(|object| object.state() == ObjectState::Freed);
        let live_outside = self.outside.get(&id).copied().unwrap_or(0);
        if known.index.class != place.node
            || known.index.freed != freed
            || !known.index.held && live_outside > 0
        {
            return false;
        }
        let registers = self
            .registers
            .iter()
            .all(|(local, value)| known.index.holds(local.0) == (value.provenance == Some(id)));
        let empty = BTreeMap::new();
        let counts = self.counts.get(&id).unwrap_or(&empty);
        let holders =
            known.index.counts().map(|(holder, _)| holder).filter(|holder| holder.as_cell().is_some());
        let mut cells = holders.chain(counts.keys().copied());
        let more = self.unassigned.get(&id).copied().unwrap_or(0);
        let counted = cells.all(|cell| {
            let (said, there) = (u32::from(known.index.count(cell)), counts.get(&cell).copied().unwrap_or(0));
            if said > u32::from(LIMIT) {
                there + more >= said
            } else {
                (there..=there + more).contains(&said)
            }
        });
        let truths = known.facts.truths.iter().all(|(register, truth)| {
            // What a register was last given is there, needed or not.
            let value = self.memory.register(self.frame, LocalId(*register)).low();
            !value.is_defined() || is_so(*truth, value.bits, self.is_negative(LocalId(*register), value.bits))
        });
        registers
            && counted
            && truths
            && known.facts.hits.iter().all(|e| self.holds(*e, id) != Some(false))
            && known.facts.misses.iter().all(|e| self.holds(*e, id) != Some(true))
    }

    /// Whether an expression holds a reference to a block; `None` if it names no place.
    fn holds(&self, expression: Expression, block: ObjectId) -> Option<bool> {
        let (id, start) = match expression.root {
            Root::Register(register) => {
                let (_, value) = self.registers.iter().find(|(local, _)| local.0 == register)?;
                self.leads_to(*value)?
            }
            Root::Slot(slot) => (self.memory.slot(self.frame, ir::SlotId(slot))?, 0),
            Root::Global(global) => (self.memory.global(ir::GlobalId::new(global as usize))?, 0),
        };
        let object = self.memory.live(id)?;
        let offset = start + i64::from(expression.offset);
        if offset < 0 || offset as u64 + self.memory.pointer_bytes() > object.size() {
            return None;
        }
        let pointers = self.memory.pointers_in(object);
        Some(pointers.iter().any(|pointer| pointer.0 as i64 == offset && pointer.1 == block))
    }

    /// Whether the number in a register is below zero.
    fn is_negative(&self, local: LocalId, bits: u64) -> bool {
        let body = self.program.functions[self.frame.function].body.as_ref();
        let integer = body.and_then(|body| self.program.types.integer(body.locals[local].ty));
        integer.is_some_and(|(width, signed)| signed && bits >> (width.min(64) - 1) & 1 == 1)
    }

    fn draw(&self, prepared: &Prepared<'_>, id: ObjectId) -> String {
        let mut index = crate::configuration::Index::new(0, 0, false);
        for (local, value) in &self.registers {
            index.set(Holder::register(local.0), u8::from(value.provenance == Some(id)));
        }
        for (cell, count) in self.counts.get(&id).into_iter().flatten() {
            index.set(*cell, (*count).min(u32::from(INFINITE)) as u8);
        }
        prepared.draw(self.frame.function, &Configuration::new(index))
    }
}

/// Whether what is known of a number is so. Numbers are kept in as few bits as their types have.
fn is_so(truth: Truth, bits: u64, is_negative: bool) -> bool {
    match truth {
        Truth::Zero => bits == 0,
        Truth::Nonzero => bits != 0,
        Truth::Positive => bits != 0 && !is_negative,
        Truth::Nonnegative => !is_negative,
        Truth::Number(number) => {
            let said = i64::from(number) as u64;
            [8, 16, 32, 64].into_iter().any(|width| bits == said & (u64::MAX >> (64 - width)))
        }
    }
}
