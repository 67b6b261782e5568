//! Whether a concrete memory is one that a state describes.
//!
//! The blocks that the variables of the state lead to in memory, and what can be reached from there, are made a two-valued structure over
//! the same vocabulary, with every instrumentation predicate evaluated by its definition; that must embed in the state's. What a
//! block is nobody has written down in memory: it is what pointers to it are declared to lead to. Where that does not decide
//! it, or there are too many blocks, the answer is yes.

use engine::Point;
use ir::{LocalId, Program, RecordId};
use model::{Located, Memory, ObjectId, ObjectState, Word};

use crate::ThreeValued;
use crate::embed::embeds;
use crate::formula::{VARS, reached};
use crate::kleene::{Column, Kleene, members};
use crate::state::{Kind, Root, State, Value};
use crate::structure::{MOST, Structure};

/// So many ways to find what hidden variables stand for are tried.
const CHOICES: usize = 4_000;

/// What an individual stands for in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Thing {
    Block(ObjectId),
    /// A number that variables hold, for this individual.
    Number(i128, u8),
}

/// What a memory has where a state has individuals.
struct Blocks {
    things: Vec<Thing>,
    kinds: Vec<Kind>,
}

impl ThreeValued {
    pub(crate) fn is_described(
        &self,
        program: &Program,
        point: Point,
        state: &State,
        memory: &Memory,
    ) -> bool {
        let mut fixed: Vec<(Thing, u8)> = Vec::new();
        let mut hidden: Vec<u8> = Vec::new();
        for (root, value) in &state.env {
            match (root, value) {
                (Root::Hidden(_) | Root::Formal(_), Value::Cell(cell)) => hidden.push(*cell),
                // Which variable of a caller it is cannot be told.
                (Root::Hidden(_), Value::Number(_)) => return true,
                (Root::Hidden(_) | Root::Formal(_) | Root::Old(_), _) => {}
                (Root::Register(_, local), Value::Number(number)) => {
                    let Some(value) = held_number(program, point, memory, *local) else { return true };
                    fixed.push((Thing::Number(value, *number), *number));
                }
                _ => {
                    let Some(word) = self.look_up(program, point, memory, *root) else { return true };
                    if !is_of_kind(memory, *value, word) || !is_slot(memory, *value, word) {
                        return false;
                    }
                    if let (Some(cell), Some((id, _))) = (value.cell(), memory.points_to(word)) {
                        if !self.has_room(state, memory, id, cell) {
                            return false;
                        }
                        fixed.push((Thing::Block(id), cell));
                    }
                }
            }
        }
        let candidates = outer_pointers(program, memory);
        let mut left = CHOICES;
        self.with_hidden(state, memory, &mut fixed, &hidden, &candidates, &mut left)
    }

    /// Whether a block has as many bytes as a cell is said to have.
    fn has_room(&self, state: &State, memory: &Memory, id: ObjectId, cell: u8) -> bool {
        let size = match state.kinds[usize::from(cell)] {
            Kind::Record(record) => self.vocabulary.sort(record).map(|sort| sort.size),
            Kind::Raw { size, .. } | Kind::Bytes { size } => size,
            Kind::Number => None,
        };
        size.is_none_or(|size| memory.live(id).is_some_and(|block| block.size() == size))
    }

    /// Tries what hidden variables may stand for.
    fn with_hidden(
        &self,
        state: &State,
        memory: &Memory,
        fixed: &mut Vec<(Thing, u8)>,
        hidden: &[u8],
        candidates: &[ObjectId],
        left: &mut usize,
    ) -> bool {
        let Some((cell, rest)) = hidden.split_first() else {
            if *left == 0 {
                return true;
            }
            *left -= 1;
            return self.agrees(state, memory, fixed);
        };
        candidates.iter().any(|id| {
            let thing = Thing::Block(*id);
            let clashes = fixed.iter().any(|(other, of)| (*other == thing) != (of == cell));
            if clashes || !self.has_room(state, memory, *id, *cell) {
                return false;
            }
            fixed.push((thing, *cell));
            let found = self.with_hidden(state, memory, fixed, rest, candidates, left);
            fixed.pop();
            found
        })
    }

