//! The active calls: which function, where in it, and what its variables hold.

use ir::{BlockId, FunctionId, Id, LocalId, SlotId};

use super::{Memory, Object, ObjectId, ObjectKind, Value, Word};

/// One active call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    /// Which function.
    pub function: FunctionId,
    /// The block it is in.
    pub block: BlockId,
    /// The next statement to run in the innermost frame, the call that is under way in the others;
    /// the number of statements stands for the terminator.
    pub stmt: u32,
    /// Where its registers begin.
    pub registers: u32,
    /// Where its slots begin.
    pub slots: u32,
    /// The stack pointer of its caller.
    pub caller_stack: u64,
    /// The unnamed arguments, if it is variadic.
    pub varargs: Option<ObjectId>,
}

/// How the registers of a function's frames are laid out: one word for each register in order,
/// then the high words of those wider than 64 bits.
#[derive(Clone, Debug, Default)]
pub struct FrameLayout {
    /// How many registers.
    pub locals: u32,
    /// The registers wider than 64 bits, each with the place of its high word.
    pub wide: Vec<(LocalId, u32)>,
    /// How many slots.
    pub slots: u32,
}

impl FrameLayout {
    /// How many words a frame takes.
    pub fn words(&self) -> usize {
        self.locals as usize + self.wide.len()
    }

    /// Where the high word of a wide register is.
    pub fn high(&self, local: LocalId) -> Option<u32> {
        self.wide.iter().find(|(wide, _)| *wide == local).map(|(_, at)| *at)
    }
}

impl Memory {
    /// Says how frames of a function are laid out, before the first of them.
    pub fn set_layout(&mut self, function: FunctionId, layout: FrameLayout) {
        if self.layouts.len() <= function.index() {
            self.layouts.resize_with(function.index() + 1, FrameLayout::default);
        }
        self.layouts[function.index()] = layout;
    }

    /// How the registers of a function's frames are laid out.
    pub fn layout(&self, function: FunctionId) -> &FrameLayout {
        &self.layouts[function.index()]
    }

    /// What a register of a frame holds.
    pub fn register(&self, frame: &Frame, local: LocalId) -> Value {
        let low = self.registers[frame.registers as usize + local.index()];
        match self.layout(frame.function).high(local) {
            None => Value::from(low),
            Some(high) => Value::join(low, self.registers[frame.registers as usize + high as usize]),
        }
    }

    /// The object of a slot of a frame, if it is alive.
    pub fn slot(&self, frame: &Frame, slot: SlotId) -> Option<ObjectId> {
        self.slots.get(frame.slots as usize + slot.index()).copied().flatten()
    }

    /// The objects of a frame's slots that are alive.
    pub fn frame_slots(&self, frame: &Frame) -> impl Iterator<Item = (SlotId, ObjectId)> {
        let count = self.layout(frame.function).slots as usize;
        let start = frame.slots as usize;
        self.slots[start..start + count]
            .iter()
            .enumerate()
            .filter_map(|(slot, id)| id.map(|id| (SlotId::new(slot), id)))
    }

    /// The pointers an object holds, as (offset, target, offset in the target). A pointer is an
    /// aligned or unaligned word all of whose bytes lead to one object.
    pub fn pointers_in(&self, object: &Object) -> Vec<(u64, ObjectId, i64)> {
        let word = self.pointer_bytes() as usize;
        let mut pointers = Vec::new();
        for (mut offset, mut len, id) in object.fragments().runs(0, object.size() as usize) {
            while len >= word {
                let located = super::Located { index: object.id().index(), offset };
                let value: Word = self.read(located, word);
                if let Some(target) = self.object(id) {
                    let distance = value.bits.wrapping_sub(target.base()) as i64;
                    pointers.push((offset as u64, id, distance));
                }
                offset += word;
                len -= word;
            }
        }
        pointers
    }

    /// Whether an object is a heap block that was not freed.
    pub fn is_live_heap(&self, id: ObjectId) -> bool {
        self.live(id).is_some_and(|object| object.kind() == ObjectKind::Heap)
    }
}
