//! Noticing that a run goes on for ever.
//!
//! A determined run (see `determined`) that comes back to a state it was in does the same again, and again. A *state* is where the
//! active calls are, what their registers hold, and every object that can be reached, up to the names and
//! addresses of objects: on these nothing depends in a determined run. It is written down as a sequence of numbers, objects numbered in
//! the order in which they are met from the frames and globals, so that two states are the same if their sequences are.
//!
//! Two simplifications keep this sound: an object that is gone keeps its name, since whether pointers to it can be compared
//! depends on when it lived; and while the library is at work, or blocks are lost, or inputs are drawn, nothing is noticed.
//!
//! States are compared in Brent's manner: one is kept, from then on those at the same place are compared with it, and after
//! twice as many statements another one is kept.

use std::collections::BTreeMap;

use ir::FunctionId;
use model::{Located, Object, ObjectId, ObjectKind, Word};

use crate::code::Code;
use crate::machine::Interpreter;
use crate::stop::{Exec, Stop};

/// The first state is kept after so many statements.
const FIRST: u64 = 1 << 10;
/// So many states are written down to be compared with the one that is kept.
const COMPARED: u32 = 16;
/// Larger objects are not looked at, nor are more of them.
const BYTES: u64 = 1 << 16;
const OBJECTS: usize = 1 << 10;

/// The state that is looked for.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    kept: Option<Kept>,
    next: u64,
    compared: u32,
}

#[derive(Debug)]
struct Kept {
    function: FunctionId,
    pc: usize,
    depth: usize,
    /// Plain numbers in registers of the innermost call, to tell most states apart quickly.
    registers: Vec<u64>,
    state: Vec<u64>,
}

impl<'p> Interpreter<'p> {
    /// Stops if the state before this operation is the one that was kept.
    pub(crate) fn notice_repetition(&mut self, code: &Code<'p>, pc: usize) -> Exec<()> {
        // A checker that an assertion asks must end; who evaluates it notices if it does not.
        if !self.sessions.is_empty() || self.watched.is_some() {
            return Ok(());
        }
        if self.steps < self.watch.next.max(FIRST) {
            let Some(kept) = &self.watch.kept else { return Ok(()) };
            let here = kept.pc == pc && kept.function == code.function && kept.depth == self.calls.len();
            if !here || self.watch.compared == 0 || kept.registers != self.numbers() {
                return Ok(());
            }
            self.watch.compared -= 1;
            let same =
                self.watch.kept.as_ref().is_some_and(|kept| self.state().as_ref() == Some(&kept.state));
            return if same { Err(Box::new(Stop::Endless)) } else { Ok(()) };
        }
        let (function, depth, registers) = (code.function, self.calls.len(), self.numbers());
        self.watch.kept = self.state().map(|state| Kept { function, pc, depth, registers, state });
        self.watch.next = self.steps.saturating_mul(2);
        self.watch.compared = COMPARED;
        Ok(())
    }

    fn numbers(&self) -> Vec<u64> {
        let (base, _) = self.bases();
        let plain = |word: &Word| if word.provenance.is_none() { word.bits & !word.undefined } else { 0 };
        self.memory.registers[base..].iter().map(plain).collect()
    }