    /// Whether the blocks that some lead to are as the state says, where it is known which cells these are.
    fn agrees(&self, state: &State, memory: &Memory, fixed: &[(Thing, u8)]) -> bool {
        let Some(blocks) = self.blocks(state, memory, fixed) else { return true };
        let concrete = self.concrete(memory, &blocks);
        let t = self.vocabulary.path;
        let place = |thing: Thing| blocks.things.iter().position(|known| *known == thing);
        let mut allowed: Vec<u64> = blocks
            .kinds
            .iter()
            .map(|kind| members(state.structure.universe()).filter(|cell| state.kinds[*cell] == *kind))
            .map(|cells| cells.fold(0, |set, cell| set | 1 << cell))
            .collect();
        for (thing, cell) in fixed {
            let Some(block) = place(*thing) else { return false };
            let cell = usize::from(*cell);
            for (other, allowed) in allowed.iter_mut().enumerate() {
                // x(v) and r_x(v) are as the state says.
                *allowed &= if other == block { 1 << cell } else { !(1 << cell) };
                let known = state.structure.row(t, cell);
                *allowed &= match concrete.pair(t, block, other) {
                    Kleene::True => known.may,
                    _ => !known.is,
                };
            }
        }
        // What was so some time ago nobody has written down in memory.
        let mut structure = state.structure.clone();
        for snapshot in &self.vocabulary.snapshots {
            *structure.unary_mut(*snapshot) = Column::all(Kleene::Unknown, state.structure.universe());
        }
        embeds(&concrete, &structure, &allowed).unwrap_or(true)
    }

    /// The blocks that some lead to through fields, and what each of them is; `None` if that is not known.
    fn blocks(&self, state: &State, memory: &Memory, fixed: &[(Thing, u8)]) -> Option<Blocks> {
        let mut blocks = Blocks { things: Vec::new(), kinds: Vec::new() };
        for (thing, cell) in fixed {
            if !blocks.things.contains(thing) {
                blocks.things.push(*thing);
                blocks.kinds.push(state.kinds[usize::from(*cell)]);
            }
        }
        let mut next = 0;
        while next < blocks.things.len() {
            if blocks.things.len() > MOST {
                return None;
            }
            let (thing, kind) = (blocks.things[next], blocks.kinds[next]);
            next += 1;
            let Thing::Block(id) = thing else { continue };
            for (pointer, word) in self.pointers(memory, id, kind) {
                let Some((target, 0)) = memory.points_to(word) else { continue };
                if !memory.is_live_heap(target) || blocks.things.contains(&Thing::Block(target)) {
                    continue;
                }
                let kind = Kind::Record(pointer.to?);
                if memory.object(target)?.size() != self.vocabulary.sort(pointer.to?)?.size {
                    return None;
                }
                blocks.things.push(Thing::Block(target));
                blocks.kinds.push(kind);
            }
        }
        Some(blocks)
    }

    /// The pointers in a block.
    fn pointers(&self, memory: &Memory, id: ObjectId, kind: Kind) -> Vec<(crate::vocabulary::Pointer, Word)> {
        let Kind::Record(record) = kind else { return Vec::new() };
        let Some(sort) = self.vocabulary.sort(record) else { return Vec::new() };
        let read = |offset: u64, size: u64| {
            memory.read(Located { index: id.index(), offset: offset as usize }, size as usize)
        };
        let pointers = sort.members.iter().filter_map(|member| Some((member.pointer?, member)));
        pointers.map(|(pointer, member)| (pointer, read(member.offset, member.size))).collect()
    }

    /// The two-valued structure of blocks in memory.
    fn concrete(&self, memory: &Memory, blocks: &Blocks) -> Structure {
        let vocabulary = &self.vocabulary;
        let mut structure = Structure::new(vocabulary.unary, vocabulary.binary);
        for _ in &blocks.things {
            let _ = structure.add();
        }
        for (block, (thing, kind)) in blocks.things.iter().zip(&blocks.kinds).enumerate() {
            if let (Thing::Block(id), Kind::Record(record)) = (thing, kind) {
                self.describe(memory, blocks, (block, *id, *record), &mut structure);
            }
        }
        if let Some(number) = self.vocabulary.number {
            for (index, kind) in blocks.kinds.iter().enumerate() {
                structure.unary_mut(number).set(index, (*kind == Kind::Number).into());
            }
        }
        self.compare_all(memory, blocks, &mut structure);
        self.define(&mut structure);
        structure
    }

