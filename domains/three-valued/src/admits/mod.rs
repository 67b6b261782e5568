//! Whether a concrete memory is one that a state describes.
//!
//! The blocks that the variables of the state lead to in memory, and what can be reached from there, are made a two-valued structure over
//! the same vocabulary, with every instrumentation predicate evaluated by its definition; that must embed in the state's. What a
//! block is nobody has written down in memory: it is what pointers to it are declared to lead to. Where that does not decide
//! it, or there are too many blocks, the answer is yes.

mod values;

use engine::Point;
use ir::{Program, RecordId};
use model::{Located, Memory, ObjectId, Word};

use crate::ThreeValued;
use crate::embed::embeds;
use crate::formula::{VARS, reached};
use crate::kleene::{Column, Kleene, members};
use crate::state::{Kind, Root, State, Value};
use crate::structure::{MOST, Structure};
use values::{held_number, is_dead, is_of_kind, is_slot, outer_pointers, signed_value};

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
                (Root::Hidden(_) | Root::Formal(_) | Root::Lent(..), Value::Cell(cell)) => {
                    hidden.push(*cell);
                }
                // Which variable of a caller it is cannot be told.
                (Root::Hidden(_), Value::Number(_)) => return true,
                (Root::Hidden(_) | Root::Formal(_) | Root::Old(_) | Root::Lent(..), _) => {}
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
        let mut candidates = outer_pointers(program, memory);
        if state.env.iter().any(|(root, _)| matches!(root, Root::Lent(..))) {
            // Where the variable of the caller is nobody has written down.
            let heap = memory.live_objects().map(model::Object::id).filter(|id| memory.is_live_heap(*id));
            candidates.extend(heap);
            candidates.sort();
            candidates.dedup();
        }
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
            let unset = !memory.is_written(at, member.held as usize);
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