    /// The state as a sequence of numbers; `None` if it is too large or the library has a part in it.
    fn state(&self) -> Option<Vec<u64>> {
        let at_work = self.tasks.len() > 1 || !self.sessions.is_empty() || !self.cuts.is_empty();
        if at_work || !self.memory.in_flight.is_empty() {
            return None;
        }
        let mut writer =
            Writer { machine: self, out: Vec::new(), numbers: BTreeMap::new(), pending: Vec::new() };
        writer.out.extend([self.inputs.consumed().len() as u64, self.library.calls]);
        for call in &self.calls {
            writer.out.extend([u64::from(call.code.function.0), call.pc as u64]);
        }
        for (_, id) in self.memory.globals() {
            writer.name(id);
        }
        for slot in &self.memory.slots {
            match slot {
                Some(id) => writer.name(*id),
                None => writer.out.push(u64::MAX),
            }
        }
        for word in &self.memory.registers {
            writer.word(*word);
        }
        for (depth, id) in &self.memory.allocas {
            writer.out.push(*depth as u64);
            writer.name(*id);
        }
        for frame in &self.memory.frames {
            frame.varargs.into_iter().for_each(|id| writer.name(id));
        }
        writer.objects()?;
        let met = |object: &&Object| {
            object.kind() == ObjectKind::Heap && !writer.numbers.contains_key(&object.id())
        };
        if self.memory.live_objects().any(|object| met(&object)) {
            return None;
        }
        Some(writer.out)
    }
}

struct Writer<'a, 'p> {
    machine: &'a Interpreter<'p>,
    out: Vec<u64>,
    numbers: BTreeMap<ObjectId, u64>,
    pending: Vec<ObjectId>,
}

impl Writer<'_, '_> {
    /// The number of an object; one that is gone has its own name.
    fn name(&mut self, id: ObjectId) {
        if self.machine.memory.live(id).is_none() {
            // The name is unique, and so is its text.
            let text = format!("{id:?}");
            self.out.push(u64::MAX - 1);
            self.out.extend(text.bytes().map(u64::from));
            return;
        }
        let next = self.numbers.len() as u64;
        let number = *self.numbers.entry(id).or_insert(next);
        if number == next {
            self.pending.push(id);
        }
        self.out.push(number);
    }

    fn word(&mut self, word: Word) {
        match word.provenance {
            None => self.out.extend([word.bits & !word.undefined, word.undefined]),
            Some(id) => {
                let base = self.machine.memory.object(id).map_or(0, Object::base);
                self.out.extend([word.bits.wrapping_sub(base), word.undefined, 1]);
                self.name(id);
            }
        }
    }

    /// The contents of all objects met, and of those they lead to.
    fn objects(&mut self) -> Option<()> {
        let mut next = 0;
        while let Some(&id) = self.pending.get(next) {
            next += 1;
            let object = self.machine.memory.live(id)?;
            if object.size() > BYTES || next > OBJECTS {
                return None;
            }
            let kind = match object.kind() {
                ObjectKind::Heap => [0, 0],
                ObjectKind::Stack { function, slot } => [1 + u64::from(function.0), u64::from(slot.0)],
                ObjectKind::Global(global) => [u64::MAX, u64::from(global.0)],
                ObjectKind::Function(function) => [u64::MAX - 1, u64::from(function.0)],
                ObjectKind::Alloca | ObjectKind::Varargs => [u64::MAX - 2, 0],
                ObjectKind::Library(_) => return None,
            };
            self.out.extend(kind);
            self.out.extend([object.size(), u64::from(object.is_exposed())]);
            self.contents(object)?;
        }
        Some(())
    }

    /// What an object holds; `None` if there are pieces of pointers in it.
    fn contents(&mut self, object: &Object) -> Option<()> {
        let width = self.machine.memory.pointer_bytes() as usize;
        let (bytes, undefined) = object.bytes(0..object.len())?;
        let runs = object.fragments().runs(0, bytes.len());
        let mut runs = runs.into_iter().peekable();
        let mut offset = 0;
        while offset < bytes.len() {
            while runs.next_if(|(start, len, _)| start + len <= offset).is_some() {}
            if let Some((start, len, _)) = runs.peek().filter(|(start, _, _)| *start <= offset) {
                if (offset - start) % width != 0 || offset + width > start + len {
                    return None;
                }
                let at = Located { index: object.id().index(), offset };
                self.word(self.machine.memory.read(at, width));
                offset += width;
            } else {
                let known = bytes[offset] & !undefined[offset];
                self.out.extend([u64::from(known), u64::from(undefined[offset])]);
                offset += 1;
            }
        }
        Some(())
    }
}