    /// `dle`: whatever has no number is below all.
    fn compare_all(&self, memory: &Memory, blocks: &Blocks, structure: &mut Structure) {
        let Some(dle) = self.vocabulary.order else { return };
        let number = |(thing, kind): (&Thing, &Kind)| match (thing, kind) {
            (Thing::Number(value, _), _) => Some(*value),
            (Thing::Block(id), Kind::Record(record)) => {
                let datum = self.vocabulary.sort(*record)?.members.iter().find(|member| member.is_datum)?;
                let at = Located { index: id.index(), offset: datum.offset as usize };
                let word = memory.read(at, datum.size as usize);
                datum.number.filter(|_| word.is_defined()).map(|of| signed_value(word.bits, of))
            }
            _ => None,
        };
        let numbers: Vec<Option<i128>> = blocks.things.iter().zip(&blocks.kinds).map(number).collect();
        for (a, x) in numbers.iter().enumerate() {
            for (b, y) in numbers.iter().enumerate() {
                structure.set_pair(dle, a, b, (x <= y).into());
            }
        }
    }

    /// Gives the instrumentation predicates of a two-valued structure the values their definitions have.
    pub(crate) fn define(&self, structure: &mut Structure) {
        let vocabulary = &self.vocabulary;
        let forward: Vec<_> = vocabulary.forward().map(|field| field.predicate).collect();
        let steps = |structure: &Structure, from: usize| {
            forward.iter().fold(0, |set, field| set | structure.row(*field, from).is)
        };
        for block in 0..structure.size() {
            let all = reached(block, |from| steps(structure, from));
            *structure.row_mut(vocabulary.path, block) = Column::exactly(all);
        }
        for block in 0..structure.size() {
            let back = structure.column(vocabulary.path, block).is;
            let cyclic = steps(structure, block) & back != 0;
            structure.unary_mut(vocabulary.cyclic).set(block, cyclic.into());
        }
        for known in &vocabulary.instrumentation {
            let column = structure.values(&known.definition, &[0; VARS], 0);
            *structure.unary_mut(known.predicate) = column;
        }
    }

    /// The core predicates of one block.
    fn describe(
        &self,
        memory: &Memory,
        blocks: &Blocks,
        (block, id, record): (usize, ObjectId, RecordId),
        structure: &mut Structure,
    ) {
        let Some(sort) = self.vocabulary.sort(record) else { return };
        for member in &sort.members {
            let at = Located { index: id.index(), offset: member.offset as usize };
            let unset = memory.bytes_at(at, member.size as usize).1.iter().any(|mask| *mask != 0);
            structure.unary_mut(member.unset).set(block, unset.into());
            if let Some(number) = member.number.filter(|_| !unset) {
                let value = signed_value(memory.read(at, member.size as usize).bits, number);
                for (flag, predicate) in &member.flags {
                    structure.unary_mut(*predicate).set(block, (value == i128::from(*flag)).into());
                }
            }
            let Some(pointer) = member.pointer.filter(|_| !unset) else { continue };
            let word = memory.read(at, member.size as usize);
            if is_dead(memory, word) {
                structure.unary_mut(pointer.dangling).set(block, Kleene::True);
            } else if let Some((target, 0)) = memory.points_to(word)
                && let Some(to) = blocks.things.iter().position(|known| *known == Thing::Block(target))
            {
                structure.set_pair(pointer.field, block, to, Kleene::True);
            }
        }
    }

    /// What a variable holds in memory; `None` if it has no place there.
    fn look_up(&self, program: &Program, point: Point, memory: &Memory, root: Root) -> Option<Word> {
        let frame = memory.frames.last()?;
        let part = |id: ObjectId, offset: u32, size: u8| {
            memory.live(id)?;
            let at = Located { index: id.index(), offset: offset as usize };
            (size <= 8).then(|| memory.read(at, usize::from(size)))
        };
        match root {
            Root::Register(function, local) if function == point.function => {
                let ty = program.functions[function].body.as_ref()?.locals[local].ty;
                let value = memory.register(frame, local);
                let narrow = program.types.integer(ty).filter(|(bits, _)| *bits <= 64);
                Some(narrow.map_or(value.low(), |(bits, signed)| Word {
                    bits: value.as_int(bits, signed) as u64,
                    ..value.low()
                }))
            }
            Root::Slot(function, slot, offset, size) => {
                let frame = memory.frames.iter().rev().find(|frame| frame.function == function)?;
                part(memory.slot(frame, slot)?, offset, size)
            }
            Root::Global(global, offset, size) => part(memory.global(global)?, offset, size),
            _ => None,
        }
    }
}

