//! What words in memory are.

use ir::{LocalId, Program};
use model::{Memory, ObjectId, ObjectState, Word};

use crate::state::Value;
use engine::Point;

/// The number a register holds.
pub(super) fn held_number(program: &Program, point: Point, memory: &Memory, local: LocalId) -> Option<i128> {
    let ty = program.functions[point.function].body.as_ref()?.locals[local].ty;
    let (bits, signed) = program.types.integer(ty)?;
    Some(memory.register(memory.frames.last()?, local).as_int(bits, signed))
}

/// The number that some low bits are, for a type of so many bits with a sign or without.
pub(super) fn signed_value(bits: u64, (width, signed): (u16, bool)) -> i128 {
    let unused = 64 - u32::from(width.clamp(8, 64));
    if signed { i128::from((bits << unused) as i64 >> unused) } else { i128::from(bits << unused >> unused) }
}

pub(super) fn is_dead(memory: &Memory, word: Word) -> bool {
    let gone = |id: ObjectId| memory.object(id).is_none_or(|object| object.state() != ObjectState::Live);
    word.provenance.is_some_and(gone)
}

/// Whether a word is what a value says, as far as that concerns no cell.
pub(super) fn is_of_kind(memory: &Memory, value: Value, word: Word) -> bool {
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
        Value::Code(_) | Value::Static(..) | Value::Local(..) | Value::Lent(_) => word.provenance.is_some(),
        Value::Unclaimed(..) => true,
        Value::Uninit => !word.is_defined(),
        Value::Any { written } => !written || word.is_defined(),
    }
}

/// Whether a word points where a value says, if that is a variable of a function under way.
pub(super) fn is_slot(memory: &Memory, value: Value, word: Word) -> bool {
    let Value::Local(function, slot, offset) = value else { return true };
    let frame = memory.frames.iter().rev().find(|frame| frame.function == function);
    let object = frame.and_then(|frame| memory.slot(frame, slot));
    object.is_none_or(|object| memory.points_to(word).is_some_and(|(id, at)| (id, at) == (object, offset)))
}

/// Whether the low bytes of a word are a number; parts of variables are read without their sign.
pub(super) fn is_number(word: Word, number: i64) -> bool {
    let number = number as u64;
    [u64::MAX, 0xffff_ffff, 0xffff, 0xff].into_iter().any(|mask| word.bits == number & mask)
}

/// The blocks that variables of callers and intermediate values point to.
pub(super) fn outer_pointers(program: &Program, memory: &Memory) -> Vec<ObjectId> {
    let Some((_, outer)) = memory.frames.split_last() else { return Vec::new() };
    let given = memory.in_flight.iter().filter_map(|word| memory.points_to(*word));
    let mut found: Vec<ObjectId> = given.map(|(id, _)| id).filter(|id| memory.is_live_heap(*id)).collect();
    for frame in outer {
        let Some(body) = &*program.functions[frame.function].body else { continue };
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