/// The number a register holds.
fn held_number(program: &Program, point: Point, memory: &Memory, local: LocalId) -> Option<i128> {
    let ty = program.functions[point.function].body.as_ref()?.locals[local].ty;
    let (bits, signed) = program.types.integer(ty)?;
    Some(memory.register(memory.frames.last()?, local).as_int(bits, signed))
}

/// The number that some low bits are, for a type of so many bits with a sign or without.
fn signed_value(bits: u64, (width, signed): (u16, bool)) -> i128 {
    let unused = 64 - u32::from(width.clamp(8, 64));
    if signed { i128::from((bits << unused) as i64 >> unused) } else { i128::from(bits << unused >> unused) }
}

fn is_dead(memory: &Memory, word: Word) -> bool {
    let gone = |id: ObjectId| memory.object(id).is_none_or(|object| object.state() != ObjectState::Live);
    word.provenance.is_some_and(gone)
}

/// Whether a word is what a value says, as far as that concerns no cell.
fn is_of_kind(memory: &Memory, value: Value, word: Word) -> bool {
    match value {
        Value::Null => word.bits == 0 && word.is_defined(),
        Value::Cell(_) => memory.points_to(word).is_some_and(|(id, at)| at == 0 && memory.is_live_heap(id)),
        Value::Inside(_, offset) => {
            let is_there = |(id, at)| at == i64::from(offset) && memory.is_live_heap(id);
            memory.points_to(word).is_some_and(is_there)
        }
        Value::Dead => is_dead(memory, word),
        Value::Number(_) => word.is_defined(),
        Value::Known(number) => word.is_defined() && is_number(word, number),
        Value::Code(_) | Value::Static(..) | Value::Local(..) => word.provenance.is_some(),
        Value::Unclaimed(..) => true,
        Value::Uninit => !word.is_defined(),
        Value::Any { written } => !written || word.is_defined(),
    }
}

/// Whether a word points where a value says, if that is a variable of a function under way.
fn is_slot(memory: &Memory, value: Value, word: Word) -> bool {
    let Value::Local(function, slot, offset) = value else { return true };
    let frame = memory.frames.iter().rev().find(|frame| frame.function == function);
    let object = frame.and_then(|frame| memory.slot(frame, slot));
    object.is_none_or(|object| memory.points_to(word).is_some_and(|(id, at)| (id, at) == (object, offset)))
}

/// Whether the low bytes of a word are a number; parts of variables are read without their sign.
fn is_number(word: Word, number: i64) -> bool {
    let number = number as u64;
    [u64::MAX, 0xffff_ffff, 0xffff, 0xff].into_iter().any(|mask| word.bits == number & mask)
}

/// The blocks that variables of callers and intermediate values point to.
fn outer_pointers(program: &Program, memory: &Memory) -> Vec<ObjectId> {
    let Some((_, outer)) = memory.frames.split_last() else { return Vec::new() };
    let given = memory.in_flight.iter().filter_map(|word| memory.points_to(*word));
    let mut found: Vec<ObjectId> = given.map(|(id, _)| id).filter(|id| memory.is_live_heap(*id)).collect();
    for frame in outer {
        let Some(body) = &program.functions[frame.function].body else { continue };
        for (local, _) in body.locals.enumerate() {
            let word = memory.register(frame, local).low();
            if let Some((id, _)) = memory.points_to(word)
                && memory.is_live_heap(id)
            {
                found.push(id);
            }
        }
        for (_, slot) in memory.frame_slots(frame) {
            let object = memory.object(slot);
            let targets = object.map_or(Vec::new(), |object| memory.pointers_in(object));
            found.extend(targets.into_iter().map(|(_, id, _)| id).filter(|id| memory.is_live_heap(*id)));
        }
    }
    found.sort();
    found.dedup();
    found
}
